"""Logic for word problems: an annotated question, or one that a rule asks."""

from __future__ import annotations

import re

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.problem import Edit, Problem, apply_edits
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations.annotations import ANNOTATION, AnnotationError, logic_annotation
from numdiag_datasets.perturbations.logic.gate import question_gate
from numdiag_datasets.perturbations.logic.owned_amounts import NewQuestion
from numdiag_datasets.perturbations.logic.word_problem_rules import new_questions
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

_JOINS = re.compile(r"\b(?:join(?:ed)?|arrived|flew away|came over|came to)\b")
# "Each basket has 10 red and 18 green peaches": how many in all takes the baskets too.
_EACH_HOLDS = re.compile(
    r"\b(?:[Ee]ach|[Ee]very) \w+(?: \w+)? (?:has|had|have|holds?|contain(?:s|ed)?)\b"
)
_IN_EACH = re.compile(r"\beach\b|\bevery\b")
_GARBLED = re.compile(r" and \d+ [a-z ]+\?$")
_THERE = re.compile(r"\b(?:are|were) there\b(?!.* at first)")
_UNNATURAL = re.compile(
    r"\bHow many (?:days|weeks|hours|minutes) are there in\b|\bto buy \w+ than to buy\b"
)


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "... 8 emails in the morning and 2 in the afternoon. How many in the day?" ->
    "How many more in the morning than in the afternoon?"

    An annotated problem takes the question written for it. For any other, one of the fitting rules is
    drawn, so that the operations asked for are spread.

    Raises:
        AnnotationError: the annotation was written for another text, or breaks a gate.
    """
    problem = reading.problem
    annotation = logic_annotation(problem)
    if annotation:
        if annotation.why_not:
            return reject(problem, annotation.why_not)
        unit = annotation.unit or problem.unit
        new = NewQuestion(annotation.question, annotation.equation, unit)
        reason = _gate(reading, new)
        if reason:
            raise AnnotationError(f"{problem.id}: its logic annotation breaks a gate: {reason}")
        return _asked(problem, new, ANNOTATION)
    worded = new_questions(reading)
    if not worded:
        return reject(problem, Reason.NO_RULE)
    lots = [asked for asked in worded for _ in range(_lots(asked[1]))]
    reason = ""
    while lots:
        name, question = lots[rng.below(len(lots))]
        reason = _gate(reading, question)
        if not reason:
            return _asked(problem, question, name)
        lots = [asked for asked in lots if asked[0] != name]
    return reject(problem, reason)


def _lots(question: NewQuestion) -> int:
    """How many lots a question has: few problems can be asked for a product, many for a difference."""
    return 3 if parse_equation(question.equation).steps[-1].symbol == "*" else 1


def _gate(reading: Reading, new: NewQuestion) -> str:
    if reading.equation is None:
        return Reason.NO_EQUATION
    if _GARBLED.search(new.question) or _counts_within_each(reading, new):
        return Reason.NO_SECOND_QUESTION
    if _UNNATURAL.search(new.question) or (
        _THERE.search(new.question)
        and any(_JOINS.search(text) for _, text in reading.passage.texts)
    ):
        return Reason.NO_SECOND_QUESTION  # true at one time of the story, and false at another
    if new.question == reading.problem.question:
        return (
            Reason.NO_SECOND_QUESTION
        )  # the source's equation answers another question than its own
    before = list(reading.numbers)
    in_text = [number for number in reading.numbers if number.field != "question"]
    after = [*in_text, *find_numbers(new.question)]
    text = " ".join((*reading.problem.context, new.question))
    return question_gate(before, after, reading.equation, parse_equation(new.equation), text)


def _counts_within_each(reading: Reading, new: NewQuestion) -> bool:
    """Whether a sum or a difference takes what one of several holds for what all of them hold."""
    equation = parse_equation(new.equation)
    if _IN_EACH.search(new.question) or not {s.symbol for s in equation.steps} <= set("+-"):
        return False
    sentences = (
        text[start:end]
        for field, start, end in reading.sentences
        for name, text in reading.passage.texts
        if name == field
    )
    return any(
        _EACH_HOLDS.search(sentence) and all(literal in sentence for literal in equation.literals)
        for sentence in sentences
    )


def _asked(problem: Problem, new: NewQuestion, rule: str) -> Problem:
    """The problem with a new question, equation, answer and unit."""
    value = parse_equation(new.equation).value()
    return apply_edits(
        problem,
        [Edit("question", 0, problem.question, new.question)],
        equation=new.equation,
        answers=(plain_decimal(value),),
        unit=new.unit,
        rule=rule,
    )
