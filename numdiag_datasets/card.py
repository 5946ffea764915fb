"""The data set card: YAML that `load_dataset` reads, and text that people read; all generated."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

from numdiag_datasets.audit import load_readings
from numdiag_datasets.card_examples import card_examples
from numdiag_datasets.configs import parse_config
from numdiag_datasets.features import COLUMNS, features
from numdiag_datasets.licences import LICENCES, card_licence
from numdiag_datasets.perturbations import PERTURBATIONS
from numdiag_datasets.settings import SETTINGS
from numdiag_datasets.validity import REASONS
from numdiag_datasets.versions import data_changes, parse_version

_TEMPLATE = Path(__file__).with_name("card.md.jinja")
#: Of the Hub's ``size_categories``: fewer rows than this, and the name.
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
#: Whoever filters training data can look for this, and whoever finds it in a model's output knows.
CANARY = "numdiag:canary:0f6d2b1e-6c1b-4c0e-9a57-3d1c8f52ab74"


def card_text(manifest: dict[str, Any], directory: Path, repo: str = "numdiag") -> str:
    """Return the card of a release: configs, features, counts, coverage, examples, licences.

    Args:
        manifest: of the release, or of some data sets of it.
        directory: where its Parquet files are.
        repo: what users give to `load_dataset`.

    Raises:
        ReleaseError: a file of the release cannot be read.
    """
    # Imported here, since only building and publishing need them.
    import yaml
    from huggingface_hub import DatasetCardData
    from jinja2 import Environment, StrictUndefined

    is_sample = any(source["kind"] == "sample" for source in manifest["sources"].values())
    data: Any = DatasetCardData(
        pretty_name="numdiag (sample)" if is_sample else "numdiag",
        language=["en"],
        **card_licence(manifest["sources"], is_sample),
        task_categories=["question-answering"],
        tags=["numerical-reasoning", "robustness", "math-word-problems"],
        size_categories=[_size(sum(stored["rows"] for stored in manifest["files"].values()))],
    )
    data["configs"] = [
        _config_entry(name, splits, manifest) for name, splits in manifest["configs"].items()
    ]
    data["configs"][0]["default"] = True
    first = data["configs"][0]["config_name"]
    data["dataset_info"] = _dataset_infos(manifest)
    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    environment.filters["plain"] = _plain
    counted = [c for row in manifest["coverage"].values() for c in row.values()]
    body = environment.from_string(_TEMPLATE.read_text(encoding="utf-8")).render(
        manifest=manifest,
        repo=repo,
        shown=next((n for n in manifest["configs"] if n.endswith("-attack")), first),
        canary=CANARY,
        licences=LICENCES,
        changes=_changes_until(manifest["version"]),
        examples=card_examples(manifest, directory),
        unchanged=_unchanged_in_test(manifest),
        is_sample=is_sample,
        columns=COLUMNS,
        perturbations=PERTURBATIONS,
        settings=SETTINGS,
        reasons={name: _reasons_given(row) for name, row in manifest["coverage"].items()},
        rows={name: _split_rows(splits, manifest) for name, splits in manifest["configs"].items()},
        has_rules=any(c["rules"] for c in counted),
        parse_config=parse_config,
        readings=[
            r for r in load_readings() if r.perturbation in manifest["coverage"].get(r.dataset, {})
        ],
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


def _changes_until(version: str) -> dict[str, list[str]]:
    """What each version changed in the data, from this one back."""
    newest = parse_version(version)
    return {
        name: lines
        for name, lines in data_changes().items()
        if newest is None or (parse_version(name) or newest) <= newest
    }


def _reasons_given(coverage: dict[str, Any]) -> dict[str, str]:
    """Reason code -> meaning, of those that the perturbations of a data set gave."""
    given = {reason for counted in coverage.values() for reason in counted["reasons"]}
    return {code: meaning for code, meaning in REASONS.items() if code in given}


def _unchanged_in_test(manifest: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Config -> reason -> rows of its test split that are unchanged for it, the most first."""
    found = {}
    for name in manifest["configs"]:
        config = parse_config(name)
        counted = manifest["coverage"].get(config.dataset, {}).get(config.perturbation, {})
        splits = counted.get("splits", {})
        shows_it = bool(config.perturbation) and "perturbed" in config.parts("test")
        reasons = splits["test"]["reasons"] if shows_it and "test" in splits else {}
        found[name] = dict(sorted(reasons.items(), key=lambda item: -item[1]))
    return found


def _config_entry(
    name: str, splits: dict[str, list[str]], manifest: dict[str, Any]
) -> dict[str, Any]:
    digest = _content_digest(splits, manifest)
    return {
        "config_name": name,
        "version": manifest["version"],
        # A local directory is cached under a key that covers only this YAML: without a digest of
        # the content, a release built anew would load with the rows of the old one.
        "description": f"seed {manifest['seed']}, content {digest}",
        "data_files": [{"split": split, "path": list(paths)} for split, paths in splits.items()],
    }


def _content_digest(splits: dict[str, list[str]], manifest: dict[str, Any]) -> str:
    from hashlib import sha256

    hashes = [manifest["files"][path]["sha256"] for paths in splits.values() for path in paths]
    return sha256("".join(hashes).encode()).hexdigest()[:16]


def _split_rows(
    splits: dict[str, list[str]], manifest: dict[str, Any]
) -> dict[str, dict[str, int]]:
    """Split -> rows and applied rows."""
    return {
        split: {
            key: sum(manifest["files"][path][key] for path in paths)
            for key in ("rows", "applied", "arrow_bytes", "parquet_bytes")
        }
        for split, paths in splits.items()
    }


def _dataset_infos(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    """The ``dataset_info`` of every config; with wrong counts or columns, loading fails."""
    from datasets import DatasetInfo
    from datasets.info import DatasetInfosDict
    from huggingface_hub import DatasetCardData

    # All configs have the same columns, so `datasets` writes their YAML once.
    common: Any = DatasetCardData()
    DatasetInfosDict({"default": DatasetInfo(features=features())}).to_dataset_card_data(common)
    columns = common["dataset_info"]["features"]
    infos = []
    for name, splits in manifest["configs"].items():
        counts = _split_rows(splits, manifest)
        infos.append(
            {
                "config_name": name,
                "features": columns,
                "splits": [
                    {"name": split, "num_bytes": c["arrow_bytes"], "num_examples": c["rows"]}
                    for split, c in counts.items()
                ],
                "download_size": sum(c["parquet_bytes"] for c in counts.values()),
                "dataset_size": sum(c["arrow_bytes"] for c in counts.values()),
            }
        )
    return infos
