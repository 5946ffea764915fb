"""Rearranged texts: templates, pieces of a text in a new order, and the edits that produce it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.problem import Edit
from numdiag_datasets.english.names import begins_with_name
from numdiag_datasets.english.sentences import starts_sentence
from numdiag_datasets.texts.word_problem.clauses import Span

_TOKEN = re.compile(r"\w+(?:[.,'’-]\w+)*|[^\w\s]")
_RANGE = re.compile(r"\{(\d+)(?:-(\d+))?\}")


class TemplateError(NumdiagError):
    """A template with words that its text does not have."""


#: The parts of a new text: spans of the original, and words of our own.
Pieces = Sequence[Span | str]


def read_template(template: str, text: str) -> list[Span | str]:
    """Return the pieces that a template asks for.

    Input -> output: ``{8-14} {1-7}`` swaps two sentences of seven words each. ``{a-b}`` are the words a to b
    of ``text``, counted from 1, with everything between them. Each punctuation mark counts as a word, "Mrs"
    and "1,050" are one word. All other characters are literal.

    Raises:
        TemplateError: a range that the text does not have, or a stray bracket.
    """
    tokens = [match.span() for match in _TOKEN.finditer(text)]
    pieces: list[Span | str] = []
    position = 0
    for match in _RANGE.finditer(template):
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= len(tokens):
            raise TemplateError(f"{match[0]} is no range of a text of {len(tokens)} words")
        pieces.append(template[position : match.start()])
        pieces.append(Span(tokens[first - 1][0], tokens[last - 1][1]))
        position = match.end()
    pieces.append(template[position:])
    own = [piece for piece in pieces if isinstance(piece, str)]
    if any(bracket in piece for piece in own for bracket in "{}"):
        raise TemplateError(f"a stray bracket in {template!r}")
    return [piece for piece in pieces if piece]


def exchanged(text: str, pairs: Sequence[tuple[Span, Span]]) -> list[Span | str]:
    """Return the pieces of the text after the spans of each pair have changed places.

    A span that moves to the start of a sentence is capitalized. One that moves away from it loses its
    capital, unless it begins with a name.
    """
    content = {slot: other for one, two in pairs for slot, other in ((one, two), (two, one))}
    pieces: list[Span | str] = []
    position = 0
    for slot in sorted(content):
        pieces += [Span(position, slot.start), *recased(text, content[slot], slot.start)]
        position = slot.end
    pieces.append(Span(position, len(text)))
    return [piece for piece in pieces if isinstance(piece, str) or piece.start < piece.end]


def recased(text: str, span: Span, place: int) -> list[Span | str]:
    """Return the pieces of a span as it is written at another place of the text."""
    first = text[span.start : span.start + 1]
    new = first
    if starts_sentence(text, place):
        new = first.upper()
    elif starts_sentence(text, span.start) and not begins_with_name(text[span.start : span.end]):
        new = first.lower()
    if new == first:
        return [Span(span.start, span.end)]
    return [new, Span(span.start + 1, span.end)]


def rendered(pieces: Pieces, text: str) -> str:
    """Return the new text."""
    return "".join(
        piece if isinstance(piece, str) else text[piece.start : piece.end] for piece in pieces
    )


def rearrangement_edits(field: str, text: str, pieces: Pieces) -> list[Edit]:
    """Return the edits that turn ``text`` into the new one.

    As much text as possible stays in place: the longest chain of pieces in the same order in both texts.
    Every other piece is deleted at one place and inserted at another.
    """
    edits: list[Edit] = []
    gap: list[Span | str] = []
    position = 0

    def close(end: int) -> None:
        before, after = text[position:end], rendered(gap, text)
        shared = _shared_marks(before, after)
        before, after = before[shared:], after[shared:]
        ending = _shared_marks(before[::-1], after[::-1])
        before, after = (part[: len(part) - ending] for part in (before, after))
        if before or after:
            edits.append(Edit(field, position + shared, before, after))
        gap.clear()

    staying = _longest_chain([piece for piece in pieces if isinstance(piece, Span)])
    for piece in pieces:
        if staying and piece is staying[0]:
            close(staying[0].start)
            position = staying.pop(0).end
        else:
            gap.append(piece)
    close(len(text))
    return edits


def _shared_marks(one: str, two: str) -> int:
    """Return the length of the common prefix of two texts, up to the first letter or digit."""
    count = 0
    for a, b in zip(one, two, strict=False):
        if a != b or a.isalnum():
            break
        count += 1
    return count


def _longest_chain(kept: Sequence[Span]) -> list[Span]:
    """Return the pieces, in order and without overlap in the original, that have the most characters."""
    best: list[tuple[int, list[Span]]] = []
    for i, piece in enumerate(kept):
        chains = [best[j] for j in range(i) if kept[j].end <= piece.start]
        length, chain = max(chains, key=lambda found: found[0], default=(0, []))
        best.append((length + piece.end - piece.start, [*chain, piece]))
    return max(best, key=lambda found: found[0], default=(0, []))[1]
