"""A row as a prompt for a language model, zero-shot or with examples, and the answer it should write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numdiag_datasets.draws import Draws
from numdiag_datasets.problems.data_set import AnswerForm
from numdiag_datasets.problems.problem import UNCHANGED
from numdiag_datasets.problems.rows import check_row
from numdiag_datasets.sources import data_set_of

#: Draws the examples of a few-shot prompt. The harnesses' own seeds do not: the same problems have to
#: stand before a row and before its original, or a drop would tell examples apart.
FEW_SHOT_SEED = 1

#: Where a completion ends: at the next problem that a base model makes up. Never at "." or a blank line:
#: "12.5" goes on after the one, reasoning after the other.
STOPS = ("\nProblem:", "\nPassage:", "\nTable:", "\nText:", "\nQuestion:", "</s>", "<|im_end|>")

_CELL, _ROW, _SPAN = " | ", " ; ", "; "

_NUMBER = "Give the final answer as a number, without its unit."
_SPANS = (
    "Give the final answer without its unit, but with its scale if it has one: thousand, million, "
    "billion or percent. Part several answers with semicolons."
)
_INSTRUCTIONS = {
    AnswerForm.EQUATION: _NUMBER,
    AnswerForm.SOLUTION: _NUMBER,
    AnswerForm.NUMBER: _NUMBER,
    AnswerForm.SPANS: _SPANS,
}


def flat_table(table: Sequence[Sequence[str]]) -> str:
    """A table in one line, by row (Zhu et al., ACL 2021, section 4.1)."""
    return _ROW.join(_CELL.join(cells) for cells in table)


def prompt(row: Mapping[str, Any]) -> str:
    """What the model is asked: the texts, the question, the form of the answer, and ``Answer:``.

    The instruction stands in every prompt, not in a system message: base models have none, and some chat
    templates refuse it.

    Args:
        row: of any config, with ``dataset``, ``context``, ``table`` and ``question``.

    Raises:
        SourceError: an unknown data set.
        RowError: the row lacks one of them, or holds something else there.
    """
    check_row(row, ["dataset"])
    form = data_set_of(row["dataset"]).form
    check_row(row, ("context", "table", "question"))
    question = row["question"].strip()
    context = " ".join(row["context"])
    if data_set_of(row["dataset"]).holds_word_problems:
        lines = [f"Problem: {context} {question}"]
    elif form is AnswerForm.NUMBER:
        lines = [f"Passage: {context}", f"Question: {question}"]
    else:
        lines = [f"Table: {flat_table(row['table'])}"] if row["table"] else []
        lines += [f"Text: {context}", f"Question: {question}"]
    return "\n".join([*lines, instruction(row["dataset"]), "Answer:"])


def instruction(dataset: str) -> str:
    """What a prompt says of the form of the answer."""
    return _INSTRUCTIONS[data_set_of(dataset).form]


def target(row: Mapping[str, Any]) -> str:
    """The answer of an example: ``48``; for tatqa_a ``91 million`` or ``Bell Wireless; Bell Media``."""
    if data_set_of(row["dataset"]).form is not AnswerForm.SPANS:
        return str(row["answers"][0])
    scale = f" {row['scale']}" if row["scale"] else ""
    return _SPAN.join(row["answers"]) + scale


def few_shot_order(ids: Sequence[str], groups: Sequence[str], statuses: Sequence[str]) -> list[int]:
    """The positions of a train split's rows in the order in which they serve as examples.

    One row a group, since a passage that is shown twice teaches little; rows that a perturbation left
    alone come last; otherwise in an order drawn by id, so that all configs of a data set show the same
    problems.

    Args:
        ids, groups, statuses: those columns of the split; the ids of the originals (``source_id``).
    """

    def place(i: int) -> tuple[bool, float]:
        return statuses[i] == UNCHANGED, Draws(FEW_SHOT_SEED, "few-shot", 1, ids[i]).uniform()

    first_of_group: dict[str, int] = {}
    for i in sorted(range(len(ids)), key=place):
        first_of_group.setdefault(groups[i], i)
    return list(first_of_group.values())
