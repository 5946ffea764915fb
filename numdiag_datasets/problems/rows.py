"""Problem <-> row: the columns of every config, and the `datasets.Features` that describe them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

from numdiag_datasets.problems.problem import Edit, Problem

if TYPE_CHECKING:
    import datasets

#: The columns in release order, each with what it holds.
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
    "derivation": 'TAT-QA\'s own derivation, with the new numbers where they changed, else ""',
    "answers": "ASDiv-a: one plain decimal, without commas or units; DROP: numbers as published, any of "
    "which is right; TAT-QA: a number, or spans of text, of which `multi-span` needs all",
    "answer_type": "`equation` (ASDiv-a), `number` (DROP), `arithmetic`, `count`, `span` or `multi-span`",
    "answer_from": "`text`, `table` or `table-text`",
    "scale": 'scale of the answer: "", `thousand`, `million`, `billion` or `percent`',
    "unit": "unit of the answer, where the source names one",
    "status": "`original`, `applied` or `unchanged`",
    "reason": "why a row is unchanged, as a code",
    "rule": "which rule or annotation made the edit",
    "lints": "what a careful reader might frown at: `source_answer_doubtful`, "
    "`total_inconsistent` (a total of the table is not the sum of its parts), `derivation_unreadable`, "
    "`derivation_disagrees`",
    "edits": "`field`, `start`, `before`, `after` of every edit, ordered; `start` counts code points "
    "of the original field",
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
        "lints": [text],
        "edits": [{"field": text, "start": Value("int32"), "before": text, "after": text}],
    }
    return Features({column: nested.get(column, text) for column in COLUMNS})


def _edit_dicts(edits: Iterable[Edit]) -> list[dict[str, Any]]:
    return [
        {"field": e.field, "start": e.start, "before": e.before, "after": e.after} for e in edits
    ]


#: Nested column -> how its value becomes plain lists and dicts.
NESTED: dict[str, Callable[[Any], list[Any]]] = {
    "context": list,
    "table": lambda rows: [list(cells) for cells in rows],
    "answers": list,
    "lints": list,
    "edits": _edit_dicts,
}


def to_row(problem: Problem) -> dict[str, Any]:
    """Return the problem as a row: column -> plain lists, strings and numbers."""
    row = {column: getattr(problem, column) for column in COLUMNS}
    return row | {column: convert(row[column]) for column, convert in NESTED.items()}


def from_row(row: Mapping[str, Any]) -> Problem:
    """The inverse of `to_row`, for rows of any config.

    Raises:
        KeyError: a column is missing.
    """
    values = {field.name: row[field.name] for field in fields(Problem)}
    values["context"] = tuple(values["context"])
    values["table"] = tuple(tuple(cells) for cells in values["table"])
    values["answers"] = tuple(values["answers"])
    values["lints"] = tuple(values["lints"])
    values["edits"] = tuple(Edit(**edit) for edit in values["edits"])
    return Problem(**values)
