"""Shared parts of the two token-based scorers: bags of tokens, their F1, and a limit on length."""

from __future__ import annotations

import re
from typing import TypeAlias

#: Longer predictions are wrong and not read. The longest gold answer of TAT-QA has 521 characters.
MOST_CHARACTERS = 5_000

Bag: TypeAlias = frozenset[str]
_ARTICLE = re.compile(r"\b(a|an|the)\b")


def is_too_long(*spans: str) -> bool:
    """Return whether the spans of a prediction have more than `MOST_CHARACTERS` together."""
    return sum(map(len, spans)) + len(spans) > MOST_CHARACTERS


def without_articles(token: str) -> str:
    """Return the token without the words a, an and the, and with single spaces."""
    return " ".join(_ARTICLE.sub(" ", token).split())


def bag_f1(predicted: Bag, gold: Bag) -> float:
    """Return the F1 of two sets of tokens, 0 to 1. An empty set has precision (recall) 1."""
    common = len(predicted & gold)
    precision = common / len(predicted) if predicted else 1.0
    recall = common / len(gold) if gold else 1.0
    if precision == 0.0 and recall == 0.0:
        return 0.0
    return 2 * precision * recall / (precision + recall)


def hundredths(score: float) -> float:
    """Round to two decimals like numpy, which both official scorers use.

    numpy multiplies by 100 first; ``round(score, 2)`` sometimes differs in the last place (0.175).
    """
    return round(score * 100) / 100
