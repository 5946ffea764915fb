"""Scoring prediction files against a release: which rows they belong to, and the results of all."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import repeat
from pathlib import Path
from typing import Any

from numdiag_datasets.core.configs import (
    ConfigError,
    dataset_of,
    parse_config,
)
from numdiag_datasets.core.data_sets import (
    DATA_SETS,
    SPLITS,
)
from numdiag_datasets.core.manifest import (
    Manifest,
    read_manifest,
)
from numdiag_datasets.core.progress import (
    Progress,
    no_progress,
)
from numdiag_datasets.core.release_rows import check_config, config_rows
from numdiag_datasets.core.resamples import base_of
from numdiag_datasets.scoring.predictions import (
    Prediction,
    PredictionError,
    match_predictions,
    read_predictions,
)
from numdiag_datasets.scoring.resamples import over_draws
from numdiag_datasets.scoring.results import Result, result
from numdiag_datasets.scoring.rows import ScoredRow, averages, score_rows
from numdiag_datasets.scoring.tatqa import Mode

_SUFFIX = ".jsonl"
#: A place of predictions for several draws holds this.
PLACE = "{split}"
#: All draws of a config, where a split is named.
DRAWS = "draws"
_PARTIAL_HELPS = "--partial scores those that have one"


@dataclass(frozen=True, slots=True)
class Scoring:
    """One file of predictions, the config it is for, and the same system's file for the originals."""

    config: str
    predictions: Path
    baseline: Path | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """What prediction files scored.

    Attributes:
        results: of every file.
        averages: data set -> setting -> `rows.averages`, where several perturbations of it were scored, on the same rows.
        notes: what else there is to say, a line each.
    """

    results: Sequence[Result]
    averages: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    notes: Sequence[str] = ()

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        values = {"results": [made.to_json() for made in self.results], "averages": self.averages}
        draws = [drawn.to_json() for drawn in over_draws(self.results)]
        return values | {k: v for k, v in (("draws", draws), ("notes", [*self.notes])) if v}


def plan(
    directory: Path, pattern: str, predictions: Path, baseline: Path | None = None
) -> list[Scoring]:
    """What to score.

    Args:
        directory: a release.
        pattern: a config, or with a directory of predictions a glob over configs, "" for all.
        predictions: a file, or a directory of files named ``<config>.jsonl``. In a directory an
            attack, in the first form or the second (``transfer``), is compared with the originals of its data set if they were
            predicted too: a directory holds what one system predicted.
        baseline: a file with the same system's predictions for the originals.

    Raises:
        ConfigError: an unknown config.
        PredictionError: the files do not fit.
        ReleaseError: there is no release, or it does not hold the config.
    """
    manifest = read_manifest(directory)
    if not predictions.is_dir():
        if not predictions.exists():
            raise PredictionError(f"{predictions}: no such file or folder")
        if not pattern:
            raise PredictionError(f"{predictions}: name the config that it is for with --config")
        configs = matching_configs(manifest, directory, pattern)
        if len(configs) > 1:
            raise PredictionError(
                f"{pattern!r} matches {len(configs)} configs, but {predictions} is one file; "
                f"give a directory of <config>{_SUFFIX} files"
            )
        original = dataset_of(configs[0])
        if baseline and baseline.stem in manifest.configs and baseline.stem != original:
            raise PredictionError(
                f"{baseline}: has the name of the config {baseline.stem}; a baseline is predictions for {original}"
            )
        return [Scoring(configs[0], predictions, baseline)]
    if baseline:
        raise PredictionError(
            f"with a directory of predictions the baseline is its <dataset>{_SUFFIX}; leave --baseline out"
        )
    files = {path.stem: path for path in sorted(predictions.glob(f"*{_SUFFIX}"))}
    if not pattern:
        for name, path in files.items():  # a part scored in silence would pass for the whole
            try:
                check_config(manifest, directory, name)
            except ConfigError as error:
                raise PredictionError(f"{path}: {error}") from error
    wanted = matching_configs(manifest, directory, pattern or "*")
    found = [name for name in wanted if name in files]
    if not found:
        raise PredictionError(f"{predictions}: holds no file <config>{_SUFFIX} that was asked for")
    return [
        Scoring(name, files[name], files.get(dataset_of(name)) if has_drop(name) else None)
        for name in found
    ]


def matching_configs(manifest: Manifest, directory: Path, pattern: str) -> list[str]:
    """The configs of a release that a glob matches, in its order."""
    if not any(mark in pattern for mark in "*?["):
        check_config(manifest, directory, pattern)
        return [pattern]
    found = [name for name in manifest.configs if fnmatchcase(name, pattern)]
    if not found:
        raise ConfigError(
            f"no config of {directory} matches {pattern!r}; `numdiag list {directory}` shows all of them"
        )
    return found


def has_drop(config: str) -> bool:
    """Whether a config tests perturbed rows that the same system can be asked for as originals: an attack, or the second form of
    one (``transfer``). What defense trains is another model than that of the originals."""
    return dataset_of(config) in DATA_SETS and parse_config(config).setting in (
        "attack",
        "transfer",
    )


def plan_draws(
    directory: Path, config: str, predictions: Path, baseline: Path | None = None
) -> dict[str, Scoring]:
    """Split -> what to score, of every draw of a config.

    Args:
        directory: a release with draws.
        config: of sampled numbers.
        predictions: the path of a file for each draw, with ``{split}`` in it.
        baseline: a file with the same system's predictions for the originals.

    Raises:
        ConfigError: an unknown config, or one without draws.
        PredictionError: the path names no split.
    """
    manifest = read_manifest(directory)
    check_config(manifest, directory, config)
    draws = [split for split in manifest.configs[config] if split not in SPLITS]
    if not draws:
        raise ConfigError(
            f"{directory}: {config} has no draws; `numdiag build --draws 5` makes them, of noise and distribution"
        )
    if PLACE not in str(predictions):
        raise PredictionError(
            f"{predictions}: with --split draws the path of the predictions holds {PLACE}, which stands for "
            f"{', '.join(draws)}"
        )
    return {
        split: Scoring(config, Path(str(predictions).replace(PLACE, split)), baseline)
        for split in draws
    }


def score_draws(
    directory: Path,
    scorings: Mapping[str, Scoring],
    *,
    mode: Mode = "official",
    partial: bool = False,
    system: str = "",
    progress: Progress = no_progress,
) -> Scored:
    """Score the predictions for every draw; see `plan_draws` and `score_files`.

    Draws are compared with each other, so with `partial` the rows count that have a prediction in every draw.
    """
    among: set[str] | None = None
    if partial:
        among = set.intersection(*(set(read_predictions(s.predictions)) for s in scorings.values()))
        if not among:
            raise PredictionError(
                f"{', '.join(str(s.predictions) for s in scorings.values())}: no row has a prediction in every draw"
            )
    results: list[Result] = []
    for done, (split, scoring) in enumerate(scorings.items()):
        made = _score(directory, [scoring], split, mode, partial, among, system, no_progress)
        results += made.results
        progress("scoring", done + 1, len(scorings))
    return Scored(results)


def score_files(
    directory: Path,
    scorings: Sequence[Scoring],
    *,
    split: str = "test",
    mode: Mode = "official",
    partial: bool = False,
    system: str = "",
    progress: Progress = no_progress,
) -> Scored:
    """Score every file.

    Args:
        directory: a release.
        scorings: what to score.
        split: which split the predictions are for.
        mode: for TAT-QA, see `scoring.tatqa.score_row`.
        partial: score the rows that have a prediction, and leave the others out; else every row needs one.
        system: what reports call what made the predictions; "" leaves it open.
        progress: called with (what, done, total).

    Raises:
        ReleaseError: the release does not hold a config.
        PredictionError: the predictions do not fit its rows.
    """
    return _score(directory, scorings, split, mode, partial, None, system, progress)


def _score(
    directory: Path,
    scorings: Sequence[Scoring],
    split: str,
    mode: Mode,
    partial: bool,
    among: Collection[str] | None,
    system: str,
    progress: Progress,
) -> Scored:
    """Score every file; of the rows those among some ids only, if they are given."""
    manifest = read_manifest(directory)
    results = []
    scored: dict[tuple[str, str], list[ScoredRow]] = {}
    for done, scoring in enumerate(scorings):
        config, dataset = scoring.config, dataset_of(scoring.config)
        rows, total = _rows(directory, manifest, config, split, scoring.predictions, mode, partial)
        if among is not None:
            rows = [scored for scored in rows if scored.row["id"] in among]
        baseline: list[ScoredRow] = []
        if scoring.baseline:
            if dataset not in DATA_SETS:
                raise PredictionError(
                    f"{config} has no originals to be compared with; leave --baseline out"
                )
            originals = base_of(split)
            baseline, _ = _rows(
                directory, manifest, dataset, originals, scoring.baseline, mode, partial
            )
        try:
            made = result(
                rows,
                dataset=dataset,
                config=config,
                revision=manifest.revision(config, split),
                mode=mode,
                baseline=baseline,
                total=total if partial else 0,
                about={
                    **({"system": system} if system else {}),
                    "source": manifest.source_of(config),
                    "split": split,
                    "predictions": str(scoring.predictions),
                },
            )
        except PredictionError as error:
            raise PredictionError(f"{scoring.predictions}: {error}") from error
        results.append(made)
        if _has_originals(config):
            scored.setdefault((dataset, parse_config(config).setting), []).extend(rows)
        progress("scoring", done + 1, len(scorings))
    averaged: dict[str, dict[str, Any]] = {}
    notes = []
    for (dataset, setting), rows in scored.items():
        parts: dict[str, set[str]] = {}
        for row in rows:
            parts.setdefault(row.config, set()).add(row.original)
        if any(part != parts[rows[0].config] for part in parts.values()):
            notes.append(
                f"{dataset}, {setting}: the configs were not predicted on the same rows, so they have no averages"
            )
        elif len(parts) > 1:
            averaged.setdefault(dataset, {})[setting] = averages(rows)
    return Scored(results, averaged, notes)


def _has_originals(config: str) -> bool:
    """Whether a config shows perturbed rows."""
    return dataset_of(config) in DATA_SETS and bool(parse_config(config).perturbation)


def _rows(
    directory: Path,
    manifest: Manifest,
    config: str,
    split: str,
    path: Path,
    mode: Mode,
    partial: bool,
) -> tuple[list[ScoredRow], int]:
    given = read_predictions(path)
    return predicted_rows(
        directory, manifest, config, split, given, str(path), mode=mode, partial=partial
    )


def predicted_rows(
    directory: Path,
    manifest: Manifest,
    config: str,
    split: str,
    predictions: Mapping[str, Prediction],
    place: str,
    *,
    mode: Mode = "official",
    partial: bool = False,
) -> tuple[list[ScoredRow], int]:
    """The scored rows of a split, and how many rows it has. The id of a row without one, of text pairs, is its number.

    Args:
        directory, manifest: of a release.
        config, split: which rows.
        predictions: by id.
        place: what an error names, such as the file.
        mode, partial: see `score_files`.

    Raises:
        ReleaseError, PredictionError: see `score_files`.
    """
    rows = [
        row if "id" in row else row | {"id": str(number)}
        for number, row in enumerate(config_rows(directory, manifest, config, [split]))
    ]
    total = len(rows)
    if partial:
        rows = [row for row in rows if row["id"] in predictions]
    ids = [row["id"] for row in rows]
    matched = match_predictions(predictions, ids, place, _PARTIAL_HELPS)
    try:
        scored = score_rows(dataset_of(config), rows, matched, configs=repeat(config), mode=mode)
    except PredictionError as error:
        raise PredictionError(f"{place}: {error}") from error
    return scored, total
