"""SVAMP (Patel et al., NAACL 2021) in its official JSON layout -> all of its problems."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import EquationError, parse_equation
from numdiag_datasets.core.problem import DOUBTFUL_ANSWER, INCONSISTENT, Problem
from numdiag_datasets.english.asked_unit import asked_unit
from numdiag_datasets.sources.source_files import (
    SourceError,
    SourceFile,
    checked_text,
    doubtful_ids,
    hundredth_of,
    inconsistent_ids,
    parse_json,
    parts,
)

DATASET = "svamp"
_DIGITS = re.compile(r"[\d.,]+")
_WHOLE = re.compile(r"\b(\d+)\.0\b")
#: Hundredths of the stories: upper bounds of train and validation; the rest is test.
_TRAIN, _VALIDATION = 60, 70


def read_svamp(file: SourceFile) -> tuple[dict[str, list[Problem]], tuple[str, ...]]:
    """Return split -> problems, in the order of the file, and no notes.

    SVAMP is published as one file, and many of its problems are variations of one story. A story goes into
    one split, by a hash of its body without the numbers: 60 of 100 into train, 10 into validation and 30
    into test.

    Args:
        file: ``SVAMP.json``.

    Raises:
        SourceError: no JSON, or a problem without one of its parts; the message names the problem.
    """
    name, entries = file.place, parse_json(file.content, file.place)
    if not isinstance(entries, list) or not entries:
        raise SourceError(
            f"{name}: the layout of SVAMP is expected, a list of at least one problem"
        )
    splits: dict[str, list[Problem]] = {split: [] for split in SPLITS}
    seen: set[str] = set()
    for i, entry in enumerate(entries, 1):
        problem = _problem(entry, f"{name}: problem {i}")
        if problem.id in seen:
            raise SourceError(f"{name}: {problem.id} occurs twice")
        seen.add(problem.id)
        splits[split_of(problem.context[0])].append(problem)
    return splits, ()


def split_of(body: str) -> str:
    """Return the split of a story, which does not depend on its numbers."""
    story = " ".join(_DIGITS.sub(" ", body.lower()).split())
    hundredth = hundredth_of(story)
    return "train" if hundredth < _TRAIN else "validation" if hundredth < _VALIDATION else "test"


def _problem(entry: Any, place: str) -> Problem:
    problem_id, body, question, written, answer, kind = parts(
        entry, ("ID", "Body", "Question", "Equation", "Answer", "Type"), place
    )
    if not isinstance(problem_id, str) or not problem_id or not isinstance(kind, str):
        raise SourceError(f"{place} has an ID or a Type that is no text")
    place = f"{place}, {problem_id}"
    if not isinstance(answer, int | Decimal) or isinstance(answer, bool):
        raise SourceError(f"{place} has the answer {answer!r:.60}, which is no number")
    body, question = checked_text(body, place), checked_text(question, place)
    try:
        equation = parse_equation(_without_brackets(_WHOLE.sub(r"\1", str(written))))
        value = equation.value()
    except EquationError as error:
        raise SourceError(f"{place} has the equation {written!r:.60}: {error}") from error
    # One of the published problems has an equation with another value.
    is_doubtful = value != Fraction(answer) or problem_id in doubtful_ids(DATASET)
    lints: tuple[str, ...] = (DOUBTFUL_ANSWER,) if is_doubtful else ()
    if problem_id in inconsistent_ids(DATASET):
        lints += (INCONSISTENT,)
    return Problem(
        id=problem_id,
        source_id=problem_id,
        group=problem_id,
        dataset=DATASET,
        operation=kind.strip().replace("Divison", "Division"),
        context=(body,),
        question=question,
        equation=equation.text,
        answers=(plain_decimal(Decimal(answer)),),
        answer_type="equation",
        unit=asked_unit(body, question),
        lints=lints,
    )


def _without_brackets(expression: str) -> str:
    """Return an expression without brackets around all of it: ``( ( 3 + 5 ) + 2 )`` -> ``( 3 + 5 ) + 2``."""
    expression = expression.strip()
    depth = 0
    for i, character in enumerate(expression):
        depth += (character == "(") - (character == ")")
        if not depth and i < len(expression) - 1:
            return expression
    return expression.removeprefix("(").removesuffix(")").strip()
