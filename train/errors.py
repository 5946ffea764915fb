"""What a user of the scripts can mend."""

from __future__ import annotations

from numdiag_datasets.core.errors import InputError


class RunError(InputError):
    """A run that cannot be made; the message names the option and the choices."""
