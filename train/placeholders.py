"""Placeholders for numbers: ``12 pens`` becomes ``[NUM1] pens``, and predictions get the numbers back.

They are used in the comparison of tokens and placeholders by Xu et al. (EMNLP 2022, table 6), and in the
input of Graph2Tree. The model sees the position and index of a number, but not its digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import Equation
from numdiag_datasets.english.numbers import NumberMention, find_numbers

_PLACEHOLDER = re.compile(r"\[NUM([1-9][0-9]*)\]")


def placeholder(number: int) -> str:
    """Return the placeholder of a mention by its number, from 1: ``[NUM1]``."""
    return f"[NUM{number}]"


@dataclass(frozen=True, slots=True)
class Masked:
    """Texts with a placeholder for every quantity, numbered in reading order.

    Attributes:
        texts: the masked texts. A sign, currency or unit around a numeral stays: ``$[NUM1]``.
        literals: the number of each placeholder, as equations write it: ``1410``, ``17.30``.
    """

    texts: tuple[str, ...]
    literals: tuple[str, ...]

    def mask_operands(self, equation: Equation) -> list[str]:
        """Return the operands of an equation: placeholders for those in a text; constants stay.

        An operand is the first mention with the same literal, or else the first with the same value.
        """
        values = [Fraction(literal) for literal in self.literals]
        names = list(equation.literals)
        for i, value in enumerate(equation.operands):
            if names[i] in self.literals:
                names[i] = placeholder(self.literals.index(names[i]) + 1)
            elif value in values:
                names[i] = placeholder(values.index(value) + 1)
        return names

    def mask_equation(self, equation: Equation) -> str:
        """Return the equation with its operands masked: ``(12 - 3) * 7`` -> ``([NUM1] - [NUM2]) * 7``."""
        return equation.rewrite(dict(enumerate(self.mask_operands(equation))))

    def unmask(self, text: str) -> str:
        """Put the numbers back; an unknown placeholder stays as it is."""

        def literal(match: re.Match[str]) -> str:
            number = int(match[1])
            return self.literals[number - 1] if number <= len(self.literals) else match[0]

        return _PLACEHOLDER.sub(literal, text)


def mask_numbers(texts: Iterable[str]) -> Masked:
    """Mask every quantity of some texts, digits and words ("two hundred and forty-eight" is one).

    Years, dates, ordinals, labels and names are not quantities and stay.

    Args:
        texts: in reading order.
    """
    masked: list[str] = []
    literals: list[str] = []
    for text in texts:
        pieces: list[str] = []
        position = 0
        for mention in find_numbers(text):
            if not mention.is_quantity:
                continue
            literals.append(_literal(mention))
            start, end = _numeral_span(mention)
            pieces += (text[position:start], placeholder(len(literals)))
            position = end
        masked.append("".join(pieces) + text[position:])
    return Masked(tuple(masked), tuple(literals))


def _numeral_span(mention: NumberMention) -> tuple[int, int]:
    if mention.form == "words":
        return mention.start, mention.end
    return mention.numeral_start, mention.numeral_end


def _literal(mention: NumberMention) -> str:
    """Return the value in the usual form of equations: whole numbers plain, decimals as in the text."""
    numeral = mention.numeral.replace(",", "")
    is_plain = mention.form == "words" or mention.value.denominator == 1 or numeral[:1] == "."
    return plain_decimal(mention.value) if is_plain else numeral
