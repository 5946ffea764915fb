"""The assignment of a user's columns to context, question, equation, answer and other parts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields, replace

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.perturbations import FORMS

#: The columns that perturbed rows have in addition to the user's own.
ADDED = ("status", "reason", "rule", "edits")
#: Perturbations that derive a new answer, and so need an equation.
NEEDS_EQUATION = tuple(name for name, p in FORMS.items() if "equation" in p.derives)

#: Part -> the names that common data sets use for it (SVAMP, GSM8K, MAWPS, SQuAD, DROP, FinQA,
#: BIG-bench), in lower case, most likely first.
_USUAL_NAMES: dict[str, tuple[str, ...]] = {
    "question": ("question", "squestion", "question_text", "problem", "query", "input"),
    "context": ("body", "context", "passage", "story", "paragraph", "paragraphs", "background"),
    "equation": ("equation", "lequations", "equations", "formula", "expression"),
    "answer": ("answer", "lsolutions", "final_answer", "result", "answers", "target", "targets"),
    "table": ("table",),
    "id": ("id", "iindex", "question_id", "query_id", "uid", "qid"),
}
#: The column of a conversation, used if there is no question.
_MESSAGES = "messages"
#: Columns of answer options (AQuA, MathQA, ARC, BIG-bench).
OPTIONS = ("options", "choices", "multiple_choice_targets", "target_scores")
_BEFORE_AND_AFTER = ("pre_text", "post_text")  # FinQA's context, around its table


class DataError(InputError):
    """Raised if rows, columns or files cannot be used as they are."""


class UnusableError(Exception):
    """Raised if a row must stay unchanged; the argument is a code of `core.reasons.REASONS`."""


#: The parts that a conversation contains in its turns.
IN_MESSAGES = ("question", "context", "table")


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
        table: rows of cells, which are read but not changed.
        id: the random draws depend on it; without it they depend on the texts.
        messages: turns of ``role`` and ``content``, instead of question and context: the last user turn is
            the question, and the assistant's reply the answer.
    """

    question: str
    context: tuple[str, ...] = ()
    equation: str = ""
    answer: str = ""
    table: str = ""
    id: str = ""
    messages: str = ""

    def __str__(self) -> str:
        """Return a summary: "question: Question, context: Body, ..."."""
        left_out = IN_MESSAGES if self.messages else (_MESSAGES,)
        return ", ".join(
            f"{field.name}: {_shown(getattr(self, field.name))}"
            for field in fields(self)
            if field.name not in left_out
        )


def _shown(names: str | Sequence[str]) -> str:
    return names if isinstance(names, str) and names else " + ".join(names) or "none"


@dataclass(frozen=True, slots=True)
class Options:
    """A user's choice of columns; None means that the column is guessed, "" that there is none."""

    question: str | None = None
    context: str | Sequence[str] | None = None
    equation: str | None = None
    answer: str | None = None
    table: str | None = None
    id: str | None = None
    messages: str | None = None


def choose_columns(
    options: Options, present: Iterable[str], perturbation: str, within: Collection[str] = ()
) -> Columns:
    """Assign columns to the parts of a problem.

    Args:
        options: the user's choice.
        present: the existing columns.
        perturbation: must be possible with these columns.
        within: names of places inside columns of objects, which are never guessed.

    Raises:
        DataError: a column does not exist, none can be the question, the perturbation needs a column that
            is missing, or a column has the name of an added one.
    """
    names = list(present)
    taken = [name for name in ADDED if name in names]
    if "source_id" in names and len(taken) == len(ADDED):
        raise DataError(
            "these rows are numdiag's own: load the config with the perturbation, such as "
            f"asdiv_a-{perturbation}-attack, or leave their columns {', '.join(ADDED)} out"
        )
    if len(taken) == len(ADDED):
        raise DataError(
            "these rows are perturbed already; numdiag_datasets.undo(row) takes it back"
        )
    if taken:
        raise DataError(
            f"the data has a column {taken[0]!r}, and perturbing adds one of that name; rename yours"
        )
    named = {name for field in fields(Options) for name in _names(getattr(options, field.name))}
    chosen = _guess([name for name in names if name not in named])
    if options.question or options.messages == "":
        chosen = replace(chosen, messages="")
    elif options.messages or (chosen.messages and not chosen.question):
        chosen = replace(chosen, question="", context=(), table="")
    else:
        chosen = replace(chosen, messages="")
    there = [*names, *(name for name in within if name not in names)]
    for field in fields(Options):
        given = getattr(options, field.name)
        if given is None:
            continue
        wanted = _names(given)
        for name in wanted:
            if name not in there:
                raise DataError(f"no column {name!r}; there are {', '.join(map(repr, there))}")
        if field.name == "context":
            chosen = replace(chosen, context=wanted)
        elif len(wanted) > 1:
            raise DataError(f"{field.name}: name one column, not {', '.join(wanted)}")
        else:
            chosen = replace(chosen, **{field.name: "".join(wanted)})  # type: ignore[arg-type]  # a text
    _check(chosen, names, there, perturbation)
    return chosen


def _names(given: str | Sequence[str] | None) -> tuple[str, ...]:
    names = given.split(",") if isinstance(given, str) else given or ()
    return tuple(name.strip() for name in names if name.strip())


def _guess(names: Sequence[str]) -> Columns:
    by_lower = {name.lower(): name for name in reversed(names)}
    found = {
        part: next((by_lower[usual] for usual in usuals if usual in by_lower), "")
        for part, usuals in _USUAL_NAMES.items()
    }
    context = tuple(by_lower[name] for name in _BEFORE_AND_AFTER if name in by_lower)
    if not context and found["context"]:
        context = (found["context"],)
    found["messages"] = by_lower.get(_MESSAGES, "")
    return Columns(**{**found, "context": context})  # type: ignore[arg-type]  # one value is a tuple


def _check(columns: Columns, names: Sequence[str], there: Sequence[str], perturbation: str) -> None:
    if not (columns.question or columns.messages):
        raise DataError(
            f"which column is the question? name it with --question; there are {', '.join(map(repr, there))}"
        )
    if columns.messages and (
        twice := next((part for part in IN_MESSAGES if getattr(columns, part)), "")
    ):
        raise DataError(f"the {twice} stands in the turns of --messages; leave --{twice} out")
    used = [columns.messages, columns.question, *columns.context, columns.equation, columns.answer, columns.table]  # fmt: skip
    used = [name for name in used if name]
    for name in used:
        if used.count(name) > 1:
            raise DataError(f"column {name!r} is named twice")
    if perturbation not in NEEDS_EQUATION:
        return
    if columns.table:
        raise DataError(
            f"{perturbation} changes numbers that a table may repeat, and is not offered for data with a table "
            f"(column {columns.table!r}); choose from {', '.join(without_equation())}"
        )
    if found := [name for name in names if name.lower() in OPTIONS]:
        raise DataError(
            f"{perturbation} gives a new answer, which would be none of those to choose from (column {found[0]!r}); "
            f"choose from {', '.join(without_equation())}"
        )
    if not (columns.answer or columns.messages):
        raise lacking("answer", perturbation)


def lacking(part: str, perturbation: str) -> DataError:
    """Return the error for data without a column that a perturbation needs."""
    return DataError(
        f"{perturbation} derives a new answer and needs the column of the {part}: name it with --{part}, "
        f"or choose from {', '.join(without_equation())}"
    )


def without_equation() -> list[str]:
    """Return the perturbations that need no equation."""
    return [name for name in FORMS if name not in NEEDS_EQUATION]
