"""Type: integers get the form of floating-point numbers."""

from __future__ import annotations

from collections.abc import Iterator

from numdiag_datasets.draws import Draws
from numdiag_datasets.english.number_words import plain_decimal
from numdiag_datasets.perturbations.base import reject
from numdiag_datasets.perturbations.gold_spans import moved_answers
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.phrases import is_definite_count, no_operand
from numdiag_datasets.problems.problem import Edit, Problem, apply_edits
from numdiag_datasets.problems.reading import Reading

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

    DNC paper, Appendix A. Quantities written as integers in digits outside tables; in a word problem
    that has none, those in words ("eight pens" -> "8.0 pens"), as the authors' own test rows have it.
    The equation and the answer stay.
    """
    problem = reading.problem
    if edits := list(_float_edits(reading, _DIGITS, ".0")):
        answers = moved_answers(problem, edits)
        return apply_edits(problem, edits, rule=FROM_DIGITS, answers=answers)
    if reading.is_word_problem:
        edits = list(_float_edits(reading, _WORDS, ".0"))
    if not edits:
        return reject(problem, "no_integer")
    return apply_edits(problem, edits, rule=FROM_WORDS)


def perturb_second(reading: Reading, draws: Draws, split: Split) -> Problem:
    """Input -> output: "Sam has 12 pens and two caps." -> "Sam has 12.00 pens and 2.00 caps." """
    edits = list(_float_edits(reading, _DIGITS | _WORDS, ".00"))
    if not edits:
        return reject(reading.problem, "no_integer")
    return apply_edits(reading.problem, edits, rule=TWO_ZEROS)


def _float_edits(reading: Reading, forms: frozenset[str], decimals: str) -> Iterator[Edit]:
    """The edits that write the integers of these forms with decimals."""
    for number in reading.numbers:
        mention = number.mention
        # "41.0-yard" reads well in a problem; in passages an attributive number stays as it is.
        fits = mention.is_quantity if reading.is_word_problem else mention.perturbable
        if (
            fits
            and mention.form in forms
            and mention.value.denominator == 1
            and "." not in mention.numeral
            and not number.field.startswith("table")
            and not (mention.form == "words" and is_definite_count(number, no_operand))
        ):
            numeral = mention.numeral if mention.form == "digits" else plain_decimal(mention.value)
            yield Edit(number.field, mention.numeral_start, mention.numeral, f"{numeral}{decimals}")
