"""Extra: a sentence with numbers that do not matter is inserted."""

from __future__ import annotations

from numdiag_datasets.draws import Draws
from numdiag_datasets.perturbations.base import reject
from numdiag_datasets.perturbations.extra import in_passages, in_problems
from numdiag_datasets.perturbations.extra.donors import kind_of_text
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.problem import Problem, apply_edits
from numdiag_datasets.problems.reading import Reading

UNRELATED = "unrelated"
#: What the column ``rule`` may name; a passage or a table gets an unrelated sentence only.
RULES: dict[str, str] = {
    UNRELATED: "a sentence of another problem that shares no content word with the problem",
    "shared_word": "a sentence of another problem that shares a word with the story, not with the question",
}


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens." -> "Lena fed 4 goats. Sam has 12 pens."

    DNC paper, Appendix A. The sentence comes from another problem, shows no number of this one or its
    answer, has no word of the question, counts another class of thing than is asked, and stands where
    no pronoun could refer to it. A passage that several questions share gets one sentence, unrelated to
    all of them.
    """
    if kind_of_text(reading) == "problem":
        chosen = in_problems.insertion(reading, draws, split)
        if isinstance(chosen, str):
            return reject(reading.problem, chosen)
        edit, rule = chosen
        return apply_edits(reading.problem, [edit], rule=rule)
    group = split.groups[reading.problem.group]
    found = group.once(("extra", draws.key), lambda: in_passages.insertion(group, draws, split))
    if isinstance(found, str):
        return reject(reading.problem, found)
    return apply_edits(reading.problem, [found], rule=UNRELATED)
