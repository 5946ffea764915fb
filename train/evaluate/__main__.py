"""``numdiag evaluate``: from a model's name to the effect of perturbations on it.

    numdiag evaluate --model Qwen/Qwen2.5-1.5B-Instruct --configs 'asdiv_a-*-attack' --out runs/qwen

Completed work is kept: after an interruption the same command resumes.
"""

from __future__ import annotations

import logging
import os
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numdiag_datasets.cli.arguments import DirectoryOption, check_effects, check_mode, read_mode
from numdiag_datasets.cli.running import Interrupted, printer, progress_bar, run, single_command
from numdiag_datasets.cli.score_tables import SAMPLE_NOTE, print_scores
from numdiag_datasets.core.configs import dataset_of, parse_config
from numdiag_datasets.core.errors import some
from numdiag_datasets.core.locks import locked
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.release.hub.download import find_release
from numdiag_datasets.scoring.harness.prompts import FEW_SHOT_SEED, MOST_TOKENS, STYLES
from numdiag_datasets.scoring.prediction_files import matching_configs

from .models import BATCH, OPTIONAL, TIMEOUT

if TYPE_CHECKING:
    from .run import Reporter

_NAMED = 3


def evaluate(
    model: Annotated[
        str,
        typer.Option(
            help="A folder with a model, or a model of the Hub; with --base-url the name that the server knows."
        ),
    ],
    configs: Annotated[
        list[str] | None,
        typer.Option(
            help="What to ask: a config or a glob; give it again for more. By default noise, verbosity and extra of asdiv_a, attack and control. The originals that attacks, transfer and controls are compared with come by themselves.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the run; runs/<model> where it is left out.")
    ] = None,
    directory: DirectoryOption = Path("numdiag"),
    style: Annotated[
        str,
        typer.Option(
            help="direct; cot: a chain of thought before the answer; calculation: the equation of a row without its story; equation: the equation as the answer."
        ),
    ] = "direct",
    chat: Annotated[
        bool | None,
        typer.Option(
            help="As a chat, or as a text to go on from; by itself: as the model is made."
        ),
    ] = None,
    few_shot: Annotated[
        int, typer.Option(min=0, help="Examples from the train split before each question.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Which examples.")] = FEW_SHOT_SEED,
    max_tokens: Annotated[
        int | None,
        typer.Option(
            min=1,
            help=f"Tokens that an answer may take; {MOST_TOKENS['direct']}, with cot {MOST_TOKENS['cot']}. Reasoning models need more.",
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Only so many rows of each config, by a hash of their ids; the signature says so.",
        ),
    ] = None,
    applied_only: Annotated[
        bool,
        typer.Option(
            "--applied-only", help="Leave out the rows that a perturbation did not change."
        ),
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only count the prompts and the tokens.")
    ] = False,
    base_url: Annotated[
        str,
        typer.Option(
            help="Of an OpenAI-compatible server, such as http://127.0.0.1:8000/v1; its key in OPENAI_API_KEY."
        ),
    ] = "",
    batch_size: Annotated[
        int, typer.Option(min=1, help="Rows at once; with a server, requests at once.")
    ] = BATCH,
    omit: Annotated[
        str,
        typer.Option(
            help=f"Parameters that are not sent to a server, such as stop,seed, of {', '.join(OPTIONAL)}; what a server refuses by name is left out by itself."
        ),
    ] = "",
    timeout: Annotated[
        int,
        typer.Option(min=1, help="Seconds that a server may take for a reply; it gets 4 tries."),
    ] = TIMEOUT,
    device: Annotated[
        str, typer.Option(help="Such as cuda:0; by itself: a GPU if there is one.")
    ] = "",
    dtype: Annotated[
        str, typer.Option(help="Such as bfloat16; by itself: that of the model.")
    ] = "auto",
    mode: Annotated[
        str, typer.Option(help="TAT-QA: official, or strict, which mends how numbers are read.")
    ] = "official",
) -> None:
    """Ask a language model, read its answers, and say what the perturbations cost it.

    The folder of the run holds run.json (what was asked), answers.jsonl (all answers so far), completions/ (prompts and
    what the model wrote), predictions/ (what was read, and where) and results.json; `numdiag compare` and
    `numdiag report` take the folder. The same command goes on where it was stopped. Models are those of
    lm-evaluation-harness (pip install 'numdiag[harness]').
    """
    if style not in STYLES:
        raise typer.BadParameter(f"unknown style {style!r}; choose from {', '.join(STYLES)}")
    read_as = read_mode(mode)
    check_effects(
        (base_url and device, "--device", "the server has the model"),
        (base_url and dtype != "auto", "--dtype", "the server has the model"),
        (omit and not base_url, "--omit", "no server is asked"),
        (timeout != TIMEOUT and not base_url, "--timeout", "no server is asked"),
        (seed != FEW_SHOT_SEED and not few_shot, "--seed", "it selects the examples of --few-shot"),
    )
    # Before any import that reads these variables: only our own progress bar should appear.
    os.environ["TQDM_DISABLE"] = "1"
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from numdiag_datasets.release.hub.http_timeouts import reach_in_seconds

    from .models import Asking, Model
    from .run import (
        CACHE,
        OtherRunError,
        Run,
        ask_config,
        check_run,
        configs_to_ask,
        default_configs,
        score_run,
        work,
    )

    asking = Asking(
        model,
        base_url,
        style,
        chat,
        few_shot,
        seed,
        max_tokens or MOST_TOKENS[style],
        batch_size,
        device,
        dtype,
        tuple(names_in(omit)),
        timeout,
    )
    reach_in_seconds()
    release = find_release(directory)
    place = out or Path("runs") / Path(model).name
    names = configs_to_ask(release, configs or default_configs(release), style, few_shot)
    check_mode(mode, names)
    wanted = (
        c for each in configs or () for c in matching_configs(read_manifest(release), release, each)
    )
    if silent := sorted({*map(dataset_of, wanted)} - {*map(dataset_of, names)}):
        say(f"left out: {', '.join(silent)}, which style {style} does not ask")
    is_perturbed = any(parse_config(name).perturbation for name in names)
    check_effects((applied_only and not is_perturbed, "--applied-only", "only originals are asked"))
    if dry_run:
        prompts, different = work(release, names, limit, applied_only=applied_only)
        most = different * asking.most_tokens
        say(
            f"{len(names)} configs, {prompts:,} prompts, at most {different:,} different; answers of at most "
            f"{asking.most_tokens} tokens, {most:,} in all: {_duration(most / 100)} at 100 tokens a second"
        )
        if read_manifest(release).is_sample:
            say(SAMPLE_NOTE)
        return
    about = check_run(place, release, asking, names, limit, applied_only=applied_only)
    place.parent.mkdir(parents=True, exist_ok=True)
    asked_run = Run(place, release, limit, about, applied_only)
    # Their warnings are about other tasks, or repeated here in one line.
    for name in ("lm_eval", "lm-eval", "transformers", "datasets", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    console = printer()
    try:
        with locked(place.absolute(), OtherRunError), progress_bar() as progress:
            asked = Model(asking, place / CACHE)
            for done, name in enumerate(names):
                progress("configs", done, len(names))
                told = ask_config(asked_run, name, asked, progress)
                console.print(_line(told), soft_wrap=True, highlight=False)
            progress("configs", len(names), len(names))
    except KeyboardInterrupt as error:
        raise Interrupted(f"{place} keeps what was answered; the same command goes on") from error
    scored = score_run(place, release, names, limit, read_as, applied_only=applied_only)
    print_scores(console, scored)
    if len(asked.served) > 1:
        say(
            f"{place}: the server answered as {some(asked.served)}, so answers of several models may be mixed",
            to_log=True,
        )
    say(f"{place}: completions, predictions, results.json")


def _duration(seconds: float) -> str:
    """Return a time for readers: "3.2 hours", "5 min"."""
    return f"{seconds / 3600:.1f} hours" if seconds >= 3600 else f"{ceil(seconds / 60)} min"


def names_in(omit: str) -> list[str]:
    """Return the parameters in a list with commas.

    Raises:
        BadParameter: one is not optional.
    """
    names = [name for name in omit.split(",") if name]
    if unknown := [name for name in names if name not in OPTIONAL]:
        raise typer.BadParameter(f"--omit {unknown[0]!r:.60}: choose from {', '.join(OPTIONAL)}")
    return names


def _line(told: Reporter) -> str:
    """Return the outcome of a config in one line."""
    parts = [f"{told.config}: {told.rows} rows", f"{told.unreadable} answers unreadable"]
    if told.cut:
        parts.append(f"{told.cut} answers cut at the limit of tokens: raise --max-tokens")
    if told.too_long:
        named = ", ".join(list(told.too_long)[:_NAMED])
        more = f" and {len(told.too_long) - _NAMED} more" if len(told.too_long) > _NAMED else ""
        parts.append(
            f"{len(told.too_long)} prompts too long for the model and not asked: {named}{more}"
        )
    if told.new:
        speed = f", {told.tokens / told.seconds:.0f} tokens/s" if told.tokens else ""
        parts.append(f"{told.new} asked in {told.seconds:.0f} s{speed}")
    else:
        parts.append("asked before")
    return "; ".join(parts)


if __name__ == "__main__":
    run(single_command(evaluate), "numdiag evaluate")
