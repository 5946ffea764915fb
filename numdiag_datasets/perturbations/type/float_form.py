"""Type: integers in the form of floating-point numbers."""

from __future__ import annotations

from collections.abc import Iterator

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.problem import Edit, Problem
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.phrases import hyphenated_word, is_definite_count, no_operand
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.perturbations.rewording.reworded import reworded
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

FROM_DIGITS, FROM_WORDS, TWO_ZEROS = "from_digits", "from_words", "two_zeros"
_DIGITS, _WORDS = frozenset({"digits"}), frozenset({"words"})


def perturb_story(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens." -> "Sam has 12.0 pens."

    DNC paper, Appendix A. All quantities written as integers in digits get decimals. If there are none, those
    in words do ("eight pens" -> "8.0 pens"), like the authors' own test rows. Equation and answer stay.
    """
    if edits := list(_float_edits(reading, _DIGITS, ".0")):
        made = reworded(reading, rng, split, edits, FROM_DIGITS)
    else:
        words = list(_float_edits(reading, _WORDS, ".0"))
        made = reworded(reading, rng, split, words, FROM_WORDS)
    return made or reject(reading.problem, Reason.NO_INTEGER)


def perturb_context(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "a 41-yard pass" -> "a 41.0-yard pass".

    Like `perturb_story`, for passages and tables: attributive numbers and the figures of a table too, in
    digits only. An answer that quotes the text follows the text.
    """
    edits = list(_float_edits(reading, _DIGITS, ".0"))
    made = reworded(reading, rng, split, edits, FROM_DIGITS)
    return made or reject(reading.problem, Reason.NO_INTEGER)


def perturb_story_second(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and two caps." -> "Sam has 12.00 pens and 2.00 caps." """
    edits = list(_float_edits(reading, _DIGITS | _WORDS, ".00"))
    made = reworded(reading, rng, split, edits, TWO_ZEROS)
    return made or reject(reading.problem, Reason.NO_INTEGER)


def perturb_context_second(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "a 41-yard pass" -> "a 41.00-yard pass"; numbers in words stay."""
    edits = list(_float_edits(reading, _DIGITS, ".00"))
    made = reworded(reading, rng, split, edits, TWO_ZEROS)
    return made or reject(reading.problem, Reason.NO_INTEGER)


def _float_edits(reading: Reading, forms: frozenset[str], decimals: str) -> Iterator[Edit]:
    """Yield the edits that write the integers of these forms with decimals."""
    for number in reading.numbers:
        # "41.0-yard" reads well; "3.0-for-4" does not.
        fits = number.perturbable or (
            number.hyphenated and (reading.problem.kind.is_story or hyphenated_word(number))
        )
        if (
            fits
            and number.is_quantity
            and number.form in forms
            and number.value.denominator == 1
            and "." not in number.numeral
            and not (number.form == "words" and is_definite_count(number, no_operand))
        ):
            numeral = number.numeral if number.form == "digits" else plain_decimal(number.value)
            yield Edit(number.field, number.numeral_start, number.numeral, f"{numeral}{decimals}")
