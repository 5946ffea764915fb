"""Evidence: the spans of a problem's texts that its answer needs, mentions of operands or quoted spans."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from numdiag_datasets.core.equation import Equation
from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.english.number_words import MAGNITUDES
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.texts.passage.evidence import find_passage_evidence, possible_evidence
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.table.derivation import SCALES, DerivationError, read_derivation

SPAN_TYPES = frozenset({"span", "multi-span"})
#: From this value on it is not a coincidence if a paragraph and a cell have the same number.
DISTINCTIVE = 100
_COMPARES = re.compile(
    r"\b(?:higher|highest|lower|lowest|larger|largest|smaller|smallest|greater|greatest|most|least|fewest|exceed\w*|biggest"
    r"|(?:more|less|fewer|better|worse) than|top|rank\w*|maximum|minimum)\b",
    re.IGNORECASE,
)
_WORD_CHARACTER = re.compile(r"\w")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class TextSpan:
    """The characters ``start`` .. ``end`` of a text field."""

    field: str
    start: int
    end: int

    def holds(self, number: NumberMention) -> bool:
        """Return whether the span contains a number, or a part of it."""
        return self.field == number.field and self.start < number.end and number.start < self.end


@dataclass(frozen=True, slots=True)
class Evidence:
    """The text that an answer depends on.

    Attributes:
        spans: every span with an operand or the answer itself.
        is_complete: whether all evidence was found.
        possible: if not, spans that include all of it, () if these are unknown too.
    """

    spans: tuple[TextSpan, ...]
    is_complete: bool
    possible: tuple[TextSpan, ...] = ()


def find_evidence(reading: Reading) -> Evidence:
    """Return the mentions that an answer is computed from, or the spans that it quotes.

    For an equation these are the mentions of its operands, without facts such as the 100 of a percentage. For
    spans they are all occurrences; for a number about a passage, the result of `find_passage_evidence`. The
    evidence of a count is unknown.
    """
    problem = reading.problem
    if problem.answer_type in SPAN_TYPES:
        evidence = _of_spans(problem.answers, reading.passage.texts)
        # "In which year was it higher?" needs more than the year.
        return replace(
            evidence, is_complete=evidence.is_complete and not _COMPARES.search(problem.question)
        )
    if problem.answer_type == "number":
        return _of_number(reading)
    if reading.equation is None:
        return Evidence((), is_complete=False)
    if not problem.table:
        found = [number for group in reading.maybe_bound for number in group.mentions]
        return Evidence(tuple(map(_span, found)), is_complete=True)
    return _of_derivation(reading)


def _of_spans(quotes: Iterable[str], passages: Sequence[tuple[str, str]]) -> Evidence:
    spans: list[TextSpan] = []
    is_complete = True
    for quote in quotes:
        found = [
            TextSpan(field, start, start + len(quote))
            for field, text in passages
            for start in occurrences(quote, text)
        ]
        is_complete = is_complete and (bool(found) or not _DIGIT.search(quote))
        spans += found
    return Evidence(tuple(spans), is_complete)


def _of_number(reading: Reading) -> Evidence:
    positions = find_passage_evidence(reading)
    wanted = possible_evidence(reading) if positions is None else positions
    found = tuple(_span(n) for n in reading.numbers if (n.field, n.start) in wanted)
    if positions is None:
        return Evidence((), is_complete=False, possible=found)
    return Evidence(found, is_complete=True)


def _of_derivation(reading: Reading) -> Evidence:
    found = derivation_mentions(reading)
    if found is None:
        return Evidence((), is_complete=False)
    spans = (_span(number) for mentions in found[1].values() for number in mentions)
    return Evidence(tuple(dict.fromkeys(spans)), is_complete=all(found[1].values()))


def derivation_mentions(reading: Reading) -> tuple[Equation, dict[int, list[NumberMention]]] | None:
    """Return the equation of a table's derivation, and position of an operand -> its mentions, which may be none.

    Operands that are in no table (the 100 of a percentage) are left out. None if the derivation is unreadable.
    """
    problem = reading.problem
    try:
        derivation = read_derivation(problem.derivation, problem.answers[0], problem.scale)
    except DerivationError:
        return None
    shown: dict[Fraction, list[NumberMention]] = {}
    for number in reading.numbers:
        for value in {number.value, *_in_scale(number, problem.scale)}:
            shown.setdefault(value, []).append(number)
    return derivation.equation, {
        i: mentions_of_operand(value, shown.get(abs(value), []))
        for i, value in enumerate(derivation.equation.operands)
        if value and i not in derivation.fixed
    }


def _in_scale(number: NumberMention, scale: str) -> Iterator[Fraction]:
    """Yield the value of a number with a magnitude in units of ``scale``: "$1.5 million" in thousands."""
    if number.magnitude and scale != "percent":
        yield number.value * MAGNITUDES[number.magnitude.lower()] / SCALES[scale]


def mentions_of_operand(value: Fraction, mentions: list[NumberMention]) -> list[NumberMention]:
    """Return the mentions of an operand of a derivation; if cells have it, paragraphs only without coincidence.

    A cell of 10 (million) is unrelated to "10 years" or "10%", but related to "$10 million".
    """
    if not any(cell_of(number.field) for number in mentions):
        return mentions
    return [
        number
        for number in mentions
        if cell_of(number.field)
        or number.role == "money"
        or (number.role == "quantity" and value >= DISTINCTIVE)
    ]


def _span(number: NumberMention) -> TextSpan:
    return TextSpan(number.field, number.start, number.end)


def occurrences(span: str, text: str) -> Iterator[int]:
    """Yield the offsets of a span in a text, except within a longer word or number."""
    start = text.find(span)
    while span and start >= 0:
        end = start + len(span)
        joined_before = start and _joined(text[start - 1], text[start])
        joined_after = end < len(text) and _joined(text[end - 1], text[end])
        decimal = (text[end - 1].isdigit() and re.match(r"[.,]\d", text[end : end + 2])) or (
            text[start].isdigit() and re.match(r"\d[.,]", text[max(0, start - 2) : start])
        )
        if not joined_before and not joined_after and not decimal:
            yield start
        start = text.find(span, start + 1)


def _joined(left: str, right: str) -> bool:
    return bool(_WORD_CHARACTER.match(left) and _WORD_CHARACTER.match(right))
