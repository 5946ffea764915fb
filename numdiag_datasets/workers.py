"""Work unit by unit, such as split by split, in this process or in several; the result does not depend on which."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.problem import Problem
from numdiag_datasets.split import Split

T = TypeVar("T")
R = TypeVar("R")

#: (dataset, perturbation, split)
Unit = tuple[str, str, str]

Splits = dict[tuple[str, str], Split]

# What a worker process keeps from unit to unit: the readings of every split, and the seed.
_worker: tuple[Splits, int] = ({}, 1)


def _read(originals: dict[tuple[str, str], tuple[Problem, ...]]) -> Splits:
    return {key: Split(problems) for key, problems in originals.items()}


def _start_worker(originals: dict[tuple[str, str], tuple[Problem, ...]], seed: int) -> None:
    global _worker
    _worker = _read(originals), seed


def _work(unit: Unit) -> list[Problem]:
    return _perturb(unit, *_worker)


def _perturb(unit: Unit, splits: Splits, seed: int) -> list[Problem]:
    dataset, perturbation, split = unit
    return perturb_split(splits[dataset, split], perturbation, seed)


def perturb_units(
    units: Sequence[Unit],
    originals: dict[tuple[str, str], tuple[Problem, ...]],
    seed: int,
    num_proc: int,
) -> Iterator[tuple[Unit, list[Problem]]]:
    """Perturb unit by unit, in order; each problem's numbers are found once in each process."""
    if num_proc == 1 or len(units) < 2:
        splits = _read(originals)
        yield from ((unit, _perturb(unit, splits, seed)) for unit in units)
        return
    results = in_processes(_work, units, num_proc, _start_worker, (originals, seed))
    yield from zip(units, results, strict=True)


def in_processes(
    work: Callable[[T], R],
    units: Sequence[T],
    num_proc: int,
    start: Callable[..., None] | None = None,
    arguments: tuple[Any, ...] = (),
) -> Iterator[R]:
    """Yield ``work(unit)`` for each unit, in order; Ctrl-C ends all processes at once, whatever they are at.

    Args:
        work: a function of a module.
        units: what it is called with.
        num_proc: processes.
        start, arguments: called once in each.
    """
    others = set(active_children())
    with ProcessPoolExecutor(
        min(num_proc, len(units)), get_context("spawn"), start, arguments
    ) as pool:
        with _interrupts_ignored():
            results = pool.map(work, units)
        try:
            yield from results
        except BaseException:
            # The pool alone would wait for what they are at, which may take a minute.
            for process in set(active_children()) - others:
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes started within never see Ctrl-C, which a terminal sends to all: one answer, that of
    this process, is enough. In the moment that starting them takes, it does not hear it either; to
    hold the signal back with a mask can hang, since `multiprocessing` lifts masks half-way."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
