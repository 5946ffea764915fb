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
        "a careful reader would not give the published answer, or there are two that differ",
    )
    NOT_ENGLISH = "not_english", "the text is in another language than English"
    TEXT_TOO_LONG = "text_too_long", "the text has more than a million characters"
    NO_DIGITS = (
        "no_digits",
        "no quantity is written in digits (years, names and numbers of formulas are none)",
    )
    NO_OTHER_WORDING = (
        "no_other_wording",
        "each number of the text has only one wording, that of the first form",
    )
    NO_INTEGER = "no_integer", "no quantity is a whole number that could be written with decimals"
    NO_QUANTITY = "no_quantity", "the text shows no quantity"
    NO_ROOM_FOR_DISTRACTOR = (
        "no_room_for_distractor",
        "each quantity is part of a phrase that a distractor would break",
    )
    TOO_MANY_NUMBERS = (
        "too_many_numbers",
        "the text shows more numbers than can be told apart from distractors",
    )
    NO_EQUATION = "no_equation", "the problem states no equation"
    EQUATION_UNREADABLE = (
        "equation_unreadable",
        "the equation is no arithmetic expression, and cannot be solved for one unknown",
    )
    EQUATION_DISAGREES = "equation_disagrees", "the equation does not give the answer"
    ANSWER_UNREADABLE = "answer_unreadable", "the answer is no number"
    HAS_OPTIONS = (
        "has_options",
        "the question lists the answers to choose from, and the new one would be none of them",
    )
    NO_ANNOTATION = "no_annotation", "the solution has no step with its calculation"
    ANNOTATION_UNREADABLE = "annotation_unreadable", "a step of the solution is no arithmetic"
    STEP_INEXACT = "step_inexact", "a step of the solution rounds, or is wrong"
    ANSWER_OF_NO_STEP = (
        "answer_of_no_step",
        "the last step of the solution does not give the answer",
    )
    OPERAND_IN_NO_TEXT = (
        "operand_in_no_text",
        "an operand is no amount of the text, no earlier result and no known fact",
    )
    STEP_UNUSED = "step_unused", "a result of the solution is used by no later step"
    TWO_READINGS = (
        "two_readings",
        "an operand of the solution may be an amount of the text or a result, which give different answers",
    )
    ASKS_ROUNDED = (
        "asks_rounded",
        "the question asks for a rounded number, or for the most or least that suffices",
    )
    DERIVATION_UNREADABLE = (
        "derivation_unreadable",
        "the source's derivation is no arithmetic expression",
    )
    DERIVATION_DISAGREES = "derivation_disagrees", "the derivation does not lead to its answer"
    ANSWER_SHOWN = "answer_shown", "a number of the text that would stay shows the old answer"
    NO_INTEGRAL_OPERAND = (
        "no_integral_operand",
        "no operand that the text shows is a whole number of things (years, dates and page numbers stay)",
    )
    OPERAND_REPEATED = (
        "operand_repeated",
        "the equation uses a value more often than the text shows it",
    )
    OPERAND_TOO_LARGE = (
        "operand_too_large",
        "an operand has so many digits that with more of them it would be read as a code",
    )
    SINGULAR_NUMBER = "singular_number", "an operand is 1, and its noun or verb is in the singular"
    SHARE_OF_WHOLE = (
        "share_of_whole",
        "an operand is a percentage, whose other shares would no longer make a hundred",
    )
    APPROXIMATE_AMOUNT = (
        "approximate_amount",
        "the text gives an operand roughly, or as one end of a range",
    )
    TOLD_ONE_BY_ONE = (
        "told_one_by_one",
        "an operand counts events that the passage may tell one by one as well",
    )
    BESIDE_NUMBER = (
        "beside_number",
        "an operand stands beside another number (five 20 cent coins), and two numerals would read as one",
    )
    VALUE_REPEATED = (
        "value_repeated",
        "the passage shows the value of an operand again, perhaps of other things",
    )
    NUMBER_IN_QUESTION = "number_in_question", "the question states a number that is no operand"
    FIXED_FACT = "fixed_fact", "an operand is a fact of the world (a bee has 6 legs)"
    IMPOSSIBLE_AMOUNT = (
        "impossible_amount",
        "no day, week or year, no life and no weather has so much of it",
    )
    AMOUNT_IS_BOUNDED = (
        "amount_is_bounded",
        "no amounts can grow several times together: times, rates and small groups bind them, or a step adds them to what stays",
    )
    VAGUE_AMOUNT = (
        "vague_amount",
        "the text says of an amount that it is most of another, or much more, or very few",
    )
    ANSWER_STAYS = "answer_stays", "no draw changes the answer to one that the text does not show"
    DEFINITE_GROUP = (
        "definite_group",
        "an operand counts a group that the text points at (the three of them)",
    )
    EQUAL_PARTS = "equal_parts", "an operand counts equal parts, which makes no sense of fractions"
    CONTRADICTS_CONTEXT = (
        "contradicts_context",
        "the new value would contradict another number of the text",
    )
    REMAINDER_RULE = (
        "remainder_rule",
        "the remainder rule of the original need not hold for other numbers",
    )
    QUOTIENT_NOT_INTEGRAL = (
        "quotient_not_integral",
        "no draw gives a whole quotient for what is counted in wholes",
    )
    TOO_MANY_DECIMALS = (
        "too_many_decimals",
        "no draw gives a quotient, or a sum of money, of at most two decimals",
    )
    SIGN_CHANGE = "sign_change", "no draw keeps every result above zero"
    FEWER_THAN_TWO_NUMBERS = (
        "fewer_than_two_numbers",
        "the context shows fewer than two amounts, so they have no order (years, dates and fractions are none)",
    )
    NO_RULE = "no_rule", "none of the rules fits this text"
    NO_NEW_ORDER = "no_new_order", "no other order of the numbers reads well and says the same"
    ANSWER_NOT_MOVED = (
        "answer_not_moved",
        "what may change places in the report holds neither an operand nor the answer",
    )
    SAME_ORDER = "same_order", "the new order is the old one"
    NUMBERS_CHANGED = "numbers_changed", "a number is lost, added or written in another way"
    NOT_ATTACKED = (
        "not_attacked",
        "the perturbation leaves the problem unchanged, so it needs no control",
    )
    ORDER_DOES_NOT_MATTER = (
        "order_does_not_matter",
        "no other order of the operands gives another answer: they are only added, or only multiplied",
    )
    NO_EFFECT = (
        "no_effect",
        "a solver without the capability gives the right answer: what may be edited is nothing that it needs",
    )
    NO_AMOUNT_TO_ASK_FOR = (
        "no_amount_to_ask_for",
        "no amount is mentioned once, used once and plain enough to be left out and asked for",
    )
    RESULT_AMBIGUOUS = (
        "result_ambiguous",
        "several amounts may lead to the result: the text has a limit, or the question chooses one of several",
    )
    NO_SECOND_QUESTION = (
        "no_second_question",
        "no natural question asks for another operation on the same numbers",
    )
    WORDING_NAMES_NO_OPERATION = (
        "wording_names_no_operation",
        "the question names no operation on numbers of its passage",
    )
    NO_UNIQUE_DERIVATION = (
        "no_unique_derivation",
        "not exactly one way leads from the passage's numbers to the answer as the question is worded",
    )
    OPERAND_NOT_SHOWN = "operand_not_shown", "an operand of the equation is not in the text"
    SAME_ANSWER = "same_answer", "the new question has the old answer"
    ANSWER_NOT_POSITIVE = (
        "answer_not_positive",
        "the answer to the new question is zero or negative",
    )
    NO_DONOR = (
        "no_donor",
        "no sentence that may be borrowed is unrelated enough to be inserted, or all such stand often enough",
    )
    ASKS_OF_WHOLE_TEXT = "asks_of_whole_text", "a question asks about everything that the text says"
    NO_PLACE = (
        "no_place",
        "there is no place for an inserted sentence, or it could be taken for what a pronoun refers to",
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
