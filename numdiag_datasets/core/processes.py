"""Work on units in several processes, whose number does not affect the result."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from numdiag_datasets.core.errors import InputError

T = TypeVar("T")
R = TypeVar("R")


def in_processes(
    work: Callable[[T], R],
    units: Sequence[T],
    num_proc: int,
    start: Callable[[], None] | None = None,
) -> Iterator[R]:
    """Yield ``work(unit)`` for each unit, in order.

    Ctrl-C ends all processes at once, even in the middle of a unit.

    Args:
        work: a function of a module.
        units: its arguments.
        num_proc: the number of processes.
        start: a function that is called once in each process.

    Raises:
        InputError: there are no processes, or one was killed from outside.
    """
    if num_proc < 1:
        raise InputError(f"num_proc is {num_proc}; at least 1 process is needed")
    # Imported here: a single process does not need it, and the library is imported faster.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    others = set(active_children())
    with ProcessPoolExecutor(
        min(num_proc, len(units)), get_context("spawn"), _begin, (start,)
    ) as pool:
        with interrupts_ignored():
            futures = deque(pool.submit(work, unit) for unit in units)
        try:
            while futures:  # a yielded result is released
                yield futures.popleft().result()
        except BrokenProcessPool as error:
            raise InputError(
                "a process was killed, perhaps for want of memory; try fewer --num-proc"
            ) from error
        finally:
            # After an error the pool alone would wait for the current units, which may take a minute, and at
            # the end until every process has freed all that it read, which takes seconds. No future is
            # cancelled, as `pool.map` would do: the pool cannot report to a cancelled future that its process
            # is gone, and the pool's thread would end with a traceback.
            for process in set(active_children()) - others:
                process.terminate()


def _begin(start: Callable[[], None] | None) -> None:
    """Make a new process end with its parent, even if that is killed, and call ``start``."""
    from multiprocessing import parent_process

    if parent := parent_process():

        def follow() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=follow, daemon=True).start()
    if start:
        start()


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C for a moment, and permanently in processes that are started within.

    A terminal sends it to all processes, but a reaction of this process is enough. Blocking the signal with
    a mask can hang, since `multiprocessing` lifts masks half-way.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause garbage collection: records have no reference cycles, so that collecting them only takes time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
