"""Reasons for leaving a problem unchanged: the codes of the column ``reason``."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """A reason code with its meaning; the value is the code in the column ``reason``.

    Attributes:
        meaning: one line for cards, the manifest and `numdiag list`.
    """

    meaning: str

    def __new__(cls, code: str, meaning: str) -> Reason:
        member = str.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member

    DOUBTFUL_ANSWER = (
        "source_answer_doubtful",
        "the published answer is doubtful",
    )
    NOT_ENGLISH = "not_english", "the text is not English"
    TEXT_TOO_LONG = "text_too_long", "more than a million characters"
    NO_DIGITS = (
        "no_digits",
        "no quantity is written in digits",
    )
    NO_OTHER_WORDING = (
        "no_other_wording",
        "no number has another wording",
    )
    NO_INTEGER = "no_integer", "no quantity is a whole number"
    NO_QUANTITY = "no_quantity", "the text has no quantity"
    NO_ROOM_FOR_DISTRACTOR = (
        "no_room_for_distractor",
        "a distractor would break each phrase",
    )
    TOO_MANY_NUMBERS = (
        "too_many_numbers",
        "too many numbers for distinct distractors",
    )
    NO_EQUATION = "no_equation", "the problem has no equation"
    EQUATION_UNREADABLE = (
        "equation_unreadable",
        "the equation is not arithmetic, and cannot be solved for one unknown",
    )
    EQUATION_DISAGREES = "equation_disagrees", "the equation does not give the answer"
    ANSWER_UNREADABLE = "answer_unreadable", "the answer is no integer or decimal"
    HAS_OPTIONS = (
        "has_options",
        "the new answer would not be one of the options",
    )
    NO_ANNOTATION = "no_annotation", "the solution has no annotated step"
    ANNOTATION_UNREADABLE = "annotation_unreadable", "a step is not arithmetic"
    STEP_INEXACT = "step_inexact", "a step is rounded or wrong"
    ANSWER_OF_NO_STEP = (
        "answer_of_no_step",
        "the last step does not give the answer",
    )
    OPERAND_IN_NO_TEXT = (
        "operand_in_no_text",
        "an operand is not in the text, a result or a fact",
    )
    STEP_UNUSED = "step_unused", "no later step uses a result"
    TWO_READINGS = (
        "two_readings",
        "an operand may be an amount of the text or a result",
    )
    ASKS_ROUNDED = (
        "asks_rounded",
        "the question asks for a rounded number",
    )
    DERIVATION_UNREADABLE = (
        "derivation_unreadable",
        "the derivation is not arithmetic",
    )
    DERIVATION_DISAGREES = "derivation_disagrees", "the derivation does not give the answer"
    ANSWER_SHOWN = "answer_shown", "an unchanged number would show the old answer"
    NO_INTEGRAL_OPERAND = (
        "no_integral_operand",
        "no operand in the text is a whole amount",
    )
    OPERAND_REPEATED = (
        "operand_repeated",
        "the equation uses a value more often than the text shows it",
    )
    OPERAND_TOO_LARGE = (
        "operand_too_large",
        "with more digits, an operand would look like a code",
    )
    SINGULAR_NUMBER = "singular_number", "an operand is 1 with a singular noun or verb"
    SHARE_OF_WHOLE = (
        "share_of_whole",
        "an operand is a percentage of a whole",
    )
    APPROXIMATE_AMOUNT = (
        "approximate_amount",
        "an operand is approximate or the end of a range",
    )
    TOLD_ONE_BY_ONE = (
        "told_one_by_one",
        "an operand counts events that the passage may list",
    )
    BESIDE_NUMBER = (
        "beside_number",
        "an operand is next to another number (five 20 cent coins)",
    )
    VALUE_REPEATED = (
        "value_repeated",
        "the passage repeats the value of an operand",
    )
    NUMBER_IN_QUESTION = "number_in_question", "the question has a number that is not an operand"
    FIXED_FACT = "fixed_fact", "an operand is a fact (a bee has 6 legs)"
    IMPOSSIBLE_AMOUNT = (
        "impossible_amount",
        "the new amount would be impossible",
    )
    AMOUNT_IS_BOUNDED = (
        "amount_is_bounded",
        "no amounts can grow together: times, rates, small groups",
    )
    VAGUE_AMOUNT = (
        "vague_amount",
        "the text compares an amount vaguely (most of, very few)",
    )
    ANSWER_STAYS = "answer_stays", "no draw gives a new answer that the text does not show"
    DEFINITE_GROUP = (
        "definite_group",
        "an operand counts a definite group (the three of them)",
    )
    EQUAL_PARTS = "equal_parts", "an operand counts equal parts"
    CONTRADICTS_CONTEXT = (
        "contradicts_context",
        "the new value would contradict the text",
    )
    REMAINDER_RULE = (
        "remainder_rule",
        "the remainder rule may not hold for other numbers",
    )
    QUOTIENT_NOT_INTEGRAL = (
        "quotient_not_integral",
        "no draw gives a whole quotient, as the original has",
    )
    TOO_MANY_DECIMALS = (
        "too_many_decimals",
        "no draw gives at most two decimals",
    )
    SIGN_CHANGE = "sign_change", "no draw keeps every result positive"
    FEWER_THAN_TWO_NUMBERS = (
        "fewer_than_two_numbers",
        "the context has fewer than two amounts",
    )
    NO_RULE = "no_rule", "none of the rules fits this text"
    NO_NEW_ORDER = "no_new_order", "no other order reads well and means the same"
    ANSWER_NOT_MOVED = (
        "answer_not_moved",
        "no operand and no answer would move",
    )
    SAME_ORDER = "same_order", "the new order is the old one"
    NUMBERS_CHANGED = "numbers_changed", "a number is lost, added or written in another way"
    NOT_ATTACKED = (
        "not_attacked",
        "the attack does not change the problem",
    )
    ORDER_DOES_NOT_MATTER = (
        "order_does_not_matter",
        "the operands commute",
    )
    NO_EFFECT = (
        "no_effect",
        "the mistake does not change the answer",
    )
    NO_AMOUNT_TO_ASK_FOR = (
        "no_amount_to_ask_for",
        "no amount can be left out and asked for",
    )
    RESULT_AMBIGUOUS = (
        "result_ambiguous",
        "several amounts would give the result",
    )
    NO_SECOND_QUESTION = (
        "no_second_question",
        "no natural question asks for another operation",
    )
    WORDING_NAMES_NO_OPERATION = (
        "wording_names_no_operation",
        "the question does not name an operation",
    )
    NO_UNIQUE_DERIVATION = (
        "no_unique_derivation",
        "not exactly one derivation gives the answer",
    )
    OPERAND_NOT_SHOWN = "operand_not_shown", "an operand is not in the text"
    SAME_ANSWER = "same_answer", "the new question has the old answer"
    ANSWER_NOT_POSITIVE = (
        "answer_not_positive",
        "the new answer is zero or negative",
    )
    NO_DONOR = (
        "no_donor",
        "no unrelated sentence can be inserted",
    )
    ASKS_OF_WHOLE_TEXT = "asks_of_whole_text", "a question is about the whole text"
    NO_PLACE = (
        "no_place",
        "an inserted sentence fits nowhere",
    )


class Rejected(Exception):  # noqa: N818  # no error: the problem stays unchanged
    """Raised while a problem is perturbed, if it has to stay unchanged.

    Attributes:
        reason: the code of a `Reason`.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


#: Reason code -> its meaning.
REASONS: dict[str, str] = {reason.value: reason.meaning for reason in Reason}

#: Reasons of problems with nothing to perturb, which are therefore not eligible.
NOTHING_TO_PERTURB = frozenset(
    {
        Reason.NO_DIGITS,
        Reason.NO_INTEGER,
        Reason.NO_QUANTITY,
        Reason.NO_EQUATION,
        Reason.NO_INTEGRAL_OPERAND,
        Reason.FEWER_THAN_TWO_NUMBERS,
        Reason.ORDER_DOES_NOT_MATTER,
        Reason.NOT_ATTACKED,
    }
)
