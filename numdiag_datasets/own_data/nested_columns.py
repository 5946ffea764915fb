"""Named places in a row: a column, or a value within one.

Examples of places within a column: ``data.question``, ``pre_text[3]``, ``messages[2].content``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

#: The keys and indexes that lead to a place, beginning with the column.
Place = tuple[str | int, ...]

_INDEX = re.compile(r"\[(\d{1,9})\]")


def find_place(row: Mapping[str, Any], name: str) -> Place | None:
    """Return the place with a name, None if the row has none.

    A column with exactly this name comes first, even if it contains dots. Among the keys of an object, the
    longest match comes first.
    """
    return (name,) if name in row else _find(row, name) or None


def _find(value: Any, name: str) -> Place | None:
    """Find a place recursively; each key matches a different part of the name, so no object is visited twice."""
    if not name:
        return ()
    if isinstance(value, Mapping):
        fitting = [key for key in value if isinstance(key, str) and key and name.startswith(key)]
        for key in sorted(fitting, key=len, reverse=True):
            if (rest := _within(name[len(key) :])) is not None:
                found = _find(value[key], rest)
                if found is not None:
                    return (key, *found)
    elif isinstance(value, list | tuple) and (index := _INDEX.match(name)):
        rest = _within(name[index.end() :])
        if rest is not None and int(index[1]) < len(value):
            found = _find(value[int(index[1])], rest)
            if found is not None:
                return (int(index[1]), *found)
    return None


def _within(rest: str) -> str | None:
    """Return the rest of a name inside a key or element; None if the key does not end there."""
    if rest.startswith("."):
        return rest[1:] or None
    return rest if not rest or rest.startswith("[") else None


def name_of(place: Sequence[str | int]) -> str:
    """Return the name of a place: ``messages[2].content`` for ("messages", 2, "content")."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return "".join(steps).removeprefix(".")


def value_at(row: Mapping[str, Any], name: str) -> Any:
    """Return the value at a place, None if the place does not exist."""
    place = find_place(row, name) if name else None
    return None if place is None else walk(row, place)


def walk(value: Any, place: Sequence[str | int]) -> Any:
    """Return the value at an existing place."""
    for step in place:
        value = value[step]
    return value


def names_within(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of all places inside the objects of a row, except those in lists."""
    for column, value in row.items():
        if isinstance(value, Mapping):
            yield from (name_of((column, *place)) for place in _places(value))


def _places(value: Any) -> Iterator[Place]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(key, str) and key:
                yield (key,)
                yield from ((key, *place) for place in _places(inner))


def containers_of(value: Any) -> Any:
    """Return a copy of nested lists and objects that can be changed without affecting the original."""
    if isinstance(value, Mapping):
        return {key: containers_of(inner) for key, inner in value.items()}
    return list(map(containers_of, value)) if isinstance(value, list | tuple) else value
