"""Why a perturbation leaves a problem alone: the codes of the column ``reason``."""

from __future__ import annotations

from numdiag_datasets.problems.problem import DOUBTFUL_ANSWER

#: Reason code -> its meaning, for cards, the manifest and `numdiag list`.
REASONS: dict[str, str] = {
    DOUBTFUL_ANSWER: "a careful reader would not give the published answer, or there are two that differ",
    "no_number_to_rewrite": "no quantity is written in digits, or in words that digits could replace",
    "no_integer": "no quantity is a whole number that could be written with decimals",
    "no_quantity": "the text shows no quantity",
    "no_room_for_distractor": "each quantity is part of a phrase that a distractor would break",
    "too_many_numbers": "the text shows more numbers than can be told apart from distractors",
    "no_equation": "the problem states no equation",
    "equation_unreadable": "the equation is no arithmetic expression",
    "equation_disagrees": "the equation does not give the answer",
    "answer_unreadable": "the answer is no number",
    "has_options": "the question lists the answers to choose from, and the new one would be none of them",
    "no_annotation": "the solution has no step with its calculation",
    "annotation_unreadable": "a step of the solution is no arithmetic",
    "step_inexact": "a step of the solution rounds, or is wrong",
    "answer_of_no_step": "the last step of the solution does not give the answer",
    "operand_in_no_text": "an operand is no amount of the text, no earlier result and no known fact",
    "step_unused": "a result of the solution is used by no later step",
    "two_readings": "an operand of the solution may be an amount of the text or a result, which give different answers",
    "asks_rounded": "the question asks for a rounded number, or for the most or least that suffices",
    "derivation_unreadable": "the source's derivation is no arithmetic expression",
    "derivation_disagrees": "the derivation does not lead to its answer",
    "answer_shown": "a number of the text that would stay shows the old answer",
    "no_integral_operand": "no operand that the text shows is a whole number",
    "operand_repeated": "the equation uses a value more often than the text shows it",
    "operand_too_large": "an operand has so many digits that with more of them it would be read as a code",
    "singular_number": "an operand is 1, and its noun or verb is in the singular",
    "share_of_whole": "an operand is a percentage, whose other shares would no longer make a hundred",
    "approximate_amount": "the text gives an operand roughly, or as one end of a range",
    "told_one_by_one": "an operand counts events that the passage may tell one by one as well",
    "value_repeated": "the passage shows the value of an operand again, perhaps of other things",
    "number_in_question": "the question states a number that is no operand",
    "fixed_fact": "an operand is a fact of the world (a bee has 6 legs)",
    "impossible_amount": "no day, week or year, no life and no weather has so much of it",
    "vague_amount": "the text says of an amount that it is most of another, or much more, or very few",
    "answer_stays": "no draw changes the answer to one that the text does not show",
    "definite_group": "an operand counts a group that the text points at (the three of them)",
    "equal_parts": "an operand counts equal parts, which makes no sense of fractions",
    "contradicts_context": "the new value would contradict another number of the text",
    "remainder_rule": "the remainder rule of the original need not hold for other numbers",
    "quotient_not_integral": "no draw gives a whole quotient for what is counted in wholes",
    "too_many_decimals": "no draw gives a quotient, or a sum of money, of at most two decimals",
    "sign_change": "no draw keeps every result above zero",
    "fewer_than_two_numbers": "the context shows fewer than two numbers, so they have no order",
    "no_rule": "none of the rules fits this text",
    "no_new_order": "no other order of the numbers reads well and says the same",
    "answer_not_moved": "what may change places in the report holds neither an operand nor the answer",
    "same_order": "the new order is the old one",
    "numbers_changed": "a number is lost, added or written in another way",
    "no_step_to_ask_for": "no earlier step of the solution names in words of the problem what it works out",
    "no_second_question": "no natural question asks for another operation on the same numbers",
    "wording_names_no_operation": "the question names no operation on numbers of its passage",
    "no_unique_derivation": "not exactly one way leads from the passage's numbers to the answer as the question is worded",
    "operand_not_shown": "an operand of the equation is not in the text",
    "same_answer": "the new question has the old answer",
    "answer_not_positive": "the answer to the new question is zero or negative",
    "no_donor": "no sentence that may be borrowed is unrelated enough to be inserted, or all such stand often enough",
    "asks_of_whole_text": "a question asks about everything that the text says",
    "no_place": "an inserted sentence could be taken for what a pronoun refers to",
}

#: Reasons of problems that hold nothing to perturb, and so are not eligible.
NOTHING_TO_PERTURB = frozenset(
    {
        "no_number_to_rewrite",
        "no_integer",
        "no_quantity",
        "no_equation",
        "no_integral_operand",
        "fewer_than_two_numbers",
    }
)
