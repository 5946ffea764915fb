"""TAT-QA (Zhu et al., ACL 2021) in its official JSON layout -> the contexts with arithmetic."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.sources.source import SourceData
from numdiag_datasets.sources.source_files import (
    SourceError,
    checked_text,
    parse_json,
    parse_split_ids,
    parts,
    read_file,
    split_file,
)
from numdiag_datasets.texts.table.derivation import SCALES, DerivationError, read_derivation

DATASET = "tatqa_a"
FILES = ("tatqa/tatqa_dataset_train.json", "tatqa/tatqa_dataset_dev.json")
SPLIT_FILE = "tatqa/split_ids.tsv"
#: The published validation and test contexts; a source directory may contain its own `SPLIT_FILE`.
PUBLISHED_SPLIT = Path(__file__).with_name("split_ids.tsv")

ANSWER_TYPES = ("span", "multi-span", "arithmetic", "count")
_ANSWER_FROM = ("table", "text", "table-text")
_QUESTION_KEYS = ("uid", "question", "answer", "derivation", "answer_type", "answer_from", "scale")


def read_tatqa(
    contents: list[bytes], split_ids: bytes, names: list[str], split_name: str
) -> tuple[dict[str, list[Problem]], tuple[str, ...]]:
    """Return split -> the questions of the contexts with an arithmetic question, and notes on missing contexts.

    A context that the split file does not list is for training. A problem is one question.

    Args:
        contents: ``tatqa_dataset_train.json`` and ``tatqa_dataset_dev.json``.
        split_ids: tab-separated ``split`` and ``id`` (of tables), with a header line.
        names, split_name: their names in error messages.

    Raises:
        SourceError: no JSON, or a context or question without one of its parts; the message names
            the file and the record.
    """
    listed = {uid: split for split, uid in parse_split_ids(split_ids, split_name)}
    contexts: dict[str, list[Problem]] = {}
    without: set[str] = set()
    for content, name in zip(contents, names, strict=True):
        entries = parse_json(content, name)
        if not isinstance(entries, list) or not entries:
            raise SourceError(f"{name}: the layout of TAT-QA is expected, a list of contexts")
        for i, entry in enumerate(entries):
            problems = _context(entry, f"{name}: context {i + 1}")
            uid = problems[0].group if problems else ""
            if uid in contexts or uid in without:
                raise SourceError(f"{name}: the table {uid} occurs twice")
            if any(problem.answer_type == "arithmetic" for problem in problems):
                contexts[uid] = problems
            else:
                without.add(uid)
    splits: dict[str, list[Problem]] = {split: [] for split in SPLITS}
    for uid, problems in contexts.items():
        splits[listed.get(uid, "train")] += problems
    return splits, tuple(_notes(listed, set(contexts), without))


def _notes(listed: dict[str, str], found: set[str], without: set[str]) -> list[str]:
    """Return notes on the contexts of the splits that the source files lack.

    Args:
        listed: uid -> published split.
        found, without: the contexts with an arithmetic question, and those without one.
    """
    notes = []
    for split in SPLITS:
        published = {uid for uid, name in listed.items() if name == split}
        reasons = []
        if plain := len(published & without):
            reasons.append(f"{plain} without an arithmetic question")
        if missing := len(published - found - without):
            reasons.append(f"{missing} not in the source files")
        if reasons:
            here = len(published & found)
            why = ", ".join(reasons)
            notes.append(f"the {split} split holds {here} of its {len(published)} contexts ({why})")
    return notes


def _context(entry: Any, place: str) -> list[Problem]:
    table, paragraphs, questions = parts(entry, ("table", "paragraphs", "questions"), place)
    uid, rows = parts(table, ("uid", "table"), f"{place}, table")
    place = f"{place} ({uid})"
    if not isinstance(uid, str) or not uid:
        raise SourceError(f"{place} has no table uid")
    for kind, value in (("paragraphs", paragraphs), ("questions", questions)):
        if not isinstance(value, list):
            raise SourceError(f"{place} has no list of {kind}")
    cells = _cells(rows, place)
    context = _paragraphs(paragraphs, place)
    problems = []
    for i, question in enumerate(questions):
        problems.append(_problem(question, uid, context, cells, f"{place}, question {i + 1}"))
    return problems


def _cells(rows: Any, place: str) -> tuple[tuple[str, ...], ...]:
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        raise SourceError(f"{place} has a table that is no list of rows")
    for r, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise SourceError(
                f"{place} has a ragged table: row {r + 1} has {len(row)} cells, row 1 {len(rows[0])}"
            )
        if not all(isinstance(cell, str) for cell in row):
            raise SourceError(f"{place} has a cell in row {r + 1} that is no text")
    return tuple(map(tuple, rows))


def _paragraphs(paragraphs: list[Any], place: str) -> tuple[str, ...]:
    texts: list[tuple[Any, str]] = []
    for i, paragraph in enumerate(paragraphs):
        order, text = parts(paragraph, ("order", "text"), f"{place}, paragraph {i + 1}")
        if not isinstance(order, Decimal):
            raise SourceError(
                f"{place}, paragraph {i + 1} has the order {order!r}, which is no number"
            )
        texts.append((order, checked_text(text, f"{place}, paragraph {i + 1}")))
    texts.sort(key=lambda pair: pair[0])
    return tuple(text for _, text in texts)


def _problem(
    entry: Any,
    table_uid: str,
    context: tuple[str, ...],
    table: tuple[tuple[str, ...], ...],
    place: str,
) -> Problem:
    uid, question, answer, derivation, answer_type, answer_from, scale = parts(
        entry, _QUESTION_KEYS, place
    )
    for key, value, choices in (
        ("answer_type", answer_type, ANSWER_TYPES),
        ("answer_from", answer_from, _ANSWER_FROM),
        ("scale", scale, tuple(SCALES)),
    ):
        if value not in choices:
            known = ", ".join(choice or '""' for choice in choices)
            raise SourceError(f"{place} has the {key} {value!r}; known are {known}")
    if not isinstance(uid, str) or not uid or not isinstance(derivation, str):
        raise SourceError(f"{place} has no uid, or a derivation that is no text")
    answers = _answers(answer, answer_type, place)
    equation = ""
    lints: tuple[str, ...] = ()
    if answer_type == "arithmetic":
        try:
            equation = read_derivation(derivation, answers[0], scale).equation.text
        except DerivationError as error:
            lints = (str(error),)
    return Problem(
        id=uid,
        source_id=uid,
        group=table_uid,
        dataset=DATASET,
        context=context,
        table=table,
        question=checked_text(question, f"{place}, its question"),
        equation=equation,
        derivation=derivation,
        answers=answers,
        answer_type=answer_type,
        answer_from=answer_from,
        scale=scale,
        lints=lints,
    )


def _answers(answer: Any, answer_type: str, place: str) -> tuple[str, ...]:
    """Return the answers as published; numbers as they are written in the file."""
    items = answer if isinstance(answer, list) else [answer]
    if answer_type == "arithmetic":
        if len(items) != 1 or not isinstance(items[0], Decimal):
            raise SourceError(f"{place} is arithmetic, but its answer {answer!r} is no number")
        return (f"{items[0]:f}",)
    texts = [f"{item:f}" if isinstance(item, Decimal) else item for item in items]
    texts = [text for text in texts if text != ""]  # one published list ends in an empty string
    if not texts or not all(isinstance(text, str) and text.strip() for text in texts):
        raise SourceError(f"{place} has no answer, or one that is neither text nor number")
    return tuple(texts)


def load(root: Path, kind: str) -> SourceData:
    files = [read_file(root / name, name) for name in FILES]
    split_path = split_file(root / SPLIT_FILE, PUBLISHED_SPLIT)
    split = read_file(split_path, SPLIT_FILE)
    problems, notes = read_tatqa(
        [file.content for file in files],
        split.content,
        [str(root / name) for name in FILES],
        str(split_path),
    )
    return SourceData(
        dataset=DATASET,
        kind=kind,
        splits={name: tuple(problems[name]) for name in SPLITS},
        files={file.name: file.sha256 for file in (*files, split)},
        notes=notes,
    )
