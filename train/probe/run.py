"""Run of the probe: training and test for every config without results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from transformers import TrainingArguments

from numdiag_datasets.cli.running import progress_bar
from numdiag_datasets.core.schema import Row
from numdiag_datasets.core.visible_text import say

from ..arguments import parse_options
from ..classification import label_result
from ..data import load_rows
from ..results import data_revision, what_ran, write_result
from .options import DEFAULTS, ProbeArguments, check_options, label, what_was_probed
from .plan import Training, plan
from .probes import Tested, make_probe


def main(argv: Sequence[str]) -> None:
    """Train a probe for each config that has no results yet, and test it."""
    run, arguments = parse_options(
        "numdiag train probe", (ProbeArguments, TrainingArguments), argv, DEFAULTS
    )
    check_options(run)
    out = Path(arguments.output_dir)
    trainings = plan(run, out, arguments.seed)
    if trainings:
        _probe(run, arguments, trainings)
    say(out)


def _probe(
    run: ProbeArguments, arguments: TrainingArguments, trainings: Sequence[Training]
) -> None:
    total = sum(len(configs) for training in trainings for configs in training.tests.values())
    done = 0
    probe = make_probe(run, arguments)
    with progress_bar() as progress:
        for training in trainings:
            progress("probing", done, total)
            splits = {s: _rows(run, training.config, s) for s in ("train", "validation")}
            tests = {config: _rows(run, config, "test") for config in training.configs}
            for tested in probe(training, splits, tests, progress):
                _write(run, arguments, training, tested, tests[tested.config])
                done += 1
                progress("probing", done, total)


def _rows(run: ProbeArguments, config: str, split: str) -> list[Row]:
    rows: list[Row] = load_rows(run, config, split).to_list()
    return rows


def _write(
    run: ProbeArguments,
    arguments: TrainingArguments,
    training: Training,
    tested: Tested,
    rows: Sequence[Row],
) -> None:
    about = {
        "system": label(run, tested.layer),
        "probe": what_was_probed(run, tested.layer, training.config),
        **tested.about,
        **what_ran(run, arguments),
    }
    revision = data_revision(run, tested.config)
    made = label_result(rows, tested.labels, tested.config, revision, about)
    write_result(made, tested.layer.folder(Path(arguments.output_dir) / tested.config))
