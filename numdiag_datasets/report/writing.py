"""Writing a report: Markdown, one HTML file, tables as CSV and LaTeX, pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets._version import __version__
from numdiag_datasets.release.configs import DATASETS
from numdiag_datasets.release.processes import Progress, no_progress
from numdiag_datasets.release.staging import write_whole
from numdiag_datasets.report import formats, pictures
from numdiag_datasets.report.label_tables import LabelSummary, label_tables, languages_of
from numdiag_datasets.report.outcomes import Outcome, ReportError
from numdiag_datasets.report.paper import paper_averages, paper_outcomes
from numdiag_datasets.report.phenomena import paper_label_outcomes, phenomena_tables
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import Cell, Summary, Value
from numdiag_datasets.report.tables import Table, tables
from numdiag_datasets.text_pairs import FAMILIES
from numdiag_datasets.text_pairs.number_words.examples import TASKS
from numdiag_datasets.text_pairs.number_words.family import NAME as NUMBER_WORDS
from numdiag_datasets.text_pairs.question_matching.family import NAME as QUESTION_MATCHING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TEMPLATES = Path(__file__).parent
_MARKDOWN, _HTML = "report.md.jinja", "report.html.jinja"
_XML_HEAD = re.compile(r"^.*?(?=<svg)", re.DOTALL)
#: Drops from here on are of the next darker of four tints, in points.
_TINTS = (5, 15, 30)


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
        out: the folder to write to; an earlier report there is replaced.
        compare_paper: show the results of the paper beside them.
        pool: see `Summary`.
        progress: called with (what, done, total).
        warn: called with what a reader should know, in a line.

    Returns:
        The files written: ``report.html``, ``report.md``, every picture as PNG and SVG (``heatmap``
        and ``capabilities``; ``grammaticality-number_words`` and ``comparison-number_words``), and
        ``tables/*.csv`` and ``tables/*.tex``.

    Raises:
        ReportError: results that cannot be read or do not go together, or a folder that cannot be
            written; nothing has been written then, in the first two cases.
    """
    outcomes = read_runs(runs)
    # The results of a paper stand beside results of its own kind only.
    there = {outcome.result.dataset for outcome in outcomes}
    with_paper = compare_paper and bool(there & set(DATASETS))
    with_pairs = compare_paper and QUESTION_MATCHING in there
    beside = [
        *(paper_outcomes() if with_paper else ()),
        *(paper_label_outcomes() if with_pairs else ()),
    ]
    summary = Summary([*outcomes, *beside], pool=pool)
    labels = LabelSummary([*outcomes, *beside], pool=pool)
    for system, dataset in summary.without_originals():
        if not system.is_paper:
            warn(
                f"{system.label}: no result for the originals, {dataset}, so its changes are left out"
            )
    made = [*tables(summary), *label_tables(labels), *phenomena_tables(labels)]
    files: dict[str, bytes] = {}
    drawn = _pictures(summary, labels)
    for done, (name, (_, draw)) in enumerate(drawn.items()):
        progress("drawing", done, len(drawn))
        figure = draw()
        for form in ("png", "svg"):
            files[f"{name}.{form}"] = pictures.picture_bytes(figure, form)
    for table in made:
        files[f"tables/{table.name}.csv"] = formats.comma_separated(table).encode()
        files[f"tables/{table.name}.tex"] = formats.latex(table).encode()
    content = {
        "version": __version__,
        "tables": made,
        "results": len(outcomes),
        "signatures": _signatures(outcomes),
        "averages": paper_averages() if with_paper else [],
        "row_label": formats.row_label,
        "cell_text": formats.cell_text,
        "markdown": formats.markdown,
        "tint": _tint,
        "is_value": lambda cell: isinstance(cell, Value),
        "pictures": [
            (name, said, _inline(files[f"{name}.svg"])) for name, (said, _) in drawn.items()
        ],
    }
    files["report.md"] = _rendered(_MARKDOWN, content).encode()
    files["report.html"] = _rendered(_HTML, content).encode()
    progress("drawing", len(drawn), len(drawn))
    return _write(out, files)


def _pictures(
    summary: Summary, labels: LabelSummary
) -> dict[str, tuple[str, Callable[[], Figure]]]:
    """Name of the file -> what the picture shows, and a function that draws it."""
    drawn: dict[str, tuple[str, Callable[[], Figure]]] = {}
    if summary.datasets:
        drawn["heatmap"] = (
            "Drops under attack, systems by perturbations",
            partial(pictures.heatmap, summary),
        )
        drawn["capabilities"] = (
            "Mean drops by capability",
            partial(pictures.capabilities, summary),
        )
    for task in TASKS:
        if languages_of(labels, task):
            drawn[f"{task}-{NUMBER_WORDS}"] = (
                f"Accuracy of {task} of number words by language",
                partial(pictures.number_words, labels, task),
            )
    return drawn


def _rendered(template: str, content: dict[str, Any]) -> str:
    # Imported here: only a report and a build need it.
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        undefined=StrictUndefined,
        autoescape=template == _HTML,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    text = (_TEMPLATES / template).read_text(encoding="utf-8")
    return environment.from_string(text).render(content)


def _signatures(outcomes: Sequence[Outcome]) -> list[tuple[str, str]]:
    """(system, signature) of every result, each once."""
    return list(
        dict.fromkeys(
            (
                o.system.label,
                str(o.result.signature) or f"none, {o.path}",
            )
            for o in outcomes
        )
    )


def _tint(cell: Cell, table: Table) -> str:
    """The class of a cell that tells of a drop or a gain: ``loss3``, ``gain1``, or none."""
    if isinstance(cell, str) or table.kind == "score" or not cell.is_told:
        return ""
    drop = cell.mean if table.kind == "drop" else -cell.mean
    size = 1 + sum(abs(drop) >= bound for bound in _TINTS)
    return f"{'loss' if drop > 0 else 'gain'}{size}" if abs(drop) >= 1 else ""


def _inline(svg: bytes) -> str:
    """A picture as a part of a page."""
    return _XML_HEAD.sub("", svg.decode(), count=1)


def _write(out: Path, files: dict[str, bytes]) -> list[Path]:
    """Write the files, each whole or not at all."""
    paths = []
    try:
        for name, content in files.items():
            write_whole(out / name, content)
            paths.append(out / name)
        # Tables of an earlier report that this one does not have would pass for its own.
        for path in (out / "tables").iterdir():
            is_ours = path.stem.endswith((*DATASETS, *FAMILIES)) and path.suffix in (".csv", ".tex")
            if is_ours and path not in paths:
                path.unlink()
    except OSError as error:
        raise ReportError(
            f"{error.filename or out}: cannot be written ({error.strerror})"
        ) from error
    return paths
