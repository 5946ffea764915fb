"""``python -m tests.benchmarks.growth [NAME ...]``: what twice the text costs, for every function that meets text of others.

Each function (of which the name holds one of the NAMEs) reads every hostile shape in two small sizes; the
shapes that grew most are doubled up to a megabyte, or until one call takes `_LONGEST_CALL`. Linear is 2.0.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from heapq import nlargest

from tests.foreign_text import FUNCTIONS, Shape, shapes

_MEGABYTE = 1 << 20
_SMALL, _SCANNED = 500, 2_000
#: Seconds; a ratio of shorter times tells nothing.
_LONGEST_CALL, _SHORTEST_CALL = 0.5, 0.01
_SHAPES, _AIM = 3, 2.5


def seconds(function: Callable[[str], object], text: str, rounds: int = 1) -> float:
    """The least CPU time of a few calls."""
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        function(text)
        best = min(best, time.process_time() - started)
    return best


def suspects(function: Callable[[str], object]) -> list[Shape]:
    """The shapes that cost most beyond their share when they grow from one small size to another, each of another unit."""
    excess: dict[str, tuple[float, Shape]] = {}
    for shape in shapes():
        large = seconds(function, shape.text(_SCANNED))
        found = large - _SCANNED / _SMALL * seconds(function, shape.text(_SMALL)), shape
        excess[shape.unit] = max(excess.get(shape.unit, found), found, key=lambda pair: pair[0])
    return [shape for _, shape in nlargest(_SHAPES, excess.values(), key=lambda pair: pair[0])]


def growth(function: Callable[[str], object], shape: Shape) -> tuple[float, int, float]:
    """(time at 2n over time at n, 2n, time at 2n) for the n where that is largest."""
    length, took = _SCANNED, seconds(function, shape.text(_SCANNED), 3)
    worst = 0.0, length, took
    while 2 * length <= _MEGABYTE and took < _LONGEST_CALL:
        length, before = 2 * length, took
        took = seconds(function, shape.text(length), 2)
        ratio = took / before if before >= _SHORTEST_CALL else 0.0
        worst = max(worst, (ratio, length, took))
    return worst


def bench_growth(names: list[str]) -> None:
    """A line for each function: the worst ratio, where it was, and its shape; 0.0 where a megabyte takes no time to speak of."""
    for name, function in FUNCTIONS.items():
        if names and not any(wanted in name for wanted in names):
            continue
        function("3 pens.")  # what is loaded or built on first use
        found = [(*growth(function, shape), shape) for shape in suspects(function)]
        ratio, length, took, shape = max(found, key=lambda line: line[0])
        mark = "" if ratio <= _AIM else f"  over {_AIM}"
        print(f"{name:28} {ratio:4.1f} x at {length:9,} characters, {took:5.2f} s: {shape}{mark}", flush=True)


if __name__ == "__main__":
    bench_growth(sys.argv[1:])
