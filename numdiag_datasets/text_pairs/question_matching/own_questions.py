"""Numdiag's own questions: single ones, and frames with several numbers, times or things to put in."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

SAMPLE = Path(__file__).with_name("sample_questions.txt")
#: 每天跑{3 5 8}公里伤膝盖吗: a question for each.
_CHOICES = re.compile(r"\{([^{}]+)\}")


def expanded(text: str) -> list[str]:
    """A text with choices in braces as one text for each, of several choices for each combination."""
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
    """Every question of the bundled file, each once."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    return tuple(dict.fromkeys(question for line in lines for question in expanded(line)))
