"""Tables of shortcuts: one for each data set and form, with strategies as rows and perturbations as columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numdiag_datasets.core.perturbation_table import SECOND
from numdiag_datasets.release.shortcuts.measure import Shortcut


@dataclass(frozen=True, slots=True)
class ShortcutTable:
    """A table with formatted cells.

    Attributes:
        title: data set and form, or the config.
        columns: names; the first column is that of the strategies, or of the parts of the rows.
        rows: each has as many cells as there are columns.
        notes: the meaning of the marks in the cells.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def problem_tables(shortcuts: Sequence[Shortcut]) -> list[ShortcutTable]:
    """Return a table for each data set and form.

    The cell "89 (44)" means 89% of the attacked rows and 44% of the originals.
    """
    groups: dict[tuple[str, bool], dict[str, dict[str, Shortcut]]] = {}
    for shortcut in shortcuts:
        dataset, _, form = shortcut.config.partition("-")
        name = form.removesuffix(SECOND)
        table = groups.setdefault((dataset, name != form), {})
        table.setdefault(shortcut.strategy, {})[name] = shortcut
    return [
        _table(dataset, second, by_strategy) for (dataset, second), by_strategy in groups.items()
    ]


def _table(
    dataset: str, second: bool, by_strategy: dict[str, dict[str, Shortcut]]
) -> ShortcutTable:
    names = tuple(dict.fromkeys(name for row in by_strategy.values() for name in row))
    forced: dict[str, str] = {}
    rows = []
    for strategy, found in by_strategy.items():
        cells = [strategy]
        for name in names:
            shortcut = found.get(name)
            cells.append(_cell(shortcut, forced) if shortcut else "")
        rows.append(tuple(cells))
    form = "second form (transfer)" if second else "first form (attack and defense)"
    notes = tuple(f"{mark} {reason}" for reason, mark in forced.items())
    return ShortcutTable(f"{dataset}, {form}", ("strategy", *names), tuple(rows), notes)


def _cell(shortcut: Shortcut, forced: dict[str, str]) -> str:
    mark = ""
    if shortcut.forced:
        mark = forced.setdefault(shortcut.forced, "abcdefghijklmnopqrstuvwxyz"[len(forced)])
    return f"{100 * shortcut.attacked:.0f}{mark} ({100 * shortcut.originals:.0f})"
