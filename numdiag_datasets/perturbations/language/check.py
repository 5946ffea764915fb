"""Invariants of language: each edit writes the same amount, in the form of its rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from numdiag_datasets.core.problem import Edit, Problem, cell_of
from numdiag_datasets.english.number_phrases import amounts_in_words
from numdiag_datasets.english.number_words import MAGNITUDES
from numdiag_datasets.english.numbers import NumberMention, find_numbers
from numdiag_datasets.perturbations.language.rewriting import BOTH, OTHER_WORDS, TO_WORDS, edits_of
from numdiag_datasets.perturbations.rewording.check import check_edits
from numdiag_datasets.texts.reading import Reading

_DIGIT = re.compile(r"\d")
_WORDS_AND_DIGITS = re.compile(r"(?P<words>.*) \((?P<digits>[^()]*)\)", re.DOTALL)
# The brackets of a negative figure in a cell; the closing one may be in the next cell.
_BRACKETED = re.compile(r"\((?P<inside>.*?)\)?")
_BRACKETS_AND_BLANKS = str.maketrans("", "", "() ")


def check(problem: Problem, original: Reading) -> Iterator[str]:
    """Check every edit against its rule, and that the second form has a wording of its own."""
    yield from check_edits(problem, _EDITS[problem.rule])
    if problem.rule == OTHER_WORDS and set(problem.edits) <= set(edits_of(original)):
        yield "every number is written as in the first form"


def _is_same_in_other_words(edit: Edit) -> bool:
    """Return whether the edit writes the same amount in words, a dozen or and a half included."""
    if _is_same_in_words(edit):
        return True
    old = [_amount(mention) for mention in find_numbers(edit.before)]
    amounts = amounts_in_words(edit.after, 0, len(edit.after))
    return not _DIGIT.search(edit.after) and [value for *_, value in amounts] == old


def _is_same_in_words(edit: Edit) -> bool:
    """Return whether the edit writes the same amount in words, without digits.

    Input -> output: "$4.28" -> "four dollars and twenty-eight cents".
    """
    if _DIGIT.search(edit.after):
        return False
    amounts = [_amount(mention) for mention in find_numbers(edit.after)]
    old = [_amount(mention) for mention in find_numbers(edit.before)]
    if len(old) != 1 or not amounts:
        return False
    cents = amounts[0] + amounts[1] / 100 if len(amounts) == 2 else amounts[0] / 100
    return old[0] in (amounts[0], cents)


def _amount(mention: NumberMention) -> Fraction:
    """Return the value of a number, including the magnitude after its digits: "1.5 million"."""
    return mention.value * MAGNITUDES.get(mention.magnitude.lower(), 1)


def _is_in_both(edit: Edit) -> bool:
    """Return whether the same amount occurs twice: "$8" -> "eight dollars ($8)", "12" -> "twelve (12)"."""
    match = _WORDS_AND_DIGITS.fullmatch(edit.after)
    if match is None and cell_of(edit.field) and (bracketed := _BRACKETED.fullmatch(edit.after)):
        match = _WORDS_AND_DIGITS.fullmatch(bracketed["inside"])
    if match is None:
        return False
    words = Edit(edit.field, edit.start, edit.before, match["words"])
    shown, before = match["digits"], edit.before
    if cell_of(edit.field):  # "$ (62)" is "(sixty-two dollars ($ 62))" there
        shown, before = (text.translate(_BRACKETS_AND_BLANKS) for text in (shown, before))
    return shown == before and _is_same_in_words(words)


#: Rule -> whether an edit follows it.
_EDITS: dict[str, Callable[[Edit], bool]] = {
    TO_WORDS: _is_same_in_words,
    OTHER_WORDS: _is_same_in_other_words,
    BOTH: _is_in_both,
}
