"""Problem <-> row: the columns of every config, and the `datasets.Features` that describe them."""

from __future__ import annotations

import hashlib
import json
import reprlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.error_answers import ErrorAnswer
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.problem import Edit, Problem

if TYPE_CHECKING:
    import datasets


class RowError(InputError):
    """A row that does not fit a release: it lacks a column, or a column has a wrong value."""


#: A row as plain values: column -> value.
Row = Mapping[str, Any]

_ASKED = ("context", "table", "question", "answers")
#: The columns in release order, each with its description.
COLUMNS: dict[str, str] = {
    "id": "the source's own id, the same in every config; `<id>#<perturbation>` for the perturbed "
    "copies in augment",
    "source_id": "the id of the original",
    "group": "what shares a text; intervals are clustered by it",
    "dataset": "the data set, such as `asdiv_a`",
    "grade": 'ASDiv\'s grade, else ""',
    "operation": 'ASDiv\'s solution type, that of the original question in every config; else ""',
    "context": "list of paragraphs",
    "table": "rows of cells, `[]` if there is none",
    "question": "the question",
    "equation": "canonical left side: `192 / 4`, `floor(122 / 15)`, `(44.1 - 56.7) / 56.7 * 100`; its "
    'value, for TAT-QA rounded to two decimals, is the answer; "" where the source gives none',
    "derivation": "TAT-QA: its own, with the new numbers where they changed; GSM8K: the steps, each operand with its "
    'origin, `16 - 3 = 13; #1 * 7[days of a week] = 91`; else ""',
    "rationale": 'GSM8K\'s worked solution, with all numbers worked out again where they changed; "" where that '
    "cannot be done in the same words, and elsewhere",
    "answers": "ASDiv-a, GSM8K, SVAMP: one plain decimal, without commas or units; DROP: numbers as published, any of "
    "which is right; TAT-QA: a number, or spans of text, of which `multi-span` needs all",
    "answer_type": "`equation` (word problems), `number` (DROP), `arithmetic`, `count`, `span` or `multi-span`",
    "answer_from": "`text`, `table` or `table-text`",
    "scale": 'scale of the answer: "", `thousand`, `million`, `billion` or `percent`',
    "unit": "unit of the answer, where the source names one",
    "published_answers": "the answers as the original has them, where an edit within them changed their "
    "wording; `strict` scoring takes either; else `[]`",
    "edits_evidence": "whether a number was edited that the answer needs (a mention of an operand, the "
    'quoted span, the question): `yes`, `no` or `unknown`; "" where nothing was edited',
    "status": "`original`, `applied` or `unchanged`",
    "reason": "why a row is unchanged, as a code",
    "rule": "which rule or annotation made the edit",
    "lints": "what a careful reader might frown at: `source_answer_doubtful`, "
    "`source_inconsistent` (the text contradicts itself: more sold than made), `derivation_unreadable`, `derivation_disagrees`, `fractions_of_wholes` (noise: people or things that are counted "
    "come in fractions)",
    "edits": "`field`, `start`, `before`, `after` of every edit, ordered; `start` counts code points "
    "of the original field",
    "error_answers": "`error`, `answer`: what a solver without the capability would answer, at most six, all "
    "different and none of them right; `[]` where no error is stated or the answer is a span",
}


@cache
def features() -> datasets.Features:
    """Return the features of every config."""
    # Imported here: `datasets` takes a second to load, and the library works without it.
    from datasets import Features, Value

    text = Value("string")
    nested: dict[str, Any] = {
        "context": [text],
        "table": [[text]],
        "answers": [text],
        "published_answers": [text],
        "lints": [text],
        "edits": [{"field": text, "start": Value("int32"), "before": text, "after": text}],
        "error_answers": [{"error": text, "answer": text}],
    }
    return Features({column: nested.get(column, text) for column in COLUMNS})


def _edit_dicts(edits: Iterable[Edit]) -> list[dict[str, Any]]:
    return [
        {"field": e.field, "start": e.start, "before": e.before, "after": e.after} for e in edits
    ]


#: Nested column -> the conversion of its value to plain lists and dicts.
NESTED: dict[str, Callable[[Any], list[Any]]] = {
    "context": list,
    "table": lambda rows: [list(cells) for cells in rows],
    "answers": list,
    "published_answers": list,
    "lints": list,
    "edits": _edit_dicts,
    "error_answers": lambda found: [{"error": e.error, "answer": e.answer} for e in found],
}


def to_row(problem: Problem) -> dict[str, Any]:
    """Return the problem as a row: column -> plain lists, strings and numbers."""
    row = {column: getattr(problem, column) for column in COLUMNS}
    return row | {column: convert(row[column]) for column, convert in NESTED.items()}


def from_row(row: Mapping[str, Any]) -> Problem:
    """Return the problem of a row of any config: the inverse of `to_row`.

    Raises:
        RowError: see `check_row`.
    """
    check_row(row, COLUMNS)
    return from_checked_row(row)


def from_checked_row(row: Mapping[str, Any]) -> Problem:
    """Return the problem of a row whose columns hold what `check_row` asks for."""
    values = {name: row[name] for name in _FIELDS}
    for name in _TEXT_LISTS:
        values[name] = tuple(row[name])
    values["table"] = tuple(map(tuple, row["table"]))
    values["edits"] = tuple(Edit(**edit) for edit in row["edits"])
    values["error_answers"] = tuple(ErrorAnswer(**found) for found in row["error_answers"])
    return Problem(**values)


_FIELDS = tuple(field.name for field in fields(Problem))
_TEXT_LISTS = ("context", "answers", "published_answers", "lints")


def checksum(row: Mapping[str, Any], columns: Iterable[str] = _ASKED) -> str:
    """Return a checksum, 12 hexadecimal digits, of some columns of a row; by default of its texts, table and answers."""
    cells = [row.get(column) for column in columns]
    return hashlib.sha256(json.dumps(cells, default=str, skipkeys=True).encode()).hexdigest()[:12]


def check_row(row: Mapping[str, Any], columns: Iterable[str]) -> None:
    """Refuse a row that lacks columns of a release, or has other values in them.

    Raises:
        RowError: names the row, the column and its value.
    """
    for column in columns:
        if column not in row:
            raise RowError(
                f"{_name(row)}: has no column {column!r}; it has {', '.join(map(str, row))}"
            )
        kind = _KINDS.get(column, _is_text)
        if not kind(row[column]):
            as_text = "text: " if kind in (_is_text, _are_texts) else ""
            raise RowError(
                f"{_name(row)}: column {column!r} holds {reprlib.repr(row[column]):.60}, but it is {as_text}{COLUMNS[column]}"
            )


def _name(row: Mapping[str, Any]) -> str:
    return f"row {row.get('id', '')}".strip()


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _are(value: Any, is_one: Callable[[Any], bool]) -> bool:
    # Lists, tuples or arrays, depending on the library.
    # Lists are the fastest to recognize.
    is_many = isinstance(value, (list, tuple, Iterable)) and not isinstance(value, str)
    return is_many and all(map(is_one, value))


def _are_texts(value: Any) -> bool:
    return _are(value, _is_text)


def _is_edit(value: Any) -> bool:
    if not isinstance(value, (dict, Mapping)) or set(value) != _EDIT:
        return False
    is_place = type(value["start"]) is int and value["start"] >= 0  # True is no number
    return is_place and all(_is_text(value[key]) for key in _EDIT - {"start"})


def _is_error_answer(value: Any) -> bool:
    is_whole = isinstance(value, Mapping) and set(value) == {"error", "answer"}
    return is_whole and all(map(_is_text, value.values()))


_EDIT = {field.name for field in fields(Edit)}
#: Nested column -> check of its value; all other columns contain a text.
_KINDS: dict[str, Callable[[Any], bool]] = {
    "context": _are_texts,
    "table": lambda value: _are(value, _are_texts),
    "answers": _are_texts,
    "published_answers": _are_texts,
    "lints": _are_texts,
    "edits": lambda value: _are(value, _is_edit),
    "error_answers": lambda value: _are(value, _is_error_answer),
}
