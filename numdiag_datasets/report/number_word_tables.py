"""Tables of number words: accuracies by language, by kind of error and stratum, and by layer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from numdiag_datasets.core.data_sets import NUMBER_WORDS as NAME
from numdiag_datasets.report.label_tables import CHANCE, LabelSummary, mean_cell
from numdiag_datasets.report.summary import NOT_RUN, Cell
from numdiag_datasets.report.tables import Table
from numdiag_datasets.text_pairs.number_words.family import config_name
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    TASKS,
    VARIANTS,
)

#: Columns for the breakdown of results, in the order of the tables.
_PARTS = ("scope", "error", "stratum")
_LAYER = re.compile(r"(.*), layer (\d+)(.*)")
_NO_SUCH = "no such rows"


def number_word_tables(summary: LabelSummary) -> Iterator[Table]:
    """Yield, for each task, the accuracies on all rows, on their parts, and of each probed hidden state."""
    whole = systems_of(summary)
    for task in TASKS:
        configs = _configs(summary, task)
        if not configs:
            continue
        if whole:
            yield _table(task, "", f"Accuracy of {task}", whole, [
                (labels, [summary.accuracy(system, config) for system in whole])
                for labels, config in configs.items()
            ], f"Chance is {CHANCE}.", ("variant", "language"))  # fmt: skip
            if parts := list(_part_rows(summary, whole, configs)):
                yield _table(task, "parts-", f"Accuracy of {task} by kind of error and stratum", whole,
                    parts, f"Chance is {CHANCE} in every part.", ("config", "rows"))  # fmt: skip
        for base, layers in layers_of(summary).items():
            yield _table(task, f"layers-{_file_name(base)}-", f"Accuracy of {task} by layer, {base}",
                [f"layer {layer}" for layer in layers], [
                (labels, [summary.accuracy(system, config) for system in layers.values()])
                for labels, config in configs.items()
            ], f"Chance is {CHANCE}. Layer 0 is that of the embeddings.", ("variant", "language"))  # fmt: skip


def _table(
    task: str,
    kind: str,
    title: str,
    columns: Sequence[str],
    rows: Sequence[tuple[tuple[str, str], Sequence[Cell]]],
    note: str,
    index: tuple[str, str],
) -> Table:
    return Table(
        f"{kind}{task}-{NAME}",
        f"number words: {title}",
        "score",
        tuple((column, "accuracy") for column in columns),
        tuple((labels, tuple(cells)) for labels, cells in rows),
        note,
        index,
    )


def _part_rows(
    summary: LabelSummary, systems: Sequence[str], configs: dict[tuple[str, str], str]
) -> Iterator[tuple[tuple[str, str], list[Cell]]]:
    for (variant, language), config in configs.items():
        outcomes = [summary.outcomes(system, config) for system in systems]
        for column in _PARTS:
            parts = [[o.result.breakdown.get(column, {}) for o in found] for found in outcomes]
            for group in sorted({group for its in parts for groups in its for group in groups}):
                cells = [
                    mean_cell(
                        [groups.get(group, {}) for groups in its], _NO_SUCH if its else NOT_RUN
                    )
                    for its in parts
                ]
                yield (f"{variant}, {language}", f"{column} {group}"), cells


def _configs(summary: LabelSummary, task: str) -> dict[tuple[str, str], str]:
    """Return (variant, language) -> config, for configs on which any system was tested."""
    tested = summary.configs_of(NAME)
    return {
        (variant, LANGUAGES[language].name): config
        for variant in VARIANTS
        for language in languages_of(summary, task)
        if (config := config_name(task, variant, language)) in tested
    }


def systems_of(summary: LabelSummary) -> list[str]:
    """Return the systems that are not single layers of an encoder."""
    return [system for system in summary.systems_of(NAME) if not _LAYER.fullmatch(system)]


def layers_of(summary: LabelSummary) -> dict[str, dict[int, str]]:
    """Return encoder -> layer -> the label of its system."""
    found: dict[str, dict[int, str]] = {}
    for system in summary.systems_of(NAME):
        if match := _LAYER.fullmatch(system):
            found.setdefault(match[1] + match[3], {})[int(match[2])] = system
    return {base: dict(sorted(layers.items())) for base, layers in found.items()}


def languages_of(summary: LabelSummary, task: str) -> list[str]:
    """Return the languages in which any system was tested on a task, in the order of `LANGUAGES`."""
    tested = {tuple(config.split("-")[1::2]) for config in summary.configs_of(NAME)}
    return [code for code in LANGUAGES if (task, code) in tested]


def _file_name(label: str) -> str:
    return re.sub(r"\W+", "-", label).strip("-").lower()
