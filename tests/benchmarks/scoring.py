"""How fast predictions are scored."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from numdiag_datasets.core.problem import Problem
from numdiag_datasets.scoring import tatqa
from numdiag_datasets.sources import load_source

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
