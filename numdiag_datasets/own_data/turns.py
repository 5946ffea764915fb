"""Rows that are conversations: what the user says last is the question, what the assistant says to it the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.own_data.columns import NEEDS_EQUATION, Columns, DataError, UnusableError
from numdiag_datasets.own_data.places import Place, find_place, name_of, value_at, walk

_USER: Final = "user"
_ASSISTANT: Final = "assistant"
#: Keys of a turn with which the assistant came to its answer: they would go on to tell the old one.
_THOUGHTS: Final = ("reasoning_content", "reasoning", "thinking", "tool_calls")


def columns_of_turns(row: Mapping[str, Any], columns: Columns, perturbation: str) -> Columns:
    """The columns of one row, its turns among them: ``messages[2].content`` is the question.

    A text that comes in parts has its last part as the question, and the others as context. The assistant's answer
    is what it says after this question. Without one it is that of the column of answers.

    Raises:
        DataError: the column does not hold turns, or the question is no text alone.
        UnusableError: nothing is asked, or a new answer would contradict what another turn tells.
    """
    name = columns.messages
    turns = _turns(name, value_at(row, name))
    last = max((i for i, turn in enumerate(turns) if turn["role"] == _USER), default=-1)
    asked = [(name, last, *place) for place in _texts(turns[last])] if last >= 0 else []
    if last >= 0 and (other := _no_text(turns[last])):
        raise DataError(
            f"turn {last + 1} of column {name!r} holds {other}, and only texts can be perturbed"
        )
    if not asked:
        raise UnusableError("no_quantity")
    answer = max((i for i, t in enumerate(turns) if i > last and t["role"] == _ASSISTANT), default=-1)  # fmt: skip
    if answer < 0:
        told = columns.answer
    elif columns.answer and perturbation in NEEDS_EQUATION:
        raise DataError(
            f"{perturbation} gives a new answer, and the old one stands both in turn {answer + 1} of column {name!r} and in "
            f"column {columns.answer!r}; give --answer '' to change the turn alone, and leave that column out yourself"
        )
    else:
        parts = list(_texts(turns[answer]))
        is_told = len(parts) == 1 and not _no_text(turns[answer])
        told = name_of((name, answer, *parts[0])) if is_told else ""
    if perturbation in NEEDS_EQUATION:
        _check_rest(turns, {last, answer}, [walk(row, place) for place in asked])
        if any(turns[answer].get(key) for key in _THOUGHTS if answer >= 0):
            raise UnusableError("contradicts_context")
    for place in asked:
        if find_place(row, name_of(place)) != place:
            raise DataError(
                f"{name_of(place)!r} names a column and a turn of column {name!r}; rename one"
            )
    *context, question = map(name_of, asked)
    return replace(columns, question=question, context=tuple(context), answer=told)


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
    """Where the texts of a turn stand: its content, or the parts of it that are texts."""
    content = turn.get("content")
    if isinstance(content, str):
        yield ("content",)
    for i, part in enumerate(content if isinstance(content, list | tuple) else ()):
        if isinstance(part, str):
            yield ("content", i)
        elif isinstance(part, Mapping) and isinstance(part.get("text"), str):
            yield ("content", i, "text")


def _no_text(turn: Mapping[str, Any]) -> str:
    """The first part of a turn that is no text, as a line names it; "" if there is none."""
    content = turn.get("content")
    for number, part in enumerate(content if isinstance(content, list | tuple) else (), 1):
        kind = part.get("type", "text") if isinstance(part, Mapping) else "text"
        is_text = isinstance(part, str) or (
            kind == "text" and isinstance(part, Mapping) and isinstance(part.get("text"), str)
        )
        if not is_text:
            return f"part {number} of type {str(kind)[:40]!r}"
    return ""


def _check_rest(turns: Sequence[Mapping[str, Any]], own: set[int], asked: Sequence[str]) -> None:
    """Refuse a question whose numbers stand in another turn as well, which stays as it is.

    Raises:
        UnusableError: they do.
    """
    shown = {mention.value for text in asked for mention in find_numbers(text)}
    for i, turn in enumerate(turns):
        for place in _texts(turn) if i not in own else ():
            if any(mention.value in shown for mention in find_numbers(walk(turn, place))):
                raise UnusableError("contradicts_context")
