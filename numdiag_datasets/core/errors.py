"""Base classes of every error that numdiag raises, and names in their messages."""

from __future__ import annotations

from collections.abc import Collection

from numdiag_datasets.core.visible_text import visible_line

#: A message is cut in its middle if it has more than twice as many characters: names of others may be long.
_LONGEST = 700


class NumdiagError(ValueError):
    """An input that numdiag cannot use; the message contains the fault, its place, and the choices, in one `visible_line`."""

    def __str__(self) -> str:
        text = visible_line(super().__str__())
        if len(text) > 2 * _LONGEST:
            return f"{text[:_LONGEST]} ... {text[-_LONGEST:]}"
        return text


class InputError(NumdiagError):
    """An error that a user can correct: an option, a file, a release, a name.

    The commands print it in one line and exit with status 2; any other error is a bug and keeps its
    traceback.
    """


def short(text: object, most: int = 60) -> str:
    """Return a text for a message, cut to a maximum number of characters: names and ids may be very long."""
    return f"{text!s:.{most}}..." if len(str(text)) > most else str(text)


def some(names: Collection[str], most: int = 3) -> str:
    """Return the first few names, each `short`, and the number of further ones: ``a, b, c and 2 more``."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(short, [*names][:most])) + more
