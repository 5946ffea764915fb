"""Numdiag's own questions: single ones, and frames with several numbers, times or things to fill in."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

SAMPLE = Path(__file__).with_name("sample_questions.txt")
#: 每天跑{3 5 8}公里伤膝盖吗: a question for each.
_CHOICES = re.compile(r"\{([^{}]+)\}")


def expanded(text: str) -> list[str]:
    """Expand choices in braces to one text for each combination of choices."""
    match = _CHOICES.search(text)
    if match is None:
        return [text]
    return [
        made
        for choice in match[1].split()
        for made in expanded(text[: match.start()] + choice + text[match.end() :])
    ]


@cache
def own_questions() -> tuple[str, ...]:
    """Return every question of the bundled file, without repetition."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    return tuple(dict.fromkeys(question for line in lines for question in expanded(line)))
