"""Predictions of one system: a folder of files ``<config>.jsonl``, one file, or logs of an LLM harness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from glob import escape
from pathlib import Path
from typing import Any

from numdiag_datasets.core.manifest import Manifest
from numdiag_datasets.scoring.harness.logs import read_logs
from numdiag_datasets.scoring.prediction_files import (
    PLACE,
    SUFFIX,
    check_configs,
    check_name,
    files_in,
)
from numdiag_datasets.scoring.predictions import (
    Prediction,
    PredictionError,
    predictions_of,
    read_predictions,
)
from numdiag_datasets.scoring.scored_files import predicted_rows
from numdiag_datasets.scoring.scored_rows import ScoredRow
from numdiag_datasets.scoring.tatqa import Mode

#: A split and the id of a row: all draws have the same ids.
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Predicted:
    """A system's predictions for one config.

    Attributes:
        path: the file.
        lines: if that is a log, its lines in the format of a prediction file.
    """

    path: Path
    lines: tuple[dict[str, Any], ...] | None = None

    def read(self) -> dict[str, Prediction]:
        """Return the predictions by id.

        Raises:
            PredictionError: see `read_predictions`.
        """
        if self.lines is None:
            return read_predictions(self.path)
        return predictions_of(((str(self.path), line) for line in self.lines), str(self.path))


def find_predicted(
    directory: Path, manifest: Manifest, place: Path, patterns: Sequence[str] = ()
) -> dict[str, Predicted]:
    """Return all predictions of a system, by config.

    Args:
        directory, manifest: a release.
        place: a folder of prediction files, one of them, a run (see `files_in`), or logs (see
            `read_logs`).
        patterns: the config of a file whose name does not contain it; with a folder, names or patterns which
            show that not all of its files are wanted. Without them every file must belong to this release.

    Raises:
        PredictionError: there are no predictions, or they belong to no config of the release or to another one.
    """
    if not place.exists():
        raise PredictionError(f"{place}: no such file or folder")
    names = [name for name in patterns if name in manifest.configs]
    named = names[0] if place.is_file() and len(patterns) == len(names) == 1 else ""
    if named:
        check_name(manifest, place, named)
    files = files_in(place) if place.is_dir() else {named or place.stem: place}
    found = {name: Predicted(path) for name, path in files.items() if path.suffix == SUFFIX}
    if not found:
        try:
            logs = read_logs(place)
        except PredictionError as error:
            raise PredictionError(f"{place}: no predictions <config>{SUFFIX}; {error}") from error
        found = {name: Predicted(log.path, log.lines) for name, log in logs.items()}
    if not patterns or place.is_file():
        remedy = "; --config names what it is for" if place.is_file() else ""
        paths = {name: predicted.path for name, predicted in found.items()}
        check_configs(manifest, directory, paths, remedy)
    return found


def files_at(place: Path) -> list[Path]:
    """Return every file that may be read for a system, even if the place contains ``{split}`` for draws."""
    where = Path(place.anchor) if place.is_absolute() else Path()
    parts = [part.replace(PLACE, "*") for part in map(escape, place.relative_to(where).parts)]
    found = where.glob("/".join(parts)) if PLACE in str(place) else [place]
    return [
        path
        for each in found
        for path in (each.rglob("*") if each.is_dir() else [each])
        if path.is_file()
    ]


class PredictedSystem:
    """A system's predictions for a release, read and scored on demand."""

    def __init__(
        self,
        directory: Path,
        manifest: Manifest,
        place: Path,
        *,
        patterns: Sequence[str] = (),
        mode: Mode = "official",
        partial: bool = False,
    ) -> None:
        """Store the place of the predictions.

        Args:
            directory, manifest: a release.
            place: see `find_predicted`; for draws it contains ``{split}``.
            patterns: see `find_predicted`.
            mode, partial: see `scoring.scored_files.score_files`.
        """
        self.place = place
        self._directory, self._manifest, self._patterns = directory, manifest, patterns
        self._mode, self._partial = mode, partial
        #: Split -> config -> its predictions; with draws every split has a place of its own.
        self.found = cache(self._find)
        #: Data set, split -> the scored originals by id; empty if they were not predicted.
        self.originals = cache(self._score_originals)

    def _find(self, split: str) -> dict[str, Predicted]:
        place = Path(str(self.place).replace(PLACE, split))
        return find_predicted(self._directory, self._manifest, place, self._patterns)

    def rows(self, config: str, splits: Sequence[str]) -> tuple[dict[Key, ScoredRow], int]:
        """Return the scored rows of some splits, and the number of rows in these splits."""
        rows: dict[Key, ScoredRow] = {}
        total = 0
        for split in splits:
            scored, size = self._score(config, split, self.found(split)[config])
            rows |= {(split, each.row["id"]): each for each in scored}
            total += size
        return rows, total

    def _score_originals(self, dataset: str, split: str) -> dict[str, ScoredRow]:
        place = Path(str(self.place).replace(PLACE, split))
        predicted = self.found(split).get(dataset) if place.exists() else None
        scored = self._score(dataset, split, predicted)[0] if predicted else []
        return {each.row["id"]: each for each in scored}

    def _score(self, config: str, split: str, predicted: Predicted) -> tuple[list[ScoredRow], int]:
        return predicted_rows(
            self._directory,
            self._manifest,
            config,
            split,
            predicted.read(),
            str(predicted.path),
            mode=self._mode,
            partial=self._partial,
        )
