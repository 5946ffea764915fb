"""Work unit by unit in several processes; the result does not depend on how many."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from numdiag_datasets.core.errors import InputError

T = TypeVar("T")
R = TypeVar("R")


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

    Raises:
        InputError: a process was killed from outside.
    """
    # Imported here: one process does without, and the library is imported faster.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    others = set(active_children())
    with ProcessPoolExecutor(
        min(num_proc, len(units)), get_context("spawn"), _begin, (start, arguments)
    ) as pool:
        with interrupts_ignored():
            futures = deque(pool.submit(work, unit) for unit in units)
        try:
            while futures:  # what was handed on is let go
                yield futures.popleft().result()
        except BrokenProcessPool as error:
            raise InputError(
                "a process was killed, perhaps for want of memory; try fewer --num-proc"
            ) from error
        except BaseException:
            # The pool alone would wait for what they are at, which may take a minute. No future is
            # cancelled, as `pool.map` would do: the pool cannot tell a cancelled one that its process
            # is gone, and its thread ends with a traceback.
            for process in set(active_children()) - others:
                process.terminate()
            raise


def _begin(start: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    """What a process does first: see that it ends with the one that started it, even if that is killed."""
    from multiprocessing import parent_process

    if parent := parent_process():

        def follow() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=follow, daemon=True).start()
    if start:
        start(*arguments)


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """For a moment Ctrl-C is not heard, and processes started within never hear it: a terminal sends it to
    all, and one answer, that of this process, is enough. To hold the signal back with a mask can hang,
    since `multiprocessing` lifts masks half-way."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
