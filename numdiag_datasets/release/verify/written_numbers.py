"""What rows promise whose numbers are written in another way, or stand beside others: language, type, verbosity."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from numdiag_datasets.core.problem import (
    Edit,
    Problem,
    answer_values,
    cell_of,
)
from numdiag_datasets.english.number_words import MAGNITUDES
from numdiag_datasets.english.numbers import NumberMention, find_numbers
from numdiag_datasets.perturbations.language import rewriting as language
from numdiag_datasets.perturbations.type import decimals as number_type
from numdiag_datasets.texts.table.figures import mentions_of

_DIGIT = re.compile(r"\d")
_WHOLE = re.compile(r"\d[\d,]*")
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_WORDS_AND_DIGITS = re.compile(r"(?P<words>.*) \((?P<digits>[^()]*)\)", re.DOTALL)
# The brackets in which a cell holds a negative figure, of which one may stand in the next cell.
_BRACKETED = re.compile(r"\((?P<inside>.*?)\)?")
_BRACKETS_AND_BLANKS = str.maketrans("", "", "() ")


def _is_same_in_words(edit: Edit, original: Problem) -> bool:
    """ "$4.28" -> "four dollars and twenty-eight cents": the same amount, and no digit left."""
    if any(character.isdigit() for character in edit.after):
        return False
    amounts = [_amount(mention) for mention in find_numbers(edit.after)]
    old = [_amount(mention) for mention in find_numbers(edit.before)]
    if len(old) != 1 or not amounts:
        return False
    cents = amounts[0] + amounts[1] / 100 if len(amounts) == 2 else amounts[0] / 100
    return old[0] in (amounts[0], cents)


def _amount(mention: NumberMention) -> Fraction:
    """The value of a number, a magnitude behind its digits included: "1.5 million"."""
    return mention.value * MAGNITUDES.get(mention.magnitude.lower(), 1)


def _is_same_in_digits(edit: Edit, original: Problem) -> bool:
    """ "ten thousand" -> "10,000": the same amount, and no word left."""
    if not _DIGITS.fullmatch(edit.after) or _DIGIT.search(edit.before):
        return False
    return _values(edit.before) == _values(edit.after)


def _is_in_both(edit: Edit, original: Problem) -> bool:
    """ "$8" -> "eight dollars ($8)", "twelve" -> "twelve (12)": the same amount twice."""
    match = _WORDS_AND_DIGITS.fullmatch(edit.after)
    if match is None and cell_of(edit.field) and (bracketed := _BRACKETED.fullmatch(edit.after)):
        match = _WORDS_AND_DIGITS.fullmatch(bracketed["inside"])
    if match is None:
        return False
    if _DIGIT.search(edit.before):
        words = Edit(edit.field, edit.start, edit.before, match["words"])
        shown, before = match["digits"], edit.before
        if cell_of(edit.field):  # "$ (62)" is "(sixty-two dollars ($ 62))" there
            shown, before = (text.translate(_BRACKETS_AND_BLANKS) for text in (shown, before))
        return shown == before and _is_same_in_words(words, original)
    digits = Edit(edit.field, edit.start, edit.before, match["digits"])
    return match["words"] == edit.before and _is_same_in_digits(digits, original)


def _values(text: str) -> list[Fraction]:
    return [mention.value for mention in find_numbers(text)]


def _is_float_of_digits(edit: Edit, original: Problem) -> bool:
    return edit.after == f"{edit.before}.0" and _WHOLE.fullmatch(edit.before) is not None


def _is_float_of_words(edit: Edit, original: Problem) -> bool:
    whole = edit.after.removesuffix(".0")
    same = _values(edit.before) == _values(whole) and not _DIGIT.search(edit.before)
    return edit.after.endswith(".0") and _WHOLE.fullmatch(whole) is not None and same


def _is_float_of_two_zeros(edit: Edit, original: Problem) -> bool:
    shorter = Edit(edit.field, edit.start, edit.before, edit.after[:-1])
    return edit.after.endswith(".00") and (
        _is_float_of_digits(shorter, original) or _is_float_of_words(shorter, original)
    )


#: Rule -> whether an edit is what it does.
EDITS_OF: dict[str, Callable[[Edit, Problem], bool]] = {
    language.TO_WORDS: _is_same_in_words,
    language.TO_DIGITS: _is_same_in_digits,
    language.BOTH: _is_in_both,
    number_type.FROM_DIGITS: _is_float_of_digits,
    number_type.FROM_WORDS: _is_float_of_words,
    number_type.TWO_ZEROS: _is_float_of_two_zeros,
}
_DISTRACTED = {
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


def check_distractors(problem: Problem, original: Problem) -> Iterator[str]:
    """Every edit adds "(not 87)", or what its rule words so: a positive integer that is nothing else in the row."""
    taken = {mention.value for mention in mentions_of(original)} | answer_values(original)
    wording = _DISTRACTED[problem.rule]
    for edit in problem.edits:
        match = wording.fullmatch(edit.after)
        same = match is not None and match["number"].casefold() == edit.before.casefold()
        if match is None or not same or Fraction(match["other"]) in taken | {0}:
            yield f"the edit {edit.before!r} -> {edit.after!r} is not what verbosity does"
        else:
            taken.add(Fraction(match["other"]))
