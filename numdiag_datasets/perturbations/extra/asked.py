"""The quantity that a question asks for."""

from __future__ import annotations

import re

#: Questions that a reader may take to ask about everything that is counted.
ASKS_FOR_ALL = re.compile(
    r"\b(?:altogether|all|total|combined|sum|together|things|items|objects|pieces|everything|"
    r"everyone|people|animals|toys|pets)\b",
    re.IGNORECASE,
)
