"""What the cards of all releases have in common: the YAML that `load_dataset` reads, and the text below it."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets.release.manifest import Manifest
from numdiag_datasets.release.versions import data_changes, parse_version

if TYPE_CHECKING:
    import datasets


#: Of the Hub's ``size_categories``: fewer rows than this, and the name.
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
#: Whoever filters training data can look for this, and whoever finds it in a model's output knows.
CANARY = "numdiag:canary:0f6d2b1e-6c1b-4c0e-9a57-3d1c8f52ab74"


def card(
    template: Path,
    manifest: Manifest,
    about: Mapping[str, Any],
    features_of: Callable[[str], datasets.Features],
    **values: Any,
) -> str:
    """Return a card: the YAML of a release, and a template filled in.

    Args:
        template: Jinja; it gets the manifest, the rows of each config, the changes of each version, the
            canary string and ``values``, and the filter ``plain``.
        manifest: of the release, or of some data sets of it.
        about: further fields of the YAML: name, languages, licence, tasks, tags.
        features_of: config name -> its columns.
    """
    # Imported here, since only building and publishing need them.
    import yaml
    from huggingface_hub import DatasetCardData
    from jinja2 import Environment, StrictUndefined

    data: Any = DatasetCardData(
        **about,
        size_categories=[_size(sum(stored.rows for stored in manifest.files.values()))],
    )
    data["configs"] = [
        _config_entry(name, splits, manifest) for name, splits in manifest.configs.items()
    ]
    data["configs"][0]["default"] = True
    data["dataset_info"] = _dataset_infos(manifest, features_of)
    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    environment.filters["plain"] = _plain
    body = environment.from_string(template.read_text(encoding="utf-8")).render(
        manifest=manifest,
        rows={name: _split_rows(splits, manifest) for name, splits in manifest.configs.items()},
        changes=_changes_until(manifest.version, manifest.sources),
        canary=CANARY,
        **values,
    )

    class Dumper(yaml.CSafeDumper):  # type: ignore[misc]
        """In C, ten times as fast as `data.to_yaml()`; and without anchors for what configs share,
        which the Hub's viewer does not follow."""

        def ignore_aliases(self, data: object) -> bool:
            return True

    front = yaml.dump(
        data.to_dict(), Dumper=Dumper, sort_keys=False, allow_unicode=True, width=10**6
    )
    return f"---\n{front}---\n{body}"


def _plain(text: object) -> str:
    """Text of a source or a user as Markdown that shows it as it is, on one line."""
    escaped = html.escape(" ".join(str(text).split()), quote=False)
    return re.sub(r"([\\`*_{}\[\]()#+!|~-])", r"\\\1", escaped)


def _size(rows: int) -> str:
    return next((name for limit, name in _SIZES if rows < limit), "1M<n<10M")


def _changes_until(version: str, datasets: Iterable[str]) -> dict[str, list[str]]:
    """What each version changed in these data sets, from this one back."""
    newest = parse_version(version)
    beginnings = tuple(f"`{dataset}" for dataset in datasets)
    changes = {
        name: [line for line in lines if line.startswith(beginnings)]
        for name, lines in data_changes().items()
        if newest is None or (parse_version(name) or newest) <= newest
    }
    return {name: lines for name, lines in changes.items() if lines}


def _config_entry(
    name: str, splits: Mapping[str, Sequence[str]], manifest: Manifest
) -> dict[str, Any]:
    digest = _content_digest(splits, manifest)
    return {
        "config_name": name,
        "version": manifest.version,
        # A local directory is cached under a key that covers only this YAML: without a digest of
        # the content, a release built anew would load with the rows of the old one.
        "description": f"seed {manifest.seed}, content {digest}",
        "data_files": [
            {"split": split, "path": list(paths)} for split, paths in splits.items() if paths
        ],
    }


def _content_digest(splits: Mapping[str, Sequence[str]], manifest: Manifest) -> str:
    from hashlib import sha256

    hashes = [manifest.files[path].sha256 for paths in splits.values() for path in paths]
    return sha256("".join(hashes).encode()).hexdigest()[:16]


def _split_rows(
    splits: Mapping[str, Sequence[str]], manifest: Manifest
) -> dict[str, dict[str, int]]:
    """Split -> rows and applied rows."""
    return {
        split: {
            key: sum(getattr(manifest.files[path], key) for path in paths)
            for key in ("rows", "applied", "arrow_bytes", "parquet_bytes")
        }
        for split, paths in splits.items()
    }


def _dataset_infos(
    manifest: Manifest, features_of: Callable[[str], datasets.Features]
) -> list[dict[str, Any]]:
    """The ``dataset_info`` of every config; with wrong counts or columns, loading fails."""
    columns: dict[
        str, Any
    ] = {}  # `datasets` is slow to write the YAML of columns: once for those that are equal
    infos = []
    for name, splits in manifest.configs.items():
        counts = _split_rows(splits, manifest)
        features = features_of(name)
        if (key := str(features)) not in columns:
            columns[key] = _columns(features)
        infos.append(
            {
                "config_name": name,
                "features": columns[key],
                "splits": [
                    {"name": split, "num_bytes": c["arrow_bytes"], "num_examples": c["rows"]}
                    for split, c in counts.items()
                    if splits[split]
                ],
                "download_size": sum(c["parquet_bytes"] for c in counts.values()),
                "dataset_size": sum(c["arrow_bytes"] for c in counts.values()),
            }
        )
    return infos


def _columns(features: datasets.Features) -> Any:
    from datasets import DatasetInfo
    from datasets.info import DatasetInfosDict
    from huggingface_hub import DatasetCardData

    data: Any = DatasetCardData()
    DatasetInfosDict({"default": DatasetInfo(features=features)}).to_dataset_card_data(data)
    return data["dataset_info"]["features"]
