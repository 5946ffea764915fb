"""Cells and tables as text: Markdown, LaTeX and CSV."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable

from numdiag_datasets.core.significance import FEWEST_GROUPS, TOO_FEW_GROUPS
from numdiag_datasets.report.summary import SIGNIFICANT, Cell, Value
from numdiag_datasets.report.tables import Kind, Table

_TEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
)
#: Drops from these numbers of points on get the next darker of four tints.
_TINTS = (5, 15, 30)
_NO_TEXT = ("Cc", "Cs", "Zl", "Zp")  # Unicode categories
_MARKDOWN = str.maketrans(
    {c: f"\\{c}" for c in "\\`*[]|"} | {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
)
_MINUS = re.compile(r"-(?=\d)")
#: Text that a spreadsheet may take for a formula, unless it is a number.
_FORMULA = re.compile(r"[=+\-@\t\r\n＝＋－＠]")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")

NOT_SEEN, FLOOR, UNGROUPED, UNTESTED = "n.s.", "floor", f"({TOO_FEW_GROUPS})", "(not tested)"
#: Mark after a number -> its meaning.
MARKS = {
    NOT_SEEN: f"not significant: p is {SIGNIFICANT} or more, corrected for the number of drops of the system, and in tables of "
    "two settings for the tests of the table (Holm), so one table may have it and another not; or, where there is no p, the 95% interval "
    "holds 0",
    FLOOR: "at the floor: the system answers few originals (or controls) right, so even losing them all would hardly show; a small "
    "drop or cost does not show that it is robust",
    UNTESTED: "several runs whose results lack the scores of each row, so they cannot be tested together",
    UNGROUPED: f"its rows share fewer than {FEWEST_GROUPS} texts, too few for an interval",
}


def cell_text(cell: Cell, kind: Kind) -> str:
    """Return the text of a cell: ``57.4 ± 1.2``, ``-18.9``, ``16.5 (6.5 to 25.8)``, or why it is empty."""
    if isinstance(cell, str):
        return cell
    number = _rounded(cell.mean)
    text = {
        "score": f"{number:.1f}",
        "change": f"{number:+.1f}",
        "relative": f"{number:+.1f}%",
        "drop": f"{number:.1f}",
    }[kind]
    if cell.spread is not None:
        text += f" ± {cell.spread:.1f}"
    if cell.interval:
        low, high = map(_rounded, cell.interval)
        text += f" ({low:.1f} to {high:.1f})"
    mark = mark_of(cell, kind)
    note = cell.note if cell.note.startswith("(") or not cell.note else f"; {cell.note}"
    return " ".join(filter(None, (text, mark, note))).replace(" ;", ";")


def mark_of(cell: Value, kind: Kind) -> str:
    """Return why a number does not show a difference: one of `MARKS`, or "" if it does."""
    if kind == "score" or cell.is_told:
        return ""
    if cell.is_floor:
        return FLOOR
    return UNTESTED if cell.is_untested else UNGROUPED if cell.is_ungrouped else NOT_SEEN


def marks_in(tables: Iterable[Table]) -> dict[str, str]:
    """Return the marks that occur in some tables, with their meanings."""
    there = {
        mark_of(cell, table.kind)
        for table in tables
        for _, cells in table.rows
        for cell in cells
        if isinstance(cell, Value)
    }
    return {mark: meaning for mark, meaning in MARKS.items() if mark in there}


def _rounded(value: float) -> float:
    """Round to one decimal, but never to -0.0."""
    return round(value, 1) + 0.0


def tint(cell: Cell, kind: Kind) -> str:
    """Return the class of a cell that shows a drop or a gain: ``loss3``, ``gain1``, ``floor``, or ""."""
    if isinstance(cell, str):
        return ""
    if cell.is_floor:
        return "floor"
    drop = cell.mean if kind == "drop" else -cell.mean
    if kind == "score" or not cell.is_told or abs(drop) < 1:
        return ""
    size = 1 + sum(abs(drop) >= bound for bound in _TINTS)
    return f"{'loss' if drop > 0 else 'gain'}{size}"


def row_label(labels: tuple[str, str]) -> str:
    """Join setting and perturbation, or both columns of a breakdown, in one cell."""
    return " ".join(label for label in labels if label) or "original"


def markdown(table: Table) -> str:
    """Return a table in Markdown, with its title and note."""
    systems = [": ".join(filter(None, column)) for column in table.columns]
    lines = [f"### {markdown_text(table.title)}", "", _line(["", *systems])]
    lines.append(_line(["---"] + ["---:"] * len(systems)))
    for labels, cells in table.rows:
        lines.append(_line([row_label(labels), *(cell_text(cell, table.kind) for cell in cells)]))
    return "\n".join([*lines, *(["", markdown_text(table.note)] if table.note else []), ""])


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(map(markdown_text, cells)) + " |"


def markdown_text(text: str) -> str:
    """Escape a text for Markdown, in one line, so that no character acts as markup."""
    return one_line(text).translate(_MARKDOWN)


def one_line(text: str) -> str:
    """Return a text without line breaks, control characters and surrogates."""
    kept = (" " if unicodedata.category(c) in _NO_TEXT else c for c in text)
    return " ".join("".join(kept).split())


def latex(table: Table) -> str:
    """Return a table in LaTeX, for the package booktabs; reasons for empty cells are lettered footnotes."""
    reasons: dict[str, str] = {}

    def text(cell: Cell) -> str:
        if isinstance(cell, Value):
            escaped = _escaped(cell_text(cell, table.kind))
            return _MINUS.sub("$-$", escaped.replace("±", r"$\pm$"))
        letter = reasons.setdefault(cell, chr(ord("a") + len(reasons)))
        return rf"\textsuperscript{{{letter}}}"

    rows = [
        " & ".join([_escaped(row_label(labels)), *map(text, cells)]) + r" \\"
        for labels, cells in table.rows
    ]
    over = [rf"\multicolumn{{{width}}}{{c}}{{{_escaped(first)}}}" for first, width in table.groups]
    head = [" & ".join(["", *over]) + r" \\"]
    if any(second for _, second in table.columns):
        head.append(" & ".join(["", *(_escaped(second) for _, second in table.columns)]) + r" \\")
    notes = [rf"\textsuperscript{{{letter}}} {_escaped(why)}." for why, letter in reasons.items()]
    notes += [_escaped(f"{mark}: {meaning}.") for mark, meaning in marks_in([table]).items()]
    notes += [_escaped(table.note)] if table.note else []
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering\small",
            rf"\begin{{tabular}}{{l{'r' * len(table.columns)}}}",
            r"\toprule",
            *head,
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            *([r"\par\smallskip " + " ".join(notes)] if notes else []),
            rf"\caption{{{_escaped(table.title)}.}}",
            rf"\label{{tab:{table.name}}}",
            r"\end{table}",
            "",
        ]
    )


def _escaped(text: str) -> str:
    return one_line(text).translate(_TEX)


_MEASURED = (
    "value", "spread", "low", "high", "p", "runs", "smallest_detectable", "rows", "note"
)  # fmt: skip


def comma_separated(table: Table) -> str:
    """Return a table as CSV, one line per cell, with all its values and without rounding.

    A text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, CSV injection).
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((*table.index, *table.heads, *_MEASURED))
    for (first, second), cells in table.rows:
        for (system, metric), cell in zip(table.columns, cells, strict=True):
            place = [_no_formula(text) for text in (first, second or "original", system, metric)]
            if isinstance(cell, str):
                writer.writerow((*place, *[""] * (len(_MEASURED) - 1), _no_formula(cell)))
                continue
            low, high = cell.interval or ("", "")
            writer.writerow(
                (*place, cell.mean, _known(cell.spread), low, high, _known(cell.p_value), cell.runs,
                 _known(cell.detectable), cell.rows or "",
                 _no_formula(" ".join(filter(None, (mark_of(cell, table.kind), cell.note)))))
            )  # fmt: skip
    return out.getvalue()


def _no_formula(text: str) -> str:
    text = one_line(text)  # a carriage return would begin a row
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def _known(value: float | None) -> float | str:
    return "" if value is None else value
