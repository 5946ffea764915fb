"""TAT-QA's tables by answer type and source, operator and scale (Zhu et al., 2021, tables 4, 8 and 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from statistics import fmean
from typing import Any

from numdiag_datasets.report.outcomes import PAPER_MARK
from numdiag_datasets.report.summary import ORIGINALS, Cell, Summary, Value
from numdiag_datasets.report.tables import Table
from numdiag_datasets.report.tatqa_paper import DATASET
from numdiag_datasets.scoring.results import Result

#: Category -> its percentage of 100 wrong answers that were read (Zhu et al., 2021, table 6).
_PAPER_ERRORS = {
    "wrong evidence": 55, "missing evidence": 29, "wrong calculation": 9, "unsupported calculation": 4, "scale error": 3,
}  # fmt: skip
_TYPE_AND_SOURCE = "answer_type x answer_from"
#: Metric, column of the breakdown -> the title of its table, and the meaning of the labels of its rows.
_TABLES = {
    ("exact_match", _TYPE_AND_SOURCE): ("exact match by answer type and answer from, as table 4", ("answer_type", "answer_from")),
    ("f1", _TYPE_AND_SOURCE): ("f1 by answer type and answer from, as table 4", ("answer_type", "answer_from")),
    ("accuracy", "operator"): ("operator accuracy by operator, as table 8", ("operator", "questions")),
    ("scale_accuracy", "scale"): ("scale accuracy by scale, as table 9", ("scale", "questions")),
}  # fmt: skip


def detailed_tables(summary: Summary) -> Iterator[Table]:
    """Yield scores on originals and under attack, by type, source and scale of the answer, and by operator.

    A table is omitted if results lack its breakdown. Operators are those of systems that predict them, such
    as TagOp.
    """
    yield from _errors(summary)
    for (metric, column), (title, index) in _TABLES.items():
        yield from _table(summary, metric, column, f"{title} of Zhu et al. (2021)", index)


def _errors(summary: Summary) -> Iterator[Table]:
    """Yield the categories of wrong answers in percent, of systems that report them, beside those of the paper."""
    rows = [row for row in summary.rows(DATASET) if row == ORIGINALS or row[0] == "attack"]
    found = {
        (system, row): counts
        for system in summary.systems_of(DATASET)
        for row in rows
        if any(counts := [_counts(o.result) for o in summary.outcomes(system, DATASET, row)])
    }
    if found:
        yield Table(
            f"error-categories-{summary.name_of(DATASET)}",
            f"{summary.title_of(DATASET)}: Categories of wrong answers in percent, as table 6 of Zhu et al. (2021)",
            "score",
            (
                ("TagOp" + PAPER_MARK, "100 by hand"),
                *((system.label, row[1] or "original") for system, row in found),
            ),
            tuple(
                ((name, ""), (Value(share), *(_share(counts, name) for counts in found.values())))
                for name, share in _PAPER_ERRORS.items()
            ),
            index=("category", ""),
            heads=("system", "attack"),
        )


def _counts(result: Result) -> Mapping[str, int]:
    analysis = result.about.get("analysis")
    found = analysis.get("errors") if isinstance(analysis, Mapping) else None
    # Metadata of results other than scores are not validated, so they may be anything.
    return {
        name: count
        for name, count in (found.items() if isinstance(found, Mapping) else ())
        if name in _PAPER_ERRORS and isinstance(count, int)
    }


def _share(runs: Sequence[Mapping[str, int]], name: str) -> Cell:
    every = sum(sum(counts.values()) for counts in runs)
    its = sum(counts.get(name, 0) for counts in runs)
    return Value(100 * its / every, len(runs), rows=every) if every else "no wrong answers"


def _parts(result: Result, column: str) -> Mapping[str, Mapping[str, Any]]:
    """Return part of the rows -> its counts and scores."""
    if column != "operator":
        return result.breakdown.get(column, {})
    analysis = result.about.get("analysis")
    found = analysis.get("operators") if isinstance(analysis, Mapping) else None
    # Metadata of results other than scores are not validated, so they may be anything.
    return {
        name: part
        for name, part in (found.items() if isinstance(found, Mapping) else ())
        if isinstance(part, Mapping) and isinstance(part.get("accuracy"), int | float)
    }


def _table(
    summary: Summary, metric: str, column: str, title: str, index: tuple[str, str]
) -> Iterator[Table]:
    rows = [row for row in summary.rows(DATASET) if row == ORIGINALS or row[0] == "attack"]
    #: System, row -> the parts of each of its results.
    found = {
        (system, row): parts
        for system in summary.systems_of(DATASET)
        for row in rows
        if any(parts := [_parts(o.result, column) for o in summary.outcomes(system, DATASET, row)])
    }
    if not found:
        return
    questions: dict[str, int] = {}
    for made in chain.from_iterable(found.values()):
        for part, counted in made.items():
            questions.setdefault(part, counted.get("rows", 0))
    lines = []
    for part in sorted(questions):
        first, _, second = part.partition(" x ")
        cells = tuple(_mean([made.get(part, {}) for made in its], metric) for its in found.values())
        lines.append(((first, second or f"({questions[part]})"), cells))
    yield Table(
        f"{metric}-by-{column.replace(' x ', '-')}-{summary.name_of(DATASET)}",
        f"{summary.title_of(DATASET)}: {title}",
        "score",
        tuple((system.label, row[1] or "original") for system, row in found),
        tuple(lines),
        index=index,
        heads=("system", "attack"),
    )


def _mean(parts: Sequence[Mapping[str, Any]], metric: str) -> Cell:
    points = [part[metric] for part in parts if metric in part]
    return Value(fmean(points), runs=len(points)) if points else "no such rows"
