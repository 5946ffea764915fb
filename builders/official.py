"""The published source files: where they are, what their bytes must be, fetched once."""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from datasets import DownloadConfig, DownloadManager

from numdiag_datasets.sources import SourceError


@dataclass(frozen=True, slots=True)
class OfficialFile:
    """A published file.

    Attributes:
        name: in the official layout.
        url: of what is downloaded.
        sha256: of what is downloaded; "" where only the commit in the URL pins the bytes.
        member: the file's name in the zip archive that is downloaded, "" where it is the file itself.
    """

    name: str
    url: str
    sha256: str
    member: str = ""


_DROP = (
    "https://s3-us-west-2.amazonaws.com/allennlp/datasets/drop/drop_dataset.zip",
    "39d2278a29fd729de301b111a45f434c24834f40df8f4ff116d864589e3249d6",
)


# The repository at one commit.
_TATQA = (
    "https://raw.githubusercontent.com/NExTplusplus/TAT-QA/ec12a30c26365ff05face6ffc431aaff9cb67c91"
    "/dataset_raw"
)

OFFICIAL_FILES: dict[str, tuple[OfficialFile, ...]] = {
    "asdiv_a": (
        OfficialFile(
            "asdiv/ASDiv.xml",
            "https://raw.githubusercontent.com/chaochun/nlu-asdiv-dataset/master/dataset/ASDiv.xml",
            "ef8904068482919ac48c8eeaaf6df344b8a308ba66d048c2d4d87eab82dc4929",
        ),
    ),
    "drop_num": tuple(
        OfficialFile(f"drop/{name}", *_DROP, member=f"drop_dataset/{name}")
        for name in ("drop_dataset_train.json", "drop_dataset_dev.json")
    ),
    "tatqa_a": (
        OfficialFile(
            "tatqa/tatqa_dataset_train.json", f"{_TATQA}/tatqa_dataset_train.json", sha256=""
        ),
        OfficialFile(
            "tatqa/tatqa_dataset_dev.json",
            f"{_TATQA}/tatqa_dataset_dev.json",
            "8da095a819af6db3c14877c6df2d4d29960e41d1a63dd1fa853507bd2a616af5",
        ),
    ),
}


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
