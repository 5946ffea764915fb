"""Output of a report: Markdown, one HTML file, tables as CSV and LaTeX, pictures."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import DATASETS
from numdiag_datasets.core.data_sets import NUMBER_WORDS as NUMBER_WORDS
from numdiag_datasets.core.data_sets import QUESTION_MATCHING as QUESTION_MATCHING
from numdiag_datasets.core.input_files import json_file
from numdiag_datasets.core.output_files import check_output, write_output
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.core.visible_text import visible
from numdiag_datasets.report import cost_picture, error_pictures, formats, number_word_pictures
from numdiag_datasets.report.drawing import picture_bytes
from numdiag_datasets.report.heatmap import heatmap
from numdiag_datasets.report.label_tables import LabelSummary
from numdiag_datasets.report.matched_tables import cost_tables, costs_of, matched_tables, metric_of
from numdiag_datasets.report.number_word_tables import (
    languages_of,
    layers_of,
    number_word_tables,
    systems_of,
)
from numdiag_datasets.report.outcomes import Outcome, ReportError, by_part
from numdiag_datasets.report.paper import paper_averages, paper_options, paper_outcomes
from numdiag_datasets.report.phenomena import phenomena_tables
from numdiag_datasets.report.recovery import recovery_tables
from numdiag_datasets.report.resample_tables import draw_tables, is_draw
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import ARITHMETIC, ORIGINALS, Summary, Value, plainly_named
from numdiag_datasets.report.tables import Table, by_metric, options_beside_paper, tables
from numdiag_datasets.report.tatqa_details import detailed_tables
from numdiag_datasets.report.tatqa_paper import DATASET as TATQA
from numdiag_datasets.report.tatqa_paper import arithmetic_only, baseline_table
from numdiag_datasets.scoring.result_warnings import result_warnings
from numdiag_datasets.text_pairs.number_words.probe_rows import TASKS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TEMPLATES = Path(__file__).parent
_MARKDOWN, _HTML = "report.md.jinja", "report.html.jinja"
_WRITTEN = "report.json"
#: The most systems whose costs a report begins with.
_HEADLINES = 12
_TABLE = re.compile(r"tables/[\w-]+\.(csv|tex)|[\w-]+\.(png|svg)", re.ASCII)
_XML_HEAD = re.compile(r"^.*?(?=<svg)", re.DOTALL)


def write_report(
    runs: Sequence[str],
    out: Path,
    *,
    compare_paper: bool = False,
    pool: bool = False,
    progress: Progress = no_progress,
    warn: Callable[[str], None] = lambda line: None,
) -> list[Path]:
    """Write a report of results.

    Args:
        runs: see `runs.read_runs`.
        out: the folder to write to; an earlier report there is replaced, and nothing else.
        compare_paper: whether to show the results of the paper on the same data sets too.
        pool: see `Summary`.
        progress: called with (description, done, total).
        warn: called with warnings of one line.

    Returns:
        The files written: ``report.html``, ``report.md``, every picture as PNG and SVG (``heatmap``,
        ``costs`` and ``errors``; ``grammaticality-number_words``, ``comparison-number_words`` and ``layers-number_words``),
        ``tables/*.csv`` and ``tables/*.tex``, and ``report.json``, the checksums of each.

    Raises:
        ReportError: results cannot be read or are incompatible, or a file there was not written by a report;
            nothing has been written then.
        OutputError: a file cannot be written, or is one of the results; in the second case nothing has
            been written.
    """
    outcomes = read_runs(runs)
    if pool and not _has_several_releases(outcomes):
        raise ReportError(
            "--pool: has no effect, since no system has results on several releases; leave it out"
        )
    there = {outcome.result.dataset for outcome in outcomes}
    papers = [o for o in paper_outcomes() if o.result.dataset in there] if compare_paper else []
    splits = [outcome for outcome in outcomes if not is_draw(outcome)]
    # The paper's TATQA-a results are over arithmetic questions; next to results over all questions they would
    # mislead.
    arithmetic_in_paper = [o for o in papers if o.result.dataset == TATQA]
    whole = [o for o in papers if o.result.dataset != TATQA]
    parts = by_part(splits)
    together = parts.pop("")
    summary = Summary([*together, *whole], pool=pool)
    measured = [summary, *(Summary(its, pool=pool, part=part) for part, its in parts.items())]
    summaries = [*measured]
    if arithmetic_in_paper:
        arithmetic, without = arithmetic_only(together)
        for outcome in without:
            warn(
                f"{outcome.path}: does not say what it scores on {ARITHMETIC} ({outcome.result.config}), so it does not stand "
                "beside the paper"
            )
        summaries.append(Summary([*arithmetic, *arithmetic_in_paper], pool=pool, part=ARITHMETIC))
    labels = LabelSummary([*splits, *papers], pool=pool)
    for each in measured:
        for system, dataset in each.without_originals():
            warn(
                f"{system.label}: no result for the originals, {each.title_of(dataset)}, so its changes are left out; `numdiag score` gives both "
                f"for a directory of predictions that holds {dataset}.jsonl"
            )
    made = [
        *(table for each in measured for table in cost_tables(each)),
        *(table for each in summaries for table in tables(each)),
        *(table for each in summaries for table in matched_tables(each)),
        *(table for each in measured for table in recovery_tables(each)),
        *(table for each in measured for table in detailed_tables(each)),
        *(baseline_table(summary) if compare_paper else ()),
        *(_options_tables(together) if compare_paper else ()),
        *draw_tables(outcomes),
        *number_word_tables(labels),
        *phenomena_tables(labels),
    ]
    made = [replace(table, rows=rows) for table in made if (rows := _with_results(table))]
    files: dict[str, bytes] = {}
    drawn = _pictures(summaries, labels)
    for done, (name, (_, draw)) in enumerate(drawn.items()):
        progress("drawing", done, len(drawn))
        figure = draw()
        for form in ("png", "svg"):
            files[f"{name}.{form}"] = picture_bytes(figure, form)
    for table in made:
        files[f"tables/{table.name}.csv"] = visible(formats.comma_separated(table)).encode()
        latex = "\n".join(map(formats.latex, by_metric(table)))
        files[f"tables/{table.name}.tex"] = visible(latex).encode()
    content = {
        "version": __version__,
        "tables": [part for table in made for part in by_metric(table)],
        "results": len(outcomes),
        "signatures": _signatures(outcomes),
        "averages": paper_averages() if compare_paper and there & set(DATASETS) else [],
        "row_label": formats.row_label,
        "cell_text": formats.cell_text,
        "markdown": formats.markdown,
        "markdown_text": formats.markdown_text,
        "tint": lambda cell, table: formats.tint(cell, table.kind),
        "headlines": _headlines(measured),
        "marks": formats.marks_in(made),
        "sampled": any(outcome.system.is_sample for outcome in outcomes),
        "warnings": [(title, lines) for title, lines in _warnings(outcomes, papers) if lines],
        "is_value": lambda cell: isinstance(cell, Value),
        "pictures": [
            (name, said, _inline(files[f"{name}.svg"])) for name, (said, _) in drawn.items()
        ],
    }
    files["report.md"] = rendered(_MARKDOWN, content).encode()
    files["report.html"] = rendered(_HTML, content).encode()
    progress("drawing", len(drawn), len(drawn))
    return write_files(out, files, [Path(outcome.path) for outcome in outcomes])


def _pictures(
    summaries: Sequence[Summary], labels: LabelSummary
) -> dict[str, tuple[str, Callable[[], Figure]]]:
    """Return the file name of each picture -> its description, and a function that draws it."""
    drawn: dict[str, tuple[str, Callable[[], Figure]]] = {}
    if any(map(cost_picture.has_costs, summaries)):
        drawn["costs"] = (
            "Cost of each capability: control minus attack, with intervals; those of few rows are cut at the edge",
            partial(cost_picture.costs, *summaries),
        )
    if any(summary.datasets for summary in summaries):
        drawn["heatmap"] = (
            "Scores on the originals and drops under attack, systems by perturbations",
            partial(heatmap, *summaries),
        )
    if any(map(error_pictures.has_types, summaries)):
        drawn["errors"] = (
            "Types of wrong answers under attack by perturbation",
            partial(error_pictures.error_types, *summaries),
        )
    for task in TASKS:
        if languages_of(labels, task) and systems_of(labels):
            drawn[f"{task}-{NUMBER_WORDS}"] = (
                f"Accuracy of {task} of number words by language",
                partial(number_word_pictures.by_language, labels, task),
            )
    if layers_of(labels):
        drawn[f"layers-{NUMBER_WORDS}"] = (
            "Accuracy on bare number words by layer",
            partial(number_word_pictures.by_layer, labels),
        )
    return drawn


def rendered(template: str, content: dict[str, Any]) -> str:
    """Fill in a template of this folder; values are escaped in HTML, and all is `visible`."""
    # Imported here, as only a report and a build need it.
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        undefined=StrictUndefined,
        autoescape=".html." in template,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    text = (_TEMPLATES / template).read_text(encoding="utf-8")
    return visible(environment.from_string(text).render(content))


def _options_tables(outcomes: Sequence[Outcome]) -> list[Table]:
    """Return the paper's tables of rates and batch sizes, if its data set is there."""
    there = {outcome.result.dataset for outcome in outcomes}
    is_there = any(outcome.result.dataset in there for outcome in paper_options())
    return [options_beside_paper([*outcomes, *paper_options()])] if is_there else []


def _with_results(table: Table) -> tuple[Any, ...]:
    """Return the rows of a table without those that hold reasons alone, such as "not run"."""
    return tuple(
        (labels, cells)
        for labels, cells in table.rows
        if any(isinstance(cell, Value) or any(map(str.isdigit, cell)) for cell in cells)
    )


def _has_several_releases(outcomes: Sequence[Outcome]) -> bool:
    data: dict[object, set[str]] = {}
    for o in outcomes:
        place = (o.system, o.trained_on, o.result.config)
        data.setdefault(place, set()).add(o.result.signature.data)
    return any(len(found) > 1 for found in data.values())


def _warnings(
    outcomes: Sequence[Outcome], papers: Sequence[Outcome]
) -> Iterator[tuple[str, list[str]]]:
    """Yield what may make figures wrong or not comparable, each with the systems and configs that it concerns."""
    outcomes, papers = plainly_named(outcomes), plainly_named(papers)
    labels: dict[str, list[str]] = {}
    of_system: dict[tuple[str, str], list[Outcome]] = {}
    for o in outcomes:
        of_system.setdefault((o.system.label, o.trained_on), []).append(o)
    for (label, _), its in of_system.items():
        for text, concerned in result_warnings([o.result for o in its]):
            labels.setdefault(text, []).extend(
                f"{label}, {made.config}" + f": {number}" * bool(number)
                for made, number in concerned
            )
    # Several seeds of a system have the same label.
    for text, found in labels.items():
        yield text[0].upper() + text[1:], [*dict.fromkeys(found)]
    data: dict[str, dict[str, set[str]]] = {}  # data set -> config -> checksums of the rows
    versions, originals, ways, modes = _Groups(), _Groups(), _Groups(), _Groups()
    for o in outcomes:
        made, (version, _, checksum) = o.result, o.result.signature.data.partition("@")
        if made.dataset in DATASETS and not is_draw(o):
            if checksum:
                data.setdefault(made.dataset, {}).setdefault(made.config, set()).add(checksum)
                versions.add(made.dataset, version, o.system.label)
                if made.config == made.dataset:
                    originals.add(made.dataset, made.signature.data, o.system.label)
            if made.signature.way:
                ways.add(made.dataset, made.signature.way, o.system.label)
            if made.signature.mode:
                modes.add(made.dataset, f"mode {made.signature.mode}", o.system.label)
    of_paper = {o.result.dataset for o in papers}
    for o in papers:
        versions.add(o.result.dataset, "the paper's own", o.system.label)
    mixed = [
        name
        for name, found in data.items()
        if name in of_paper or any(len(d) > 1 for d in found.values())
    ]
    yield (
        "Systems were scored on different rows, so their figures are not of the same problems",
        versions.lines(mixed, else_of=originals),
    )
    yield (
        "Models were asked in different ways, so a difference may be that of the prompts",
        ways.lines(name for name, found in ways.of.items() if len(found) > 1),
    )
    yield (
        "Numbers were read in different modes, so a difference may be that of the modes",
        modes.lines(name for name, found in modes.of.items() if len(found) > 1),
    )


class _Groups:
    """Systems of each data set, grouped by the version of their rows or by their prompt."""

    def __init__(self) -> None:
        self.of: dict[str, dict[str, dict[str, None]]] = {}

    def add(self, dataset: str, value: str, system: str) -> None:
        self.of.setdefault(dataset, {}).setdefault(value, {})[system] = None

    def lines(self, datasets: Iterable[str], else_of: _Groups | None = None) -> list[str]:
        """Return for each value of a data set a line with its systems; of other values if these are all the same."""
        lines = []
        for dataset in datasets:
            groups = self.of[dataset]
            if else_of and len(groups) == 1:
                groups = else_of.of.get(dataset, groups)
            lines += [f"{dataset}, {value}: {' + '.join(names)}" for value, names in groups.items()]
        return lines


def _headlines(summaries: Sequence[Summary]) -> list[str]:
    """Return a line for each system, those with a cost first; of many systems the first lines, and how many more."""
    lines = [each for summary in summaries for each in _headlines_of(summary)]
    lines.sort(key=lambda each: not each[0])
    more = len(lines) - _HEADLINES
    return [line for _, line in lines[:_HEADLINES]] + [f"{more} more in the tables"] * (more > 0)


def _headlines_of(summary: Summary) -> Iterator[tuple[bool, str]]:
    """Yield for each system whether it has a cost, and its score on the originals with its highest cost and drop."""
    for dataset in summary.datasets:
        costs = [costs_of(table) for table in cost_tables(summary, dataset)]
        for i, system in enumerate(summary.systems_of(dataset)):
            metric = metric_of(summary, system, dataset)
            original = summary.score(system, dataset, ORIGINALS, metric)
            points = formats.cell_text(original, "score")
            of = f"{metric.replace('_', ' ')} on the originals"
            parts = [f"originals {points}" if isinstance(original, str) else f"{points} {of}"]
            told = {
                n: c
                for row in costs
                for n, cells in row.items()
                if isinstance(c := cells[i], Value)
            }
            if told:
                name, cost = max(told.items(), key=lambda item: item[1].mean)
                parts.append(f"highest cost: {name}, {formats.cell_text(cost, 'drop')}")
            # Some attacks have no control, and a system that fails on the control too has no cost.
            drops = {
                n: summary.drop(system, dataset, ("attack", n), metric) for n in PERTURBATION_TABLE
            }
            lost = {n: drop for n, drop in drops.items() if isinstance(drop, Value)}
            if lost:
                name, drop = max(lost.items(), key=lambda item: item[1].mean)
                parts.append(f"highest drop: {name}, {formats.cell_text(drop, 'drop')}")
            yield bool(told), f"{system.label}, {summary.title_of(dataset)}: {'; '.join(parts)}"


def _signatures(outcomes: Sequence[Outcome]) -> list[tuple[str, str]]:
    """Return (system, signature) of every result, without repetition."""
    return list(
        dict.fromkeys(
            (
                o.system.label,
                formats.one_line(str(o.result.signature) or f"none, {o.path}"),
            )
            for o in outcomes
        )
    )


def _inline(svg: bytes) -> str:
    """Return an SVG picture for inclusion in a page."""
    return _XML_HEAD.sub("", svg.decode(), count=1)


def write_files(out: Path, files: dict[str, bytes], inputs: Sequence[Path]) -> list[Path]:
    """Write the files, each completely or not at all, and remove outdated files of an earlier report.

    These would be mistaken for files of this one. Files not written by a report, or changed since, stay.

    Args:
        out: the folder.
        files: name in the folder -> content.
        inputs: files that are read and must not be overwritten.

    Returns:
        The paths of all; the last is the list with their checksums, which identifies files of an earlier report.

    Raises:
        ReportError: a file there was not written by a report; nothing has been written then.
        OutputError: see `write_output`.
    """
    record = out / _WRITTEN
    earlier = _earlier(record)
    written = {name: [_checksum(content)] for name, content in files.items()}
    known = {
        name: earlier.get(name, []) + written.get(name, []) for name in sorted(earlier | written)
    }

    def is_known(name: str) -> bool:
        return _checksum((out / name).read_bytes()) in known[name]

    for name in files:
        check_output(out / name, inputs)
        if (out / name).is_file() and not is_known(name):
            raise ReportError(
                f"{out / name}: is not what a report wrote there; move it away or name another --out. "
                "Nothing was changed"
            )
    # Both are recorded until all is written, as an interruption leaves some files of each.
    write_output(record, json.dumps({"files": known}, indent=1) + "\n", inputs)
    for name, content in files.items():
        write_output(out / name, content, inputs)
    for name in earlier.keys() - files.keys():
        if _TABLE.fullmatch(name) and (out / name).is_file() and is_known(name):
            (out / name).unlink()
    write_output(record, json.dumps({"files": written}, indent=1) + "\n", inputs)
    return [*(out / name for name in files), record]


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _earlier(record: Path) -> dict[str, list[str]]:
    """Return the files that the last report wrote here, with their possible checksums; none if unknown."""
    if not record.is_file():
        return {}
    content = json_file(record, ReportError)
    files = content.get("files") if isinstance(content, dict) else None
    if not isinstance(files, dict) or not all(isinstance(found, list) for found in files.values()):
        raise ReportError(f"{record}: is no list of the files of a report; name another --out")
    return files
