"""Checks of an output directory before a release replaces its content; foreign files are never removed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from numdiag_datasets.core.errors import some
from numdiag_datasets.core.manifest import (
    MANIFEST,
    TEXTS,
    Manifest,
    ReleaseError,
    SourceEntry,
    read_manifest,
)
from numdiag_datasets.core.output_files import release_around


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ReleaseError(
            f"{error.filename}: cannot be read ({error.strerror}). Nothing was changed"
        ) from error


@dataclass(frozen=True, slots=True)
class Contents:
    """The planned content of a build, as far as it is known before the build begins.

    Attributes:
        holds: see `Manifest.holds`.
        configs: name -> rows of all splits, or None if only the build can determine them.
        sources: see `Manifest.sources`.
        made_from: numbers that the rows depend on: the seed, the draws, and options stored in `Manifest.facts`.
    """

    holds: str
    configs: Mapping[str, int | None]
    sources: Mapping[str, SourceEntry]
    made_from: Mapping[str, int]


@_reading()
def check_out(out: Path, holds: str = "") -> Manifest | None:
    """Raise an error if an output directory contains anything but a release of the same kind.

    Args:
        out: the directory.
        holds: see `Manifest.holds`; "" for any.

    Returns:
        The manifest of the release in it, or None if it is empty or missing.

    Raises:
        ReleaseError: names the path and the problem.
    """
    _check_place(out)
    if not out.is_dir():
        if out.exists() or out.is_symlink():
            kind = (
                "a link that leads nowhere" if out.is_symlink() and not out.exists() else "a file"
            )
            raise ReleaseError(f"{out}: is {kind}; name a directory")
        return None
    if next(out.iterdir(), None) is None:
        return None
    if not (out / MANIFEST).is_file():
        raise ReleaseError(
            f"{out}: holds files but no {MANIFEST}, so it is no numdiag release; nothing was changed"
        )
    try:
        manifest = read_manifest(out)
    except ReleaseError as error:
        raise ReleaseError(
            f"{error}; it is kept, so name another --out. Nothing was changed"
        ) from error
    if holds and manifest.holds != holds:
        raise ReleaseError(
            f"{out}: holds a release of {manifest.holds}, not of {holds}; name another --out. Nothing was changed"
        )
    if foreign := sorted(foreign_files(out, manifest)):
        raise ReleaseError(
            f"{out}: holds what is no part of the release in it ({some(foreign)}); move that away or name "
            "another --out. Nothing was changed"
        )
    for folder in sorted({(out / name).parent for name in own_files(manifest)}):
        if folder.is_dir() and not os.access(folder, os.W_OK | os.X_OK):
            raise ReleaseError(
                f"{folder}: is not writable, so the release in it cannot be replaced; name another --out. "
                "Nothing was changed"
            )
    return manifest


@_reading()
def check_losses(out: Path, contents: Contents, replace: bool) -> Manifest | None:
    """Apply `check_out`, and refuse to replace a release by less or other data unless ``replace`` is set.

    Args:
        out: the release directory.
        contents: the planned content of the build.
        replace: whether existing data may be lost.

    Returns:
        The manifest of the release in ``out``, or None if there is none.

    Raises:
        ReleaseError: see `check_out`; or data would be lost, which the message names.
    """
    manifest = check_out(out, contents.holds)
    lost = [] if manifest is None or replace else list(losses(out, manifest, contents))
    if manifest and lost:
        raise ReleaseError(
            f"{out}: holds {described(manifest)}, of which this build would remove {', '.join(lost)}; name "
            "another --out, or say --replace. Nothing was changed"
        )
    return manifest


def described(manifest: Manifest) -> str:
    """Return a short description of a release: its data sets and its size."""
    kind = "the bundled sample" if manifest.is_sample else ", ".join(manifest.sources)
    return f"a release of {kind} ({len(manifest.configs)} configs, {manifest.all_rows:,} rows)"


def losses(out: Path, old: Manifest, new: Contents) -> Iterator[str]:
    """Yield descriptions of the data that would be lost if ``new`` replaced a release.

    Rows of the bundled sample do not count as a loss, since anyone can build them again at any time.
    """
    is_sample = all(source.kind == "sample" for source in old.sources.values())
    for name, source in old.sources.items():
        if name not in new.sources:
            yield f"all of {name}"
        elif source.kind != "sample" and source.files != new.sources[name].files:
            yield f"its {name} from {source.kind} (the new one is from {new.sources[name].kind})"
    if gone := [name for name in old.configs if name not in new.configs]:
        yield f"{len(gone)} of {len(old.configs)} configs ({some(gone)})"
    if fewer := [name for name, rows in new.configs.items() if rows and rows < old.rows(name)]:
        yield f"rows of {len(fewer)} configs ({some(fewer)})"
    made_from = {"seed": old.seed, "draws": old.draws, **old.facts}
    for name, value in new.made_from.items():
        if not is_sample and made_from.get(name) != value:
            yield f"its rows of {name} {made_from.get(name)} (the new ones are of {value})"
    checksums = {path: stored.sha256 for path, stored in old.files.items()} | old.texts
    if changed := [name for name, sha256 in checksums.items() if _differs(out / name, sha256)]:
        yield f"files that were changed since it was built ({some(changed)})"


def foreign_files(directory: Path, manifest: Manifest) -> Iterator[str]:
    """Yield the paths in a directory that are not part of its release: files, links and folders.

    Pipes and devices are foreign as well, even if they have the name of a release file.

    Raises:
        OSError: a folder cannot be read.
    """
    own = own_files(manifest)
    folders = {parent.as_posix() for name in own for parent in Path(name).parents}

    def fail(error: OSError) -> None:
        raise error

    for folder, names, files in os.walk(directory, onerror=fail):
        place = Path(folder)
        paths = {name: (place / name).relative_to(directory).as_posix() for name in names + files}
        for name, path in paths.items():
            is_folder = name in names and not (place / name).is_symlink()
            is_own = path in folders if is_folder else path in own and (place / name).is_file()
            if not is_own:
                yield path + "/" * is_folder
        names[:] = [name for name in names if paths[name] in folders]


def own_files(manifest: Manifest) -> set[str]:
    """Return every path of a release: the files in its manifest, and the text files with them."""
    return {*manifest.files, *TEXTS}


def _check_place(out: Path) -> None:
    """Raise an error if a place is not writable, or lies inside a release, where it would be foreign content."""
    parent = out.absolute().parent
    if not str(parent / out.name).isprintable():
        raise ReleaseError(
            f"{str(out)!a}: is no name for a directory that is to be shared; name another --out"
        )
    if not parent.is_dir():
        raise ReleaseError(f"{out}: the directory {parent} does not exist")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise ReleaseError(f"{out}: the directory {parent} is not writable")
    if Path(os.path.realpath(out)).is_mount():
        raise ReleaseError(
            f"{out}: is a mount point, which cannot be replaced in one step; name a directory in it"
        )
    if release := release_around(out):
        raise ReleaseError(
            f"{out}: lies inside the release {release}; name another --out. Nothing was changed"
        )


def _differs(path: Path, checksum: str) -> bool:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() != checksum
    except FileNotFoundError:
        return False  # there is nothing to lose
