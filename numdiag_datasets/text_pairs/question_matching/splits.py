"""Splits of questions: exchanged values, times, words and names occur in one split only."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from numdiag_datasets.text_pairs.question_matching.chinese_numbers import find_numerals
from numdiag_datasets.text_pairs.question_matching.time_words import time_word_of

#: A tenth each: three train, two validation, five test.
_TENTHS = (*["train"] * 3, *["validation"] * 2, *["test"] * 5)


def hashed(text: str) -> int:
    """Return a 64-bit number that depends only on the text."""
    digest = blake2b(text.encode(), key=b"question_matching", digest_size=8).digest()
    return int.from_bytes(digest, "big")


def group_of(question: str) -> str:
    """Return a question's first number, or else its time word, or else the question.

    So all questions with 三个月 and 3个月 are in one group, and therefore in one split.
    """
    numerals = find_numerals(question)
    if numerals:
        return str(numerals[0].value)
    found = time_word_of(question)
    return found[2].names[0] if found else question


def split_of(group: str) -> str:
    return _TENTHS[hashed(group) % len(_TENTHS)]


def dealt(keys: Iterable[str], least: int = 1) -> dict[str, str]:
    """Divide a small set of things among the splits in the same shares.

    Args:
        keys: the keys of the things.
        least: the smallest number per split; all are in train if there are fewer than three times as many.
    """
    ordered = sorted(dict.fromkeys(keys), key=hashed)
    if len(ordered) < 3 * least:
        return dict.fromkeys(ordered, "train")
    validation = max(least, len(ordered) // 5)
    test = max(least, min(len(ordered) // 2, len(ordered) - validation - least))
    splits = ["validation"] * validation + ["test"] * test
    splits += ["train"] * (len(ordered) - len(splits))
    return dict(zip(ordered, splits, strict=True))
