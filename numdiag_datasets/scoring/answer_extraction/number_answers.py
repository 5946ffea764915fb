"""Extraction of the number that is a text's answer, with its offsets."""

from __future__ import annotations

import re
from dataclasses import replace

from numdiag_datasets.scoring.answer_extraction.answer_markers import (
    MOST_LOOKED_AT,
    Announcement,
    announcements,
    last_retraction,
    refuses,
)
from numdiag_datasets.scoring.answer_extraction.conclusions import (
    SO,
    STEP,
    Asked,
    amounts_in,
    concluding,
    last_computed,
    last_result,
    value_of,
)
from numdiag_datasets.scoring.answer_extraction.found_numbers import (
    HEDGE,
    NUMBER,
    SIGNED,
    Found,
    leading_number,
    numbers_in,
    without_units,
)
from numdiag_datasets.scoring.answer_extraction.plain_text import BOLD, BOLD_END
from numdiag_datasets.scoring.answer_extraction.sentences import (
    Place,
    sentences,
    statements,
)
from numdiag_datasets.scoring.answer_extraction.whole_amounts import (
    NO_VALUE,
)

_OPTION = re.compile(r"[\s(\[]*(?:option )?\(?([A-H])(?:[).:\]]+\s*|\s*$)")
#: Before an equation at the start of a text.
_EQUATION = re.compile(
    rf"{BOLD}?(?:the )?(?:equation|expression)(?: is)?{BOLD_END}?(?: ?:|(?<= is)){BOLD_END}?\s+(?=[-$€£¥(\d])",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[\s(\[]*(?:option )?\(?([A-H])\)?[.\s]*(?:$|\n|(?=[,;]))")
#: A person cannot or does not do something. This does not refuse to answer.
_INABILITY = re.compile(
    r"\b(?:s?he|they|(?!(?:I|It|We|The|There|This|That|You)\b)[A-Z][a-z]+) (?:can(?:not|['’]t)|could(?:n['’]t| not)|do(?:es)?(?:n['’]t| not)|did(?:n['’]t| not)|(?:is|was|are|were) (?:not able|unable))\b"
    r"|\b(?:This|That|It) (?:does|did)(?:n['’]t| not) include\b"
)
#: Behind a result: "35 dollars left".
_LEFT = re.compile(r"(?: [a-z]+){0,2} (?:left|in total|altogether)\b", re.IGNORECASE)
_FOLLOWS = re.compile(rf"{BOLD}?(?:so|thus|therefore|hence)\b", re.IGNORECASE)
_ALTERNATIVE = re.compile(
    rf"[^\S\n]*(?P<unit>(?:[a-z%°]+\.? ?){{0,2}})(?:\(?or|and possibly|[,(]? ?(?:maybe|perhaps|possibly))(?: (?:maybe|perhaps|possibly|even))* (?P<number>{SIGNED})(?P<other>%?(?: ?[a-z]+)?)",
    re.IGNORECASE,
)
#: Follows an alternative that only holds for some: "15.1 pens (or 15 pens if only whole pens count)".
_ON_CONDITION = re.compile(r"(?: [a-z]+)?,? (?:if|when|rounded|after rounding)\b")
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
_IS_EXPRESSION = re.compile(r"[\d)] ?[-+*/]")
#: Between an expression and its result.
_STATED = re.compile(
    rf"[^\w.;,\n{BOLD}-]{{0,6}}[.,]?[^\w;,-]{{0,6}}(?:\b(?:(?:this|that|it|which) )?(?:i\.e\.|(?:that is|that['’]s|is|equals|gives|giving|yields|results? in|resulting in|the result is|about|exactly|total|so|thus|therefore)\b),?(?: us| you)?[\s:${BOLD}]{{1,4}})?(?=\d)(?!\d{{1,2}}[.)]\s+[a-z])",
    re.IGNORECASE,
)
#: Between a first number and the result.
_GOES_ON = re.compile(r"[=;\n]|[.,](?!\d)|\b(?:so|then|and)\b")
#: A check of the answer before it.
_CHECKS = re.compile(r"\b(?:check|verif|confirm|prove|proof)", re.IGNORECASE)
#: The name of an announced number: "Total cost: 21 (9 + 12)".
_LABEL = re.compile(
    rf"[ \t]*[A-Z][a-z]+(?: [a-z]+){{0,3}}:[ \t]+(?=[{BOLD}$€£¥-]*\d)(?![^\n]*:[ \t])"
)
#: The rest of an announced calculation in words: "75 shirts at $12 each = $900", but not "5, since 48 / 10 = 4.8".
_WORDED = re.compile(
    r" (?:(?!\b(?:since|because|as|after|so)\b)(?:[^.,;:()=\n]|[.,](?=\d))){1,120}= ?(?=\S)"
)
#: An announced number that another must be compared with or multiplied by: "7 more than 5", "20% of 50", "half of 24", "up to 16".
_UNTOLD = re.compile(
    rf"[\s:*${BOLD}]*(?:(?:(?:more|less|fewer|greater) than|up to|over|under|at most|[<>≤≥]) ?{SIGNED}|(?:(?:half|third|quarter) of|twice|double|triple) {SIGNED}|{SIGNED}(?: [a-z]+)? (?:more|less|fewer) than {SIGNED}"
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
#: A bold result: "He pays **$64**.", "**Her pay = $460**".
_BOLD_RESULT = re.compile(
    rf"{BOLD}(?:[^{BOLD_END}\n=]*= ?)?(?P<figure>{HEDGE}{SIGNED})(?:%?(?: [a-zA-Z]+){{0,3}})[.!]?{BOLD_END}"
)
_TOGETHER = re.compile(r"\b(?:total|together|in all|combined|sum|final)\b", re.IGNORECASE)
_LONG = 40
_ROUNDS = re.compile(rf"{BOLD}?(?:we )?round(?:ing|ed)? up\b", re.IGNORECASE)
#: A refusal for want of information, unless a result follows.
_LACKS = re.compile(
    r"\b(?:(?:not|n['’]t)\b[^.\n]{0,20}\benough|insufficient) (?:information|data|details?)\b(?![^\n]*(?:=|\b(?:so|however|assum\w+|therefore|thus|hence)\b))",
    re.IGNORECASE,
)
#: The first two items of a list.
_LIST = re.compile(r"\s*[-*•+] [^\n]*\n\s*[-*•+] ")
# Blanks and pictures behind the last sentence.
_BEHIND_TEXT = re.compile(
    r"(?<=[^\s\u2600-\u27bf\ufe0f\U0001f300-\U0001faff])[\s\u2600-\u27bf\ufe0f\U0001f300-\U0001faff]*\Z"
)


def number_answer(text: str, asked: Asked) -> Found | None:
    """Return the number or expression that is a text's answer, or None if there is none that has a value.

    Text after a retraction ("Wait, ...") is read first. An announced answer takes priority: after ``####``,
    in a box, or after the last "answer is". Next comes a number at the start of the text, then the
    conclusion of the last sentence that has one. There is no answer if the text ends in the middle of its
    calculation, refuses to answer, or leaves a choice of several.

    Args:
        text: plain text (`plain_text.plain_text`), with `whole_amounts.with_whole_amounts`.
        asked: the facts of the problem.
    """
    behind = _BEHIND_TEXT.search(text)
    found = _told(text, behind.start() if behind else 0, asked)
    return None if found is None or NO_VALUE in found.plain else found


def _told(text: str, end: int, asked: Asked) -> Found | None:
    tail = last_retraction(text, 0, end)
    if tail is not None and tail < end:
        is_told = announcements(text, tail, end) or re.search(
            r"=|\b(?:so|therefore|thus|hence|should be|makes|must be|total|correct|instead|result|it['’]s)\b",
            text[tail:end],
            re.IGNORECASE,
        )
        is_short = end - tail < _LONG
        if (is_told or is_short) and (found := _read(text, tail, end, asked)):
            return found
    return _read(text, 0, end, asked)


def _read(text: str, start: int, end: int, asked: Asked) -> Found | None:
    told = announcements(text, start, end)
    marks = [a for a in told if a.rule == "marked"]
    # Steps of one solution may each have a mark; behind a question another solution begins.
    marked = [a for a in marks if "?" not in text[marks[0].end : a.start]][-1:]
    boxed = [a for a in told if a.rule == "boxed"][::-1]
    weaker = [a for a in told if a.rule == "announced"][: -MOST_LOOKED_AT - 1 : -1]
    # "Answer: 21", then "The answer is in pens, not in packs of 9" or "Total: 30"
    weaker.sort(key=lambda a: (not leading_number(text, a.end, a.stop, ""), a.of_total))
    for announcement in [*marked, *boxed[:MOST_LOOKED_AT], *weaker]:
        found, is_settled = _announced(text, announcement, end, asked)
        if found and announcement.rule == "announced":
            return _reached_later(text, announcement.end, found, end, asked) or found
        if found or is_settled:
            return found
    return _unannounced(text, start, end, asked)


def _reached_later(text: str, start: int, first: Found, end: int, asked: Asked) -> Found | None:
    """Return the result to which an announced number leads, None if it is the answer itself.

    "Answer: They had 30 pens. They sold 22. So 8 are left.", "Answer: 40 - 10 = 30, then 30 - 22 = 8". The first number
    is one of the problem or an operand of a later calculation.
    """
    last = _unannounced(text, start, end, replace(asked, in_chain=False))
    if last is None or last.start <= first.end or _CHECKS.search(text, first.end, end):
        return None
    is_concluded = SO.search(text, first.end, end) or re.search(
        f"[={BOLD}]", text[first.end : last.end]
    )
    if not is_concluded or not _GOES_ON.search(text, first.end, last.start):
        return None
    is_on_the_way = _is_used(text, first, last.start, asked)
    is_new = last.plain != first.plain and value_of(last) not in asked.given
    return last if is_on_the_way and is_new else None


def _unannounced(text: str, start: int, end: int, asked: Asked) -> Found | None:
    parts = statements(text, start, end)
    if not parts:
        return None
    if len(parts) == 1 and _UNTOLD.match(text, *parts[0]):
        return None
    # Behind a question stands its answer, which may be that of one step.
    leading = None if "?" in text[start : parts[0][0]] else _leading_answer(text, parts)
    is_last = list(sentences(text, start, end))[-1] == parts[-1]  # nothing but statements
    if is_last and is_cut(text, start, end):  # an answer on a line of its own remains valid
        return leading if leading and _ALONE.match(text, leading.end, end) else None
    is_step = len(parts) > 1 and asked.in_chain
    if leading and not (is_step or _is_fact(text, leading, asked)):
        return leading
    last = _concluded(text, parts, asked)
    if leading and last and leading.start == last.start:  # the number is all of the text
        return leading
    # "17. She had 5 and bought 12."
    if leading and last and value_of(last) in asked.given and value_of(leading) not in asked.given:
        return leading
    return last or leading


def _is_fact(text: str, leading: Found, asked: Asked) -> bool:
    """Return whether a text begins with a step: a list, or with more than a unit a number that is given or calculated with."""
    if _LIST.match(text):
        return True
    return _is_used(text, leading, len(text), asked) and not _ALONE.match(text, leading.end)


def _is_used(text: str, first: Found, end: int, asked: Asked) -> bool:
    """Return whether a number is one of the problem, or an operand later in the text."""
    equals = max(text.rfind("=", first.end, end), first.end)
    operands = {n.plain for n in numbers_in(text, first.end, equals, "")}
    return first.plain in operands or value_of(first) in asked.given


def _announced(text: str, told: Announcement, end: int, asked: Asked) -> tuple[Found | None, bool]:
    """Return the announced answer, and whether the search ends even without one."""
    start, stop = told.end, told.stop
    if letter := _LETTER.match(text, start, stop):
        found = _of_option(text, letter[1], told.start)
        if found or text[letter.end() : letter.end() + 1] != ",":
            return found, True
        start = letter.end() + 1  # "option C, 54 lamps"
    if option := _OPTION.match(text, start, stop):
        start = option.end()
    if label := _LABEL.match(text, start, stop):
        start = label.end()
    if _UNTOLD.match(text, start, stop):
        return None, True
    first = next(sentences(text, start, stop), None)
    if first is None:
        return None, False
    leading = leading_number(text, start, stop, told.rule)
    if leading and (follows := _CONCLUSION.match(text, leading.end, stop)):
        leading = leading_number(text, follows.end(), stop, told.rule)
    elif leading and (worded := _WORDED.match(text, leading.end, stop)):
        leading = leading_number(text, worded.end(), stop, told.rule)
    if leading:
        leading = _with_stated_result(text, leading, end)
    found = (
        leading
        or last_result(text, *first, told.rule)
        or concluding(text, *first, told.rule, asked=asked)
    )
    is_open = found and (
        _leaves_a_choice(text, found, start, stop)
        or _LISTED.match(text, found.end, stop)
        or _DENIED.search(text, told.start, found.start)
    )
    if is_open or (leading is None and refuses(text, *first)):
        return None, True
    return found, False


def _with_stated_result(text: str, found: Found, end: int) -> Found:
    """Return the result that directly follows an expression: "408 - 42 (366)", "20 + 72, giving us **92**"."""
    if not _IS_EXPRESSION.search(found.plain) or not (told := _STATED.match(text, found.end, end)):
        return found
    line = text.find("\n", told.end(), end)
    stated = leading_number(text, told.end(), line if line >= 0 else end, found.rule)
    is_result = stated and not _IS_EXPRESSION.search(stated.plain)
    is_operand = stated and stated.plain in re.findall(r"[\d.]+", found.plain)
    return stated if stated and is_result and not is_operand else found


def _of_option(text: str, letter: str, before: int) -> Found | None:
    """Return the number of an option that the text lists: "B) 17 km"."""
    pattern = re.compile(rf"(?:^|(?<=\n)|(?<=\s))[ \t(*-]*{letter}[).:][ \t]*(?=[$€£¥\d-])")
    places = [match.end() for match in pattern.finditer(text, 0, before)]
    return leading_number(text, places[-1], before, "announced") if places else None


def _leading_answer(text: str, parts: list[Place]) -> Found | None:
    """Return the number at the start of a text, if it is the answer.

    "17. She had 5" begins with its answer; "5 + 12 = 17", then "17 - 3 = 14" or "so she has 14 left", is on its way there.
    """
    start, stop = parts[0]
    if option := _OPTION.match(text, start, stop):
        start = option.end()
        if re.search(rf"\n[ \t(]*{chr(ord(option[1]) + 1)}[).:]", text[start : parts[-1][1]]):
            return None  # "A: 12", then "B: 15"
    if equation := _EQUATION.match(text, start, parts[-1][1]):
        start = equation.end()
        stop = next((b for _, b in parts if b > start), stop)
    found = leading_number(text, start, stop, "leading")
    if found and (stated := _with_stated_result(text, found, parts[-1][1])) != found:
        return stated
    if not found or not _STANDS_ALONE.match(text, found.end):
        return None
    if "=" in text[start : found.end] and _goes_on(text, found, stop, parts[1:]):
        return None
    # "1/4 of 12 = 3 boys.", then "24 - 7 = 17" and "So 17 ..."
    if _FOLLOWS.match(text, *parts[-1]) and any("=" in text[a:b] for a, b in parts[1:]):
        last = concluding(text, *parts[-1], "", with_words=False)
        if last and last.plain != found.plain:
            return None
    return None if _leaves_a_choice(text, found, start, stop) else found


def _goes_on(text: str, computed: Found, stop: int, later: list[Place]) -> bool:
    """Return whether the text goes on from a computed result to another: in an equation, or in its last sentence with "so" or "left"."""
    if "=" in text[computed.end : stop] or any("=" in text[a:b] for a, b in later):
        return True
    # "90 / 40 = 2.25, so we round up. They need 3.", "= 2.25. Rounding up: 3"
    if later and (
        re.search(r"\bround", text[computed.end : stop]) or _ROUNDS.match(text, *later[0])
    ):
        return True
    known = {n.plain for n in numbers_in(text, 0, computed.end, "")}
    places = [(computed.end, stop), *later]
    told = {n.plain for a, b in places for n in numbers_in(text, a, b, "")}
    if computed.plain in told:
        return False
    start, end = places[-1]
    last = concluding(text, start, end, "", with_words=False)
    so = SO.search(text, start, end)
    return bool(
        so
        and last
        and last.plain not in known
        and (so.end() < last.start or _LEFT.match(text, last.end, end))
    )


def _concluded(text: str, parts: list[Place], asked: Asked) -> Found | None:
    if found := _only_bold(text, parts) or _said_to_follow(text, parts):
        return found
    if _LACKS.search(text, parts[0][0], parts[-1][1]):
        return None
    for start, stop in reversed(parts):
        if refuses(text, start, stop):
            if _INABILITY.search(text, start, stop) and start != parts[0][0]:
                continue  # "so each is $2. Dan could not pay $4."
            return None
        found = last_result(text, start, stop, "result") or concluding(
            text, start, stop, "conclusion", with_words=start == parts[-1][0], asked=asked
        )
        if found:
            before = (text, start, found.start)
            is_open = _UNSURE.search(*before) or _DENIED.search(*before)
            return None if is_open or _leaves_a_choice(text, found, start, stop) else found
    words = amounts_in(text, parts[0][0], parts[-1][1], "words")
    return words[-1] if words else None


def _only_bold(text: str, parts: list[Place]) -> Found | None:
    """Return the bold result of a text, if it has one and only remarks follow it."""
    bold = [
        (match, start)
        for start, stop in parts
        for match in _BOLD_RESULT.finditer(text, start, stop + 1)
    ]
    if len({without_units(match["figure"]) for match, _ in bold}) != 1:
        return None
    match, start = bold[-1]
    later = [place for place in parts if place[0] > start]
    if any(
        "=" in text[a:b] or SO.search(text, a, b) or _TOGETHER.search(text, a, b) for a, b in later
    ):
        return None
    return leading_number(text, match.start("figure"), match.end(), "conclusion")


def _said_to_follow(text: str, parts: list[Place]) -> Found | None:
    """Return the computed result that a sentence with "therefore" repeats, if only facts follow it.

    "Therefore, he found 44 more. Now he has 60."
    """
    for start, stop in reversed(parts[-3:]):
        if "=" in text[start:stop]:
            return None
        if _FOLLOWS.match(text, start, stop):
            return last_computed(text, start, numbers_in(text, start, stop, "conclusion"))
    return None


def is_cut(text: str, start: int, end: int) -> bool:
    """Return whether a part of a text breaks off on its way to the answer."""
    parts = list(sentences(text, start, end))
    if not parts:
        return False
    if len(parts) < 2 and len(text[start:end].split()) < _LONG:
        return bool(_OPEN_END.search(text, start, end) or _CUT_SHORT.search(text, start, end))
    start = parts[-1][0]
    if _FINISHED.search(text, start, end):
        return False
    # The last of three or more sentences has no end and tells no result, so it is one more step.
    has_number = NUMBER.search(STEP.sub("", text[start:end]))
    told = re.search(r"[=≈:]", text[start:end]) or SO.search(text, start, end)
    is_boxed = _OPEN_BOX.search(text, start, end)
    tells_result = (told and not is_boxed) or last_computed(
        text, start, numbers_in(text, start, end, "")
    )
    alone = leading_number(text, start, end, "")
    is_number = alone and not text[alone.end : end].strip()
    is_step = len(parts) > 2 and not is_number and not (has_number and tells_result)
    return bool(is_step or _CUT.search(text, start, end))


def _leaves_a_choice(text: str, found: Found, start: int, stop: int) -> bool:
    """Return whether an equal alternative is next to the answer: "12 or 15", "12, maybe 15", but not "0.25 or 25%"."""
    before = _SECOND_THOUGHT.search(text[max(0, found.start - _MOST_BETWEEN) : found.start])
    if before and without_units(before["number"]) != found.plain:
        return True
    first = list(numbers_in(text, max(start, found.start - _MOST_BETWEEN), found.start, ""))[-1:]
    return any(_has_alternative(text, number, stop) for number in (*first, found))


def _has_alternative(text: str, number: Found, stop: int) -> bool:
    match = _ALTERNATIVE.match(text, number.end, stop)
    if match is None or NUMBER.search(text, match.end(), min(stop, match.end() + 1)):
        return False
    if _ON_CONDITION.match(text, match.end(), stop):
        return False
    unit, other = match["unit"].strip(), match["other"].strip()
    is_equal = "%" not in match[0] and unit in ("", other)
    told = replace(number, spans=(without_units(match["number"]),))
    return is_equal and told.plain != number.plain and value_of(told) != value_of(number)
