"""Write what the results here say into the pages that show it: python docs/results/summary.py

The heatmap, the tables of README.md (between the comments that name them), and the table of a release's card.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from numdiag_datasets.core.configs import DATASETS, DEFENSE, TRANSFER
from numdiag_datasets.perturbations import PERTURBATIONS
from numdiag_datasets.report.drawing import picture_bytes
from numdiag_datasets.report.error_pictures import error_types
from numdiag_datasets.report.formats import cell_text
from numdiag_datasets.report.heatmap import heatmap
from numdiag_datasets.report.matched_tables import cost_tables
from numdiag_datasets.report.outcomes import SECOND_FORM, Outcome, System, by_part
from numdiag_datasets.report.paper import paper_outcomes
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import (
    NOT_RUN,
    ORIGINALS,
    Cell,
    Row,
    Summary,
    Value,
    mean_value,
)
from numdiag_datasets.report.tables import Kind, Table
from numdiag_datasets.scoring.results import Result
from numdiag_datasets.scoring.scored_rows import Matched
from numdiag_datasets.scoring.scorers import scorer_of

HERE = Path(__file__).parent
#: The pages that contain figures: a number, with a comment behind it that names the result.
PAGES = (*sorted(HERE.glob("*.md")), HERE.parent.parent / "README.md")
#: The rows that a comparison with a control needs here.
_FEWEST_ROWS = 20
#: The way of asking whose costs the first page shows, and the data sets.
_FRONT = "Qwen2.5-Coder-1.5B-Instruct, chain of thought"
#: Systems by their names in these comments.
_SYSTEMS = {
    "qwen": "Qwen2.5-Coder-1.5B-Instruct, answers",
    "qwen-equation": "Qwen2.5-Coder-1.5B-Instruct, equations",
    "qwen-part": "Qwen2.5-Coder-1.5B-Instruct",
    "qwen-cot": "Qwen2.5-Coder-1.5B-Instruct, chain of thought",
    "smollm2": "SmolLM2-135M, fine-tuned, tokens",
    "smollm2-placeholders": "SmolLM2-135M, fine-tuned, placeholders",
    "graph2tree": "Graph2Tree",
    "graph2tree-512": "Graph2Tree, hidden size 512",
    "tagop": "TagOp over MiniLM",
    "tagop-2": "TagOp over MiniLM, rows of 2.0.0",
}
CARD_TABLE = HERE.parent.parent / "numdiag_datasets" / "release" / "card" / "results.tsv"
#: Results over draws, of a model that writes something else, and of the two smaller families have places of their own.
_APART = ("draws", "targets", "number-words", "question-matching")
#: What stands in the table of targets: the system that was trained to write each of them.
_BY_TARGET = ("smollm2-135m", "targets")
#: Systems stand in the order of what they score on its originals.
_FIRST = "asdiv_a"
#: Parts of parts have names with it.
_CROSSED = " x "
_TRAINED_SETTINGS = ("attack", SECOND_FORM, DEFENSE, TRANSFER)


def summary(*, for_picture: bool = False) -> Summary:
    """All results here on the data of this version; for the picture those of the first data set, with the paper's beside them."""
    outcomes = _outcomes()[""]
    if for_picture:
        outcomes = [o for o in (*outcomes, *paper_outcomes()) if o.result.dataset == _FIRST]
    return Summary(outcomes)


def summaries_of_parts() -> list[Summary]:
    """Results over some rows of a data set, each such part by itself."""
    return [Summary(found, part=part) for part, found in _outcomes().items() if part]


@cache
def _outcomes() -> dict[str, list[Outcome]]:
    folders = [path for path in sorted(HERE.iterdir()) if path.is_dir()]
    outcomes = read_runs([str(path) for path in folders if path.name not in _APART])
    before = {
        o.system: o.result.scores[_metric(_FIRST)] for o in outcomes if o.result.config == _FIRST
    }
    outcomes.sort(key=lambda o: -before.get(o.system, 0))
    return by_part(outcomes)


@cache
def by_target() -> Summary:
    """One system that sees numbers as they stand, trained to write equations, answers or both."""
    outcomes = read_runs([str(HERE / folder) for folder in _BY_TARGET])
    return Summary([o for o in outcomes if o.system.numbers == "tokens"])


def drops(results: Summary, dataset: str) -> str:
    """What each system scores on the originals of a data set, and what it loses, in the first form and in the second."""
    systems = results.systems_of(dataset)
    lines = [
        _line(
            "originals",
            [results.score(s, dataset, ORIGINALS, _metric(dataset)) for s in systems],
            "score",
        )
    ]
    for setting, mark in (("attack", ""), (SECOND_FORM, ", second form")):
        for name in PERTURBATIONS:
            cells = [results.drop(s, dataset, (setting, name), _metric(dataset)) for s in systems]
            if any(not isinstance(cell, str) for cell in cells):
                lines.append(_line(f"{name}{mark}", cells, "drop"))
    head = _line("", [system.label for system in systems], "drop")
    return "\n".join((head, _rule(len(systems)), *lines))


def trained(results: Summary, dataset: str) -> str:
    """Return a table of what attack and control cost systems of several trainings, and the wrong answers that attacks provoke."""
    lines = []
    for system in results.systems_of(dataset):
        for name in PERTURBATIONS:
            runs = [o.result for o in results.outcomes(system, dataset, ("attack", name))]
            both = [made.matched["control"] for made in runs if "control" in made.matched]
            if len(both) > 1 and both[0].other[_metric(dataset)].rows >= _FEWEST_ROWS:
                cells = _costs(results, system, dataset, name)
                lines.append(
                    f"| {system.label}, {name} | {' | '.join((*cells, _provoked(runs)))} |"
                )
    columns = (
        "rows",
        "original - control",
        "control - attack",
        "wrong answers that the attack provokes",
    )
    return "\n".join((f"| | {' | '.join(columns)} |", _rule(len(columns)), *lines))


def _costs(results: Summary, system: System, dataset: str, name: str) -> tuple[str, str, str]:
    """Return the number of rows, and both differences of `cost_tables`, of one perturbation."""
    table = _cost_table(results, dataset)
    column = results.systems_of(dataset).index(system)
    cells = {part: cells[column] for (row, part), cells in table.rows if row == name}
    first, second = cells["original - control"], cells["control - attack"]
    shown = [
        cell_text(replace(c, note=""), "drop") for c in (first, second) if isinstance(c, Value)
    ]
    return (f"{second.rows:.0f}" if isinstance(second, Value) else "", shown[0], shown[1])


@cache
def _cost_table(results: Summary, dataset: str) -> Table:
    (table,) = cost_tables(results, dataset)
    return table


def _provoked(runs: Sequence[Result]) -> str:
    """Return the errors that the attack provokes, of the wrong answers of all runs: "350 of 356"."""
    wrong = sum(made.errors.get("wrong", 0) for made in runs)
    found = sum(made.errors.get(name, 0) for made in runs for name in made.error_answers)
    return f"{found} of {wrong}" if any(made.error_answers for made in runs) else ""


def controls(results: Summary, dataset: str) -> str:
    """Return a table of originals, control and attack, over the rows that both change, for each system of one run."""
    columns = ("rows", "original", "control", "attack", "original - control", "control - attack")
    lines = [
        f"| {' | '.join((f'{name}, {_way(system)}', *cells))} |"
        for system in results.systems_of(dataset)
        for name in PERTURBATIONS
        if (cells := _compared(results, system, dataset, name))
    ]
    return "\n".join((f"| | {' | '.join(columns)} |", _rule(len(columns)), *lines))


def costs(results: Summary) -> str:
    """Return a table of the capability costs of one system: control - attack, by perturbation and data set."""
    (system,) = (s for s in results.systems_of(_FIRST) if s.label == _FRONT)
    datasets = [
        d for d in results.datasets if results.score(system, d, ORIGINALS, _metric(d)) != NOT_RUN
    ]
    lines = []
    for name in PERTURBATIONS:
        found = [_compared(results, system, dataset, name) for dataset in datasets]
        if any(found):
            cells = [cells or ("",) * 6 for cells in found]
            flat = " | ".join(cell for of_data in cells for cell in (*of_data[1:4], of_data[5]))
            lines.append(f"| {name} | {flat} |")
    head = " | ".join(
        f"{results.title_of(d)}: {part}" if part == "original" else part
        for d in datasets
        for part in ("original", "control", "attack", "cost")
    )
    return "\n".join((f"| | {head} |", _rule(4 * len(datasets)), *lines))


def _way(system: System) -> str:
    """Return the way in which a language model was asked, which its name ends with."""
    return system.label.rpartition(", ")[2]


def _matched(results: Summary, system: System, dataset: str, name: str) -> Matched | None:
    """Return the comparison of an attack with its control, if it has enough rows for an interval that says something."""
    outcomes = results.outcomes(system, dataset, ("attack", name))
    both = outcomes[0].result.matched.get("control") if len(outcomes) == 1 else None
    return both if both and both.other[_metric(dataset)].rows >= _FEWEST_ROWS else None


def _compared(results: Summary, system: System, dataset: str, name: str) -> tuple[str, ...]:
    """Return the cells of `controls`; none without a comparison."""
    if not (both := _matched(results, system, dataset, name)):
        return ()
    first, second = (both.original or {})[_metric(dataset)], both.other[_metric(dataset)]
    scores = (first.original, first.perturbed, second.perturbed)
    rows, *differences = _costs(results, system, dataset, name)
    return (rows, *(f"{score:.1f}" for score in scores), *differences)


def settings(results: Summary, dataset: str) -> str:
    """What each trained system scores on the perturbed test split in its first form and its second, trained on originals and on
    problems perturbed in the first form."""
    lines = []
    for system in results.systems_of(dataset):
        for name in PERTURBATIONS:
            if results.outcomes(system, dataset, (DEFENSE, name)):
                cells = [_score(results, system, dataset, (s, name)) for s in _TRAINED_SETTINGS]
                lines.append(_line(f"{system.label}, {name}", cells, "score"))
    return "\n".join((_line("", _TRAINED_SETTINGS, "score"), _rule(len(_TRAINED_SETTINGS)), *lines))


def _score(results: Summary, system: System, dataset: str, row: Row) -> Cell:
    """Return the score over the rows that a perturbation changed, or over all originals."""
    runs = [outcome.result for outcome in results.outcomes(system, dataset, row)]
    found = [(made.applied or made.scores)[_metric(dataset)] for made in runs]
    return mean_value(found) if found else results.missing(system, dataset, row)


def parts(results: Summary, dataset: str) -> str:
    """What systems that choose operators score on the originals of a data set, by the parts of its test split."""
    metrics = scorer_of(dataset).metrics
    lines = []
    for system in results.systems_of(dataset):
        runs = [
            outcome.result.breakdown
            for outcome in results.outcomes(system, dataset, ORIGINALS)
            if "operators" in outcome.result.about.get("analysis", {})
        ]
        for name, counted in runs[0].items() if runs else ():
            if _CROSSED in name:
                continue
            for part, of_part in counted.items():
                cells = [
                    mean_value([run[name][part][metric] for run in runs]) for metric in metrics
                ]
                label = f"{system.label} | {name.replace('_', ' ')} | {part} | {of_part['rows']}"
                lines.append(_line(label, cells, "score"))
    head = " | ".join(
        ("| system", "by", "", "questions", *(metric.replace("_", " ") for metric in metrics))
    )
    return "\n".join((f"{head} |", _rule(3 + len(metrics)), *lines))


def with_figures(text: str) -> str:
    """Return a page with its figures computed: ``28<!--qwen extra-->`` is what extra costs Qwen on ASDiv-a, in whole points.

    The comment names a system, and where they differ from these a data set and a setting; ``score`` shows the score
    of a perturbation and not its drop.
    """
    tables = [summary(), *summaries_of_parts()]
    return re.sub(r"-?\d+<!--([\w -]+)-->", lambda found: _figure(found[1], tables), text)


def _figure(comment: str, tables: Sequence[Summary]) -> str:
    name, *words = comment.split()
    if name == "cost":
        dataset, perturbation = words
        (system,) = (s for s in tables[0].systems_of(dataset) if s.label == _FRONT)
        both = _matched(tables[0], system, dataset, perturbation)
        return f"{both.other[_metric(dataset)].absolute if both else math.nan:.0f}<!--{comment}-->"
    dataset = next((word for word in words if word in DATASETS), _FIRST)
    perturbation = next((word for word in words if word in PERTURBATIONS), "")
    setting = next((word for word in words if word in (DEFENSE, TRANSFER, "second")), "attack")
    setting = SECOND_FORM if setting == "second" else setting
    row = (setting, perturbation) if perturbation else ORIGINALS
    ((results, system),) = (
        (table, system)
        for table in tables
        if dataset in table.datasets
        for system in table.systems_of(dataset)
        if system.label == _SYSTEMS[name]
    )
    if not perturbation or "score" in words:
        number = _score(results, system, dataset, row).mean
    else:
        number = results.drop(system, dataset, row, _metric(dataset)).mean
    return f"{number:.0f}<!--{comment}-->"


def page(text: str, results: Summary) -> str:
    """README.md with its tables written anew."""
    made = {
        f"{name} {dataset}": table(results, dataset)
        for name, table in (
            ("drops", drops),
            ("settings", settings),
            ("controls", controls),
            ("trained", trained),
        )
        for dataset in results.datasets
    }
    made["costs"] = costs(results)
    made[f"targets {_FIRST}"] = drops(by_target(), _FIRST)
    made |= {f"parts {dataset}": parts(results, dataset) for dataset in results.datasets}
    for some in summaries_of_parts():
        made |= {f"some {dataset}": drops(some, dataset) for dataset in some.datasets}
    return re.sub(
        r"(<!-- (costs|(?:drops|settings|controls|trained|targets|parts|some) \w+) -->\n)(?:(?!<!-- ).)*(<!-- end -->)",
        lambda found: f"{found[1]}\n{made[found[2]]}\n\n{found[3]}",
        text,
        flags=re.DOTALL,
    )


def card_table(results: Summary) -> str:
    """The results of ASDiv-a as a card shows them, without intervals."""
    systems = results.systems_of(_FIRST)
    before = [
        _short(results.score(s, _FIRST, ORIGINALS, _metric(_FIRST)), "score") for s in systems
    ]
    lines = [(_FIRST, *(s.label for s in systems)), ("originals", *before)]
    for name in PERTURBATIONS:
        row = [results.drop(s, _FIRST, ("attack", name), _metric(_FIRST)) for s in systems]
        if any(not isinstance(cell, str) for cell in row):
            lines.append((name, *(_short(cell, "drop") for cell in row)))
    return "".join("\t".join(line) + "\n" for line in lines)


def _metric(dataset: str) -> str:
    """The one that ranks systems: whether answers are right."""
    return scorer_of(dataset).metrics[0]


def _line(label: str, cells: Sequence[Cell], kind: Kind) -> str:
    return f"| {' | '.join((label, *(cell_text(cell, kind) for cell in cells)))} |"


def _rule(columns: int) -> str:
    return "|" + " --- |" * (columns + 1)


def _short(cell: Cell, kind: Kind) -> str:
    return re.sub(r" \([^)]*\)| ± [0-9.]+", "", cell_text(cell, kind))


def main() -> None:
    results = summary()
    for path in PAGES:
        text = page(path.read_text(encoding="utf-8"), results)
        path.write_text(with_figures(text), encoding="utf-8")
    CARD_TABLE.write_text(card_table(results), encoding="utf-8")
    asked = Summary([o for o in _outcomes()[""] if o.system.label == _FRONT])
    (HERE / "errors.svg").write_bytes(picture_bytes(error_types(asked), "svg"))
    (HERE / "heatmap.svg").write_bytes(picture_bytes(heatmap(summary(for_picture=True)), "svg"))


if __name__ == "__main__":
    main()
