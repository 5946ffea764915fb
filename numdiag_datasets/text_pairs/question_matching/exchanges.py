"""Input: 猫和狗哪个聪明 -> Output: 狗和猫哪个聪明 (equivalent); 红茶比绿茶贵吗 -> 绿茶比红茶贵吗 (different).

Two things of a question are exchanged. If both have the same role, the meaning stays the same; if the roles
differ (到, 比, 换), it changes. In a comparison, the opposite word restores the meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from numdiag_datasets.text_pairs.question_matching.fixed_terms import is_about_words, is_fixed
from numdiag_datasets.text_pairs.question_matching.question_edits import (
    DIFFERENT,
    EQUIVALENT,
    Change,
    change_between,
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
#: Adjectives that are exact opposites in a comparison.
_OPPOSITES = {
    one: other
    for pair in ("贵 便宜", "快 慢", "重 轻", "长 短", "远 近", "多 少", "难 容易", "厚 薄", "宽 窄", "深 浅", "粗 细", "硬 软", "早 晚")
    for one, other in (pair.split(), pair.split()[::-1])
}  # fmt: skip
_WORDS = "|".join(_OPPOSITES)
_COMPARED = re.compile(
    rf"^(?P<a>[^从到比不没换兑转飞的为是会真说般]{{1,8}}?)(?P<link>比|不如)(?P<b>[^到比不没换兑转飞]{{1,8}}?)"
    rf"(?P<word>{_WORDS})(?P<tail>(?:吗|是真的吗)[？?]?)$"
)
#: A link -> one that says the same, and one that reverses what it says, both of one length.
_LINKS = {"比": ("较", "没"), "不如": ("没", "比")}


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


def compared(question: str) -> Iterator[Change]:
    """Yield every crossing of A比B贵 and A不如B贵: with A and B exchanged, the other link, the opposite word."""
    match = _COMPARED.match(question)
    if match is None or is_about_words(question) or not _are_things(question, match):
        return
    links = [match["link"], *_LINKS[match["link"]]]
    words = [match["word"], _OPPOSITES[match["word"]]]
    things, frame = (match["a"], match["b"]), Frame("", "", match["tail"])
    for _, change in crossed(frame, things, links, words, *COMPARISONS):
        yield change


# --- crossings ------------------------------------------------------------------------------------

#: The operations of a comparison with each label.
COMPARISONS = ("reversed_asymmetry", "negative_asymmetry")


class Frame(NamedTuple):
    """A question about two things A and B without them: HEAD A MIDDLE LINK B WORD TAIL."""

    head: str
    middle: str
    tail: str

    @classmethod
    def of(cls, text: str) -> Frame:
        """Read 听说{A}真的{B}是真的吗: {B} stands for the link, the second thing and the word."""
        head, _, rest = text.partition("{A}")
        middle, _, tail = rest.partition("{B}")
        return cls(head, middle, tail)


def crossed(
    frame: Frame,
    things: tuple[str, str],
    links: Sequence[str],
    words: Sequence[str],
    different: str,
    equivalent: str,
) -> Iterator[tuple[str, Change]]:
    """Yield a question with each of its changes by exchanging, reversing the link, and the opposite word.

    Each of the three reverses what is asked, so that an even number of them asks the same: 羊肉比牛肉贵吗 is
    牛肉没羊肉贵吗, and 牛肉比羊肉贵吗 is not.

    Args:
        frame: what stands around.
        things: the two.
        links: the link, one that says the same, and one that reverses it: 不如, 没, 比.
        words: the word and its opposite; empty if there is none.
        different, equivalent: the operations with these labels.
    """
    link, same, reverse = links

    def asked(things: Sequence[str], link: str, word: str) -> str:
        return "".join((frame.head, things[0], frame.middle, link, things[1], word, frame.tail))

    question = asked(things, link, words[0] if words else "")
    for is_swapped, is_reversed, (is_opposite, word) in product(
        (False, True), (False, True), enumerate(words or [""])
    ):
        ordered = things[::-1] if is_swapped else things
        made = asked(ordered, reverse if is_reversed else same, word)
        keeps = (is_swapped + is_reversed + is_opposite) % 2 == 0
        operation = equivalent if keeps else "antonym_adjective" if is_opposite else different
        if made != question:
            yield question, change_between(question, made, int(keeps), operation)


def exchanges_of(
    frame: str, things: Sequence[str], first_are_alike: bool, different: str, equivalent: str
) -> Iterator[Change]:
    """Yield the exchanges of neighbours of three things, of which the first two are alike, or the last two.

    Args:
        frame: a question with three places {}.
        things: the three.
        first_are_alike: else the last two are.
        different, equivalent: the operations with these labels.
    """
    a, b, c = things
    for order, keeps in (((b, a, c), first_are_alike), ((a, c, b), not first_are_alike)):
        made, operation = frame.format(*order), equivalent if keeps else different
        yield change_between(frame.format(*things), made, int(keeps), operation)
