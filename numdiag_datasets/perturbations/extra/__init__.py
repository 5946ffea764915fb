"""Extra: a sentence with numbers that do not matter is inserted."""

from __future__ import annotations

from numdiag_datasets.core.problem import (
    Edit,
    Problem,
    apply_edits,
)
from numdiag_datasets.core.rng import Draws
from numdiag_datasets.perturbations.extra import (
    passage as in_passages,
)
from numdiag_datasets.perturbations.extra import (
    table as in_reports,
)
from numdiag_datasets.perturbations.extra import (
    word_problem as in_problems,
)
from numdiag_datasets.perturbations.extra.blocks import block_of, most_rows, skip_to
from numdiag_datasets.perturbations.extra.donors import kind_of_text
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

UNRELATED = "unrelated"
#: What the column ``rule`` may name.
RULES: dict[str, str] = {
    UNRELATED: "a sentence of another problem that shares no content word with the problem",
    "shared_word": "a sentence of another problem that shares a word with the text, not with the question",
}


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens." -> "Lena fed 4 goats. Sam has 12 pens."

    DNC paper, Appendix A. The sentence comes from another problem, shows no number of this one or its
    answer, has no word of the question, counts another class of thing than is asked, and stands where
    no pronoun could refer to it. Questions that share a passage get one sentence, unrelated to all of
    them; where there are more of them than one sentence may serve, as many sentences as it takes.
    """
    if kind_of_text(reading) == "problem":
        chosen = in_problems.insertion(reading, draws, split)
    else:
        chosen = _insertion_for_several(reading, draws, split)
    if isinstance(chosen, str):
        return reject(reading.problem, chosen)
    edit, rule = chosen
    return apply_edits(reading.problem, [edit], rule=rule)


def _insertion_for_several(reading: Reading, draws: Draws, split: Split) -> tuple[Edit, str] | str:
    """What a question shares with others about its passage or table."""
    group = split.groups[reading.problem.group]
    if kind_of_text(reading) == "table":
        return group.once(("extra", draws.key), lambda: in_reports.insertion(group, draws, split))
    block, rows = block_of(reading, group, most_rows(len(split.readings)))
    skip_to(block, draws)
    return group.once(
        ("extra", draws.key, block), lambda: in_passages.insertion(group, draws, split, rows)
    )
