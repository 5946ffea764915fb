"""Invariants of verbosity: every edit adds one distractor, in the wording of its rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from numdiag_datasets.core.problem import Problem, answer_values
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.figures import mentions_of

_WORDINGS = {
    "parenthesis": re.compile(
        r"(?P<number>.*) \(not [^\d()]{0,4}(?P<other>\d+)[^\d()]*\)", re.DOTALL
    ),
    "comma": re.compile(r"(?P<number>.*), not [^\d()]{0,4}(?P<other>\d+)[^\d(),]*,?", re.DOTALL),
    "rather_than": re.compile(
        r"(?P<number>.*) rather than [^\d()]{0,4}(?P<other>\d+)[^\d()]*", re.DOTALL
    ),
    "not_but": re.compile(
        r"not [^\d()]{0,4}(?P<other>\d+)[^\d()]* but (?P<number>.*)", re.DOTALL | re.IGNORECASE
    ),
}


def check(problem: Problem, original: Reading) -> Iterator[str]:
    """Check that each distractor is a positive integer that equals no other number of the row."""
    taken = {mention.value for mention in mentions_of(original.problem)}
    taken |= answer_values(original.problem)
    wording = _WORDINGS[problem.rule]
    for edit in problem.edits:
        match = wording.fullmatch(edit.after)
        same = match is not None and match["number"].casefold() == edit.before.casefold()
        if match is None or not same or Fraction(match["other"]) in taken | {0}:
            yield f"the edit {edit.before!r} -> {edit.after!r} is not what verbosity does"
        else:
            taken.add(Fraction(match["other"]))
