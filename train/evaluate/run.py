"""A run: every config asked, answered, read and scored; what is done stays done."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import dataset_of
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.input_files import (
    json_file,
    json_lines,
)
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.core.output_files import (
    check_output,
    write_output,
)
from numdiag_datasets.report.runs import RESULTS
from numdiag_datasets.scoring.files import Scored, has_drop, matching_configs, plan, score_files
from numdiag_datasets.scoring.harness.logs import prediction_line
from numdiag_datasets.scoring.harness.prompts import Prompting
from numdiag_datasets.scoring.harness.tasks import TASK_VERSION, harness_configs
from numdiag_datasets.scoring.system import PREDICTIONS

from .models import Asking, Model
from .questions import Questions, questions

ABOUT, COMPLETIONS, CACHE = "run.json", "completions", "answers.db"


class OtherRunError(InputError):
    """A folder that holds another run."""


@dataclass(frozen=True, slots=True)
class Run:
    """A folder, and what is asked there.

    Attributes:
        out: the folder.
        release: whose configs are asked.
        limit: of each config only so many rows; None for all.
        about: what ``run.json`` says, see `check_run`.
    """

    out: Path
    release: Path
    limit: int | None
    about: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reporter:
    """What came of a config.

    Attributes:
        config: its name.
        rows: how many were asked.
        unreadable: of how many no answer could be read.
        too_long: id -> tokens, of the rows whose prompt is too long for the model.
        new: how many were not in the cache.
        tokens: of the new answers; None where a server knows that alone.
        seconds: that the new answers took.
    """

    config: str
    rows: int
    unreadable: int
    too_long: dict[str, int]
    new: int = 0
    tokens: int | None = None
    seconds: float = 0.0


def configs_to_ask(release: Path, patterns: Sequence[str]) -> list[str]:
    """The configs that any of some globs matches, and the originals that attacks among them are compared with.

    Raises:
        ConfigError: none; InputError: one that is no task.
    """
    manifest = read_manifest(release)
    wanted = [name for each in patterns for name in matching_configs(manifest, release, each)]
    order = [config.name for config in harness_configs()]
    if not (asked := [name for name in wanted if name in order]):
        raise InputError(
            f"{wanted[0]} is nothing to ask a language model; originals, attack, defense and transfer are"
        )
    originals = {dataset_of(name) for name in asked if has_drop(name)}
    return [name for name in order if name in originals | set(asked)]


def check_run(
    out: Path, release: Path, asking: Asking, configs: Sequence[str], limit: int | None
) -> dict[str, Any]:
    """What is asked, as ``run.json`` says it; refused where the folder holds the answers to something else.

    Raises:
        OtherRunError: the folder holds another run, or something else. OutputError: it lies in a release.
    """
    manifest = read_manifest(release)
    about: dict[str, Any] = {
        **asdict(asking),
        "limit": limit,
        "task_version": TASK_VERSION,
        "data": {name: manifest.revision(name, "test") for name in configs},
    }
    for option in ("batch_size", "device"):  # they change no answer
        del about[option]
    place = out / ABOUT
    check_output(place, [])  # before the model writes its cache beside it
    if place.exists():
        before = json_file(place, OtherRunError)
        before = before if isinstance(before, dict) else {}
        known = before.get("data", {})
        for name, value in about.items():
            if name != "data" and before.get(name) != value:
                raise OtherRunError(
                    f"{place}: was run with {name} {before.get(name)!r}, not {value!r}; name another --out"
                )
        changed = [c for c in configs if c in known and known[c] != about["data"][c]]
        if changed:
            raise OtherRunError(
                f"{place}: {changed[0]} was asked of another release; name another --out"
            )
        about["data"] = known | about["data"]
    elif out.exists() and {path.name for path in out.iterdir()} - {CACHE}:
        raise OtherRunError(f"{out}: is not empty and holds no run; name another --out")
    return about


def ask_config(
    run: Run, config: str, model: Model, progress: Callable[[str, int, int], None]
) -> Reporter:
    """Ask about a config, and write ``completions/<config>.jsonl`` and ``predictions/<config>.jsonl``; or read them, if they
    are there."""
    place = run.out / PREDICTIONS / f"{config}.jsonl"
    if place.exists():
        return _known(place, config)
    made = questions(run.release, config, model, run.limit)
    # Before the first answer, and not before: a command that could not begin leaves nothing to be refused by.
    about = json.dumps(run.about | {"numdiag": __version__}, indent=1) + "\n"
    write_output(run.out / ABOUT, about)
    requests = [made.requests[i] for i in made.asked]
    new: list[str] = []

    def told(answer: str) -> None:
        new.append(answer)
        progress(config, len(new), len(requests))

    progress(config, 0, len(requests))
    start = monotonic()
    answers = model.answers(requests, told)
    seconds = monotonic() - start
    progress(config, len(requests), len(requests))
    lines = _write(run.out, config, model, made, answers)
    counts = [model.tokens(answer) for answer in new]
    tokens = None if None in counts else sum(count or 0 for count in counts)
    unreadable = sum(line["prediction"] is None for line in lines)
    return Reporter(config, len(lines), unreadable, made.too_long, len(new), tokens, seconds)


def _write(
    out: Path, config: str, model: Model, made: Questions, answers: Sequence[str]
) -> list[dict[str, Any]]:
    asking = model.asking
    prompt = str(Prompting(asking.style, model.is_chat, asking.few_shot, asking.seed))
    by_row = dict(zip(made.asked, answers, strict=True))
    completions, predictions = [], []
    for i, row in enumerate(made.rows):
        asked = str(made.requests[i].arguments[0])
        completions.append({"id": row["id"], "prompt": asked, "completion": by_row.get(i)})
        line = prediction_line(row, by_row.get(i, ""), prompt)
        if row["id"] in made.too_long:
            line["prompt_too_long"] = made.too_long[row["id"]]
        predictions.append(line)
    for folder, lines in ((COMPLETIONS, completions), (PREDICTIONS, predictions)):
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        write_output(out / folder / f"{config}.jsonl", text)
    return predictions


def _known(place: Path, config: str) -> Reporter:
    lines = [line for _, line in json_lines(place, OtherRunError)]
    too_long = {line["id"]: line["prompt_too_long"] for line in lines if "prompt_too_long" in line}
    return Reporter(config, len(lines), sum(line["prediction"] is None for line in lines), too_long)


def score_run(
    out: Path,
    release: Path,
    configs: Sequence[str],
    limit: int | None,
    mode: Any,
    asking: Asking,
) -> Scored:
    """Score what was asked, and write ``results.json``."""
    scorings = [s for s in plan(release, "*", out / PREDICTIONS) if s.config in configs]
    scored = score_files(
        release, scorings, mode=mode, partial=limit is not None, system=asking.label
    )
    write_output(out / RESULTS, json.dumps(scored.to_json(), indent=1, ensure_ascii=False) + "\n")
    return scored
