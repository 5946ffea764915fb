"""TAT-QA's tables by answer type and source, operator and scale (Zhu et al., 2021, tables 4, 8 and 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from statistics import fmean
from typing import Any

from numdiag_datasets.report.outcomes import System
from numdiag_datasets.report.summary import ORIGINALS, Cell, Row, Summary, Value
from numdiag_datasets.report.tables import Table
from numdiag_datasets.report.tatqa_paper import DATASET
from numdiag_datasets.scoring.results import Result

#: For a result: part of its rows -> its counts and scores.
_Parts = Callable[[Result], Mapping[str, Mapping[str, Any]]]
_TYPE_AND_SOURCE = "answer_type x answer_from"


def detailed_tables(summary: Summary) -> Iterator[Table]:
    """Yield scores on originals and under attack, by type, source and scale of the answer, and by operator.

    A table is omitted if results lack its breakdown. Operators are those of systems that predict them, such
    as TagOp.
    """

    def by_type(result: Result) -> Mapping[str, Mapping[str, Any]]:
        return result.breakdown.get(_TYPE_AND_SOURCE, {})

    def by_scale(result: Result) -> Mapping[str, Mapping[str, Any]]:
        return result.breakdown.get("scale", {})

    for metric in ("exact_match", "f1"):
        name = f"{metric}-by-answer_type-answer_from"
        title = f"{metric.replace('_', ' ')} by answer type and answer from, as table 4 of Zhu et al. (2021)"
        yield from _table(summary, name, title, by_type, metric, ("answer_type", "answer_from"))
    title = "operator accuracy by operator, as table 8 of Zhu et al. (2021)"
    index = ("operator", "questions")
    yield from _table(summary, "accuracy-by-operator", title, _by_operator, "accuracy", index)
    title = "scale accuracy by scale, as table 9 of Zhu et al. (2021)"
    index = ("scale", "questions")
    yield from _table(summary, "scale_accuracy-by-scale", title, by_scale, "scale_accuracy", index)


def _by_operator(result: Result) -> Mapping[str, Mapping[str, Any]]:
    analysis = result.about.get("analysis")
    found = analysis.get("operators") if isinstance(analysis, Mapping) else None
    # Metadata of results other than scores are not validated, so they may be anything.
    return {
        name: part
        for name, part in (found.items() if isinstance(found, Mapping) else ())
        if isinstance(part, Mapping) and isinstance(part.get("accuracy"), int | float)
    }


def _table(
    summary: Summary, name: str, title: str, parts: _Parts, metric: str, index: tuple[str, str]
) -> Iterator[Table]:
    attacked = [row for row in summary.rows(DATASET) if row == ORIGINALS or row[0] == "attack"]
    columns = [
        (system, row)
        for system in summary.systems_of(DATASET)
        for row in attacked
        if any(parts(o.result) for o in summary.outcomes(system, DATASET, row))
    ]
    if not columns:
        return
    questions: dict[str, int] = {}
    for system, row in columns:
        for outcome in summary.outcomes(system, DATASET, row):
            for part, counted in parts(outcome.result).items():
                questions.setdefault(part, counted.get("rows", 0))
    rows = []
    for part in sorted(questions):
        first, _, second = part.partition(" x ")
        cells = tuple(_part(summary, system, row, parts, part, metric) for system, row in columns)
        rows.append(((first, second or f"({questions[part]})"), cells))
    yield Table(
        f"{name}-{summary.name_of(DATASET)}",
        f"{summary.title_of(DATASET)}: {title}",
        "score",
        tuple((system.label, row[1] or "original") for system, row in columns),
        tuple(rows),
        index=index,
        heads=("system", "attack"),
    )


def _part(
    summary: Summary, system: System, row: Row, parts: _Parts, part: str, metric: str
) -> Cell:
    found = [
        parts(outcome.result)[part][metric]
        for outcome in summary.outcomes(system, DATASET, row)
        if metric in parts(outcome.result).get(part, {})
    ]
    return Value(fmean(found), runs=len(found)) if found else "no such rows"
