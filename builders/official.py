"""The published source files: where they are, what their bytes must be, fetched once."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from datasets import DownloadConfig, DownloadManager

from numdiag_datasets.sources import SourceError


@dataclass(frozen=True, slots=True)
class OfficialFile:
    """A published file: its name in the official layout, its address and its sha256."""

    name: str
    url: str
    sha256: str


OFFICIAL_FILES: dict[str, tuple[OfficialFile, ...]] = {
    "asdiv_a": (
        OfficialFile(
            "asdiv/ASDiv.xml",
            "https://raw.githubusercontent.com/chaochun/nlu-asdiv-dataset/master/dataset/ASDiv.xml",
            "ef8904068482919ac48c8eeaaf6df344b8a308ba66d048c2d4d87eab82dc4929",
        ),
    ),
}


def fetch_official(file: OfficialFile) -> Path:
    """Return the local copy of a published file, downloaded by `datasets` when it is not cached.

    Raises:
        SourceError: it cannot be reached, or its bytes are not the ones that were pinned.
    """
    manager = DownloadManager(
        dataset_name="numdiag", download_config=DownloadConfig(use_etag=False, max_retries=2)
    )
    try:
        path = Path(manager.download(file.url))
    except OSError as error:
        raise SourceError(
            f"{file.name} cannot be downloaded from {file.url}: no connection, or it has moved; "
            f"get the file another way and name its directory, --source DIR (DIR/{file.name})"
        ) from error
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != file.sha256:
        path.unlink()  # or the next try would find the same bytes in the cache
        raise SourceError(
            f"{file.url}: sha256 is {digest}, not {file.sha256}; the file was not used"
        )
    return path
