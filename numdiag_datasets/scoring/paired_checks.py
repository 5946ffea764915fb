"""Checks of a result that was read against the scores of its rows, from which its drops follow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.significance import Drop
from numdiag_datasets.scoring.paired_rows import CHANGED, TOUCHING, UNCHANGED

if TYPE_CHECKING:
    from numdiag_datasets.scoring.results import Result

#: Drops of a result -> the rows that they are over, see `PairedRows.changed`.
ROWS_OF = {"drop_all_rows": UNCHANGED, "drop": CHANGED, "drop_touching": TOUCHING}
_RULE = re.compile(r"\w{1,60}", re.ASCII)
#: The rounding error that is allowed.
_ROUNDING = 1e-6


def contradicting_pairs(made: Result) -> Iterator[str]:
    """Yield an error message for each figure of a drop that does not follow from the scores of the rows."""
    known: dict[frozenset[int], dict[str, Drop]] = {}
    stated = [(name, getattr(made, name) or {}, least, "") for name, least in ROWS_OF.items()]
    for rule, by_metric in made.drop_by_rule.items():
        if not _RULE.fullmatch(rule):
            yield f"`drop_by_rule` of a result names the rule {rule!r:.60}"
        stated.append((f"drop_by_rule {rule}", by_metric, CHANGED, rule))
    for place, by_metric, least, rule in stated if made.paired else ():
        rows = frozenset(made.paired.rows(least, rule))  # type: ignore[union-attr]
        if by_metric and not rows:
            yield f"`{place}` of a result contradicts its `paired`, which has no such rows"
        if not (rows and by_metric):
            continue
        if rows not in known:
            known[rows] = made.paired.drops(least, rule)  # type: ignore[union-attr]
        yield from _contradicting_figures(place, by_metric, known[rows])


def contradicting_settings(made: Result, other: Result, setting: str) -> Iterator[str]:
    """Yield an error message for each figure of a comparison that does not follow from the scores of the rows.

    Args:
        made: a result that has the comparison.
        other: that of the other setting.
        setting: its name.
    """
    if not (made.paired and other.paired and made.paired.groups == other.paired.groups):
        return
    to_other, from_other = made.paired.drops_between(other.paired)
    both = made.matched[setting]
    for part, stated, expected in (
        ("original", both.original or {}, to_other),
        ("other", both.other, from_other),
    ):
        place = f"matched {setting} {part}"
        yield from _contradicting_figures(place, stated, expected)


def _contradicting_figures(
    place: str, stated: Mapping[str, Drop], expected: Mapping[str, Drop]
) -> Iterator[str]:
    """Yield an error message for each figure of drops that does not follow from the scores of the rows."""
    for metric in stated.keys() & expected.keys():
        found, known = asdict(stated[metric]), asdict(expected[metric])
        for part, value in found.items():
            if not _is_near(value, known[part]):
                yield f"`{place} {metric} {part}` of a result is {figures(value)}, and the scores of its rows give {figures(known[part])}"


def _is_near(one: Any, two: Any) -> bool:
    """Return whether two figures, or two intervals, are equal but for rounding."""
    if one is None or two is None:
        return one is two
    pairs = zip(
        *(value if isinstance(value, list | tuple) else [value] for value in (one, two)),
        strict=True,
    )
    return all(abs(a - b) <= _ROUNDING * max(1, abs(a)) for a, b in pairs)


def figures(value: Any) -> str:
    """Return a figure or an interval for a message: ``1.2``, ``1.2 to 3.4``, ``none``."""
    numbers = value if isinstance(value, list | tuple) else [value]
    return " to ".join("none" if number is None else f"{number:.4g}" for number in numbers)
