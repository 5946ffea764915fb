"""Environment variables that libraries read when they are imported, where a wrong one ends in a traceback."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from numdiag_datasets.core.errors import InputError

#: Variable -> its kind of number.
_NUMBERS = {
    "HF_HUB_DOWNLOAD_TIMEOUT": int,
    "HF_HUB_ETAG_TIMEOUT": int,
    "HF_DATASETS_IN_MEMORY_MAX_SIZE": float,
    "TQDM_MININTERVAL": float,
    "TQDM_MAXINTERVAL": float,
    "TQDM_NCOLS": int,
    "TQDM_NROWS": int,
    "SOURCE_DATE_EPOCH": int,
}
_ADDRESS = "HF_ENDPOINT"


def check_environment() -> None:
    """Check the variables that are set.

    Raises:
        InputError: names the variable.
    """
    for name, kind in _NUMBERS.items():
        value = os.environ.get(name) or "0"
        try:
            kind(value)
        except ValueError as error:
            raise InputError(
                f"environment variable {name} is {value!r:.60}, not a number"
            ) from error
    address = os.environ.get(_ADDRESS) or "https://localhost"
    try:
        parts = urlsplit(address)
        is_whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        is_whole = False
    if not (is_whole and address.isascii() and address.isprintable()):
        raise InputError(
            f"environment variable {_ADDRESS} is {address!r:.60}, not an address such as https://host"
        )
