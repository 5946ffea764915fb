"""Extraction of the number that is a text's answer, with its offsets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from numdiag_datasets.core.decimals import exact_number
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.english.numerals import MONTHS
from numdiag_datasets.scoring.answer_extraction.answer_markers import (
    MOST_LOOKED_AT,
    Announcement,
    announcements,
    last_retraction,
    refuses,
)
from numdiag_datasets.scoring.answer_extraction.plain_text import BOLD, BOLD_END
from numdiag_datasets.scoring.answer_extraction.sentences import (
    CONDITION,
    Place,
    sentences,
    statements,
)
from numdiag_datasets.scoring.answer_extraction.whole_amounts import (
    COUNT_WORD,
    NO_VALUE,
    OPERATIONS_IN_WORDS,
    whole_amounts_in_words,
)

# In a longer list, "111,111,...", each group is a number of its own; without a bound, long lists take quadratic time.
_MOST_GROUPS = 100
_OPERATION_WORD = rf"(?:{'|'.join(OPERATIONS_IN_WORDS)})"
_DIGITS = rf"(?:\d{{1,3}}(?:,\d{{3}}){{1,{_MOST_GROUPS}}}(?!\d|,\d)|\d+)(?:\.\d+)?|\.\d+|{NO_VALUE}"
# A minus after a digit or a closing bracket subtracts; "1st", the 3 of "COVID3" and the 1 of "1e99999" are not numbers.
SIGNED = (
    rf"(?<![\w.)])-?(?:[A-Z]{{2}})?[$€£¥]? ?-?(?:{_DIGITS})(?!\d|st\b|nd\b|rd\b|th\b|[eE][-+]?\d)"
)
HEDGE = r"(?:(?:approximately|approx\.|about|around|roughly|nearly|almost|exactly|only|just|a total of|at least|precisely|simply|~|≈)\s*)?"
_NUMBER = re.compile(rf"(?:{SIGNED}|(?<=[-$€£¥])(?:{_DIGITS})(?!\d))(?:/\d{{1,9}}(?![\d/]))?")
_UNIT = rf"(?!(?:or|and|rounded|rounds|{_OPERATION_WORD})\b)[a-z]{{2,}}"
_SIGN = rf"(?: ?[-+*/=]| (?:x|{_OPERATION_WORD}) )"
_TERM = rf"[(\[]*(?:{SIGNED})[)\]]*(?: ?%| {_UNIT}(?: {_UNIT}(?={_SIGN}))?)?[)\]]*"
# "8 pens - 4 per box" subtracts nothing.
_OPERATION = (
    rf"(?:[ \t]*(?:[+*/x]|-(?! [\d.]+ (?:per|each)\b))[ \t]*|[ \t]+{_OPERATION_WORD}[ \t]+)"
)
_CHAIN = re.compile(rf"{_TERM}(?:{_OPERATION}{_TERM})*")
_TIMES = re.compile(r"(?<=[\d) ])x(?=[ \d($])")
_UNKNOWN = re.compile(r"[a-zA-Z]{1,10}[ \t]*=[ \t]*")
_EQUALS = re.compile(
    r"[ \t]*(?:={1,3}|≈|equals\b|,? (?:which )?round(?:ed|s) (?:up |down |off )?to (?!\d+ (?:decimal|place|digit|significant)))[ \t]*\$?"
)
_LEAD = re.compile(rf"[\s:*${BOLD}\"']*(?:minus |negative )?{HEDGE}")
#: The rest of a clause, up to its conclusion.
_ON_TO = r"(?:(?!\b(?:so|hence|which|who|is|are|was|were|for a total)\b)[^,;:\n])*"
#: Text whose numbers are not the answer: a distractor; brackets, "14 (5 red, 9 green)"; parts after a colon, "14: 5 red, 9 green";
#: a rounding; a comparison, "which is 30% of $50", ", 2 more than Mary", "than the 9 of Bo", "rather than 8".
_BESIDE_THE_ANSWER = re.compile(
    rf"\(not [^()\n]*\)|(?<=[\w{BOLD_END}{NO_VALUE}%]) \([^()\n=]*\d[^()\n=]*\)|\bround\w* (?:up |down |off )?{SIGNED}"
    r"|: (?![^:\n]*(?:=|\bwhich\b|\bso\b))[^:\n]*\d[^:\n]*(?:,| and| plus| minus| \+) [^:\n]*\d[^:\n]*"
    r"|, which (?:is|are|was|were) (?:(?:twice|half|double|triple)\b|[^\s,]*\d[^\s,]* (?:[a-z]+ )?(?:more|less|fewer|times|of|than)\b)[^,;\n]*"
    rf"|, (?:(?:or|and) )?{SIGNED} (?:[a-z]+ )?(?:more|less|fewer) than\b{_ON_TO}|\b(?:than|instead of) {_ON_TO}"
)
_STEP = re.compile(r"\bSteps? \d{1,2}\b", re.IGNORECASE)
_OPTION = re.compile(r"[\s(\[]*(?:option )?\(?([A-H])(?:[).:\]]+\s*|\s*$)")
_LETTER = re.compile(r"[\s(\[]*(?:option )?\(?([A-H])\)?[.\s]*(?:$|\n|(?=[,;]))")

_SO = re.compile(
    r"\b(?:so|thus|therefore|hence|leaving|leaves|left(?! after\b)|means?|meaning|(?<!after )giving|gives|gets?|altogether|in total|that makes|for a total of|"
    r"which (?:is|are|was|equals|makes|comes to)(?! [\S]*\d\S* (?:[a-z]+ )?(?:more|less|fewer|times|of|than)\b))\b",
    re.IGNORECASE,
)
#: Before a number that is a time, a whole or a recipient, not the amount asked for.
_CIRCUMSTANCE = re.compile(
    r"\b(?:in|after|for|within|every|per|of (?:the|these|those|her|his|their|all|each)|out of|from|than|not|instead of|during|over|each of|at|with|between|on|"
    rf"{MONTHS}|year|fiscal|step|page|day|week|grade|chapter|question|all|both|the (?:other|first|last|next|remaining)|the|these|those)"
    r"(?: (?:the|all|those|these|just|only|about|first|last|next|other|her|his|their|its|my|our|your))*[ \t(]*$"
    # The size of groups and the purpose of an amount: "5 groups of 9", "2 weeks to save $80"
    # and the name of what another number counts: "twenty $5 bills"
    rf"|\b{COUNT_WORD}[ \t]*$"
    r"|\d [a-z]+(?: of|(?: (?!needs?\b|ha[sd]\b|have\b)[a-z]+)? to [a-z]+(?: [a-z]+)?)[ \t]*$",
    re.IGNORECASE,
)
#: Before a number that is the amount asked for: "leaving her with 5".
_LEFT_WITH = re.compile(
    r"\b(?:leav\w+|left|remain\w*|ends? up|ended up|start(?:s|ed)?)(?: \w+){0,3} with[ \t]*$",
    re.IGNORECASE,
)
#: A person cannot or does not do something. This does not refuse to answer.
_INABILITY = re.compile(
    r"\b(?:s?he|they|(?!(?:I|It|We|The|There|This|That|You)\b)[A-Z][a-z]+) (?:can(?:not|['’]t)|could(?:n['’]t| not)|do(?:es)?(?:n['’]t| not)|did(?:n['’]t| not)|(?:is|was|are|were) (?:not able|unable))\b"
)
_BECAUSE = re.compile(r"\b(?:because|since|as)\b", re.IGNORECASE)
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
#: Follows a number that names the kind of a thing: a 23-yarder.
_BESIDE = re.compile(r"-[a-z]|\)", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
#: Behind a result: "35 dollars left".
_LEFT = re.compile(r"(?: [a-z]+){0,2} (?:left|in total|altogether)\b", re.IGNORECASE)
_FOLLOWS = re.compile(rf"{BOLD}?(?:so|thus|therefore|hence)\b", re.IGNORECASE)
_ALTERNATIVE = re.compile(
    rf"[^\S\n]*(?P<unit>(?:[a-z%°]+\.? ?){{0,2}})(?:or|and possibly|[,(]? ?(?:maybe|perhaps|possibly))(?: (?:maybe|perhaps|possibly|even))* (?P<number>{SIGNED})(?P<other>%?(?: ?[a-z]+)?)",
    re.IGNORECASE,
)
#: The most characters that words before a number reach back.
_NEAR = 40
#: The most characters between two answers.
_MOST_BETWEEN = 60
#: Before the second of two answers: "16, maybe".
_SECOND_THOUGHT = re.compile(
    rf"(?P<number>{SIGNED})(?: [a-z]+)?[,.(]* (?:or )?\(?(?:maybe|perhaps|possibly) $",
    re.IGNORECASE,
)
#: Before a number that is denied: "it is not 17", "it isn't equal to $17".
_DENIED = re.compile(
    rf"\b(?:not|\w+n['’]t|never)(?: (?:be|equal(?: to)?|the same as))?[ \t$€£¥({BOLD}{BOLD_END}]*$",
    re.IGNORECASE,
)
_ENDS = rf"[\s.\"'`$)\]}}{BOLD_END}]*(?:\n|\Z|[.,;] |</)"
#: Leads from an announced number to what follows from it: "7 from Ann and 5 from Bo, so 12".
_CONCLUSION = re.compile(
    rf"[^.;=\n]{{0,80}}?,? (?:so|making|giving|(?:for )?a total of) (?={HEDGE}{SIGNED}%?(?: [a-zA-Z]+){{0,2}}{_ENDS})"
)
#: An announced number that another must be compared with or multiplied by: "7 more than 5", "20% of 50", "half of 24".
_UNTOLD = re.compile(
    rf"[\s:*${BOLD}]*(?:(?:(?:half|third|quarter) of|twice|double|triple) {SIGNED}|{SIGNED}(?: [a-z]+)? (?:more|less|fewer) than {SIGNED}"
    rf"|(?:{SIGNED}%|\d{{1,9}}/\d{{1,9}}|\d?\.\d{{1,30}}) of {SIGNED})(?: [a-z]+)?(?!,? (?:which|that|so|or|making)\b){_ENDS}|[\s:*${BOLD}]*\d{{1,3}} \d{{3}} [a-z]",
    re.IGNORECASE,
)
#: Follows the first of several numbers that are announced together: "4, 9", "5 pens and 3 caps".
_LISTED = re.compile(
    rf"(?: [a-z]+)?(?:,|;|,? +and) +{SIGNED}(?: [a-z]+)?[\s.\"'`$)\]}}{BOLD_END}]*\Z"
)
_UNSURE = re.compile(
    r"\b(?:(?:somewhere|ranges?|could be|might be|may be)\b[^.\n]{0,30}|between (?:\S+ (?:\([^()]*\) )?and )?)$",
    re.IGNORECASE,
)
#: The end of a text that was cut off in the middle of a calculation or a clause.
_CUT = re.compile(
    r"(?:[-+*/=(≈$:,]|\\\w*frac\w*\{[^\n]{0,60}|\b(?:the|a|an|of|to|is|by|and|or|for|in|we|with|at|from|that|then|so|which|has|have|will|need|can|per|each|times|plus|minus|"
    r"first|second|third|last|next|her|his|their|calculate|find|get|add|subtract|multiply|divide))[ \t]*$",
    re.IGNORECASE,
)
_OPEN_BOX = re.compile(r"\\\w*box\w* ?\{[^}]*$")
_FINISHED = re.compile(
    r"(?:[.!?)\]}\"'%\ue001\ue003|>]|(?<! )\*|(?<=[\d}])\$)[\s\u2600-\u27bf\ufe0f\U0001f300-\U0001faff]*$"
)
#: The end of a short text that was cut before its result.
_OPEN_END = re.compile(r"(?:[-+*/=]|\b(?:is|are|equals))[ \t]*$")
#: The end of a short text that was cut within a list: "20, 35 and".
_CUT_SHORT = re.compile(r"\d, \$?\d[\d.]*,? (?:and|or)[ \t]*$")
#: Follows a number that stands alone at the start of a text: "17 more pages, since she had 5".
_STANDS_ALONE = re.compile(
    rf"{BOLD_END}?%?(?: [a-zA-Z%°$/]+){{0,2}}{BOLD_END}?[ \t]*(?:(?!, but\b)[.,;:(!—–=\n-]|(?:since|because|as)\b|\Z)"
)
#: Follows an answer on a line of its own: an optional unit, then a new line of text.
_ALONE = re.compile(
    rf"{BOLD_END}?[^\S\n]*(?:[a-zA-Z%°]+\.?[^\S\n]*){{0,2}}{BOLD_END}?\.?[^\S\n]*\n+{BOLD}?[A-Z]"
)
_LONG = 40
# Blanks and pictures behind the last sentence.
_BEHIND_TEXT = re.compile(
    r"(?<=[^\s\u2600-\u27bf\ufe0f\U0001f300-\U0001faff])[\s\u2600-\u27bf\ufe0f\U0001f300-\U0001faff]*\Z"
)


@dataclass(frozen=True, slots=True)
class Found:
    """An answer found in a text.

    Attributes:
        start, end: its offsets.
        spans: its texts. A number has one: without commas, currency and unit; or the expression. A lone figure of
            a table, or figures with a common scale, have no unit and scale.
        rule: how it was found: ``boxed``, ``marked``, ``announced``, ``leading`` (at the start of the text),
            ``result`` (after the last equals sign), ``conclusion`` (in the last sentence with a number),
            ``words``, ``line`` (a short line of its own), ``list`` (lines with bullets).
        scale: thousand, million, billion, percent or "".
    """

    start: int
    end: int
    spans: tuple[str, ...]
    rule: str
    scale: str = ""

    @property
    def plain(self) -> str:
        """The text of an answer that is one number or expression."""
        return self.spans[0]


def number_answer(text: str, given: Set[Fraction] = frozenset()) -> Found | None:
    """Return the number or expression that is a text's answer, or None if there is none that has a value.

    Text after a retraction ("Wait, ...") is read first. An announced answer takes priority: after ``####``,
    in a box, or after the last "answer is". Next comes a number at the start of the text, then the
    conclusion of the last sentence that has one. There is no answer if the text ends in the middle of its
    calculation, refuses to answer, or leaves a choice of several.

    Args:
        text: plain text (`plain_text.plain_text`), with `whole_amounts.with_whole_amounts`.
        given: the numbers of the problem. If a sentence concludes with one of them and one other number, the
            other is the answer: "8 boxes hold 480".
    """
    behind = _BEHIND_TEXT.search(text)
    found = _told(text, behind.start() if behind else 0, given)
    return None if found is None or NO_VALUE in found.plain else found


def _told(text: str, end: int, given: Set[Fraction]) -> Found | None:
    tail = last_retraction(text, 0, end)
    if tail is not None and tail < end:
        is_told = announcements(text, tail, end) or re.search(
            r"=|\b(?:so|therefore|thus|hence|should be|makes|must be|total)\b",
            text[tail:end],
            re.IGNORECASE,
        )
        is_short = end - tail < _LONG
        if (is_told or is_short) and (found := _read(text, tail, end, given)):
            return found
    return _read(text, 0, end, given)


def _read(text: str, start: int, end: int, given: Set[Fraction]) -> Found | None:
    told = announcements(text, start, end)
    marks = [a for a in told if a.rule == "marked"]
    # Steps of one solution may each have a mark; behind a question another solution begins.
    marked = [a for a in marks if "?" not in text[marks[0].end : a.start]][-1:]
    boxed = [a for a in told if a.rule == "boxed"][::-1]
    weaker = [a for a in told if a.rule == "announced"][::-1]
    for announcement in [*marked, *boxed[:MOST_LOOKED_AT], *weaker[:MOST_LOOKED_AT]]:
        found, is_settled = _announced(text, announcement, end)
        if found or is_settled:
            return found
    parts = statements(text, start, end)
    if not parts:
        return None
    # Behind a question stands its answer, which may be that of one step.
    leading = None if "?" in text[start : parts[0][0]] else _leading_answer(text, parts)
    if is_cut(text, start, end):  # an answer on a line of its own remains valid
        return leading if leading and _ALONE.match(text, leading.end, end) else None
    return leading or _concluded(text, parts, given)


def _announced(text: str, told: Announcement, end: int) -> tuple[Found | None, bool]:
    """Return the announced answer, and whether the search ends even without one."""
    start, stop = told.end, told.stop
    if letter := _LETTER.match(text, start, stop):
        return _of_option(text, letter[1], told.start), True
    if option := _OPTION.match(text, start, stop):
        start = option.end()
    if _UNTOLD.match(text, start, stop):
        return None, True
    first = next(sentences(text, start, stop), None)
    if first is None:
        return None, False
    leading = _leading(text, start, stop, told.rule)
    if leading and (follows := _CONCLUSION.match(text, leading.end, stop)):
        leading = _leading(text, follows.end(), stop, told.rule)
    found = leading or _last_result(text, *first, told.rule) or _concluding(text, *first, told.rule)
    is_open = found and (
        _leaves_a_choice(text, found, start, stop)
        or _LISTED.match(text, found.end, stop)
        or _DENIED.search(text, told.start, found.start)
    )
    if is_open or (leading is None and refuses(text, *first)):
        return None, True
    return found, False


def _of_option(text: str, letter: str, before: int) -> Found | None:
    """Return the number of an option that the text lists: "B) 17 km"."""
    pattern = re.compile(rf"(?:^|(?<=\n)|(?<=\s))[ \t(*-]*{letter}[).:][ \t]*(?=[$€£¥\d-])")
    places = [match.end() for match in pattern.finditer(text, 0, before)]
    return _leading(text, places[-1], before, "announced") if places else None


def _leading_answer(text: str, parts: list[Place]) -> Found | None:
    """Return the number at the start of a text, if it is the answer.

    "17. She had 5" begins with its answer; "5 + 12 = 17", then "17 - 3 = 14" or "so she has 14 left", is on its way there.
    """
    start, stop = parts[0]
    if option := _OPTION.match(text, start, stop):
        start = option.end()
        if re.search(rf"\n[ \t(]*{chr(ord(option[1]) + 1)}[).:]", text[start : parts[-1][1]]):
            return None  # "A: 12", then "B: 15"
    found = _leading(text, start, stop, "leading")
    if not found or not _STANDS_ALONE.match(text, found.end):
        return None
    if "=" in text[start : found.end] and _goes_on(text, found, stop, parts[1:]):
        return None
    # "1/4 of 12 = 3 boys.", then "24 - 7 = 17" and "So 17 ..."
    if _FOLLOWS.match(text, *parts[-1]) and any("=" in text[a:b] for a, b in parts[1:]):
        last = _concluding(text, *parts[-1], "", with_words=False)
        if last and last.plain != found.plain:
            return None
    return None if _leaves_a_choice(text, found, start, stop) else found


def _goes_on(text: str, computed: Found, stop: int, later: list[Place]) -> bool:
    """Return whether the text goes on from a computed result to another: in an equation, or in its last sentence with "so" or "left"."""
    if "=" in text[computed.end : stop] or any("=" in text[a:b] for a, b in later):
        return True
    known = {n.plain for n in _numbers(text, 0, computed.end, "")}
    places = [(computed.end, stop), *later]
    told = {n.plain for a, b in places for n in _numbers(text, a, b, "")}
    if computed.plain in told:
        return False
    start, end = places[-1]
    last = _concluding(text, start, end, "", with_words=False)
    so = _SO.search(text, start, end)
    return bool(
        so
        and last
        and last.plain not in known
        and (so.end() < last.start or _LEFT.match(text, last.end, end))
    )


def _concluded(text: str, parts: list[Place], given: Set[Fraction]) -> Found | None:
    if found := _said_to_follow(text, parts):
        return found
    for start, stop in reversed(parts):
        if refuses(text, start, stop):
            if _INABILITY.search(text, start, stop) and start != parts[0][0]:
                continue  # "so each is $2. Dan could not pay $4."
            return None
        found = _last_result(text, start, stop, "result") or _concluding(
            text, start, stop, "conclusion", with_words=start == parts[-1][0], given=given
        )
        if found:
            before = (text, start, found.start)
            is_open = _UNSURE.search(*before) or _DENIED.search(*before)
            return None if is_open or _leaves_a_choice(text, found, start, stop) else found
    words = _amounts(text, parts[0][0], parts[-1][1], "words")
    return words[-1] if words else None


def _said_to_follow(text: str, parts: list[Place]) -> Found | None:
    """Return the computed result that a sentence with "therefore" repeats, if only facts follow it.

    "Therefore, he found 44 more. Now he has 60."
    """
    for start, stop in reversed(parts[-3:]):
        if "=" in text[start:stop]:
            return None
        if _FOLLOWS.match(text, start, stop):
            return _last_computed(text, start, _numbers(text, start, stop, "conclusion"))
    return None


def is_cut(text: str, start: int, end: int) -> bool:
    """Return whether a part of a text breaks off on its way to the answer."""
    parts = list(sentences(text, start, end))
    if not parts:
        return False
    if len(parts) < 2 and len(text[start:end].split()) < _LONG:
        ends_in_sum = re.search(r"=[ \t]*$", text[start:end]) and _leading(text, *parts[0], "")
        is_open = _OPEN_END.search(text, start, end) or _CUT_SHORT.search(text, start, end)
        return not ends_in_sum and bool(is_open)
    start = parts[-1][0]
    if _FINISHED.search(text, start, end):
        return False
    # The last of three or more sentences has no end and tells no result, so it is one more step.
    has_number = _NUMBER.search(_STEP.sub("", text[start:end]))
    told = re.search(r"[=≈:]", text[start:end]) or _SO.search(text, start, end)
    is_boxed = _OPEN_BOX.search(text, start, end)
    tells_result = (told and not is_boxed) or _last_computed(
        text, start, _numbers(text, start, end, "")
    )
    alone = _leading(text, start, end, "")
    is_number = alone and not text[alone.end : end].strip()
    is_step = len(parts) > 2 and not is_number and not (has_number and tells_result)
    return bool(is_step or _CUT.search(text, start, end))


def concluding_number(text: str, start: int, end: int) -> Found | None:
    """Return the number that a sentence concludes with."""
    return _last_result(text, start, end, "result") or _concluding(
        text, start, end, "conclusion", with_words=False
    )


def _leaves_a_choice(text: str, found: Found, start: int, stop: int) -> bool:
    """Return whether an equal alternative is next to the answer: "12 or 15", "12, maybe 15", but not "0.25 or 25%"."""
    before = _SECOND_THOUGHT.search(text[max(0, found.start - _MOST_BETWEEN) : found.start])
    if before and _plain(before["number"]) != found.plain:
        return True
    first = list(_numbers(text, max(start, found.start - _MOST_BETWEEN), found.start, ""))[-1:]
    return any(_has_alternative(text, number, stop) for number in (*first, found))


def _has_alternative(text: str, number: Found, stop: int) -> bool:
    match = _ALTERNATIVE.match(text, number.end, stop)
    if match is None or _NUMBER.search(text, match.end(), min(stop, match.end() + 1)):
        return False
    unit, other = match["unit"].strip(), match["other"].strip()
    is_equal = "%" not in match[0] and unit in ("", other)
    return is_equal and _plain(match["number"]) != number.plain


def _leading(text: str, start: int, stop: int, rule: str) -> Found | None:
    """Return the number or expression at the start of a text; for ``5 + 12 = 17`` the result."""
    lead = _LEAD.match(text, start, stop)
    place = lead.end() if lead else start
    is_minus = bool(lead and re.search(r"minus |negative ", lead[0]))
    if unknown := _UNKNOWN.match(text, place, stop):
        place = unknown.end()
    if place > start and text[place - 1] == "$" and not text.startswith("(", place):
        place -= 1
    found: tuple[int, int] | None = None
    while term := _CHAIN.match(text, place, stop):
        found = term.span()
        equals = _EQUALS.match(text, term.end(), stop)
        if equals is None:
            break
        place = equals.end()
    if found is None:
        return None
    plain = _plain(text[slice(*found)])
    return Found(*found, (f"-{plain}" if is_minus else plain,), rule) if plain else None


def _last_result(text: str, start: int, stop: int, rule: str) -> Found | None:
    """Return the number after the last equals sign, if the sentence does not go on to another: "= 10, so we need 11"."""
    after = text.rfind("=", start, stop) + 1
    if not after:
        return None
    found = _leading(text, after, stop, rule) or next(_numbers(text, after, stop, rule), None)
    if found is None:
        return None
    reason = CONDITION.match(text, start, stop)
    because = _BECAUSE.search(text, start, after)
    if because and _NUMBER.search(text, start, because.start()):
        return None  # "47, because 47 + 45 = 92"
    goes_on = reason if reason and reason.end() > found.end else _SO.search(text, found.end, stop)
    return None if goes_on and _NUMBER.search(text, goes_on.end(), stop) else found


def _numbers(text: str, start: int, stop: int, rule: str) -> Iterator[Found]:
    for match in _NUMBER.finditer(text, start, stop):
        yield Found(*match.span(), (_plain(match[0]),), rule)


def _concluding(
    text: str,
    start: int,
    stop: int,
    rule: str,
    *,
    with_words: bool = True,
    given: Set[Fraction] = frozenset(),
) -> Found | None:
    """Return the number that a sentence concludes with.

    It is the bold number, else the result of the last calculation. Otherwise it is the first number after
    "so", or the last one, that is an amount and not a time or a part of something; if it is ``given``, the only
    other number that is not.
    """
    skipped = [
        match.span()
        for pattern in (_BESIDE_THE_ANSWER, _STEP, CONDITION, _AFTER)
        for match in pattern.finditer(text, start, stop)
    ]
    shown = list(_numbers(text, start, stop, rule))
    numbers = [n for n in shown if not any(a <= n.start < b for a, b in skipped)] or shown
    if not numbers:
        return _in_words(text, start, stop, rule) if with_words else None
    bold = [
        n
        for n in numbers
        if text.rfind(BOLD, start, n.start) > text.rfind(BOLD_END, start, n.start)
    ]
    if len(bold) == 1:
        return bold[0]
    so = [match.end() for match in _SO.finditer(text, start, stop)]
    if same := _last_computed(
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
    after_so = [match.end() for match in _SO.finditer(text, start, stop)][-1:]
    if with_words and not behind and after_so:
        told = [w for w in _main_words(text, start, stop, rule) if w.start > after_so[0]]
        if told and not any(n.start > after_so[0] for n in numbers):
            return told[-1]
    if len(behind) > 1 and _IS_SUBJECT.match(text, behind[0].end, behind[1].start):
        del behind[0]
    chosen = (behind[:1] or main[-1:] or numbers[-1:])[0]
    if _value(chosen) not in given or text[start : chosen.start].rstrip().endswith(":"):
        return chosen
    values = [
        (n, _value(n))
        for n in numbers
        if (not so or n.start > so[-1])
        and not _OF_A_WHOLE.search(text, max(start, n.start - _NEAR), n.start)
    ]
    new = {value: n for n, value in values if value is not None and value not in given}
    return next(iter(new.values())) if len(new) == 1 else chosen


def _value(number: Found) -> Fraction | None:
    with suppress(NumdiagError):
        return exact_number(number.plain)
    return None


def _last_computed(text: str, before: int, numbers: Iterable[Found]) -> Found | None:
    """Return the number that repeats the result of the calculation before it."""
    equals = text.rfind("=", 0, before)
    if equals < 0:
        return None
    line = text.find("\n", equals)
    computed = _leading(text, equals + 1, line if line >= 0 else before, "")
    return next((n for n in numbers if computed and n.plain == computed.plain), None)


def _in_words(text: str, start: int, stop: int, rule: str) -> Found | None:
    main = _main_words(text, start, stop, rule) or _amounts(text, start, stop, rule)
    # "seventy-five cents, or three quarters of a dollar"
    while len(main) > 1 and text.endswith(", or ", 0, main[-1].start):
        del main[-1]
    return main[-1] if main else None


def _main_words(text: str, start: int, stop: int, rule: str) -> list[Found]:
    amounts = _amounts(text, start, stop, rule)
    return [a for a in amounts if not _is_circumstance(text, start, a.start)]


def _amounts(text: str, start: int, stop: int, rule: str) -> list[Found]:
    found = whole_amounts_in_words(text, start, stop)
    return [Found(first, last, (plain,), rule) for first, last, plain in found]


def _is_circumstance(text: str, start: int, place: int) -> bool:
    before = (text, max(start, place - _NEAR), place)
    return bool(_CIRCUMSTANCE.search(*before) and not _LEFT_WITH.search(*before))


def _plain(text: str) -> str:
    """Return a number or expression without commas, currency and units: ``$1,234.5`` -> ``1234.5``."""
    if NO_VALUE in text:
        return NO_VALUE
    for words, sign in OPERATIONS_IN_WORDS.items():
        text = text.replace(f" {words} ", f" {sign} ")
    if "%" in text and re.search(r"[-+*/]", text):
        return NO_VALUE
    text = _TIMES.sub("*", re.sub(r"(?<=\d),(?=\d{3})", "", text))
    text = re.sub(r"[^-+*/().\d ]", "", text.replace("[", "(").replace("]", ")")).strip()
    if re.fullmatch(r"[-. ()\d]+", text) and len(re.findall(r"[\d.]+", text)) == 1:
        return re.sub(r"[ ()]", "", text)
    return " ".join(text.split())
