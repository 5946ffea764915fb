"""Scores of prediction files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any

from numdiag_datasets.core.configs import dataset_of, parse_config
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.errors import some
from numdiag_datasets.core.manifest import Manifest, read_manifest
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.core.release_rows import config_rows
from numdiag_datasets.core.resamples import base_of
from numdiag_datasets.scoring.calculation import not_split, split_drop, with_calculations
from numdiag_datasets.scoring.harness.prompts import style_of
from numdiag_datasets.scoring.prediction_files import SUFFIX, WITH_DROP, Scoring, files_in, has_drop
from numdiag_datasets.scoring.prediction_notes import prediction_notes
from numdiag_datasets.scoring.predictions import (
    Prediction,
    PredictionError,
    match_predictions,
    read_predictions,
)
from numdiag_datasets.scoring.results import Result, result
from numdiag_datasets.scoring.scored_rows import (
    ScoredRow,
    averages,
    matched,
    score_rows,
)
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.scoring.tatqa import MODES, Mode

_PARTIAL_HELPS = "--partial scores those that have one"


@dataclass(frozen=True, slots=True)
class Scored:
    """The scores of prediction files.

    Attributes:
        results: one result per file.
        averages: data set -> setting -> `rows.averages`, if several perturbations were scored on the same
            rows.
        notes: further remarks, a line each.
    """

    results: Sequence[Result]
    averages: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    notes: Sequence[str] = ()

    def to_json(self) -> dict[str, Any]:
        """Return results and notes as plain values; averages follow from the results."""
        notes = {"notes": [*self.notes]} if self.notes else {}
        return {"results": [made.to_json() for made in self.results], **notes}


def score_files(
    directory: Path,
    scorings: Sequence[Scoring],
    *,
    mode: Mode = "official",
    partial: bool = False,
    calculation: Path | None = None,
    system: str = "",
    progress: Progress = no_progress,
) -> Scored:
    """Score every file.

    Args:
        directory: a release.
        scorings: the files to score, see `plan`.
        mode: for TAT-QA, see `scoring.tatqa.score_row`.
        partial: score only the rows that have a prediction; otherwise every row needs one. Draws are compared with
            each other, so of them only rows that are predicted in every draw.
        calculation: a directory of files <config>.jsonl with the same system's answers to the equations of the rows, asked
            in style ``calculation``. A row without such an answer has that of a row with the same equation.
        system: the name of the predicting system in reports; "" leaves it open.
        progress: called with (activity, done, total).

    Raises:
        ReleaseError: the release does not contain a config.
        PredictionError: the predictions do not fit its rows.
    """
    manifest = read_manifest(directory)
    results: list[Result] = []
    ways: dict[str, str] = {}  # prompt -> a config that was asked so
    scored: dict[tuple[str, str], list[ScoredRow]] = {}
    by_config: dict[str, tuple[list[ScoredRow], list[ScoredRow]]] = {}
    of_config: dict[str, list[ScoredRow]] = {}
    in_all = _in_all_draws(scorings) if partial else set()

    @cache  # as every perturbed config has the same originals
    def rows_of(config: str, split: str, path: Path) -> tuple[list[ScoredRow], int]:
        given = read_predictions(path)
        return predicted_rows(
            directory, manifest, config, split, given, str(path), mode=mode, partial=partial
        )

    bare = _bare_answers(calculation, manifest, scorings, rows_of) if calculation else {}
    for done, scoring in enumerate(scorings):
        config, split, dataset = scoring.config, scoring.split, dataset_of(scoring.config)
        _check_split(directory, manifest, config, split)
        rows, total = rows_of(config, split, scoring.predictions)
        rows = with_calculations(rows, bare.get(dataset, {}))
        if in_all:
            rows = [scored for scored in rows if scored.row["id"] in in_all]
        baseline: list[ScoredRow] = []
        if scoring.baseline:
            if dataset not in DATA_SETS:
                raise PredictionError(
                    f"{config} has no originals to be compared with; leave --baseline out"
                )
            baseline, _ = rows_of(dataset, base_of(split), scoring.baseline)
            baseline = with_calculations(baseline, bare.get(dataset, {}))
        about = {
            "source": manifest.source_of(config),
            "split": split,
            "predictions": str(scoring.predictions),
        }
        try:
            made = result(
                rows,
                dataset=dataset,
                config=config,
                revision=manifest.revision(config, split),
                mode=mode,
                baseline=baseline,
                total=total if partial else 0,
                about={"system": system, **about} if system else about,
            )
        except PredictionError as error:
            raise PredictionError(f"{scoring.predictions}: {error}") from error
        results.append(made)
        ways.setdefault(made.signature.way, config)
        if len(ways) > 1:
            told = "; ".join(f"{name}: {way or 'not told'}" for way, name in ways.items())
            raise PredictionError(
                f"one system asked in two ways is two systems ({told}); score them apart"
            )
        if dataset in DATA_SETS and parse_config(config).perturbation:
            scored.setdefault((dataset, parse_config(config).setting), []).extend(rows)
            if split == base_of(split):
                by_config[config] = rows, baseline
        if split == base_of(split):
            of_config[config] = rows
        progress("scoring", done + 1, len(scorings))
    averaged, notes = _averaged(scored)
    notes += prediction_notes(of_config, directory, manifest, scorings[0].split)
    results = [with_matched(made, by_config) for made in results]
    if calculation:
        notes += not_split(by_config)
        if not any(made.drop_split for made in results):
            notes.append(
                "no drop is split: calculation explains those of attacks that change the equation"
            )
    alone = [
        each.config
        for each in scorings
        if has_drop(each.config) and not each.baseline and each.split == base_of(each.split)
    ]
    if alone:
        needed = dict.fromkeys(f"{dataset_of(name)}{SUFFIX}" for name in alone)
        notes.append(
            f"no drops of {some(alone)}: there are no predictions for the originals, {some([*needed])}"
        )
    return Scored(results, averaged, notes)


def with_matched(
    made: Result, scored: Mapping[str, tuple[Sequence[ScoredRow], Sequence[ScoredRow]]]
) -> Result:
    """Return the result of an attack with its comparisons with other settings, over the rows that both change.

    Args:
        made: any result; that of another setting stays as it is.
        scored: config -> its rows, and those of the originals, of the system that made the result.
    """
    if made.config not in scored or parse_config(made.config).setting != WITH_DROP[0]:
        return made
    rows, baseline = scored[made.config]
    applied = [scored for scored in rows if scored.applied]
    metric = scorer_of(made.dataset).metrics[0]
    found, splits = {}, {"original": split_drop(baseline, applied, metric)}
    for setting in WITH_DROP[1:]:
        others, _ = scored.get(made.config.replace(f"-{WITH_DROP[0]}", f"-{setting}"), ((), ()))
        if both := matched(rows, others, baseline):
            found[setting] = both
        if setting == "control":
            changed = [scored for scored in others if scored.applied]
            splits[setting] = split_drop(changed, applied, metric)
    return replace(made, matched=found, drop_split={k: v for k, v in splits.items() if v})


def _check_split(directory: Path, manifest: Manifest, config: str, split: str) -> None:
    """Raise an error if a config lacks a split, or has it without a change."""
    splits, dataset = manifest.configs[config], dataset_of(config)
    if split not in splits:
        raise PredictionError(
            f"{directory}: {config} has no split {split!r}; it has {', '.join(splits)}"
        )
    if config != dataset and splits[split] == manifest.configs.get(dataset, {}).get(split):
        raise PredictionError(
            f"split {split!r} of {config} is that of {dataset}, which the config does not perturb; score {dataset}"
        )


def _in_all_draws(scorings: Sequence[Scoring]) -> set[str]:
    """Return the ids that have a prediction in every draw; none if no draws are scored.

    Raises:
        PredictionError: no row has one.
    """
    drawn = [s.predictions for s in scorings if base_of(s.split) != s.split]
    if not drawn:
        return set()
    in_all = set.intersection(*(set(read_predictions(path)) for path in drawn))
    if not in_all:
        raise PredictionError(
            f"{', '.join(map(str, drawn))}: no row has a prediction in every draw"
        )
    return in_all


def _bare_answers(
    calculation: Path,
    manifest: Manifest,
    scorings: Sequence[Scoring],
    rows_of: Callable[[str, str, Path], tuple[list[ScoredRow], int]],
) -> dict[str, dict[str, ScoredRow]]:
    """Return data set -> equation -> the scored answer to it, of the files in a directory.

    Raises:
        PredictionError: it has no file for the data sets that are scored, or one in another style; or draws are scored.
    """
    found: dict[str, dict[str, ScoredRow]] = {}
    (split, *others) = {scoring.split for scoring in scorings}
    if others or base_of(split) != split:
        raise PredictionError("--calculation is for one split, and not for draws")
    datasets = {dataset_of(scoring.config) for scoring in scorings}
    for name, path in sorted(files_in(calculation).items()):
        if name not in manifest.configs or dataset_of(name) not in datasets:
            continue
        if any(path.samefile(scoring.predictions) for scoring in scorings):
            raise PredictionError(
                f"{path}: is scored itself; --calculation needs the answers to bare calculations"
            )
        for scored in rows_of(name, split, path)[0]:
            if scored.prompt and style_of(scored.prompt) != "calculation":
                raise PredictionError(
                    f"{path}: was asked in style {style_of(scored.prompt)!r}; --calculation needs the style calculation"
                )
            by_equation = found.setdefault(dataset_of(path.stem), {})
            by_equation.setdefault(str(scored.row.get("equation")), scored)
    if not found:
        raise PredictionError(f"{calculation}: holds no calculation of a config that is scored")
    return found


def _averaged(
    scored: Mapping[tuple[str, str], Sequence[ScoredRow]],
) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """Return data set -> setting -> the averages of its perturbations, and notes on those that have none."""
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
    return averaged, notes


def _checksum(revision: str) -> str:
    """Return the part of a revision that names the rows; a new version may have the same."""
    return revision.rpartition("@")[2]


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
    """Return the scored rows of a split, and its number of rows.

    A row without an id, as in text pairs, has its number as id.

    Args:
        directory, manifest: a release.
        config, split: the rows to score.
        predictions: by id.
        place: the name of the predictions in errors, such as the file.
        mode, partial: see `score_files`.

    Raises:
        ReleaseError, PredictionError: see `score_files`.
    """
    asked = {found.data for found in predictions.values()} - {""}
    here = manifest.revision(config, split)
    if others := sorted(data for data in asked if _checksum(data) != _checksum(here)):
        raise PredictionError(
            f"{place}: was predicted on other rows of {config} ({others[0]:.60}) than those of {directory} ({here}); name their release with --dir"
        )
    rows = [
        row if "id" in row else row | {"id": str(number)}
        for number, row in enumerate(config_rows(directory, manifest, config, [split]))
    ]
    total = len(rows)
    if partial:
        rows = [row for row in rows if row["id"] in predictions]
    matched = match_predictions(predictions, rows, place, _PARTIAL_HELPS)
    dataset = dataset_of(config)
    of_data = mode if scorer_of(dataset).has_modes else MODES[0]
    try:
        scored = score_rows(dataset, rows, matched, configs=repeat(config), mode=of_data)
    except PredictionError as error:
        raise PredictionError(f"{place}: {error}") from error
    return scored, total
