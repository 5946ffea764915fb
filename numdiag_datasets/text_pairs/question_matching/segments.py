"""Words of a Chinese question with their parts of speech, by rjieba, and tests for noun phrases."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

#: Prefixes of tags that a noun phrase may have: nouns, adjectives, numerals, measure words, English, idioms.
_NOMINAL = ("n", "a", "b", "m", "q", "j", "l", "i", "eng", "vn", "t", "s", "z", "g", "f", "x")
#: Words that the tagger wrongly takes for nouns or adjectives.
_NEVER = frozenset(
    "换 比 到 飞 是 能 去 打 转 兑 要 会 和 与 跟 同 可以 哪个 什么 怎么 多少 吗 呢 有 没有 最 更".split()
)
#: Nouns that the tagger takes for other parts of speech.
_ALWAYS = frozenset("高速 限号 停车".split())


@cache
def _tagger() -> Any:
    import rjieba

    return rjieba.Jieba()


@lru_cache(maxsize=8192)
def words_of(text: str) -> tuple[tuple[str, str], ...]:
    """Return the words of a text, each with its tag (those of ICTCLAS: n, v, a, ...)."""
    return tuple(_tagger().tag(text))


def is_noun_phrase(text: str) -> bool:
    """Return whether all words of a text may occur in a noun phrase, without 的."""
    words = words_of(text)
    return bool(words) and all(
        word in _ALWAYS or (tag.startswith(_NOMINAL) and word not in _NEVER and word != "的")
        for word, tag in words
    )


def begins_with_adjective(text: str) -> bool:
    words = words_of(text)
    return bool(words) and words[0][1].startswith("a")


def ends_with_adjective(text: str) -> bool:
    """Return whether the last word is a predicate of the others, so that the text is not a name: 瓷砖工程量大."""
    words = words_of(text)
    return len(words) > 1 and words[-1][1].startswith("a")
