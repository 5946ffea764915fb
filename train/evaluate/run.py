"""Evaluation run: prompts, answers and scores of every config; completed work is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import dataset_of, is_glob, parse_config
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.input_files import json_file, json_lines
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.core.output_files import check_output, write_output
from numdiag_datasets.report.runs import RESULTS
from numdiag_datasets.scoring.harness.logs import prediction_line
from numdiag_datasets.scoring.harness.prompts import Prompting, Style
from numdiag_datasets.scoring.harness.tasks import TASK_VERSION, harness_configs
from numdiag_datasets.scoring.prediction_files import PREDICTIONS, has_drop, matching_configs, plan
from numdiag_datasets.scoring.predictions import CUT
from numdiag_datasets.scoring.scored_files import Scored, score_files

from .answers import Cut, prompt_text
from .models import Asking, Model
from .questions import Questions, questions

#: The settings of runs from before they could be set.
_BEFORE: dict[str, Any] = {"omit": [], "applied_only": False}
_DEFAULT = [
    f"asdiv_a-{name}-{way}"
    for name in ("noise", "verbosity", "extra")
    for way in ("attack", "control")
]
ABOUT, COMPLETIONS, CACHE = "run.json", "completions", "answers.jsonl"


class OtherRunError(InputError):
    """A folder with another run."""


@dataclass(frozen=True, slots=True)
class Run:
    """A folder, and the rows to evaluate there.

    Attributes:
        out: the folder.
        release: the release with the configs.
        limit: the most rows of each config; None for all.
        applied_only: whether rows are left out that the perturbation did not change.
        about: the content of ``run.json``, see `check_run`.
    """

    out: Path
    release: Path
    limit: int | None
    about: dict[str, Any]
    applied_only: bool = False


@dataclass(frozen=True, slots=True)
class Reporter:
    """The outcome of a config.

    Attributes:
        config: its name.
        rows: the number of rows.
        unreadable: the number of rows without a readable answer.
        too_long: id -> tokens, for rows whose prompt is too long for the model.
        cut: the number of answers that ended at the limit of tokens.
        new: the number of answers that were not in the cache.
        tokens: the tokens of the new answers; None if only the server can count them.
        seconds: the time for the new answers.
    """

    config: str
    rows: int
    unreadable: int
    too_long: dict[str, int]
    cut: int = 0
    new: int = 0
    tokens: int | None = None
    seconds: float = 0.0


def configs_to_ask(
    release: Path, patterns: Sequence[str], style: Style = "direct", few_shot: int = 0
) -> list[str]:
    """Return the configs that match any of some globs and are asked in a style, and the originals for comparison with attacks.

    Without examples a defense has the prompts of its attack; a glob does not select it then.

    Raises:
        ConfigError: none matches; InputError: one is not a task.
    """
    manifest = read_manifest(release)
    wanted = [
        name
        for each in patterns
        for name in matching_configs(manifest, release, each)
        if few_shot or not is_glob(each) or "-defense" not in name
    ]
    order = [config.name for config in harness_configs(style)]
    known = {config.name for config in harness_configs("direct")}  # which all tasks have
    named = [
        name
        for each in patterns
        if not is_glob(each)
        for name in matching_configs(manifest, release, each)
    ]
    if others := [name for name in named if name not in known]:
        raise InputError(f"{others[0]} is nothing to ask a language model; leave it out")
    if not wanted:
        raise InputError(f"{patterns[0]}: a defense needs --few-shot")
    if not (asked := [name for name in wanted if name in order]):
        raise InputError(
            f"{wanted[0]} is nothing to ask in style {style}; originals, attack, defense, transfer and control "
            f"of {', '.join(dict.fromkeys(map(dataset_of, order)))} are"
        )
    originals = {dataset_of(name) for name in asked if has_drop(name)}
    return [name for name in order if name in originals | set(asked)]


def default_configs(release: Path) -> list[str]:
    """Return what is asked by default: three perturbations of ASDiv-a with their controls, else all attacks."""
    known = read_manifest(release).configs
    return [name for name in _DEFAULT if name in known] or ["*-attack"]


def work(
    release: Path, configs: Sequence[str], limit: int | None, *, applied_only: bool
) -> tuple[int, int]:
    """Return the number of prompts of some configs, at most, and of those that differ: an unchanged row has its original's."""
    manifest = read_manifest(release)
    prompts = different = 0
    for name in configs:
        stored = manifest.stored(name, "test")
        rows = sum(file.rows for file in stored)
        applied = sum(file.applied for file in stored) if parse_config(name).perturbation else rows
        asked = applied if applied_only else rows
        prompts += min(asked, limit or asked)
        different += min(applied, limit or applied)
    return prompts, different


def check_run(
    out: Path,
    release: Path,
    asking: Asking,
    configs: Sequence[str],
    limit: int | None,
    *,
    applied_only: bool = False,
) -> dict[str, Any]:
    """Return the content of ``run.json``; raise an error if the folder has answers of another run.

    Raises:
        OtherRunError: the folder has another run or other content. OutputError: it is in a release.
    """
    manifest = read_manifest(release)
    about: dict[str, Any] = {
        **asdict(asking),
        "omit": list(asking.omit),
        "limit": limit,
        "applied_only": applied_only,
        "task_version": TASK_VERSION,
        "data": {name: manifest.revision(name, "test") for name in configs},
    }
    for option in ("batch_size", "device", "timeout"):  # they do not affect answers
        del about[option]
    place = out / ABOUT
    check_output(place, [])  # before the model writes its cache there
    if place.exists():
        before = json_file(place, OtherRunError)
        before = before if isinstance(before, dict) else {}
        known = before.get("data", {})
        for name, value in about.items():
            was = before.get(name, _BEFORE.get(name))
            if name != "data" and was != value:
                raise OtherRunError(
                    f"{place}: was run with {name} {was!r:.60}, not {value!r:.60}; name another --out"
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
    made = questions(run.release, config, model, run.limit, applied_only=run.applied_only)
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
    lines = _write(run, config, model, made, answers)
    counts = [model.tokens(answer) for answer in new]
    tokens = None if None in counts else sum(count or 0 for count in counts)
    unreadable = sum(line["prediction"] is None for line in lines)
    cut = sum(CUT in line for line in lines)
    return Reporter(config, len(lines), unreadable, made.too_long, cut, len(new), tokens, seconds)


def _write(
    run: Run, config: str, model: Model, made: Questions, answers: Sequence[str]
) -> list[dict[str, Any]]:
    asking, data = model.asking, run.about["data"][config]
    prompt = str(
        Prompting(asking.style, model.is_chat, asking.few_shot, asking.seed, asking.most_tokens)
    )
    prompt += f",without {' '.join(model.left_out)}" * bool(model.left_out)
    by_row = dict(zip(made.asked, answers, strict=True))
    completions, predictions = [], []
    for i, row in enumerate(made.rows):
        text = prompt_text(made.requests[i].arguments[0])
        completions.append({"id": row["id"], "prompt": text, "completion": by_row.get(i)})
        line = prediction_line(row, by_row.get(i, ""), prompt, asking.label)
        line["data"] = data
        if isinstance(by_row.get(i), Cut) and not _answers_first(
            by_row[i], line["read"], asking.style
        ):
            line[CUT] = True
        if row["id"] in made.too_long:
            line["prompt_too_long"] = made.too_long[row["id"]]
        predictions.append(line)
    for folder, lines in ((COMPLETIONS, completions), (PREDICTIONS, predictions)):
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        write_output(run.out / folder / f"{config}.jsonl", text)
    return predictions


def _answers_first(completion: str, answer: str, style: Style) -> bool:
    """Return whether the first line of a cut text is its whole answer, after which a base model went on."""
    first, line_break, _ = completion.strip().partition("\n")
    has_it = bool(answer and line_break) and first.startswith(answer)
    return has_it and style != "cot" and (style == "equation" or "=" not in first)


def _known(place: Path, config: str) -> Reporter:
    lines = [line for _, line in json_lines(place, OtherRunError)]
    too_long = {line["id"]: line["prompt_too_long"] for line in lines if "prompt_too_long" in line}
    unreadable = sum(line["prediction"] is None for line in lines)
    return Reporter(config, len(lines), unreadable, too_long, sum(CUT in line for line in lines))


def score_run(
    out: Path,
    release: Path,
    configs: Sequence[str],
    limit: int | None,
    mode: Any,
    *,
    applied_only: bool = False,
) -> Scored:
    """Score the predictions, and write ``results.json``."""
    scorings = [s for s in plan(release, ["*"], out / PREDICTIONS) if s.config in configs]
    scored = score_files(
        release,
        scorings,
        mode=mode,
        partial=limit is not None or applied_only,
    )
    write_output(out / RESULTS, json.dumps(scored.to_json(), indent=1, ensure_ascii=False) + "\n")
    return scored
