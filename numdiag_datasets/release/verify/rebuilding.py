"""Rebuilding of a release, from its sources or its own originals, for comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version

from numdiag_datasets._version import __version__
from numdiag_datasets.core.manifest import Manifest, SourceEntry
from numdiag_datasets.release.release_types import RebuildTask, Rebuilt, ReleaseType

#: Libraries that affect only the bytes of a file, not its rows.
_WRITERS = frozenset({"datasets", "pyarrow"})


def rebuild(task: RebuildTask, release_type: ReleaseType) -> Rebuilt:
    """Build a release again if the version of this library is that of the release.

    Raises:
        InputError: the source cannot be read, or the release is too damaged to be built from.
    """
    others = dict(_other_versions(task.manifest))
    if others.keys() - _WRITERS:
        return Rebuilt(None, (f"its rows were not built again, since {_made_with(others)}",))
    rebuilt = release_type.rebuild(task)
    if not others:
        return rebuilt
    note = f"its files were compared row by row and not written again, since {_made_with(others)}"
    return replace(rebuilt, notes=(*rebuilt.notes, note), same_bytes=False)


def _other_versions(manifest: Manifest) -> Iterator[tuple[str, str]]:
    """Yield each library whose installed version differs, and the version that made the release."""
    if manifest.version != __version__:
        yield "numdiag", manifest.version
    for name, there in manifest.made_with.items():
        try:
            here = version(name)
        except PackageNotFoundError:
            here = ""
        if there != here:
            yield name, there


def _made_with(others: Mapping[str, str]) -> str:
    versions = ", ".join(f"{name} {there}" for name, there in others.items())
    return f"it was made with {versions}, which is not what is installed"


def rebuilt_note(source: str, names: list[str]) -> str:
    if source:
        return f"{', '.join(names)}: built again from {source}"
    return (
        f"{', '.join(names)}: built again from the originals of the release; --source official (or a directory with "
        "the published files) compares those too"
    )


def source_to_read(entry: SourceEntry, task: RebuildTask) -> str:
    """Return the source that a data set is read from; "" for its own originals."""
    return "sample" if entry.kind == "sample" else task.source
