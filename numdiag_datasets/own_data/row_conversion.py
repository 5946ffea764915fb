"""Conversion of a user's row to a `Problem`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from itertools import chain
from typing import Any

from numdiag_datasets.core.equation import EquationError
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.rationale_layout import FINAL
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.asked_unit import asked_unit
from numdiag_datasets.english.languages import is_foreign
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.sentences import sentence_spans
from numdiag_datasets.own_data.answers import number, only_one, sound_equation, stated_equation
from numdiag_datasets.own_data.columns import (
    NEEDS_EQUATION,
    OPTIONS,
    USES_EQUATION,
    Columns,
    DataError,
    UnusableError,
    lacking,
)
from numdiag_datasets.own_data.places import value_at
from numdiag_datasets.texts.solution.binding import bind_solution
from numdiag_datasets.texts.solution.written_steps import SolutionError

#: The `Problem.dataset` of a user's row.
OWN = "own"
# Each number of a text takes a kilobyte of memory while it is read.
_MOST_CHARACTERS = 1_000_000
# "A) 12 B) 14": answer options, which stay unchanged.
_OPTIONS = re.compile(
    r"(?<!\S)(?:(?:Answer )?(?:Choices|Options):\s{0,3})?\(?A[).:]\s{0,3}\S[^\n]{0,200}?\s\(?B[).:]\s{0,3}\S",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Conversion:
    """A row as a problem, and where its texts come from.

    Attributes:
        problem: the problem.
        names: field of the problem -> the user's name of the text that contains it.
        question_start: the position of the question in its text, after a context in the same text.
    """

    problem: Problem
    names: dict[str, str]
    question_start: int


def convert(row: Mapping[str, Any], columns: Columns, perturbation: str) -> Conversion:
    """Return a row as a problem.

    Args:
        row: with any columns.
        columns: of this row; see `chat_messages.columns_of_turns`.
        perturbation: determines whether an equation is needed.

    Raises:
        DataError: a column has the wrong kind of values for its part.
        UnusableError: the text is not English or too long, or the perturbation needs an equation, and the row has none or its value is not the answer.
    """
    whole = _text(columns.question, value_at(row, columns.question))
    context, start = _paragraphs(row, columns), 0
    table = _table(columns.table, value_at(row, columns.table))
    texts = (whole, *(text for _, text in context), *chain.from_iterable(table))
    if sum(map(len, texts)) > _MOST_CHARACTERS:
        raise UnusableError(Reason.TEXT_TOO_LONG)
    sentences = sentence_spans(whole)
    if not columns.context and len(sentences) > 1:
        start = sentences[-1][0]
        context = [(columns.question, whole[:start].rstrip())]
    options = _OPTIONS.search(whole, start)
    question = whole[start : options.start() if options else None]
    paragraphs = [text for _, text in context]
    if is_foreign(" ".join((*paragraphs, question))):
        raise UnusableError(Reason.NOT_ENGLISH)
    answer = number(only_one(value_at(row, columns.answer)))
    derived: dict[str, Any] = {"equation": "", "answers": (answer,) if answer else ()}
    if perturbation in NEEDS_EQUATION:
        if options or any(name.lower() in OPTIONS and value for name, value in row.items()):
            raise UnusableError(Reason.HAS_OPTIONS)
        derived |= _derived(row, columns, perturbation, " ".join((*paragraphs, question)))
    elif perturbation in USES_EQUATION and not table:
        try:
            derived |= _derived(row, columns, perturbation, " ".join((*paragraphs, question)))
        except DataError:
            pass  # it has none
        except UnusableError as unusable:
            if unusable.args != (Reason.NO_EQUATION,):
                raise
    problem_id = _id(value_at(row, columns.id), [*paragraphs, whole])
    problem = Problem(
        id=problem_id,
        source_id=problem_id,
        group=problem_id,
        dataset=OWN,
        context=tuple(paragraphs),
        question=question,
        # A row with a table is read like TAT-QA's questions.
        answer_type="arithmetic" if table else "equation",
        table=table,
        unit=asked_unit(" ".join(paragraphs), question),
        **derived,
    )
    names = {f"context[{i}]": name for i, (name, _) in enumerate(context)}
    return Conversion(problem, names | {"question": columns.question}, start)


def _paragraphs(row: Mapping[str, Any], columns: Columns) -> list[tuple[str, str]]:
    """Return (name, text) of every paragraph of the context: ("Body", ...), ("pre_text[3]", ...).

    Raises:
        DataError: one is not a text.
    """
    found: list[tuple[str, Any]] = []
    for column in columns.context:
        value = value_at(row, column)
        if isinstance(value, list | tuple):
            found += ((f"{column}[{i}]", text) for i, text in enumerate(value))
        else:
            found.append((column, value))
    return [(name, _text(name, value)) for name, value in found]


def _derived(
    row: Mapping[str, Any], columns: Columns, perturbation: str, text: str
) -> dict[str, Any]:
    """Return the fields of a problem with its equation: from its column, the answer, or a worked solution.

    Raises:
        DataError: the answer is not a solution, and the column of the equation is missing.
        UnusableError: the equation or the solution cannot be used.
    """
    written = only_one(value_at(row, columns.answer))
    answer = number(written)
    is_solution = isinstance(written, str) and FINAL in written
    if columns.equation:
        equation = only_one(value_at(row, columns.equation))
        if equation or not is_solution:
            return {"equation": sound_equation(equation, answer)}
    if stated := stated_equation(written):
        equation, _, answer = stated
        return {"equation": sound_equation(equation, answer), "answers": (answer,)}
    if not is_solution:
        # Some conversations have no answer, or another topic; some rows of a file have none.
        if columns.messages or written in (None, ""):
            raise UnusableError(Reason.NO_EQUATION)
        raise lacking("equation", perturbation)
    if not answer:
        raise UnusableError(Reason.ANSWER_UNREADABLE)
    try:
        solution = bind_solution(written, Fraction(answer), text, find_numbers(text))
    except SolutionError as error:
        raise UnusableError(str(error)) from error
    except EquationError as error:
        raise UnusableError(Reason.EQUATION_UNREADABLE) from error
    return {
        "rationale": written,
        "derivation": solution.text,
        "equation": solution.expression,
    }


def _text(column: str, value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise DataError(f"column {column!r} holds {_kind(value)} where a text is expected")
    return value


def _table(column: str, value: Any) -> tuple[tuple[str, ...], ...]:
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or not all(isinstance(r, list | tuple) for r in value):
        raise DataError(f"column {column!r} holds {_kind(value)} where rows of cells are expected")
    return tuple(tuple("" if cell is None else str(cell) for cell in cells) for cells in value)


def _kind(value: object) -> str:
    return f"{type(value).__name__} {str(value)[:40]!r}"


def _id(given: Any, texts: Sequence[str]) -> str:
    """Return the row's id, or a hash of its texts, so that draws depend on neither its position nor other rows."""
    if given is not None and given != "":
        return str(given)
    # JSON may contain lone surrogates, which strict UTF-8 cannot encode.
    content = json.dumps(texts, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return blake2b(content, digest_size=8).hexdigest()
