"""Operations on numerals and measure words: another value, another unit, the same value in another form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from numdiag_datasets.text_pairs.question_matching.chinese_numbers import (
    Numeral,
    Role,
    decimal_text,
    find_numerals,
    write_chinese,
    write_formal,
)

#: (start, before, after): one replacement.
Replacement = tuple[int, str, str]

#: Units of which only so many make sense.
_MOST = {
    "个月": 11,
    "折": 9,
    "%": 99,
    "小时": 23,
    "个小时": 23,
    "天": 29,
    "两": 9,
    "周": 7,
    "岁": 99,
}
#: Unit -> units that make another amount of the same thing, near enough for the question to stay a sensible one.
_OTHER_UNITS = {
    "公斤": ("斤",), "千克": ("斤",), "斤": ("公斤", "两"), "两": ("斤",),
    "小时": ("天",), "天": ("周", "小时"), "周": ("天", "个月"), "星期": ("天", "个月"), "个月": ("周", "年"),
    "元": ("美元",), "块钱": ("美元",), "美元": ("元",),
    "箱": ("盒",), "杯": ("瓶",), "束": ("枝",), "打": ("瓶",),
}  # fmt: skip
#: (old unit, new unit) -> what behind or about the old one speaks against it: ages, runs, parcels of books.
_UNFIT = {
    ("个月", "年"): re.compile("个月[大的]"),
    ("小时", "天"): re.compile("跑|睡"),
    ("天", "周"): re.compile(r"[1-9]\d天|十天|十.天"),
    ("斤", "两"): re.compile("半斤"),
    ("天", "小时"): re.compile(r"[3-9]\d天|\d{3,}天|租期|合同"),
    ("个月", "周"): re.compile("离职"),
    ("束", "枝"): re.compile("多少天|多久"),
    ("箱", "盒"): re.compile("箱书"),
}
#: What is asked for whatever the amount: 多少钱一斤, 10万元利息怎么算, 借了两千元没写借条怎么办.
_PRICE_OF = re.compile(r"(?:多少钱|几块钱|几元)$")
_METHOD = re.compile("怎么算|怎么计算|如何计算|怎么办|为什么")


def changeable(question: str) -> list[Numeral]:
    """The quantities of a question, without ends of ranges, approximate numbers and fractions."""
    return [n for n in find_numerals(question) if n.role == Role.QUANTITY]


# --- another value --------------------------------------------------------------------------------


def other_values(question: str) -> Iterator[Replacement]:
    """Every numeral replaced by another of its form and size that the question does not hold yet."""
    numerals = find_numerals(question)
    held = {n.value for n in numerals}
    quantities = changeable(question)
    for numeral in quantities:
        value = numeral.value - (Fraction(1, 2) if numeral.has_half else 0)
        if value in (1, Fraction(1, 2)) or numeral.unit == "角":
            continue  # 一 is often no more than an article, 半 has no other of its kind, and coins have few values
        if _IS_A_WORD.match(question, numeral.stop) or _METHOD.search(question):
            continue
        if sum(n.unit == numeral.unit for n in quantities) > 1:
            continue  # what compares two amounts may not allow every pair of them: 一百二十斤怎么减到一百斤
        for other in _near(value, numeral.unit):
            if other not in held and other + Fraction(1, 2) not in held:
                after = _like(numeral, other)
                if after != numeral.text:
                    yield numeral.start, numeral.text, after


def _near(value: Fraction, unit: str) -> Iterator[Fraction]:
    """Values of about the same size and roundness, and as many as make sense."""
    if value.denominator > 1:
        steps = [Fraction(k, 2) for k in (-1, 1, 2, 3)]
        found = [value + step for step in steps]
    elif value <= 10:
        found = [Fraction(n) for n in range(2, 11) if abs(n - value) <= 3]
    else:
        zeros = len(str(value)) - len(str(value).rstrip("0"))
        # As round as it was: 45 may be 50, not 47.
        step = 10**zeros if zeros else 5 if value % 5 == 0 else 1
        found = [value + k * step for k in range(-5, 6)]
        found = [n for n in found if value / 2 <= n <= 2 * value]
    most = _MOST.get(unit)
    yield from (
        n for n in found if n > 1 and n != value and (most is None or n <= most or value > most)
    )


def _like(numeral: Numeral, value: Fraction) -> str:
    """A value as the numeral is written."""
    if numeral.form == "percent":
        return "百分之" + write_chinese(value, "%").replace("两", "二")
    if numeral.form == "chinese":
        return write_chinese(value, numeral.unit)
    for character, scale in (("亿", 10**8), ("万", 10**4)):
        if numeral.text.endswith(character):
            return decimal_text(value / scale) + character
    return decimal_text(value)


# --- another unit ---------------------------------------------------------------------------------


def other_units(question: str) -> Iterator[Replacement]:
    """Every measure word replaced by one of its kind that makes another amount of it."""
    quantities = changeable(question)
    for numeral in quantities:
        compared = sum(n.unit == numeral.unit for n in quantities) > 1
        if numeral.has_half or compared or _IS_A_WORD.match(question, numeral.stop):
            continue
        if _METHOD.search(question):
            continue
        if numeral.text == "二":
            continue  # 二两, but 两斤
        if _PRICE_OF.search(question[: numeral.start]):
            continue
        before = question[numeral.end : numeral.stop]
        for after in _OTHER_UNITS.get(numeral.unit, ()):
            unfit = _UNFIT.get((numeral.unit, after))
            if unfit and unfit.search(question):
                continue
            if not _holds(question[: numeral.end] + question[numeral.stop :], after):
                yield numeral.end, before, after


def _holds(text: str, unit: str) -> bool:
    """Whether a unit stands in the rest of a question, which would then compare a thing with itself."""
    return unit.lstrip("个") in text


#: What makes one word of a measure word before it: 十天年假, 7天无理由退货.
_IS_A_WORD = re.compile("年假|无理由|定期")


# --- the same value -------------------------------------------------------------------------------


def other_forms(question: str) -> Iterator[Replacement]:
    """Every quantity written another way: 3个月 三个月, 三个半月 3.5个月, 半小时 30分钟, 30% 百分之三十, 300元 叁佰元."""
    numerals = find_numerals(question)
    if len(numerals) != 1 or numerals[0].role != Role.QUANTITY:
        return  # of several numerals all would have to be written alike
    numeral = numerals[0]
    is_article = numeral.text == "一" and not numeral.has_half and numeral.unit not in _MEASURES
    is_doubled = (numeral.text, numeral.unit) == ("二", "两")  # 2两 may be read as 两两
    if (
        numeral.unit in ("室", "厅", "角")
        or is_article
        or is_doubled
        or _PRICE_OF.search(question[: numeral.start])
    ):
        return
    whole = question[numeral.start : numeral.stop]
    for after in _forms(numeral, question):
        if after != whole:
            yield numeral.start, whole, after


#: Before these 一 counts; before others it is often no more than an article.
_MEASURES = frozenset(
    "斤 公斤 千克 两 周 天 年 个月 小时 分钟 升 米 公里 杯 袋 盒 瓶 元 块 块钱".split()
)


def _forms(n: Numeral, question: str) -> Iterator[str]:
    unit, value = n.unit, n.value
    if n.has_half or n.text == "半":
        yield from _halves(n)
    elif unit == "%":
        if n.form == "percent":
            yield f"{decimal_text(value)}%"
        else:
            yield "百分之" + write_chinese(value, unit).replace("两", "二")
    elif value.denominator == 1:
        if n.form == "chinese":
            yield decimal_text(value) + unit
        elif not (unit == "元" and value % 10):  # 99元 is a price tag
            yield write_chinese(value, unit) + unit
        if value >= 10**4 and value % 10**4 == 0 and not n.text.endswith("万"):
            yield f"{decimal_text(value / 10**4)}万{unit}"
        if unit == "元" and _ON_PAPER.search(question):
            yield write_formal(value) + unit


#: Where amounts are written as on cheques.
_ON_PAPER = re.compile("支票|借条|欠条|发票|收据|大写")


def _halves(n: Numeral) -> Iterator[str]:
    """三个半月: 3个半月; 两天半: 2.5天; 一年半: 18个月; 两个半小时: 150分钟; 半斤: 5两."""
    whole = n.value - Fraction(1, 2)
    if n.form == "chinese" and n.has_half and not (whole == 2 and n.rest.startswith("个")):
        yield decimal_text(whole) + n.rest  # but 2个半小时 may be two half hours
    elif n.form == "arabic" and n.has_half:
        yield write_chinese(whole, n.unit) + n.rest
    unit = {"钟头": "小时", "个小时": "小时"}.get(n.unit, n.unit)
    if n.has_half and unit != "个月":
        yield decimal_text(n.value) + unit
    for large, small, times in (("小时", "分钟", 60), ("年", "个月", 12), ("斤", "两", 10)):
        if unit == large and (small != "两" or n.text == "半"):
            yield decimal_text(n.value * times) + small


def same_amount(before: str, after: str) -> bool:
    """Whether two texts of one quantity each are worth the same, in the smallest unit that both have."""
    worth = [_worth(text) for text in (before, after)]
    return worth[0] is not None and worth[0] == worth[1]


_FORMAL = dict(zip("零壹贰叁肆伍陆柒捌玖拾佰仟", "零一二三四五六七八九十百千", strict=True))
_SMALLEST = {"小时": (60, "分钟"), "个小时": (60, "分钟"), "钟头": (60, "分钟"), "个钟头": (60, "分钟"),
             "年": (12, "个月"), "斤": (10, "两"),
             # 一千克 may be read as 一 千克 or as 一千 克, and is the same.
             "千克": (1000, "克"), "千米": (1000, "米")}  # fmt: skip


def _worth(text: str) -> tuple[Fraction, str] | None:
    plain = re.sub("[" + "".join(_FORMAL) + "]", lambda match: _FORMAL[match.group()], text)
    found = find_numerals(plain)
    if len(found) != 1 or (found[0].start, found[0].stop) != (0, len(plain)):
        return None
    times, unit = _SMALLEST.get(found[0].unit, (1, found[0].unit))
    return found[0].value * times, unit
