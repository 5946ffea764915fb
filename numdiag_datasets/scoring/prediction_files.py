"""Prediction files to score: the config, split and originals of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from numdiag_datasets.core.configs import ConfigError, dataset_of, is_glob, parse_config
from numdiag_datasets.core.data_sets import DATA_SETS, SPLITS
from numdiag_datasets.core.manifest import Manifest, read_manifest
from numdiag_datasets.core.release_rows import check_config
from numdiag_datasets.scoring.predictions import PredictionError

SUFFIX = ".jsonl"
#: The folder of prediction files in a run of `numdiag evaluate`, and the file of each config in one of `numdiag train`.
PREDICTIONS = "predictions"
#: The prefix of lm-eval's logs, which are not prediction files.
_LOGS = "samples_"
#: The part of a path of predictions that is replaced by the split of each draw.
PLACE = "{split}"
#: The name of a split that means all draws of a config.
DRAWS = "draws"
#: The settings whose originals the same system predicts; the first is compared with each of the others.
WITH_DROP = ("attack", "transfer", "control")


@dataclass(frozen=True, slots=True)
class Scoring:
    """A file of predictions, its config and split, and the same system's file for the originals."""

    config: str
    predictions: Path
    baseline: Path | None = None
    split: str = "test"


def plan(
    directory: Path,
    patterns: Sequence[str],
    predictions: Path,
    baseline: Path | None = None,
    split: str = "test",
) -> list[Scoring]:
    """Return the files to score.

    Args:
        directory: a release.
        patterns: a config, or with a directory of predictions globs over configs, none for all.
        predictions: a file, or a directory of files named ``<config>.jsonl``, all from one system, or a run, see
            `files_in`. In a directory an attack, in its first form or its second (``transfer``), is compared with the
            originals of its data set, if the directory has them.
        baseline: a file with the same system's predictions for the originals.
        split: the split of the predictions; for ``draws``, all draws of a config with sampled numbers, `predictions`
            is the path of a file for each, which contains ``{split}``.

    Raises:
        ConfigError: an unknown config, or one without draws.
        PredictionError: the files do not fit, or the path of draws does not contain ``{split}``.
        ReleaseError: there is no release, or it does not contain the config.
    """
    manifest = read_manifest(directory)
    if split == DRAWS:
        return _plan_draws(directory, manifest, patterns, predictions, baseline)
    if not predictions.is_dir():
        if not predictions.exists():
            raise PredictionError(f"{predictions}: no such file or folder")
        _refuse_tables([predictions])
        if not patterns:
            raise PredictionError(f"{predictions}: name the config that it is for with --config")
        configs = matching_configs(manifest, directory, *patterns)
        if len(configs) > 1:
            raise PredictionError(
                f"{', '.join(patterns)!r:.60} matches {len(configs)} configs, but {predictions} is one file; "
                f"give a directory of <config>{SUFFIX} files"
            )
        check_name(manifest, predictions, configs[0])
        if baseline and dataset_of(configs[0]) in DATA_SETS:  # others have no originals
            check_name(manifest, baseline, dataset_of(configs[0]))
        return [Scoring(configs[0], predictions, baseline, split)]
    if baseline:
        raise PredictionError(
            f"with a directory of predictions the baseline is its <dataset>{SUFFIX}; leave --baseline out"
        )
    files = files_in(predictions)
    if not files:
        _refuse_tables(sorted(predictions.iterdir()))
    if not patterns:
        check_configs(manifest, directory, files, "; --config names those to score")
    asked = patterns or ["*"]
    for pattern in asked:
        if files.keys().isdisjoint(matching_configs(manifest, directory, pattern)):
            raise PredictionError(
                f"{predictions}: holds no file <config>{SUFFIX}"
                + (f" that was asked for with {pattern!r:.60}" if patterns else "")
            )
    found = [name for name in matching_configs(manifest, directory, *asked) if name in files]
    return [
        Scoring(name, files[name], files.get(dataset_of(name)) if has_drop(name) else None, split)
        for name in found
    ]


def _refuse_tables(paths: Iterable[Path]) -> None:
    for path in paths:
        if path.suffix in (".csv", ".tsv"):
            raise PredictionError(
                f'{path}: a table; predictions are lines {{"id": ..., "prediction": ...}} of <config>{SUFFIX}'
            )


def files_in(folder: Path) -> dict[str, Path]:
    """Return config -> its file, in a folder of ``<config>.jsonl``, or in a run of `numdiag evaluate` or `numdiag train`."""
    if (folder / PREDICTIONS).is_dir():
        folder /= PREDICTIONS
    files = (path for path in sorted(folder.glob(f"*{SUFFIX}")) if not path.name.startswith(_LOGS))
    trained = sorted(folder.glob(f"*/{PREDICTIONS}{SUFFIX}"))
    return {path.stem: path for path in files} or {path.parent.name: path for path in trained}


def _plan_draws(
    directory: Path,
    manifest: Manifest,
    configs: Sequence[str],
    predictions: Path,
    baseline: Path | None,
) -> list[Scoring]:
    if len(configs) != 1:
        raise PredictionError(f"{predictions}: name the config whose draws it holds with --config")
    (config,) = configs
    check_config(manifest, directory, config)
    draws = [split for split in manifest.configs[config] if split not in SPLITS]
    if not draws:
        raise ConfigError(
            f"{directory}: holds no draws of {config}; `numdiag build --draws 5` makes them, of noise and distribution"
        )
    if PLACE not in str(predictions):
        raise PredictionError(
            f"{predictions}: with --split draws the path of the predictions holds {PLACE}, which stands for "
            f"{', '.join(draws)}"
        )
    return [
        Scoring(config, Path(str(predictions).replace(PLACE, split)), baseline, split)
        for split in draws
    ]


def check_configs(
    manifest: Manifest, directory: Path, paths: Mapping[str, Path], remedy: str = ""
) -> None:
    """Refuse predictions for a config that the release does not have: a part of them would pass for the whole.

    Raises:
        PredictionError, ReleaseError: see `check_config`; names the file.
    """
    for name, path in paths.items():
        try:
            check_config(manifest, directory, name)
        except ConfigError as error:
            raise PredictionError(f"{path}: {error}{remedy}") from error


def check_name(manifest: Manifest, path: Path, config: str) -> None:
    """Refuse a file that has the name of another config: rows of both have the same ids.

    Raises:
        PredictionError: names both configs.
    """
    if path.stem in manifest.configs and path.stem != config:
        raise PredictionError(
            f"{path}: has the name of the config {path.stem}, and predictions for {config} are expected"
        )


def matching_configs(manifest: Manifest, directory: Path, *patterns: str) -> list[str]:
    """Return the configs of a release that match any of some globs, in its order."""
    found: set[str] = set()
    for pattern in patterns:
        if not is_glob(pattern):
            check_config(manifest, directory, pattern)
        matching = [name for name in manifest.configs if fnmatchcase(name, pattern)]
        if not matching:
            raise ConfigError(
                f"no config of {directory} matches {pattern!r:.60}; `numdiag list {directory}` shows all of them"
            )
        found.update(matching)
    return [name for name in manifest.configs if name in found]


def has_drop(config: str) -> bool:
    """Return whether a config tests perturbed rows whose originals the same system can predict.

    These are attacks, their second form (``transfer``) and controls. In defense a different model is trained than for
    the originals.
    """
    return dataset_of(config) in DATA_SETS and parse_config(config).setting in WITH_DROP
