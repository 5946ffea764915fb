"""Places in a row, by name: a column, or what lies within one (``data.question``, ``pre_text[3]``, ``messages[2].content``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

#: The keys and indexes that lead to a place, the column first.
Place = tuple[str | int, ...]

_INDEX = re.compile(r"\[(\d{1,9})\]")


def find_place(row: Mapping[str, Any], name: str) -> Place | None:
    """The place that a name names, None if the row has none of that name.

    A column that is called so itself comes first, dots and all, and of the keys of an object the longest that fits.
    """
    return (name,) if name in row else _find(row, name) or None


def _find(value: Any, name: str) -> Place | None:
    """Each key leads to a place of its own in the name, so that no object is looked at twice."""
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
    """What a name says of the inside of a key or an element; None if the key ends elsewhere."""
    if rest.startswith("."):
        return rest[1:] or None
    return rest if not rest or rest.startswith("[") else None


def name_of(place: Sequence[str | int]) -> str:
    """``messages[2].content`` for ("messages", 2, "content")."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return "".join(steps).removeprefix(".")


def value_at(row: Mapping[str, Any], name: str) -> Any:
    """What stands at a place, None where there is nothing."""
    place = find_place(row, name) if name else None
    return None if place is None else walk(row, place)


def walk(value: Any, place: Sequence[str | int]) -> Any:
    """What stands at a place that is there."""
    for step in place:
        value = value[step]
    return value


def names_within(row: Mapping[str, Any]) -> Iterator[str]:
    """The names of what lies in the objects of a row, lists left out."""
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
    """A copy of nested lists and objects, which may be changed."""
    if isinstance(value, Mapping):
        return {key: containers_of(inner) for key, inner in value.items()}
    return list(map(containers_of, value)) if isinstance(value, list | tuple) else value
