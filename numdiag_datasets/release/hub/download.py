"""Download of a release from the Hub, which fails unless every checksum is right."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from numdiag_datasets.core.manifest import MANIFEST, TEXTS, ReleaseError, parse_manifest
from numdiag_datasets.release.hub.repository import (
    HubError,
    head_of,
    hub_errors,
    quiet_without_terminal,
)

_ON_THE_HUB = re.compile(r"(?P<repo>[\w.-]+/[\w.-]+)(?:@(?P<revision>[\w./-]+))?")


def is_on_hub(place: Path) -> bool:
    """Return whether a place is a name on the Hub rather than a local path."""
    is_name = _ON_THE_HUB.fullmatch(place.as_posix()) and not place.as_posix().startswith(".")
    return bool(is_name) and not place.exists()


def find_release(place: Path) -> Path:
    """Return the directory of a release: a local one, or the download of one on the Hub.

    Args:
        place: a directory, or ``you/numdiag`` or ``you/numdiag@v1.0.0`` on the Hub.

    Raises:
        HubError: it cannot be fetched.
        ReleaseError: the download does not match its manifest.
    """
    name = _ON_THE_HUB.fullmatch(place.as_posix())
    if not name or not is_on_hub(place):
        return place
    try:
        return fetch_release(name["repo"], name["revision"] or "main")
    except HubError as error:
        raise HubError(f"there is no directory {place} here; {error}") from error


def fetch_file(repo: str, path: str, revision: str) -> bytes:
    """Return the content of a small file of a data set.

    Raises:
        HubError: it cannot be fetched.
    """
    from huggingface_hub import HfApi

    with hub_errors(repo, "nothing was changed"):
        file = HfApi().hf_hub_download(repo, path, repo_type="dataset", revision=revision)
        return Path(file).read_bytes()


def fetch_release(repo: str, revision: str) -> Path:
    """Download a release into the Hub's own cache and check it before anything reads it.

    Raises:
        HubError: it cannot be fetched, or there is none.
        ReleaseError: a file is missing or does not have the checksum in the manifest.
    """
    from huggingface_hub import HfApi

    place = f"{repo}@{revision}"
    head = head_of(repo, revision=revision)
    if not head.oid:
        raise HubError(f"{repo}: is no data set on the Hub that you may see")
    if MANIFEST not in head.files:
        raise HubError(f"{place}: holds no {MANIFEST}, so it is no numdiag release")
    manifest = parse_manifest(fetch_file(repo, MANIFEST, head.oid), f"{place}: {MANIFEST}")
    quiet_without_terminal()
    patterns = [*manifest.files, *TEXTS]
    with hub_errors(repo, "nothing was changed"):
        directory = Path(
            HfApi().snapshot_download(
                repo, repo_type="dataset", revision=head.oid, allow_patterns=patterns
            )
        )
    for name, stored in manifest.files.items():
        path = directory / name
        if not path.is_file():
            raise ReleaseError(f"{place}: {name} is missing, though {MANIFEST} names it")
        if hashlib.sha256(path.read_bytes()).hexdigest() != stored.sha256:
            raise ReleaseError(
                f"{place}: {name} is not the file that {MANIFEST} says (its sha256 is another), so it is not read"
            )
    return directory
