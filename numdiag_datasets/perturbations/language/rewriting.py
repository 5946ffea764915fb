"""Language: digits become English words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from numdiag_datasets.core.problem import Edit, Problem
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.number_words import verbalize
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.phrases import (
    attributive_unit,
    hyphenated_word,
)
from numdiag_datasets.english.sentences import starts_sentence
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.perturbations.rewording.figures import (
    CURRENCIES,
    DOLLARS,
    figure_in_words,
    is_figure,
)
from numdiag_datasets.perturbations.rewording.reworded import reworded
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

TO_WORDS, BOTH = "to_words", "words_and_digits"
_DETERMINER = re.compile(
    r"\b(?:an?|the|his|her|their|its|my|our|your|this|that|every|another)\s$", re.IGNORECASE
)
_COMPOUND = re.compile(r"[-‐‑](?:of|for|foot)[-‐‑]\d")
_FOLLOWING = re.compile(r"\s?([^\W\d_]+)")
# Words that may follow an amount of money without being a noun that the amount modifies.
_NOT_ATTRIBUTIVE = word_list("after a sum of money")
# Nouns that an amount modifies even without a determiner: "due to $742,000 decrease in fees".
_OF_CHANGE = word_list("nouns of change")


def perturb_story(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and $8." -> "Sam has twelve pens and eight dollars."

    DNC paper, Appendix A. Every quantity in digits is written in words; equation and answer stay. Words do not
    become digits, as in some of the authors' own test rows, since that makes a number easier to find.
    """
    edits = word_edits(reading.numbers, compounds=True, small_change=_has_small_change(reading))
    made = edits and reworded(reading, rng, split, edits, TO_WORDS)
    return made or reject(reading.problem, Reason.NO_DIGITS)


def perturb_context(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "a 41-yard pass" -> "a forty-one-yard pass".

    Like `perturb_story`, for passages and tables. Attributive numbers and the figures of a table are
    rewritten too; an answer that quotes the text follows the text. Numbers in words stay.
    """
    edits = word_edits(reading.numbers)
    made = edits and reworded(reading, rng, split, edits, TO_WORDS)
    return made or reject(reading.problem, Reason.NO_DIGITS)


def perturb_control(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and two caps." -> "Sam has twelve (12) pens and two caps."

    Every quantity in digits is written as in contracts ("a thirty (30)-day period"): the words are there, and
    the digits stay.
    """
    edits = [
        edit
        for number in reading.numbers
        if number.is_quantity and number.form == "digits" and not _is_half(number)
        for edit in _in_both(number)
    ]
    made = reworded(reading, rng, split, edits, BOTH)
    return made or reject(reading.problem, Reason.NO_DIGITS)


def _in_both(number: NumberMention) -> Iterator[Edit]:
    """Yield the edit that writes a number in words and digits, if there is one that reads well."""
    if is_figure(number):
        yield figure_in_words(number, with_digits=True)
    elif words := in_words(number):  # the digits keep the unit
        after = f"{words} ({number.text})"
        yield Edit(number.field, number.start, number.text, after)


def _has_small_change(reading: Reading) -> bool:
    """Return whether amounts below a dollar may be written in cents.

    Cents would be another unit for "$0.34" next to "$1.02", or in a problem with an answer in dollars.
    """
    dear = any(n.role == "money" and n.value >= 1 for n in reading.quantities)
    return not dear and not reading.problem.unit.startswith("dollar")


def word_edits(
    numbers: Iterable[NumberMention], compounds: bool = False, small_change: bool = True
) -> list[Edit]:
    """Return the edits that write the quantities in digits among these numbers in words.

    Args:
        compounds: whether "a 36 mile hike" gets its hyphens, which spans of passages never need.
        small_change: whether "$0.25" is "twenty-five cents", and not "zero point two five dollars".
    """
    edits = []
    for number in numbers:
        if number.form != "digits" or not number.is_quantity or _is_half(number):
            continue
        if is_figure(number):
            edits.append(figure_in_words(number))
            continue
        words, before = in_words(number, small_change), number.text
        if compounds and words and (unit := attributive_unit(number)):
            before = f"{before} {unit}"
            words = f"{words} {unit}".replace(" ", "-")
        if words:
            edits.append(Edit(number.field, number.start, before, words))
    return edits


def in_words(number: NumberMention, small_change: bool = True) -> str:
    """Return a quantity in digits as words, or "" if no wording is safe.

    Args:
        small_change: see `word_edits`.
    """
    text = number.text
    if number.magnitude and number.value >= 1000:
        return ""  # "$300,000 thousand" has two magnitudes
    if number.role == "money" and text[0] in CURRENCIES:
        words = _money_words(number, small_change)
    elif number.role == "money" and "$" in text:
        magnitude = f" {number.magnitude}" if number.magnitude else ""
        country = DOLLARS[text.partition("$")[0]]
        words = f"{verbalize(number.value)}{magnitude} {country} dollars"
    else:
        words = verbalize(number.value)
        if number.magnitude:
            words += f" {number.magnitude}"
        if text.endswith(("%", "%+")):
            words += (
                "-percent" if hyphenated_word(number) else " percent"
            )  # "seventy-percent-owned"
        if text.endswith("+"):
            words += "+"
    if words and starts_sentence(number.field_text, number.start):
        words = words[0].upper() + words[1:]
    return words


def _money_words(number: NumberMention, small_change: bool) -> str:
    one, many, one_cent, cents = CURRENCIES[number.text[0]]
    following = _FOLLOWING.match(number.field_text, number.end)
    next_word = following[1].lower() if following else ""
    value = number.value
    if next_word in (one, many):  # the error "$6 dollars"
        return verbalize(value)
    attributive = _is_attributive(number, next_word)
    if number.magnitude:
        if attributive or number.hyphenated:  # "a one-point-five-million-dollar payment"
            return f"{verbalize(value)}-{number.magnitude}-{one}".replace(" ", "-")
        return f"{verbalize(value)} {number.magnitude} {many}"
    if number.hyphenated:
        return f"{verbalize(value)}-{one}"
    whole, hundredths = divmod(value * 100, 100)
    if hundredths.denominator != 1 or (
        not small_change and hundredths and not whole and not attributive
    ):
        return f"{verbalize(value)} {many}"
    if attributive:
        # "a ninety-dollar scooter", "a two-dollar-and-twenty-cent can"
        sums = [f"{verbalize(value // 1)}-{one}"] if whole or not hundredths else []
        sums += [f"{verbalize(hundredths)}-{one_cent}"] if hundredths else []
        return "-and-".join(sums).replace(" ", "-")
    parts = []
    if whole or not hundredths:
        parts.append(f"{verbalize(value // 1)} {one if whole == 1 else many}")
    if hundredths:
        parts.append(f"{verbalize(hundredths)} {one_cent if hundredths == 1 else cents}")
    return " and ".join(parts)


def _is_half(number: NumberMention) -> bool:
    """Return whether a number is half of a compound: "16-of-23", "7-foot-2"."""
    return bool(_COMPOUND.match(number.field_text, number.end))


def _is_attributive(number: NumberMention, next_word: str) -> bool:
    """Return whether an amount of money modifies a noun: "a $90 scooter", "the $1.5 million payment"."""
    start = number.start
    if next_word in _OF_CHANGE or next_word in ("bill", "bills"):
        return True
    determiner = _DETERMINER.search(number.field_text, max(0, start - 12), start)
    return bool(determiner and next_word and next_word not in _NOT_ATTRIBUTIVE)
