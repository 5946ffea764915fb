"""Order for tables: rows, columns or paragraphs in another order, once for all questions."""

from __future__ import annotations

from numdiag_datasets.core.problem import Problem, apply_edits
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.perturbations.order.table_rules import new_order
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Apply the order of table and paragraphs that moves the evidence of most questions.

    A question whose evidence does not move keeps the original order.
    """
    problem = reading.problem
    group = split.groups[problem.group]
    if len(reading.passage.quantities) < 2:
        return reject(problem, Reason.FEWER_THAN_TWO_NUMBERS)
    found = group.once(("order", rng.key), lambda: new_order(group, rng))
    if problem.id not in found.rules:
        return reject(problem, Reason.ANSWER_NOT_MOVED if found.possible else Reason.NO_RULE)
    return apply_edits(problem, found.edits, rule=found.rules[problem.id])
