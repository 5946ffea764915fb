"""Input: 三个月的宝宝能坐飞机吗 -> Output: 3个月的宝宝… (equivalent), 5个月的宝宝… (different).

The only quantity of a question is written in another form: with the same value, or with another value of
similar size and roundness. Both labels use the same forms, so that the form does not reveal the label.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.text_pairs.question_matching.chinese_numbers import (
    Numeral,
    find_numerals,
    write_chinese,
    write_formal,
)
from numdiag_datasets.text_pairs.question_matching.fixed_terms import is_about_words, is_fixed
from numdiag_datasets.text_pairs.question_matching.question_edits import (
    DIFFERENT,
    EQUIVALENT,
    Change,
)

#: A value -> the quantity in one form; None if the form cannot express it.
Writing = Callable[[Fraction], str | None]

_HALF = Fraction(1, 2)
#: Unit -> the largest value that makes sense with it.
_MOST = {
    "个月": 11,
    "%": 99,
    "小时": 23,
    "个小时": 23,
    "天": 29,
    "两": 9,
    "周": 7,
    "岁": 99,
}
#: Questions whose answer does not depend on the amount: 多少钱一斤, 10万元利息怎么算, 借了两千元没写借条怎么办.
_PRICE_OF = re.compile(r"(?:多少钱|几块钱|几元)$")
#: Words that fix the number of days: 周末两天.
_OF_ITS_OWN = re.compile(r"(?:周末|双休日?|小长假|[一二]胎|第)$")
_METHOD = re.compile(
    "怎么回事|原因|怎么算|怎么计算|如何计算|怎么办|为什么|等于|换算|是多少(?:米|斤|公斤|克|里|亩)|有几个|是什么意思"
)
#: Units with which 一 means "per", 一天吃几次, or is only an article.
_PER = re.compile("(?:几|多少|每|多[大长高重])")
_MEASURES = frozenset("斤 公斤 千克 两 升 米 公里 块钱".split())
#: The smallest difference of another value, as a share of the first.
_APART = Fraction(1, 5)
#: Documents in which amounts are written as on cheques.
_ON_PAPER = re.compile("支票|借条|欠条|发票|收据|大写")
#: Digits outside the quantity: a model, a date, another amount.
_OTHER_DIGITS = re.compile(r"[\d%]|百分之|分之")
#: Words that form a compound with the measure word before them: 十天年假.
_IS_A_WORD = re.compile("年假|定期|的人$|长假|小长假|游$|套餐|装$|计划")


def the_quantity(question: str) -> Numeral | None:
    """Return the only number of a question if it is a quantity that may be changed; else None."""
    numerals = find_numerals(question)
    if len(numerals) != 1 or numerals[0].role != "quantity":
        return None
    numeral = numerals[0]
    rest = question[: numeral.start] + "|" + question[numeral.stop :]
    if (
        _OTHER_DIGITS.search(rest)
        or _PRICE_OF.search(question[: numeral.start])
        or _METHOD.search(question)
        or _OF_ITS_OWN.search(question[: numeral.start])
        or _IS_A_WORD.match(question, numeral.stop)
        or numeral.unit in ("室", "厅", "角", "折")
        or (numeral.value == 1 and (numeral.unit not in _MEASURES or _PER.search(rest)))
        or is_about_words(question)
        or is_fixed(question, numeral.start, numeral.end, numeral.stop)
    ):
        return None
    return numeral


def amount_changes(question: str) -> Iterator[Change]:
    """Yield the quantity of a question in every other form, with its own value and with others."""
    numeral = the_quantity(question)
    if numeral is None or (numeral.text, numeral.unit) == ("二", "两"):
        return
    whole = question[numeral.start : numeral.stop]
    for write in _writings(numeral, question):
        same = write(numeral.value)
        if same is None or same == whole:
            continue
        yield Change(numeral.start, whole, same, EQUIVALENT, "numeral_form")
        for other in map(write, near_values(numeral.value, numeral.unit)):
            if other is not None:
                yield Change(numeral.start, whole, other, DIFFERENT, "replace_numeral")


def near_values(value: Fraction, unit: str = "") -> Iterator[Fraction]:
    """Yield the other plausible values of about the same size and roundness."""
    if value.denominator > 1:
        found = [value + Fraction(step, 2) for step in range(-6, 7)]
    elif value <= 10:
        found = [Fraction(n) for n in range(1, 11) if abs(n - value) <= 3]
    else:
        zeros = len(str(value)) - len(str(value).rstrip("0"))
        # As round as before: 45 may become 50, not 47.
        step = 10**zeros if zeros else 5 if value % 5 == 0 else 1
        found = [value + k * step for k in range(-9, 10)]
        found = [n for n in found if value / 2 <= n <= 2 * value]
    most = _MOST.get(unit)
    for other in found:
        is_apart = abs(other - value) >= _APART * value
        if other > 0 and is_apart and (most is None or other <= most or value > most):
            yield other


# --- writings -------------------------------------------------------------------------------------


def _writings(numeral: Numeral, question: str) -> Iterator[Writing]:
    """Yield other forms of a quantity: 3 for 三, 2.5天 for 两天半, 30分钟 for 半小时, 叁佰 for 300 on a cheque."""
    unit, value = numeral.unit, numeral.value
    if unit == "%":
        if numeral.form == "percent":
            yield lambda v: f"{plain_decimal(v)}%"
        else:
            yield lambda v: "百分之" + write_chinese(v, "%").replace("两", "二")
    elif numeral.has_half or numeral.text == "半" or value.denominator > 1:
        yield from _writings_of_halves(numeral)
    else:
        if numeral.form == "chinese":
            yield lambda v: plain_decimal(v) + unit if v.denominator == 1 else None
        elif not (unit == "元" and value % 10):  # 99元 is a price tag
            yield lambda v: write_chinese(v, unit) + unit if v.denominator == 1 else None
        if value >= 10**4 and value % 10**4 == 0 and not numeral.text.endswith("万"):
            yield lambda v: f"{plain_decimal(v / 10**4)}万{unit}"
        if unit == "元" and _ON_PAPER.search(question):
            yield lambda v: write_formal(v) + unit


def _writings_of_halves(numeral: Numeral) -> Iterator[Writing]:
    """Yield 3个半月 for 三个半月, 2.5天 for 两天半, 一年半 and 18个月 for 1.5年, 150分钟 for 两个半小时, 5两 for 半斤."""
    unit = {"钟头": "小时", "个小时": "小时"}.get(numeral.unit, numeral.unit)
    if numeral.has_half and numeral.form == "chinese":
        yield _with_half(numeral.rest, _with_digits)
    elif numeral.has_half and numeral.form == "arabic":
        yield _with_half(numeral.rest, lambda v: write_chinese(v, unit))
    elif not numeral.has_half and numeral.text != "半" and unit in ("年", "天", "斤", "小时"):
        rest = "个半小时" if unit == "小时" else f"{unit}半"
        yield _with_half(rest, lambda v: write_chinese(v, unit))
    if numeral.has_half and unit != "个月":
        yield lambda v: plain_decimal(v) + unit if v.denominator == 2 and v > 1 else None
    for large, small, times in (("小时", "分钟", 60), ("年", "个月", 12), ("斤", "两", 10)):
        if unit == large and (small != "两" or numeral.text == "半"):
            yield _converted(small, times)


def _with_digits(whole: Fraction) -> str | None:
    """Return digits, but None for 2: 2个半小时 may be two half hours, and 2年半 is unidiomatic."""
    return None if whole == 2 else plain_decimal(whole)


def _with_half(rest: str, write: Writing) -> Writing:
    def written(value: Fraction) -> str | None:
        whole = value - _HALF
        digits = write(whole) if whole.denominator == 1 and whole >= 1 else None
        return None if digits is None else digits + rest

    return written


def _converted(unit: str, times: int) -> Writing:
    def written(value: Fraction) -> str | None:
        return plain_decimal(value * times) + unit if (value * times).denominator == 1 else None

    return written


# --- the same amount ------------------------------------------------------------------------------

_FORMAL = dict(zip("零壹贰叁肆伍陆柒捌玖拾佰仟", "零一二三四五六七八九十百千", strict=True))


def read_amount(text: str) -> Numeral | None:
    """Read a text that is a single quantity, also in cheque numerals; return None if it is not."""
    plain = re.sub("[" + "".join(_FORMAL) + "]", lambda match: _FORMAL[match.group()], text)
    found = find_numerals(plain)
    is_all = len(found) == 1 and (found[0].start, found[0].stop) == (0, len(plain))
    return found[0] if is_all else None
