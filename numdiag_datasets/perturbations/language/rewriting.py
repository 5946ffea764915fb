"""Language: digits become English words, in two wordings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from numdiag_datasets.core.problem import Edit, Problem
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.nouns import classes_of, singular
from numdiag_datasets.english.number_words import verbalize, verbalize_otherwise
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

TO_WORDS, OTHER_WORDS, BOTH = "to_words", "other_words", "words_and_digits"
_Writer = Callable[[Fraction], str]
_DOZENS = {Fraction(12): "a dozen", Fraction(24): "two dozen"}
# "24 hours" are a day, and nobody is "a dozen years old".
_NO_DOZENS = word_list("units of duration") | {"time"}
# "the other 12 boys", "the first 12 pages", "four 12 packs"
_BEFORE_COUNT = re.compile(
    r"\b(?:an?|the|his|her|their|its|my|our|your|this|that|these|those|all|each|every|another|other|both|first"
    r"|last|next|same|only|remaining|\d+|\w+['’]s)\s$",
    re.IGNORECASE,
)
_DETERMINER = re.compile(
    r"\b(?:an?|the|his|her|their|its|my|our|your|this|that|every|another)\s$", re.IGNORECASE
)
_COMPOUND = re.compile(r"[-‐‑](?:of|for|foot)[-‐‑]\d")
_FOLLOWING = re.compile(r"\s?([^\W\d_]+)")
# Words that may follow an amount of money without being a noun that the amount modifies.
_NOT_ATTRIBUTIVE = word_list("after a sum of money")
# Nouns that an amount modifies even without a determiner: "due to $742,000 decrease in fees".
_OF_CHANGE = word_list("nouns of change")


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and $8." -> "Sam has twelve pens and eight dollars."

    DNC paper, Appendix A. Every quantity in digits is written in words; equation and answer stay. Words do not
    become digits, as in some of the authors' own test rows, since that makes a number easier to find. In
    passages and tables attributive numbers ("a 41-yard pass" -> "a forty-one-yard pass") and figures are
    rewritten too; an answer that quotes the text follows the text.
    """
    made = reworded(reading, rng, split, edits_of(reading), TO_WORDS)
    return made or reject(reading.problem, Reason.NO_DIGITS)


def perturb_second(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "12 pens, $1,500 and 21 caps" -> "a dozen pens, fifteen hundred dollars and twenty one caps".

    Like the first form, where a number of the text has another wording than there. An attributive number keeps
    its hyphens.
    """
    first = edits_of(reading)
    if not first:
        return reject(reading.problem, Reason.NO_DIGITS)
    made = reworded(reading, rng, split, edits_of(reading, otherwise=True), OTHER_WORDS)
    if made is None or set(made.edits) <= set(first):
        return reject(reading.problem, Reason.NO_OTHER_WORDING)
    return made


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


def edits_of(reading: Reading, *, otherwise: bool = False) -> list[Edit]:
    """Return the edits that write the quantities of a text in words.

    Args:
        otherwise: whether in those of the second form.
    """
    # Of a story: "a 36 mile hike" gets its hyphens, which spans of passages never need.
    is_story = reading.problem.kind.is_story
    small_change = not is_story or _has_small_change(reading)
    return word_edits(reading.numbers, is_story, small_change, otherwise=otherwise)


def word_edits(
    numbers: Iterable[NumberMention],
    compounds: bool = False,
    small_change: bool = True,
    *,
    otherwise: bool = False,
) -> list[Edit]:
    """Return the edits that write the quantities in digits among these numbers in words.

    Args:
        compounds: whether "a 36 mile hike" gets its hyphens, which spans of passages never need.
        small_change: whether "$0.25" is "twenty-five cents", and not "zero point two five dollars".
        otherwise: whether numbers are written as in the second form, where they can be.
    """
    write = verbalize_otherwise if otherwise else verbalize
    edits = []
    for number in numbers:
        if number.form != "digits" or not number.is_quantity or _is_half(number):
            continue
        if is_figure(number):
            edits.append(figure_in_words(number, write=write))
            continue
        unit, before = attributive_unit(number) if compounds else "", number.text
        words = in_words(number, small_change, verbalize if unit else write)
        if number.hyphenated:
            words = words.replace(" ", "-")  # "a four-point-five-inch heel"
        if words and unit:
            before = f"{before} {unit}"
            words = f"{words} {unit}".replace(" ", "-")
        if words:
            edits.append(Edit(number.field, number.start, before, words))
    return edits


def in_words(number: NumberMention, small_change: bool = True, write: _Writer = verbalize) -> str:
    """Return a quantity in digits as words, or "" if no wording is safe.

    Args:
        small_change: see `word_edits`.
        write: writes a value; attributive numbers and those with a magnitude are written as in the first form.
    """
    text = number.text.removeprefix("\\")  # the dollar sign of TeX
    if number.magnitude or number.hyphenated or hyphenated_word(number):
        write = verbalize
    if number.magnitude and number.value >= 1000:
        return ""  # "$300,000 thousand" has two magnitudes
    if number.role == "money" and text[0] in CURRENCIES:
        words = _money_words(number, small_change, write)
    elif number.role == "money" and "$" in text:
        magnitude = f" {number.magnitude}" if number.magnitude else ""
        country = DOLLARS[text.partition("$")[0]]
        words = f"{write(number.value)}{magnitude} {country} dollars"
    elif write is not verbalize and number.value in _DOZENS and _counts_things(number):
        words = _DOZENS[number.value]
    else:
        words = write(number.value)
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


def _counts_things(number: NumberMention) -> bool:
    """Return whether a number may be "a dozen": directly before a plural noun, and after no determiner."""
    text, start = number.field_text, number.start
    noun = _FOLLOWING.match(text, number.end)
    return (
        number.role == "quantity"
        and noun is not None
        and singular(noun[1]) not in {noun[1].lower(), *_NO_DOZENS}
        and bool(classes_of(noun[1]))
        and not _BEFORE_COUNT.search(text, max(0, start - 24), start)
    )


def _money_words(number: NumberMention, small_change: bool, write: _Writer) -> str:
    one, many, one_cent, cents = CURRENCIES[number.text.removeprefix("\\")[0]]
    following = _FOLLOWING.match(number.field_text, number.end)
    next_word = following[1].lower() if following else ""
    value = number.value
    if next_word in (one, many):  # the error "$6 dollars"
        return write(value)
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
        return f"{write(value)} {many}"
    if attributive:
        # "a ninety-dollar scooter", "a two-dollar-and-twenty-cent can"
        sums = [f"{verbalize(value // 1)}-{one}"] if whole or not hundredths else []
        sums += [f"{verbalize(hundredths)}-{one_cent}"] if hundredths else []
        return "-and-".join(sums).replace(" ", "-")
    parts = []
    if whole or not hundredths:
        # No "fifteen hundred dollars and twenty-five cents".
        spell = verbalize if hundredths and value > 1000 else write
        parts.append(f"{spell(Fraction(value // 1))} {one if whole == 1 else many}")
    if hundredths:
        parts.append(f"{write(hundredths)} {one_cent if hundredths == 1 else cents}")
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
