"""The function that perturbs user rows: for `Dataset.map`, for Ray, for a loop."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import suppress
from dataclasses import dataclass, replace
from reprlib import repr as short
from typing import Any

from numdiag_datasets.core.argument_types import checks_arguments
from numdiag_datasets.core.configs import ConfigError
from numdiag_datasets.core.problem import APPLIED, UNCHANGED, Problem
from numdiag_datasets.own_data.chat_messages import columns_of_turns
from numdiag_datasets.own_data.columns import (
    ADDED,
    NEEDS_EQUATION,
    Choice,
    Columns,
    DataError,
    UnusableError,
    check_added,
    choose_columns,
)
from numdiag_datasets.own_data.places import find_place, value_at, with_values
from numdiag_datasets.own_data.row_conversion import convert
from numdiag_datasets.own_data.row_edits import added_columns, perturbed_row, whole_edit
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.perturbations.extra.donors import NO_DONORS, Donors, donors_of, lend
from numdiag_datasets.texts.split import Split

#: Larger whole numbers have no float.
_LARGEST = 10**300


@dataclass(frozen=True, slots=True)
class Perturber:
    """A function that perturbs rows; the result depends only on the row, the seed and the donors.

    Attributes:
        perturbation: its name, or several with commas, which are applied one after the other.
        seed: of every draw.
        choice: the user's choice of columns.
        donors: the donor sentences that ``extra`` inserts.
        fixed: the columns of every row, some of which a row may lack; None chooses them for each row.
    """

    perturbation: str
    seed: int
    choice: Choice
    donors: Donors = NO_DONORS
    fixed: Columns | None = None

    @checks_arguments
    def __call__(self, batch: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
        """Perturb a batch, for `Dataset.map(..., batched=True)`.

        Args:
            batch: column -> values, one for each row.

        Returns:
            The columns that changed, and ``status``, ``reason``, ``rule``, ``edits``.

        Raises:
            DataError: the columns or a row cannot be used, or whole answers would become decimals.
        """
        names = list(batch)
        values = [batch[name] for name in names]
        for name, column in batch.items():
            if isinstance(column, str | bytes | Mapping) or not isinstance(column, Sized):
                raise DataError(
                    f"column {name!r} of the batch is {short(column)}, not a list of values; use ds.map(perturb(...), batched=True)"
                )
        if len({len(column) for column in values}) > 1:
            told = ", ".join(f"{name!r} has {len(batch[name])}" for name in names[:4])
            raise DataError(
                f"the columns of the batch have several lengths: {told}; use batched=True"
            )
        rows = [dict(zip(names, cells, strict=True)) for cells in zip(*values, strict=True)]
        first = {name: next((v for v in batch[name] if v is not None), None) for name in names}
        perturber = self.like(first)
        answer = perturber.changed_answer(first)
        if answer and any(type(value_at(row, answer)) is int for row in rows):
            # `Dataset.map` keeps the type of a column as long as possible, and then fails.
            fix = f'ds = ds.cast_column("{answer}", Value("float64"))'
            if answer not in names:
                fix = "ds = ds.cast(...) to float64"
            raise DataError(
                f"column {answer!r} holds whole numbers, and {self.perturbation} gives others: {fix} first"
            )
        made = [perturber.row(row) for row in rows]
        changed = [
            name
            for name in names
            if any(new[name] is not row[name] for new, row in zip(made, rows, strict=True))
        ]
        return {name: [row[name] for row in made] for name in (*changed, *ADDED)}

    @property
    def names(self) -> list[str]:
        """The names of its perturbations, in the order of their application."""
        return self.perturbation.split(",")

    def columns(self, row: Mapping[str, Any]) -> Columns:
        """Return the assignment of a row's columns.

        Raises:
            DataError: see `choose_columns`.
        """
        needs_most = max(self.names, key=lambda name: name in NEEDS_EQUATION)
        return self.fixed or choose_columns(self.choice, row, needs_most)

    def places(self, row: Mapping[str, Any]) -> Columns:
        """Return the places of the parts of a row: its columns, or turns of a conversation.

        Raises:
            DataError, UnusableError: see `columns_of_turns`.
        """
        columns = self.columns(row)
        return columns_of_turns(row, columns, self.perturbation) if columns.messages else columns

    def like(self, first: Mapping[str, Any]) -> Perturber:
        """Return a copy that uses the columns of the first row for all rows of a file.

        Raises:
            DataError: see `choose_columns`.
        """
        return replace(self, fixed=self.columns(first))

    @checks_arguments
    def row(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Perturb one row.

        Returns:
            All of its columns, with the four added ones last.

        Raises:
            DataError: its columns or the row cannot be used.
        """
        if self.fixed is None:
            return self.like(row).row(row)
        check_added(row)
        if len(self.names) > 1:
            return self._with_float(self._perturbed_by_all(row))
        try:
            places = self.places(row)
            conversion = convert(row, places, self.perturbation)
        except UnusableError as unusable:
            new = {**row, **added_columns(UNCHANGED, str(unusable))}
        else:
            split = Split([conversion.problem])
            lend(split, self.donors)
            (perturbed,) = perturb_split(split, self.perturbation, self.seed)
            new = perturbed_row(row, conversion, perturbed, places)
        return self._with_float(new)

    def _with_float(self, new: dict[str, Any]) -> dict[str, Any]:
        """Return a perturbed row whose answer is a float, as in the rows with a new answer."""
        answer = self.changed_answer(new)
        place = find_place(new, answer) if answer else None
        return with_values(new, {place: _as_float(value_at(new, answer))}) if place else new

    def _perturbed_by_all(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Perturb a row by one perturbation after the other; it stays as it is unless all apply."""
        made, fields, rules = dict(row), dict[str, None](), []
        for name in self.names:
            new = replace(self, perturbation=name).row(made)
            if new["status"] != APPLIED:
                return {**row, **added_columns(UNCHANGED, new["reason"])}
            fields |= dict.fromkeys(edit["field"] for edit in json.loads(new["edits"]))
            rules.append(f"{name}:{new['rule']}" if new["rule"] else name)
            made = {key: value for key, value in new.items() if key not in ADDED}
        edits = [whole_edit(field, value_at(row, field), value_at(made, field)) for field in fields]
        return {**made, **added_columns(APPLIED, "", "+".join(rules), edits)}

    def changed_answer(self, row: Mapping[str, Any]) -> str:
        """Return the name of the column of answers if this perturbation changes them, else ""."""
        return self.columns(row).answer if NEEDS_EQUATION & {*self.names} else ""


def _as_float(value: Any) -> Any:
    """Return whole numbers as floats if that is exact: perturbed answers have decimals, and a column one type."""
    if isinstance(value, list):
        return list(map(_as_float, value))
    is_exact = type(value) is int and abs(value) < _LARGEST and int(float(value)) == value
    return float(value) if is_exact else value


def perturb(
    perturbation: str,
    *,
    seed: int = 1,
    question: str | None = None,
    context: str | Sequence[str] | None = None,
    equation: str | None = None,
    answer: str | None = None,
    table: str | None = None,
    id: str | None = None,  # noqa: A002  # the name of the part, as everywhere
    messages: str | None = None,
    donors: Iterable[Mapping[str, Any]] = (),
) -> Perturber:
    """Return the function that perturbs rows: ``ds.map(perturb("verbosity", seed=1), batched=True)``.

    Args:
        perturbation: language, type, noise, distribution, verbosity, extra, logic or order; ``noise,verbosity`` applies
            both, and changes a row only if both can.
        seed: of every draw. The draws for a row depend on its id, or without one on its texts. They do
            not depend on its position or on the batch size.
        question: the name of a column, like the next five; ``data.question`` is a place within one. None guesses,
            "" means that there is none. Without a context its last sentence is the question.
        context: one column, several separated by commas, or a list of them.
        equation: needed, with the answer, for noise, distribution and logic.
        answer: a number, or a text with one.
        table: rows of cells.
        id: the draws depend on it.
        messages: a column of turns, instead of question and context.
        donors: for ``extra``: rows with the same columns, whose sentences may be inserted in others; a
            thousand are plenty.

    Returns:
        The function; its method ``row`` perturbs a single row.

    Raises:
        ConfigError: an unknown perturbation.
        DataError: ``extra`` without donors.
    """
    names = [name.strip() for name in perturbation.split(",")]
    perturbation = ",".join(names)
    if unknown := [name for name in names if name not in FORMS]:
        raise ConfigError(
            f"unknown perturbation {unknown[0]!r:.60}; choose from {', '.join(FORMS)}"
        )
    if len(names) > len({name.partition("-")[0] for name in names}):
        raise ConfigError(
            f"perturbation {perturbation!r:.60}: names one twice, or two of its forms"
        )
    if isinstance(seed, bool) or seed < 0:
        raise ConfigError(f"seed {seed}: a whole number from 0 is needed")
    choice = {
        "question": question,
        "context": context,
        "equation": equation,
        "answer": answer,
        "table": table,
        "id": id,
        "messages": messages,
    }
    perturber = Perturber(perturbation, seed, choice)
    if not any(FORMS[name].needs_donors for name in names):
        return perturber
    found = donors_of(Split(list(_problems(perturber, donors))))
    if not found:
        raise DataError(
            "extra inserts sentences of other problems, and none of the rows for it (donors=, or the first 1,000 of a file) "
            "has one that stands alone and tells a number"
        )
    return replace(perturber, donors=found)


def _problems(perturber: Perturber, rows: Iterable[Mapping[str, Any]]) -> Iterator[Problem]:
    """Yield the problems in some rows."""
    for row in rows:
        if not isinstance(row, Mapping):
            raise DataError(f"donors: a row is a dict of columns, not {row!r:.60}")
        with suppress(UnusableError):  # a conversation without a question
            yield convert(row, perturber.places(row), perturber.names[0]).problem
