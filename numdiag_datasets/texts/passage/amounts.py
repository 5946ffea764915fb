"""The amounts of a passage, each with its kind and the words around it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.number_roles import MEASURE_WORDS
from numdiag_datasets.english.number_words import MAGNITUDES
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.passage.asked_operation import telling_words

#: A passage with more numbers is not a story and is not searched.
MOST_AMOUNTS = 150
# Maximum distance of the words around a number.
_REACH = 80
# Number of amounts on either side that are checked for the next one of a kind.
_NEIGHBOURS = 8
_IN_BRACKETS = re.compile(r" ?\([^()]{0,24}\)")
_BOUNDARY = re.compile(r"[,;)]|\b(?:and|while|but|versus|vs)\b")
_UNIT = re.compile(r"[ \xa0-](?:square )?([a-z]+)", re.IGNORECASE)
_LINE = re.compile(r"[ -]yards?[ -]lines?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Amount:
    """A quantity of a passage.

    Attributes:
        number: its mention.
        value: with its magnitude: 1,500,000 for "1.5 million".
        kind: "money", "percent", a unit in the singular ("yard", "year"), or "count".
        sentence: the index of its sentence in the passage.
        near: the `telling_words` about it, between the amounts of its kind.
        words: the `telling_words` of its whole sentence.
    """

    number: NumberMention
    value: Fraction
    kind: str
    sentence: int
    near: frozenset[str]
    words: frozenset[str]

    @property
    def position(self) -> tuple[str, int]:
        """(field, start)."""
        return self.number.field, self.number.start


def amounts_of(
    numbers: Sequence[NumberMention], sentences: Sequence[tuple[str, int, int]]
) -> tuple[Amount, ...]:
    """Return the quantities of a passage's paragraphs, none if there are too many.

    Args:
        numbers: the numbers of the passage, in reading order.
        sentences: (field, start, end), in reading order.
    """
    chosen = [
        (number, kind_of(number))
        for number in numbers
        if number.is_quantity
        and number.field.startswith("context")
        and not _LINE.match(number.field_text, number.end)
    ]
    if len(chosen) > MOST_AMOUNTS:
        return ()
    starts = [(field, start) for field, start, _ in sentences]
    found: list[Amount] = []
    words_of: dict[int, frozenset[str]] = {}
    for i, (number, kind) in enumerate(chosen):
        mention, text = number, number.field_text
        sentence = bisect_right(starts, (number.field, mention.start)) - 1
        _, first, last = sentences[sentence]
        if sentence not in words_of:
            words_of[sentence] = telling_words(text[first:last])
        near = telling_words(_around(chosen, i, first, last))
        magnitude = MAGNITUDES.get(mention.magnitude.lower(), 1)
        value = mention.value * magnitude
        found.append(Amount(number, value, kind, sentence, near, words_of[sentence]))
    return tuple(found)


def _around(chosen: Sequence[tuple[NumberMention, str]], i: int, first: int, last: int) -> str:
    """Return the words about an amount in its sentence, between the adjacent amounts of its kind.

    Between two amounts, the clause after the first belongs to the first, and the rest to the second: "12,000
    Muslims in 39 masjids, 7,000 Buddhists" -> "Muslims in 39 masjids".
    """
    number, kind = chosen[i]
    text, start, end = number.field_text, number.start, number.end
    low, high = max(first, start - _REACH), min(last, end + _REACH)
    for other, other_kind in chosen[max(0, i - _NEIGHBOURS) : i]:
        if other_kind == kind and other.field == number.field and other.end > low:
            boundary = _BOUNDARY.search(text, _end_of_share(text, other.end), start)
            low = boundary.end() if boundary else start
    for other, other_kind in chosen[i + 1 : i + 1 + _NEIGHBOURS]:
        if other_kind == kind and other.field == number.field and other.start < high:
            boundary = _BOUNDARY.search(text, _end_of_share(text, end), other.start)
            high = boundary.start() if boundary else other.start
            break
    return f"{text[low:start]} {text[end:high]}"


def _end_of_share(text: str, end: int) -> int:
    """Return the end of brackets that directly follow a number: "990 (55.0%) women"."""
    share = _IN_BRACKETS.match(text, end)
    return share.end() if share else end


def kind_of(number: NumberMention) -> str:
    """Return the kind of a quantity; amounts of one kind can be compared and added.

    Input -> output: "41-yard" -> "yard"; "36 miles" -> "mile"; "$5" -> "money"; "12 ships" -> "count".
    """
    if number.role in ("money", "percent"):
        return number.role
    unit = _UNIT.match(number.field_text, number.end)
    if unit and (number.hyphenated or unit[1].lower() in MEASURE_WORDS):
        return singular(unit[1].lower())
    return "count"
