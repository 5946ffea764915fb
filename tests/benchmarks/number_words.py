"""Speed and memory of the number words, against what cannot be saved: num2words spelling each of their numbers once."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from numdiag_datasets.text_pairs.number_words.build import build_number_words
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES, MAX_VALUE
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions

_CODES = ("en", "ja", "da", "fr")
_MEASURE_SPELLING = "from num2words import num2words\nfor n in range(0, 990_000, 99): num2words(n, lang={code!r})"
#: A language has 25,000 number words and 50,000 pairs of numbers; 10,000 numbers are spelled above.
_SHARE = (25_000 + 2 * 50_000) / 10_000


def bench_number_words() -> None:
    """All 16 configs in two processes; rows a second, the share of spelling, and the memory of the largest process."""
    spelling = 0.0
    for code in _CODES:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([sys.executable, "-c", _MEASURE_SPELLING.format(code=code)], check=True)
        spelling += _SHARE * (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        manifest = build_number_words(
            Path(folder) / "number_words", [LANGUAGES[c] for c in _CODES], ProbeOptions(MAX_VALUE, 1), 2
        )
        seconds = time.perf_counter() - started
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    rows = sum(file.rows for file in manifest.files.values())
    print(
        f"number words    {rows / seconds:8.0f} rows/s      {(children.ru_utime - used) / spelling:6.1f} x num2words "
        f"alone; {seconds:.1f} s in two processes, {children.ru_maxrss / 1024:.0f} MB"
    )
