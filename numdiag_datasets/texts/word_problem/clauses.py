"""The first paragraph of a problem, its statements (clauses with one quantity), and spans of it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.english.phrases import Phrase
from numdiag_datasets.english.verbs import has_subject_and_verb
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import WORD, words_of
from numdiag_datasets.texts.reading import Reading

#: Maximum length of a statement; no rule was written for longer sentences.
MOST_CHARACTERS = 1000

# In tokenised text a blank precedes each mark.
CLAUSE_SEPARATOR = re.compile(r" ?,? (?:and|while|but) | ?, ")
_CLAUSE_END = re.compile(r" ?[.,;:!?]| ?,? (?:and|but|while|or) ")
_ORDER_MATTERS = word_list("order cues")
_NUMERAL = re.compile(r"\$?\d")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The characters ``start`` .. ``end`` of the original text, unchanged."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause or sentence with one quantity."""

    text: str
    span: Span
    phrase: Phrase

    def __str__(self) -> str:
        return self.text[self.span.start : self.span.end]

    @property
    def tail(self) -> str:
        """The text after the phrase."""
        return self.text[self.phrase.end : self.span.end].strip(" .,")

    @property
    def up_to_number(self) -> Span:
        """The statement without the noun that its number counts."""
        return Span(self.span.start, self.phrase.number.end)


class Paragraph:
    """The first paragraph of a problem, with its sentences and the phrases of its numbers."""

    def __init__(self, reading: Reading) -> None:
        self.text = reading.problem.context[0]
        self.question = reading.problem.question
        self.sentences = [
            Span(start, end) for field, start, end in reading.sentences if field == "context[0]"
        ]
        self.phrases = reading.phrases
        #: Whether it is a story of several steps, whose sentences depend on each other.
        self.is_long = reading.problem.kind is TextKind.SOLUTION
        self._places = [phrase.start for phrase in self.phrases]
        self._parted: dict[Span, tuple[Span, list[Span]]] = {}

    def clause(self, start: int, end: int) -> Clause | None:
        """Return the part as a statement, or None unless it has one quantity and at most `MOST_CHARACTERS`."""
        first, last = (bisect_left(self._places, place) for place in (start, end))
        if last - first != 1 or end - start > MOST_CHARACTERS:
            return None
        return Clause(self.text, Span(start, end), self.phrases[first])

    def clause_rest(self, position: int) -> str:
        """Return the text up to the end of the clause."""
        match = _CLAUSE_END.search(self.text, position, position + MOST_CHARACTERS)
        return self.text[position : match.start() if match else position + MOST_CHARACTERS]

    def sentence_around(self, position: int) -> str:
        """Return the sentence at a position of the paragraph, or "" if there is none."""
        i = bisect_right(self.sentences, position, key=lambda sentence: sentence.start) - 1
        span = self.sentences[i] if i >= 0 else Span(0, 0)
        return self.text[span.start : span.end] if position < span.end else ""

    def inner(self, sentence: Span) -> Span:
        """Return the sentence without a leading "If" and without its closing mark."""
        text = self.text[sentence.start : sentence.end]
        opening = 3 if text.startswith("If ") else 0
        return Span(sentence.start + opening, sentence.start + len(text.rstrip(" .,;!?")))

    def statements_about(self, phrases: Sequence[Phrase]) -> list[Clause]:
        """Return the statements that have one of these phrases and no other, in order.

        There are fewer statements than phrases if one shares its statement with another number.
        """
        found = (self._statement_about(phrase) for phrase in phrases)
        return [statement for statement in found if statement]

    def _statement_about(self, phrase: Phrase) -> Clause | None:
        """Return the clause around a phrase, or None.

        A sentence is cut where "and", "while", "but" or a comma begins a clause of its own.
        """
        i = bisect_right(self.sentences, phrase.start, key=lambda sentence: sentence.start) - 1
        if i < 0 or phrase.start >= self.sentences[i].end:
            return None
        inner, separators = self._clauses(self.sentences[i])
        start, end = inner.start, inner.end
        for separator in separators:
            if separator.end <= phrase.start:
                start = separator.end
            elif phrase.start < separator.start < end:
                end = separator.start
        return self.clause(start, end)

    def _clauses(self, sentence: Span) -> tuple[Span, list[Span]]:
        """Return the inside of a sentence, and the separators of its clauses."""
        if sentence not in self._parted:
            inner = self.inner(sentence)
            found = CLAUSE_SEPARATOR.finditer(self.text, inner.start, inner.end)
            separators = [Span(*m.span()) for m in found if self._begins_clause(m.end(), inner.end)]
            self._parted[sentence] = inner, separators
        return self._parted[sentence]

    def _begins_clause(self, start: int, end: int) -> bool:
        clause = self.text[start : min(end, start + MOST_CHARACTERS)].partition(",")[0]
        return not _NUMERAL.match(clause) and has_subject_and_verb(clause)

    def says_behind(self, position: int, words: frozenset[str]) -> bool:
        """Return whether one of these words occurs after a position of the paragraph, or in the question."""
        last = self._last_of_words
        return any(last.get(word, -1) >= position for word in words)

    @cached_property
    def _last_of_words(self) -> dict[str, int]:
        """Word -> the start of its last occurrence; words of the question come after all others."""
        last = {match[0].lower(): match.start() for match in WORD.finditer(self.text)}
        return last | dict.fromkeys(words_of(self.question), len(self.text))

    @cached_property
    def order_matters(self) -> bool:
        """Whether a word of the text makes the order of its parts meaningful."""
        return not _ORDER_MATTERS.isdisjoint(words_of(self.text + " " + self.question))
