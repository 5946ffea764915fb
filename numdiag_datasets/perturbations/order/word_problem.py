"""Order for word problems: an annotated order, or one made by a rule."""

from __future__ import annotations

from itertools import islice

from numdiag_datasets.core.problem import Problem, apply_edits
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.perturbations.annotations import ANNOTATION, AnnotationError, order_annotation
from numdiag_datasets.perturbations.order.gate import attack_gate, control_gate, order_matters
from numdiag_datasets.perturbations.order.rearrangement import (
    Pieces,
    read_template,
    rearrangement_edits,
)
from numdiag_datasets.perturbations.order.word_problem_rules import ORDER_RULES
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.texts.calculation import calculation_of
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.word_problem.clauses import Paragraph

# Maximum number of orders of one text that are tried.
_MOST_TRIED = 50


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Kate has 22 pens. John has 38 pens." -> "John has 38 pens. Kate has 22 pens."

    An annotated problem gets the order written for it. For any other, the first rule is applied that changes
    the order of the operands in such a way that the original's equation, filled in the order of the text, no
    longer gives the answer. Nothing is random.

    Raises:
        AnnotationError: the annotation was written for another text, or breaks a gate.
    """
    problem = reading.problem
    calculation = calculation_of(reading)
    if len(reading.phrases) < 2:
        return reject(problem, Reason.FEWER_THAN_TWO_NUMBERS)
    if calculation is None and problem.kind is TextKind.SOLUTION:
        return reject(problem, reading.why_unbound)
    if calculation and not order_matters(calculation):
        return reject(problem, Reason.ORDER_DOES_NOT_MATTER)
    annotation = order_annotation(problem)
    if annotation:
        if annotation.why_not:
            return reject(problem, annotation.why_not)
        template = read_template(annotation.template, problem.context[0])
        ordered = _ordered(reading, template, ANNOTATION)
        reason = attack_gate(reading, ordered)
        if reason:
            raise AnnotationError(f"{problem.id}: its order annotation breaks a gate: {reason}")
        return ordered
    paragraph = Paragraph(reading)
    if not paragraph.order_matters:
        # The clauses and sentences of longer stories depend on each other.
        rules = ORDER_RULES[:1] if paragraph.is_long else ORDER_RULES
        candidates = ((rule.name, p) for rule in rules for p in rule.apply(paragraph))
        for rule, pieces in islice(candidates, _MOST_TRIED):
            ordered = _ordered(reading, pieces, rule)
            if not attack_gate(reading, ordered):
                return ordered
    return reject(problem, Reason.NO_RULE)


def perturb_control(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Kate has 22 pens. John has 38 pens." -> "John has 38 pens. Kate has 22 pens.", for 22 + 38.

    The first rule is applied that changes the text, but not the answer of a solver that fills the original's
    equation in the order of the text: what changes places are no operands, or they commute.
    """
    paragraph = Paragraph(reading)
    if not paragraph.order_matters:
        rules = ORDER_RULES[:1] if paragraph.is_long else ORDER_RULES
        candidates = ((rule.name, p) for rule in rules for p in rule.apply(paragraph))
        for rule, pieces in islice(candidates, _MOST_TRIED):
            ordered = _ordered(reading, pieces, rule)
            if ordered.context != reading.problem.context and not control_gate(reading, ordered):
                return ordered
    return reject(reading.problem, Reason.NO_NEW_ORDER)


def _ordered(reading: Reading, pieces: Pieces, rule: str) -> Problem:
    """Return the problem with its first paragraph assembled from these pieces."""
    problem = reading.problem
    edits = rearrangement_edits("context[0]", problem.context[0], pieces)
    return apply_edits(problem, edits, rule=rule)
