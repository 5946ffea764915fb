"""Numerals in Chinese text: their offsets, values, units, and other forms.

cn2an reads and writes whole numerals. This module finds numerals, their units, and the places where 二 becomes
两. A numeral is a count only if a measure word follows it, which excludes 一起, 三明治 and 万一.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from numdiag_datasets.core.decimals import plain_decimal

#: Measure words and units, the longest first where one begins with another.
UNITS = (
    "个小时", "个月", "个钟头", "公斤", "公里", "公分", "千克", "千米", "毫升", "毫米", "毫克", "厘米", "平方米", "平米",
    "平方公里", "平", "小时", "分钟", "钟头", "秒", "星期", "周", "天", "年", "块钱", "元", "块", "角", "毛", "美元", "港币",
    "欧元", "日元", "斤", "两", "克", "吨", "升", "米", "里", "亩", "度", "寸", "瓦", "兆", "岁", "瓶", "箱", "杯", "袋", "包",
    "盒", "桶", "壶", "双", "套", "打", "束", "支", "把", "碗", "片", "粒", "颗", "只", "条", "张", "本", "台", "辆", "件", "间",
    "室", "厅", "口", "名", "位", "人", "步", "次", "遍", "倍", "折", "车", "朵", "根", "枚", "头", "匹", "棵", "节", "门", "份",
    "场", "届", "户", "桌", "个",
)  # fmt: skip
_UNIT = "|".join(sorted(UNITS, key=len, reverse=True))
_DIGITS = "零〇一二两三四五六七八九"
_CHARACTERS = _DIGITS + "十百千万亿点"
_CANDIDATE = re.compile(
    rf"(?P<percent>百分之[{_CHARACTERS}]+)"
    rf"|(?P<fraction>[{_CHARACTERS}]+分之[{_CHARACTERS}]+)"
    r"|(?P<arabic>\d+(?:\.\d+)?)"
    rf"|(?P<chinese>[{_CHARACTERS}]+|半)"
)
_UNIT_THERE = re.compile(rf"(?:{_UNIT})")
#: 三个半月, 两个半小时: the half is inside the measure word.
_HALF_INSIDE = re.compile(r"个半(?P<unit>月|小时|钟头|星期)")
_HALF_BEHIND = re.compile(r"(?P<unit>天|年|斤|块|米|周|岁|里)半(?![天年月小个])")
# 五块八 is 5.8, 一米六五 1.65: the unit stands for the decimal point, and no part is a number of its own.
_DECIMALS_BEHIND = re.compile(
    rf"(?:块|毛|元|米|斤)[\d{_DIGITS}]{{1,2}}?(?:(?=一(?:{_UNIT}))|(?![\d{_CHARACTERS}]|{_UNIT}))"
)
#: 100%纯棉 is all of it, and no other share.
_WHOLE = 100
_RANGE = re.compile(r"(?:到|至|-|~|—|、)(?=[\d" + _CHARACTERS + "])")
_RANGE_BEFORE = re.compile(rf"(?P<first>\d+(?:\.\d+)?|[{_CHARACTERS}]+)(?:到|至|-|~|—)$")
#: The most characters of a Chinese numeral, and of the other end of a range before a numeral.
_LONGEST = 20
#: Numbers that can be written in Chinese: within cn2an's limits, and short enough for people to write.
_WRITABLE = re.compile(r"\d{1,8}(?:\.\d{1,4})?")
_SCALE_BEHIND = re.compile(r"[万亿](?!一)")
_MORE_OR_LESS = ("多", "来", "余", "几")
_COINS = re.compile("角(?:硬币|钱)")
_DETERMINERS = "同每唯某哪这那另任"
_ORDINAL = re.compile(r"[第初头周]$|星期$")  # before a numeral
_CLOCK = re.compile(r"[:：]\d|点(?!\d)")
#: Words that only begin like a measure word: 一年级, 一次性, 三角形, 八角.
_FIXED = re.compile(r"年级|次性")
_LABEL_BEHIND = re.compile(
    r"号线|号|楼|路|年级|班|级|环|胎|等|星级|月(?!球)|日|甲|[A-Za-z]|[:：比]\d"
)
_APPROXIMATE = re.compile(rf"(?:[{_DIGITS[2:]}]{{2}}(?<!两)|一两)[十百千万]?$")


Role = Literal["quantity", "range", "approximate", "fraction", "label"]


@dataclass(frozen=True, slots=True)
class Numeral:
    """A numeral in a text.

    Attributes:
        start: where it begins, in code points.
        text: its characters.
        value: its value, including a half that follows it: 三个半月 is 7/2.
        form: ``arabic``, ``chinese``, or ``percent`` for 百分之二十.
        unit: the unit or measure word: 个月, 斤, %; ``""`` if there is none.
        rest: the text after it that belongs to it, its unit and half: 个半月.
        has_half: whether a half follows it.
        role: only a quantity may be changed.
    """

    start: int
    text: str
    value: Fraction
    form: str
    unit: str = ""
    rest: str = ""
    has_half: bool = False
    role: Role = "quantity"

    @property
    def end(self) -> int:
        """The end of the numeral itself."""
        return self.start + len(self.text)

    @property
    def stop(self) -> int:
        """The end of its unit and half."""
        return self.end + len(self.rest)


def find_numerals(text: str) -> list[Numeral]:
    """Return the numerals of a text that have a value: quantities, ranges, fractions.

    Years, times and labels are left out.

    Args:
        text: in Chinese.
    """
    found: list[Numeral] = []
    position = 0
    while match := _CANDIDATE.search(text, position):
        numeral = _numeral(text, match)
        position = numeral.stop if numeral else match.end()
        if numeral and numeral.role != "label":
            found.append(numeral)
    return list(_with_ranges(text, found))


def _numeral(text: str, match: re.Match[str]) -> Numeral | None:
    read = {"percent": _percent, "fraction": _fraction, "arabic": _arabic, "chinese": _chinese}
    return read[str(match.lastgroup)](text, match)


def _percent(text: str, match: re.Match[str]) -> Numeral | None:
    start, end = match.span()
    begin = start + len("百分之")
    for stop in range(min(end, begin + _LONGEST), begin, -1):
        value = read_chinese(text[begin:stop])
        if value is not None:
            role: Role = "label" if value == _WHOLE else "quantity"
            return Numeral(start, text[start:stop], value, "percent", "%", role=role)
    return None


def _fraction(text: str, match: re.Match[str]) -> Numeral | None:
    below, above = map(read_chinese, match.group().split("分之"))
    if not below or above is None:
        return None
    return Numeral(match.start(), match.group(), above / below, "chinese", role="fraction")


def _arabic(text: str, match: re.Match[str]) -> Numeral | None:
    start, end = match.span()
    before = text[start - 1 : start]
    if (before.isascii() and before.isalnum()) or not _WRITABLE.fullmatch(match.group()):
        return None
    value = Fraction(match.group())
    if scale := _SCALE_BEHIND.match(text, end):
        value *= 10**8 if scale.group() == "亿" else 10**4
        end += 1
    if (sign := text[end : end + 1]) in ("%", "％"):
        role: Role = "label" if value == _WHOLE else "quantity"
        return Numeral(start, text[start:end], value, "arabic", "%", sign, role=role)
    is_year = len(match.group()) == 4 and text.startswith("年", end) and 1000 <= value < 2100
    return None if is_year else _counted(text, start, end, value, "arabic")


def _chinese(text: str, match: re.Match[str]) -> Numeral | None:
    """Return the longest numeral at the start of a run of characters that a measure word follows."""
    start, end = match.span()
    before = text[start - 1 : start]
    if before and before in _DETERMINERS:
        return None
    if match.group() == "半":
        return None if before == "点" else _counted(text, start, end, Fraction(1, 2), "chinese")
    for stop in range(min(end, start + _LONGEST), start, -1):
        part = text[start:stop]
        if _APPROXIMATE.search(part) and _UNIT_THERE.match(text, stop):
            return Numeral(start, part, Fraction(0), "chinese", role="approximate")
        value = read_chinese(part)
        if value is not None and (numeral := _counted(text, start, stop, value, "chinese")):
            return numeral
    return None


def _counted(text: str, start: int, end: int, value: Fraction, form: str) -> Numeral | None:
    """Return a numeral with its unit; None if it has none, a label if it names something."""
    if (
        _is_doubled(text, start, end)
        or _ORDINAL.search(text, max(0, start - 2), start)
        or _CLOCK.match(text, end)
        or _FIXED.match(text, end)
        or _DECIMALS_BEHIND.match(text, end)
    ):
        return None
    numeral = Numeral(start, text[start:end], value, form)
    if half := _HALF_INSIDE.match(text, end) or _HALF_BEHIND.match(text, end):
        unit = "个月" if half["unit"] == "月" else half["unit"]
        return replace(
            numeral, value=value + Fraction(1, 2), unit=unit, rest=half.group(), has_half=True
        )
    if text[end : end + 1] in _MORE_OR_LESS:
        return replace(numeral, role="approximate")
    unit_there = _UNIT_THERE.match(text, end)
    if _LABEL_BEHIND.match(text, end) and not unit_there:
        return replace(numeral, role="label")
    if unit_there is None or (unit_there.group() == "角" and not _COINS.match(text, end)):
        return None  # 三角形, 八角
    return replace(numeral, unit=unit_there.group(), rest=unit_there.group())


def _is_doubled(text: str, start: int, end: int) -> bool:
    """Return whether a character is doubled: 两两 and 三三, in pairs, in threes, are not numerals."""
    return end - start == 1 and text[start] == text[end : end + 1] and text[start] in _DIGITS


def _with_ranges(text: str, numerals: list[Numeral]) -> Iterator[Numeral]:
    """Mark two numerals joined by 到 as the ends of a range; the first may have no measure word."""
    starts = {numeral.start for numeral in numerals}
    for numeral in numerals:
        if numeral.role != "quantity":
            yield numeral
            continue
        first = _RANGE_BEFORE.search(text, max(0, numeral.start - _LONGEST), numeral.start)
        value = read_numeral(first["first"]) if first else None
        if first and value is not None and first.start() not in starts:
            yield Numeral(first.start(), first["first"], value, "arabic", role="range")
        is_range = first or _RANGE.match(text, numeral.stop)
        yield replace(numeral, role="range") if is_range else numeral


# --- reading and writing --------------------------------------------------------------------------


def read_numeral(text: str) -> Fraction | None:
    """Return the value of a numeral in Arabic or Chinese digits, also 2万; None if it is not a numeral."""
    if match := re.fullmatch(r"(\d+(?:\.\d+)?)([万亿]?)", text):
        return Fraction(match[1]) * {"": 1, "万": 10**4, "亿": 10**8}[match[2]]
    return read_chinese(text)


@lru_cache(maxsize=4096)
def read_chinese(text: str) -> Fraction | None:
    """Return the value of a Chinese numeral: 两千三百 is 2300, 半 is 1/2; None if it is not a numeral."""
    from cn2an import cn2an

    if text == "半":
        return Fraction(1, 2)
    # cn2an rejects 两, which replaces 二 before a measure word and before 百, 千, 万 and 亿.
    plain = re.sub(r"两(?=[百千万亿]|$)", "二", text)
    if not plain or len(plain) > _LONGEST:
        return None
    try:
        value = Fraction(str(cn2an(plain, "strict")))
    except ValueError:
        return None
    few_decimals = (value * 10**4).denominator == 1
    return value if few_decimals and value < 10**12 else None


def write_chinese(value: Fraction, unit: str = "") -> str:
    """Write a number in Chinese as spoken before a measure word: 2 is 两, 20000 两万, 1.5 一点五, 200 两百.

    Args:
        value: not below 0, a whole number below 10**12 or one with few decimals.
        unit: the measure word; before 两, the weight, 2 is 二.
    """
    from cn2an import an2cn

    text: str = an2cn(plain_decimal(value), "low")
    text = re.sub(r"(?<![十百千万])二(?=[千万亿])|^二(?=百)", "两", text)
    return "两" if text == "二" and unit != "两" else text


def write_formal(value: Fraction) -> str:
    """Write a whole number as on cheques: 300 is 叁佰."""
    from cn2an import an2cn

    return str(an2cn(plain_decimal(value), "up"))
