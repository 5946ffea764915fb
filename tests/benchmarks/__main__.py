"""``python -m tests.benchmarks [SOURCE]``: speed on the bundled sample or on a source directory.

Absolute figures depend on the machine; each line also gives a ratio to a floor that was measured in
the same run: the least work that could do the same kind of thing.
"""

from __future__ import annotations

import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from xml.etree import ElementTree

from pyarrow import Table, parquet

from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.schema import features
from numdiag_datasets.english import numbers
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations import PERTURBATIONS, perturb_split
from numdiag_datasets.release.building.build import build
from numdiag_datasets.scoring import tatqa
from numdiag_datasets.sources import load_source, sample_folder
from numdiag_datasets.sources.source import SourceData
from numdiag_datasets.text_pairs.number_words.build import build_number_words
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES, MAX_VALUE
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions
from numdiag_datasets.texts.split import Split
from tests.benchmarks.growth import bench_growth

#: What a system may do to a right answer.
MUTATIONS: tuple[Callable[[str, random.Random], str], ...] = (
    lambda text, _: text,
    lambda text, _: f"${text}",
    lambda text, _: f"({text})",
    lambda text, _: text.upper(),
    lambda text, draws: f"{text} {draws.randint(1, 999)}",
    lambda text, draws: f"{text[: len(text) // 2]}{draws.randint(1, 9)}",
    lambda text, _: " ".join(text.split()[1:]),
    lambda text, draws: f"the {text} of {draws.randint(2000, 2020)}",
)


def mutated(problems: Iterable[Problem], rounds: int) -> list[tuple[Problem, list[str], str]]:
    """(problem, predicted spans, predicted scale), every problem a few times."""
    draws = random.Random(1)
    return [
        (
            problem,
            [draws.choice(MUTATIONS)(answer, draws) for answer in problem.answers],
            draws.choice((problem.scale, problem.scale, "", "thousand")),
        )
        for _ in range(rounds)
        for problem in problems
    ]


def bench_scoring(root: Path) -> None:
    """TAT-QA's scorer on answers as a system may write them."""
    splits = load_source("tatqa_a", root).splits.values()
    rows = mutated([problem for problems in splits for problem in problems], rounds=5)
    started = time.process_time()
    for problem, spans, scale in rows:
        tatqa.score_row(spans, scale, problem.answers, problem.answer_type, problem.scale)
    print(f"tatqa scoring   {len(rows) / (time.process_time() - started):8,.0f} rows/s")


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
    numbers._mentions.cache_clear()  # as in a new process
    parse_equation.cache_clear()
    splits = [Split(problems) for problems in source.splits.values()]
    for split in splits:
        for reading in split.readings:
            _ = reading.quantities, reading.values, reading.bound, reading.results
    return splits


def bench_numbers(texts: list[str]) -> None:
    characters = sum(map(len, texts))

    def find_all() -> None:
        numbers._mentions.cache_clear()
        for text in texts:
            find_numbers(text)

    ours = cpu_seconds(find_all)
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
            build([load_source("asdiv_a", xml.parents[1])], out, match_configs("asdiv_a*"))

        ours = cpu_seconds(build_all)
        files = [path.relative_to(out) for path in sorted(out.rglob("*.parquet"))]
        rows = {path: parquet.read_table(out / path).to_pylist() for path in files}
        schema = features().arrow_schema

        def floor_work() -> None:
            ElementTree.parse(xml)  # noqa: S314 - a floor; the project itself uses defusedxml
            for path, content in rows.items():
                parquet.write_table(Table.from_pylist(content, schema), Path(folder) / path.name, compression="zstd")

        floor = cpu_seconds(floor_work)
    print(
        f"build           {ours:8.2f} s CPU       {ours / floor:6.1f} x reading the XML and writing "
        f"the same {len(files)} files with pyarrow"
    )


def bench_grid(root: Path) -> None:
    """All configs of all data sets, in two processes."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        sources = [load_source(dataset, root) for dataset in DATA_SETS]
        manifest = build(sources, Path(folder) / "numdiag", match_configs("*"), num_proc=2)
        seconds = time.perf_counter() - started
    print(f"{len(manifest.configs)} configs      {seconds:8.1f} s in two processes")


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
    with tempfile.TemporaryDirectory() as folder:
        sample = Path(folder, "sample")
        for name in DATA_SETS:
            shutil.copytree(sample_folder(name), sample, dirs_exist_ok=True)
        root = Path(sys.argv[1]) if len(sys.argv) > 1 else sample
        missing = [name for name in ("asdiv", "drop", "tatqa") if not (root / name).is_dir()]
        if missing:
            print(f"{root}: no {', '.join(missing)} there; measuring on the bundled sample instead")
            root = sample
        bench_all(root)


def bench_all(root: Path) -> None:
    """Print every figure for one source directory."""
    source = load_source("asdiv_a", root)
    problems = [problem for split in source.splits.values() for problem in split]
    texts = [f"{problem.context[0]} {problem.question}" for problem in problems]
    print(f"{len(problems)} problems from {root}, one core")
    bench_numbers(texts)
    bench_perturbations(source, texts)
    bench_build(source, root / "asdiv" / "ASDiv.xml")
    bench_grid(root)
    bench_number_words()
    bench_scoring(root)
    bench_import()
    bench_growth([])


if __name__ == "__main__":
    main()
