"""Which split a question is in: the values, times, words and names that are exchanged are in one split only."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from numdiag_datasets.text_pairs.question_matching.chinese_numbers import find_numerals
from numdiag_datasets.text_pairs.question_matching.time_words import time_word_of

#: A fifth each: two fifths train, one validation, two test.
_FIFTHS = ("train", "test", "validation", "test", "train")


def hashed(text: str) -> int:
    """A number of 64 bits that depends on the text alone."""
    digest = blake2b(text.encode(), key=b"question_matching", digest_size=8).digest()
    return int.from_bytes(digest, "big")


def split_of(question: str) -> str:
    """The split of a question by the value of its first number, or else its time word, or else its text.

    So 三个月 and 3个月 of all questions are in one split.
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
    """Few things dealt to the splits in the same shares.

    Args:
        keys: of the things.
        least: how many a split has at least; of fewer than thrice as many all are in train.
    """
    ordered = sorted(dict.fromkeys(keys), key=hashed)
    if len(ordered) < 3 * least:
        return dict.fromkeys(ordered, "train")
    validation = max(least, len(ordered) // len(_FIFTHS))
    test = max(least, 2 * len(ordered) // len(_FIFTHS))
    splits = ["validation"] * validation + ["test"] * test
    splits += ["train"] * (len(ordered) - len(splits))
    return dict(zip(ordered, splits, strict=True))
