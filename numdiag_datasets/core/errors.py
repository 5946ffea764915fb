"""The base of every error that numdiag raises."""

from __future__ import annotations


class NumdiagError(ValueError):
    """Something that numdiag was given cannot be used; the message says what, where, and the choices."""


class InputError(NumdiagError):
    """What a user can mend: an option, a file, a release, a name. The commands tell it in a line and
    exit with status 2; any other error is a bug and keeps its traceback."""
