"""Time words by kind, each with all its names, and the tenses that a question allows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from numdiag_datasets.text_pairs.question_matching.fixed_terms import is_fixed

PAST, PRESENT, FUTURE = "past", "present", "future"


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


def _table() -> Iterator[TimeWord]:
    for kind, tense, names in (
        ("day", PAST, "前天 前日"), ("day", PAST, "昨天 昨日 昨儿"), ("day", PRESENT, "今天 今日 今儿"),
        ("day", FUTURE, "明天 明日 明儿"), ("day", FUTURE, "后天"),
        ("week", PAST, "上周 上星期 上礼拜"), ("week", PRESENT, "这周 本周 这星期 这礼拜"),
        ("week", FUTURE, "下周 下星期 下礼拜"),
        ("month", PAST, "上个月 上月"), ("month", PRESENT, "这个月 本月"), ("month", FUTURE, "下个月 下月"),
        ("year", PAST, "前年"), ("year", PAST, "去年"), ("year", PRESENT, "今年"), ("year", FUTURE, "明年 来年"),
        ("year", FUTURE, "后年"),
        ("part", PRESENT, "早上 早晨"), ("part", PRESENT, "中午 晌午"), ("part", PRESENT, "下午 午后"),
        ("part", PRESENT, "晚上 夜晚"), ("part", PRESENT, "半夜 深夜"),
        ("season", PRESENT, "春天 春季"), ("season", PRESENT, "夏天 夏季"), ("season", PRESENT, "秋天 秋季"),
        ("season", PRESENT, "冬天 冬季"),
        ("edge of a month", PRESENT, "月初"), ("edge of a month", PRESENT, "月底 月末"),
        ("edge of a year", PRESENT, "年初"), ("edge of a year", PRESENT, "年底 年末 岁末"),
        ("edge of a year", PRESENT, "年中"),
        ("holiday", PRESENT, "元旦 1月1号"), ("holiday", PRESENT, "情人节 2月14号"),
        ("holiday", PRESENT, "妇女节 三八节 3月8号"), ("holiday", PRESENT, "植树节 3月12号"),
        ("holiday", PRESENT, "愚人节 4月1号"), ("holiday", PRESENT, "劳动节 五一 5月1号"),
        ("holiday", PRESENT, "儿童节 六一 6月1号"), ("holiday", PRESENT, "建军节 八一 8月1号"),
        ("holiday", PRESENT, "教师节 9月10号"), ("holiday", PRESENT, "平安夜 12月24号"),
        ("holiday", PRESENT, "圣诞节 12月25号"), ("holiday", PRESENT, "双十一 11月11号"),
        ("holiday", PRESENT, "双十二 12月12号"),
        ("festival", PRESENT, "除夕 大年三十 年三十"), ("festival", PRESENT, "元宵节 正月十五"),
        ("festival", PRESENT, "端午节 五月初五"), ("festival", PRESENT, "七夕 七月初七"),
        ("festival", PRESENT, "中秋节 八月十五"), ("festival", PRESENT, "重阳节 九月初九"),
        ("festival", PRESENT, "腊八节 腊月初八"),
    ):  # fmt: skip
        yield TimeWord(tuple(names.split()), kind, tense)
    for number, digit in enumerate("一二三四五六", 1):
        yield TimeWord((f"周{digit}", f"星期{digit}", f"礼拜{digit}"), "weekday", PRESENT)
        yield TimeWord((f"{digit}月份", f"{number}月份"), "calendar month", PRESENT)
    yield TimeWord(("周日", "星期天", "礼拜天", "星期日"), "weekday", PRESENT)
    for number, digits in ((7, "七"), (8, "八"), (9, "九"), (10, "十"), (11, "十一"), (12, "十二")):
        yield TimeWord((f"{digits}月份", f"{number}月份"), "calendar month", PRESENT)
    for hour in range(13, 23):
        part = "下午" if hour < 18 else "晚上"
        yield TimeWord((f"{part}{hour - 12}点", f"{hour}点"), "hour", PRESENT)


TIME_WORDS = tuple(_table())
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
