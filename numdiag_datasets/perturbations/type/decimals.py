"""Type: integers get the form of floating-point numbers."""

from __future__ import annotations

from collections.abc import Iterator

from numdiag_datasets.core.problem import (
    Edit,
    Problem,
)
from numdiag_datasets.core.rng import Draws
from numdiag_datasets.english.number_words import plain_decimal
from numdiag_datasets.english.phrases import (
    hyphenated_word,
    is_definite_count,
    no_operand,
)
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.perturbations.rewording.reworded import reworded
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

FROM_DIGITS, FROM_WORDS, TWO_ZEROS = "from_digits", "from_words", "two_zeros"
_DIGITS, _WORDS = frozenset({"digits"}), frozenset({"words"})
#: What the column ``rule`` may name.
RULES = {
    FROM_DIGITS: '"12" becomes "12.0"',
    FROM_WORDS: '"twelve" becomes "12.0", where no number is in digits',
}
SECOND_RULES = {TWO_ZEROS: '"12" and "twelve" become "12.00"'}


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens." -> "Sam has 12.0 pens."

    DNC paper, Appendix A. Quantities written as integers in digits, also attributive ones ("41-yard" ->
    "41.0-yard") and the figures of a table; in a word problem that has none, those in words ("eight pens" ->
    "8.0 pens"), as the authors' own test rows have it. The equation and the answer stay; one that quotes
    the text is written as the text is then.
    """
    if edits := list(_float_edits(reading, _DIGITS, ".0")):
        made = reworded(reading, draws, split, edits, FROM_DIGITS)
    else:
        words = list(_float_edits(reading, _WORDS, ".0")) if reading.is_word_problem else []
        made = reworded(reading, draws, split, words, FROM_WORDS)
    return made or reject(reading.problem, "no_integer")


def perturb_second(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and two caps." -> "Sam has 12.00 pens and 2.00 caps."

    In passages and tables what is in words stays.
    """
    forms = _DIGITS | _WORDS if reading.is_word_problem else _DIGITS
    edits = list(_float_edits(reading, forms, ".00"))
    made = reworded(reading, draws, split, edits, TWO_ZEROS)
    return made or reject(reading.problem, "no_integer")


def _float_edits(reading: Reading, forms: frozenset[str], decimals: str) -> Iterator[Edit]:
    """The edits that write the integers of these forms with decimals."""
    for number in reading.numbers:
        mention = number.mention
        # "41.0-yard" reads well; "3.0-for-4" does not.
        fits = mention.perturbable or (
            mention.hyphenated and (reading.is_word_problem or hyphenated_word(number))
        )
        if (
            fits
            and mention.is_quantity
            and mention.form in forms
            and mention.value.denominator == 1
            and "." not in mention.numeral
            and not (mention.form == "words" and is_definite_count(number, no_operand))
        ):
            numeral = mention.numeral if mention.form == "digits" else plain_decimal(mention.value)
            yield Edit(number.field, mention.numeral_start, mention.numeral, f"{numeral}{decimals}")
