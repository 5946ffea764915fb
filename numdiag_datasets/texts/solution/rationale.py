"""Worked solutions rewritten with other numbers, in the same words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from numdiag_datasets.core.decimals import MOST_DIGITS, plain_decimal
from numdiag_datasets.core.rationale_layout import (
    ANNOTATION,
    FINAL,
)
from numdiag_datasets.english.nouns import singular
from numdiag_datasets.english.number_words import MAGNITUDES, TEENS, TENS, UNITS
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.numerals import NUMERAL, grouped_like
from numdiag_datasets.texts.solution.steps import Solution
from numdiag_datasets.texts.solution.written_steps import SolutionError, WrittenStep, read_steps

_NUMERAL = re.compile(rf"{NUMERAL}|(?<!\d)\.\d+")
# Words of every number in words; lines without them, nearly all, need not be read.
_NUMBER_WORD = re.compile(
    rf"\b(?:{'|'.join((*UNITS, *TEENS, *TENS, 'hundred', *MAGNITUDES))})", re.IGNORECASE
)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
# Words that repeat a small number.
_MULTIPLE = re.compile(
    r"\b(?:twice|doubl\w+|tripl\w+|quadrupl\w+|half|halves|thirds?|quarters?|fourths?|both|pairs?|couple)\b",
    re.IGNORECASE,
)
_NAMED = 4
_MONEY_BEFORE = re.compile(r"\$\s*(?:<<[^<>]*>>)?$")
#: A small number in the words may count something else than the amount with the same value.
_COUNTED = 6
_WORD_BEHIND = re.compile(r" ([A-Za-z]{3,})")
_BEFORE_CALCULATION = re.compile(r"(?:[-+*/x×÷=($]|>>)\s*$")
_BEHIND_CALCULATION = re.compile(r"\s*(?:[-+*/×÷=)]|x\b)")
#: (start, end, the new text)
_Change = tuple[int, int, str]
_Pairs = dict[Fraction, set[Fraction]]


class _OldNumberError(Exception):
    """A number in the words of a solution whose new value is ambiguous."""


def rewrite_rationale(
    rationale: str,
    old: Solution,
    new: Solution,
    told: Iterable[Fraction],
    counted: Mapping[Fraction, Iterable[str]],
) -> str:
    """Return the solution with every number recomputed, or "" if a number in its words is ambiguous.

    Annotations get the new operands and results. A number in the words around them is an operand or a result
    of the steps in its line, otherwise of earlier steps. It must have exactly one new value.

    Input -> output: ``She sells 16 - 3 = <<16-3=13>>13 eggs.`` with 16.4 for 16 -> ``She sells 16.4 - 3 =
    <<16.4-3=13.4>>13.4 eggs.``

    Args:
        rationale: the published solution.
        old, new: its reading, and the one with new operands.
        told: the unchanged amounts of the problem's text, which the solution may repeat.
        counted: amount -> the nouns that it counts in the problem's text.
    """
    written = read_steps(rationale, old.results()[-1])
    try:
        changes = sorted(
            (
                *_annotations(rationale, written, new),
                *_words(rationale, written, old, new, set(told), counted),
            )
        )
    except _OldNumberError:
        return ""
    pieces: list[str] = []
    position = 0
    for start, end, replacement in changes:
        pieces += (rationale[position:start], replacement)
        position = end
    retold = "".join((*pieces, rationale[position:]))
    results = new.results()
    try:
        steps = read_steps(retold, results[-1])
    except SolutionError:
        return ""
    return retold if tuple(step.result for step in steps) == results else ""


def _annotations(
    rationale: str, written: Sequence[WrittenStep], new: Solution
) -> Iterator[_Change]:
    for place, step, result in zip(written, new.steps, new.results(), strict=True):
        if not place.is_annotated:
            continue
        old = rationale[place.start : place.end].strip("<>").partition("=")[0]
        literals = step.equation.literals
        if len(_NUMERAL.findall(old)) == 1:  # <<5=5>> after "3 + 2 ="
            literals = (plain_decimal(result),)
        yield place.start, place.end, f"<<{_filled(old, literals)}={plain_decimal(result)}>>"


def _filled(calculation: str, literals: Iterable[str]) -> str:
    numerals = iter(literals)
    return _NUMERAL.sub(lambda _: next(numerals), calculation)


def _words(
    rationale: str,
    written: Sequence[WrittenStep],
    old: Solution,
    new: Solution,
    told: set[Fraction],
    counted: Mapping[Fraction, Iterable[str]],
) -> Iterator[_Change]:
    body, mark, _ = rationale.rpartition(FINAL)
    if not mark:
        body = rationale
    if written[-1].end > len(body):
        raise _OldNumberError  # a step after the answer
    if mark:
        yield len(body) + len(mark), len(rationale), f" {plain_decimal(new.results()[-1])}"
    pairs = [_pairs_of(old, new, i) for i in range(len(old.steps))]
    before: _Pairs = {}
    nouns = _nouns(body, written, counted)
    start = done = 0
    for line in body.splitlines(keepends=True):
        end = start + len(line)
        here: _Pairs = {}
        first = done
        while done < len(written) and written[done].start < end:
            _merge(here, pairs[done])
            done += 1
        for number_start, number_end, value, numeral in _numbers(line, start):
            if any(step.start <= number_start < step.end for step in written[first:done]):
                continue
            now = _become(value, here, before, told)
            is_told = not _in_calculation(body, number_start, number_end)
            if is_told and before.get(value, {now}) != {now}:
                raise _OldNumberError  # "30 more in 30 minutes"
            if now == value:
                continue
            if value == 1 or _ORDINAL.match(body, number_end):
                raise _OldNumberError  # "1 inch", "4th"
            if (
                is_told
                and value <= _COUNTED
                and _noun(body, number_end) not in nouns.get(value, ())
            ):
                raise _OldNumberError  # "the 3 of them", which counts nothing that changed
            if value <= _NAMED and _MULTIPLE.search(line):
                raise _OldNumberError  # "triple the cost: 80 * 3"
            yield number_start, number_end, _like(body, number_start, numeral, now)
        _merge(before, here)
        start = end


def _nouns(
    body: str, written: Sequence[WrittenStep], counted: Mapping[Fraction, Iterable[str]]
) -> dict[Fraction, set[str]]:
    """Return amount or result -> the nouns that it counts."""
    nouns = {value: set(words) for value, words in counted.items()}
    for step in written:
        if end_of_result := _NUMERAL.match(body, step.end):
            nouns.setdefault(step.result, set()).add(_noun(body, end_of_result.end()))
    for words in nouns.values():
        words.discard("")
    return nouns


def _pairs_of(old: Solution, new: Solution, i: int) -> _Pairs:
    """Return the new values of the operands and the result of a step."""
    pairs: _Pairs = {}
    one, two = old.steps[i], new.steps[i]
    for a, b in zip(one.equation.operands, two.equation.operands, strict=True):
        pairs.setdefault(a, set()).add(b)
    pairs.setdefault(one.equation.value(), set()).add(two.equation.value())
    return pairs


def _merge(all_pairs: _Pairs, more: _Pairs) -> None:
    for value, becomes in more.items():
        all_pairs.setdefault(value, set()).update(becomes)


def _become(value: Fraction, here: _Pairs, before: _Pairs, told: set[Fraction]) -> Fraction:
    becomes = here.get(value) or before.get(value)
    if becomes is None and value in told:
        return value
    if becomes is None or len(becomes) > 1:
        raise _OldNumberError
    return next(iter(becomes))


def _numbers(line: str, offset: int) -> Iterator[tuple[int, int, Fraction, str]]:
    """Yield (start, end, value, text) of every number of a line, in digits or in words."""
    blank = ANNOTATION.sub(lambda match: " " * len(match[0]), line)
    for match in _NUMERAL.finditer(blank):
        if len(match[0]) > MOST_DIGITS:
            raise _OldNumberError
        value = Fraction(match[0].replace(",", ""))
        yield offset + match.start(), offset + match.end(), value, match[0]
    for mention in find_numbers(blank) if _NUMBER_WORD.search(blank) else ():
        if mention.form == "words" and mention.role not in ("ordinal", "determiner", "fraction"):
            yield offset + mention.start, offset + mention.end, mention.value, mention.text


def _in_calculation(text: str, start: int, end: int) -> bool:
    return bool(
        _BEFORE_CALCULATION.search(text, max(0, start - 4), start)
        or _BEHIND_CALCULATION.match(text, end)
    )


def _noun(text: str, end: int) -> str:
    """Return the first plural or long word after a number, in the singular."""
    found = _WORD_BEHIND.match(text, end)
    return singular(found[1].lower()) if found else ""


def _like(text: str, start: int, written: str, value: Fraction) -> str:
    """Return a value with the comma style and the decimals of the number that it replaces."""
    whole, _, decimals = plain_decimal(value).partition(".")
    whole = grouped_like(written, whole)
    least = len(written.partition(".")[2])
    if decimals and _MONEY_BEFORE.search(text, max(0, start - 300), start):
        least = max(least, 2)
    decimals = decimals.ljust(least, "0")
    return f"{whole}.{decimals}" if decimals else whole
