"""Evaluation run: prompts, answers and scores of every config; completed work is kept."""

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
from numdiag_datasets.core.input_files import json_file, json_lines
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.core.output_files import check_output, write_output
from numdiag_datasets.report.runs import RESULTS
from numdiag_datasets.scoring.harness.logs import prediction_line
from numdiag_datasets.scoring.harness.prompts import Prompting, Style
from numdiag_datasets.scoring.harness.tasks import TASK_VERSION, harness_configs
from numdiag_datasets.scoring.prediction_files import (
    Scored,
    has_drop,
    matching_configs,
    plan,
    score_files,
)
from numdiag_datasets.scoring.system import PREDICTIONS

from .models import Asking, Model
from .questions import Questions, questions

ABOUT, COMPLETIONS, CACHE = "run.json", "completions", "answers.db"


class OtherRunError(InputError):
    """A folder with another run."""


@dataclass(frozen=True, slots=True)
class Run:
    """A folder, and the rows to evaluate there.

    Attributes:
        out: the folder.
        release: the release with the configs.
        limit: the most rows of each config; None for all.
        about: the content of ``run.json``, see `check_run`.
    """

    out: Path
    release: Path
    limit: int | None
    about: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reporter:
    """The outcome of a config.

    Attributes:
        config: its name.
        rows: the number of rows.
        unreadable: the number of rows without a readable answer.
        too_long: id -> tokens, for rows whose prompt is too long for the model.
        new: the number of answers that were not in the cache.
        tokens: the tokens of the new answers; None if only the server can count them.
        seconds: the time for the new answers.
    """

    config: str
    rows: int
    unreadable: int
    too_long: dict[str, int]
    new: int = 0
    tokens: int | None = None
    seconds: float = 0.0


def configs_to_ask(release: Path, patterns: Sequence[str], style: Style = "direct") -> list[str]:
    """Return the configs that match any of some globs and are asked in a style, and the originals for comparison with attacks.

    Raises:
        ConfigError: none matches; InputError: one is not a task.
    """
    manifest = read_manifest(release)
    wanted = [name for each in patterns for name in matching_configs(manifest, release, each)]
    order = [config.name for config in harness_configs(style)]
    if not (asked := [name for name in wanted if name in order]):
        raise InputError(
            f"{wanted[0]} is nothing to ask a language model; originals, attack, defense, transfer and control "
            f"of {', '.join(dict.fromkeys(map(dataset_of, order)))} are"
        )
    originals = {dataset_of(name) for name in asked if has_drop(name)}
    return [name for name in order if name in originals | set(asked)]


def check_run(
    out: Path, release: Path, asking: Asking, configs: Sequence[str], limit: int | None
) -> dict[str, Any]:
    """Return the content of ``run.json``; raise an error if the folder has answers of another run.

    Raises:
        OtherRunError: the folder has another run or other content. OutputError: it is in a release.
    """
    manifest = read_manifest(release)
    about: dict[str, Any] = {
        **asdict(asking),
        "limit": limit,
        "task_version": TASK_VERSION,
        "data": {name: manifest.revision(name, "test") for name in configs},
    }
    for option in ("batch_size", "device"):  # they do not affect answers
        del about[option]
    place = out / ABOUT
    check_output(place, [])  # before the model writes its cache there
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
    """Query a config, and write ``completions/<config>.jsonl`` and ``predictions/<config>.jsonl``.

    If they exist, read them instead.
    """
    place = run.out / PREDICTIONS / f"{config}.jsonl"
    if place.exists():
        return _known(place, config)
    made = questions(run.release, config, model, run.limit)
    # Not before the prompts are built: a command that fails earlier must not leave a file that blocks the
    # next one.
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
    """Score the predictions, and write ``results.json``."""
    scorings = [s for s in plan(release, "*", out / PREDICTIONS) if s.config in configs]
    scored = score_files(
        release, scorings, mode=mode, partial=limit is not None, system=asking.label
    )
    write_output(out / RESULTS, json.dumps(scored.to_json(), indent=1, ensure_ascii=False) + "\n")
    return scored
