"""Errors that a user of the scripts can correct."""

from __future__ import annotations

from numdiag_datasets.core.errors import InputError


class RunError(InputError):
    """An impossible run; the message names the option and the choices."""
