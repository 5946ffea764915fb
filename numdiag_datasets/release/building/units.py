"""Files of a release, a unit at a time, in one process or several; the bytes are the same."""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from numdiag_datasets.core.coverage import Coverage, count
from numdiag_datasets.core.manifest import StoredFile
from numdiag_datasets.core.problem import APPLIED, Problem
from numdiag_datasets.core.processes import in_processes
from numdiag_datasets.core.release_paths import Part, part_path
from numdiag_datasets.core.resamples import base_of, seed_of
from numdiag_datasets.perturbations import ATTACKS, perturb_split
from numdiag_datasets.release.shortcuts.measure import Shortcut, form_shortcuts, sentences_of
from numdiag_datasets.release.shortcuts.strategies import Row
from numdiag_datasets.release.staging import write_parquet
from numdiag_datasets.texts.split import Split, lend_among

#: (dataset, key of `FORMS` or "" for the originals, split or draw of it)
Unit = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Written:
    """The result of a unit.

    Attributes:
        files: path -> the stored file.
        coverage: of a perturbed unit.
        shortcuts: of a perturbed test split.
    """

    files: dict[str, StoredFile]
    coverage: Coverage | None = None
    shortcuts: list[Shortcut] = field(default_factory=list)


@dataclass(slots=True)
class UnitWriter:
    """Writes the Parquet files of a unit.

    Attributes:
        originals: data set -> split -> its problems.
        parts: the parts of the release that are stored.
        directory: where they are written.
        seed: of the release.
    """

    originals: Mapping[str, Mapping[str, Sequence[Problem]]]
    parts: Collection[Part]
    directory: Path
    seed: int
    _read: dict[str, dict[str, Split]] = field(default_factory=dict)
    _rows: dict[str, dict[str, Row]] = field(default_factory=dict)

    def write(self, unit: Unit) -> Written:
        """Write the files of a unit. The numbers of a problem are found once for all units."""
        # Imported here, since Arrow takes longer to load than the rest of the library.
        from numdiag_datasets.release.arrow import applied_copies, to_table

        dataset, form, split = unit
        if not form:
            tables = {"original": to_table(self.originals[dataset][split])}
            coverage, shortcuts = None, []
        else:
            if dataset not in self._read:
                self._read[dataset] = read_splits(self.originals[dataset])
            readings = self._read[dataset][base_of(split)]
            perturbed = perturb_split(readings, form, seed_of(self.seed, split))
            coverage = count(perturbed)
            table = to_table(perturbed)
            tables = {"perturbed": table, "applied": applied_copies(table, form)}
            attacks = split == "test" and form in ATTACKS
            shortcuts = self._shortcuts(dataset, form, perturbed) if attacks else []
        files = {}
        for kind, table in tables.items():
            # `datasets` cannot read a Parquet file without rows.
            if (*unit, kind) in self.parts and (table.num_rows or kind != "applied"):
                path = part_path((*unit, kind))
                applied = table.column("status").to_pylist().count(APPLIED)
                files[path] = write_parquet(table, self.directory, path, applied)
        return Written(files, coverage, shortcuts)

    def _shortcuts(self, dataset: str, form: str, perturbed: Sequence[Problem]) -> list[Shortcut]:
        if dataset not in self._rows:
            readings = self._read[dataset]["test"].readings
            train = sentences_of(self.originals[dataset].get("train", ()))
            self._rows[dataset] = {r.problem.id: Row(r.problem, r, train) for r in readings}
        applied = (problem for problem in perturbed if problem.status == APPLIED)
        return form_shortcuts(f"{dataset}-{form}", applied, self._rows[dataset])


def read_splits(splits: Mapping[str, Sequence[Problem]]) -> dict[str, Split]:
    """Return the splits of a data set, which share donor sentences (see `lend_among`)."""
    read = {name: Split(problems) for name, problems in splits.items()}
    lend_among(read)
    return read


# The writer of a worker process.
_worker: UnitWriter


def _start_worker(writer: UnitWriter) -> None:
    global _worker
    _worker = writer
    gc.disable()  # see `collector_paused`


def _work(unit: Unit) -> Written:
    return _worker.write(unit)


def write_units(units: Sequence[Unit], writer: UnitWriter, num_proc: int) -> Iterator[Written]:
    """Yield the results of `UnitWriter.write` for the units, in order."""
    if num_proc == 1 or len(units) < 2:
        yield from map(writer.write, units)
    else:
        yield from in_processes(_work, units, num_proc, partial(_start_worker, writer))
