"""The checksum of a result, which shows that a figure of it was changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

#: The key of a result that holds it.
CHECKSUM = "checksum"


def checksum_of(value: Mapping[str, Any]) -> str:
    """Return a checksum, 12 hexadecimal digits, of a result but for the name of its system, which a user may add."""
    kept = {key: item for key, item in value.items() if key not in (CHECKSUM, "system")}
    plain = json.loads(json.dumps(kept, default=str), parse_float=_shortest)
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:12]


def _shortest(number: str) -> int | float:
    """Read a number so that 50.0 and 50 are the same: other tools write one as the other."""
    found = float(number)
    return int(found) if found.is_integer() else found
