"""Error answers: what a solver without one of the capabilities would answer to a perturbed problem."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

#: Maximum number of error answers of a row.
MOST_ERROR_ANSWERS = 6


class Error(StrEnum):
    """A kind of error with its meaning; the value is the code in the column ``error_answers``.

    Attributes:
        meaning: one line for cards.
    """

    meaning: str

    def __new__(cls, code: str, meaning: str) -> Error:
        member = str.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member

    DISTRACTOR_TAKEN = "distractor_taken", "a distractor is taken for the number beside it"
    INSERTED_NUMBER_USED = (
        "inserted_number_used",
        "the inserted number is added, subtracted, or taken for an operand",
    )
    ORDER_IGNORED = (
        "order_ignored",
        "the numbers are used in the order of the text, as in the original",
    )
    ORIGINAL_QUESTION_ANSWERED = (
        "original_question_answered",
        "the answer to the original question",
    )
    ORIGINAL_ANSWER = "original_answer", "the answer to the original numbers"
    DECIMALS_IGNORED = "decimals_ignored", "the new decimals are left out"
    DECIMAL_POINT_IGNORED = (
        "decimal_point_ignored",
        "the decimal point is left out: 120 for 12.0",
    )


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """An error and the answer that it leads to.

    Attributes:
        error: the code of an `Error`.
        answer: a plain decimal.
    """

    error: str
    answer: str
