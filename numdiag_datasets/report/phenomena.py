"""Question matching: our contrasts, and DuQM's own pairs as tables 1, 3 and 4 of Zhu et al. (2022) have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from statistics import fmean
from typing import Any

from numdiag_datasets.report.duqm_averages import paper_averages
from numdiag_datasets.report.label_tables import LabelSummary, mean_cell
from numdiag_datasets.report.outcomes import PAPER_MARK, Outcome, System
from numdiag_datasets.report.summary import NOT_RUN, Cell, Value
from numdiag_datasets.report.tables import Table
from numdiag_datasets.scoring.results import Result
from numdiag_datasets.scoring.signature import Signature
from numdiag_datasets.text_pairs.question_matching.contrasts import CONTRASTS
from numdiag_datasets.text_pairs.question_matching.family import DUQM, NAME, TEST_FILES
from numdiag_datasets.text_pairs.question_matching.taxonomy import (
    LABELS,
    MODELS,
    SCOPES,
    Operation,
    duqm_operations,
    operations,
)

_CATEGORY, _SUBCATEGORY, _OPERATION = SCOPES
_CONTRAST = "contrast"
_BY_LABEL = "contrast x label"
_NO_SUCH = "no such pairs"
_CONSTANT = "one answer to all"
_EITHER = "100 or 0"
#: Behind a figure that a constant answer reaches.
_BELOW = "not above"


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
                    config=DUQM,
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
    """Our contrasts; then DuQM's own pairs by operation, and the averages by category and subcategory."""
    yield from _contrasts(summary)
    yield from _differences(summary)
    systems = [system for system in summary.systems_of(NAME) if summary.outcomes(system, DUQM)]
    if not systems:
        return
    found = {system: summary.outcomes(system, DUQM) for system in systems}
    tested = [o for o in operations().values() if any(_has(found[s], o) for s in systems)]
    yield Table(
        f"operations-{NAME}",
        "question matching: Accuracy on DuQM by operation, as table 1 of Zhu et al. (2022)",
        "score",
        tuple((system, "accuracy") for system in systems),
        tuple(
            (
                (f"{o.category}: {o.subcategory}", o.name),
                tuple(_cell(found[s], _OPERATION, o.key) for s in systems),
            )
            for o in tested
        ),
        "Nearly all operations have pairs of one label, so that a constant answer scores 100 or 0.",
        (_SUBCATEGORY, _OPERATION),
    )
    rows = []
    for average, key in (("micro", "accuracy"), ("macro", "macro_accuracy")):
        for scope in (_SUBCATEGORY, _CATEGORY):
            parts = dict.fromkeys(getattr(o, scope) for o in tested)
            rows += [
                ((part, average), _beside_constant(found, tested, scope, part, key))
                for part in parts
                if any(part in o.result.breakdown.get(scope, {}) for s in systems for o in found[s])
            ]
        rows.append((("all", average), _beside_constant(found, tested, "", "all", key)))
    yield Table(
        f"averages-{NAME}",
        "question matching: Averages on DuQM, as table 4 of Zhu et al. (2022)",
        "score",
        ((_CONSTANT, "accuracy"), *((system, "accuracy") for system in systems)),
        tuple(rows),
        "Micro averages count every pair the same, macro averages every operation. The first column is the better of "
        f"two constant answers; what is not above it is marked. {_disagreements(systems)}".strip(),
        ("part", "average"),
    )


def _contrasts(summary: LabelSummary) -> Iterator[Table]:
    """Accuracy on our own pairs by contrast, over both labels and on each, beside the constant answers."""
    found = {system: _ours(summary, system) for system in summary.systems_of(NAME)}
    found = {system: outcomes for system, outcomes in found.items() if outcomes}
    names = [
        name for name in CONTRASTS if any(_shares(o, name) for its in found.values() for o in its)
    ]
    if not names:
        return
    rows = [
        ((name, label), tuple(_contrast_cell(found, system, name, label) for system in found))
        for name in names
        for label in ("both", *LABELS)
    ]
    constants = [_constant_of(found, name) for name in names for _ in ("both", *LABELS)]
    rows = [
        (labels, (constant if labels[1] == "both" else _EITHER, *cells))
        for (labels, cells), constant in zip(rows, constants, strict=True)
    ]
    macro = [
        _value([o.result.scores for o in its if o.result.config == NAME], "macro_accuracy")
        for its in found.values()
    ]
    mean = fmean(c.mean for c in constants if isinstance(c, Value))
    rows.append((("all", "macro"), (Value(mean), *(_marked(cell, mean) for cell in macro))))
    yield Table(
        f"contrasts-{NAME}",
        "question matching: Accuracy by contrast",
        "score",
        ((_CONSTANT, "accuracy"), *((system, "accuracy") for system in found)),
        tuple(rows),
        f"Half of the pairs of each contrast are equivalent. What is not above the constant answer is marked {_BELOW!r}.",
        ("contrast", "label"),
    )


def _differences(summary: LabelSummary) -> Iterator[Table]:
    """Test files beside DuQM, as table 3 of the paper."""
    systems = [s for s in summary.systems_of(NAME) if summary.outcomes(s, TEST_FILES)]
    if not systems:
        return
    rows = []
    for system in systems:
        files, duqm = (summary.accuracy(system, config) for config in (TEST_FILES, DUQM))
        if isinstance(files, Value) and isinstance(duqm, Value):
            difference: Cell = Value(duqm.mean - files.mean)
        else:
            difference = NOT_RUN
        rows.append(((system, ""), (files, duqm, difference)))
    yield Table(
        f"test-files-{NAME}",
        "question matching: Accuracy on the test files and on DuQM, as table 3 of Zhu et al. (2022)",
        "score",
        (("test files", "accuracy"), ("DuQM", "accuracy"), ("difference", "points")),
        tuple(rows),
        "",
        ("system", ""),
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


def _ours(summary: LabelSummary, system: str) -> list[Outcome]:
    """The outcomes over all contrasts together; where there are none, those of the single ones."""
    if together := summary.outcomes(system, NAME):
        return together
    configs = [c for c in summary.configs_of(NAME) if c not in (NAME, DUQM, TEST_FILES)]
    return [outcome for config in configs for outcome in summary.outcomes(system, config)]


def _has(outcomes: Sequence[Outcome], operation: Operation) -> bool:
    return any(operation.key in o.result.breakdown.get(_OPERATION, {}) for o in outcomes)


# --- cells ----------------------------------------------------------------------------------------


def _cell(outcomes: Sequence[Outcome], scope: str, part: str, key: str = "accuracy") -> Cell:
    return _value(_parts(outcomes, scope, part), key)


def _parts(outcomes: Sequence[Outcome], scope: str, part: str) -> list[Mapping[str, Any]]:
    found = [o.result.breakdown.get(scope, {}) for o in outcomes]
    return [groups[part] for groups in found if part in groups]


def _value(parts: Sequence[Mapping[str, Any]], key: str) -> Cell:
    """The mean of a figure of several runs, with its interval where all have one."""
    told = [part for part in parts if key in part]
    if not told:
        return _NO_SUCH
    with_interval = key == "accuracy" and all(part.get("interval") for part in told)
    return mean_cell(
        [(part[key], tuple(part["interval"]) if with_interval else None) for part in told]
    )


def _marked(cell: Cell, constant: float) -> Cell:
    """A cell that says so where it is not above a constant answer."""
    is_below = isinstance(cell, Value) and cell.mean <= constant
    return replace(cell, note=_BELOW) if is_below and isinstance(cell, Value) else cell


def _shares(outcome: Outcome, name: str) -> bool:
    return name in outcome.result.breakdown.get(_CONTRAST, {})


def _contrast_cell(
    found: Mapping[str, Sequence[Outcome]], system: str, name: str, label: str
) -> Cell:
    if label != "both":
        return _cell(found[system], _BY_LABEL, f"{name} x {LABELS.index(label)}")
    constant = _constant_of(found, name)
    cell = _cell(found[system], _CONTRAST, name)
    return _marked(cell, constant.mean) if isinstance(constant, Value) else cell


def _constant_of(found: Mapping[str, Sequence[Outcome]], name: str) -> Cell:
    """What the better constant answer scores on a contrast, in points."""
    for outcomes in found.values():
        counts = [
            sum(part["rows"] for part in _parts(outcomes, _BY_LABEL, f"{name} x {label}"))
            for label in range(len(LABELS))
        ]
        if sum(counts):
            return Value(100 * max(counts) / sum(counts))
    return _NO_SUCH


def _beside_constant(
    found: Mapping[str, Sequence[Outcome]],
    tested: Sequence[Operation],
    scope: str,
    part: str,
    key: str,
) -> tuple[Cell, ...]:
    """The cells of an average of DuQM, behind what the better constant answer scores on the same pairs."""
    inside = [o for o in tested if not scope or getattr(o, scope) == part]
    constant = 100 * float(max(_always(inside, label, key) for label in range(len(LABELS))))
    cells = []
    for outcomes in found.values():
        scores = [o.result.scores for o in outcomes] if not scope else _parts(outcomes, scope, part)
        cells.append(_marked(_value(scores, key), constant))
    return (Value(constant), *cells)


def _always(inside: Sequence[Operation], label: int, key: str) -> Fraction:
    """The share that one label scores on some operations, with the paper's counts."""
    shares = [(Fraction(o.yes if label else o.no), Fraction(o.pairs)) for o in inside if o.pairs]
    if key == "accuracy":
        return sum((right for right, _ in shares), Fraction(0)) / sum(pairs for _, pairs in shares)
    return sum((right / pairs for right, pairs in shares), Fraction(0)) / len(shares)
