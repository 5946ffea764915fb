"""Splits of questions: exchanged values, times, words and names occur in one split only."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from numdiag_datasets.text_pairs.question_matching.chinese_numbers import find_numerals
from numdiag_datasets.text_pairs.question_matching.time_words import time_word_of

#: A fifth each: two fifths train, one validation, two test.
_FIFTHS = ("train", "test", "validation", "test", "train")


def hashed(text: str) -> int:
    """Return a 64-bit number that depends only on the text."""
    digest = blake2b(text.encode(), key=b"question_matching", digest_size=8).digest()
    return int.from_bytes(digest, "big")


def split_of(question: str) -> str:
    """Return the split of a question by its first number's value, or else its time word, or else its text.

    So all questions with 三个月 and 3个月 are in one split.
    """
    numerals = find_numerals(question)
    if numerals:
        key = str(numerals[0].value)
    elif found := time_word_of(question):
        key = found[2].names[0]
    else:
        key = question
    return _FIFTHS[hashed(key) % len(_FIFTHS)]


def dealt(keys: Iterable[str], least: int = 1) -> dict[str, str]:
    """Divide a small set of things among the splits in the same shares.

    Args:
        keys: the keys of the things.
        least: the smallest number per split; all are in train if there are fewer than three times as many.
    """
    ordered = sorted(dict.fromkeys(keys), key=hashed)
    if len(ordered) < 3 * least:
        return dict.fromkeys(ordered, "train")
    validation = max(least, len(ordered) // len(_FIFTHS))
    test = max(least, 2 * len(ordered) // len(_FIFTHS))
    splits = ["validation"] * validation + ["test"] * test
    splits += ["train"] * (len(ordered) - len(splits))
    return dict(zip(ordered, splits, strict=True))
