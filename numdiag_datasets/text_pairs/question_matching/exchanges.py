"""Input: 猫和狗哪个聪明 -> Output: 狗和猫哪个聪明 (equivalent); 红茶比绿茶贵吗 -> 绿茶比红茶贵吗 (different).

Two things of a question are exchanged. If both have the same role, the meaning stays the same; if the roles
differ (到, 比, 换), it changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from numdiag_datasets.text_pairs.question_matching.fixed_terms import is_fixed
from numdiag_datasets.text_pairs.question_matching.question_edits import (
    DIFFERENT,
    EQUIVALENT,
    Change,
)
from numdiag_datasets.text_pairs.question_matching.segments import (
    begins_with_adjective,
    ends_with_adjective,
    is_noun_phrase,
)

_MARKS = "？?"
_DIGIT = re.compile(r"[\d一二三四五六七八九十]")
#: Text after the second thing that gives both the same role.
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
#: A link that leads from one thing to the other; after them, text that ends the second.
_LEADS = re.compile(
    rf"{_FIRST}(?P<link>到|飞|换成|换算成|换|兑|转|传染给|过户给){_SECOND}"
    "(?=怎么|坐|要|多少|的汇率|需要|可以|有补贴|难不难|会出错|对车|在哪|吗|$)"
)
#: Properties that are the same in both directions: distance, difference.
_SAME_BOTH_WAYS = re.compile(
    "多久|多长时间|[几多]少?个?(?:小时|钟头|天|分钟)|多远|距离|相距|相差|差多少|多少公里|几公里|一样|相同|经过|哪些站|几站|路线|沿途|途中|中间"
)
#: Comparisons of one thing with the other by the adjective that follows.
_COMPARES = re.compile(
    rf"{_FIRST}(?P<link>比){_SECOND}"
    "(?=更|好|贵|便宜|快|慢|大|小|高|低|长|短|重|轻|远|近|多|少|难|容易|累|甜|酸|辣|热|冷|暖|凉|聪明|省|费|耐|养|舒服|安全|健康|结实)"
)
#: Words that order two things; things next to them cannot be exchanged as equals.
_ORDERED = re.compile("[到从往比至]")


def exchanged(question: str) -> Iterator[Change]:
    """Exchange the two things of a question: equivalent if both have the same role, else different."""
    if (change := _alike(question)) or (change := _in_order(question)):
        yield change


def _alike(question: str) -> Change | None:
    match = _SYMMETRIC.match(question)
    if match is None:
        return None
    a, b = match["a"], match["b"]
    # "三年级语文和数学" or "新鲜牛奶和鸡蛋": the modifier in front may belong to both.
    alike = all(
        bool(test(a)) == bool(test(b))
        for test in (_DIGIT.search, _DIGIT.match, begins_with_adjective)
    )
    if not alike or _ORDERED.search(a + b) or not _are_things(question, match):
        return None
    return Change(
        match.start("a"), match.group(), b + match["link"] + a, EQUIVALENT, "symmetry_swap"
    )


def _in_order(question: str) -> Change | None:
    asks_whether = question.rstrip(_MARKS).endswith("吗")
    match = (_COMPARES.match(question) if asks_whether else None) or _LEADS.match(question)
    if match is None or _SAME_BOTH_WAYS.search(question) or not _are_things(question, match):
        return None
    before = question[match.start("a") : match.end("b")]
    after = match["b"] + match["link"] + match["a"]
    return Change(match.start("a"), before, after, DIFFERENT, "asymmetry_swap")


def _are_things(question: str, match: re.Match[str]) -> bool:
    a, b = match["a"], match["b"]
    return (
        a != b
        and is_noun_phrase(a)
        and is_noun_phrase(b)
        and not ends_with_adjective(b)
        and not is_fixed(question, *match.span("a"))
        and not is_fixed(question, *match.span("b"))
    )
