"""The function that perturbs user rows: for `Dataset.map`, for Ray, for a loop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from numdiag_datasets.core.configs import ConfigError
from numdiag_datasets.core.problem import UNCHANGED, Problem
from numdiag_datasets.own_data.chat_messages import columns_of_turns
from numdiag_datasets.own_data.columns import (
    ADDED,
    NEEDS_EQUATION,
    Columns,
    DataError,
    Options,
    UnusableError,
    choose_columns,
)
from numdiag_datasets.own_data.nested_columns import find_place, names_within, value_at
from numdiag_datasets.own_data.row_conversion import (
    added_columns,
    perturbed_columns,
    set_value,
    to_problem,
)
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.perturbations.extra.donors import NO_DONORS, Donors, donors_of, lend
from numdiag_datasets.texts.split import Split


@dataclass(frozen=True, slots=True)
class Perturber:
    """A function that perturbs rows; the result depends only on the row, the seed and the donors.

    Attributes:
        perturbation: its name.
        seed: of every draw.
        options: the user's choice of columns.
        donors: the donor sentences that ``extra`` inserts.
        fixed: the columns of every row, some of which a row may lack; None chooses them for each row.
    """

    perturbation: str
    seed: int
    options: Options
    donors: Donors = NO_DONORS
    fixed: Columns | None = None

    def __call__(self, batch: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
        """Perturb a batch, for `Dataset.map(..., batched=True)`.

        Args:
            batch: column -> values, one for each row.

        Returns:
            The columns that a perturbation may change, and ``status``, ``reason``, ``rule``, ``edits``.

        Raises:
            DataError: the columns or a row cannot be used, or whole answers would become decimals.
        """
        names = list(batch)
        head = {name: next((v for v in batch[name] if v is not None), None) for name in names}
        columns = self.columns(head)
        touched = self.touched(columns, head)
        rows = [
            dict(zip(names, values, strict=True))
            for values in zip(*(batch[name] for name in names), strict=True)
        ]
        if self._derives(columns) and any(_is_whole(value_at(r, columns.answer)) for r in rows):
            # `Dataset.map` keeps the type of a column as long as possible, and then fails.
            fix = f'ds = ds.cast_column("{columns.answer}", Value("float64"))'
            if columns.answer not in names:
                fix = "ds = ds.cast(...) to float64"
            raise DataError(
                f"column {columns.answer!r} holds whole numbers, and {self.perturbation} gives others: {fix} first"
            )
        made: dict[str, list[Any]] = {name: [] for name in touched}
        for row in map(self.row, rows):
            for name, column in made.items():
                column.append(row[name])
        return made

    def columns(self, row: Mapping[str, Any]) -> Columns:
        """Return the assignment of a row's columns.

        Raises:
            DataError: see `choose_columns`.
        """
        return self.fixed or _chosen(self.options, row, self.perturbation)

    def places(self, row: Mapping[str, Any]) -> Columns:
        """Return the places of the parts of a row: its columns, or turns of a conversation.

        Raises:
            DataError, UnusableError: see `columns_of_turns`.
        """
        return _places(row, self.columns(row), self.perturbation)

    def like(self, first: Mapping[str, Any]) -> Perturber:
        """Return a copy that uses the columns of the first row for all rows of a file.

        Raises:
            DataError: see `choose_columns`.
        """
        return replace(self, fixed=self.columns(first))

    def row(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Perturb one row.

        Returns:
            All of its columns, with the four added ones last.

        Raises:
            DataError: its columns or the row cannot be used.
        """
        columns = self.columns(row)
        try:
            columns = _places(row, columns, self.perturbation)
            problem = to_problem(row, columns, self.perturbation)
        except UnusableError as unusable:
            made: dict[str, Any] = dict(added_columns(UNCHANGED, str(unusable)))
        else:
            split = Split([problem])
            lend(split, self.donors)
            (perturbed,) = perturb_split(split, self.perturbation, self.seed)
            made = perturbed_columns(row, problem, perturbed, columns)
        new = {**row, **made}
        if self._derives(columns) and find_place(new, columns.answer):
            answer = value_at(new, columns.answer)
            if (one_type := _one_type(answer)) is not answer:
                set_value(new, columns.answer, one_type)
        return new

    def _derives(self, columns: Columns) -> bool:
        """Return whether the column of answers may change."""
        return self.perturbation in NEEDS_EQUATION and bool(columns.answer)

    def touched(self, columns: Columns, row: Mapping[str, Any]) -> list[str]:
        """Return the columns of rows like this one that may change, and the added ones."""
        names = [*columns.context, columns.question, columns.messages]
        if self.perturbation in NEEDS_EQUATION:
            names += [columns.equation, columns.answer]
        if FORMS[self.perturbation].moves_text:
            names.append(columns.table)
        found = (find_place(row, name) for name in names if name)
        return [*dict.fromkeys(str(place[0]) for place in found if place), *ADDED]


def _places(row: Mapping[str, Any], columns: Columns, perturbation: str) -> Columns:
    return columns_of_turns(row, columns, perturbation) if columns.messages else columns


def _chosen(options: Options, row: Mapping[str, Any], perturbation: str) -> Columns:
    return _chosen_of(options, tuple(row), perturbation, tuple(names_within(row)))


@lru_cache(maxsize=16)
def _chosen_of(
    options: Options, names: tuple[str, ...], perturbation: str, within: tuple[str, ...]
) -> Columns:
    return choose_columns(options, names, perturbation, within)


def _one_type(value: Any) -> Any:
    """Return whole answers as floats if the conversion is exact.

    Perturbed answers may be decimals, and a column has one type.
    """
    if isinstance(value, list) and any(map(_is_whole, value)):
        return [_one_type(item) for item in value]
    if _is_whole(value):
        with suppress(OverflowError):  # numbers with hundreds of digits do not fit in a float
            return float(value) if int(float(value)) == value else value
    return value


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


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
        perturbation: language, type, noise, distribution, verbosity, extra, logic or order.
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
    donors = list(donors)
    if perturbation in FORMS and FORMS[perturbation].needs_donors and not donors:
        raise DataError(
            "extra inserts sentences of other problems: give donors=, some rows of the same data "
            "(ds.select(range(1000))) with sentences that stand alone"
        )
    several = context if context is None or isinstance(context, str) else tuple(context)
    options = Options(question, several, equation, answer, table, id, messages)
    return make_perturber(perturbation, options, seed=seed, donors=donors)


def make_perturber(
    perturbation: str,
    options: Options,
    *,
    seed: int = 1,
    donors: Iterable[Mapping[str, Any]] = (),
) -> Perturber:
    """Return a `Perturber` like `perturb`, from an `Options` object.

    Raises:
        ConfigError: an unknown perturbation.
        DataError: ``extra`` without donors.
    """
    if perturbation not in FORMS:
        raise ConfigError(f"unknown perturbation {perturbation!r}; choose from {', '.join(FORMS)}")
    needs_donors = FORMS[perturbation].needs_donors
    found = find_own_donors(donors, options, perturbation) if needs_donors else NO_DONORS
    if needs_donors and not found:
        raise DataError(
            "extra inserts sentences of other problems, and none of these rows has one that stands alone and "
            "tells a number"
        )
    return Perturber(perturbation, seed, options, found)


def find_own_donors(
    rows: Iterable[Mapping[str, Any]], options: Options, perturbation: str
) -> Donors:
    """Return the donor sentences in some rows, which may be inserted in others."""
    problems: list[Problem] = []
    for row in rows:
        with suppress(UnusableError):  # a conversation without a question
            columns = _places(row, _chosen(options, row, perturbation), perturbation)
            problems.append(to_problem(row, columns, perturbation))
    return donors_of(Split(problems))
