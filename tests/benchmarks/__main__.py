"""``python -m tests.benchmarks [SOURCE]``: speed on the bundled sample or on a source directory.

Absolute figures depend on the machine; each line also gives a ratio to a floor that was measured in
the same run: the least work that could do the same kind of thing.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from pyarrow import Table, parquet

from builders.origin import load_origin
from numdiag_datasets.configs import APPLICABILITY, match_configs
from numdiag_datasets.features import features
from numdiag_datasets.numbers import find_numbers
from numdiag_datasets.perturbations import PERTURBATIONS, perturb_split
from numdiag_datasets.problem import changed
from numdiag_datasets.release import build
from numdiag_datasets.sources import SAMPLE, SourceData
from numdiag_datasets.split import Split

ROUNDS = 5


def cpu_seconds(work: Callable[[], object]) -> float:
    """The least CPU time of a few rounds, in seconds."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def read_anew(source: SourceData) -> list[Split]:
    """Splits with the numbers found and bound to the equations, and nothing perturbed yet."""
    splits = [Split(problems) for problems in source.splits.values()]
    for split in splits:
        for reading in split.readings:
            _ = reading.quantities, reading.values, reading.bound, reading.results
    return splits


def bench_numbers(texts: list[str]) -> None:
    characters = sum(map(len, texts))
    ours = cpu_seconds(lambda: [find_numbers(text) for text in texts])
    floor = cpu_seconds(lambda: [re.findall(r"\d+(?:\.\d+)?", text) for text in texts])
    print(
        f"find_numbers    {characters / ours / 1e6:8.2f} MB/s        "
        f"{ours / floor:6.1f} x the time of one findall of digits"
    )


def bench_perturbations(source: SourceData, texts: list[str]) -> None:
    count = len(texts)
    floor = cpu_seconds(lambda: [re.sub(r"\d+", r"\g<0>.0", text) for text in texts])
    reading = cpu_seconds(lambda: read_anew(source))
    print(
        f"reading         {count / reading:8.0f} problems/s  {reading / floor:6.1f} x one re.sub a text "
        "(numbers and equations, once for all perturbations)"
    )
    for name in PERTURBATIONS:
        best = float("inf")
        for _ in range(ROUNDS):
            splits = read_anew(source)
            started = time.process_time()
            for split in splits:
                perturb_split(split, name)
            best = min(best, time.process_time() - started)
        print(f"{name:15} {count / best:8.0f} problems/s  {best / floor:6.1f} x one re.sub a text")


def bench_build(source: SourceData, xml: Path) -> None:
    """The configs of ASDiv-a against the least that a build must do: read the XML, write the same Parquet."""
    features()  # loads `datasets`, which is no part of the work
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "numdiag"

        def build_all() -> None:
            build([load_origin("asdiv_a", str(xml.parents[1]))], out, match_configs("asdiv_a*"))

        ours = cpu_seconds(build_all)
        files = [path.relative_to(out) for path in sorted(out.rglob("*.parquet"))]
        rows = {path: parquet.read_table(out / path).to_pylist() for path in files}
        schema = features().arrow_schema

        def floor_work() -> None:
            ElementTree.parse(xml)  # noqa: S314 - a floor; the project itself uses defusedxml
            for path, content in rows.items():
                parquet.write_table(
                    Table.from_pylist(content, schema), Path(folder) / path.name, compression="zstd"
                )

        floor = cpu_seconds(floor_work)
    print(
        f"build           {ours:8.2f} s CPU       {ours / floor:6.1f} x reading the XML and writing "
        f"the same {len(files)} files with pyarrow"
    )


def bench_passages(root: Path) -> None:
    """DROP-num: seconds for its four perturbations, and for twice and four times the passages."""
    splits = load_origin("drop_num", str(root)).splits
    problems = [problem for split in splits.values() for problem in split]
    first = 0.0
    for times in (1, 2, 4):
        repeated = [
            changed(problem, id=f"{problem.id}-{i}", group=f"{problem.group}-{i}")
            for i in range(times)
            for problem in problems
        ]
        started = time.process_time()
        split = Split(repeated)
        for name, why_not in APPLICABILITY["drop_num"].items():
            if not why_not:
                perturb_split(split, name)
        seconds = time.process_time() - started
        first = first or seconds
        print(
            f"drop_num        {len(repeated):8} questions   {seconds:6.2f} s CPU, "
            f"{seconds / first:.1f} x the time of {len(problems)}"
        )


def bench_import() -> None:
    def seconds(code: str) -> float:
        best = float("inf")
        for _ in range(ROUNDS):
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            best = min(best, time.perf_counter() - started)
        return best

    floor = seconds("pass")
    ours = seconds("import numdiag_datasets")
    print(f"import          {ours - floor:8.2f} s           {ours / floor:6.1f} x python -c pass")


def main() -> None:
    """Print every figure for the sample, or for the source directory named on the command line."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLE
    if not (root / "asdiv" / "ASDiv.xml").is_file():
        print(f"{root}: no asdiv/ASDiv.xml there; measuring on the bundled sample instead")
        root = SAMPLE
    source = load_origin("asdiv_a", str(root))
    problems = [problem for split in source.splits.values() for problem in split]
    texts = [f"{problem.context[0]} {problem.question}" for problem in problems]
    print(f"{len(problems)} problems from {root}, one core")
    bench_numbers(texts)
    bench_perturbations(source, texts)
    bench_build(source, root / "asdiv" / "ASDiv.xml")
    if (root / "drop").is_dir():
        bench_passages(root)
    bench_import()


if __name__ == "__main__":
    main()
