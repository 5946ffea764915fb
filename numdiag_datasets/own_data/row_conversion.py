"""Conversion of a user's row to a `Problem`, of the perturbed problem to a user's row, and undoing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from hashlib import blake2b
from typing import Any

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import (
    MAX_DIGITS,
    EquationError,
    parse_equation,
    with_plain_signs,
)
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.problem import Edit, EditError, Problem, edit_text, unedit_text
from numdiag_datasets.core.rationale_layout import FINAL
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.schema import check_row
from numdiag_datasets.english.asked_unit import asked_unit
from numdiag_datasets.english.number_words import MAGNITUDES
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.sentences import sentence_spans
from numdiag_datasets.own_data.columns import (
    ADDED,
    NEEDS_EQUATION,
    OPTIONS,
    Columns,
    DataError,
    UnusableError,
    lacking,
)
from numdiag_datasets.own_data.nested_columns import containers_of, find_place, value_at, walk
from numdiag_datasets.texts.solution.annotated_steps import SolutionError
from numdiag_datasets.texts.solution.binding import bind_solution

#: The `Problem.dataset` of a user's row.
OWN = "own"

_UNKNOWN = re.compile(r"\s*[A-Za-z]\w{0,9}\s*=\s*")  # "X=" before an equation
# "A) 12 B) 14": answer options, which stay unchanged.
_OPTIONS = re.compile(
    r"(?<!\S)(?:(?:Answer )?(?:Choices|Options):\s{0,3})?\(?A[).:]\s{0,3}\S[^\n]{0,200}?\s\(?B[).:]\s{0,3}\S",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?P<before>[$€£]?\s*)(?P<minus>-?)(?P<sign>[$€£]?)(?P<digits>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)"
    r"(?P<behind>\s*%?|\s[^\W\d_]{1,20}(?:\s[^\W\d_]{1,20}){0,3})\.?"
)
# "2 dozen", "5 million", "3 and a half" have another value than their digits.
_MORE_THAN_DIGITS = (
    frozenset("and or to hundred half dozen dozens score pairs".split()) | MAGNITUDES.keys()
)


# --- reading --------------------------------------------------------------------------------------


def to_problem(row: Mapping[str, Any], columns: Columns, perturbation: str) -> Problem:
    """Return a row as a problem.

    Args:
        row: with any columns.
        columns: of this row; see `chat_messages.columns_of_turns`.
        perturbation: determines whether an equation is needed.

    Raises:
        DataError: a column has the wrong kind of values for its part.
        UnusableError: the perturbation needs an equation, and the row has none or its value is not the answer.
    """
    whole = _text(row, columns.question)
    start = _question_start(whole) if not columns.context else 0
    context = [text for _, _, text in _contexts(row, columns)]
    if start:
        context = [whole[:start].rstrip()]
    answers = _answers(row, columns)
    solved = {"equation": ""}
    end = len(whole)
    if options := _OPTIONS.search(whole, start):
        end = options.start()
    if perturbation in NEEDS_EQUATION and (options or _has_options(row)):
        raise UnusableError(Reason.HAS_OPTIONS)
    if perturbation in NEEDS_EQUATION and columns.equation:
        written = _only(value_at(row, columns.equation))
        solved = {"equation": _sound_equation(written, answers)}
    elif perturbation in NEEDS_EQUATION and (stated := _stated(row, columns)):
        answers = (stated.answer,)
        solved = {"equation": _sound_equation(stated.equation, answers)}
    elif perturbation in NEEDS_EQUATION:
        solved = _solution(
            row, columns, perturbation, answers, " ".join((*context, whole[start:end]))
        )
    problem_id = _id(row, columns, context, whole)
    table = _table(row, columns)
    return Problem(
        id=problem_id,
        source_id=problem_id,
        group=problem_id,
        dataset=OWN,
        context=tuple(context),
        question=whole[start:end],
        answers=answers,
        # A row with a table is read like TAT-QA's questions.
        answer_type="arithmetic" if table else "equation",
        table=table,
        **solved,  # type: ignore[arg-type]  # texts
    )


def _solution(
    row: Mapping[str, Any], columns: Columns, perturbation: str, answers: Sequence[str], text: str
) -> dict[str, str]:
    """Return the fields of a problem whose answer is a solution with annotations.

    Raises:
        DataError: the answer is not such a solution, and the equation is missing.
        UnusableError: the solution cannot be read.
    """
    rationale = _only(value_at(row, columns.answer))
    if not isinstance(rationale, str) or FINAL not in rationale:
        if columns.messages:  # some conversations have no answer, or another topic
            raise UnusableError(Reason.NO_EQUATION)
        raise lacking("equation", perturbation)
    if not answers:
        raise UnusableError(Reason.ANSWER_UNREADABLE)
    try:
        solution = bind_solution(rationale, Fraction(answers[0]), text, find_numbers(text))
        return {
            "rationale": rationale,
            "derivation": solution.text,
            "equation": solution.expression,
            "unit": asked_unit("", text),
        }
    except SolutionError as error:
        raise UnusableError(str(error)) from error
    except EquationError as error:
        raise UnusableError(Reason.EQUATION_UNREADABLE) from error


def _question_start(text: str) -> int:
    """Return the start of the last sentence, or 0 if no other sentence can serve as context."""
    spans = sentence_spans(text)
    return spans[-1][0] if len(spans) > 1 else 0


def _has_options(row: Mapping[str, Any]) -> bool:
    """Return whether a column of the row contains answer options, even if the first row has none."""
    return any(name.lower() in OPTIONS and value for name, value in row.items())


def _text(row: Mapping[str, Any], column: str) -> str:
    value = value_at(row, column)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise DataError(f"column {column!r} holds {_kind(value)} where a text is expected")
    return value


def _contexts(row: Mapping[str, Any], columns: Columns) -> Iterator[tuple[str, str, str]]:
    """Yield (column, field, text) of every paragraph: ("Body", "Body", ...), ("pre_text", "pre_text[3]", ...)."""
    for column in columns.context:
        value = value_at(row, column)
        if isinstance(value, list | tuple):
            for i, text in enumerate(value):
                if not isinstance(text, str):
                    raise DataError(
                        f"column {column!r} holds a list with {_kind(text)} where texts are expected"
                    )
                yield column, f"{column}[{i}]", text
        else:
            yield column, column, _text(row, column)


def _table(row: Mapping[str, Any], columns: Columns) -> tuple[tuple[str, ...], ...]:
    value = value_at(row, columns.table)
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or not all(isinstance(r, list | tuple) for r in value):
        raise DataError(
            f"column {columns.table!r} holds {_kind(value)} where rows of cells are expected"
        )
    return tuple(tuple("" if cell is None else str(cell) for cell in cells) for cells in value)


def _kind(value: object) -> str:
    return f"{type(value).__name__} {str(value)[:40]!r}"


def _only(value: Any) -> Any:
    """Return the element of a list of one, and any other value unchanged."""
    return value[0] if isinstance(value, list | tuple) and len(value) == 1 else value


def _answers(row: Mapping[str, Any], columns: Columns) -> tuple[str, ...]:
    value = _number(_only(value_at(row, columns.answer)))
    return () if value is None else (value,)


def _number(value: Any) -> str | None:
    """Return a number as a plain decimal; None if the value is not a number."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float | Decimal):
        try:
            decimal = Decimal(repr(value) if isinstance(value, float) else value)
        except InvalidOperation:
            return None
        if not decimal.is_finite() or abs(decimal.adjusted()) > MAX_DIGITS:
            return None
        return plain_decimal(decimal)
    if not isinstance(value, str):
        return None
    found = _amount(_final(value))
    if found is None:
        return None
    return plain_decimal(Decimal(found["minus"] + found["digits"].replace(",", "")))


def _amount(text: str) -> re.Match[str] | None:
    """Match a text that is one number, with its sign or its unit: "$1,400", "600 seats"."""
    found = _AMOUNT.fullmatch(text)
    if found is None or len(found["digits"]) > MAX_DIGITS:
        return None
    unit = found["behind"].lower().split()
    return None if _MORE_THAN_DIGITS.intersection(unit) or find_numbers(found["behind"]) else found


def answer_like(written: Any, answer: str) -> str:
    """Return an answer in the notation of another: ``13.2`` in that of ``$12`` is ``$13.2``."""
    found = _amount(written.strip()) if isinstance(written, str) else None
    if found is None or answer.startswith("-"):
        return answer
    start, end = found.start("minus"), found.end("digits")
    return f"{found.string[:start]}{found['sign']}{answer}{found.string[end:]}"


def _final(text: str) -> str:
    """Return the text after the first answer mark of the last line, or the last line if a mark precedes it.

    Without a mark, return the text.
    """
    text = text.strip()
    line = text.rfind("\n") + 1
    if line and text[:line].rstrip().endswith(FINAL):
        return text[line:].strip()
    _, mark, final = text[line:].partition(FINAL)
    return final.strip() if mark else text


@dataclass(frozen=True, slots=True)
class _Stated:
    """An answer that is an equation: ``X = 12 + 3``, ``12 + 3 = 15``.

    Attributes:
        equation: ``12 + 3``, without the unknown.
        sign: ``=`` with the spaces around it, "" without a result.
        answer: ``15``.
    """

    equation: str
    sign: str
    answer: str


def _stated(row: Mapping[str, Any], columns: Columns) -> _Stated | None:
    """Return the equation that a row has as its answer.

    Return None if the answer is something else, such as ``3/4`` or ``10-12``.
    """
    value = _only(value_at(row, columns.answer))
    if not isinstance(value, str) or "=" not in value or FINAL in value:
        return None
    unknown = _UNKNOWN.match(value)
    written, sign, result = value[unknown.end() if unknown else 0 :].partition("=")
    equation = written.strip()
    try:
        parsed = parse_equation(equation)
        answer = _number(result) if sign else plain_decimal(parsed.value())
    except NumdiagError:  # not arithmetic, or a result without a finite decimal form
        return None
    if answer is None or not parsed.steps:
        return None
    spaces = written[len(written.rstrip()) :], result[: len(result) - len(result.lstrip())]
    return _Stated(equation, sign.join(spaces) if sign else "", answer)


def _sound_equation(written: Any, answers: Sequence[str]) -> str:
    """Return the canonical equation after checking that its value is the answer.

    Raises:
        UnusableError: there is none, or its value is another.
    """
    if written is None or written == "":
        raise UnusableError(Reason.NO_EQUATION)
    if not answers:
        raise UnusableError(Reason.ANSWER_UNREADABLE)
    try:
        equation = parse_equation(_expression(str(written)))
        value = equation.value()
    except EquationError as error:
        raise UnusableError(Reason.EQUATION_UNREADABLE) from error
    decimals = len(answers[0].partition(".")[2])
    # 3.33 for 10 / 3 is rounded; a whole number is exact.
    tolerance = Fraction(1, 2 * 10**decimals) if decimals else Fraction(0)
    if abs(value - Fraction(answers[0])) > tolerance:
        raise UnusableError(Reason.EQUATION_DISAGREES)
    return equation.text


def _expression(written: str) -> str:
    """Return the expression in an equation: ``X=(7.0+3.0)`` -> ``(7.0+3.0)``, ``7 × 3 = 21`` -> ``7 * 3``."""
    unknown = _UNKNOWN.match(written)
    return with_plain_signs(written[unknown.end() if unknown else 0 :].partition("=")[0])


def _id(row: Mapping[str, Any], columns: Columns, context: Sequence[str], question: str) -> str:
    """Return the row's id, or a hash of its texts, so that draws depend on neither its position nor other rows."""
    given = value_at(row, columns.id)
    if given is not None and given != "":
        return str(given)
    texts = json.dumps([*context, question], ensure_ascii=False)
    # JSON may contain lone surrogates, which strict UTF-8 cannot encode.
    return blake2b(texts.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


# --- writing --------------------------------------------------------------------------------------


def perturbed_columns(
    row: Mapping[str, Any], problem: Problem, perturbed: Problem, columns: Columns
) -> dict[str, Any]:
    """Return the columns of a row that the perturbation changes, and the four added ones.

    ``edits`` is JSON text, the same in every format: a list of ``field`` (a column of the row, or an
    element of one), ``start``, ``before`` and ``after``. Equation and answer have edits too. A numeric
    answer becomes a float, so that a column has one type.
    """
    edits = _own_edits(perturbed.edits, row, columns)
    new = _with_edits(row, edits)
    if perturbed.equation != problem.equation and columns.equation:
        edits += _replace(new, columns.equation, perturbed.equation)
    if perturbed.answers != problem.answers and columns.answer:
        answer = perturbed.answers[0]
        if problem.rationale:
            answer = perturbed.rationale or f"{FINAL} {answer}"
        elif not columns.equation and (stated := _stated(row, columns)):
            result = stated.sign and f"{stated.sign}{answer}"
            answer = f"{perturbed.equation}{result}"
        else:
            answer = answer_like(_only(value_at(row, columns.answer)), answer)
        edits += _replace(new, columns.answer, answer)
    touched = {place[0] for edit in edits if (place := find_place(row, edit.field))}
    return {name: new[name] for name in row if name in touched} | added_columns(
        perturbed.status, perturbed.reason, perturbed.rule, edits
    )


def added_columns(
    status: str, reason: str = "", rule: str = "", edits: Sequence[Edit] = ()
) -> dict[str, str]:
    """Return the four columns that are added to every row."""
    listed = [
        {"field": e.field, "start": e.start, "before": e.before, "after": e.after} for e in edits
    ]
    return dict(
        zip(ADDED, (status, reason, rule, json.dumps(listed, ensure_ascii=False)), strict=True)
    )


def undo_own(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row before it was perturbed.

    Raises:
        EditError: the recorded edits do not fit the row.
        RowError: it has no edits, or something else in their column.
    """
    edits: Any = row.get("edits")
    if isinstance(edits, str):  # as read from CSV
        with suppress(ValueError):  # invalid JSON is reported below
            edits = json.loads(edits)
    check_row({**row, "edits": edits} if "edits" in row else row, ["edits"])
    original = {name: value for name, value in row.items() if name not in ADDED}
    return _with_edits(original, [Edit(**edit) for edit in edits], undo=True)


def _own_edits(edits: Sequence[Edit], row: Mapping[str, Any], columns: Columns) -> list[Edit]:
    """Return the edits with the user's names for the fields."""
    shift = 0 if columns.context else _question_start(_text(row, columns.question))
    contexts = list(_contexts(row, columns)) if columns.context else []

    def own(edit: Edit) -> Edit:
        if edit.field == "question":
            return Edit(columns.question, edit.start + shift, edit.before, edit.after)
        column = field = columns.question
        if edit.field.startswith("table"):
            column, field = columns.table, columns.table + edit.field.removeprefix("table")
        elif columns.context:
            number = int(edit.field.removeprefix("context[").removesuffix("]"))
            column, field, _ = contexts[number]
        _refuse_twins(row, column, field)
        return Edit(field, edit.start, edit.before, edit.after)

    return list(map(own, edits))


def _refuse_twins(row: Mapping[str, Any], column: str, field: str) -> None:
    """Raise an error for a column named like an element of another (``facts[0]`` and ``facts``).

    Edits of the two could not be distinguished.

    Raises:
        DataError: such a column exists.
    """
    holder = find_place(row, column) or ()
    if (find_place(row, field) or ())[: len(holder)] != holder:
        raise DataError(f"{field!r} names a column and an element of column {column!r}; rename one")


def _replace(row: dict[str, Any], column: str, new: str) -> list[Edit]:
    """Replace the equation or answer of a row, in the form of the old one, and return the edit."""
    old = value_at(row, column)
    in_list = isinstance(old, list | tuple)
    value = _only(old)
    after: Any = new
    if isinstance(value, int | float | Decimal):
        after = float(Decimal(new))
    elif unknown := _UNKNOWN.match(value):
        after = unknown[0] + new
    field = f"{column}[0]" if in_list else column
    set_value(row, field, after)
    return [Edit(field, 0, _as_text(value), _as_text(after))]


def set_value(row: dict[str, Any], name: str, value: Any) -> None:
    """Set the value at an existing place; containers that the row shares with others are copied first.

    Raises:
        EditError: the place does not exist.
    """
    place = find_place(row, name)
    if place is None:
        raise EditError(f"no column is called {name!r}")
    row[str(place[0])] = _set(row[str(place[0])], place[1:], value)


def _set(holder: Any, place: Sequence[str | int], value: Any) -> Any:
    """Return a container with a new value inside, copying each container on the way."""
    if not place:
        return value
    new: Any = dict(holder) if isinstance(holder, Mapping) else list(holder)
    new[place[0]] = _set(new[place[0]], place[1:], value)
    return new


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=float)


def _with_edits(
    row: Mapping[str, Any], edits: Sequence[Edit], *, undo: bool = False
) -> dict[str, Any]:
    """Return a copy of the row with the edits applied or undone.

    Raises:
        EditError: they do not fit.
    """
    new = dict(row)
    copied: set[str | int] = set()
    by_field: dict[str, list[Edit]] = {}
    for edit in edits:
        by_field.setdefault(edit.field, []).append(edit)
    for field, field_edits in by_field.items():
        field_edits.sort(key=lambda edit: edit.start)
        place = find_place(row, field)
        if place is None:
            raise EditError(f"no column is called {field!r}")
        if len(place) > 1 and place[0] not in copied:
            copied.add(place[0])
            new[str(place[0])] = containers_of(new[str(place[0])])
        holder = walk(new, place[:-1])
        holder[place[-1]] = _rewritten(holder[place[-1]], field_edits, undo)
    return new


def _rewritten(value: Any, edits: Sequence[Edit], undo: bool) -> Any:
    if isinstance(value, str):
        return (unedit_text if undo else edit_text)(value, edits)
    return json.loads(edits[0].before if undo else edits[0].after)
