"""Perturbation split by split, in one process or several; the result is the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.processes import in_processes
from numdiag_datasets.core.resamples import base_of, seed_of
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.texts.split import Split, lend_among

#: (dataset, key of `FORMS`, split or draw of it)
Unit = tuple[str, str, str]
Splits = dict[tuple[str, str], Split]

# State of a worker process between units: the readings of every split, and the seed.
_worker: tuple[Splits, int] = ({}, 1)


def _read(originals: dict[tuple[str, str], tuple[Problem, ...]]) -> Splits:
    by_dataset: dict[str, dict[str, tuple[Problem, ...]]] = {}
    for (dataset, split), problems in originals.items():
        by_dataset.setdefault(dataset, {})[split] = problems
    return {
        (dataset, name): split
        for dataset, splits in by_dataset.items()
        for name, split in read_splits(splits).items()
    }


def read_splits(splits: Mapping[str, Sequence[Problem]]) -> dict[str, Split]:
    """Return the splits of a data set, which share donor sentences (see `lend_among`)."""
    read = {name: Split(problems) for name, problems in splits.items()}
    lend_among(read)
    return read


def _start_worker(originals: dict[tuple[str, str], tuple[Problem, ...]], seed: int) -> None:
    global _worker
    _worker = _read(originals), seed


def _work(unit: Unit) -> list[Problem]:
    return _perturb(unit, *_worker)


def _perturb(unit: Unit, splits: Splits, seed: int) -> list[Problem]:
    dataset, perturbation, split = unit
    return perturb_split(splits[dataset, base_of(split)], perturbation, seed_of(seed, split))


def perturb_units(
    units: Sequence[Unit],
    originals: dict[tuple[str, str], tuple[Problem, ...]],
    seed: int,
    num_proc: int,
) -> Iterator[tuple[Unit, list[Problem]]]:
    """Perturb the units in order; each process finds the numbers of a problem once."""
    if num_proc == 1 or len(units) < 2:
        splits = _read(originals)
        yield from ((unit, _perturb(unit, splits, seed)) for unit in units)
        return
    results = in_processes(_work, units, num_proc, _start_worker, (originals, seed))
    yield from zip(units, results, strict=True)
