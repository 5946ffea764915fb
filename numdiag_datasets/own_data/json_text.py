"""The text of a JSON object with a few values replaced: all else stays as the user wrote it.

Reading and writing again would turn ``1.10`` into ``1.1``, ``1e5`` into ``100000.0`` and ``\\u00e9`` into ``é``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")
_LINE_BREAK = re.compile(r"\s*[\r\n]\s*")


def json_text(value: Any) -> str:
    """Return a value as JSON in one line; what JSON lacks, such as dates, becomes text."""
    return json.dumps(value, ensure_ascii=False, default=str)


def elements(text: str) -> Iterator[str]:
    """Yield the text of each element of a list, in one line.

    Args:
        text: valid JSON of a list. Its line breaks are between values: within a text they are escaped.
    """
    for _, start, end in _members(text):
        yield _LINE_BREAK.sub(" ", text[start:end])


def with_values(text: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Return the text of an object with the values of another.

    Args:
        text: valid JSON of one object.
        old: its value.
        new: the same keys, then added ones. Values that are the same object as in ``old`` keep their text, also
            within lists and objects of the same form.
    """
    added = {key: value for key, value in new.items() if key not in old}
    return f"{_replaced(text, old, new).rstrip()[:-1]}{', ' if old else ''}{json_text(added)[1:]}"


def _replaced(text: str, old: Any, new: Any) -> str:
    pieces: list[str] = []
    position = 0
    for key, start, end in _members(text):
        if new[key] is not old[key]:
            inner = text[start:end]
            alike = _have_one_form(old[key], new[key])
            pieces += (
                text[position:start],
                _replaced(inner, old[key], new[key]) if alike else json_text(new[key]),
            )
            position = end
    return "".join((*pieces, text[position:]))


def _have_one_form(old: Any, new: Any) -> bool:
    """Return whether both are objects of the same keys or lists of the same length, and not empty."""
    if isinstance(old, dict) and isinstance(new, dict):
        return bool(old) and old.keys() == new.keys()
    return isinstance(old, list) and isinstance(new, list) and 0 < len(old) == len(new)


def _members(text: str) -> Iterator[tuple[Any, int, int]]:
    """Yield key or index, start and end of each value in the text of an object or a list."""
    position = _after_space(text, _after_space(text, 0) + 1)
    is_object = text.lstrip()[0] == "{"
    key: Any = -1
    while text[position] not in "]}":
        if is_object:
            key, position = _DECODER.raw_decode(text, position)
            position = _after_space(text, _after_space(text, position) + 1)  # the colon
        else:
            key += 1
        _, end = _DECODER.raw_decode(text, position)
        yield key, position, end
        position = _after_space(text, end)
        if text[position] == ",":
            position = _after_space(text, position + 1)


def _after_space(text: str, position: int) -> int:
    return _SPACE.match(text, position).end()  # type: ignore[union-attr]  # matches everywhere
