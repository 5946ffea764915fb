"""Time words by kind, each with all its names, and the tenses that a question allows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from numdiag_datasets.text_pairs.question_matching.fixed_terms import is_fixed

PAST, PRESENT, FUTURE = "past", "present", "future"
_FILE = Path(__file__).with_name("time_words.tsv")


class TimeWord(NamedTuple):
    """A time, with all its names.

    Attributes:
        names: synonyms: 明天, 明日, 明儿.
        kind: the kind within which it may be exchanged.
        tense: past, present or future; recurring times are `PRESENT`.
    """

    names: tuple[str, ...]
    kind: str
    tense: str


def _read(line: str) -> TimeWord:
    kind, tense, names = line.split("\t")
    return TimeWord(tuple(names.split()), kind, tense)


TIME_WORDS = tuple(map(_read, _FILE.read_text(encoding="utf-8").splitlines()))
_BY_NAME = {name: word for word in TIME_WORDS for name in word.names}
#: These characters after a name change the time: 上周末, 去年底, 今天早上, 五月一日, 15点半.
_NAMES = re.compile(
    r"(?<![\d大上下本这每近])(?:"
    + "|".join(sorted(map(re.escape, _BY_NAME), key=len, reverse=True))
    + r")(?![\d末底初中半钟一二三四五六七八九十日晚早:：])"
)
#: Any mention of a time, so that a second time word would not fit.
_TELLS_TIME = re.compile(
    "|".join(sorted(map(re.escape, _BY_NAME), key=len, reverse=True))
    + r"|[今昨明后前当每]天|[今昨明]晚|[今明后去前往每]年|周末|周[一二三四五六日]|星期|礼拜|月份|个月|小时|分钟"
    r"|现在|目前|平时|以前|以后|最近|刚|每|春节|国庆|元旦|五一|中秋|端午|清明|七夕|双十一|暑假|寒假|节假日|半夜|夜里|早晨"
    r"|\d+[点月日号年:：]|[一二三四五六七八九十]+[点月日号]|上班时间|季节|从小|长期|经常|总是|老是|永远|一直|已经|多久|什么时候|几点"
    r"|凌晨|上午|傍晚|白天|夜间|清晨|古代|当年|年代|世纪|[春夏秋冬]季|学期|暑期|晚饭|午饭|早饭|早餐|午餐|晚餐|同时|之前|之后"
)
_PAST_ONLY = re.compile(
    r"(?<![除为])了(?!解|吗$|吗？$|不)|过(?![敏期夜滤程生年来去马节])|大跌|交的"
)
_HAPPENED = re.compile(r"了吗?？?$")
_FUTURE_ONLY = re.compile(r"(?<![不机社约协议])会(?![议员计不])|将要?|即将|还能|要带|需要带")


def tells_time(text: str) -> bool:
    """Return whether a question mentions a time in any way."""
    return bool(_TELLS_TIME.search(text))


def time_word_of(text: str) -> tuple[int, str, TimeWord] | None:
    """Return start, name and time word of a question with no other time; None if there is none.

    A name inside another word or a fixed term does not count: 中午饭, 今日头条.
    """
    found = list(_NAMES.finditer(text))
    if len(found) != 1:
        return None
    start, name = found[0].start(), found[0].group()
    if tells_time(text[:start] + "|" + text[start + len(name) :]):
        return None
    return None if is_fixed(text, start, start + len(name)) else (start, name, _BY_NAME[name])


def tenses_of(text: str) -> Sequence[str]:
    """Return the tenses that a question allows: 了 and 过 refer to the past, 会 and 要带 to the future."""
    happened = bool(_PAST_ONLY.search(text) or _HAPPENED.search(text))
    to_come = bool(_FUTURE_ONLY.search(text))
    if happened and to_come:
        return (PRESENT,)
    if happened:
        return (PAST, PRESENT)
    return (PRESENT, FUTURE) if to_come else (PAST, PRESENT, FUTURE)
