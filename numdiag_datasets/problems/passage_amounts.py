"""The amounts that a passage shows, each with its kind and the words around it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.number_roles import MEASURE_WORDS
from numdiag_datasets.english.number_words import MAGNITUDES
from numdiag_datasets.problems.asked_operation import telling_words
from numdiag_datasets.problems.grounding import Located

#: A passage with more numbers is no story, and is not searched.
MOST_AMOUNTS = 150
# How far the words around a number reach.
_REACH = 80
_UNIT = re.compile(r"[ \xa0-](?:square )?([a-z]+)", re.IGNORECASE)
_LINE = re.compile(r"[ -]yards?[ -]lines?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Amount:
    """A quantity of a passage.

    Attributes:
        number: where it stands.
        value: with its magnitude: 1,500,000 for "1.5 million".
        kind: "money", "percent", a unit in the singular ("yard", "year"), or "count".
        sentence: which sentence of the passage it stands in.
        near: the telling words between the amounts of its kind before and behind it, in its sentence.
        words: those of its whole sentence.
    """

    number: Located
    value: Fraction
    kind: str
    sentence: int
    near: frozenset[str]
    words: frozenset[str]

    @property
    def position(self) -> tuple[str, int]:
        """(field, start)."""
        return self.number.field, self.number.mention.start


def amounts_of(
    numbers: Sequence[Located], sentences: Sequence[tuple[str, int, int]]
) -> tuple[Amount, ...]:
    """Return the quantities of a passage's paragraphs, none if it shows too many.

    Args:
        numbers: of the passage, in reading order.
        sentences: (field, start, end), in reading order.
    """
    chosen = [
        (number, kind_of(number))
        for number in numbers
        if number.mention.is_quantity
        and number.field.startswith("context")
        and not _LINE.match(number.text, number.mention.end)
    ]
    if len(chosen) > MOST_AMOUNTS:
        return ()
    starts = [(field, start) for field, start, _ in sentences]
    found: list[Amount] = []
    words_of: dict[int, frozenset[str]] = {}
    for i, (number, kind) in enumerate(chosen):
        mention, text = number.mention, number.text
        sentence = bisect_right(starts, (number.field, mention.start)) - 1
        _, first, last = sentences[sentence]
        if sentence not in words_of:
            words_of[sentence] = telling_words(text[first:last])
        low, high = max(first, mention.start - _REACH), min(last, mention.end + _REACH)
        # The nearest amounts of its kind; further ones than these stand further off.
        for other, other_kind in chosen[max(0, i - 8) : i]:
            if other_kind == kind and other.field == number.field:
                low = max(low, other.mention.end)
        for other, other_kind in chosen[i + 1 : i + 9]:
            if other_kind == kind and other.field == number.field:
                high = min(high, other.mention.start)
        near = telling_words(f"{text[low : mention.start]} {text[mention.end : high]}")
        magnitude = MAGNITUDES.get(mention.magnitude.lower(), 1)
        value = mention.value * magnitude
        found.append(Amount(number, value, kind, sentence, near, words_of[sentence]))
    return tuple(found)


def kind_of(number: Located) -> str:
    """What kind of amount a quantity is: amounts of one kind can be compared and added.

    Input -> output: "41-yard" -> "yard"; "36 miles" -> "mile"; "$5" -> "money"; "12 ships" -> "count".
    """
    mention = number.mention
    if mention.role in ("money", "percent"):
        return mention.role
    unit = _UNIT.match(number.text, mention.end)
    if unit and (mention.hyphenated or unit[1].lower() in MEASURE_WORDS):
        return singular(unit[1].lower())
    return "count"
