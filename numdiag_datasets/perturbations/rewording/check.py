"""Checks of the single edits of a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from numdiag_datasets.core.problem import Edit, Problem


def check_edits(problem: Problem, is_sound: Callable[[Edit], bool]) -> Iterator[str]:
    """Yield a message for every edit that does not follow its rule."""
    for edit in problem.edits:
        if not is_sound(edit):
            yield f"the edit {edit.before!r} -> {edit.after!r} does not follow the rule {problem.rule!r}"
