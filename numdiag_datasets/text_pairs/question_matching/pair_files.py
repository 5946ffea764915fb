"""Files of labelled pairs: the layouts of DuQM, LCQMC, BQ and OPPO, tab separated, CSV or JSON lines."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from numdiag_datasets.text_pairs.question_matching.question_edits import QuestionPair
from numdiag_datasets.text_pairs.question_matching.questions import (
    QuestionError,
    read_lines,
    sha256_of,
)
from numdiag_datasets.text_pairs.question_matching.taxonomy import Operation, operation_of, place_of

#: Our name of a column -> its names in files, in any case.
_HEADERS = {
    "text_a": ("text_a", "texta", "sentence1", "sentence_1", "sentence_a", "question1", "question_1", "query1", "text1", "q1", "query"),
    "text_b": ("text_b", "textb", "sentence2", "sentence_2", "sentence_b", "question2", "question_2", "query2", "text2", "q2", "title"),
    "label": ("label", "labels", "gold_label", "gold", "is_duplicate"),
    "operation": ("operation", "perturbation", "perturbation_operation", "op"),
    "category": ("category",),
    "subcategory": ("subcategory", "sub_category", "type"),
}  # fmt: skip
_NEEDED = ("text_a", "text_b", "label")
_LABELS = {
    "0": 0,
    "1": 1,
    "0.0": 0,
    "1.0": 1,
    "n": 0,
    "y": 1,
    "no": 0,
    "yes": 1,
    "false": 0,
    "true": 1,
}
_JSON = (".jsonl", ".json")
SUFFIXES = (".tsv", ".txt", ".csv", *_JSON)


def read_pairs(path: Path) -> list[QuestionPair]:
    """Read a file of labelled pairs.

    It is tab separated (``.tsv``, ``.txt``), comma separated (``.csv``) or JSON lines (``.jsonl``,
    ``.json``). Files without a header have two questions and a label, optionally after a number, as in LCQMC
    and OPPO. With a header, columns may have the names of BQ, DuQM or the Hub (``sentence1``, ``question1``,
    ``text_a``). ``operation``, ``category`` and ``subcategory`` are kept, under our names or the paper's
    ("replace num."); ``qid`` and other columns are ignored. Without an operation column, the file name may be
    one: ``replace_numeral.tsv``.

    Raises:
        QuestionError: questions or labels are missing, or a label is invalid, a question empty, or an
            operation unknown or ambiguous; the message names the line.
    """
    named = operation_of(path.stem)
    pairs = [_pair(row, place, named) for place, row in _rows(path)]
    if not pairs:
        raise QuestionError(f"{path}: holds no pairs")
    return pairs


def read_pair_files(path: Path) -> tuple[list[QuestionPair], dict[str, str]]:
    """Read the pairs of a user's file, or of all files of a directory, and the checksum of each file.

    Raises:
        QuestionError: the file or directory does not exist, has no pairs, or cannot be read.
    """
    if path.is_file():
        return read_pairs(path), {path.name: sha256_of(path)}
    if not path.is_dir():
        raise QuestionError(f"{path}: no such directory or file; name the one with DuQM's files")
    paths = [p for p in sorted(path.iterdir()) if p.is_file() and p.suffix in (*SUFFIXES, "")]
    paths = [p for p in paths if not p.name.upper().startswith(("README", "LICENSE", "."))]
    if not paths:
        raise QuestionError(f"{path}: holds no file of pairs ({', '.join(SUFFIXES)})")
    pairs = [pair for file in paths for pair in read_pairs(file)]
    return pairs, {file.name: sha256_of(file) for file in paths}


# --- rows -----------------------------------------------------------------------------------------


def _rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield (place, our column -> cell) for every pair of a file."""
    lines = read_lines(path)
    if path.suffix in _JSON or (lines and lines[0].lstrip().startswith("{")):
        yield from _json_rows(path, lines)
        return
    is_comma = path.suffix == ".csv" and "\t" not in (lines[0] if lines else "")
    table = _comma_separated(path, lines) if is_comma else (line.split("\t") for line in lines)
    columns: list[str] = []
    for number, cells in enumerate(table, 1):
        place = f"{path}:{number}"
        if number == 1 and (header := [_column(cell) for cell in cells]) and any(header):
            columns = header
            _check_columns(columns, cells, place)
            continue
        columns = columns or _columns_without_header(cells, place)
        if len(cells) != len(columns):
            known = ", ".join(column or "another" for column in columns)
            raise QuestionError(f"{place}: {len(cells)} columns, not {len(columns)} ({known})")
        yield place, {c: cell.strip() for c, cell in zip(columns, cells, strict=True) if c}


def _comma_separated(path: Path, lines: list[str]) -> Iterator[list[str]]:
    reader = csv.reader(lines)
    try:
        yield from reader
    except csv.Error as error:
        raise QuestionError(f"{path}:{reader.line_num}: not comma separated ({error})") from error


def _json_rows(path: Path, lines: list[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, line in enumerate(lines, 1):
        place = f"{path}:{number}"
        if not line.strip():
            continue
        found = None
        with suppress(ValueError):
            found = json.loads(line)
        if not isinstance(found, dict):
            raise QuestionError(f"{place}: not a JSON object on a line of its own")
        columns = [_column(name) for name in found]
        _check_columns(columns, list(found), place)
        if nested := [name for name, value in found.items() if isinstance(value, dict | list)]:
            raise QuestionError(
                f"{place}: {nested[0]!r:.60} holds a list or an object, not a text or a label"
            )
        yield (
            place,
            {
                column: str(int(value) if isinstance(value, bool) else value).strip()
                for column, value in zip(columns, found.values(), strict=True)
                if column and value is not None
            },
        )


def _column(name: str) -> str:
    """Return our name of a column; "" for one that is ignored."""
    plain = name.strip().strip('"').lower().replace("-", "_").replace(" ", "_")
    return next((ours for ours, theirs in _HEADERS.items() if plain in theirs), "")


def _check_columns(columns: list[str], names: list[str], place: str) -> None:
    for column in _NEEDED:
        if columns.count(column) != 1:
            what = "no column" if column not in columns else "several columns"
            raise QuestionError(
                f"{place}: {what} for {column!r} ({', '.join(_HEADERS[column][:4])} ...); "
                f"there are {', '.join(names)[:120]}"
            )


def _columns_without_header(cells: list[str], place: str) -> list[str]:
    if len(cells) == len(_NEEDED):
        return list(_NEEDED)
    if len(cells) == len(_NEEDED) + 1 and cells[0].strip().isdecimal():
        return ["", *_NEEDED]
    raise QuestionError(
        f"{place}: {len(cells)} columns, not 3 ({', '.join(_NEEDED)}, tab separated); name more in a header"
    )


def _pair(row: Mapping[str, str], place: str, named: Operation | None) -> QuestionPair:
    for column in _NEEDED[:2]:
        if not row.get(column):
            raise QuestionError(f"{place}: {column} is empty; both questions are needed")
    label = _LABELS.get(row.get("label", "").lower())
    if label is None:
        raise QuestionError(
            f"{place}: label {row.get('label', '')!r}; it is 0 (different) or 1 (equivalent)"
        )
    category, subcategory = place_of(row.get("category", ""), row.get("subcategory", ""))
    operation = named
    if name := row.get("operation"):
        try:
            operation = operation_of(name, subcategory, label)
        except ValueError as error:
            raise QuestionError(f"{place}: {error}") from error
        if operation is None:
            raise QuestionError(
                f"{place}: unknown operation {name!r}; choose from DuQM's, such as replace_numeral or 'replace num.'"
            )
    key = ""
    if operation is not None:
        key, category, subcategory = operation.key, operation.category, operation.subcategory
    return QuestionPair(
        row["text_a"], row["text_b"], label, key or subcategory, category, subcategory, key
    )
