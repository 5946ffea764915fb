"""Words of a Chinese question with their parts of speech, by rjieba, and which of them name something."""

from __future__ import annotations

from functools import cache
from typing import Any

#: Beginnings of tags that a noun phrase may hold: nouns, adjectives, numerals, measure words, English, idioms.
_NOMINAL = ("n", "a", "b", "m", "q", "j", "l", "i", "eng", "vn", "t", "s", "z", "g", "f", "x")
#: Words that the tagger takes for nouns or adjectives, and that are none here.
_NEVER = frozenset(
    "换 比 到 飞 是 能 去 打 转 兑 要 会 和 与 跟 同 可以 哪个 什么 怎么 多少 吗 呢 有 没有 最 更".split()
)


@cache
def _tagger() -> Any:
    import rjieba

    return rjieba.Jieba()


def words_of(text: str) -> list[tuple[str, str]]:
    """The words of a text, each with its tag (those of ICTCLAS: n, v, a, ...)."""
    tagged: list[tuple[str, str]] = _tagger().tag(text)
    return tagged


def is_noun_phrase(text: str) -> bool:
    """Whether a text is made of words that a noun phrase may hold, without 的."""
    words = words_of(text)
    return bool(words) and all(
        tag.startswith(_NOMINAL) and word not in _NEVER and word != "的" for word, tag in words
    )


def begins_with_adjective(text: str) -> bool:
    words = words_of(text)
    return bool(words) and words[0][1].startswith("a")
