"""How fast predictions are scored, and what hostile ones cost."""

from __future__ import annotations

import importlib
import os
import random
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from numdiag_datasets.core.problem import Problem
from numdiag_datasets.scoring import drop, equation, tatqa
from numdiag_datasets.sources import load_source

HOSTILE: dict[str, str | list[str]] = {
    "9**9**9": "9**9**9",
    "().__class__": "().__class__",
    "100,000 brackets": "(" * 100_000,
    "a megabyte of digits": "9" * 1_000_000,
    "NUL": "\0",
    "right to left": "\u202e48",
    "nan": "nan",
    "1e999": "1e999",
    "a lone surrogate": "\ud800",
    "5,000 characters of numbers": " ".join(map(str, range(1000, 1999))),
    "100,000 spans": ["9"] * 100_000,
}

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
    """TAT-QA's scorer, against the official one if ``TATQA_SCORER`` names a folder that holds it."""
    splits = load_source("tatqa_a", root).splits.values()
    rows = mutated([problem for problems in splits for problem in problems], rounds=5)
    started = time.process_time()
    for problem, spans, scale in rows:
        tatqa.score_row(spans, scale, problem.answers, problem.answer_type, problem.scale)
    ours = time.process_time() - started
    against = "set TATQA_SCORER to the folder of tatqa_metric.py for a ratio"
    if folder := os.environ.get("TATQA_SCORER"):
        theirs = official_seconds(folder, rows)
        against = f"{theirs / ours:6.1f} x the official scorer ({len(rows) / theirs:,.0f} rows/s)"
    print(f"tatqa scoring   {len(rows) / ours:8,.0f} rows/s       {against}")


def official_seconds(folder: str, rows: list[tuple[Problem, list[str], str]]) -> float:
    """CPU seconds of the official scorer for these predictions."""
    sys.path.insert(0, folder)
    metric: Any = importlib.import_module("tatqa_metric").TaTQAEmAndF1()
    annotations = [
        {
            "answer": list(p.answers) if "span" in p.answer_type else p.answers[0],
            "answer_type": p.answer_type,
            "scale": p.scale,
        }
        for p, _, _ in rows
    ]
    started = time.process_time()
    for annotation, (_, spans, scale) in zip(annotations, rows, strict=True):
        metric(ground_truth=annotation, prediction=spans, pred_scale=scale)
    return time.process_time() - started


def bench_hostile() -> None:
    """The most that one hostile prediction costs with any scorer."""
    scorers: dict[str, Callable[[Any], object]] = {
        "equation": lambda p: equation.score_row(p, "192 / 4", ["48"]),
        "drop": lambda p: drop.score_row(p, ["48"]),
        "tatqa": lambda p: tatqa.score_row(p, "", ["48"], "span", ""),
        "tatqa, strict": lambda p: tatqa.score_row(p, "", ["48"], "span", "", mode="strict"),
    }
    for name, score in scorers.items():
        worst, trap = 0.0, ""
        for label, prediction in HOSTILE.items():
            if name == "equation" and not isinstance(prediction, str):
                continue
            started = time.perf_counter()
            score(prediction)
            seconds = time.perf_counter() - started
            if seconds > worst:
                worst, trap = seconds, label
        print(f"hostile, {name:14} {worst * 1000:6.2f} ms at most ({trap})")
