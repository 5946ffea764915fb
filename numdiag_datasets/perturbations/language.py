"""Language: digits become English words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from numdiag_datasets.draws import Draws
from numdiag_datasets.english.number_words import verbalize
from numdiag_datasets.english.sentences import starts_sentence
from numdiag_datasets.perturbations.base import reject
from numdiag_datasets.perturbations.gold_spans import moved_answers
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.grounding import Located
from numdiag_datasets.problems.problem import Edit, Problem, apply_edits
from numdiag_datasets.problems.reading import Reading

_CURRENCIES = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "€": ("euro", "euros", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
}
# "S$": dollars of a country, which their name needs.
_DOLLARS = {
    "US": "US",
    "S": "Singapore",
    "A": "Australian",
    "AU": "Australian",
    "C": "Canadian",
    "CA": "Canadian",
    "HK": "Hong Kong",
    "NZ": "New Zealand",
    "NT": "New Taiwan",
}
_DETERMINER = re.compile(
    r"\b(?:an?|the|his|her|their|its|my|our|your|this|that|every|another)\s$", re.IGNORECASE
)
_FOLLOWING = re.compile(r"\s?([^\W\d_]+)")
# What may follow a sum of money without being a noun that the sum describes.
_NOT_ATTRIBUTIVE = frozenset(
    "a after all and as at before but by each every for from he he'd if in into is it left more of on "
    "or out over per she that the their then they to together total until was when which while who "
    "with worth".split()
)


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and $8." -> "Sam has twelve pens and eight dollars."

    DNC paper, Appendix A. Every quantity in digits outside tables is written in words, also an
    attributive one ("41-yard" -> "forty-one-yard"); the answer stays.
    """
    edits = word_edits(n for n in reading.numbers if not n.field.startswith("table"))
    if not edits:
        return reject(reading.problem, "no_digit_quantity")
    return apply_edits(reading.problem, edits, answers=moved_answers(reading.problem, edits))


def word_edits(numbers: Iterable[Located]) -> list[Edit]:
    """The edits that write the quantities in digits among these numbers in words."""
    return [
        Edit(number.field, number.mention.start, number.mention.text, words)
        for number in numbers
        if number.mention.form == "digits" and number.mention.is_quantity
        for words in [in_words(number)]
        if words
    ]


def in_words(number: Located) -> str:
    """A quantity in digits as it would be written out, "" where no wording is safe."""
    mention = number.mention
    text = mention.text
    if mention.magnitude and mention.value >= 1000:
        return ""  # "$300,000 thousand" has two magnitudes
    if mention.role == "money" and text[0] in _CURRENCIES:
        words = _money_words(number)
    elif mention.role == "money" and "$" in text:
        magnitude = f" {mention.magnitude}" if mention.magnitude else ""
        country = _DOLLARS[text.partition("$")[0]]
        words = f"{verbalize(mention.value)}{magnitude} {country} dollars"
    else:
        words = verbalize(mention.value)
        if mention.magnitude:
            words += f" {mention.magnitude}"
        if text.endswith(("%", "%+")):
            words += " percent"
        if text.endswith("+"):
            words += "+"
    if words and starts_sentence(number.text, mention.start):
        words = words[0].upper() + words[1:]
    return words


def _money_words(number: Located) -> str:
    mention = number.mention
    one, many, one_cent, cents = _CURRENCIES[mention.text[0]]
    following = _FOLLOWING.match(number.text, mention.end)
    next_word = following[1].lower() if following else ""
    value = mention.value
    if next_word in (one, many):  # the slip "$6 dollars"
        return verbalize(value)
    if mention.magnitude:
        return f"{verbalize(value)} {mention.magnitude} {many}"
    if mention.hyphenated:
        return f"{verbalize(value)}-{one}"
    whole, hundredths = divmod(value * 100, 100)
    if hundredths.denominator != 1:
        return f"{verbalize(value)} {many}"
    attributive = (
        next_word
        and next_word not in _NOT_ATTRIBUTIVE
        and _DETERMINER.search(number.text, max(0, mention.start - 12), mention.start)
    )
    if attributive and not hundredths:
        return f"{verbalize(value)}-{one}".replace(" ", "-")  # "a ninety-dollar scooter"
    parts = []
    if whole or not hundredths:
        parts.append(f"{verbalize(value // 1)} {one if whole == 1 else many}")
    if hundredths:
        parts.append(f"{verbalize(hundredths)} {one_cent if hundredths == 1 else cents}")
    return " and ".join(parts)
