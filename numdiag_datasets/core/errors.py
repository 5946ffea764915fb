"""Base classes of every error that numdiag raises."""

from __future__ import annotations


class NumdiagError(ValueError):
    """An input that numdiag cannot use; the message contains the fault, its place, and the choices."""


class InputError(NumdiagError):
    """An error that a user can correct: an option, a file, a release, a name.

    The commands print it in one line and exit with status 2; any other error is a bug and keeps its
    traceback.
    """
