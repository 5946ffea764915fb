"""Question matching by phenomenon, as table 1 and table 4 of Zhu et al. (2022), with the paper's systems beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numdiag_datasets.report.duqm_averages import paper_averages
from numdiag_datasets.report.label_tables import LabelSummary, mean_accuracy, mean_cell
from numdiag_datasets.report.outcomes import PAPER_MARK, Outcome, System
from numdiag_datasets.report.summary import NOT_RUN, Cell
from numdiag_datasets.report.tables import Table
from numdiag_datasets.scoring.results import Result
from numdiag_datasets.scoring.signature import Signature
from numdiag_datasets.text_pairs.question_matching.family import NAME, config_name
from numdiag_datasets.text_pairs.question_matching.taxonomy import (
    MODELS,
    SCOPES,
    Operation,
    duqm_operations,
    operations,
)

_CATEGORY, _SUBCATEGORY, _OPERATION = SCOPES
_NO_SUCH = "no such pairs"


def paper_label_outcomes() -> list[Outcome]:
    """The six systems of the paper on DuQM, as ordinary outcomes: table 1 by operation, table 4 by what is wider."""
    averages = {(a.model, a.scope, a.average): float(a.stated) for a in paper_averages()}
    outcomes = []
    for model, name in MODELS.items():
        by_operation = {
            o.key: {"rows": o.pairs, "accuracy": float(points)}
            for o in duqm_operations()
            for m, points, _ in o.accuracies
            if m == model
        }
        wider: dict[str, dict[str, dict[str, Any]]] = {_CATEGORY: {}, _SUBCATEGORY: {}}
        for scope in (_CATEGORY, _SUBCATEGORY):
            for part in dict.fromkeys(getattr(o, scope) for o in duqm_operations()):
                if (model, part, "micro") in averages:
                    wider[scope][part] = {
                        "accuracy": averages[model, part, "micro"],
                        "macro_accuracy": averages[model, part, "macro"],
                    }
                else:  # of one operation only, so table 4 does not repeat it
                    points = by_operation[
                        next(o.key for o in duqm_operations() if o.subcategory == part)
                    ]["accuracy"]
                    wider[scope][part] = {"accuracy": points, "macro_accuracy": points}
        outcomes.append(
            Outcome(
                System(name + PAPER_MARK, is_paper=True),
                Result(
                    Signature(),
                    config=NAME,
                    dataset=NAME,
                    scores={
                        "accuracy": averages[model, "DuQM", "micro"],
                        "macro_accuracy": averages[model, "DuQM", "macro"],
                    },
                    breakdown={**wider, _OPERATION: by_operation},
                ),
            )
        )
    return outcomes


def phenomena_tables(summary: LabelSummary) -> Iterator[Table]:
    """Accuracy by operation, and the averages by category and subcategory."""
    systems = summary.systems_of(NAME)
    if not systems:
        return
    found = {system: _everything(summary, system) for system in systems}
    tested = [o for o in operations().values() if any(_has(found[s], o) for s in systems)]
    yield Table(
        f"operations-{NAME}",
        "question matching: Accuracy by operation, as table 1 of Zhu et al. (2022)",
        "score",
        tuple((system, "accuracy") for system in systems),
        tuple(
            (
                (f"{o.category}: {o.subcategory}", o.name),
                tuple(_cell(found[s], _OPERATION, o.key) for s in systems),
            )
            for o in tested
        ),
        "The paper's systems were tested on DuQM's own pairs.",
        (_SUBCATEGORY, _OPERATION),
    )
    rows = []
    for average, key in (("micro", "accuracy"), ("macro", "macro_accuracy")):
        for scope in (_SUBCATEGORY, _CATEGORY):
            parts = dict.fromkeys(getattr(o, scope) for o in tested)
            rows += [
                ((part, average), tuple(_cell(found[s], scope, part, key) for s in systems))
                for part in parts
                if any(part in o.result.breakdown.get(scope, {}) for s in systems for o in found[s])
            ]
        rows.append((("all", average), tuple(_overall(found[s], key) for s in systems)))
    yield Table(
        f"averages-{NAME}",
        "question matching: Averages, as table 4 of Zhu et al. (2022)",
        "score",
        tuple((system, "accuracy") for system in systems),
        tuple(rows),
        "Micro averages count every pair the same, macro averages every operation. "
        + _disagreements(systems),
        ("part", "average"),
    )


def _disagreements(systems: Sequence[str]) -> str:
    """Which averages of the paper do not follow from its own table 1."""
    told = [
        f"{MODELS[a.model]}, {a.scope}, {a.average}: {float(a.stated):.1f} stated, {float(a.computed):.2f} computed"
        for a in paper_averages()
        if not a.follows and MODELS[a.model] + PAPER_MARK in systems
    ]
    if not told:
        return ""
    return (
        f"Of the paper's {len(paper_averages())} averages all but {len(told)} follow from its table 1 within rounding: "
        f"{'; '.join(told)}."
    )


def _everything(summary: LabelSummary, system: str) -> list[Outcome]:
    """The outcomes over all configs together; where there are none, those of the single operations."""
    if together := summary.outcomes(system, NAME):
        return together
    configs = [config for config in summary.configs_of(NAME) if config != NAME]
    return [outcome for config in configs for outcome in summary.outcomes(system, config)]


def _has(outcomes: Sequence[Outcome], operation: Operation) -> bool:
    return any(
        operation.key in outcome.result.breakdown.get(_OPERATION, {})
        or outcome.result.config == config_name(operation.key)
        for outcome in outcomes
    )


def _cell(outcomes: Sequence[Outcome], scope: str, part: str, key: str = "accuracy") -> Cell:
    parts = [
        o.result.breakdown[scope][part]
        for o in outcomes
        if part in o.result.breakdown.get(scope, {})
    ]
    return _mean_of(parts, key) if parts else _NO_SUCH


def _mean_of(parts: Sequence[Mapping[str, Any]], key: str) -> Cell:
    told = [part for part in parts if key in part]
    if not told:
        return _NO_SUCH
    with_interval = key == "accuracy" and all(part.get("interval") for part in told)
    return mean_cell(
        [(part[key], tuple(part["interval"]) if with_interval else None) for part in told]
    )


def _overall(outcomes: Sequence[Outcome], key: str) -> Cell:
    together = [o for o in outcomes if o.result.config == NAME]
    if not together:
        return NOT_RUN
    if key == "accuracy":
        return mean_accuracy(together)
    told = [o.result.scores[key] for o in together if key in o.result.scores]
    return mean_cell([(points, None) for points in told]) if told else NOT_RUN
