"""GSM8K (Cobbe et al., 2021) in its official JSON lines -> all of its problems."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import EquationError
from numdiag_datasets.core.input_files import json_value, reading
from numdiag_datasets.core.problem import DOUBTFUL_ANSWER, Problem
from numdiag_datasets.core.rationale_layout import FINAL
from numdiag_datasets.english.asked_unit import asked_unit
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.sentences import sentence_spans
from numdiag_datasets.sources.source_files import (
    SourceError,
    SourceFile,
    checked_text,
    doubtful_ids,
    hundredth_of,
    parts,
)
from numdiag_datasets.texts.solution.binding import bind_solution
from numdiag_datasets.texts.solution.written_steps import SolutionError

DATASET = "gsm8k"
_ANSWER = re.compile(r"\s*\$?(-?\d[\d,]{0,30}(?:\.\d{1,10})?)\s*")
#: The number of validation problems per hundred of the published train file.
_VALIDATION = 10


def read_gsm8k(
    train: SourceFile, test: SourceFile
) -> tuple[dict[str, list[Problem]], tuple[str, ...]]:
    """Return split -> problems, in the order of the files, and no notes.

    The test split is the published one. One in ten of the published training problems, by a hash of the id,
    is in the validation split. The id of a problem is its file and line: ``test-1``.

    Args:
        train, test: JSON lines with ``question`` and ``answer``.

    Raises:
        SourceError: no JSON, or a line without one of its parts; the message names the line.
    """
    splits: dict[str, list[Problem]] = {split: [] for split in SPLITS}
    for problem in _problems(train, "train"):
        validates = hundredth_of(problem.id) < _VALIDATION
        splits["validation" if validates else "train"].append(problem)
    splits["test"] += _problems(test, "test")
    return splits, ()


def _problems(file: SourceFile, kind: str) -> list[Problem]:
    problems, name = [], file.place
    with reading(name, SourceError):
        lines = file.content.decode("utf-8-sig").split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        place = f"{name}, line {number}"
        entry = json_value(line.encode(), place, SourceError)
        problems.append(_problem(entry, f"{kind}-{number}", place))
    if not problems:
        raise SourceError(f"{name}: the layout of GSM8K is expected, a problem a line")
    return problems


def _problem(entry: Any, problem_id: str, place: str) -> Problem:
    asked, answered = parts(entry, ("question", "answer"), place)
    whole, rationale = checked_text(asked, place), checked_text(answered, place)
    found = _ANSWER.fullmatch(rationale.rpartition(FINAL)[2])
    if found is None or FINAL not in rationale:
        raise SourceError(f"{place} has no number behind {FINAL}: {rationale[-40:]!r}")
    answer = Fraction(found[1].replace(",", ""))
    start = sentence_spans(whole)[-1][0]
    context, question = whole[:start].rstrip(), whole[start:]
    derivation = equation = ""
    try:
        solution = bind_solution(rationale, answer, whole, find_numbers(whole))
        derivation, equation = solution.text, solution.expression
    except (SolutionError, EquationError):
        pass  # noise and distribution report the reason
    return Problem(
        id=problem_id,
        source_id=problem_id,
        group=problem_id,
        dataset=DATASET,
        context=(context,) if context else (),
        question=question,
        equation=equation,
        derivation=derivation,
        rationale=rationale,
        answers=(plain_decimal(answer),),
        answer_type="equation",
        unit=asked_unit(context, question),
        lints=(DOUBTFUL_ANSWER,) if problem_id in doubtful_ids(DATASET) else (),
    )
