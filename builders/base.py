"""What the `datasets` builders of all sources share: rows made from source files, and their cache."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import datasets

import numdiag_datasets
from builders.origin import load_origin
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.problem import Problem
from numdiag_datasets.problems.rows import features
from numdiag_datasets.release.arrow import applied_copies, to_table
from numdiag_datasets.release.configs import all_configs, parse_config
from numdiag_datasets.sources import SPLITS

_VERSION = datasets.Version(numdiag_datasets.__version__)


@dataclass
class NumdiagConfig(datasets.BuilderConfig):  # type: ignore[misc]
    """A config of the grid with where its originals come from and the seed of its draws."""

    source: str = "sample"
    seed: int = 1


def builder_configs(dataset: str) -> list[NumdiagConfig]:
    """The configs of a data set, one for each (perturbation, setting)."""
    return [
        NumdiagConfig(name=config.name, version=_VERSION)
        for config in all_configs()
        if config.dataset == dataset
    ]


class NumdiagBuilder(datasets.GeneratorBasedBuilder):  # type: ignore[misc]
    """Rows of one config, made from the source files; cached by code and source content."""

    VERSION = _VERSION
    BUILDER_CONFIG_CLASS = NumdiagConfig
    #: The data set, a key of `numdiag_datasets.sources.SOURCES`.
    dataset: str

    def __init__(self, config_name: str = "", *, source: str = "sample", **options: Any) -> None:
        self._origin = load_origin(self.dataset, source)
        # Without a hash, `datasets` would serve rows that other code or another file made.
        options.setdefault("hash", _content_hash(self._origin.files))
        super().__init__(config_name=config_name or self.dataset, source=source, **options)

    def _info(self) -> datasets.DatasetInfo:
        return datasets.DatasetInfo(features=features())

    def _split_generators(
        self, dl_manager: datasets.DownloadManager
    ) -> list[datasets.SplitGenerator]:
        return [
            datasets.SplitGenerator(name=split, gen_kwargs={"split": split}) for split in SPLITS
        ]

    def _generate_examples(self, split: str) -> Iterator[tuple[str, dict[str, Any]]]:
        config = parse_config(self.config.name)
        originals = self._origin.splits[split]
        for part in config.parts(split):
            problems: Sequence[Problem] = originals
            if part != "original":
                problems = perturb_split(Split(originals), config.perturbation, self.config.seed)
            table = to_table(problems)
            if part == "applied":
                table = applied_copies(table, config.perturbation)
            yield from ((row["id"], row) for row in table.to_pylist())


def _content_hash(source_files: dict[str, str]) -> str:
    """A hash of every file of the library and the builders, and of every source file."""
    digest = hashlib.sha256()
    for root in (Path(numdiag_datasets.__file__).parent, Path(__file__).parent):
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                name = path.relative_to(root.parent).as_posix()
                digest.update(name.encode() + b"\0" + path.read_bytes())
    for name, sha256 in sorted(source_files.items()):
        digest.update(f"{name}\0{sha256}".encode())
    return digest.hexdigest()[:32]
