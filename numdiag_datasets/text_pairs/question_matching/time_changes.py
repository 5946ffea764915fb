"""Input: 明天高速堵车吗 -> Output: 明日高速堵车吗 (equivalent), 后天高速堵车吗 (different).

The only time word of a question is replaced by one of its other names, or by another time.
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
from numdiag_datasets.text_pairs.question_matching.time_words import (
    PAST,
    PRESENT,
    TIME_WORDS,
    TimeWord,
    tenses_of,
    time_word_of,
)


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
