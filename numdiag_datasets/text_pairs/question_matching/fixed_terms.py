"""Names, brands, idioms and fixed terms, in which nothing may be changed: 三只松鼠, 二十四节气, 七天酒店.

A piece of a question is fixed if our own list has the term, or if the dictionary of jieba (included in
rjieba) takes it as part of a longer word.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from numdiag_datasets.text_pairs.question_matching.segments import words_of

_FILE = Path(__file__).with_name("fixed_terms.txt")


#: Questions about a title, a saying or a word, where the text next to it may be part of it.
_OF_WORDS = re.compile(
    "歌词|谁唱|首歌|这歌|原唱|翻唱|谁写|作者|什么梗|主题曲|片尾曲|电影|电视剧|小说|动漫|综艺|剧情|结局|几集|演员|主演|谁演|导演|票房|豆瓣|上映"
    "|诗|成语|歇后语|谚语|[上下]一句|出自|谜|打一|典故|英文|英语怎么|用英语|怎么读|拼音|近义词|反义词|造句|意思|怎么说|台词|名言|书名|节目|乐队|歌手"
)


@cache
def _terms() -> re.Pattern[str]:
    lines = _FILE.read_text(encoding="utf-8").split()
    return re.compile("|".join(sorted(lines, key=len, reverse=True)))


def in_fixed_term(question: str, start: int, stop: int) -> bool:
    """Return whether a listed term overlaps a piece of a question."""
    return any(
        match.start() < stop and match.end() > start for match in _terms().finditer(question)
    )


def is_about_words(question: str) -> bool:
    """Return whether a question is about a title, a saying or a word, in which no change is certain."""
    return bool(_OF_WORDS.search(question))


def in_longer_word(question: str, start: int, end: int, stop: int) -> bool:
    """Return whether a dictionary word contains part of a piece and extends beyond it: 中午 in 中午饭.

    Args:
        question: in Chinese.
        start, end: the offsets of the piece.
        stop: the end of the text that belongs to it, such as the measure word after a number.
    """
    position = 0
    for word, _ in words_of(question):
        after = position + len(word)
        if position < end and after > start and (position < start or after > stop):
            return True
        position = after
    return False


def is_fixed(question: str, start: int, end: int, stop: int = 0) -> bool:
    """Return whether a piece of a question may not be changed alone; arguments as in `in_longer_word`."""
    stop = max(end, stop)
    return in_fixed_term(question, start, stop) or in_longer_word(question, start, end, stop)
