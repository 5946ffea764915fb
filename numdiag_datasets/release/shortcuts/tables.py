"""Shortcuts as tables: strategies down, perturbations across; one a data set and form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from numdiag_datasets.core.perturbation_table import SECOND
from numdiag_datasets.release.shortcuts.measure import Shortcut
from numdiag_datasets.text_pairs.shortcuts import (
    ALL,
    LabelShortcut,
)


@dataclass(frozen=True, slots=True)
class ShortcutTable:
    """Cells ready to be shown.

    Attributes:
        title: data set and form, or the config.
        columns: the first one is that of the strategies, or of the parts of the rows.
        rows: as many cells as columns.
        notes: what the marks in the cells mean.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def problem_tables(shortcuts: Sequence[Shortcut]) -> list[ShortcutTable]:
    """A table for each data set and form: "89 (44)" is 89% of the attacked rows and 44% of the originals."""
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


def label_tables(shortcuts: Iterable[LabelShortcut]) -> list[ShortcutTable]:
    """The share of labels, in percent, that each solver tells: a table of the configs that have the same solvers and no
    groups, and one for every other config, by its groups."""
    found: dict[str, dict[str, list[LabelShortcut]]] = {}
    for shortcut in shortcuts:
        found.setdefault(shortcut.config, {}).setdefault(shortcut.group, []).append(shortcut)
    whole = {config: groups[ALL] for config, groups in found.items() if len(groups) == 1}
    tables = [_label_table("all configs", "config", whole)] if whole else []
    return tables + [
        _label_table(config, "part", groups)
        for config, groups in found.items()
        if config not in whole
    ]


def _label_table(
    title: str, first: str, rows: Mapping[str, Sequence[LabelShortcut]]
) -> ShortcutTable:
    solvers = tuple(shortcut.strategy for shortcut in next(iter(rows.values())))
    return ShortcutTable(
        title,
        (first, "rows", *solvers),
        tuple(
            (name, str(found[0].rows), *(_percent(shortcut.accuracy) for shortcut in found))
            for name, found in rows.items()
        ),
    )


def _percent(share: float) -> str:
    """ "49.5", or "100": as narrow as the others."""
    text = f"{100 * share:.1f}"
    return "100" if text == "100.0" else text
