"""Logic: the question asks for another operation on the same numbers."""

from __future__ import annotations

from numdiag_datasets.annotations import ANNOTATION, AnnotationError, logic_annotation
from numdiag_datasets.draws import Draws
from numdiag_datasets.equation import parse_equation
from numdiag_datasets.number_words import plain_decimal
from numdiag_datasets.numbers import find_numbers
from numdiag_datasets.perturbations.base import reject
from numdiag_datasets.perturbations.logic_rules import LOGIC_RULES, NewQuestion, read_story
from numdiag_datasets.problem import Edit, Problem, apply_edits
from numdiag_datasets.reading import Reading
from numdiag_datasets.split import Split
from numdiag_datasets.validity import question_gate

#: What the column ``rule`` may name.
RULES = {ANNOTATION: "written by hand", **{rule.name: rule.summary for rule in LOGIC_RULES}}


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """ "... 8 emails in the morning and 2 in the afternoon. How many in the day?" -> "How many more in
    the morning than in the afternoon?"

    DNC paper, section 4.2 and Appendix A. A problem with an annotation takes the question that was
    written for it; any other goes through the table of rules, of which the first that fits words the
    question. Nothing is drawn.

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
    story = read_story(reading)
    if story is None:
        return reject(problem, "no_rule")
    reason = ""
    for rule in LOGIC_RULES:
        question = rule.apply(story)
        if question:
            reason = _gate(reading, question)
            if not reason:
                return _asked(problem, question, rule.name)
    return reject(problem, reason or "no_rule")


def _gate(reading: Reading, new: NewQuestion) -> str:
    if reading.equation is None:
        return "no_equation"
    before = [number.mention for number in reading.numbers]
    told = [number.mention for number in reading.numbers if number.field != "question"]
    after = [*told, *find_numbers(new.question)]
    return question_gate(before, after, reading.equation, parse_equation(new.equation))


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
