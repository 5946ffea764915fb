"""A row as a prompt for a language model, and the examples that may stand before it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from numdiag_datasets.core.data_sets import AnswerForm, data_set_of
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.problem import UNCHANGED
from numdiag_datasets.core.rationale import (
    ANNOTATION,
    FINAL,
)
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.core.schema import check_row

#: What a model is asked for: the answer, or a chain of thought before it (Wei et al., NeurIPS 2022).
Style = Literal["direct", "cot"]
STYLES: tuple[Style, ...] = ("direct", "cot")
#: Tokens that an answer may take, and a thought with its answer. Reasoning models need more.
MOST_TOKENS: Mapping[Style, int] = {"direct": 256, "cot": 1024}

#: What a completion goes on from. A chat turn has none: the model's own turn begins there.
_LEADS: Mapping[Style, str] = {"direct": "Answer:", "cot": "Reasoning:"}
#: Rng the examples of a few-shot prompt, unless another is asked for. The harnesses' own seeds do not: the same problems
#: have to stand before a row and before its original, or a drop would tell examples apart.
FEW_SHOT_SEED = 1

_CELL, _ROW, _SPAN = " | ", " ; ", "; "

_NUMBER = "as a number, without its unit"
_SPANS = (
    "without its unit, but with its scale if it has one: thousand, million, billion or percent. "
    "Part several answers with semicolons"
)
_FORMS = {
    AnswerForm.EQUATION: _NUMBER,
    AnswerForm.SOLUTION: _NUMBER,
    AnswerForm.NUMBER: _NUMBER,
    AnswerForm.SPANS: _SPANS,
}
_INSTRUCTIONS: Mapping[Style, str] = {
    "direct": "Give the final answer {}.",
    "cot": 'Think step by step. Then end with a line that begins with "Answer:", and give the final answer there {}.',
}
_LAST_LINE = re.compile(rf"\n?{re.escape(FINAL)}[^\n]*\s*$")


@dataclass(frozen=True, slots=True)
class Prompting:
    """How a model was asked, as it stands in the signature of a result: ``cot,chat,5-shot,seed 1``.

    Attributes:
        style: ``direct`` or ``cot``.
        chat: whether the model's chat template was used.
        shots: examples before each question.
        seed: which examples.
    """

    style: Style = "direct"
    chat: bool = False
    shots: int = 0
    seed: int = FEW_SHOT_SEED

    def __str__(self) -> str:
        shots = f"{self.shots}-shot,seed {self.seed}" if self.shots else "0-shot"
        return f"{self.style},{'chat' if self.chat else 'completion'},{shots}"


def flat_table(table: Sequence[Sequence[str]]) -> str:
    """A table in one line, by row (Zhu et al., ACL 2021, section 4.1)."""
    return _ROW.join(_CELL.join(cells) for cells in table)


def question(row: Mapping[str, Any], style: Style = "direct") -> str:
    """What the model is asked: the texts, the question, and the form of the answer.

    The instruction stands in every prompt, not in a system message: base models have none, and some chat
    templates refuse it.

    Args:
        row: of any config, with ``dataset``, ``context``, ``table`` and ``question``.
        style: ``direct``, or ``cot`` for a chain of thought before the answer.

    Raises:
        InputError: an unknown style.
        SourceError: an unknown data set.
        RowError: the row lacks one of them, or holds something else there.
    """
    check_row(row, ["dataset"])
    form = data_set_of(row["dataset"]).form
    check_row(row, ("context", "table", "question"))
    asked = row["question"].strip()
    context = " ".join(row["context"])
    if data_set_of(row["dataset"]).kind.is_story:
        lines = [f"Problem: {context} {asked}"]
    elif form is AnswerForm.NUMBER:
        lines = [f"Passage: {context}", f"Question: {asked}"]
    else:
        lines = [f"Table: {flat_table(row['table'])}"] if row["table"] else []
        lines += [f"Text: {context}", f"Question: {asked}"]
    return "\n".join([*lines, instruction(row["dataset"], style)])


def lead(style: Style) -> str:
    """What stands behind a question where a model is to complete a text: ``Answer:``."""
    if style not in _LEADS:
        raise InputError(f"unknown style {style!r}; choose from {', '.join(STYLES)}")
    return _LEADS[style]


def prompt(row: Mapping[str, Any], style: Style = "direct", *, chat: bool = False) -> str:
    """What a model gets: for a chat its turn, for a completion also ``Answer:`` (``Reasoning:``) to go on from.

    Args:
        row: of any config.
        style: ``direct``, or ``cot`` for a chain of thought before the answer.
        chat: whether the model is asked in a chat.

    Returns:
        The texts, the question, and what is wanted of the answer.

    Raises:
        InputError: an unknown style.
        SourceError: an unknown data set.
        RowError: the row lacks a column, or holds something else there; names the row and the column.
    """
    asked = question(row, style)
    return asked if chat else f"{asked}\n{lead(style)}"


def instruction(dataset: str, style: Style = "direct") -> str:
    """What a prompt says of the form of the answer."""
    lead(style)
    return _INSTRUCTIONS[style].format(_FORMS[data_set_of(dataset).form])


def answer(row: Mapping[str, Any]) -> str:
    """The answer of a row: ``48``; for tatqa_a ``91 million`` or ``Bell Wireless; Bell Media``."""
    if data_set_of(row["dataset"]).form is not AnswerForm.SPANS:
        return str(row["answers"][0])
    scale = f" {row['scale']}" if row["scale"] else ""
    return _SPAN.join(row["answers"]) + scale


def target(row: Mapping[str, Any], style: Style = "direct") -> str:
    """What an example answers: `answer`; for ``cot`` the row's solution, equation or derivation before it."""
    if style == "direct":
        return answer(row)
    told = _LAST_LINE.sub("", ANNOTATION.sub("", row.get("rationale") or ""))
    steps = row.get("derivation") or row.get("equation") or ""
    if steps and "=" not in steps:
        steps += f" = {answer(row)}"
    return f"{told or steps}\nAnswer: {answer(row)}".lstrip()


def stops(dataset: str) -> list[str]:
    """Where a completion ends: at the next problem that a base model makes up, by the first word of a prompt.

    Never at "." or a blank line: "12.5" goes on after the one, reasoning after the other. A chat ends its own turn: there
    these strings could only cut an answer that says the question again.
    """
    if data_set_of(dataset).kind.is_story:
        return ["\nProblem:"]
    if data_set_of(dataset).form is AnswerForm.NUMBER:
        return ["\nPassage:"]
    return ["\nTable:", "\nText:"]


def few_shot_order(
    ids: Sequence[str],
    groups: Sequence[str],
    statuses: Sequence[str],
    seed: int = FEW_SHOT_SEED,
) -> list[int]:
    """The positions of a train split's rows in the order in which they serve as examples.

    One row a group, since a passage that is shown twice teaches little; rows that a perturbation left
    alone come last; otherwise in an order drawn by id, so that all configs of a data set show the same
    problems.

    Args:
        ids, groups, statuses: those columns of the split; the ids of the originals (``source_id``).
        seed: another order.
    """

    def place(i: int) -> tuple[bool, float]:
        return statuses[i] == UNCHANGED, Rng(seed, "few-shot", 1, ids[i]).uniform()

    first_of_group: dict[str, int] = {}
    for i in sorted(range(len(ids)), key=place):
        first_of_group.setdefault(groups[i], i)
    return list(first_of_group.values())
