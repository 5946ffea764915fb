"""Texts of others on a terminal or a page: what cannot be seen is shown escaped."""

from __future__ import annotations

import re
import sys

# Control characters but for line feed and tab, halves of surrogate pairs, what Unicode lists as ignored when shown
# (soft hyphen, zero width, fillers, direction of writing, separators, tags), private use and noncharacters.
# A terminal obeys some, and a reader sees none.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)


def visible(text: str) -> str:
    """Return a text in which everything can be seen: an escape character as ``\\x1b``.

    Line feeds and tabs stay. A text that was made visible stays as it is.
    """
    return _UNSEEN.sub(lambda match: ascii(match[0])[1:-1], text)


def visible_line(text: str) -> str:
    """Return a `visible` text in one line, as names and messages are: a line feed as ``\\n``."""
    return visible(text).replace("\n", "\\n")


def say(text: object, *, to_log: bool = False) -> None:
    """Print a text that may be of others, `visible`.

    Args:
        text: without the last line feed.
        to_log: to stderr in place of stdout, and at once.
    """
    print(visible(str(text)), file=sys.stderr if to_log else sys.stdout, flush=to_log)
