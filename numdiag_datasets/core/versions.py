"""Versions of the benchmark: the changes of each in the data, and the number that a change needs.

The number itself is ``numdiag_datasets.__version__``; `differences` finds the changes.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from packaging.version import Version
from numdiag_datasets.core.errors import NumdiagError

_CHANGES = Path(__file__).with_name("data_changes.yaml")


class Level(IntEnum):
    """The extent of a change in the data, which determines the part of the version that has to grow.

    Below 1.0.0 a major change grows the minor part and a minor change the patch part, as usual.
    """

    NONE = 0  # the same rows: card, checksums, compression
    MINOR = 1  # scores on the previous test rows are still comparable
    MAJOR = 2  # they are not: test rows changed or are gone, or columns or configs are


def parse_version(text: str) -> Version | None:
    """Return the version ``1.2.0`` or ``v1.2.0``; None if the text is neither."""
    # Imported here: only building and publishing compare versions.
    from packaging.version import InvalidVersion, Version

    plain = text.removeprefix("v")
    try:
        version = Version(plain)
    except InvalidVersion:
        return None
    # Major, minor and patch, no "rc1", and only one spelling: tags are compared as text.
    return version if len(version.release) == 3 and plain == version.base_version else None


def base_version(text: str) -> str:
    """Return a version without its development part, which `datasets` does not know: ``2.0.0.dev0`` -> ``2.0.0``."""
    return text.partition(".dev")[0]


def least_version(published: str, level: Level) -> str:
    """Return the least version that may follow ``published`` after a change of this level.

    A development version may become its own version, if that is new enough: ``2.0.0.dev0`` any, ``1.3.0.dev0``
    one with minor changes.

    Raises:
        NumdiagError: ``published`` is not a version.
    """
    version = parse_version(base_version(published))
    if version is None:
        raise NumdiagError(f"{published!r} is no version")
    if level == Level.NONE:
        return base_version(published).removeprefix("v")
    major, minor, patch = version.release
    grown = [
        f"{major}.{minor}.{patch + 1}",
        f"{major}.{minor + 1}.0",
        f"{major + 1}.0.0",
    ]
    part = level if major else level - 1
    is_reached = base_version(published) != published and not any(version.release[3 - part :])
    return str(version) if is_reached else grown[part]


@cache
def data_changes() -> dict[str, list[str]]:
    """Return version -> its changes of the data, in the users' terms; the newest first."""
    import yaml

    changes: dict[str, list[str]] = yaml.safe_load(_CHANGES.read_text(encoding="utf-8"))
    return changes
