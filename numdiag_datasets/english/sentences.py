"""Sentence boundaries without a model: a rule and a list of abbreviations."""

from __future__ import annotations

import re

from numdiag_datasets.english.word_lists import word_list

_ABBREVIATIONS = word_list("abbreviations")
# A run of marks is examined once, as a whole.
_STOP = re.compile(
    r"(?<![.!?])[.!?]++[\"'”’)\]]*+(?=\s+[\"'“‘(\[]?[^\W_a-z])|(?<=[.!?:;])\s*\n+|\n\s*\n"
)
_OPENINGS = " \t\"'“‘(["
_SPACED_MARK, _MARK = re.compile(r"\w [.,](?!\w)"), re.compile(r"(?<=\w)(?=[.,](?:\s|$)|['’]s\b)")
_LAST_WORD = re.compile(r"(\w+(?:\.\w+)*)$")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the (start, end) of each sentence, without surrounding white space.

    A stop ends a sentence if a capital letter or a digit follows it, unless it belongs to an
    abbreviation ("Mrs. Hilt", "No. 7", "U.S. Navy") or to a single initial ("J. Smith").
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _STOP.finditer(text):
        if text[match.start()] == "." and _is_abbreviation(text, match.start()):
            continue
        _append(spans, text, start, match.end())
        start = match.end()
    _append(spans, text, start, len(text))
    return spans


def has_spaced_marks(text: str) -> bool:
    """Return whether a blank precedes a mark of a text: "In all , he has 5 pens."."""
    return bool(_SPACED_MARK.search(text))


def is_tokenised(text: str) -> bool:
    """Return whether a blank precedes marks in most sentences of a text: "He has 5 pens . She has 3 ."."""
    sentences = sentence_spans(text)
    spaced = sum(bool(_SPACED_MARK.search(text, *span)) for span in sentences)
    return 2 * spaced > len(sentences)


def with_spaced_marks(sentence: str) -> str:
    """Return a sentence with a blank before each mark, as in tokenised text."""
    return _MARK.sub(" ", sentence)


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, "" if there is none."""
    return text[slice(*sentence_spans(text)[0])] if text.strip() else ""


def starts_sentence(text: str, position: int) -> bool:
    """Return whether a sentence of ``text`` begins at ``position``."""
    before = text[max(0, position - 40) : position].rstrip(_OPENINGS)
    if not before:
        return _opens_text(text, position)
    if (
        before[-1] == "\n"
    ):  # a line break within a sentence, unless a mark or a blank line precedes it
        line = before.rstrip()
        return not line or line[-1] in ".!?:;•" or before.count("\n", len(line)) > 1
    if before[-1] in "!?":
        return True
    return before[-1] == "." and not _is_abbreviation(before, len(before) - 1)


def _opens_text(text: str, position: int) -> bool:
    """Return whether only blanks and opening marks precede ``position``, without reading further back."""
    width = 40
    while width < position:
        if text[position - width : position].strip(f"{_OPENINGS}\n"):
            return False
        width *= 2
    return not text[:position].strip(f"{_OPENINGS}\n")


def _is_abbreviation(text: str, stop: int) -> bool:
    match = _LAST_WORD.search(text, max(0, stop - 12), stop)
    if match is None:
        return False
    word = match[1]
    if word[-1].isdigit():
        return False
    return word in _ABBREVIATIONS or "." in word or (len(word) == 1 and word.isupper())


def _append(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    stripped = piece.strip()
    if stripped:
        first = start + len(piece) - len(piece.lstrip())
        spans.append((first, first + len(stripped)))
