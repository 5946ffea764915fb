"""Documents whose code is run: what stands below it is what it prints. And their command lines."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parents[1]
#: Every page that shows how numdiag is used.
PAGES = sorted(
    [ROOT / "README.md", *(page for folder in ("docs", "metrics") for page in (ROOT / folder).rglob("*.md"))]
)

#: A block, which may stand in a list: its language and its lines.
_BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)
_BELOW = re.compile(r"\n\n( *)```\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^numdiag +((?:\\\n|[^\n])*)", re.MULTILINE)
#: In a sentence: a command with an argument or an option, not "`numdiag score`" alone.
_INLINE = re.compile(r"`numdiag ([a-z-]+ [^`]+)`")


def code_of(text: str) -> list[str]:
    """The Python blocks of a document, in order."""
    return [dedent(block[3]) for block in _BLOCK.finditer(text) if block[2] == "python"]


def shown_below(text: str) -> list[str]:
    """What a document shows right below each of its Python blocks, "" where that is nothing."""
    shown = []
    for block in _BLOCK.finditer(text):
        if block[2] == "python":
            below = _BELOW.match(text, block.end())
            shown.append(dedent(below[2]) if below else "")
    return shown


def commands_of(text: str) -> Iterator[list[str]]:
    """The words of every ``numdiag`` command line of a document, without ``numdiag``."""
    for block in _BLOCK.finditer(text):
        if not block[2]:
            for line in _COMMAND.findall(dedent(block[3])):
                yield shlex.split(line.replace("\\\n", " "), comments=True)


def commands_in_sentences(text: str) -> Iterator[list[str]]:
    """The same of what a sentence names, where an argument may be missing, or stand for another."""
    for line in _INLINE.findall(text):
        yield shlex.split(line)
