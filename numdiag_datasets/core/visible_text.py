"""Texts of others on a terminal or a page: what cannot be seen is shown escaped."""

from __future__ import annotations

import re
import sys

# Control characters but for line feed and tab, halves of surrogate pairs, and format characters: soft hyphen, zero
# width, direction of writing, separators, tags. A terminal obeys some, and a reader sees none.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    """Return a text in which everything can be seen: an escape character as ``\\x1b``.

    Line feeds and tabs stay. A text that was made visible stays as it is.
    """
    return _UNSEEN.sub(lambda match: ascii(match[0])[1:-1], text)


def say(text: object, *, to_log: bool = False) -> None:
    """Print a text that may be of others, `visible`.

    Args:
        text: without the last line feed.
        to_log: to stderr in place of stdout, and at once.
    """
    print(visible(str(text)), file=sys.stderr if to_log else sys.stdout, flush=to_log)
