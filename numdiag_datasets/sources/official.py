"""Published source files, fetched once; their bytes must be those that were pinned."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from datasets import DownloadConfig, DownloadManager

from numdiag_datasets.problems.data_set import OfficialFile
from numdiag_datasets.sources.base import SourceError


def place_official(file: OfficialFile, folder: Path) -> None:
    """Put a published file at its place in a source directory.

    Raises:
        SourceError: it cannot be had (see `fetch_official`), or the archive does not hold it.
    """
    place = folder / file.name
    place.parent.mkdir(parents=True, exist_ok=True)
    path = fetch_official(file).absolute()
    if not file.member:
        place.symlink_to(path)
        return
    try:
        with (
            ZipFile(path) as archive,
            archive.open(file.member) as content,
            place.open("wb") as out,
        ):
            shutil.copyfileobj(content, out)
    except (BadZipFile, KeyError) as error:
        raise SourceError(f"{file.url}: holds no {file.member} ({error})") from error


def fetch_official(file: OfficialFile) -> Path:
    """Return the local copy of a published file, downloaded by `datasets` when it is not cached.

    Raises:
        SourceError: it cannot be reached, or its bytes are not the ones that were pinned.
    """
    manager = DownloadManager(
        dataset_name="numdiag",
        download_config=DownloadConfig(use_etag=False, max_retries=2, resume_download=True),
    )
    try:
        path = Path(manager.download(file.url))
    except OSError as error:
        raise SourceError(
            f"{file.name} cannot be downloaded from {file.url}: no connection, or it has moved; "
            f"get the file another way and name its directory, --source DIR (DIR/{file.name})"
        ) from error
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if file.sha256 and digest != file.sha256:
        path.unlink()  # or the next try would find the same bytes in the cache
        raise SourceError(
            f"{file.url}: sha256 is {digest}, not {file.sha256}; the file was not used"
        )
    return path
