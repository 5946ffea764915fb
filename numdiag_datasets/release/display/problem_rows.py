"""Rows of problems with their edits marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from numdiag_datasets.core.configs import parse_config
from numdiag_datasets.core.schema import from_row
from numdiag_datasets.perturbations import PERTURBATIONS
from numdiag_datasets.release.display import Choice, Shown
from numdiag_datasets.release.display.marking import marked_row


def shown_rows(config: str, rows: Sequence[Mapping[str, Any]], choice: Choice) -> list[Shown]:
    """Return the chosen rows of a config."""
    problems = [
        (choice.place(i, problem.id), problem, row)
        for i, (problem, row) in enumerate((from_row(row), row) for row in rows)
        if choice.status in ("", problem.status)
        and choice.id in ("", problem.id, problem.source_id)
    ]
    problems.sort(key=lambda placed: placed[0])
    perturbation = parse_config(config).perturbation
    moves = bool(perturbation) and PERTURBATIONS[perturbation].moves_text
    return [Shown(row, partial(marked_row, problem, moves=moves)) for _, problem, row in problems]
