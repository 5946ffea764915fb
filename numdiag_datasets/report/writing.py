"""Output of a report: Markdown, one HTML file, tables as CSV and LaTeX, pictures."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import DATASETS
from numdiag_datasets.core.data_sets import NUMBER_WORDS as NUMBER_WORDS
from numdiag_datasets.core.data_sets import QUESTION_MATCHING as QUESTION_MATCHING
from numdiag_datasets.core.input_files import json_file
from numdiag_datasets.core.output_files import check_output, write_output
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.report import formats, number_word_pictures, pictures
from numdiag_datasets.report.drawing import picture_bytes
from numdiag_datasets.report.label_tables import LabelSummary
from numdiag_datasets.report.number_word_tables import (
    languages_of,
    layers_of,
    number_word_tables,
    systems_of,
)
from numdiag_datasets.report.outcomes import Outcome, ReportError, by_part
from numdiag_datasets.report.paper import paper_averages, paper_outcomes
from numdiag_datasets.report.phenomena import paper_label_outcomes, phenomena_tables
from numdiag_datasets.report.resample_tables import draw_tables, is_draw
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import Summary, Value
from numdiag_datasets.report.tables import by_metric, tables
from numdiag_datasets.report.tatqa_details import detailed_tables
from numdiag_datasets.report.tatqa_paper import ARITHMETIC, arithmetic_only, baseline_table
from numdiag_datasets.report.tatqa_paper import DATASET as TATQA
from numdiag_datasets.text_pairs.number_words.probe_rows import TASKS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TEMPLATES = Path(__file__).parent
_MARKDOWN, _HTML = "report.md.jinja", "report.html.jinja"
_WRITTEN = "report.json"
_TABLE = re.compile(r"tables/[\w-]+\.(csv|tex)", re.ASCII)
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
        The files written: ``report.html``, ``report.md``, every picture as PNG and SVG (``heatmap``
        and ``capabilities``; ``grammaticality-number_words``, ``comparison-number_words`` and ``layers-number_words``),
        ``tables/*.csv`` and ``tables/*.tex``, and ``report.json``, the checksums of each.

    Raises:
        ReportError: results cannot be read or are incompatible, or a file there was not written by a report;
            nothing has been written then.
        OutputError: a file cannot be written, or is one of the results; in the second case nothing has
            been written.
    """
    outcomes = read_runs(runs)
    # Add the results of a paper only to results of its own kind.
    there = {outcome.result.dataset for outcome in outcomes}
    with_paper = compare_paper and bool(there & set(DATASETS))
    with_pairs = compare_paper and QUESTION_MATCHING in there
    papers = paper_outcomes() if with_paper else ()
    splits = [outcome for outcome in outcomes if not is_draw(outcome)]
    # The paper's TATQA-a results are over arithmetic questions; next to results over all questions they would
    # mislead.
    whole = [o for o in papers if o.result.dataset in there and o.result.dataset != TATQA]
    parts = by_part(splits)
    together = parts.pop("")
    summary = Summary([*together, *whole], pool=pool)
    apart = [Summary(found, pool=pool, part=part) for part, found in parts.items()]
    measured = [summary, *apart]
    summaries = [*measured]
    if with_paper and TATQA in there:
        arithmetic, without = arithmetic_only(together)
        for outcome in without:
            warn(
                f"{outcome.path}: does not say what it scores on {ARITHMETIC} ({outcome.result.config}), so it does not stand "
                "beside the paper"
            )
        both = [*arithmetic, *(o for o in papers if o.result.dataset == TATQA)]
        summaries.append(Summary(both, pool=pool, part=ARITHMETIC))
    labels = LabelSummary(
        [*splits, *(paper_label_outcomes() if with_pairs else ())],
        pool=pool,
    )
    for each in measured:
        for system, dataset in each.without_originals():
            if system.is_paper:
                continue
            warn(
                f"{system.label}: no result for the originals, {each.title_of(dataset)}, so its changes are left out; `numdiag score` gives both "
                f"for a directory of predictions that holds {dataset}.jsonl"
            )
    made = [
        *(table for each in summaries for table in tables(each)),
        *(table for each in measured for table in detailed_tables(each)),
        *(baseline_table(summary) if with_paper else ()),
        *draw_tables(outcomes),
        *number_word_tables(labels),
        *phenomena_tables(labels),
    ]
    files: dict[str, bytes] = {}
    drawn = _pictures(summaries, labels)
    for done, (name, (_, draw)) in enumerate(drawn.items()):
        progress("drawing", done, len(drawn))
        figure = draw()
        for form in ("png", "svg"):
            files[f"{name}.{form}"] = picture_bytes(figure, form)
    for table in made:
        files[f"tables/{table.name}.csv"] = formats.comma_separated(table).encode()
        files[f"tables/{table.name}.tex"] = "\n".join(map(formats.latex, by_metric(table))).encode()
    content = {
        "version": __version__,
        "tables": [part for table in made for part in by_metric(table)],
        "results": len(outcomes),
        "signatures": _signatures(outcomes),
        "averages": paper_averages() if with_paper else [],
        "row_label": formats.row_label,
        "cell_text": formats.cell_text,
        "markdown": formats.markdown,
        "markdown_text": formats.markdown_text,
        "tint": lambda cell, table: formats.tint(cell, table.kind),
        "marks": formats.marks_in(made),
        "sampled": any(outcome.system.is_sample for outcome in outcomes),
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
    if any(summary.datasets for summary in summaries):
        drawn["heatmap"] = (
            "Scores on the originals and drops under attack, systems by perturbations",
            partial(pictures.heatmap, *summaries),
        )
        drawn["capabilities"] = (
            "Mean drops by capability",
            partial(pictures.capabilities, *summaries),
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
    """Fill in a template of this folder; values are escaped in HTML."""
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
    return environment.from_string(text).render(content)


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
    written = {name: {hashlib.sha256(content).hexdigest()} for name, content in files.items()}
    earlier = _earlier(out / _WRITTEN)
    known = {
        name: earlier.get(name, set()) | written.get(name, set()) for name in earlier | written
    }
    for name in files:
        check_output(out / name, inputs)
        if (out / name).is_file() and not _is_as_known(out / name, known[name]):
            raise ReportError(
                f"{out / name}: is not what a report wrote there; move it away or name another --out. "
                "Nothing was changed"
            )
    # Both are recorded until all is written, as an interruption leaves some files of each.
    write_output(out / _WRITTEN, _list_of(known), inputs)
    for name, content in files.items():
        write_output(out / name, content, inputs)
    for name in earlier.keys() - files.keys():
        if _TABLE.fullmatch(name) and _is_as_known(out / name, known[name]):
            (out / name).unlink()
    write_output(out / _WRITTEN, _list_of(written), inputs)
    return [*(out / name for name in files), out / _WRITTEN]


def _is_as_known(path: Path, checksums: set[str]) -> bool:
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() in checksums


def _list_of(checksums: dict[str, set[str]]) -> str:
    files = {name: sorted(found) for name, found in checksums.items()}
    return json.dumps({"files": files}, indent=1) + "\n"


def _earlier(path: Path) -> dict[str, set[str]]:
    """Return the files that the last report wrote here, with their possible checksums; none if unknown."""
    if not path.is_file():
        return {}
    content = json_file(path, ReportError)
    files = content.get("files") if isinstance(content, dict) else None
    if not isinstance(files, dict) or not all(isinstance(found, list) for found in files.values()):
        raise ReportError(f"{path}: is no list of the files of a report; name another --out")
    return {name: set(map(str, found)) for name, found in files.items()}
