"""Notes on predictions whose scores mislead: rounded, partly equations, or of another config."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from numdiag_datasets.core.configs import dataset_of, parse_config
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.decimals import is_value, plain_decimal
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.manifest import Manifest
from numdiag_datasets.core.problem import APPLIED
from numdiag_datasets.core.release_rows import config_rows
from numdiag_datasets.core.resamples import base_of
from numdiag_datasets.scoring.error_types import right_answers
from numdiag_datasets.scoring.scored_rows import ScoredRow
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.scoring.suspect_predictions import (
    MANY_OF_OTHER,
    MORE_OF_OTHER,
    are_of_other_config,
)

#: A note is made from this share of rounded answers on.
_MANY_ROUNDED = 0.02
#: The largest share of right answers of predictions under a wrong name.
_FEW_RIGHT = 0.2
#: A note is made from this share of equations, bare answers, doubled scales or joined spans on.
_FEW = 0.1
#: The fewest answers that are another config's.
_LEAST_ROWS = 5


def prediction_notes(
    scored: Mapping[str, Sequence[ScoredRow]], directory: Path, manifest: Manifest, split: str
) -> Iterator[str]:
    """Yield notes on the predictions of one system for the configs of problems.

    Args:
        scored: config -> its scored rows.
        directory, manifest: of the release.
        split: of the rows.
    """
    scored = {config: rows for config, rows in scored.items() if dataset_of(config) in DATA_SETS}
    groups: list[list[str]] = []
    for config in scored:
        if config == dataset_of(config):
            continue
        same = (
            group
            for group in groups
            if dataset_of(group[0]) == dataset_of(config)
            and are_of_other_config(scored[group[0]], scored[config])
        )
        if group := next(same, None):
            group.append(config)
        else:
            groups.append([config])
    for group in groups:
        if len(group) > 1:
            names = (
                " and ".join(group)
                if len(group) < 3
                else f"{len(group)} configs ({', '.join(group[:2])}, ...)"
            )
            yield f"{names} have the same predictions, though their answers differ; is one a file under a wrong name?"
    for config, rows in scored.items():
        twice = sum(row.has_scale_twice and not row.is_right for row in rows)
        if twice > _FEW * len(rows):
            yield f"{config}: {twice} wrong predictions name their scale in the number and in `scale`, and TAT-QA's scorer multiplies by both; leave one out"
        joined = sum(row.is_joined for row in rows)
        if joined > _FEW * sum(len(row.row.get("answers") or ()) > 1 for row in rows):
            yield f'{config}: {joined} predictions have all spans of the answer in one text, which is wrong; write a list: ["2019", "2018"]'
        if not DATA_SETS[dataset_of(config)].kind.is_story:
            continue
        rounded = sum(map(is_rounded, rows))
        if rounded > _MANY_ROUNDED * sum(row.applied for row in rows):
            yield f"{config}: {rounded} wrong answers are the right value rounded to the decimals that they have, so a part of the drop is not the capability's; ask for all decimals"
        written = sum(row.equation is not None for row in rows)
        bare = sum(row.equation is None and row.value is not None for row in rows)
        if scorer_of(dataset_of(config)).of_equations and min(written, bare) > _FEW * len(rows):
            yield f"{config}: {written} predictions are equations and {bare} are answers alone, which have no equation accuracy"
        if other := _answered_instead(config, rows, directory, manifest, split):
            yield f"{config}: its predictions are rather answers to {other}; is it a file under a wrong name?"


def is_rounded(scored: ScoredRow) -> bool:
    """Return whether a wrong answer is a right one with fewer decimals, at least one."""
    if scored.is_right or scored.value is None:
        return False
    with suppress(NumdiagError):
        written = plain_decimal(scored.value)
        return "." in written and any(
            is_value(written, right) for right in right_answers(scored.row)
        )
    return False


def _answered_instead(
    config: str, rows: Sequence[ScoredRow], directory: Path, manifest: Manifest, split: str
) -> str:
    """Return the config whose answers the predictions have, though few of their own; "" if there is none.

    Answers of the originals do not count: a system may not see what changed.
    """
    values = {scored.original: scored.value for scored in rows if scored.value is not None}
    changed = [scored for scored in rows if scored.applied] or rows
    right = {scored.original for scored in changed if scored.is_right}
    if len(right) > _FEW_RIGHT * len(changed) or not values:
        return ""
    own = {scored.original: scored.row["answers"] for scored in rows}
    dataset, splits = dataset_of(config), [base_of(split)]
    originals = _rows_if_there(directory, manifest, dataset, splits)
    before = {row["id"]: row["answers"] for row in originals}
    found: dict[str, int] = {}
    for other in manifest.configs:
        setting = parse_config(other).setting if dataset_of(other) == dataset else ""
        if setting not in ("attack", "control", "transfer") or other == config:
            continue
        asked = [
            row
            for row in _rows_if_there(directory, manifest, other, splits)
            if row["status"] == APPLIED
            and row["source_id"] in own
            and row["answers"] not in (own[row["source_id"]], before.get(row["source_id"]))
        ]
        hits = sum(_is_answer(values.get(row["source_id"]), row) for row in asked)
        own_hits = sum(row["source_id"] in right for row in asked)
        if hits >= max(_LEAST_ROWS, MANY_OF_OTHER * len(asked), MORE_OF_OTHER * own_hits):
            found[other] = hits
    return max(found, key=lambda name: found[name], default="")


def _rows_if_there(
    directory: Path, manifest: Manifest, config: str, splits: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the rows of a config; none if its files are missing or damaged, as it is not the one that is scored."""
    with suppress(NumdiagError):
        return config_rows(directory, manifest, config, splits)
    return []


def _is_answer(value: Any, row: Mapping[str, Any]) -> bool:
    return value is not None and value in right_answers(row)
