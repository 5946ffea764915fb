"""The operations that make pairs of questions: a table. Each takes a question and gives every replacement it can make.

Only what makes the label certain by construction is here; what a question does not clearly allow, it does not get.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from numdiag_datasets.text_pairs.question_matching.numeral_rules import (
    Replacement,
    other_forms,
    other_units,
    other_values,
)
from numdiag_datasets.text_pairs.question_matching.segments import (
    begins_with_adjective,
    is_noun_phrase,
)
from numdiag_datasets.text_pairs.question_matching.time_words import (
    FUTURE,
    PAST,
    PRESENT,
    TIME_WORDS,
    tells_time,
    tenses_of,
    time_word_of,
)

DIFFERENT, EQUIVALENT = 0, 1
_MARKS = "？?"

# --- time words -----------------------------------------------------------------------------------

#: What is so at one time and not at another: weather, prices, openings, traffic, events.
_CHANGES = re.compile(
    "堵车|堵不堵|堵吗|下雨|下雪|台风|热不热|冷不冷|热吗|冷吗|风大|气温|空气质量|伞|涨价|降价|下调|上调|汇率|闭馆|开门|关门"
    "|营业|开放|放假|限号|限行|上班吗|人多|排队|演唱会|动画片|停水|停电|火车票|航班|取消|登陆|挂上号|花开|樱花|云海|送货|末班车|出摊|下海"
)
#: Words that exclude now, which a question without a time word may be about.
_INSERTED = {
    "昨天": PAST,
    "上周": PAST,
    "上个月": PAST,
    "明天": FUTURE,
    "下周": FUTURE,
    "下个月": FUTURE,
}
#: What is so for a day rather than a week or a month.
_OF_A_DAY = re.compile(
    "堵|风|雨|雪|伞|多少钱|人多|排队|热|冷|空气|末班车|上班|汇率|云海|送货|挂上号|下海"
)


def inserted_time_words(question: str) -> Iterator[Replacement]:
    """A time word put in front of a question about something that changes with time: not the same question."""
    if tells_time(question) or not _CHANGES.search(question) or "开了吗" in question:
        return
    tenses = _told(question)
    if "汇率" in question:
        tenses = [PAST]  # nobody knows tomorrow's
    for word, tense in _INSERTED.items():
        splits_badly = word.endswith("周") and question[0] in "一二三四五六日天"  # 上周三|亚
        too_long = not word.endswith("天") and _OF_A_DAY.search(question)
        too_short = word == "昨天" and "涨价" in question
        if tense in tenses and not (splits_badly or too_long or too_short):
            yield 0, "", word


def _told(question: str) -> list[str]:
    """The tenses of a question: what lies behind needs 了, or a state or a fact that it asks for."""
    looks_back = re.search("了|热不热|冷不冷|风大|人多|汇率|空气质量", question)
    return [tense for tense in tenses_of(question) if looks_back or tense != PAST]


def replaced_time_words(question: str) -> Iterator[Replacement]:
    """The only time word of a question replaced by another of its kind that fits what it says."""
    word = time_word_of(question)
    if word is None:
        return
    if word.kind == "season" and "更" in question:
        return
    tenses = tenses_of(question)
    # What lies behind needs 了, or a state or a fact that is asked for; what is told of it need not fit a day ahead.
    is_fact = re.search(f"有|是|流行|{word.text}的", question)
    if word.tense == PAST:
        fitting = {PAST} if "还能" in question else {PAST, PRESENT}
    else:
        fitting = {t for t in tenses if t != PAST or is_fact or "了" in question}
    for other in TIME_WORDS:
        if (
            other.kind == word.kind
            and other != word
            and other.tense in fitting
            and other.text != "凌晨"
        ):
            yield question.index(word.text), word.text, other.text


# --- exchanges ------------------------------------------------------------------------------------

#: Behind the second: what treats both alike.
_ALIKE = (
    "(?:能不能|可不可以|是否|能|可以|可否)(?:一起|同时|一块|混|换着|搭配|住同|登同)"
    "|的?(?:区别|不同|差别|差异)|有(?:什么|啥|哪些)?(?:区别|不同|差别|差异|关系)|差别|是(?:什么关系|一回事|同一)"
    "|的(?:症状|成分|功效)(?:一样|差)|哪个|哪种|谁更|怎么区分|怎么区别|一样吗"
)
_SYMMETRIC = re.compile(
    rf"^(?P<a>[^和与跟同]{{1,10}})(?P<link>和|与|跟)(?P<b>[^和与跟]{{1,10}}?)(?={_ALIKE})"
)
_FIRST = r"^(?P<head>从|把|由|请问)?(?P<a>[^从到比换兑转飞的投迁传]{1,8}?)"
_SECOND = r"(?P<b>[^到比换兑转飞]{1,8}?)"
#: Between the two: what leads from one to the other; behind them: what ends the second.
_LEADS = re.compile(
    rf"{_FIRST}(?P<link>到|飞|换成|换算成|换|兑|转|传染给|过户给){_SECOND}"
    "(?=怎么|坐|要|多少|的汇率|需要|可以|有补贴|难不难|会出错|对车|在哪|吗|$)"
)
#: Where one is compared with the other, in what follows.
_COMPARES = re.compile(
    rf"{_FIRST}(?P<link>比){_SECOND}"
    "(?=更|好|贵|便宜|快|慢|大|小|高|低|长|短|重|轻|远|近|多|少|难|容易|累|甜|酸|辣|热|冷|暖|凉|聪明|省|费|耐|养|舒服|安全|健康|结实)"
)
#: Both ways are as far, and differ by as much.
_SAME_BOTH_WAYS = re.compile("多久|多长时间|多远|距离|相距|相差|差多少|多少公里|几公里|一样|相同")


def symmetric_swaps(question: str) -> Iterator[Replacement]:
    """A和B exchanged where the question treats both alike: the same question."""
    match = _SYMMETRIC.match(question)
    if match is None:
        return
    a, b = match["a"], match["b"]
    # "三年级语文和数学" or "新鲜牛奶和鸡蛋": what stands in front may belong to both.
    alike = all(
        bool(test(a)) == bool(test(b))
        for test in (_has_digit, _begins_with_digit, begins_with_adjective)
    )
    if alike and a != b and is_noun_phrase(a) and is_noun_phrase(b):
        yield match.start("a"), match.group(), b + match["link"] + a


def asymmetric_swaps(question: str) -> Iterator[Replacement]:
    """A到B, A比B, A换B exchanged: the other way round, so another question."""
    asks_whether = question.rstrip(_MARKS).endswith("吗")
    match = (_COMPARES.match(question) if asks_whether else None) or _LEADS.match(question)
    if match is None or _SAME_BOTH_WAYS.search(question):
        return
    a, b = match["a"], match["b"]
    if a != b and is_noun_phrase(a) and is_noun_phrase(b):
        before = question[match.start("a") : match.end("b")]
        yield match.start("a"), before, b + match["link"] + a


def _has_digit(text: str) -> bool:
    return bool(re.search(r"[\d一二三四五六七八九十]", text))


def _begins_with_digit(text: str) -> bool:
    return _has_digit(text[:1])


# --- particles ------------------------------------------------------------------------------------

_ASKS = re.compile("什么|怎么|怎样|为什么|如何|哪|谁|多少|多久|多大|几")
#: 几 and 多少 may only count: 几个月的小猫可以洗澡.
_ASKS_FULLY = re.compile("什么|怎么|怎样|为什么|如何|哪|谁|多少|多久|多大")
_ENDS = re.compile(r"[吗呢吧啊呀嘛？?]$")
_BEGINS = re.compile("请|那|问|想|万一|几|千万")


def discourse_particles(question: str) -> Iterator[Replacement]:
    """请问, 想问一下 in front, or 呢, 呀 behind: the same question."""
    if not (_ASKS.search(question) or question.rstrip(_MARKS).endswith("吗")):
        return
    if not _BEGINS.match(question):
        yield 0, "", "请问"
        yield 0, "", "想问一下，"
    end = len(question.rstrip(_MARKS))
    if question.startswith(("请问", "问", "想问")):
        return
    if _ASKS_FULLY.search(question) and not _ENDS.search(question[:end]):
        yield end, "", "呢"
        if "与" not in question:
            yield end, "", "呀"


# --- the table ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rule:
    """An operation that makes pairs.

    Attributes:
        label: of every pair it makes.
        propose: a question -> every replacement that it can make, (start, before, after).
        summary: what it does, for the card.
    """

    label: int
    propose: Callable[[str], Iterator[Replacement]]
    summary: str


RULES: dict[str, Rule] = {
    "replace_numeral": Rule(DIFFERENT, other_values, "a numeral is replaced by another of its form and size"),
    "numeral_form": Rule(EQUIVALENT, other_forms, "a quantity is written another way: 3, 三, 叁, 三个半月, 30分钟"),
    "replace_quantifier": Rule(DIFFERENT, other_units, "a measure word is replaced by one that makes another amount"),
    "temporal_insert": Rule(DIFFERENT, inserted_time_words, "a time word is put in front of what changes with time"),
    "temporal_replace": Rule(DIFFERENT, replaced_time_words, "the only time word is replaced by another of its kind"),
    "symmetry_swap": Rule(EQUIVALENT, symmetric_swaps, "A and B are exchanged where both are treated alike"),
    "asymmetry_swap": Rule(DIFFERENT, asymmetric_swaps, "A and B are exchanged where one is told from the other"),
    "discourse_simple": Rule(EQUIVALENT, discourse_particles, "请问, 想问一下 in front, or 呢, 呀 behind"),
}  # fmt: skip
