"""Gates of new operands in a passage: fixed amounts, and contradictions with the rest of the text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.number_roles import MEASURE_WORDS
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.perturbations.new_values.passage_wholes import is_bound_by_sums
from numdiag_datasets.texts.passage.amounts import Amount
from numdiag_datasets.texts.passage.number_search import PassageDerivation
from numdiag_datasets.texts.reading import Reading

# From this value on, an equal number is the same amount again; from the second, a share keeps its digits when
# tenths are added.
_DISTINCTIVE: Final = 100
_SHARE_HOLDS: Final = 2000
# Fewer things may be told one by one.
_TOLD_SINGLY: Final = 20
# Number of characters around a number in which its own phrase is searched.
_BEFORE, _BEHIND = 32, 48
_APPROXIMATE = re.compile(
    r"\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|some|over|(?:more|fewer|less) than|at least|up to"
    r"|as (?:many|much|few) as|an? estimated|estimated (?:at|to be)(?: around)?|under|below|above|close to|closer to|circa|c\.|~"
    r"|exceed(?:ed|ing|s)?|at most|no (?:less|more|fewer) than|between|minimum of|maximum of|average of|averag\w+|another|additional|further)"
    r"(?: (?:of|an?|the|only|another))? ?$",
    re.IGNORECASE,
)
_RANGE_BEHIND = re.compile(r" ?(?:to|or|-|–|—) ?[$€£]?\d")
_RANGE_BEFORE = re.compile(
    r"(?<!from )(?<![\d,.])\d[\d,.]* ?(?:to|or|-|–|—) ?$|\bbetween [\w,.]{1,14} and $"
)
_SHARE_BEHIND = re.compile(r"[^.;\d]{0,24}?(?:\(|\bor |\bwhich is )\D{0,12}\d[\d.,]* ?%")
# The sentence compares an amount with another one.
_RATIO = re.compile(
    r"\b(?:half (?:of|the|as|that)|(?:a|than|by|one|in) half\b(?! (?:yard|minute|hour))|halves|halved|twice|doubl\w+|tripl\w+|quadrupl\w+"
    r"|(?:one|two|a)[- ]thirds?|(?:one|three|a)[- ]quarters? of|times as|\w+fold|equal(?:ed|s|ly)?|outnumber\w*|per (?:game|carry|catch|attempt)"
    r"|each|apiece)\b",
    re.IGNORECASE,
)
# The remainder of another amount.
_THE_OTHER = re.compile(r"\b(?:other|remaining|rest(?: of the)?) $", re.IGNORECASE)
# Sensitive topics that must not be edited.
_VICTIMS = re.compile(
    r"\b(?:Holocaust|genocides?|massacres?|massacred|extermina\w+|ghettos?|pogroms?)\b|\bJews\b.{0,60}\b(?:shot|killed|murdered|deported)\b"
    r"|\b(?:shot|killed|murdered|deported)\b.{0,60}\bJews\b",
    re.IGNORECASE,
)
# Words of degree that fit the old amount.
_OF_DEGREE = re.compile(
    r"\b(?:only|merely|minor|largely|mostly|several|few|handful|small|tiny|modest|limited|lightly|slightly|barely)\b",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"\d ?%|\bper ?cent\b")
_MIDDLE = re.compile(r"\b(?:median|average|mean|per capita|births per)\b", re.IGNORECASE)
# Events of a game that are so few that the story reports each of them.
_EVENTS = re.compile(
    r"[ -](?:[a-z-]+ ){0,3}?(?:touchdowns?|TDs?|field goals?|goals?|interceptions?|sacks?|fumbles?|turnovers?|points?|games?|wins?"
    r"|loss(?:es)?|pass(?:es)?|catch(?:es)?|receptions?|carries|runs?|possessions?|plays?|penalt(?:y|ies)|starts?|seasons?|times)\b",
    re.IGNORECASE,
)
# Amounts that form an average in the passage, together with the area or another count.
_AVERAGES = re.compile(
    r"\bdensity\b|\bper square\b|\baverage (?:household|family)\b|\bper capita\b", re.IGNORECASE
)
_RESIDENTS = re.compile(
    r"[ -](?:\([^()]{0,24}\) )?(?:[a-z-]+ ){0,2}?(?:people|persons|residents|inhabitants|households?|famil(?:y|ies)|housing|units|homes)\b"
)
# Things of which the world, or a game, has a limited number.
_LIMITED = re.compile(
    r"[ -](?:[a-z-]+ ){0,2}?(?:states?|countries|counties|provinces|regions|districts|continents|planets|players|teams|clubs|seats"
    r"|members of parliament|letters|floors|stor(?:y|ies)|languages|species|medals|degrees|brothers|sisters|siblings|sons|daughters|wives|children)\b"
)
_DURATIONS = word_list("units of duration")
_KICK = re.compile(r"-yard (?:[\w'’-]+ ){0,3}?(?:field goal|FG)|-yarder", re.IGNORECASE)
_TOTALS = ((99, 99), (290, 290), (600, 550))  # (up to, may become): of a play, rusher, passer
_LONGEST_KICK, _FIELD = 58, 99


def amount_gate(amount: Amount, *, grows: bool) -> str:
    """Return a reason code if an operand must not get another value in its place, else "".

    Args:
        amount: an operand.
        grows: whether it is multiplied; otherwise tenths are added.
    """
    number, mention = amount.number, amount.number
    text, start, end = number.field_text, mention.start, mention.end
    before = text[max(0, start - _BEFORE) : start]
    if amount.kind == "percent":
        return Reason.SHARE_OF_WHOLE
    if mention.value.denominator != 1 or mention.magnitude or "." in mention.numeral:
        return Reason.NO_INTEGRAL_OPERAND
    if mention.value == 1 and not mention.hyphenated:
        return Reason.SINGULAR_NUMBER
    if _APPROXIMATE.search(before):
        return Reason.APPROXIMATE_AMOUNT
    if _RANGE_BEHIND.match(text, end) or _RANGE_BEFORE.search(before):
        return Reason.APPROXIMATE_AMOUNT
    if amount.kind == "count" and _EVENTS.match(text, end):
        return Reason.TOLD_ONE_BY_ONE
    if _SHARE_BEHIND.match(text, end) and (grows or mention.value < _SHARE_HOLDS):
        return Reason.CONTRADICTS_CONTEXT
    if grows:
        return _growth_gate(amount, text[end : end + _BEHIND])
    return ""


def may_hang_on_others(amount: Amount) -> bool:
    """Return whether an amount that is no operand may count what the text tells, or follow from other numbers.

    Examples are "three attacks", "a 20-point lead", "for four years" and a density in two units.
    """
    if amount.kind == "count" and amount.value < _TOLD_SINGLY:
        return True
    if amount.number.hyphenated and amount.kind not in MEASURE_WORDS:
        return True
    return amount.kind in _DURATIONS or bool(
        _AVERAGES.search(amount.number.field_text, *_around(amount))
    )


def _around(amount: Amount) -> tuple[int, int]:
    return max(0, amount.number.start - 2 * _BEHIND), amount.number.end + _BEHIND


def _growth_gate(amount: Amount, behind: str) -> str:
    number = amount.number
    if (
        amount.kind in _DURATIONS
        or _LIMITED.match(behind)
        or largest(amount) < amount.value * 13 / 10
    ):
        return Reason.IMPOSSIBLE_AMOUNT
    if _RESIDENTS.match(behind) and _AVERAGES.search(number.field_text):
        return Reason.CONTRADICTS_CONTEXT
    return ""


def largest(amount: Amount) -> Fraction:
    """Return the largest plausible value of an amount in its passage: no field goal has 70 yards."""
    if amount.kind != "yard":
        return amount.value * 1000
    mention = amount.number
    if mention.hyphenated or amount.value <= _FIELD:
        is_kick = _KICK.match(amount.number.field_text, mention.end)
        return Fraction(_LONGEST_KICK if is_kick else _FIELD)
    return Fraction(next((most for up_to, most in _TOTALS if amount.value <= up_to), 0))


def context_gate(
    reading: Reading,
    derivation: PassageDerivation,
    *,
    grows: bool,
    changed: frozenset[Fraction] | None = None,
) -> str:
    """Return a reason code if the rest of the text constrains the operands, else "".

    Sums and differences of other numbers of the same kind are not a coincidence. Ratios and averages
    constrain the amounts of their sentence. Other numbers of a question are conditions.

    Args:
        derivation: with the operands that change.
        grows: whether they are multiplied; otherwise tenths are added.
        changed: the values that a question may have; by default those of the operands.
    """
    operands = [mention for mentions in derivation.operands for mention in mentions]
    changed = frozenset(derivation.values) if changed is None else changed
    for amount in operands:
        _, first, last = reading.sentences[amount.sentence]
        text = amount.number.field_text
        before = text[max(0, amount.number.start - _BEFORE) : amount.number.start]
        if _RATIO.search(text, first, last) or _THE_OTHER.search(before):
            return Reason.CONTRADICTS_CONTEXT
        if _VICTIMS.search(text, first, last):
            return Reason.FIXED_FACT
        if grows and _OF_DEGREE.search(text, *_surroundings(reading, amount)):
            return Reason.VAGUE_AMOUNT
        is_share = _PERCENT.search(amount.number.field_text, first, last)
        if is_share and (grows or amount.value < _SHARE_HOLDS):
            return Reason.CONTRADICTS_CONTEXT
        if grows and (
            _MIDDLE.search(amount.number.field_text, first, last)
            or _PERCENT.search(amount.number.field_text, *_surroundings(reading, amount))
        ):
            return Reason.CONTRADICTS_CONTEXT
    kind = operands[0].kind
    for mentions in derivation.operands:
        if len(mentions) > 1 and kind == "count" and mentions[0].value < _DISTINCTIVE:
            return Reason.VALUE_REPEATED
    for number in reading.quantities:
        if number.field == "question" and number.value not in changed:
            return Reason.NUMBER_IN_QUESTION
    is_bound = is_bound_by_sums(reading, derivation, nearly=grows)
    return Reason.CONTRADICTS_CONTEXT if is_bound else ""


def _surroundings(reading: Reading, amount: Amount) -> tuple[int, int]:
    """Return the start of the sentence before an amount's own, and the end of the sentence after it."""
    sentences = reading.sentences[max(0, amount.sentence - 1) : amount.sentence + 2]
    spans = [(start, end) for field, start, end in sentences if field == amount.number.field]
    return spans[0][0], spans[-1][1]


def question_mentions(
    reading: Reading, changed: Mapping[Fraction, Fraction]
) -> list[NumberMention]:
    """Return the numbers of the question that are equal to an operand and change with it."""
    return [
        number
        for number in reading.numbers
        if number.field == "question" and number.is_quantity and number.value in changed
    ]
