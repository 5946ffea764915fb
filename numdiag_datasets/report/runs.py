"""Results files as outcomes: one system's result on one config, with the data needed for averaging."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from numdiag_datasets.core.configs import DEFENSE, TRANSFER, ConfigError, dataset_of, parse_config
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.input_files import json_file
from numdiag_datasets.core.manifest import SAMPLE
from numdiag_datasets.core.output_files import in_utf8
from numdiag_datasets.core.resamples import base_of
from numdiag_datasets.report.formats import one_line
from numdiag_datasets.report.outcomes import SECOND_FORM, Outcome, ReportError, System
from numdiag_datasets.scoring.paired_checks import contradicting_settings
from numdiag_datasets.scoring.results import Result, ResultError
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.text_pairs import check_name

RESULTS, DIAGNOSIS = "results.json", "diagnosis.json"
#: Options of a training by which results of one system differ: tables 7 and 8 of the paper vary two of them.
OPTIONS = frozenset({
    "learning_rate", "num_train_epochs", "max_steps", "global_batch_size", "lr_scheduler_type", "warmup_steps", "weight_decay",
    "optim", "label_smoothing_factor", "max_input_length", "max_rows", "hidden_size", "embedding_size", "dropout",
    "halve_every", "encoder_learning_rate", "encoder_weight_decay", "operators",
})  # fmt: skip
#: The most characters of a system's name, for which tables and pictures have room.
_LONGEST_NAME = 100
#: The most systems, for which a picture has room.
_MOST_SYSTEMS = 100
_SPLIT = re.compile(r"[\w.-]{0,60}", re.ASCII)
#: Folders of a training with JSON files of other kinds.
_PASSED_OVER = ("model", "checkpoint-")
_KINDS: dict[type, str] = {dict: "an object", str: "text", int: "a whole number"}
T = TypeVar("T")


def read_runs(runs: Sequence[str]) -> list[Outcome]:
    """Read results.

    Args:
        runs: files, or folders with files at any depth; ``NAME=PATH`` names the system of all results there.

    Raises:
        ReportError: there are no results, a file is not a result, or neither the result nor ``NAME=PATH``
            names the system.
    """
    outcomes: list[Outcome] = []
    for run in runs:
        name, equals, rest = run.partition("=")
        named = bool(equals and name) and "/" not in name and not Path(run).exists()
        path = Path(rest if named else run)
        files = [path] if path.is_file() else _files(path)
        system = in_utf8(name).decode() if named else ""
        found = [outcome for file in files for outcome in _read(file, system, path)]
        if not found:
            raise ReportError(
                f"{path}: no results found; give files that `numdiag score --out` wrote, or folders with "
                f"{RESULTS} of `numdiag evaluate` or `numdiag train`; of predictions `numdiag score --out` makes results"
            )
        outcomes += found
    systems = len({outcome.system for outcome in outcomes})
    if systems > _MOST_SYSTEMS:
        raise ReportError(
            f"{systems} systems in {len(outcomes)} results; a report has room for {_MOST_SYSTEMS}, so give fewer runs"
        )
    _check_settings(outcomes)
    return _with_trainings(outcomes)


def _check_settings(outcomes: Sequence[Outcome]) -> None:
    """Raise an error for a comparison of two settings that the scores of their rows contradict."""

    def place(outcome: Outcome, config: str) -> tuple[object, ...]:
        made = outcome.result
        return outcome.system, outcome.trained_on, outcome.seed, made.about.get("split"), made.signature.way, config  # fmt: skip

    times = Counter(place(outcome, outcome.result.config) for outcome in outcomes)
    # What occurs twice is refused later, with its reason.
    once = [o for o in outcomes if times[place(o, o.result.config)] == 1]
    results = {place(outcome, outcome.result.config): outcome.result for outcome in once}
    for outcome in once:
        for setting in outcome.result.matched:
            name = outcome.result.config.removesuffix("attack") + setting
            other = results.get(place(outcome, name))
            for wrong in contradicting_settings(outcome.result, other, setting) if other else ():
                raise ReportError(f"{outcome.path}: {wrong}")


def _with_trainings(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Infer the training of scored predictions.

    If a system has results for defense, its model was trained on the first form, and so was the model of its
    results for transfer.
    """

    def is_open(outcome: Outcome, setting: str) -> bool:
        is_problems = outcome.result.dataset in DATA_SETS
        return is_problems and "run" not in outcome.result.about and outcome.setting == setting

    def tested(outcome: Outcome) -> tuple[System, str, str]:
        return outcome.system, outcome.result.dataset, outcome.perturbation

    defended = {tested(outcome) for outcome in outcomes if is_open(outcome, DEFENSE)}
    return [
        replace(outcome, trained_on=DEFENSE)
        if is_open(outcome, SECOND_FORM) and tested(outcome) in defended
        else outcome
        for outcome in outcomes
    ]


def _files(folder: Path) -> list[Path]:
    """Return the files of a folder that may have results; a diagnosis only repeats the results below it."""
    if not folder.is_dir():
        raise ReportError(f"{folder}: no such file or folder")
    paths = [
        path
        for path in sorted(folder.rglob("*.json"), key=_by_number)
        if path.is_file()
        and not any(part.startswith(_PASSED_OVER) for part in path.relative_to(folder).parts[:-1])
    ]
    told = {parent for path in paths if path.name == RESULTS for parent in path.parents}
    return [path for path in paths if path.name != DIAGNOSIS or path.parent not in told]


def _by_number(path: Path) -> list[str | int]:
    """Return a sort key that orders layer-2 before layer-10."""
    parts = re.split(r"(\d+)", str(path))  # texts and digits alternate
    return [int(part) if n % 2 else part for n, part in enumerate(parts)]


def _read(path: Path, name: str, given: Path) -> Iterator[Outcome]:
    """Yield the outcomes of a file; none for a file of another kind in a folder."""
    content = json_file(path, ReportError)
    results = content.get("results", [content]) if isinstance(content, dict) else content
    is_told = path == given or path.name == RESULTS
    if not isinstance(results, list) or not all(isinstance(r, dict) for r in results):
        if is_told:
            raise ReportError(f"{path}: neither a result nor a list of results")
        return
    splits = {base_of(str(v["split"])) for v in results if v.get("split") and "scores" in v}
    if len(splits) > 1:
        raise ReportError(f"{path}: has results of several splits, {' and '.join(sorted(splits))}")
    for value in results:
        if ("scores" in value and "config" in value) or is_told:
            try:
                yield _outcome(Result.from_json(value), name, path)
            except (ConfigError, ResultError) as error:
                raise ReportError(f"{path}: {error}") from error


def _outcome(result: Result, name: str, path: Path) -> Outcome:
    """Convert a result to an outcome.

    Raises:
        ConfigError, ReportError: its config, a metric or its points are invalid, or its system has no name.
    """
    if result.config != result.dataset:  # the configs of a family may be scored together
        check_name(result.config)
    if dataset_of(result.config.partition(",")[0]) != result.dataset:
        raise ReportError(f"{path}: a result of {result.dataset} names the config {result.config}")
    scorer = scorer_of(result.dataset)
    metrics = scorer.metrics
    if scorer.is_binary and metrics[0] not in result.scores:
        raise ReportError(f"{path}: a result of {result.dataset} lacks `scores {metrics[0]}`")
    if unknown := [metric for metric in result.scores if metric not in ("rows", *metrics)]:
        raise ReportError(
            f"{path}: unknown metric {unknown[0]!r} of {result.dataset}; choose from {', '.join(metrics)}"
        )
    run, training = (_told(result.about, key, dict, path) or {} for key in ("run", "training"))
    called = name or _told(result.about, "system", str, path)
    if not called:
        raise ReportError(
            f"{path}: a result of {result.config} does not name its system; give it as NAME={path}, or write "
            '`"system": "NAME"` into it'
        )
    called = one_line(called) or "?"
    if len(called) > _LONGEST_NAME:
        raise ReportError(
            f"{path}: the name of the system has {len(called):,} characters; tables have room for {_LONGEST_NAME}"
        )
    split = _told(result.about, "split", str, path)
    if split is not None and not _SPLIT.fullmatch(split):
        raise ReportError(f"{path}: `split` of a result is {split!r:.60}, not the name of a split")
    system, trained_on = System(called), ""
    # For text pairs, the system's name includes the settings of its run. Question pairs are made from our own
    # questions, which are not a sample of a larger set.
    if result.dataset in DATA_SETS:
        system = System(
            called,
            _told(run, "numbers", str, path) or "",
            _told(run, "target", str, path) or "",
            _options(_told(result.about, "options", dict, path) or training),
            is_sample=_told(result.about, "source", str, path) == SAMPLE,
        )
        trained_on = _trained_on(_told(run, "config", str, path) or "")
    return Outcome(system, result, trained_on, _told(training, "seed", int, path), str(path))


def _options(found: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the options of a training that affect its model, of those that a result names."""
    return tuple(
        (name, _written(value))
        for name, value in sorted(found.items())
        if name in OPTIONS and value is not None
    )


def _written(value: Any) -> str:
    if isinstance(value, list):
        return " and ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _told(about: Mapping[str, Any], key: str, kind: type[T], path: Path) -> T | None:
    """Return a value of a result's metadata; None if it is missing.

    Raises:
        ReportError: the value has the wrong type.
    """
    value = about.get(key)
    if value is None or isinstance(value, kind):
        return value
    raise ReportError(f"{path}: `{key}` of a result is {value!r:.60}, not {_KINDS[kind]}")


def _trained_on(config: str) -> str:
    """Return the setting whose training problems a config uses, "" for originals or without a config."""
    setting = parse_config(config).setting if config else ""
    return {"attack": "", TRANSFER: DEFENSE}.get(setting, setting)
