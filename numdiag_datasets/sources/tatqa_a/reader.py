"""TAT-QA (Zhu et al., ACL 2021) in its official JSON layout -> the contexts with arithmetic."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.problem import DOUBTFUL_ANSWER, Problem
from numdiag_datasets.sources.source_files import (
    SourceError,
    SourceFile,
    checked_text,
    doubtful_ids,
    parse_json,
    parse_split_ids,
    parts,
)
from numdiag_datasets.texts.table.derivation import SCALES, DerivationError, read_derivation

DATASET = "tatqa_a"

ANSWER_TYPES = ("span", "multi-span", "arithmetic", "count")


def read_tatqa(*files: SourceFile) -> tuple[dict[str, list[Problem]], tuple[str, ...]]:
    """Return split -> the questions of the contexts with an arithmetic question, and notes on missing contexts.

    A context that the split file does not list is for training. A problem is one question.

    Args:
        files: ``tatqa_dataset_train.json`` and ``tatqa_dataset_dev.json``, and tab-separated ``split`` and ``id`` (of
            tables), with a header line.

    Raises:
        SourceError: no JSON, or a context or question without one of its parts; the message names
            the file and the record.
    """
    *contents, split_ids = files
    listed = {uid: split for split, uid in parse_split_ids(split_ids.content, split_ids.place)}
    contexts: dict[str, list[Problem]] = {}
    without: set[str] = set()
    for file in contents:
        name, entries = file.place, parse_json(file.content, file.place)
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
        counts = {
            "without an arithmetic question": len(published & without),
            "not in the source files": len(published - found - without),
        }
        if why := ", ".join(f"{count} {reason}" for reason, count in counts.items() if count):
            here = len(published & found)
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
    return [
        _problem(question, uid, context, cells, f"{place}, question {i}")
        for i, question in enumerate(questions, 1)
    ]


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
    texts: list[tuple[Decimal, str]] = []
    for i, paragraph in enumerate(paragraphs, 1):
        here = f"{place}, paragraph {i}"
        order, text = parts(paragraph, ("order", "text"), here)
        if not isinstance(order, Decimal):
            raise SourceError(f"{here} has the order {order!r}, which is no number")
        texts.append((order, checked_text(text, here)))
    return tuple(text for _, text in sorted(texts, key=lambda pair: pair[0]))


def _problem(
    entry: Any,
    table_uid: str,
    context: tuple[str, ...],
    table: tuple[tuple[str, ...], ...],
    place: str,
) -> Problem:
    uid, question, answer, derivation, answer_type, answer_from, scale = parts(
        entry,
        ("uid", "question", "answer", "derivation", "answer_type", "answer_from", "scale"),
        place,
    )
    for key, value, choices in (
        ("answer_type", answer_type, ANSWER_TYPES),
        ("answer_from", answer_from, ("table", "text", "table-text")),
        ("scale", scale, tuple(SCALES)),
    ):
        if value not in choices:
            known = ", ".join(choice or '""' for choice in choices)
            raise SourceError(f"{place} has the {key} {value!r}; known are {known}")
    if not isinstance(uid, str) or not uid or not isinstance(derivation, str):
        raise SourceError(f"{place} has no uid, or a derivation that is no text")
    answers = _answers(answer, answer_type, place)
    equation = ""
    lints: tuple[str, ...] = (DOUBTFUL_ANSWER,) if uid in doubtful_ids(DATASET) else ()
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
