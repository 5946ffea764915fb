"""Manifest of a release, which lists every file with its checksum, and the rows of these files."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from numdiag_datasets.core.coverage import Coverage, total
from numdiag_datasets.core.data_sets import SPLITS, TEXT_PAIR_FAMILIES
from numdiag_datasets.core.errors import InputError, short
from numdiag_datasets.core.input_files import (
    check_regular,
    file_bytes,
    json_value,
    reading,
    reading_parquet,
)
from numdiag_datasets.core.resamples import MOST_DRAWS, draw_splits
from numdiag_datasets.core.versions import parse_version

if TYPE_CHECKING:
    from pydantic import TypeAdapter

MANIFEST = "manifest.json"
CARD = "README.md"
#: All the counts that the card summarises.
COUNTS = "COUNTS.md"
LICENCE = "LICENSE"
#: The Hub's benchmark file.
EVALUATION = "eval.yaml"
#: The files of a release that a manifest does not list.
TEXTS = (MANIFEST, CARD, COUNTS, LICENCE, EVALUATION)
#: The kind of a release's rows.
Records = Literal["problems", "text_pairs"]
PROBLEMS: Final = "problems"
TEXT_PAIRS: Final = "text_pairs"

#: The largest number of rows or bytes that a file can have.
_MOST = 10**15
#: The first version whose rules are those that rows are checked against.
_FIRST_CHECKED = "2.0.0"
_LIBRARY = re.compile(r"[\w.-]+ [\w.+!-]+", re.ASCII)
SOURCE_KINDS = ("sample", "official", "directory", "generated", "questions", "pairs")
#: The kind of a source that is the bundled sample.
SAMPLE = "sample"
#: Behind the name of a system or a table with scores on the sample.
SAMPLE_MARK = " (sample)"

#: No part of a path begins with a dot, so no path leads out of the directory; no path is a glob either.
_SOURCE_PATH = re.compile(r"\w[\w.-]*(/\w[\w.-]*)*", re.ASCII)
_SAFE_PATH = re.compile(r"\w[\w-]*(/\w[\w-]*){2}\.parquet", re.ASCII)


_VERSION = re.compile(r"\d+(\.\w+){0,4}", re.ASCII)


class ReleaseError(InputError):
    """A directory that cannot be written, or that is not a numdiag release."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken promise of a release: its place, and a description."""

    place: str
    what: str


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A Parquet file of a release: its rows, applied rows, sizes in bytes (file, and columns without compression) and checksum.

    Manifests up to 1.0.0 lack ``num_bytes``.
    """

    rows: int
    applied: int
    parquet_bytes: int
    sha256: str
    num_bytes: int = 0


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """The origin of a data set.

    Attributes:
        kind: one of `SOURCE_KINDS`.
        files: name -> sha256 of every file.
        notes: the parts of the published data set that the files lack.
    """

    kind: str
    files: dict[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PerturbationCoverage:
    """The coverage of a perturbation of a data set; see `Coverage` for the counts.

    Attributes:
        problems, eligible, applied, reasons, rules: over all splits.
        share: applied as a share of eligible, 0 to 1, in millionths.
        splits: split -> its coverage.
    """

    problems: int
    eligible: int
    applied: int
    reasons: dict[str, int]
    rules: dict[str, int]
    share: float
    splits: dict[str, Coverage]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of a release, and its origin.

    Attributes:
        records: the kind of its rows.
        version: of the benchmark.
        seed: of every random draw.
        made_with: library -> version, for the libraries that may change a byte.
        sources: data set, or the family of text pairs -> its origin.
        coverage: data set -> perturbation -> its coverage; empty for text pairs.
        configs: config -> split -> paths of its files.
        unavailable: name without setting -> why it cannot be built.
        files: path -> the stored file.
        texts: name of each text file next to them -> sha256; empty in manifests up to 1.0.0.
        draws: the number of draws of the test split if numbers are sampled; 0 for the split alone.
        facts: further facts for the card and the check of a family.
    """

    records: Records
    version: str
    seed: int
    made_with: dict[str, str]
    sources: dict[str, SourceEntry]
    coverage: dict[str, dict[str, PerturbationCoverage]]
    configs: dict[str, dict[str, tuple[str, ...]]]
    unavailable: dict[str, str]
    files: dict[str, StoredFile]
    texts: dict[str, str] = field(default_factory=dict)
    draws: int = 0
    facts: dict[str, Any] = field(default_factory=dict)
    benchmark: Literal["numdiag"] = "numdiag"

    @property
    def holds(self) -> str:
        """Its content: ``problems``, or the family of its text pairs, such as ``number_words``."""
        return PROBLEMS if self.records == PROBLEMS else next(iter(self.sources))

    @property
    def is_sample(self) -> bool:
        """Whether any of it comes from the bundled sample of problems; the bundled questions are complete."""
        return self.records == PROBLEMS and any(
            source.kind == SAMPLE for source in self.sources.values()
        )

    @property
    def has_older_rules(self) -> bool:
        """Whether it was made with rules, and perhaps a layout of files, that this version does not have."""
        version, first = parse_version(self.version), parse_version(_FIRST_CHECKED)
        return version is not None and first is not None and version < first

    @property
    def all_rows(self) -> int:
        """The number of rows of all files together."""
        return sum(stored.rows for stored in self.files.values())

    def stored(self, config: str, split: str) -> list[StoredFile]:
        """Return the files of a split of a config."""
        return [self.files[path] for path in self.configs[config][split]]

    def rows(self, config: str) -> int:
        """Return the number of rows of all splits of a config together; 0 if the release lacks it."""
        splits = self.configs.get(config, {})
        return sum(stored.rows for split in splits for stored in self.stored(config, split))

    def revision(self, config: str, split: str) -> str:
        """Return a name for the rows of a split: the benchmark's version, a mark of the sample, a checksum of their files."""
        checksums = "".join(stored.sha256 for stored in self.stored(config, split))
        mark = f"+{SAMPLE}" * (self.records == PROBLEMS and self.source_of(config) == SAMPLE)
        return f"{self.version}{mark}@{hashlib.sha256(checksums.encode()).hexdigest()[:12]}"

    def source_of(self, config: str) -> str:
        """Return the kind of the source of a config's rows, such as `SAMPLE`; see `SourceEntry`."""
        return self.sources[config.partition("-")[0]].kind

    def to_json(self) -> dict[str, Any]:
        """Return the manifest as plain values, in the order of its file."""
        values = asdict(self)
        keys = ["benchmark", "records", "version", "seed", "made_with", "sources"]
        keys += ["draws"] * (self.draws > 0) + ["facts"] * (self.records == TEXT_PAIRS)
        keys += ["coverage", "configs", "unavailable", "files"] + ["texts"] * bool(self.texts)
        return {key: values[key] for key in keys}

    def to_text(self) -> str:
        """Return the manifest as the text of its file."""
        return json.dumps(self.to_json(), indent=1, ensure_ascii=False) + "\n"


def read_manifest(directory: Path) -> Manifest:
    """Return the manifest of a release directory.

    Raises:
        ReleaseError: there is none, or it cannot be read.
    """
    with reading(str(directory), ReleaseError):
        if directory.is_file():
            raise ReleaseError(f"{directory}: is a file; name the directory of a release")
        if (directory / MANIFEST).exists() and not (directory / MANIFEST).is_file():
            raise ReleaseError(f"{directory / MANIFEST}: is no regular file")
    return read_manifest_file(directory / MANIFEST)


def read_manifest_file(path: Path) -> Manifest:
    """Return the manifest in a file of JSON, which may be packed (``.gz``).

    Raises:
        ReleaseError: there is none, or it cannot be read.
    """
    if not path.exists():
        # A directory with other content must not be built over.
        is_free = not path.parent.exists() or (
            path.parent.is_dir() and not any(path.parent.iterdir())
        )
        remedy = (
            f"; `numdiag build --out {path.parent} --source official` makes one (without --source, a small sample)"
            if is_free
            else ""
        )
        raise ReleaseError(f"{path.parent}{os.sep}: no numdiag release (no {path.name}){remedy}")
    return parse_manifest(file_bytes(path, ReleaseError), str(path))


def parse_manifest(content: bytes, place: str) -> Manifest:
    """Return the manifest in the content of a JSON file.

    Raises:
        ReleaseError: there is none, or a value is missing, of another kind or without its file;
            ``place`` names the file, the message the value.
    """
    # Imported here, as in `_adapter`: only reading a release needs it.
    from pydantic import ValidationError

    json_value(
        content, place, ReleaseError
    )  # pydantic accepts keys that occur twice, and numbers of any length
    try:
        manifest = _adapter().validate_json(content, strict=True)
        _check(manifest)
    except ValidationError as error:
        first = error.errors()[0]
        where = " ".join(map(str, first["loc"]))
        raise ReleaseError(
            f"{place}: is no manifest of a release, or damaged ({where}: {first['msg']})"
        ) from error
    except ValueError as error:
        raise ReleaseError(f"{place}: is no manifest of a release, or damaged ({error})") from error
    return manifest


@cache
def _adapter() -> TypeAdapter[Manifest]:
    from pydantic import TypeAdapter

    return TypeAdapter(Manifest)


def _check(manifest: Manifest) -> None:
    """Check the conditions that the types do not express.

    Raises:
        ValueError: a path leads out of the release, or a config names a file that is missing.
    """
    if not 0 <= manifest.draws <= MOST_DRAWS:
        raise ValueError(f"draws: {manifest.draws} is no number of draws")
    if manifest.seed < 0 or not _VERSION.fullmatch(manifest.version):
        raise ValueError(f"version {manifest.version!r}, seed {manifest.seed}: cannot be")
    _check_sources(manifest)
    _check_files(manifest)
    if not manifest.has_older_rules:
        _check_coverage(manifest)
    for name in manifest.texts:
        if name not in TEXTS:
            raise ValueError(f"texts {name!r} is not one of {', '.join(TEXTS)}")
    for config, splits in manifest.configs.items():
        # `numdiag verify` checks which configs have draws.
        if set(splits) not in ({*SPLITS}, {*SPLITS, *draw_splits(manifest.draws)}):
            raise ValueError(
                f"configs {config}: its splits are {', '.join(splits) or 'none'}, not {', '.join(SPLITS)}"
            )
        for split in splits:
            if len(set(splits[split])) < len(splits[split]):
                raise ValueError(f"configs {config} {split}: names a file twice")
            for path in splits[split]:
                if path not in manifest.files:
                    raise ValueError(f"configs {config} {split}: {path} is not among the files")


def _check_sources(manifest: Manifest) -> None:
    """Check that the sources are those of a family, or of problems and of all their configs.

    Raises:
        ValueError: names the source.
    """
    if manifest.records == TEXT_PAIRS:
        if len(manifest.sources) != 1 or manifest.holds not in TEXT_PAIR_FAMILIES:
            found = ", ".join(manifest.sources)
            raise ValueError(
                f"unknown family {found!r} of text pairs; choose from {', '.join(TEXT_PAIR_FAMILIES)}"
            )
        if not manifest.facts:
            raise ValueError("facts: missing")
        entry = manifest.sources[manifest.holds]
        if entry.kind == "generated" and (entry.files or entry.notes):
            raise ValueError(f"sources {manifest.holds}: is generated, without files or notes")
    else:
        datasets = {config.partition("-")[0] for config in manifest.configs}
        if without := datasets - {*manifest.sources}:
            raise ValueError(f"sources: none of {', '.join(sorted(without))}")
        if not datasets:
            raise ValueError("configs: none")
    for name, source in manifest.sources.items():
        if source.kind not in SOURCE_KINDS:
            raise ValueError(f"sources {name} kind: {source.kind!r:.60} is none")


def _check_coverage(manifest: Manifest) -> None:
    """Check the sums of the coverage.

    Raises:
        ValueError: names the data set and the perturbation.
    """
    for dataset, of_data in manifest.coverage.items():
        for perturbation, stated in of_data.items():
            whole = total(stated.splits.values())
            counts = asdict(whole) | {"share": round(whole.share, 6)}
            if any(getattr(stated, part) != count for part, count in counts.items()):
                raise ValueError(f"coverage {dataset} {perturbation}: is not the sum of its splits")


def _check_files(manifest: Manifest) -> None:
    """Check the paths of the files and their numbers.

    Raises:
        ValueError: names the path.
    """
    for library, version in manifest.made_with.items():
        if not _LIBRARY.fullmatch(f"{library} {version}"):
            raise ValueError(f"made_with: {short(library)!r} has no version {short(version)!r}")
    for source in manifest.sources.values():
        for name in source.files:
            if not _SOURCE_PATH.fullmatch(name):
                raise ValueError(f"{short(name)!r} is not a path inside a source")
    for path in manifest.files:
        if not _SAFE_PATH.fullmatch(path):
            raise ValueError(f"{short(path)!r} is not a path inside a release")
    for path, stored in manifest.files.items():
        if stored.applied and manifest.records == TEXT_PAIRS:
            raise ValueError(f"files {path}: text pairs have no applied rows")
        counts = (stored.rows, stored.applied, stored.parquet_bytes, stored.num_bytes)
        is_sized = stored.num_bytes or manifest.has_older_rules
        if not is_sized or not all(0 <= count <= _MOST for count in counts):
            raise ValueError(f"files {path}: its numbers of rows, applied rows or bytes cannot be")


def check_file(path: Path, stored: StoredFile) -> None:
    """Refuse a file that is not the one of a manifest: its rows would pass for those of the release.

    Raises:
        ReleaseError: it cannot be read, or has another checksum.
    """
    check_regular(path, ReleaseError)
    with reading(str(path), ReleaseError):
        content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != stored.sha256:
        raise ReleaseError(f"{path}: is another file than {MANIFEST} says; build it again")


def read_rows(
    directory: Path, paths: Sequence[str], manifest: Manifest | None = None
) -> list[dict[str, Any]]:
    """Return the rows of some Parquet files of a release, as dictionaries.

    Raises:
        ReleaseError: a file cannot be read, or is not the one of the manifest, if that is given.
    """
    from pyarrow import parquet

    rows: list[dict[str, Any]] = []
    for path in paths:
        place = directory / path
        check_regular(place, ReleaseError)
        if manifest:
            check_file(place, manifest.files[path])
        # Not `read_table`, which imports pandas.
        with reading_parquet(str(place), ReleaseError), parquet.ParquetFile(place) as file:
            rows += file.read().to_pylist()
    return rows
