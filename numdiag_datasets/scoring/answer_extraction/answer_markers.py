"""Markers in a text: announcements of an answer, retractions of one, and refusals to answer."""

from __future__ import annotations

import re
from dataclasses import dataclass

from numdiag_datasets.scoring.answer_extraction.plain_text import BOLD, BOX, BOX_END
from numdiag_datasets.scoring.answer_extraction.sentences import CONDITION, statements

_CUE = re.compile(
    rf"(?P<box>{BOX})|(?P<mark>####+|<answer>)\s*+"
    r"|(?P<word>\b(?:final |correct |right |exact |overall )?(?:answer|result|solution|total|output|antwort|respuesta|réponse|risposta|resposta|(?:choice|option)(?= is))\b"
    r"(?: \([^()\n]{1,40}\))?(?: (?:to|for|of) [^.:\n]{1,80}?)?"
    r"(?:(?:,)? (?:is|was|should be|would be|will be|must be|becomes|equals|comes to|ist|es|est|è)\b(?: (?:therefore|thus|then|indeed|still|now|also))?"
    r"|[\"'\ue003]*\s*+[:=]|[ \t]+[-–—](?=[ \t]))[\"'\ue003]?[ \t]*+:?\s*+"
    r"|(?:答案(?:应该|應該)?(?:是|为|為|:)|答:|答え[はが:]|정답은|정답:|ответ:)\s*+)",
    re.IGNORECASE,
)
#: The mark of a list below an announcement: "- 12", "1. 12".
_ITEM = re.compile(rf"(?:[-*•–]|(?P<one>\(?1[.)])(?=[ \t]+{BOLD}?[-$€£¥]?\d))[ \t]+(?=\S)")
_TOTAL = re.compile(r"total|solution|result|output", re.IGNORECASE)
#: The result of a sentence.
_RESULT = re.compile(
    r"\b(?:so|thus|therefore|hence|leaving|leaves|left|remain\w*|now)\b[^.!?\n]*\d|\d[^.!?\n]*\b(?:left|remain\w*|more|now)\b",
    re.IGNORECASE,
)
_SENTENCE_START = re.compile(r"[.!?](?=\s)|\n")
#: Before an announcement: the answer is not, or not yet, the model's own.
_DOUBT = re.compile(
    r"\b(?:thought|at first|first guess|initially|originally|if|whether|assum\w+|suppos\w+|might|may|could|guessed|wrong|"
    r"incorrect|mistaken\w*|not sure|unsure|said|claims?|expected|given|(?:verify|check|substitut)\w*|(?:to|we) (?:find|get|check|verify|compute|calculate)|wrote)\b[^.!?\n]{0,60}$",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"(?:not|n['’]t|never|unlikely|somewhere|between|either)\b|不", re.IGNORECASE)
#: Follows "the answer is" in a remark on the answer: "smaller than 30", "stated in the text".
_REMARK = re.compile(
    r"\w+er than \W?\d|(?:stated|found|given|shown) in the (?:text|table|passage|problem)\b|rounded to|(?:verified|calculated|computed|obtained) by [^.\n]*\d",
    re.IGNORECASE,
)

#: Retractions: words that take back the text before them.
_IS_WRONG = r"(?:that|this|it)(?:['’]s| is| was) (?:not (?:right|correct)|wrong|incorrect)\b"
_RETRACTION = re.compile(
    r"(?:(?<=[.!?…\n—–(-] )|(?<=[.!?…\n—–(*_\ue002-])|(?<=\A))(?:(?:oh|hmm+|oops|but|no|ah|um)[,.! …]+(?:\w+[,.! …]+)?)?"
    r"(?:wait\b|no\b(?=[,.] )|actually\b|correction\b|sorry\b|my (?:mistake|bad)\b|(?:edit|update|corrected)\b(?=:)|this contradicts\b|i apologi[sz]e\b[^.\n]{0,80}|the above (?:is|was) wrong\b|my apologies\b|hold on\b|scratch that\b|oops\b|hmm+\b|on second thought|"
    r"let me (?:re(?:calculate|compute|do|check|consider|think|count|read|work)|correct|fix|double|try again|start over|check)|i (?:made|was) (?:a mistake|an error|wrong|mistaken)|"
    rf"(?:that|this)(?:(?:['’]s| is| was) (?:not (?:right|correct)|wrong|incorrect)| isn['’]t (?:right|correct)))\b(?:,? {_IS_WRONG})?"
    rf"|(?<=, )(?:wait|sorry|or rather)\b(?:, no\b)?|(?<=\()should be\b|\bso {_IS_WRONG}",
    re.IGNORECASE,
)
#: Ends a check that takes nothing back: "Let me check: 30 + 5 = 35. Yes, it matches."
_CONFIRMS = re.compile(
    r"(?:\b(?:yes|correct|matches|confirm\w*|checks out|is right|as expected)\b|[✓✔✅])[^=]*\Z",
    re.IGNORECASE,
)
#: A check that takes the answer back.
_CORRECTS = re.compile(
    r"\b(?:so|should|actually|wrong|mistake|incorrect|not|instead|no|answer|therefore|thus|but)\b|n['’]t\b",
    re.IGNORECASE,
)
_LONGEST_CONFIRMATION = 200
#: Refusals: words which mean that a text has no answer.
_REFUSAL = re.compile(
    r"\b(?:can(?:not|['’]t| not)|could(?:n['’]t| not)|unable to|not able to|(?:not |im)possible to|no way to|"
    r"(?:not enough|in?sufficient|no|without (?:more|further)|more|missing) (?:information|data|details|context)|"
    r"(?:do(?:es)?|did)(?:n['’]t| not) (?:provide|state|mention|specify|say|give|contain|include|know|have (?:enough|the|access))|"
    r"(?:is|are)(?:n['’]t| not) (?:provided|given|stated|mentioned|specified|available|known|disclosed)|"
    r"(?:gives?|states?|provides?|there is|has) no (?:figure|number|value|answer|mention)|"
    r"(?:cannot|can['’]t) be (?:determined|answered|calculated)|as an ai\b|i(?:['’]m| am) (?:sorry|not sure)|unknown|undetermined|n/a)\b",
    re.IGNORECASE,
)
_STILL_ANSWERS = re.compile(r", (?:so|but)\b[^\n]*\d")
_FAR = 1000
#: Of each kind of announcement only the last ones are read, at most this many.
MOST_LOOKED_AT = 50


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement of an answer in a text.

    Attributes:
        start, end: its offsets; the answer follows.
        stop: where the answer ends at the latest: the end of the box, the tag or the line.
        rule: ``boxed``, ``marked`` (``####``, ``<answer>``) or ``announced``.
        of_total: whether it is of a total or result, which may be one of a step.
    """

    start: int
    end: int
    stop: int
    rule: str
    of_total: bool = False


def announcements(text: str, start: int, end: int) -> list[Announcement]:
    """Return the announcements in a part of a text that are meant, in order.

    Negated ones, questions and those in a sentence of doubt ("I thought the answer is 30") are left out.
    """
    found = []
    for match in _CUE.finditer(text, start, end):
        after = match.end()
        item = _ITEM.match(text, after, end)
        if item and ("\n" in match[0] or item["one"]):
            after = item.end()
        if match["box"]:
            rule, stop = "boxed", _find(text, BOX_END, after, end)
        else:
            rule = "marked" if match["mark"] else "announced"
            close = "</answer>" if match["mark"] == "<answer>" else "\n"
            stop = min(_find(text, close, after, end), after + _FAR)
        if rule != "announced" or not _is_doubted(text, match, start, stop, end):
            found.append(
                Announcement(match.start(), after, stop, rule, of_total=_is_total(match["word"]))
            )
    return found


def _find(text: str, mark: str, start: int, end: int) -> int:
    """Return the offset of a mark in a part of a text, or the end of the part."""
    place = text.find(mark, start, end)
    return place if place >= 0 else end


def _is_doubted(text: str, match: re.Match[str], start: int, stop: int, end: int) -> bool:
    before = text[max(start, match.start() - 100) : match.start()]
    after = text[match.end() : stop]
    if _is_total(match["word"]):
        # "Total: 25" is the answer only at the start of a line; "the total is" may be any step of a chain.
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if (
            re.search(r"\w", line)
            or text.find("=", match.end(), end) >= 0
            or _result_follows(text, stop, end)
        ):
            return True
    return bool(
        _DOUBT.search(_SENTENCE_START.split(before)[-1])
        or _NEGATED.match(after)
        or (match["word"].rstrip()[-1:].isalpha() and _REMARK.match(after))
        or re.match(r"[^.!\n]{0,60}\?(?=\s|$)", after)
        or ("would" in match["word"] and re.match(r"[^.!\n]{0,60}\bif\b", after))
    )


def _is_total(word: str | None) -> bool:
    return bool(word and _TOTAL.match(word)) and "final" not in (word or "").lower()


def _result_follows(text: str, start: int, end: int) -> bool:
    """Return whether the last statement after a line states a result: "leaving him with 15", "so 12 are left"."""
    later = statements(text, max(start, end - _FAR), end)  # the last one is near the end
    return bool(later) and bool(_RESULT.search(text, *later[-1]))


def last_retraction(text: str, start: int, end: int) -> int | None:
    """Return the offset after the last retraction, or None if there is none."""
    ends = [match.end() for match in _RETRACTION.finditer(text, start, end)]
    if (
        ends
        and "check" in text[ends[-1] - 5 : ends[-1] + 7].lower()
        and (
            _CONFIRMS.search(text, max(ends[-1], end - _LONGEST_CONFIRMATION), end)
            or (announcements(text, start, ends[-1]) and not _CORRECTS.search(text, ends[-1], end))
        )
    ):
        del ends[-1]
    return ends[-1] if ends else None


def refuses(text: str, start: int, end: int) -> bool:
    """Return whether a sentence refuses to answer: "he cannot buy half a box, so he buys 3" and "since he cannot, ..." do not."""
    reason = CONDITION.match(text, start, end)
    refusal = _REFUSAL.search(text, reason.end() if reason else start, end)
    return refusal is not None and not _STILL_ANSWERS.search(text, refusal.end(), end)
