"""Numerals in Chinese text: where they stand, what they are worth, what they count, and how else they are written.

cn2an reads and writes whole numerals; what is a numeral at all, what it counts, and where 二 is 两, is told here. A
numeral counts something only if a measure word stands behind it: so 一起, 三明治 or 万一 are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

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
#: 三个半月, 两个半小时: the half stands inside the measure word.
_HALF_INSIDE = re.compile(r"个半(?P<unit>月|小时|钟头|星期)")
_HALF_BEHIND = re.compile(r"(?P<unit>天|年|斤|块|米|周|岁|里)半(?![天年月小个])")
_RANGE = re.compile(r"(?:到|至|-|~|—|、)(?=[\d" + _CHARACTERS + "])")
_DETERMINERS = "同每唯某哪这那另任"
_ORDINAL = re.compile(r"[第初头周]$|星期$")
_CLOCK = re.compile(r"[:：]\d|点(?!\d)")
#: Words that only begin like a measure word: 一年级, 一次性, 三角形, 八角.
_FIXED = re.compile(r"年级|次性")
_LABEL_BEHIND = re.compile(
    r"号线|号|楼|路|年级|班|级|环|胎|等|星级|月(?!球)|日|甲|[A-Za-z]|[:：比]\d"
)
_APPROXIMATE = re.compile(rf"(?:[{_DIGITS[2:]}]{{2}}(?<!两)|一两)[十百千万]?$")


class Role:
    """What a numeral is there for; only a quantity may be changed."""

    QUANTITY = "quantity"
    RANGE = "range"
    APPROXIMATE = "approximate"
    FRACTION = "fraction"
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class Numeral:
    """A numeral in a text.

    Attributes:
        start, end: of the numeral, in code points.
        text: its characters.
        value: what it is worth; with a half that follows it, 三个半月 is 7/2.
        form: ``arabic``, ``chinese``, or ``percent`` for 百分之二十.
        unit: what is counted: 个月, 斤, %; ``""`` where nothing is.
        stop: where numeral, unit and half end.
        has_half: whether a half follows it.
        role: see `Role`.
        rest: what stands behind the numeral up to ``stop``: 个半月.
    """

    start: int
    end: int
    text: str
    value: Fraction
    form: str
    unit: str
    stop: int
    has_half: bool
    role: str
    rest: str = ""


def find_numerals(text: str) -> list[Numeral]:
    """The numerals of a text that are worth something: quantities, ranges, fractions; not years, clock times, labels.

    Args:
        text: in Chinese.
    """
    found: list[Numeral] = []
    position = 0
    while match := _CANDIDATE.search(text, position):
        numeral = _numeral(text, match)
        position = numeral.stop if numeral else match.end()
        if numeral and numeral.role != Role.LABEL:
            found.append(numeral)
    return list(_with_ranges(text, found))


def _numeral(text: str, match: re.Match[str]) -> Numeral | None:
    start, end = match.span()
    kind = str(match.lastgroup)
    if kind == "percent":
        for stop in range(end, start + 3, -1):
            value = read_chinese(text[start + 3 : stop])
            if value is not None:
                return Numeral(start, stop, text[start:stop], value, "percent", "%", stop, False, Role.QUANTITY)  # fmt: skip
        return None
    if kind == "fraction":
        below, above = map(read_chinese, match.group().split("分之"))
        if not below or above is None:
            return None
        return Numeral(start, end, match.group(), above / below, "chinese", "", end, False, Role.FRACTION)  # fmt: skip
    if kind == "arabic":
        return _arabic(text, match)
    return _chinese(text, start, end)


def _arabic(text: str, match: re.Match[str]) -> Numeral | None:
    start, end = match.span()
    value = Fraction(match.group())
    before = text[start - 1 : start]
    if before.isascii() and before.isalnum():
        return None
    if scale := re.match(r"[万亿](?!一)", text[end:]):
        value *= 10**8 if scale.group() == "亿" else 10**4
        end += 1
    if text[end : end + 1] in ("%", "％"):
        return Numeral(start, end, text[start:end], value, "arabic", "%", end + 1, False, Role.QUANTITY)  # fmt: skip
    is_year = len(match.group()) == 4 and text.startswith("年", end) and 1000 <= value < 2100
    return None if is_year else _counted(text, start, end, value, "arabic")


def _chinese(text: str, start: int, end: int) -> Numeral | None:
    """The longest part of a run of characters that is a numeral with something to count behind it."""
    if text[start - 1 : start] in _DETERMINERS and start:
        return None
    if text[start:end] == "半":
        return (
            None
            if text[start - 1 : start] == "点"
            else _counted(text, start, end, Fraction(1, 2), "chinese")
        )
    for stop in range(end, start, -1):
        part = text[start:stop]
        if _APPROXIMATE.search(part) and _UNIT_THERE.match(text, stop):
            return Numeral(start, stop, part, Fraction(0), "chinese", "", stop, False, Role.APPROXIMATE)  # fmt: skip
        value = read_chinese(part)
        if value is not None and (numeral := _counted(text, start, stop, value, "chinese")):
            return numeral
    return None


def _counted(text: str, start: int, end: int, value: Fraction, form: str) -> Numeral | None:
    """A numeral with what it counts; None if that is nothing, a label if it names something."""
    part = text[start:end]
    if (
        _is_doubled(text, start, end)
        or _ORDINAL.search(text[:start])
        or _CLOCK.match(text, end)
        or _FIXED.match(text, end)
    ):
        return None
    if inside := _HALF_INSIDE.match(text, end):
        unit = "个月" if inside["unit"] == "月" else inside["unit"]
        return Numeral(start, end, part, value + Fraction(1, 2), form, unit, inside.end(), True, Role.QUANTITY, inside.group())  # fmt: skip
    if behind := _HALF_BEHIND.match(text, end):
        return Numeral(start, end, part, value + Fraction(1, 2), form, behind["unit"], behind.end(), True, Role.QUANTITY, behind.group())  # fmt: skip
    if re.match("[多来余几]", text[end:]):
        return Numeral(start, end, part, value, form, "", end, False, Role.APPROXIMATE)
    if _LABEL_BEHIND.match(text, end) and not _UNIT_THERE.match(text, end):
        return Numeral(start, end, part, value, form, "", end, False, Role.LABEL)
    unit = _UNIT_THERE.match(text, end)
    if unit is None or (unit.group() == "角" and not re.match("硬币|钱", text[unit.end() :])):
        return None  # 三角形, 八角
    return Numeral(start, end, part, value, form, unit.group(), unit.end(), False, Role.QUANTITY)


def _is_doubled(text: str, start: int, end: int) -> bool:
    """两两 and 三三 are no numerals: in pairs, in threes."""
    return end - start == 1 and text[start] == text[end : end + 1] and text[start] in _DIGITS


def _with_ranges(text: str, numerals: list[Numeral]) -> Iterator[Numeral]:
    """Two numerals with 到 between them are the ends of a range; the first may have no measure word."""
    for numeral in numerals:
        before = re.search(r"(?P<first>\d+(?:\.\d+)?|[" + _CHARACTERS + r"]+)(?:到|至|-|~|—)$", text[: numeral.start])  # fmt: skip
        if before and numeral.role == Role.QUANTITY:
            value = read_numeral(before["first"])
            if value is not None and not any(n.start == before.start() for n in numerals):
                yield Numeral(before.start(), before.start() + len(before["first"]), before["first"], value, "arabic", "", before.start() + len(before["first"]), False, Role.RANGE)  # fmt: skip
        is_range = bool(before) or bool(_RANGE.match(text, numeral.stop))
        yield _ranged(numeral) if is_range and numeral.role == Role.QUANTITY else numeral


def _ranged(n: Numeral) -> Numeral:
    return Numeral(n.start, n.end, n.text, n.value, n.form, n.unit, n.stop, n.has_half, Role.RANGE)


# --- reading and writing --------------------------------------------------------------------------


def read_numeral(text: str) -> Fraction | None:
    """What a numeral is worth, in Arabic or Chinese digits, 2万 too; None if it is none."""
    if match := re.fullmatch(r"(\d+(?:\.\d+)?)([万亿]?)", text):
        return Fraction(match[1]) * {"": 1, "万": 10**4, "亿": 10**8}[match[2]]
    return read_chinese(text)


@lru_cache(maxsize=4096)
def read_chinese(text: str) -> Fraction | None:
    """What a Chinese numeral is worth: 两千三百 is 2300, 半 is 1/2; None if it is none."""
    from cn2an import cn2an

    if text == "半":
        return Fraction(1, 2)
    # cn2an refuses 两, which stands for 二 before a measure word and before 百, 千, 万 and 亿.
    plain = re.sub(r"两(?=[百千万亿]|$)", "二", text)
    try:
        return Fraction(str(cn2an(plain, "strict"))) if plain else None
    except ValueError:
        return None


def write_chinese(value: Fraction, unit: str = "") -> str:
    """A number in Chinese as it is said before a measure word: 2 is 两, 20000 两万, 1.5 一点五, 200 两百.

    Args:
        value: not below 0, a whole number below 10**12 or one with few decimals.
        unit: what is counted; before 两, the weight, 2 is 二.
    """
    from cn2an import an2cn

    text: str = an2cn(decimal_text(value), "low")
    text = re.sub(r"(?<![十百千万])二(?=[千万亿])|^二(?=百)", "两", text)
    return "两" if text == "二" and unit != "两" else text


def write_formal(value: Fraction) -> str:
    """A whole number as it stands on cheques: 300 is 叁佰."""
    from cn2an import an2cn

    text: str = an2cn(decimal_text(value), "up")
    return text


def decimal_text(value: Fraction) -> str:
    """A number in Arabic digits: 1.5, 20000.

    Raises:
        ValueError: it has no end.
    """
    if value.denominator == 1:
        return str(value.numerator)
    places = next((n for n in range(1, 9) if (value * 10**n).denominator == 1), None)
    if places is None:
        raise ValueError(f"{value} has no short decimal form")
    digits = str((value * 10**places).numerator).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"
