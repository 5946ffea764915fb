"""Text that is rewritten step by step and keeps the source offsets of its characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

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
        return TracedText(
            "".join(self.text[a:b] for a, b in places),
            [start for a, b in places for start in self.starts[a:b]],
            [end for a, b in places for end in self.ends[a:b]],
        )

    def sub(
        self, pattern: re.Pattern[str], made: Parts | Callable[[re.Match[str]], Parts | None]
    ) -> TracedText:
        """Return the text with every match replaced; a match whose replacement is None stays."""
        into = TracedText("", [], [])
        texts: list[str] = []
        done = 0
        for match in pattern.finditer(self.text):
            parts = made(match) if callable(made) else made
            if parts is None:
                continue
            texts.append(self._copied(done, match.start(), into))
            texts += self._replaced(match, parts, into)
            done = match.end()
        if not done:
            return self
        texts.append(self._copied(done, len(self.text), into))
        return TracedText("".join(texts), into.starts, into.ends)

    def translated(self, table: Mapping[int, str]) -> TracedText:
        """Return the text with characters replaced one for one."""
        return TracedText(self.text.translate(table), self.starts, self.ends)

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Return the source offsets, start and end, of a part of at least one character."""
        return self.starts[start], self.ends[end - 1]

    def _copied(self, start: int, end: int, into: TracedText) -> str:
        into.starts.extend(self.starts[start:end])
        into.ends.extend(self.ends[start:end])
        return self.text[start:end]

    def _replaced(self, match: re.Match[str], parts: Parts, into: TracedText) -> list[str]:
        texts = []
        # A single text that replaces a match comes from all of it.
        whole = len(parts) == 1 and match.end() > match.start()
        here = match.start()
        for part in parts:
            if isinstance(part, str):
                start = self._place(here)
                end = self.ends[match.end() - 1] if whole else start
                into.starts.extend([start] * len(part))
                into.ends.extend([end] * len(part))
                texts.append(part)
            elif match[part] is not None:
                texts.append(self._copied(*match.span(part), into))
                here = match.end(part)
        return texts

    def _place(self, offset: int) -> int:
        if offset < len(self.starts):
            return self.starts[offset]
        return self.ends[-1] if self.ends else 0
