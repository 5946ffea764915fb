"""Prompts for language models made from rows, and the examples before them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from numdiag_datasets.core.data_sets import AnswerForm, data_set_of
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.problem import UNCHANGED
from numdiag_datasets.core.rationale_layout import (
    ANNOTATION,
    FINAL,
)
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.core.schema import check_row

#: How a row is asked: for the answer; for a chain of thought before it (Wei et al., NeurIPS 2022); for the value of
#: its equation, without the story: what a model loses here under an attack, it loses by calculating; or for the
#: equation, as the systems of Xu et al. (EMNLP 2022) answer: what it loses here, it loses by understanding.
Style = Literal["direct", "cot", "calculation", "equation"]
STYLES: tuple[Style, ...] = ("direct", "cot", "calculation", "equation")
_OF_EQUATIONS = ("calculation", "equation")
#: The most tokens of an answer, and of a thought with its answer. Reasoning models need more.
MOST_TOKENS: Mapping[Style, int] = {
    "direct": 256,
    "cot": 1024,
    "calculation": 256,
    "equation": 256,
}

#: The last words of a prompt for a completion. A chat has none: the model's own turn begins there.
_LEADS: Mapping[Style, str] = {
    "direct": "Answer:",
    "cot": "Reasoning:",
    "calculation": "Answer:",
    "equation": "Equation:",
}
#: The default seed of few-shot examples. The harnesses' own seeds are not used: a row and its original need
#: the same examples, or a drop would also measure the difference between examples.
FEW_SHOT_SEED = 1

_CELL, _ROW, _SPAN = " | ", " ; ", "; "

_NUMBER = "as a number, without its unit"
_SPANS = (
    "without its unit, but with its scale if it has one: thousand, million, billion or percent. "
    "Part several answers with semicolons"
)
_INSTRUCTIONS: Mapping[Style, str] = {
    "direct": "Give the final answer {}.",
    "cot": 'Think step by step. Then end with a line that begins with "Answer:", and give the final answer there {}.',
    "calculation": "Give the final answer {}.",
    "equation": "Write one equation that gives the answer, with + - * / and brackets, without its result.",
}
#: The examples in each prompt for an equation: without them a model solves the problem in prose.
_EQUATIONS = (
    ("A baker has 14 rolls. He bakes 23 more. How many rolls does he have now?", "14 + 23"),
    (
        "Ines has 3 boxes with 12 pens in each. She gives away 7 pens. How many pens does she have left?",
        "3 * 12 - 7",
    ),
    (
        "A rope is 18.5 meters long. It is cut into 5 equal parts. How long is each part?",
        "18.5 / 5",
    ),
    (
        "There are 46 adults and 39 children at a party. Each table has 6 seats. How many tables do they need?",
        "ceil((46 + 39) / 6)",
    ),
)
_LAST_LINE = re.compile(rf"\n?{re.escape(FINAL)}[^\n]*\s*$")


@dataclass(frozen=True, slots=True)
class Prompting:
    """How a model was asked, in the format of a result's signature: ``cot,chat,5-shot,seed 1,400 tokens``.

    Attributes:
        style: one of `STYLES`.
        chat: whether the model's chat template was used.
        shots: the number of examples before each question.
        seed: selects the examples.
        tokens: the limit of an answer; 0 if unknown.
    """

    style: Style = "direct"
    chat: bool = False
    shots: int = 0
    seed: int = FEW_SHOT_SEED
    tokens: int = 0

    def __str__(self) -> str:
        shots = f"{self.shots}-shot,seed {self.seed}" if self.shots else "0-shot"
        limit = f",{self.tokens} tokens" if self.tokens else ""
        return f"{self.style},{'chat' if self.chat else 'completion'},{shots}{limit}"


def style_of(prompt: str) -> str:
    """Return the style of a `Prompting` in the format of a signature, "" if it is unknown."""
    return prompt.partition(",")[0]


def flat_table(table: Sequence[Sequence[str]]) -> str:
    """Return a table as one line, row by row (Zhu et al., ACL 2021, section 4.1)."""
    return _ROW.join(_CELL.join(cells) for cells in table)


def question(row: Mapping[str, Any], style: Style = "direct") -> str:
    """Return the question for a model: the texts, the question, and the form of the answer.

    Every prompt contains the instruction, not a system message: base models have none, and some chat
    templates refuse it.

    Args:
        row: of any config, with ``dataset``, ``context``, ``table`` and ``question``; for ``calculation`` with
            ``equation``.
        style: ``direct``; ``cot`` for a chain of thought before the answer; ``calculation`` for "What is 12 / 4?"
            in place of the texts and the question; ``equation`` for the equation, after four worked examples.

    Raises:
        InputError: an unknown style, or one in which the data set is not asked.
        DataSetError: an unknown data set.
        RowError: the row lacks a column, or one has a value of the wrong type.
    """
    check_row(row, ["dataset"])
    asked = instruction(row["dataset"], style)
    if style == "calculation":
        check_row(row, ["equation"])
        return f"Problem: What is {row['equation']}?\n{asked}"
    texts = "\n".join([*_texts(row), asked])
    if style == "equation":
        examples = (
            f"Problem: {problem}\n{asked}\n{lead(style)} {equation}\n\n"
            for problem, equation in _EQUATIONS
        )
        return "".join(examples) + texts
    return texts


def _texts(row: Mapping[str, Any]) -> list[str]:
    form = data_set_of(row["dataset"]).form
    check_row(row, ("context", "table", "question"))
    asked = row["question"].strip()
    context = " ".join(row["context"])
    if data_set_of(row["dataset"]).kind.is_story:
        return [f"Problem: {context} {asked}"]
    if form is AnswerForm.NUMBER:
        return [f"Passage: {context}", f"Question: {asked}"]
    table = [f"Table: {flat_table(row['table'])}"] if row["table"] else []
    return [*table, f"Text: {context}", f"Question: {asked}"]


def is_asked(dataset: str, style: Style) -> bool:
    """Return whether a data set is asked in a style: all are, but two styles need the equation of each row."""
    return style not in _OF_EQUATIONS or data_set_of(dataset).form is AnswerForm.EQUATION


def lead(style: Style) -> str:
    """Return the text that follows a question if a model is to complete the prompt: ``Answer:``, ``Equation:``."""
    if style not in _LEADS:
        raise InputError(f"unknown style {style!r}; choose from {', '.join(STYLES)}")
    return _LEADS[style]


def prompt(row: Mapping[str, Any], style: Style = "direct", *, chat: bool = False) -> str:
    """Return a model's prompt: a turn of a chat, or a text that ends in ``Answer:`` (``Reasoning:``).

    Args:
        row: of any config.
        style: as for `question`.
        chat: whether the model is asked in a chat.

    Returns:
        The texts, the question, and the required form of the answer.

    Raises:
        InputError: an unknown style, or one in which the data set is not asked.
        DataSetError: an unknown data set.
        RowError: the row lacks a column, or one has a value of the wrong type; names the row and the column.
    """
    asked = question(row, style)
    return asked if chat else f"{asked}\n{lead(style)}"


def instruction(dataset: str, style: Style = "direct") -> str:
    """Return a prompt's instruction about the form of the answer.

    Raises:
        InputError: an unknown style, or one in which the data set is not asked.
        DataSetError: an unknown data set.
    """
    lead(style)
    if not is_asked(dataset, style):
        raise InputError(f"style {style!r} needs the equation of each row, which {dataset} lacks")
    is_number = data_set_of(dataset).form is not AnswerForm.SPANS
    return _INSTRUCTIONS[style].format(_NUMBER if is_number else _SPANS)


def answer(row: Mapping[str, Any]) -> str:
    """Return the answer of a row: ``48``; for tatqa_a ``91 million`` or ``Bell Wireless; Bell Media``."""
    if data_set_of(row["dataset"]).form is not AnswerForm.SPANS:
        return str(row["answers"][0])
    scale = f" {row['scale']}" if row["scale"] else ""
    return _SPAN.join(row["answers"]) + scale


def target(row: Mapping[str, Any], style: Style = "direct") -> str:
    """Return an example's `answer`; for ``cot`` with the row's solution, equation or derivation before it.

    For ``equation`` return the row's equation.
    """
    if style == "equation":
        return str(row["equation"])
    if style != "cot":
        return answer(row)
    told = _LAST_LINE.sub("", ANNOTATION.sub("", row.get("rationale") or ""))
    steps = row.get("derivation") or row.get("equation") or ""
    if steps and "=" not in steps:
        steps += f" = {answer(row)}"
    return f"{told or steps}\nAnswer: {answer(row)}".lstrip()


def stops(dataset: str) -> list[str]:
    """Return the strings that end a completion: the first word of the next problem that a base model invents.

    "." and a blank line never end it: "12.5" continues after the one, reasoning after the other. A chat ends
    its own turn; these strings could only cut an answer that repeats the question.
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
    """Return the positions of a train split's rows in the order in which they serve as examples.

    Each group contributes one row, since a repeated passage teaches little. Rows that a perturbation left
    alone come last. Otherwise the order is drawn by id, so that all configs of a data set show the same
    problems.

    Args:
        ids, groups, statuses: those columns of the split; the ids of the originals (``source_id``).
        seed: selects the order.
    """

    def place(i: int) -> tuple[bool, float]:
        return statuses[i] == UNCHANGED, Rng(seed, "few-shot\x1f1", ids[i]).uniform()

    first_of_group: dict[str, int] = {}
    for i in sorted(range(len(ids)), key=place):
        first_of_group.setdefault(groups[i], i)
    return list(first_of_group.values())
