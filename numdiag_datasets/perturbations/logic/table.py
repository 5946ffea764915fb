"""Logic for tables: another question about the same figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from numdiag_datasets.core.problem import Edit, Problem, apply_edits
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.perturbations.logic.table_questions import read_question
from numdiag_datasets.perturbations.logic.table_rules import TABLE_LOGIC_RULES, NewTableQuestion
from numdiag_datasets.perturbations.logic.table_series import SERIES_RULES, read_series
from numdiag_datasets.perturbations.logic.table_shares import SHARE_RULES, read_share
from numdiag_datasets.perturbations.perturbation import Rule, reject
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.table.derivation import read_derivation

_Asked = TypeVar("_Asked")
#: Rule -> summary.
RULES: dict[str, str] = {
    rule.name: rule.summary
    for rules in (TABLE_LOGIC_RULES, SHARE_RULES, SERIES_RULES)
    for rule in rules
}


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Ask another question about the same figures."""
    problem = reading.problem
    if reading.equation is None:
        return reject(problem, problem.lints[0] if problem.lints else Reason.NO_EQUATION)
    siblings = [r for r in split.groups[problem.group].readings if r is not reading]
    fitting = [
        *_fitting(read_question(reading, siblings), TABLE_LOGIC_RULES),
        *_fitting(read_share(reading, siblings), SHARE_RULES),
        *_fitting(read_series(reading, siblings), SERIES_RULES),
    ]
    if not fitting:
        return reject(problem, Reason.NO_RULE)
    first = rng.below(len(fitting))
    for name, new in (*fitting[first:], *fitting[:first]):
        if new.answer not in ("0", problem.answers[0]):
            equation = read_derivation(new.derivation, new.answer, new.scale).equation
            return apply_edits(
                problem,
                [Edit("question", 0, problem.question, new.question)],
                equation=equation.text,
                derivation=new.derivation,
                answers=(new.answer,),
                scale=new.scale,
                rule=name,
            )
    return reject(problem, Reason.SAME_ANSWER)


def _fitting(
    asked: _Asked | None, rules: Sequence[Rule[Callable[[_Asked], NewTableQuestion | None]]]
) -> Iterator[tuple[str, NewTableQuestion]]:
    """Yield the new questions that the rules make of a question's reading, each with the name of its rule."""
    if asked is not None:
        for rule in rules:
            if new := rule.apply(asked):
                yield rule.name, new
