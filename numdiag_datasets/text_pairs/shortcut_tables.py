"""Tables of shortcuts of text pairs: a row for each config or part of its rows, a column for each solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from numdiag_datasets.release.shortcuts.shortcut_tables import ShortcutTable
from numdiag_datasets.text_pairs.shortcuts import ALL, LabelShortcut


def label_tables(shortcuts: Iterable[LabelShortcut]) -> list[ShortcutTable]:
    """Tabulate the share of labels, in percent, that each solver predicts correctly.

    Configs with the same solvers and no groups share a table; each other config has its own, by its groups.
    """
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
    """Format a share in percent: "49.5", or "100", so that all have the same width."""
    text = f"{100 * share:.1f}"
    return "100" if text == "100.0" else text
