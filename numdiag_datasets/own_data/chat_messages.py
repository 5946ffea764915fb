"""Conversations as rows: the last user turn is the question, and the assistant's reply to it the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.own_data.columns import NEEDS_EQUATION, Columns, DataError, UnusableError
from numdiag_datasets.own_data.places import value_at

#: Keys of a turn with the assistant's reasoning, which would still contain the old answer.
_THOUGHTS: Final = ("reasoning_content", "reasoning", "thinking", "tool_calls")


def columns_of_turns(row: Mapping[str, Any], columns: Columns, perturbation: str) -> Columns:
    """Return the columns of one row, including places in its turns: ``messages[2].content`` is the question.

    The answer is the last assistant turn after the question, or else the column of answers.

    Raises:
        DataError: the column does not contain turns, or there are two answers, of which one would be old.
        UnusableError: the question is missing, or a new answer would contradict another turn.
    """
    name = columns.messages
    turns = _turns(name, value_at(row, name))
    asked = max((i for i, turn in enumerate(turns) if turn["role"] == "user"), default=-1)
    replies = [i for i in range(asked + 1, len(turns)) if turns[i]["role"] == "assistant"]
    question = _text_name(name, turns, asked) if asked >= 0 else ""
    if not value_at(row, question):
        raise UnusableError(Reason.NO_QUANTITY)
    if perturbation in NEEDS_EQUATION:
        if replies and columns.answer:
            raise DataError(
                f"{perturbation} gives a new answer, and the old one stands both in turn {replies[-1] + 1} of column {name!r} "
                f"and in column {columns.answer!r}; give --answer '' to change the turn alone, and leave that column "
                "out yourself"
            )
        _check_rest(turns, asked, value_at(row, question))
    answer = _text_name(name, turns, replies[-1]) if replies else columns.answer
    return replace(columns, question=question, answer=answer)


def _text_name(column: str, turns: Sequence[Mapping[str, Any]], number: int) -> str:
    """Return the name of the text of a turn, which may be the only part of its content."""
    match turns[number].get("content"):
        case [{"type": "text"}]:
            return f"{column}[{number}].content[0].text"
    return f"{column}[{number}].content"


def _turns(column: str, value: Any) -> Sequence[Mapping[str, Any]]:
    turns: Sequence[Any] = (
        value if isinstance(value, list | tuple) else [] if value is None else [str(value)]
    )
    for number, turn in enumerate(turns, 1):
        if not isinstance(turn, Mapping) or not isinstance(turn.get("role"), str):
            raise DataError(
                f"turn {number} of column {column!r} is {str(turn)[:40]!r} where turns are expected, "
                'such as {"role": "user", "content": "..."}'
            )
    return turns


def _check_rest(turns: Sequence[Mapping[str, Any]], asked: int, question: Any) -> None:
    """Raise an error if other turns would still contain old numbers of the question, or results from them.

    Raises:
        UnusableError: a turn after the question is not its only answer or contains reasoning, or an earlier
            turn contains a number of the question.
    """
    after = turns[asked + 1 :]
    is_told_otherwise = any(turn.get(key) for turn in after for key in _THOUGHTS)
    if is_told_otherwise or [turn["role"] for turn in after] not in ([], ["assistant"]):
        raise UnusableError(Reason.CONTRADICTS_CONTEXT)
    shown = {mention.value for mention in find_numbers(str(question))}
    earlier = (find_numbers(str(turn.get("content"))) for turn in turns[:asked])
    if any(mention.value in shown for mentions in earlier for mention in mentions):
        raise UnusableError(Reason.CONTRADICTS_CONTEXT)
