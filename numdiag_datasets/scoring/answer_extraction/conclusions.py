"""The number that a sentence concludes with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.core.decimals import exact_number
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.english.numerals import MONTHS
from numdiag_datasets.scoring.answer_extraction.found_numbers import (
    HEDGE,
    NUMBER,
    SIGNED,
    Found,
    leading_number,
    numbers_in,
)
from numdiag_datasets.scoring.answer_extraction.plain_text import BOLD, BOLD_END
from numdiag_datasets.scoring.answer_extraction.sentences import (
    CONDITION,
)
from numdiag_datasets.scoring.answer_extraction.whole_amounts import (
    COUNT_WORD,
    NO_VALUE,
    whole_amounts_in_words,
)

#: The most characters that words before a number reach back.
_NEAR = 40
#: The most characters of a reason.
_FAR = 200
#: The rest of a clause, up to its conclusion.
_ON_TO = r"(?:(?!\b(?:so|hence|which|who|is|are|was|were|for a total)\b| \()[^,;:\n])*"
#: "so that each can have 4"; "so that he has 4 left" is a result.
_PURPOSE = r"so that [^,;.\n]{0,80}?\b(?:can|could|may|might)\b"
#: Text whose numbers are not the answer: a distractor; brackets, "14 (5 red, 9 green)"; parts after a colon, "14: 5 red, 9 green";
#: a citation, "14 [1]"; a remark after a dash, "14 – 5 more than before"; a rounding; a score, "by 3 points, 24-21"; a comparison, "which is 30% of $50", ", 2 more than Mary", "than the 9 of Bo", "rather than 8".
_BESIDE_THE_ANSWER = re.compile(
    rf"\(not [^()\n]*\)|\[(?:\d{{1,2}}|(?:source|ref|see|cf)\b[^\]\n]{{0,80}})\]|(?<=[a-z\d]) [–—-] (?:(?:s?he|they|it|we|I|since|because|after)\b|-?{SIGNED} (?:[a-z]+ )?(?:more|less|fewer)\b)[^.\n]*|(?<=[\w{BOLD_END}{NO_VALUE}%]) \([^()\n=]*\d[^()\n=]*\)|\bround\w* (?:up |down |off )?{SIGNED}"
    r"|: (?![^:\n]*(?:=|\bwhich\b|\bso\b))[^:\n]*\d[^:\n]*(?:,| and| plus| minus| [-+*/]) [^:\n]*\d[^:\n]*"
    rf"|, as {SIGNED}[^,;\n]*"
    r"|, which (?:is|are|was|were) (?:(?:twice|half|double|triple)\b|[^\s,]*\d[^\s,]* (?:[a-z]+ )?(?:more|less|fewer|times|of|than|\w+er than)\b)[^,;\n]*"
    r"|, (?:\d+ )?of (?:which|whom|these|those) [^;\n]*|, (?:the|with) [^,;\n]{1,40} being [^;\n]*"
    r"|, (?:i\.e\.,?|that is,?|or) (?:roughly|about|approximately|around|nearly) [^,;\n]*"
    rf"|(?<=[a-z]), (?:{NO_VALUE}|\d{{1,3}}-\d{{1,3}})(?=\.?(?:\s|\Z))|\b{_PURPOSE}[^,;.\n]*|, having [^,;.\n]*"
    rf"|, (?:(?:or|and|i\.e\.,?|that is,?) )?{SIGNED} (?:[a-z]+ )?(?:more|less|fewer|\w+er) than\b{_ON_TO}|\b(?:than|instead of) {_ON_TO}"
)
STEP = re.compile(r"\bSteps? \d{1,2}\b", re.IGNORECASE)
SO = re.compile(
    rf"\b(?:(?!{_PURPOSE})so|thus|therefore|hence|leaving|leaves|(?<!to be )left(?! after\b)|means?|meaning|(?<!after )giving|gives|gets?|altogether|in total|that makes|for a total of|"
    r"which (?:is|are|was|equals|makes|comes to)(?! [\S]*\d\S* (?:[a-z]+ )?(?:more|less|fewer|times|of|than)\b))\b",
    re.IGNORECASE,
)
#: Before a number that is a time, a whole or a recipient, not the amount asked for.
_CIRCUMSTANCE = re.compile(
    r"\b(?:in|after|for|within|every|per|under|over|of (?:the|these|those|her|his|their|all|each)|out of|from|than|not|instead of|during|over|each of|at|with|between|on|"
    rf"{MONTHS}|year|fiscal|step|page|day|week|grade|chapter|question|all|both|the (?:other|first|last|next|remaining)|the|these|those)"
    r"(?: (?:the|all|those|these|just|only|about|first|last|next|other|original|initial|her|his|their|its|my|our|your))*[ \t(]*$"
    # The size of groups and the purpose of an amount: "5 groups of 9", "2 weeks to save $80"
    # and the name of what another number counts: "twenty $5 bills"
    rf"|\b{COUNT_WORD}[ \t]*$"
    r"|\d [a-z]+(?: of|(?: (?!needs?\b|ha[sd]\b|have\b)[a-z]+)? to [a-z]+(?: [a-z]+)?)[ \t]*$",
    re.IGNORECASE,
)
#: Before a number that is the amount asked for: "leaving her with 5".
_LEFT_WITH = re.compile(
    r"\b(?:leav\w+|left|remain\w*|end(?:s|ed)?(?: up)?|start(?:s|ed)?)(?: \w+){0,3} with[ \t]*$",
    re.IGNORECASE,
)
#: A calculation that checks the number before it: "47, because 47 + 45 =".
_CHECKED = re.compile(r"\b(?:because|since) (?=[-$€£¥(\d])([^,;\n]*)=\Z", re.IGNORECASE)
#: Before the whole that the answer is a part of: "5 of the 12".
_OF_A_WHOLE = re.compile(
    r"\bof(?: (?:the|these|those|her|his|their|its|all|\w+['’]s))* ?[$€£¥]?$", re.IGNORECASE
)
#: Follows a number of things, before another number that belongs to them: "8 boxes hold 480", "3 boxes will cost $36".
_IS_SUBJECT = re.compile(
    r"(?: (?!and\b)[a-z]+){1,3}? (?:(?:will|would|can|could|should) )?(?:costs?|weighs?|contains?|holds?|makes?|takes?|needs?|lasts?|earns?|equals?|have|has|(?:is|are|be) (?:worth|equivalent to))\b[^.;\n]*$"
    rf"| [a-z][^.,;=\n]* (?:is|are|was|were|be|equals|comes to) {HEDGE}[$€£¥]?$",
    re.IGNORECASE,
)
#: Between "after" and the number that it is about: "14 left after eating 6", "after she gave 6 to Ann, she has 14".
_AFTER = re.compile(
    r"(?<!and )\bafter (?:\w+ing|an?|the|his|her|their|all|s?he|they|it|I|we|you|[A-Z]\w+)\b[^,;\n]*?(?:,(?!\d)|(?=;)|(?= (?:s?he|they|it|I|we|you|there) (?:has|have|had|is|are|will|would|was|were)\b)|\Z)"
)
#: Follows a number that names the kind of a thing: a 23-yarder, people of 18 or older.
_BESIDE = re.compile(r"-[a-z]|\)| (?:or|and) (?:older|younger|over|under)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
#: Follows the number of counted things.
_THINGS = re.compile(r"(?: [a-z]+)? [a-z]{2,}s\b")


@dataclass(frozen=True, slots=True)
class Asked:
    """The facts of a problem by which its answer is read.

    Attributes:
        given: its numbers. If a sentence concludes with one of them and one other number, the other is the answer:
            "8 boxes hold 480".
        unit: of its answer (`asked_unit`).
        in_chain: whether a chain of thought was asked for, which seldom begins with its answer.
    """

    given: Set[Fraction] = frozenset()
    unit: str = ""
    in_chain: bool = False


NOTHING_ASKED = Asked()


def concluding_number(text: str, start: int, end: int) -> Found | None:
    """Return the number that a sentence concludes with."""
    return last_result(text, start, end, "result") or concluding(
        text, start, end, "conclusion", with_words=False
    )


def last_result(text: str, start: int, stop: int, rule: str) -> Found | None:
    """Return the number after the last equals sign, if the sentence does not go on to another: "= 10, so we need 11"."""
    after = text.rfind("=", start, stop) + 1
    # "5 * 8 = 40, since 12 - 4 = 8"
    first = text.find("=", start, stop)
    behind = (m for m in CONDITION.finditer(text, start, stop) if -1 < first < m.start())
    if (reason := next(behind, None)) and reason.end() > after:
        stop = reason.start()
        after = text.rfind("=", start, stop) + 1
    if not after:
        return None
    found = leading_number(text, after, stop, rule) or next(
        numbers_in(text, after, stop, rule), None
    )
    if found is None:
        return None
    reason = CONDITION.match(text, start, stop)
    checked = _CHECKED.search(text, max(start, after - _FAR), after)
    if checked:
        told = {n.plain for n in numbers_in(text, start, checked.start(), rule)}
        operands = {n.plain for n in numbers_in(text, *checked.span(1), rule)}
        if told & operands and found.plain not in told:
            return None
    goes_on = reason if reason and reason.end() > found.end else SO.search(text, found.end, stop)
    return None if goes_on and NUMBER.search(text, goes_on.end(), stop) else found


def concluding(
    text: str,
    start: int,
    stop: int,
    rule: str,
    *,
    with_words: bool = True,
    asked: Asked = NOTHING_ASKED,
) -> Found | None:
    """Return the number that a sentence concludes with.

    It is the bold number, else the result of the last calculation. Otherwise it is the first number after
    "so", or the last one, that is an amount and not a time or a part of something; if it is given, the only
    other number that is not; if it counts other things than the unit that is asked for, the new number that counts that.
    """
    skipped = [
        match.span()
        for pattern in (_BESIDE_THE_ANSWER, STEP, CONDITION, _AFTER)
        for match in pattern.finditer(text, start, stop)
    ]
    shown = list(numbers_in(text, start, stop, rule))
    numbers = [n for n in shown if not any(a <= n.start < b for a, b in skipped)]
    words = _in_words(text, start, stop, rule) if with_words and not numbers else None
    if words and not any(a <= words.start < b for a, b in skipped):
        return words
    numbers = numbers or shown
    if not numbers:
        return words
    bold = [
        n
        for n in numbers
        if text.rfind(BOLD, start, n.start) > text.rfind(BOLD_END, start, n.start)
    ]
    if len(bold) == 1:
        return bold[0]
    so = [match.end() for match in SO.finditer(text, start, stop)]
    if same := last_computed(
        text, start, [n for n in numbers if so and n.start > so[-1]] or numbers
    ):
        return same
    main = [
        n
        for n in numbers
        if not _is_circumstance(text, start, n.start) and not _BESIDE.match(text, n.end)
    ]
    main = [n for n in main if not _YEAR.fullmatch(n.plain) or text[n.start] in "$€£¥"] or main
    if with_words and not main and (found := _main_words(text, start, stop, rule)):
        return found[-1]
    # "so she has 5 left": the last "so" that a number follows.
    so = [place for place in so if main and place < main[-1].start]
    behind = [n for n in main if so and n.start > so[-1]]
    after_so = [match.end() for match in SO.finditer(text, start, stop)][-1:]
    if with_words and not behind and after_so:
        told = [w for w in _main_words(text, start, stop, rule) if w.start > after_so[0]]
        if told and not any(n.start > after_so[0] for n in numbers):
            return told[-1]
    if len(behind) > 1 and _IS_SUBJECT.match(text, behind[0].end, behind[1].start):
        del behind[0]
    chosen = (behind[:1] or main[-1:] or numbers[-1:])[0]
    if of_unit := _of_unit(text, chosen, numbers, asked):
        return of_unit
    given = asked.given
    if value_of(chosen) not in given or text[start : chosen.start].rstrip().endswith(":"):
        return chosen
    values = [
        (n, value_of(n))
        for n in numbers
        if (not so or n.start > so[-1])
        and not _OF_A_WHOLE.search(text, max(start, n.start - _NEAR), n.start)
    ]
    new = {value: n for n, value in values if value is not None and value not in given}
    return next(iter(new.values())) if len(new) == 1 else chosen


def _of_unit(text: str, chosen: Found, numbers: list[Found], asked: Asked) -> Found | None:
    """Return the only new number of things that are asked for, if the chosen one is of others: "15 tables, leaving 5 seats"."""
    if not asked.unit or not (things := _THINGS.match(text, chosen.end)):
        return None
    unit = asked.unit.split()[-1]
    counted = re.compile(rf"(?: [a-z]+){{0,2}}? {re.escape(unit)}\b")
    if counted.match(text, chosen.end) or unit in things[0]:
        return None
    found = [
        n
        for n in numbers
        if (counted.match(text, n.end) or (unit == "dollars" and text[n.start] == "$"))
        and value_of(n) not in asked.given
    ]
    return found[0] if len(found) == 1 else None


def value_of(number: Found) -> Fraction | None:
    with suppress(NumdiagError):
        return exact_number(number.plain)
    return None


def last_computed(text: str, before: int, numbers: Iterable[Found]) -> Found | None:
    """Return the number that repeats the result of the calculation before it."""
    equals = text.rfind("=", 0, before)
    if equals < 0:
        return None
    line = text.find("\n", equals)
    computed = leading_number(text, equals + 1, line if line >= 0 else before, "")
    return next((n for n in numbers if computed and n.plain == computed.plain), None)


def _in_words(text: str, start: int, stop: int, rule: str) -> Found | None:
    main = _main_words(text, start, stop, rule) or amounts_in(text, start, stop, rule)
    # "seventy-five cents, or three quarters of a dollar"
    while len(main) > 1 and text.endswith(", or ", 0, main[-1].start):
        del main[-1]
    return main[-1] if main else None


def _main_words(text: str, start: int, stop: int, rule: str) -> list[Found]:
    amounts = amounts_in(text, start, stop, rule)
    return [a for a in amounts if not _is_circumstance(text, start, a.start)]


def amounts_in(text: str, start: int, stop: int, rule: str) -> list[Found]:
    found = whole_amounts_in_words(text, start, stop)
    return [Found(first, last, (plain,), rule) for first, last, plain in found]


def _is_circumstance(text: str, start: int, place: int) -> bool:
    before = (text, max(start, place - _NEAR), place)
    return bool(_CIRCUMSTANCE.search(*before) and not _LEFT_WITH.search(*before))
