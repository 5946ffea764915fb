"""Amounts in words, including those that are not numerals: a dozen, half, three and a half."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from operator import itemgetter

from numdiag_datasets.english.number_words import MAGNITUDES, UNITS
from numdiag_datasets.english.numbers import find_numbers

_Amount = tuple[int, int, Fraction | None]  # start, end, value
# In ASCII, since case folding also maps "thırd" to "third".
_PARTS = {
    name: value
    for value, names in enumerate(
        "half third quarter|fourth fifth sixth seventh eighth ninth tenth".split(), start=2
    )
    for name in names.split("|")
}
_COUNTS = {"a": 1} | {word: value for word, value in UNITS.items() if value}
_SHARE = re.compile(
    rf"\b(?P<count>(?a:{'|'.join(_COUNTS)}))(?P<joint>[- ])(?P<part>(?a:{'|'.join(_PARTS)}))(?P<many>s?)\b(?!-)",
    re.IGNORECASE,
)
# Behind one part, which would else be a rank or a coin: "a quarter of a mile", "one third is left".
_A, _ONE = re.compile(r" of\b"), re.compile(r" (?:of|is|was)\b|\s*(?:[.,;:)]|$)")
_AND_A_SHARE = re.compile(
    rf"(?: [a-z]+(?= and an? half))? and (?:(?P<count>(?a:{'|'.join(_COUNTS)}))[- ])?(?P<part>(?a:{'|'.join(_PARTS)}))s?\b(?!-)",
    re.IGNORECASE,
)
_WITHOUT_NUMERAL = tuple(
    (re.compile(pattern, re.IGNORECASE), Fraction(value))
    for pattern, value in (
        (r"\b(?:an?|one) [a-z]+ and a half\b", "3/2"),
        (r"\b(?:a )?half[ -](?:a )?dozen\b", "6"),
        (r"(?:\b(?:a|one) )?\bdozen\b", "12"),
        (r"\b(?:a |one )?half\b(?! (?:of|the|as|an?|past)\b)", "1/2"),
    )
)
_OF_DOZENS = re.compile(r"[ -]dozen\b", re.IGNORECASE)
_MINUS = re.compile(r"\b(?:minus|negative) $", re.IGNORECASE)
_MAGNITUDE = re.compile(rf"(?:{'|'.join(MAGNITUDES)})\Z", re.IGNORECASE)


def amounts_in_words(text: str, start: int, end: int) -> Iterator[_Amount]:
    """Yield the amounts written in words in a part of a text, in order, except "one".

    Yields:
        Start, end and value of an amount; None for one without a single value: "two fifty", "three quarters" (perhaps
        coins), "a million and a half".
    """
    part = text[start:end]
    found: list[_Amount] = []
    taken = bytearray(len(part))
    for first, last, value in (*_shares(part), *_cardinals(part), *_without_numeral(part)):
        if not any(taken[first:last]):
            taken[first:last] = b"x" * (last - first)
            found.append((first, last, value))
    for first, last, value in sorted(found, key=itemgetter(0)):
        yield start + first, start + last, value


def _shares(part: str) -> Iterator[_Amount]:
    for match in _SHARE.finditer(part):
        if _is_share(part, match):
            is_coin = match["part"].lower() == "quarter" and match["joint"] == " "
            is_known = not is_coin or part.startswith(" of ", match.end())
            yield *match.span(), _value(match) if is_known else None


def _cardinals(part: str) -> Iterator[_Amount]:
    before = 0, 0, ""
    for mention in find_numbers(part):
        (start, end, kind), role = before, mention.role if mention.form == "words" else "digits"
        before = mention.start, mention.end, role
        is_next = part[end : mention.start] == " "
        value, stop = mention.value, mention.end
        share = _AND_A_SHARE.match(part, stop)
        is_signed = _MINUS.search(part, max(0, mention.start - 10), mention.start)
        if role == "digits":
            continue
        if is_next and kind == role == "label":
            yield start, stop, None
        elif share and _MAGNITUDE.search(mention.text):
            yield mention.start, share.end(), None
        elif share or mention.is_quantity or is_signed:
            if share:
                value, stop = value + _value(share), share.end()
            elif mention.text.lower() == "one" or (is_next and mention.hyphenated):
                continue  # "twenty five-dollar bills"
            if dozens := _OF_DOZENS.match(part, stop):
                value, stop = value * 12, dozens.end()
            yield mention.start, stop, -value if is_signed else value


def _without_numeral(part: str) -> Iterator[_Amount]:
    for pattern, value in _WITHOUT_NUMERAL:
        for match in pattern.finditer(part):
            yield *match.span(), value


def _value(share: re.Match[str]) -> Fraction:
    """Return the value of a share: "a half", "three quarters"."""
    return Fraction(_COUNTS[(share["count"] or "a").lower()], _PARTS[share["part"].lower()])


def _is_share(text: str, match: re.Match[str]) -> bool:
    """Return whether words are a share by themselves: no "two third graders", no "two and three quarters"."""
    count = match["count"].lower()
    if (_COUNTS[count] > 1) != bool(match["many"]) or text.endswith(" and ", 0, match.start()):
        return False
    return (
        count not in ("a", "one")
        or match["joint"] == "-"
        or bool((_A if count == "a" else _ONE).match(text, match.end()))
    )
