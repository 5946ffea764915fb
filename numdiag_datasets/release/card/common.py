"""The common parts of all release cards: the YAML that `load_dataset` reads, and the text below it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.configs import default_config
from numdiag_datasets.core.manifest import Manifest
from numdiag_datasets.core.versions import base_version, data_changes, parse_version

if TYPE_CHECKING:
    from jinja2 import Template

#: The Hub's ``size_categories``: (exclusive maximum of rows, name).
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
#: A canary string, to filter training data and to detect contamination in a model's output.
CANARY = "numdiag:canary:0f6d2b1e-6c1b-4c0e-9a57-3d1c8f52ab74"


def card(
    template: Path,
    manifest: Manifest,
    about: Mapping[str, Any],
    **values: Any,
) -> str:
    """Return a card: the YAML of a release, and a rendered template.

    Args:
        template: see `filled_in`; it receives the changes of each version, the canary string, the default
            config and ``values``.
        manifest: of the release, or of some of its data sets.
        about: further fields of the YAML, such as those of `problem_metadata`.
    """
    # Imported here, since only building and publishing need them.
    import yaml
    from huggingface_hub import DatasetCardData

    size = next((name for limit, name in _SIZES if manifest.all_rows < limit), "1M<n<10M")
    data: Any = DatasetCardData(**about, size_categories=[size])
    default = default_config(manifest.configs)
    data["configs"] = [
        _config_entry(name, splits, manifest) | ({"default": True} if name == default else {})
        for name, splits in manifest.configs.items()
    ]
    data["dataset_info"] = _dataset_infos(manifest)
    body = filled_in(
        template,
        manifest,
        changes=_changes_until(manifest.version, manifest.sources),
        canary=CANARY,
        default=default,
        **values,
    )

    class Dumper(yaml.CSafeDumper):  # type: ignore[misc]
        """A YAML dumper in C, ten times as fast as `data.to_yaml()`.

        It writes no anchors for values that configs share, since the Hub's viewer does not resolve them.
        """

        def ignore_aliases(self, data: object) -> bool:
            return True

    front = yaml.dump(
        data.to_dict(), Dumper=Dumper, sort_keys=False, allow_unicode=True, width=10**6
    )
    return f"---\n{front}---\n{body}"


def filled_in(template: Path, manifest: Manifest, **values: Any) -> str:
    """Return a rendered Jinja template.

    Its variables are the manifest, the rows of each config and ``values``. Its filters are ``plain`` and
    ``thousands``.
    """
    return _compiled(template).render(
        manifest=manifest,
        rows={name: _split_rows(splits, manifest) for name, splits in manifest.configs.items()},
        **values,
    )


@cache
def _compiled(template: Path) -> Template:
    """Return a template, compiled once per process: compiling takes longer than the rest of a small card."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    environment.filters["plain"] = _plain
    environment.filters["thousands"] = "{:,}".format
    return environment.from_string(template.read_text(encoding="utf-8"))


def _plain(text: object) -> str:
    """Return the text of a source or a user as one line of Markdown, escaped so that it is shown unchanged."""
    escaped = html.escape(" ".join(str(text).split()), quote=False)
    return re.sub(r"([\\`*_{}\[\]()#+!|~-])", r"\\\1", escaped)


def _changes_until(version: str, datasets: Iterable[str]) -> dict[str, list[str]]:
    """Return the changes of these data sets by version, from this version back."""
    newest = parse_version(base_version(version))
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
    hashes = "".join(manifest.files[path].sha256 for paths in splits.values() for path in paths)
    digest = sha256(hashes.encode()).hexdigest()[:16]
    return {
        "config_name": name,
        "version": base_version(manifest.version),
        # A local directory is cached under a key that covers only this YAML. Without a digest of
        # the content, a rebuilt release would load with the rows of the old one.
        "description": f"seed {manifest.seed}, content {digest}",
        "data_files": [
            {"split": split, "path": list(paths)} for split, paths in splits.items() if paths
        ],
    }


def _split_rows(
    splits: Mapping[str, Sequence[str]], manifest: Manifest
) -> dict[str, dict[str, int]]:
    """Return split -> rows, applied rows, and sizes without and with compression."""
    return {
        split: {
            key: sum(getattr(manifest.files[path], key) for path in paths)
            for key in ("rows", "applied", "num_bytes", "parquet_bytes")
        }
        for split, paths in splits.items()
    }


def _dataset_infos(manifest: Manifest) -> list[dict[str, Any]]:
    """Return the ``dataset_info`` of every config; if its counts are wrong, loading fails.

    It has no columns: every reader takes them, with the names of labels, from the Parquet files.
    """
    infos = []
    for name, splits in manifest.configs.items():
        counts = _split_rows(splits, manifest)
        infos.append(
            {
                "config_name": name,
                "splits": [
                    {"name": split, "num_bytes": c["num_bytes"], "num_examples": c["rows"]}
                    for split, c in counts.items()
                    if splits[split]
                ],
                "download_size": sum(c["parquet_bytes"] for c in counts.values()),
                "dataset_size": sum(c["num_bytes"] for c in counts.values()),
            }
        )
    return infos
