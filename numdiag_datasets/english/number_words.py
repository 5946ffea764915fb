"""English number words: value -> words (num2words) and words -> value.

The two are inverse: ``parse_words(verbalize(n)) == n`` for every number that `verbalize` writes.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from numdiag_datasets.core.decimals import MOST_DIGITS, plain_decimal
from numdiag_datasets.core.errors import NumdiagError

UNITS = {
    word: value
    for value, word in enumerate("zero one two three four five six seven eight nine".split())
}
TEENS = {
    word: value
    for value, word in enumerate(
        "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(),
        start=10,
    )
}
TENS = {
    word: value
    for value, word in zip(
        range(20, 100, 10),
        "twenty thirty forty fifty sixty seventy eighty ninety".split(),
        strict=True,
    )
}
MAGNITUDES = {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "quadrillion": 10**15,
    "quintillion": 10**18,
    "sextillion": 10**21,
    "septillion": 10**24,
    "octillion": 10**27,
}
ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth "
    "thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth thousandth"
).split()
_DIGIT_NAMES = tuple(UNITS)
_SMALL = {**UNITS, **TEENS, **TENS}


@lru_cache(maxsize=65536, typed=True)
def verbalize(value: Fraction | int) -> str:
    """Return the English cardinal: 248 -> "two hundred and forty-eight", 3.5 -> "three point five".

    Commas do not separate thousands, so that the words can be part of a list.

    Args:
        value: a whole number or a fraction with a finite decimal, exact: ``Fraction("12.51")``.

    Returns:
        Words that `parse_words` reads as the same value.

    Raises:
        NumdiagError: the value has no finite decimal, or more than 30 digits (`MOST_DIGITS`) before or behind its
            point.
    """
    if abs(value) >= 10**MOST_DIGITS:
        raise NumdiagError(f"a number of more than {MOST_DIGITS} digits is not written in words")
    # Imported here: num2words loads all its languages, and most uses never verbalize.
    from num2words import num2words

    # num2words reads decimals through a float, so they are spelled out here.
    whole, _, decimals = plain_decimal(abs(Fraction(value))).partition(".")
    if len(decimals) > MOST_DIGITS:
        raise NumdiagError(f"more than {MOST_DIGITS} decimals are not written in words")
    words: list[str] = ["minus"] if value < 0 else []
    words.append(num2words(int(whole), lang="en").replace(",", ""))
    if decimals:
        words += ["point", *(_DIGIT_NAMES[int(digit)] for digit in decimals)]
    return " ".join(words)


def verbalize_otherwise(value: Fraction) -> str:
    """Return the cardinal in other words than `verbalize`, or in the same words if there are no others.

    Input -> output: 21 -> "twenty one", 105 -> "one hundred five", 1500 -> "fifteen hundred", 5/2 -> "two and a
    half", 7 -> "seven".

    Args:
        value: as for `verbalize`.

    Raises:
        NumdiagError: as `verbalize`.
    """
    if value.denominator == 2 and value > 2:
        return f"{verbalize_otherwise(Fraction(value // 1))} and a half"
    hundreds = value / 100
    if 10 < hundreds < 100 and hundreds.denominator == 1 and hundreds % 10:
        return f"{verbalize_otherwise(hundreds)} hundred"
    return verbalize(value).replace("-", " ").replace(" and ", " ")


def parse_words(text: str) -> Fraction:
    """Read an English cardinal: "Two hundred and forty-eight" -> 248.

    Accepts capitals, hyphens or spaces, commas after thousands, "a hundred", "point" ("one point five
    million") and "minus".

    Args:
        text: the words, and nothing else.

    Returns:
        The value, exact.

    Raises:
        NumdiagError: a word is not a number word, or the words do not make a single number.
    """
    words = text.lower().replace("-", " ").replace(",", " ").split()
    negative = bool(words) and words[0] == "minus"
    if negative:
        del words[0]
    whole_words, _, fraction_words = " ".join(words).partition(" point ")
    value = Fraction(_parse_integer(whole_words.split(), text))
    if fraction_words:
        digits = fraction_words.split()
        scale = MAGNITUDES.get(digits[-1], 1)
        if scale > 1:
            del digits[-1]
        if not 0 < len(digits) <= MOST_DIGITS or not all(word in UNITS for word in digits):
            raise NumdiagError(f"not a number in words: {text!r:.80}")
        value += Fraction(int("".join(str(UNITS[word]) for word in digits)), 10 ** len(digits))
        value *= scale
    return -value if negative else value


def _parse_integer(words: list[str], text: str) -> int:
    total = hundreds = 0
    part: int | None = None  # the value since the last hundred or magnitude
    last_magnitude = 10**MOST_DIGITS
    for word in words:
        if word == "and" and (total or hundreds):
            continue
        if word in ("a", "an") and part is None and not hundreds:
            part = 1
        elif word in _SMALL:
            value = _SMALL[word]
            if part is None:
                part = value
            elif part >= 20 and part % 10 == 0 and 0 < value < 10:
                part += value
            else:
                raise NumdiagError(f"more than one number in {text!r:.80}")
        elif word == "hundred" and part and not hundreds:
            hundreds, part = part * 100, None
        elif (
            word in MAGNITUDES
            and (part is not None or hundreds)
            and MAGNITUDES[word] < last_magnitude
        ):
            last_magnitude = MAGNITUDES[word]
            total += (hundreds + (part or 0)) * last_magnitude
            hundreds, part = 0, None
        else:
            raise NumdiagError(f"not a number in words: {text!r:.80}")
    if part is None and not hundreds and last_magnitude == 10**MOST_DIGITS:
        raise NumdiagError(f"not a number in words: {text!r:.80}")
    return total + hundreds + (part or 0)
