"""Scoring prediction files against a release: which rows they belong to, and the results of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any

from numdiag_datasets.release.configs import Config, match_configs, parse_config
from numdiag_datasets.release.kinds import check_config
from numdiag_datasets.release.manifest import Manifest, read_manifest, read_rows
from numdiag_datasets.release.processes import Progress, no_progress
from numdiag_datasets.scoring.predictions import (
    PredictionError,
    match_predictions,
    read_predictions,
)
from numdiag_datasets.scoring.results import ScoredRow, averages, result, score_rows
from numdiag_datasets.scoring.tatqa import Mode

_SUFFIX = ".jsonl"


@dataclass(frozen=True, slots=True)
class Scoring:
    """One file of predictions, the config it is for, and the same system's file for the originals."""

    config: Config
    predictions: Path
    baseline: Path | None = None


def plan(pattern: str, predictions: Path, baseline: Path | None) -> list[Scoring]:
    """What to score.

    Args:
        pattern: a config, or with a directory of predictions a glob over configs, "" for all.
        predictions: a file, or a directory of files named ``<config>.jsonl``. In a directory an
            attack is compared with the originals of its data set if they were predicted too.
        baseline: a file with the same system's predictions for the originals.

    Raises:
        ConfigError: an unknown config.
        PredictionError: the files do not fit.
    """
    if not predictions.is_dir():
        if not pattern:
            raise PredictionError("--config names what the predictions are for")
        configs = match_configs(pattern)
        if len(configs) > 1:
            raise PredictionError(
                f"{pattern!r} matches {len(configs)} configs, but {predictions} is one file; "
                f"give a directory of <config>{_SUFFIX} files"
            )
        return [Scoring(configs[0], predictions, baseline)]
    if baseline:
        raise PredictionError(
            f"with a directory of predictions the baseline is its <dataset>{_SUFFIX}; leave --baseline out"
        )
    files = {path.stem: path for path in sorted(predictions.glob(f"*{_SUFFIX}"))}
    wanted = {config.name for config in match_configs(pattern or "*")}
    found = [parse_config(name) for name in files if not pattern or name in wanted]
    if not found:
        raise PredictionError(f"{predictions}: holds no file <config>{_SUFFIX} that was asked for")
    order = [config.name for config in match_configs("*")]
    return [
        Scoring(
            config,
            files[config.name],
            files.get(config.dataset) if config.setting == "attack" else None,
        )
        for config in sorted(found, key=lambda config: order.index(config.name))
    ]


def score_files(
    directory: Path,
    scorings: Sequence[Scoring],
    *,
    split: str = "test",
    mode: Mode = "official",
    progress: Progress = no_progress,
) -> dict[str, Any]:
    """Score every file.

    Args:
        directory: a release.
        scorings: what to score.
        split: which split the predictions are for.
        mode: for TAT-QA, see `scoring.tatqa.score_row`.
        progress: called with (what, done, total).

    Returns:
        ``results``: a list of `results.result`; ``averages``: data set -> setting ->
        `results.averages`, where several perturbations of it were scored.

    Raises:
        ReleaseError: the release does not hold a config.
        PredictionError: the predictions do not fit its rows.
    """
    manifest = read_manifest(directory)
    results = []
    scored: dict[tuple[str, str], list[ScoredRow]] = {}
    for done, scoring in enumerate(scorings):
        config = scoring.config
        rows, revision = _scored(directory, manifest, config, scoring.predictions, split, mode)
        baseline: list[ScoredRow] = []
        if scoring.baseline:
            originals = Config(config.dataset)
            baseline, _ = _scored(directory, manifest, originals, scoring.baseline, split, mode)
        made = result(
            rows,
            dataset=config.dataset,
            config=config.name,
            revision=revision,
            mode=mode,
            baseline=baseline,
        )
        results.append(made | {"split": split, "predictions": str(scoring.predictions)})
        if config.perturbation:
            scored.setdefault((config.dataset, config.setting), []).extend(rows)
        progress("scoring", done + 1, len(scorings))
    made_averages: dict[str, dict[str, Any]] = {}
    for (dataset, setting), rows in scored.items():
        if len({row.config for row in rows}) > 1:
            made_averages.setdefault(dataset, {})[setting] = averages(rows)
    return {"results": results, "averages": made_averages}


def _scored(
    directory: Path,
    manifest: Manifest,
    config: Config,
    predictions: Path,
    split: str,
    mode: Mode,
) -> tuple[list[ScoredRow], str]:
    """The scored rows of a split, and a checksum that names their data."""
    check_config(manifest, directory, config.name)
    rows = read_rows(directory, manifest.configs[config.name][split])
    matched = match_predictions(
        read_predictions(predictions), [row["id"] for row in rows], str(predictions)
    )
    try:
        scored = score_rows(config.dataset, rows, matched, configs=repeat(config.name), mode=mode)
    except PredictionError as error:
        raise PredictionError(f"{predictions}: {error}") from error
    return scored, manifest.revision(config.name, split)
