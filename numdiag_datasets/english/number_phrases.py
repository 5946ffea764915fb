"""Amounts in words, including those that are not numerals: a dozen, half, three and a half."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from numdiag_datasets.english.numbers import find_numbers

_SHARES = {
    "half": Fraction(1, 2),
    "quarter": Fraction(1, 4),
    "third": Fraction(1, 3),
    "three quarters": Fraction(3, 4),
}
# In ASCII, since case folding also maps "thırd" to one of `_SHARES`.
_AND_A_SHARE = re.compile(
    r" and (?:a |one )?((?a:half|quarter|third|three quarters))\b", re.IGNORECASE
)
_DOZENS = re.compile(r"(?:\b(?:a|one) )?\bdozen\b", re.IGNORECASE)
_OF_DOZENS = re.compile(r"[ -]dozen\b", re.IGNORECASE)
_HALF = re.compile(r"\b(?:a |one )?half\b(?! (?:of|the|as|an?|past)\b)", re.IGNORECASE)
_MINUS = re.compile(r"\b(?:minus|negative) $", re.IGNORECASE)


def amounts_in_words(text: str, start: int, end: int) -> Iterator[tuple[int, int, Fraction]]:
    """Yield the amounts written in words in a part of a text, in order, except "one".

    Yields:
        Start, end and value of an amount.
    """
    part = text[start:end]
    found = []
    for mention in find_numbers(part):
        value, stop = mention.value, mention.end
        share = _AND_A_SHARE.match(part, stop)
        if mention.form != "words" or not (share or mention.is_quantity):
            continue
        if share:
            value, stop = value + _SHARES[share[1].lower()], share.end()
        elif dozens := _OF_DOZENS.match(part, stop):
            value, stop = value * 12, dozens.end()
        elif mention.text.lower() == "one":
            continue
        if _MINUS.search(part, 0, mention.start):
            value = -value
        found.append((mention.start, stop, value))
    for pattern, value in ((_DOZENS, Fraction(12)), (_HALF, Fraction(1, 2))):
        found += [
            (*match.span(), value)
            for match in pattern.finditer(part)
            if not any(a < match.end() and match.start() < b for a, b, _ in found)
        ]
    for first, last, value in sorted(found):
        yield start + first, start + last, value
