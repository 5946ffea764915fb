"""The assignment of a user's columns to context, question, equation, answer and other parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.own_data.places import names_in
from numdiag_datasets.perturbations import FORMS

#: The columns that perturbed rows have in addition to the user's own.
ADDED = ("status", "reason", "rule", "edits")
#: Perturbations that derive a new answer, and so need an equation.
NEEDS_EQUATION = frozenset(name for name, p in FORMS.items() if "equation" in p.derives)
#: Perturbations that need no equation, but leave more rows with one: another order does not matter to a sum.
USES_EQUATION = frozenset(name for name in FORMS if name.partition("-")[0] == "order")

#: Part -> the names that common data sets use for it (SVAMP, GSM8K, MAWPS, SQuAD, DROP, FinQA,
#: BIG-bench), in lower case, most likely first.
_USUAL_NAMES: dict[str, tuple[str, ...]] = {
    "question": ("question", "squestion", "question_text", "problem", "query", "input"),
    "context": (
        "body",
        "context",
        "passage",
        "story",
        "paragraph",
        "paragraphs",
        "background",
        "text",
    ),
    "equation": ("equation", "lequations", "equations", "formula", "expression"),
    "answer": ("answer", "lsolutions", "final_answer", "result", "answers", "target", "targets"),
    "table": ("table",),
    "id": ("id", "iindex", "question_id", "query_id", "uid", "qid"),
    "messages": ("messages",),
}
_BEFORE_AND_AFTER = ("pre_text", "post_text")  # FinQA's context, around its table
#: Columns of answer options (AQuA, MathQA, ARC, BIG-bench).
OPTIONS = ("options", "choices", "multiple_choice_targets", "target_scores")
#: The parts that a conversation contains in its turns.
_IN_MESSAGES = ("question", "context", "table")

#: Part -> the user's choice of columns. None guesses a column, "" is the choice of none.
Choice = Mapping[str, str | Sequence[str] | None]


class DataError(InputError):
    """Raised if rows, columns or files cannot be used as they are."""


class UnusableError(Exception):
    """Raised if a row must stay unchanged; the argument is a code of `core.reasons.REASONS`."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of a user's columns, "" or empty if there is none; ``data.question`` is inside the column ``data``.

    Attributes:
        question: text. Without a context its last sentence is the question, and the text before it the
            context.
        context: one column or several, each a text or a list of texts, in reading order.
        equation: text such as ``12 + 2``, ``X=(12+2)``, ``12 + 2 = 14``, or a list of one.
        answer: a number, or text with one: ``14``, ``$1,400``, ``so it is 14. #### 14``. With calculator
            annotations (``<<5+9=14>>``) and no equation it is a solution, whose steps are recomputed.
        table: rows of cells.
        id: the random draws depend on it; without it they depend on the texts.
        messages: turns of ``role`` and ``content``, instead of question and context: the last user turn is
            the question, and the assistant's reply the answer.
    """

    question: str = ""
    context: tuple[str, ...] = ()
    equation: str = ""
    answer: str = ""
    table: str = ""
    id: str = ""
    messages: str = ""

    def __str__(self) -> str:
        """Return a summary: "question: Question, context: Body, ..."."""
        left_out = _IN_MESSAGES if self.messages else ("messages",)
        shown = {part: " + ".join(_names(value)) for part, value in asdict(self).items()}
        return ", ".join(
            f"{part}: {names or 'none'}" for part, names in shown.items() if part not in left_out
        )


def check_added(row: Mapping[str, Any]) -> None:
    """Raise a `DataError` if a row has a column with the name of an added one, which would be lost."""
    if taken := [name for name in ADDED if name in row]:
        raise DataError(
            f"the data has a column {taken[0]!r}, and perturbing adds one of that name: rename yours. Rows that are "
            "perturbed already: undo(row) takes it back, and the perturbation noise,verbosity does both in one step"
        )


def choose_columns(choice: Choice, row: Mapping[str, Any], perturbation: str) -> Columns:
    """Assign columns to the parts of a problem.

    Args:
        choice: the user's.
        row: has the existing columns.
        perturbation: must be possible with these columns.

    Raises:
        DataError: a column does not exist, none can be the question, the perturbation needs a column that
            is missing, or a column has the name of an added one.
    """
    check_added(row)
    there = list(dict.fromkeys(names_in(row)))
    chosen = {part: _names(names) for part, names in choice.items() if names is not None}
    for part, names in chosen.items():
        if missing := [name for name in names if name not in there]:
            raise DataError(f"no column {missing[0]!r}; there are {_listed(there)}")
        if part != "context" and len(names) > 1:
            raise DataError(f"{part}: name one column, not {', '.join(names)}")
    named = {name for names in chosen.values() for name in names}
    parts = _guess([name for name in row if name not in named])
    if chosen.get("question") or not chosen.get("messages", parts["messages"]):
        parts["messages"] = ()
    elif chosen.get("messages") or not parts["question"]:
        parts |= dict.fromkeys(_IN_MESSAGES, ())
    else:
        parts["messages"] = ()
    parts |= chosen
    context = parts.pop("context")
    columns = Columns(context=context, **{part: "".join(names) for part, names in parts.items()})
    _check(columns, there, perturbation)
    return columns


def _names(given: str | Sequence[str]) -> tuple[str, ...]:
    names = given.split(",") if isinstance(given, str) else given
    return tuple(name.strip() for name in names if name.strip())


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names))


def _guess(names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    by_lower = {name.lower(): name for name in reversed(names)}
    found = {
        part: tuple(by_lower[name] for name in usual if name in by_lower)[:1]
        for part, usual in _USUAL_NAMES.items()
    }
    around = tuple(by_lower[name] for name in _BEFORE_AND_AFTER if name in by_lower)
    return found | {"context": around or found["context"]}


def _check(columns: Columns, there: Sequence[str], perturbation: str) -> None:
    if not (columns.question or columns.messages):
        raise DataError(
            f"which column is the question? name it with --question (in Python: question=); there are {_listed(there)}"
        )
    if columns.messages and (
        twice := next((part for part in _IN_MESSAGES if getattr(columns, part)), "")
    ):
        raise DataError(f"the {twice} stands in the turns of --messages; leave --{twice} out")
    used = [name for part, names in asdict(columns).items() if part != "id" for name in _names(names)]  # fmt: skip
    for name in used:
        if used.count(name) > 1:
            raise DataError(f"column {name!r} is named twice")
        if twin := next((other for other in there if other.startswith(f"{name}[")), ""):
            raise DataError(
                f"{twin!r} names a column and an element of column {name!r}; rename one"
            )
    if perturbation not in NEEDS_EQUATION:
        return
    if columns.table:
        raise DataError(
            f"{perturbation} changes numbers that a table may repeat, and is not offered for data with a table "
            f"(column {columns.table!r}); choose from {', '.join(without_equation())}"
        )
    if found := [name for name in there if name.lower() in OPTIONS]:
        raise DataError(
            f"{perturbation} gives a new answer, which would be none of those to choose from (column {found[0]!r}; drop it if it is empty); "
            f"choose from {', '.join(without_equation())}"
        )
    if not (columns.answer or columns.messages):
        raise lacking("answer", perturbation)


def lacking(part: str, perturbation: str) -> DataError:
    """Return the error for data without a column that a perturbation needs."""
    return DataError(
        f"{perturbation} derives a new answer and needs the column of the {part}: name it with --{part}, leave out rows without one, "
        f"or choose from {', '.join(without_equation())}"
    )


def without_equation() -> list[str]:
    """Return the perturbations that need no equation."""
    return [name for name in FORMS if name not in NEEDS_EQUATION]
