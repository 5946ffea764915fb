"""The data set card: YAML that `load_dataset` reads, and text that people read; all generated."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from numdiag_datasets.audit import load_readings
from numdiag_datasets.configs import parse_config
from numdiag_datasets.features import COLUMNS, features
from numdiag_datasets.perturbations import PERTURBATIONS
from numdiag_datasets.settings import SETTINGS
from numdiag_datasets.validity import REASONS

_TEMPLATE = Path(__file__).with_name("card.md.jinja")


def write_card(path: Path, manifest: dict[str, Any]) -> None:
    """Write the card of a release from its manifest: configs, features, counts, coverage."""
    # Imported here, since only a build needs them.
    import yaml
    from huggingface_hub import DatasetCardData
    from jinja2 import Environment, StrictUndefined

    is_sample = any(source["kind"] == "sample" for source in manifest["sources"].values())
    data: Any = DatasetCardData(
        pretty_name="numdiag (sample)" if is_sample else "numdiag",
        language=["en"],
        license="apache-2.0" if is_sample else _license(manifest["sources"]),
        task_categories=["question-answering"],
        tags=["numerical-reasoning", "robustness", "math-word-problems"],
        size_categories=["n<1K" if is_sample else "10K<n<100K"],
    )
    data["configs"] = [
        _config_entry(name, splits, manifest) for name, splits in manifest["configs"].items()
    ]
    data["dataset_info"] = _dataset_infos(manifest)
    template = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    ).from_string(_TEMPLATE.read_text(encoding="utf-8"))
    counted = [c for row in manifest["coverage"].values() for c in row.values()]
    given = {reason for c in counted for reason in c["reasons"]}
    body = template.render(
        manifest=manifest,
        is_sample=is_sample,
        columns=COLUMNS,
        perturbations=PERTURBATIONS,
        settings=SETTINGS,
        reasons={code: why for code, why in REASONS.items() if code in given},
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
    path.write_text(f"---\n{front}---\n{body}", encoding="utf-8", newline="\n")


#: Data set -> the licence of what is derived from it.
_LICENSES = {
    "asdiv_a": "cc-by-nc-4.0",
    "drop_num": "cc-by-sa-4.0",
    "tatqa_a": "cc-by-4.0",
}


def _license(datasets: Iterable[str]) -> str:
    """The licence of a release: that of its one source, else "other", as the card explains."""
    licenses = {_LICENSES[dataset] for dataset in datasets}
    return licenses.pop() if len(licenses) == 1 else "other"


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
