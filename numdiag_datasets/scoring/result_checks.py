"""Checks of a result that was read: numbers outside their bounds, and numbers that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.significance import Drop
from numdiag_datasets.scoring.paired_rows import CHANGED, TOUCHING, UNCHANGED, scores_of

if TYPE_CHECKING:
    from numdiag_datasets.scoring.results import Result

#: The bounds of a result's numbers: lowest, highest, and in words.
_POINTS = (0, 100, "points from 0 to 100")
_COUNTS = (0, 1e15, "a number from 0")
_CHANCES = (0, 1, "a probability")
#: Fields of a drop -> their place in messages after its own, and their bounds.
_DROP_BOUNDS: tuple[tuple[tuple[str, ...], str, tuple[float, float, str]], ...] = (
    (("original", "perturbed"), "", _POINTS),
    (("absolute", "interval"), "", (-100, 100, "a change from -100 to 100 points")),
    (("relative", "relative_interval"), "", (-1e15, 1e15, "a percentage")),
    (("p_value",), " p_value", _CHANCES),
    (("rows", "groups"), "", (1, 1e15, "a number from 1")),
    (("worse", "better", "smallest_detectable"), "", _COUNTS),
)
#: The rounding error that is allowed at the bounds.
_ROUNDING = 1e-6


def impossible(made: Result) -> Iterator[str]:
    """Yield an error message for each number outside its bounds, with its place."""
    for name in ("scores", "applied", "touching"):
        yield from _impossible_means(getattr(made, name) or {}, name)
    for columns, groups in made.breakdown.items():
        for group, cells in groups.items():
            yield from _impossible_means(cells, f"breakdown {columns} {group}")
    yield from _impossible_numbers("interval", made.interval, _POINTS)
    yield from _reversed("scores", made.interval)
    yield from _impossible_numbers("unreadable", [*(made.unreadable or {}).values()], _COUNTS)
    yield from _impossible_numbers("left_out", made.left_out, _COUNTS)
    yield from _contradicting_counts(made)
    yield from _contradictions(made)
    if made.signature.config not in ("", made.config):
        yield f"`signature` of a result is of {made.signature.config:.60}, its `config` is {made.config:.60}"
    yield from _impossible_errors("errors", made.errors)
    for setting, both in made.matched.items():
        chances = [*both.p_values.values()]
        yield from _impossible_numbers(f"matched {setting} p_values", chances, _CHANCES)
        yield from _impossible_errors(f"matched {setting} errors", both.errors)
        yield from _impossible_errors(f"matched {setting} other_errors", both.other_errors)
    for name in ("error_answers", "errors_of_other_rows"):
        yield from _impossible_numbers(name, [*getattr(made, name).values()], _COUNTS)
    for name, drops_ in _all_drops(made):
        for metric, drop in drops_.items():
            for parts, place, bounds in _DROP_BOUNDS:
                for part in parts:
                    value = getattr(drop, part)
                    yield from _impossible_numbers(f"{name} {metric}{place}", value, bounds)
            for interval in (drop.interval, drop.relative_interval):
                yield from _reversed(f"{name} {metric}", interval)
            yield from _contradicting_parts(f"{name} {metric}", drop)


#: Drops of a result -> the rows that they are over, see `PairedRows.changed`.
ROWS_OF = {"drop_all_rows": UNCHANGED, "drop": CHANGED, "drop_touching": TOUCHING}


def _contradicting_counts(made: Result) -> Iterator[str]:
    """Yield an error message for each number of rows that is larger than, or not equal to, another."""
    rows = made.scores.get("rows")
    applied = (made.applied or {}).get("rows")
    touching = (made.touching or {}).get("rows")
    unreadable = made.unreadable or {}
    counts = [
        ("applied rows", applied, rows),
        ("touching rows", touching, applied),
        ("unreadable all_rows", unreadable.get("all_rows"), rows),
        ("unreadable applied_rows", unreadable.get("applied_rows"), applied),
        ("errors wrong", made.errors.get("wrong"), applied),
    ]
    for columns, groups in made.breakdown.items():
        counts += [
            (f"breakdown {columns} {group} rows", cells.get("rows"), rows)
            for group, cells in groups.items()
        ]
    for name, by_metric in _all_drops(made):
        for metric, drop in by_metric.items():
            counts.append((f"{name} {metric} rows", drop.rows, rows))
            counts.append((f"{name} {metric} groups", drop.groups, drop.rows))
            counts.append(
                (f"{name} {metric} worse and better", drop.worse + drop.better, drop.rows)
            )
    for place, count, most in counts:
        if count is not None and most is not None and count > most:
            yield f"`{place}` of a result is {count}, and there are {most}"
    for part, found in (("rows", rows), ("applied", applied)):
        stated = getattr(made.signature, part)
        if stated.isdecimal() and found is not None and stated != str(found):
            yield f"`signature` of a result has {part}:{stated:.20}, and its scores {found}"


def _contradictions(made: Result) -> Iterator[str]:
    """Yield an error message for each drop that contradicts the scores, or the scores of the rows."""
    if made.paired and (fault := made.paired.fault()):
        yield fault
        return
    for (name, least), over in zip(
        ROWS_OF.items(), (made.scores, made.applied, made.touching), strict=True
    ):
        for metric, drop in (getattr(made, name) or {}).items():
            if drop.rows > (over or {}).get("rows", drop.rows):
                yield f"`{name} {metric}` of a result has {drop.rows} rows, and its scores {over['rows']}"  # type: ignore[index]
            pairs = []
            # An answer worded as the original's counts in a drop, so there the score may be higher.
            if over and metric in over and over.get("rows") == drop.rows:
                pairs.append(("perturbed", min(over[metric], drop.perturbed), over[metric]))
            if made.paired and metric in made.paired.original:
                rows = made.paired.rows(least)
                sides = (made.paired.original[metric], made.paired.perturbed[metric])
                pairs += [
                    (part, _mean(text, rows), getattr(drop, part))
                    for part, text in zip(("original", "perturbed"), sides, strict=True)
                ]
            for part, expected, told in pairs:
                if abs(expected - told) > _ROUNDING:
                    yield (
                        f"`{name} {metric} {part}` of a result contradicts its other figures: {told:.1f} and {expected:.1f}"
                    )


def _mean(text: str, rows: set[int]) -> float:
    """Return the mean of some rows' scores, in points."""
    return 100 * sum(scores_of(text, rows)) / max(len(rows), 1)


def _contradicting_parts(name: str, drop: Drop) -> Iterator[str]:
    """Yield an error message for a drop that is not its difference, or outside its interval."""
    if abs(drop.original - drop.perturbed - drop.absolute) > _ROUNDING:
        yield (
            f"`{name} absolute` of a result contradicts its other figures: {drop.absolute:.1f} and "
            f"{drop.original - drop.perturbed:.1f}"
        )
    low, high = drop.interval or (drop.absolute, drop.absolute)
    if not low - _ROUNDING <= drop.absolute <= high + _ROUNDING:
        yield f"`{name} interval` of a result is {low:.1f} to {high:.1f}, without its drop of {drop.absolute:.1f}"


def _all_drops(made: Result) -> Iterator[tuple[str, dict[str, Drop]]]:
    """Yield the drops of a result by metric, each with its place."""
    for name in ("drop", "drop_all_rows", "drop_touching"):
        yield name, getattr(made, name) or {}
    for rule, by_metric in made.drop_by_rule.items():
        yield f"drop_by_rule {rule}", by_metric
    for setting, both in made.matched.items():
        yield f"matched {setting} original", both.original or {}
        yield f"matched {setting} other", both.other
    for setting, split in made.drop_split.items():
        yield f"drop_split {setting}", {"whole": split.whole, "calculation": split.calculation}


def _impossible_means(cells: Mapping[str, Any], place: str) -> Iterator[str]:
    for name, value in cells.items():
        if (len(value) if isinstance(value, list) else 1) != (2 if name == "interval" else 1):
            yield f"`{place} {name}` of a result is {value!r:.60}, which it cannot be"
        bounds = _COUNTS if name == "rows" else _POINTS
        yield from _impossible_numbers(f"{place} {name}", value, bounds)
        if name == "rows" and value != int(value):
            yield f"`{place} rows` of a result is {value!r:.60}, not a whole number"
        if name == "interval":
            yield from _reversed(place, value)


def _impossible_errors(place: str, errors: Mapping[str, int]) -> Iterator[str]:
    """Yield an error message for each number of errors that is larger than that of wrong answers."""
    wrong = errors.get("wrong", 0)
    for name, count in errors.items():
        if not 0 <= count <= wrong:
            yield f"`{place} {name}` of a result is {count}, which it cannot be for {wrong} wrong answers"
    if sum(errors.values()) > 2 * wrong:
        yield f"`{place}` of a result has {sum(errors.values()) - wrong} errors in {wrong} wrong answers"


def _reversed(place: str, interval: Any) -> Iterator[str]:
    """Yield an error message for an interval whose ends are in the wrong order."""
    if interval is not None and interval[0] > interval[1]:
        yield f"`{place} interval` of a result ends before it begins: {interval[0]:.1f} to {interval[1]:.1f}"


def _impossible_numbers(place: str, value: Any, bounds: tuple[float, float, str]) -> Iterator[str]:
    """Yield an error message for each number outside its bounds: of one, of several, or of none (None)."""
    low, high, said = bounds
    numbers = value if isinstance(value, list | tuple) else [value]
    for number in numbers if value is not None else ():
        if not isinstance(number, int | float) or isinstance(number, bool):
            yield f"`{place}` of a result is {number!r:.60}, not a number"
        elif not low - _ROUNDING <= number <= high + _ROUNDING:  # excludes nan too
            yield f"`{place}` of a result is {number!r:.60}, not {said}"
