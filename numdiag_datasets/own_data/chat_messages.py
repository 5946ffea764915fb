"""Conversations as rows: the last user turn is the question, and the assistant's reply to it the answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.own_data.columns import NEEDS_EQUATION, Columns, DataError, UnusableError
from numdiag_datasets.own_data.nested_columns import Place, find_place, name_of, value_at, walk

_USER: Final = "user"
_ASSISTANT: Final = "assistant"
#: Keys of a turn with the assistant's reasoning, which would still contain the old answer.
_THOUGHTS: Final = ("reasoning_content", "reasoning", "thinking", "tool_calls")


def columns_of_turns(row: Mapping[str, Any], columns: Columns, perturbation: str) -> Columns:
    """Return the columns of one row, including places in its turns: ``messages[2].content`` is the question.

    If the question's content has several parts, the last is the question and the others are context. The answer is
    the last assistant turn after the question, or else the column of answers.

    Raises:
        DataError: the column does not contain turns, or the question contains something other than text.
        UnusableError: the question is missing, or a new answer would contradict another turn.
    """
    name = columns.messages
    turns = _turns(name, value_at(row, name))
    last = max((i for i, turn in enumerate(turns) if turn["role"] == _USER), default=-1)
    if last < 0:
        raise UnusableError(Reason.NO_QUANTITY)
    if other := _no_text(turns[last]):
        raise DataError(
            f"turn {last + 1} of column {name!r} holds {other}, and only texts can be perturbed"
        )
    asked = [_named(row, name, (last, *place)) for place in _texts(turns[last])]
    if not asked:
        raise UnusableError(Reason.NO_QUANTITY)
    said = [i for i in range(last + 1, len(turns)) if turns[i]["role"] == _ASSISTANT]
    told = _answer(row, columns, turns, said[-1]) if said else columns.answer
    if perturbation in NEEDS_EQUATION:
        if said and columns.answer:
            raise DataError(
                f"{perturbation} gives a new answer, and the old one stands both in turn {said[-1] + 1} of column {name!r} "
                f"and in column {columns.answer!r}; give --answer '' to change the turn alone, and leave that column "
                "out yourself"
            )
        _check_rest(turns, last, said, {value_at(row, place) for place in asked})
    *context, question = asked
    return replace(columns, question=question, context=tuple(context), answer=told)


def _answer(
    row: Mapping[str, Any], columns: Columns, turns: Sequence[Mapping[str, Any]], number: int
) -> str:
    """Return the name of the only text in an assistant turn; "" if it has several texts or other content."""
    places = list(_texts(turns[number]))
    if len(places) != 1 or _no_text(turns[number]):
        return ""
    return _named(row, columns.messages, (number, *places[0]))


def _named(row: Mapping[str, Any], column: str, within: Place) -> str:
    """Return the name of a place within a column.

    Raises:
        DataError: another column has the same name, so edits would be ambiguous.
    """
    place = (*(find_place(row, column) or ()), *within)
    if find_place(row, name_of(place)) != place:
        raise DataError(
            f"{name_of(place)!r} names a column and a turn of column {column!r}; rename one"
        )
    return name_of(place)


def _turns(name: str, value: Any) -> Sequence[Mapping[str, Any]]:
    if value is None:
        return []
    wanted = 'where turns are expected, such as {"role": "user", "content": "..."}'
    if not isinstance(value, list | tuple):
        raise DataError(
            f"column {name!r} holds {type(value).__name__} {str(value)[:40]!r} {wanted}"
        )
    for number, turn in enumerate(value, 1):
        if not isinstance(turn, Mapping) or not isinstance(turn.get("role"), str):
            raise DataError(f"turn {number} of column {name!r} is {str(turn)[:40]!r} {wanted}")
        content = turn.get("content")
        if not isinstance(content, str | list | tuple | None):
            raise DataError(
                f"turn {number} of column {name!r} has the content {str(content)[:40]!r}, and a text or a list of "
                "parts is expected"
            )
    return value


def _texts(turn: Mapping[str, Any]) -> Iterator[Place]:
    """Yield the places of the texts of a turn: its content, or the parts of it that are texts."""
    content = turn.get("content")
    if isinstance(content, str):
        yield ("content",)
    for i, part in enumerate(content if isinstance(content, list | tuple) else ()):
        if isinstance(part, str):
            yield ("content", i)
        elif isinstance(part, Mapping) and isinstance(part.get("text"), str):
            yield ("content", i, "text")


def _no_text(turn: Mapping[str, Any]) -> str:
    """Return a short name of the first part of a turn that is not a text; "" if there is none."""
    content = turn.get("content")
    for number, part in enumerate(content if isinstance(content, list | tuple) else (), 1):
        kind = part.get("type", "text") if isinstance(part, Mapping) else "text"
        is_text = isinstance(part, str) or (
            kind == "text" and isinstance(part, Mapping) and isinstance(part.get("text"), str)
        )
        if not is_text:
            return f"part {number} of type {str(kind)[:40]!r}"
    return ""


def _check_rest(
    turns: Sequence[Mapping[str, Any]], last: int, said: Sequence[int], asked: Collection[str]
) -> None:
    """Raise an error if other turns would still contain old numbers of the question, or results from them.

    Raises:
        UnusableError: a turn after the question is not its only answer or contains reasoning, or an earlier
            turn contains a number of the question.
    """
    behind = turns[last + 1 :]
    if len(behind) > len(said[-1:]) or any(turn.get(key) for turn in behind for key in _THOUGHTS):
        raise UnusableError(Reason.CONTRADICTS_CONTEXT)
    shown = {mention.value for text in asked for mention in find_numbers(text)}
    for turn in turns[:last]:
        for place in _texts(turn):
            if any(mention.value in shown for mention in find_numbers(walk(turn, place))):
                raise UnusableError(Reason.CONTRADICTS_CONTEXT)
