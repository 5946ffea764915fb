"""Named places in a row: a column, or a value within one.

Examples of places within a column: ``data.question``, ``pre_text[3]``, ``messages[2].content``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import getitem
from typing import Any

#: The keys and indexes that lead to a place, beginning with the column.
Place = tuple[str | int, ...]

_INDEX = re.compile(r"\[(\d{1,9})\]", re.ASCII)


def find_place(row: Mapping[str, Any], name: str) -> Place | None:
    """Return the place with a name, None if the row has none.

    A column with exactly this name comes first, even if it contains dots. Among the keys of an object, the
    longest match comes first.
    """
    return (name,) if name in row else _find(row, f".{name}")


def _find(value: Any, rest: str) -> Place | None:
    """Find the rest of a name, which begins with a dot or an index, inside a value."""
    if not rest:
        return ()
    steps: dict[str, Any] = {}
    if isinstance(value, Mapping):
        steps = {f".{key}": key for key in value if isinstance(key, str) and key}
    elif isinstance(value, list | tuple) and (index := _INDEX.match(rest)):
        steps = {index[0]: int(index[1])} if int(index[1]) < len(value) else {}
    for step in sorted(filter(rest.startswith, steps), key=len, reverse=True):
        after = rest[len(step) :]
        if after[:1] in ("", ".", "["):
            found = _find(value[steps[step]], after)
            if found is not None:
                return (steps[step], *found)
    return None


def _inside(container: Any, place: Place) -> Any:
    return reduce(getitem, place, container)


def value_at(row: Mapping[str, Any], name: str) -> Any:
    """Return the value with a name, None if the row has none."""
    place = find_place(row, name) if name else None
    return _inside(row, place) if place else None


def with_values(row: Mapping[str, Any], values: Mapping[Place, Any]) -> dict[str, Any]:
    """Return a copy of a row with other values at some places; values of other columns are the same objects."""
    return reduce(lambda made, item: _with(made, *item), values.items(), dict(row))


def _with(value: Any, place: Place, new: Any) -> Any:
    """Return a copy of nested objects and lists with another value at a place; lists stay lists, and tuples tuples."""
    if not place:
        return new
    key, *rest = place
    inner = _with(value[key], tuple(rest), new)
    if isinstance(value, Mapping):
        return {**value, key: inner}
    made = [*value]
    made[int(key)] = inner
    return tuple(made) if isinstance(value, tuple) else made


def names_in(row: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield the names of the columns of a row and of the places inside its objects, but not inside lists."""
    for key, value in row.items():
        yield f"{prefix}{key}"
        if isinstance(value, Mapping):
            yield from names_in(value, f"{prefix}{key}.")
