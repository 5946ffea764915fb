"""Answers and equations as users write them: ``$1,400``, ``so it is 14. #### 14``, ``X = 12 + 2``."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import (
    MAX_DIGITS,
    EquationError,
    parse_equation,
)
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.rationale_layout import FINAL
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.number_words import MAGNITUDES
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.numerals import NUMERAL, OTHERWISE_GROUPED, SPACED, without_groups
from numdiag_datasets.own_data.columns import UnusableError
from numdiag_datasets.own_data.unknowns import arithmetic_of, unknown_of

_WORDS = r"[^\W\d_]{1,20}(?:\s[^\W\d_]{1,20}){0,3}"
_AMOUNT = re.compile(
    rf"(?P<before>[$€£]?\s*)(?P<minus>-?)(?P<sign>[$€£]?)(?P<digits>{SPACED}|{OTHERWISE_GROUPED}|{NUMERAL}|\.\d+)"
    rf"(?P<behind>\s*%?|\s{_WORDS}|\s?\({_WORDS}\))\.?"
)
# Decimals of a float that are exact whatever it was computed from.
_EXACT_DECIMALS = 12
# "2 dozen", "5 million", "3 and a half" have another value than their digits.
_MORE_THAN_DIGITS = (
    frozenset("and or to hundred half dozen dozens score pairs".split()) | MAGNITUDES.keys()
)


def only_one(value: Any) -> Any:
    """Return the element of a list of one, and any other value unchanged."""
    return value[0] if isinstance(value, list | tuple) and len(value) == 1 else value


def number(value: Any) -> str:
    """Return the number in an answer as a plain decimal; "" if there is none, or more than one."""
    if isinstance(value, bool) or not isinstance(value, str | int | float | Decimal):
        return ""
    text = _final(value) if isinstance(value, str) else f"{Decimal(str(value)):f}"
    found = _amount(text)
    return plain_decimal(Decimal(found["minus"] + without_groups(found["digits"]))) if found else ""


def _amount(text: str) -> re.Match[str] | None:
    """Match a text that is one number, with its sign or its unit: "$1,400", "600 seats"."""
    found = _AMOUNT.fullmatch(text)
    if found is None or len(found["digits"]) > MAX_DIGITS:
        return None
    unit = found["behind"].lower().strip(" ()").split()
    return None if _MORE_THAN_DIGITS.intersection(unit) or find_numbers(found["behind"]) else found


def _final(text: str) -> str:
    """Return the text after the first answer mark of the last line, or the last line if a mark precedes it.

    Without a mark, return the text.
    """
    text = text.strip()
    before, _, line = text.rpartition("\n")
    if before.rstrip().endswith(FINAL):
        return line.strip()
    return line.partition(FINAL)[2].strip() if FINAL in line else text


def answer_like(written: Any, answer: str) -> str:
    """Return an answer in the notation of another: ``1013.2`` in that of ``$1,012`` is ``$1,013.20``."""
    found = _amount(written.strip()) if isinstance(written, str) else None
    if found is None or answer.startswith("-"):
        return answer
    whole, _, decimals = answer.partition(".")
    least = len(found["digits"].partition(".")[2])
    if decimals and (found["sign"] or found["before"].strip()):
        least = max(least, 2)  # "$13.20", as in the texts
    if decimals := decimals.ljust(least, "0"):
        decimals = f".{decimals}"
    answer = (f"{int(whole):,}" if "," in found["digits"] else whole) + decimals
    start, end = found.start("minus"), found.end("digits")
    return f"{found.string[:start]}{found['sign']}{answer}{found.string[end:]}"


def stated_equation(value: Any) -> tuple[str, str, str] | None:
    """Return the parts of an answer that is an equation: ``X = 12 + 3``, ``12 + 3 = 15``.

    Returns:
        The equation without the unknown (``12 + 3``), ``=`` with the spaces around it ("" without a result),
        and the answer (``15``). None if the value is something else, such as ``3/4`` or ``10-12``.
    """
    if not isinstance(value, str) or "=" not in value or FINAL in value:
        return None
    written, sign, result = value.removeprefix(unknown_of(value)).partition("=")
    equation = written.strip()
    try:
        parsed = parse_equation(equation)
        answer = number(result) if sign else plain_decimal(parsed.value())
    except NumdiagError:  # not arithmetic, or a result without a finite decimal form
        return None
    if not answer or not parsed.steps:
        return None
    spaces = written[len(written.rstrip()) :], result[: len(result) - len(result.lstrip())]
    return equation, sign and sign.join(spaces), answer


def sound_equation(written: Any, answer: str) -> str:
    """Return the canonical equation after checking that its value is the answer.

    Args:
        written: ``X=(7.0+3.0)``, ``7 × 3 = 21``.
        answer: a plain decimal, "" if it could not be read.

    Raises:
        UnusableError: the equation is missing, or its value differs from the answer.
    """
    if written is None or written == "":
        raise UnusableError(Reason.NO_EQUATION)
    if not answer:
        raise UnusableError(Reason.ANSWER_UNREADABLE)
    try:
        equation = parse_equation(arithmetic_of(str(written)))
        value = equation.value()
    except EquationError as error:
        raise UnusableError(Reason.EQUATION_UNREADABLE) from error
    # 3.33 for 10 / 3 is rounded, 0.16666666666666666 in an equation too; a whole number is exact.
    decimals = min(len(answer.partition(".")[2]), _EXACT_DECIMALS)
    tolerance = Fraction(1, 2 * 10**decimals) if decimals else Fraction(0)
    if abs(value - Fraction(answer)) > tolerance:
        raise UnusableError(Reason.EQUATION_DISAGREES)
    return equation.text
