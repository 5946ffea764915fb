"""Input: 明天高速堵车吗 -> Output: 明日高速堵车吗 (equivalent), 后天高速堵车吗 (different).

The only time word of a question is replaced by one of its other names, or by another time. Or a word for now
(equivalent) or for another time (different) is inserted before a statement that changes with time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from numdiag_datasets.text_pairs.question_matching.fixed_terms import is_about_words
from numdiag_datasets.text_pairs.question_matching.question_edits import (
    DIFFERENT,
    EQUIVALENT,
    Change,
)
from numdiag_datasets.text_pairs.question_matching.segments import is_noun_phrase
from numdiag_datasets.text_pairs.question_matching.time_words import (
    FUTURE,
    PAST,
    PRESENT,
    TIME_WORDS,
    TimeWord,
    tells_time,
    tenses_of,
    time_word_of,
)

# --- replaced -------------------------------------------------------------------------------------


def replaced_times(question: str) -> Iterator[Change]:
    """Yield the only time word replaced by its other names, and by suitable times of the same kind."""
    found = time_word_of(question)
    if found is None:
        return
    start, name, word = found
    if is_about_words(question) or _SAME_AT_ALL_TIMES.search(question) or _bound(question, word):
        return
    for same in word.names:
        if same != name:
            yield Change(start, name, same, EQUIVALENT, "time_form")
    for other in TIME_WORDS:
        if other.kind != word.kind or {word.names[0], other.names[0]} in _OVERLAPPING:
            continue
        if other != word and other.tense in _fitting(question, word):
            for another in other.names:
                yield Change(start, name, another, DIFFERENT, "temporal_replace")


#: Questions whose answer does not depend on the time.
_SAME_AT_ALL_TIMES = re.compile("怎么办|怎么回事|原因|为什么|正常吗|怎么弄|准备|第一|提前")
#: Words tied to some seasons, or parts of a day, so that another would contradict common sense.
_OF_A_SEASON = re.compile(
    "更|冰|雪|冻|暖气|地暖|羽绒|保暖|取暖|滑|空调|风扇|蚊|中暑|晒|泳|荷|樱|梅|菊|枫|桃花|柳絮|花粉|春|夏|秋|冬|凉席|西瓜|火锅|姜|虫|蛇|毛衣|短袖|棉"
)
_OF_A_PART = re.compile(
    "睡|失眠|起床|早餐|午餐|晚餐|[早午晚]饭|夜|黑|亮|灯|日出|日落|星|月亮|太阳|午休|加班|梦|闹钟"
)
_OVERLAPPING = ({"中午", "下午"}, {"晚上", "半夜"}, {"下午", "晚上"})


def _bound(question: str, word: TimeWord) -> bool:
    """Return whether a question is tied to its season or its part of the day."""
    rest = question.replace(next(name for name in word.names if name in question), "")
    bound = {"season": _OF_A_SEASON, "part": _OF_A_PART}.get(word.kind)
    return bool(bound and bound.search(rest))


def _fitting(question: str, word: TimeWord) -> set[str]:
    """Return the tenses that a question allows in place of its time word.

    A past time needs 了, or a question about a state or a fact. A question
    with a past time gets no future one.
    """
    if word.tense == PAST:
        return {PAST} if "还能" in question else {PAST, PRESENT}
    is_fact = re.search(rf"有|是|流行|(?:{'|'.join(word.names)})的", question)
    return {t for t in tenses_of(question) if t != PAST or is_fact or "了" in question}


# --- inserted -------------------------------------------------------------------------------------

#: A place and a condition there that changes over time: traffic, weather, openings, events.
_CHANGES = re.compile(
    "(?P<place>.{2,10}?)(?P<what>堵车|堵|下雨|下雪|刮风|风大|雾霾严重|限号|限行|停水|停电|停气|开放|营业|开门|排队|人多|放假|冷|热|涨价了?|降价了?|下调了?)"
    "(?:吗|不(?P=what)|没有?)[？?]?"
)
_NOW = ("现在", "目前", "眼下")
#: Words that exclude now, which a question without a time word may refer to.
_NOT_NOW = {
    "昨天": PAST,
    "上周": PAST,
    "上个月": PAST,
    "明天": FUTURE,
    "后天": FUTURE,
    "下周": FUTURE,
    "下个月": FUTURE,
}
#: Conditions that last longer than a day or a week, so these are unsuitable times.
_FOR_LONG = ("涨价", "降价", "下调")
#: Texts that are not places with a changing condition: 人多 in 相当于人多少.
_NO_PLACE = re.compile("[于么何谁哪几]|什么|怎|如果|要是|会|能|可以|应该|的人$|算|比|[了吗]")


def inserted_times(question: str) -> Iterator[Change]:
    """Yield a time word inserted before a question about a place's condition that mentions no time."""
    match = _CHANGES.fullmatch(question)
    if match is None or tells_time(question) or is_about_words(question):
        return
    place, what = match["place"], match["what"]
    if _NO_PLACE.search(place) or not is_noun_phrase(place):
        return
    for word in _NOW:
        yield Change(0, "", word, EQUIVALENT, "implied_time")
    for word, tense in _NOT_NOW.items():
        is_long = what.startswith(_FOR_LONG)
        if (tense == FUTURE and what.endswith("了")) or (tense == PAST and not what.endswith("了")):
            continue
        splits_badly = word.endswith("周") and question[0] in "一二三四五六日天末"  # 上周三|亚
        if is_long != word.endswith("天") and not splits_badly:
            yield Change(0, "", word, DIFFERENT, "temporal_insert")
