"""Documents whose code is run: what stands below it is what it prints."""

from __future__ import annotations

import re


def code_of(text: str) -> list[str]:
    """The Python blocks of a document, in order."""
    return re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def shown_below(text: str) -> list[str]:
    """What a document shows below each of its Python blocks."""
    return [text.split(code)[1].split("```\n")[2] for code in code_of(text)]
