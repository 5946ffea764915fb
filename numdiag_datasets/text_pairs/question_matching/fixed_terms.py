"""Names, brands, idioms and fixed terms, in which nothing may be changed: 三只松鼠, 二十四节气, 七天酒店.

A piece of a question is fixed where a list of our own has the term, and where the dictionary of jieba (which rjieba
brings along) takes it for a part of a longer word.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from numdiag_datasets.text_pairs.question_matching.segments import words_of

_FILE = Path(__file__).with_name("fixed_terms.txt")


#: What is asked of a title, a saying or a word: what stands beside it may be a part of it.
_OF_WORDS = re.compile(
    "歌词|谁唱|首歌|这歌|原唱|翻唱|谁写|作者|什么梗|主题曲|片尾曲|电影|电视剧|小说|动漫|综艺|剧情|结局|几集|演员|主演|谁演|导演|票房|豆瓣|上映"
    "|诗|成语|歇后语|谚语|[上下]一句|出自|谜|打一|典故|英文|英语怎么|用英语|怎么读|拼音|近义词|反义词|造句|意思|怎么说|台词|名言|书名|节目|乐队|歌手"
)


@cache
def _terms() -> re.Pattern[str]:
    lines = _FILE.read_text(encoding="utf-8").split()
    return re.compile("|".join(sorted(lines, key=len, reverse=True)))


def in_fixed_term(question: str, start: int, stop: int) -> bool:
    """Whether a listed term stands over any part of a piece of a question."""
    return any(
        match.start() < stop and match.end() > start for match in _terms().finditer(question)
    )


def is_about_words(question: str) -> bool:
    """Whether a question asks of a title, a saying or a word, in which nothing can be changed with certainty."""
    return bool(_OF_WORDS.search(question))


def in_longer_word(question: str, start: int, end: int, stop: int) -> bool:
    """Whether the dictionary has a word that holds a part of a piece and reaches out of it: 中午 in 中午饭.

    Args:
        question: in Chinese.
        start, end: where the piece stands.
        stop: how far what belongs to it goes: the measure word behind a number.
    """
    position = 0
    for word, _ in words_of(question):
        after = position + len(word)
        if position < end and after > start and (position < start or after > stop):
            return True
        position = after
    return False


def is_fixed(question: str, start: int, end: int, stop: int = 0) -> bool:
    """Whether a piece of a question may not be changed by itself; see `in_longer_word` for the arguments."""
    stop = max(end, stop)
    return in_fixed_term(question, start, stop) or in_longer_word(question, start, end, stop)
