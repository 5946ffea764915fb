"""Input: 2公斤的西瓜多少钱 -> Output: 4斤的西瓜… (equivalent), 2斤的西瓜… (different).

The only quantity of a question is written in another unit, with the same amount or another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.text_pairs.question_matching.amount_edits import (
    near_values,
    read_amount,
    the_quantity,
)
from numdiag_datasets.text_pairs.question_matching.chinese_numbers import (
    Numeral,
    write_chinese,
)
from numdiag_datasets.text_pairs.question_matching.question_edits import (
    DIFFERENT,
    EQUIVALENT,
    Change,
)

#: Unit -> (factor, other unit), only for units that people use for the same things.
_CONVERSIONS: dict[str, tuple[tuple[Fraction, str], ...]] = {
    unit: tuple((Fraction(times), other) for times, other in others)
    for unit, others in {
        "公斤": ((2, "斤"), (1, "千克")), "千克": ((2, "斤"), (1, "公斤"), (1000, "克")), "斤": ((500, "克"), ("1/2", "公斤"), (10, "两")),
        "两": ((50, "克"),), "克": (("1/50", "两"), ("1/500", "斤")), "吨": ((1000, "公斤"),),
        "小时": ((60, "分钟"), ("1/24", "天")), "个小时": ((60, "分钟"), ("1/24", "天")), "分钟": (("1/60", "小时"),),
        "天": ((24, "小时"), ("1/7", "周")), "周": ((7, "天"),), "星期": ((7, "天"),), "年": ((12, "个月"),),
        "个月": (("1/12", "年"),),
        "公里": ((1000, "米"), (1, "千米")), "千米": ((1, "公里"), (1000, "米")), "里": ((500, "米"), ("1/2", "公里")),
        "米": ((100, "厘米"), ("1/1000", "公里")), "厘米": (("1/100", "米"), (1, "公分"), (10, "毫米")), "公分": ((1, "厘米"),),
        "毫米": (("1/10", "厘米"),),
        "升": ((1000, "毫升"),), "毫升": (("1/1000", "升"),), "打": ((12, "瓶"),),
    }.items()
    for others in (others,)
}  # fmt: skip
#: Unit -> the largest number used in speech before a larger unit.
_MOST = {
    "克": 2000, "两": 9, "斤": 300, "公斤": 3000, "千克": 3000, "分钟": 300, "小时": 120, "天": 60, "周": 8, "个月": 60,
    "年": 30, "里": 200, "米": 9000, "千米": 500, "公里": 500, "厘米": 300, "公分": 300, "毫米": 500, "毫升": 5000, "升": 50,
    "瓶": 60,
}  # fmt: skip
#: Units of one kind.
_KINDS = (
    ("斤", "公斤", "千克", "克", "两", "吨"),
    ("小时", "分钟", "天", "周", "星期", "月", "年", "日", "钟头"),
    ("公里", "千米", "里", "米", "厘米", "公分", "毫米", "步"),
    ("升", "毫升", "瓶", "杯", "打"),
)
#: Quantities usually expressed in one unit only: ages, heights, leave, terms of study, weeks of a pregnancy.
_UNFIT = re.compile(
    "假|周末|安排|前|去.*玩|岁|身高|个月[大的]?(?:的)?(?:宝宝|婴儿|孩子|小孩|猫|狗)|寸|胎|孕|半年|年薪|年假|学制|度数|跑步?机"
)
_HALF = Fraction(1, 2)
_SAID_WITH_HALF = ("年", "斤", "天", "公斤", "小时")
#: The largest factor between units for which the same number makes sense in both.
_ALIKE = 12
_FRACTIONS = frozenset(
    {Fraction(1, 2), Fraction(3, 2), Fraction(5, 2), Fraction(1, 4), Fraction(1, 5)}
)


def unit_changes(question: str) -> Iterator[Change]:
    """Yield the quantity of a question in every other unit: the same amount, and similar ones."""
    numeral = the_quantity(question)
    if (
        numeral is None
        or _UNFIT.search(question)
        or numeral.text in ("二", "半")
        or _has_its_kind(question, numeral)
    ):
        return
    whole = question[numeral.start : numeral.stop]
    for times, unit in _CONVERSIONS.get(numeral.unit, ()):
        amount = numeral.value * times
        if not _is_said(amount, unit):
            continue
        yield Change(numeral.start, whole, _written(numeral, amount, unit), EQUIVALENT, "unit_form")
        near = {value * times for value in near_values(numeral.value, numeral.unit)}
        near |= {numeral.value} if max(times, 1 / times) <= _ALIKE else set()
        near |= set(near_values(amount, unit)) if times < 1 else set()
        for other in sorted(near - {amount}):
            if _is_said(other, unit):
                yield Change(
                    numeral.start,
                    whole,
                    _written(numeral, other, unit),
                    DIFFERENT,
                    "replace_quantifier",
                )


def _is_said(amount: Fraction, unit: str) -> bool:
    whole = amount.denominator == 1
    return amount <= _MOST[unit] and (
        whole or (amount in _FRACTIONS and unit not in ("周", "瓶", "两", "里"))
    )


def _has_its_kind(question: str, numeral: Numeral) -> bool:
    """Return whether the rest of a question counts in a unit of the same kind: 十斤葡萄放几斤冰糖."""
    rest = question[: numeral.start] + "|" + question[numeral.stop :]
    kind = next((units for units in _KINDS if numeral.unit in units), (numeral.unit,))
    return bool(re.search(rf"(?:几|多少|每|一|半|[\d两三])个?(?:{'|'.join(kind)})", rest))


def _written(numeral: Numeral, amount: Fraction, unit: str) -> str:
    if amount == _HALF and unit in _SAID_WITH_HALF:
        return f"半{unit}"
    in_words = numeral.form == "chinese" and amount.denominator == 1 and amount < 100
    return (write_chinese(amount, unit) if in_words else plain_decimal(amount)) + unit


def same_amount(before: str, after: str) -> bool:
    """Return whether two texts, each a single quantity, have the same value, even in different units."""
    one, two = read_amount(before), read_amount(after)
    if one is None or two is None:
        return False
    if one.unit == two.unit:
        return one.value == two.value
    return any(
        one.value * times == two.value
        for times, unit in _CONVERSIONS.get(one.unit, ())
        if unit == two.unit
    )
