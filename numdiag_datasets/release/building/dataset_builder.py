"""A `datasets` builder for the grid, which makes the rows of a config from the source files.

>>> builder = NumdiagBuilder("asdiv_a-extra-attack", source="sample")
>>> builder.download_and_prepare()
>>> rows = builder.as_dataset(split="test")
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import datasets

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import CONFIGS, parse_config
from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.schema import features
from numdiag_datasets.core.versions import base_version
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.release.arrow import applied_copies, to_table
from numdiag_datasets.release.building.units import read_splits
from numdiag_datasets.sources import load_source

_VERSION = datasets.Version(base_version(__version__))


@dataclass
class NumdiagConfig(datasets.BuilderConfig):  # type: ignore[misc]
    """A config of the grid, with the source of its originals and the seed of its draws."""

    source: str = "sample"
    seed: int = 1


class NumdiagBuilder(datasets.GeneratorBasedBuilder):  # type: ignore[misc]
    """A builder of the rows of one config from the source files; cached by code and source content."""

    VERSION = _VERSION
    BUILDER_CONFIG_CLASS = NumdiagConfig
    BUILDER_CONFIGS = tuple(NumdiagConfig(name=name, version=_VERSION) for name in CONFIGS)

    def __init__(self, config_name: str, *, source: str = "sample", **options: Any) -> None:
        """Read the originals of the config's data set; see `load_source` for ``source``."""
        self._origin = load_source(parse_config(config_name).dataset, source)
        # Without a hash, `datasets` would return cached rows made by other code or from another file.
        options.setdefault("hash", _content_hash(self._origin.files))
        super().__init__(config_name=config_name, source=source, **options)

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
                splits = read_splits(self._origin.splits)
                problems = perturb_split(splits[split], config.form(part), self.config.seed)
            table = to_table(problems)
            if part == "applied":
                table = applied_copies(table, config.perturbation)
            yield from ((row["id"], row) for row in table.to_pylist())


def _content_hash(source_files: dict[str, str]) -> str:
    """Return a hash of every file of the library and every source file."""
    digest = hashlib.sha256()
    library = Path(__file__).parents[2]
    for path in sorted(library.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            name = path.relative_to(library).as_posix()
            digest.update(name.encode() + b"\0" + path.read_bytes())
    for name, sha256 in sorted(source_files.items()):
        digest.update(f"{name}\0{sha256}".encode())
    return digest.hexdigest()[:32]
