"""Invariants of type: each edit writes the same integer with zeros as decimals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from numdiag_datasets.core.problem import Edit, Problem
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations.rewording.check import check_edits
from numdiag_datasets.perturbations.type.float_form import (
    FROM_DIGITS,
    FROM_WORDS,
    TWO_ZEROS,
)
from numdiag_datasets.texts.reading import Reading

_DIGIT = re.compile(r"\d")
_WHOLE = re.compile(r"\d[\d, \xa0]*")


def check(problem: Problem, original: Reading) -> Iterator[str]:
    """Check every edit against its rule."""
    yield from check_edits(problem, _EDITS[problem.rule])


def _is_float_of_digits(edit: Edit) -> bool:
    return edit.after == f"{edit.before}.0" and _WHOLE.fullmatch(edit.before) is not None


def _is_float_of_words(edit: Edit) -> bool:
    whole = edit.after.removesuffix(".0")
    same = _values(edit.before) == _values(whole) and not _DIGIT.search(edit.before)
    return edit.after.endswith(".0") and _WHOLE.fullmatch(whole) is not None and same


def _is_float_of_two_zeros(edit: Edit) -> bool:
    shorter = Edit(edit.field, edit.start, edit.before, edit.after[:-1])
    return edit.after.endswith(".00") and (
        _is_float_of_digits(shorter) or _is_float_of_words(shorter)
    )


def _values(text: str) -> list[Fraction]:
    return [mention.value for mention in find_numbers(text)]


#: Rule -> whether an edit follows it.
_EDITS: dict[str, Callable[[Edit], bool]] = {
    FROM_DIGITS: _is_float_of_digits,
    FROM_WORDS: _is_float_of_words,
    TWO_ZEROS: _is_float_of_two_zeros,
}
