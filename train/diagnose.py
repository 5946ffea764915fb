"""Run a whole diagnosis: train on the originals, evaluate every attack, train and evaluate every defense.

    numdiag train diagnose --recipe t5-base --output_dir runs/t5-base
    accelerate launch -m numdiag_datasets train diagnose --recipe t5-base --output_dir runs/t5-base   # several GPUs

Completed work is kept: after an interruption the same command resumes.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from accelerate import PartialState
from transformers import TrainingArguments
from transformers.hf_argparser import HfArg

from numdiag_datasets.cli.running import printer
from numdiag_datasets.cli.score_tables import score_notes, score_tables
from numdiag_datasets.cli.terminal_tables import TerminalTable
from numdiag_datasets.core.configs import (
    CONFIGS,
    CONTROLLED,
    DEFENSE,
    TRANSFER,
    Config,
    parse_config,
)
from numdiag_datasets.core.output_files import write_output
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.report.outcomes import row_setting
from numdiag_datasets.report.runs import DIAGNOSIS, RESULTS
from numdiag_datasets.scoring.scored_files import Scored
from numdiag_datasets.scoring.scored_rows import ScoredRow, averages

from .arguments import RunArguments, parse_run, read_script, run_script
from .causal_lm import CausalLM
from .costs import GPUS, cost_of
from .errors import RunError
from .evaluation import PREDICTIONS, scored_rows
from .graph2tree import Graph2Tree
from .results import read_result
from .resuming import MODEL
from .seq2seq import Seq2Seq
from .systems import BaselineSystem
from .tagop import TagOp
from .training import check_run, run_training, waiting_configs

SCRIPTS: dict[str, type[BaselineSystem]] = {
    "seq2seq": Seq2Seq,
    "causal_lm": CausalLM,
    "graph2tree": Graph2Tree,
    "tagop": TagOp,
}
NAME = "numdiag train diagnose"
_COUNTS = ("rows", "tokens an epoch", "predictions")


@dataclass
class DiagnosisArguments:
    """The contents of a diagnosis."""

    settings: list[str] = HfArg(
        default_factory=lambda: ["attack", "defense"],
        help="attack evaluates the model of the originals, in both forms of each perturbation and on its control; defense and "
        "augment train one a perturbation; transfer tests that of defense on the second form as well.",
        metadata={"choices": ["attack", "defense", "augment", "transfer"]},
    )
    dry_run: bool = HfArg(default=False, help="Print the plan and what it costs.")
    sustained_tflops: float = HfArg(
        default=30.0, help="Speed of the device, for the estimate of a dry run."
    )


def main(argv: Sequence[str]) -> None:
    """Run the diagnosis; see ``--help`` for the options."""
    if {"-h", "--help"} & set(argv):  # without a recipe, show the options that all systems share
        parse_run(NAME, TrainingArguments, argv, DiagnosisArguments)
    kind = SCRIPTS[read_script(argv, SCRIPTS)]
    run, arguments, diagnosis = parse_run(NAME, kind.arguments, argv, DiagnosisArguments)
    if run.evaluate or parse_config(run.config).perturbation:
        raise RunError(
            "a diagnosis evaluates all configs of a data set; give --config asdiv_a alone"
        )
    runs = list(trainings(run, diagnosis.settings))
    out = Path(arguments.output_dir)
    jobs = []
    for its_run in runs:
        its_arguments = copy.deepcopy(arguments)
        its_arguments.output_dir = str(out / its_run.config)
        if arguments.hub_model_id:
            its_arguments.hub_model_id = f"{arguments.hub_model_id}-{its_run.config}"
        check_run(kind, its_run, its_arguments)
        jobs.append((its_run, its_arguments))
    if diagnosis.dry_run:
        print_plan(kind, jobs, diagnosis.sustained_tflops)
        return
    originals = str(out / run.config / run.config / PREDICTIONS)
    for its_run, its_arguments in jobs:
        run_training(kind, replace(its_run, baseline=originals), its_arguments)
    if PartialState().is_main_process:
        report(runs, out)


def trainings(run: RunArguments, settings: Sequence[str]) -> Iterator[RunArguments]:
    """Yield a run for each model: the originals with all attacks, then each config of the settings."""
    configs = [c for c in CONFIGS.values() if c.dataset == run.config and c.perturbation]
    # Include the second form, to separate the effect of the training in transfer from the difficulty of that
    # form, and the control, to separate the cost of the capability from that of any edit.
    tested_too = ("attack", TRANSFER, CONTROLLED)
    attacks = [config.name for config in configs if config.setting in tested_too]
    yield replace(run, evaluate=[run.config, *(attacks if "attack" in settings else [])])
    for config in configs:
        transfer = Config(config.dataset, config.perturbation, TRANSFER).name
        tested = []
        if config.setting == "augment" and "augment" in settings:
            tested = [config.name, Config(config.dataset, config.perturbation, "attack").name]
        elif config.setting == DEFENSE:
            tested = [config.name] * (DEFENSE in settings)
            tested += [transfer] * (TRANSFER in settings and transfer in CONFIGS)
        if tested:
            yield replace(run, config=config.name, evaluate=tested)


def print_plan(
    kind: type[BaselineSystem],
    jobs: Sequence[tuple[RunArguments, TrainingArguments]],
    tflops: float,
) -> None:
    """Print all trainings, their state, and estimates of their time and memory."""
    plan = TerminalTable(
        "", ("config", "state", *_COUNTS, "hours", "configs to evaluate"), texts=("state",)
    )
    sizes = [f"batch in {size} GB" for size in GPUS]
    memory = TerminalTable("", ("config", "longest row", "GB without rows", "GB a row", *sizes))
    hours = 0.0
    for run, arguments in jobs:
        out = Path(arguments.output_dir)
        is_trained, waiting = (out / MODEL).is_dir(), waiting_configs(run, out)
        epochs = 0 if is_trained else arguments.num_train_epochs
        cost = cost_of(kind, run, arguments, epochs, waiting, tflops * 1e12)
        hours += cost.hours
        counts = (f"{n:,}" for n in (cost.rows, cost.tokens, cost.predictions))
        waits = f"{len(waiting)} of {len(run.evaluate)}"
        state = "trained" if is_trained else "to train"
        plan.add_row(run.config, state, *counts, f"{cost.hours:.2f}", waits)
        gigabytes = (f"{size / 1e9:.2f}" if size else "?" for size in (cost.fixed, cost.sequence))
        fits = (str(cost.batch(size) or "none") if cost.sequence else "?" for size in GPUS)
        memory.add_row(run.config, f"{cost.longest:,}", *gigabytes, *fits)
    printer().print(plan)
    printer().print(memory)
    say(
        "Memory is an estimate: 16 bytes a weight (float32, gradient, AdamW), 1 GB, and activations by layers, width, "
        "heads and tokens of the longest row; batches are rows per device (--per_device_train_batch_size)"
    )
    say(
        f"{cost.weights / 1e6:,.1f} M weights, {arguments.num_train_epochs:g} epochs: about {hours:.2f} h on one device at "
        f"{tflops:g} TFLOP/s, predictions included"
    )


def report(plan: Sequence[RunArguments], out: Path) -> None:
    """Print the table of a diagnosis and write its results to one file."""
    results = []
    rows: dict[tuple[str, str], list[ScoredRow]] = {}
    for run in plan:
        for name in run.evaluate:
            folder = out / run.config
            results.append(read_result(folder / name / RESULTS))
            config = parse_config(name)
            if config.perturbation:
                setting = row_setting(name, parse_config(run.config).setting)
                rows.setdefault((config.dataset, setting), []).extend(
                    scored_rows(run, name, folder / name / PREDICTIONS)
                )
    made: dict[str, dict[str, Any]] = {}
    for (dataset, setting), scored in rows.items():
        made.setdefault(dataset, {})[setting] = averages(scored)
    diagnosis = Scored(results, made)
    write_output(out / DIAGNOSIS, json.dumps(diagnosis.to_json(), indent=1) + "\n")
    console = printer()
    for table in score_tables(diagnosis):
        console.print(table)
    for line in score_notes(diagnosis):
        console.print(line, soft_wrap=True)
    say(out / DIAGNOSIS)


if __name__ == "__main__":
    run_script(NAME, main)
