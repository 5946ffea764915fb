"""Consequences of new figures in a table: totals, remaining parts of a given total, ratios."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.table.figures import signed_value
from numdiag_datasets.texts.table.ratios import Ratio
from numdiag_datasets.texts.table.sums import Sum

# Maximum number of parts that compensate for totals, and of rounds of recomputing totals between two of them.
_MOST_PARTS, _MOST_ROUNDS = 20, 30


class ContradictionError(Exception):
    """There are no values of the other figures that agree with the new ones."""


def propagate_totals(
    sums: Sequence[Sum],
    ratios: Sequence[Ratio],
    new: Mapping[str, Fraction],
    fixed: Collection[str],
    most: int | None = None,
) -> dict[str, Fraction]:
    """Return every figure that changes, with its value: the given ones and those that depend on them.

    A total is computed from its parts. If a total itself is given, its largest part compensates for the
    difference, or all its parts together, where one part alone would grow or shrink too much. A share or a change is computed from its figures and rounded as before. No figure changes its
    sign or becomes zero.

    Args:
        sums, ratios: the relations of the table.
        new: field -> signed value.
        fixed: the fields that keep their values, in addition to those of ``new``.
        most: by which factor a part may grow or shrink that compensates alone, None for any.

    Raises:
        ContradictionError: a sum or ratio cannot hold.
    """
    values = dict(new)
    held = {*fixed, *new}
    changed = set(values)
    for _ in range(_MOST_PARTS):
        is_settled = _work_out_totals(sums, values, held, changed)
        broken = next(
            (
                one
                for one in _touched(sums, values)
                if one.figure.field in held and not one.holds(values)
            ),
            None,
        )
        if broken is None:
            if not is_settled:
                raise ContradictionError
            break
        made_up = _made_up(broken, sums, values, held, most)
        values |= made_up
        held |= made_up.keys()
        changed = set(made_up) if is_settled else set(values)
    else:
        raise ContradictionError
    _work_out_ratios(sums, ratios, values, held)
    before = {n.field: n for one in sums for n in (one.figure, *(p for p, _ in one.parts))}
    for field, value in values.items():
        old = before.get(field)
        if old is not None and signed_value(old) * value <= 0 and signed_value(old) != value:
            raise ContradictionError
    return values


def _work_out_totals(
    sums: Sequence[Sum], values: dict[str, Fraction], held: Collection[str], changed: set[str]
) -> bool:
    """Compute totals until none changes, since each may be part of another; return whether that succeeded.

    Args:
        sums, values, held: see `propagate_totals`.
        changed: the fields that changed since the totals were computed last.
    """
    for _ in range(_MOST_ROUNDS):
        recent, changed = changed, set()
        for one in _touched(sums, values):
            if one.fields.isdisjoint(recent) and one.fields.isdisjoint(changed):
                continue  # nothing new since it was computed
            field = one.figure.field
            if field not in held and (value := one.value(values)) != one.shown(values):
                values[field] = value
                changed.add(field)
        if not changed:
            return True
    return False


def _made_up(
    broken: Sum,
    sums: Sequence[Sum],
    values: Mapping[str, Fraction],
    held: Collection[str],
    most: int | None,
) -> dict[str, Fraction]:
    """Return the part, or the part of a part, that compensates for the difference of a given total, or all parts."""
    target = broken.figure
    missing = values.get(target.field, signed_value(target)) - broken.value(values)
    leaves = sorted(
        _leaves(broken, sums, held, set()), key=lambda leaf: -abs(signed_value(leaf[0]))
    )
    for part, sign in leaves:
        old = values.get(part.field, signed_value(part))
        value = old + sign * missing
        if old * value > 0 and (
            most is None or abs(old) <= most * abs(value) <= most**2 * abs(old)
        ):
            return {part.field: value}
    return _shared_out(missing, leaves, values)


def _shared_out(
    missing: Fraction, leaves: Sequence[tuple[NumberMention, int]], values: Mapping[str, Fraction]
) -> dict[str, Fraction]:
    """Return all parts, grown or shrunk by one factor; the largest, which is the first, takes what rounding leaves."""
    old = {part.field: values.get(part.field, signed_value(part)) for part, _ in leaves}
    total = sum((sign * old[part.field] for part, sign in leaves), Fraction(0))
    if not total or (total + missing) * total <= 0:
        raise ContradictionError
    factor = (total + missing) / total
    made: dict[str, Fraction] = {}
    for part, _ in leaves:
        rounded = _rounded_as(part, old[part.field] * factor)
        made[part.field] = rounded if old[part.field] > 0 else -rounded
    first, sign = leaves[0]
    now = sum((sign * made[part.field] for part, sign in leaves), Fraction(0))
    made[first.field] += sign * (total + missing - now)
    if any(value * old[field] <= 0 for field, value in made.items()):
        raise ContradictionError
    return made


def _leaves(
    one: Sum, sums: Sequence[Sum], held: Collection[str], seen: set[str]
) -> list[tuple[NumberMention, int]]:
    """Return the parts of a total that are not totals themselves and may change, each with its sign."""
    found: list[tuple[NumberMention, int]] = []
    seen.add(one.figure.field)
    for part, sign in one.parts:
        if part.field in held or part.field in seen:
            continue
        own = next((s for s in sums if s.figure.field == part.field), None)
        if own is None:
            found.append((part, sign))
        else:
            found += [(leaf, sign * s) for leaf, s in _leaves(own, sums, held, seen)]
    return found


def _work_out_ratios(
    sums: Sequence[Sum],
    ratios: Sequence[Ratio],
    values: dict[str, Fraction],
    held: Collection[str],
) -> None:
    changed: set[str] = set()
    for ratio in ratios:
        if not {ratio.figure.field, ratio.one.field, ratio.two.field} & values.keys():
            continue
        figure, value = ratio.figure, ratio.value(values)
        old = values.get(figure.field)
        if value is None or (old is not None and figure.field in changed):
            raise ContradictionError
        if old is None and ratio.is_shown(value):
            continue
        now = _rounded_as(figure, value)
        if old is not None:
            if abs(old) != now:
                raise ContradictionError
            continue
        before = ratio.value({})
        if not now or figure.field in held or before is None or before * value <= 0:
            raise ContradictionError
        values[figure.field] = now if signed_value(figure) > 0 else -now
        changed.add(figure.field)
    if any(not one.holds(values) for one in _touched(sums, values)):
        raise ContradictionError


def _touched(sums: Sequence[Sum], changed: Iterable[str]) -> list[Sum]:
    """Return the sums with a changed figure; all others hold."""
    return [one for one in sums if not one.fields.isdisjoint(changed)]


def _rounded_as(figure: NumberMention, value: Fraction) -> Fraction:
    """Return the absolute value, rounded half up to the decimals of a figure."""
    scale = 10 ** len(figure.numeral.partition(".")[2])
    return Fraction((abs(value) * 2 * scale + 1) // 2, scale)
