"""Published source files, downloaded once; their bytes must match the pinned checksums."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from aiohttp import ClientTimeout
from datasets import DownloadConfig, DownloadManager
from huggingface_hub import is_offline_mode

from numdiag_datasets.sources.source import OfficialFile
from numdiag_datasets.sources.source_files import SourceError

#: Seconds to wait for a server to connect and to continue sending; the client's default is five minutes.
_CONNECT, _READ = 5, 10


def place_official(file: OfficialFile, folder: Path) -> None:
    """Put a published file at its place in a source directory.

    Raises:
        SourceError: it is unavailable (see `fetch_official`), or the archive does not contain it.
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
    """Return the local copy of a published file, downloaded by `datasets` if it is not cached.

    Raises:
        SourceError: it cannot be reached, or its bytes are not the pinned ones.
    """
    patience = ClientTimeout(total=None, sock_connect=_CONNECT, sock_read=_READ)
    options = {"client_kwargs": {"timeout": patience}}
    manager = DownloadManager(
        dataset_name="numdiag",
        download_config=DownloadConfig(
            use_etag=False,
            max_retries=2,
            resume_download=True,
            storage_options={"http": options, "https": options},
        ),
    )
    try:
        path = Path(manager.download(file.url))
    except (OSError, TimeoutError) as error:
        is_off = isinstance(error, ConnectionError) and is_offline_mode()
        why = (
            "HF_HUB_OFFLINE switches downloads off" if is_off else "no connection, or it has moved"
        )
        raise SourceError(
            f"{file.name} cannot be downloaded from {file.url}: {why}; "
            f"get the file another way and name its directory, --source DIR (DIR/{file.name})"
        ) from error
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if file.sha256 and digest != file.sha256:
        path.unlink()  # or the next try would find the same bytes in the cache
        raise SourceError(
            f"{file.url}: sha256 is {digest}, not {file.sha256}; the file was not used"
        )
    return path
