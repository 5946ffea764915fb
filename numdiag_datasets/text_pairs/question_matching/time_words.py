"""Time words by kind, and which of them a question can hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

PAST, PRESENT, FUTURE = "past", "present", "future"


class TimeWord(NamedTuple):
    """A time word: its kind, within which it may be exchanged, and whether it lies behind or ahead."""

    text: str
    kind: str
    tense: str


_TABLE = {
    "day": {"前天": PAST, "昨天": PAST, "今天": PRESENT, "明天": FUTURE, "后天": FUTURE},
    "week": {"上周": PAST, "这周": PRESENT, "下周": FUTURE},
    "month": {"上个月": PAST, "这个月": PRESENT, "下个月": FUTURE},
    "year": {"前年": PAST, "去年": PAST, "今年": PRESENT, "明年": FUTURE, "后年": FUTURE},
    "part": dict.fromkeys(("凌晨", "早上", "中午", "下午", "晚上"), PRESENT),
    "season": dict.fromkeys(("春天", "夏天", "秋天", "冬天"), PRESENT),
}
TIME_WORDS = tuple(
    TimeWord(text, kind, tense) for kind, words in _TABLE.items() for text, tense in words.items()
)
#: Anything that tells a time, so that another time word would not fit beside it.
_TELLS_TIME = re.compile(
    "|".join(word.text for word in TIME_WORDS)
    + r"|[今昨明后前当每]天|[今昨明]晚|[今明后去前往每]年|周末|周[一二三四五六日]|星期|礼拜|月份|个月|小时|分钟"
    r"|现在|目前|平时|以前|以后|最近|刚|每|春节|国庆|元旦|五一|中秋|端午|清明|七夕|双十一|暑假|寒假|节假日|半夜|夜里|早晨"
    r"|\d+[点月日号年:：]|[一二三四五六七八九十]+[点月日号]|上班时间|季节|从小|长期|经常|总是|老是|永远|一直|已经|多久|什么时候|几点"
)
_PAST_ONLY = re.compile(
    r"(?<![除为])了(?!解|吗$|吗？$|不)|过(?![敏期夜滤程生年来去马节])|大跌|交的"
)
_HAPPENED = re.compile(r"了吗?？?$")
_FUTURE_ONLY = re.compile(r"(?<![不机社约协议])会(?![议员计不])|将要?|即将|还能|要带|需要带")


def tells_time(text: str) -> bool:
    """Whether a question tells a time in any way."""
    return bool(_TELLS_TIME.search(text))


def time_word_of(text: str) -> TimeWord | None:
    """The time word of a question that tells no other time; None if there is none, or more."""
    found = [word for word in TIME_WORDS if word.text in text]
    if len(found) != 1 or text.count(found[0].text) != 1:
        return None
    rest = text.replace(found[0].text, "")
    return None if tells_time(rest) else found[0]


def tenses_of(text: str) -> Sequence[str]:
    """Which time words a question can hold: 了 and 过 look back, 会 and 要带 ahead."""
    happened = bool(_PAST_ONLY.search(text) or _HAPPENED.search(text))
    to_come = bool(_FUTURE_ONLY.search(text))
    if happened and to_come:
        return (PRESENT,)
    if happened:
        return (PAST, PRESENT)
    return (PRESENT, FUTURE) if to_come else (PAST, PRESENT, FUTURE)
