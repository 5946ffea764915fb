"""Text that is rewritten step by step and keeps the source offsets of its characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

#: The replacement of a match: texts, and the numbers of groups that are kept.
Parts = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class TracedText:
    """A text made from a source text.

    Attributes:
        text: its present wording.
        starts, ends: the source span of each of its characters; an empty span for inserted characters.
    """

    text: str
    starts: list[int]
    ends: list[int]

    @classmethod
    def of(cls, text: str, start: int, end: int) -> TracedText:
        """Return a part of a source text."""
        return cls(text[start:end], list(range(start, end)), list(range(start + 1, end + 1)))

    def parts(self, places: list[tuple[int, int]]) -> TracedText:
        """Return some parts of the text, joined."""
        return _joined([self._part(*place) for place in places])

    def sub(
        self, pattern: re.Pattern[str], made: Parts | Callable[[re.Match[str]], Parts | None]
    ) -> TracedText:
        """Return the text with every match replaced; a match whose replacement is None stays."""
        pieces: list[TracedText] = []
        done = 0
        for match in pattern.finditer(self.text):
            parts = made(match) if callable(made) else made
            if parts is not None:
                pieces += [self._part(done, match.start()), *self._replaced(match, parts)]
                done = match.end()
        return _joined([*pieces, self._part(done, len(self.text))]) if pieces else self

    def translated(self, table: Mapping[int, str]) -> TracedText:
        """Return the text with characters replaced one for one."""
        return replace(self, text=self.text.translate(table))

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Return the source offsets, start and end, of a part of at least one character."""
        return self.starts[start], self.ends[end - 1]

    def _part(self, start: int, end: int) -> TracedText:
        return TracedText(self.text[start:end], self.starts[start:end], self.ends[start:end])

    def _replaced(self, match: re.Match[str], parts: Parts) -> Iterator[TracedText]:
        # A single text that replaces a match comes from all of it.
        whole = len(parts) == 1 and match.end() > match.start()
        here = match.start()
        for part in parts:
            if isinstance(part, str):
                # At the end of the text there is no next character.
                (start,) = self.starts[here : here + 1] or self.ends[-1:] or [0]
                end = self.ends[match.end() - 1] if whole else start
                yield TracedText(part, [start] * len(part), [end] * len(part))
            elif match[part] is not None:
                yield self._part(*match.span(part))
                here = match.end(part)


def _joined(pieces: list[TracedText]) -> TracedText:
    return TracedText(
        "".join(piece.text for piece in pieces),
        [start for piece in pieces for start in piece.starts],
        [end for piece in pieces for end in piece.ends],
    )
