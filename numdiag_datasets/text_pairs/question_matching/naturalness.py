"""Pairs whose second question a language model found unlikely given the first; they are left out.

`train/naturalness.py` scores every pair once with a model and writes the list, so this module needs no model.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path

UNNATURAL = Path(__file__).with_name("unnatural.txt")


def pair_id(contrast: str, text: str, text_pair: str) -> str:
    """Return twelve hexadecimal digits that identify a pair."""
    key = "\x1f".join((contrast, text, text_pair))
    return blake2b(key.encode(), digest_size=6).hexdigest()


@cache
def _unnatural() -> frozenset[str]:
    return frozenset(UNNATURAL.read_text(encoding="utf-8").split())


def is_unnatural(contrast: str, text: str, text_pair: str) -> bool:
    """Return whether a pair is on the list."""
    return pair_id(contrast, text, text_pair) in _unnatural()
