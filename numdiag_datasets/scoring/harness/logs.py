"""The logs of LLM harnesses as prediction files: lm-evaluation-harness's samples, inspect-ai's logs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numdiag_datasets.files.reading import json_file, json_lines, reading
from numdiag_datasets.problems.data_set import AnswerForm
from numdiag_datasets.release.configs import ConfigError, parse_config
from numdiag_datasets.scoring.harness.completions import read_completion
from numdiag_datasets.scoring.harness.tasks import harness_configs, task_name
from numdiag_datasets.scoring.predictions import PredictionError
from numdiag_datasets.sources import data_set_of

_SAMPLES, _DATE = "samples_", "_20"


@dataclass(frozen=True, slots=True)
class HarnessLog:
    """What a harness logged about one config.

    Attributes:
        path: the file.
        system: the model, as lm-eval names its folder or inspect-ai the model.
        config: its name.
        date: when it was run, as the harness writes it; later ones sort behind.
        lines: of a prediction file, ``{"id": ..., "prediction": ..., "scale": ...}``.
    """

    path: Path
    system: str
    config: str
    date: str
    lines: tuple[dict[str, Any], ...]


def read_logs(place: Path) -> dict[str, HarnessLog]:
    """Read all logs of numdiag in a folder, or one file; of several for a config, the latest.

    Read are lm-eval's ``samples_<task>_<date>.jsonl`` (``--log_samples``), and logs of inspect-ai,
    ``.json``, or ``.eval`` where inspect-ai is installed. Completions are read anew, as they are when they
    are scored.

    Args:
        place: searched with all folders in it.

    Returns:
        config -> its log, in the order of the configs.

    Raises:
        PredictionError: there are none, one cannot be read, or they are of several models.
    """
    found: dict[str, HarnessLog] = {}
    systems: set[str] = set()
    files = (path for path in sorted(place.rglob("*")) if path.is_file())
    for path in files if place.is_dir() else [place]:
        log = _read(path)
        if log is None:
            continue
        systems.add(log.system)
        if log.config not in found or found[log.config].date < log.date:
            found[log.config] = log
    if len(systems) > 1:
        raise PredictionError(
            f"{place}: holds logs of {len(systems)} models, {', '.join(sorted(systems))}; "
            f"name a folder with those of one"
        )
    if not found:
        raise PredictionError(
            f"{place}: holds no logs of numdiag tasks; lm-eval writes them with "
            f"--log_samples --output_path, inspect-ai with --log-dir"
        )
    order = [config.name for config in harness_configs()]
    return {name: found[name] for name in order if name in found}


def prediction_line(dataset: str, identity: str, completion: str) -> dict[str, Any]:
    """A completion as a line of a prediction file."""
    prediction = read_completion(dataset, completion)
    line: dict[str, Any] = {"id": identity}
    if data_set_of(dataset).form is not AnswerForm.SPANS:
        return line | {"prediction": "".join(prediction.spans) or None}
    return line | {"prediction": list(prediction.spans), "scale": prediction.scale}


def _read(path: Path) -> HarnessLog | None:
    """The log in a file; None where it is something else."""
    try:
        if path.suffix == ".jsonl" and path.name.startswith(_SAMPLES):
            return _lm_eval(path)
        if path.suffix == ".json":
            return _inspect(path, json_file(path, PredictionError))
        if path.suffix == ".eval":
            return _inspect(path, _unpacked(path))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        if isinstance(error, PredictionError):
            raise
        raise PredictionError(f"{path}: not a whole log ({error!r:.80})") from error
    return None


def _lm_eval(path: Path) -> HarnessLog | None:
    task, _, date = path.stem.removeprefix(_SAMPLES).rpartition(_DATE)
    configs = {task_name(config): config for config in harness_configs()}
    if task not in configs:
        return None
    config = configs[task]
    lines = []
    for _, sample in json_lines(path, PredictionError):
        completion = sample["filtered_resps"][0]
        lines.append(prediction_line(config.dataset, sample["doc"]["id"], completion))
    return HarnessLog(path, path.parent.name, config.name, date, tuple(lines))


def _inspect(path: Path, log: Any) -> HarnessLog | None:
    """A log of inspect-ai, as its JSON has it: the config is an argument of the task."""
    if not isinstance(log, Mapping) or not isinstance(log.get("eval"), Mapping):
        return None
    name = log["eval"].get("task_args", {}).get("config", "")
    try:
        config = parse_config(str(name))
    except ConfigError:
        return None
    lines = [
        prediction_line(config.dataset, str(sample["id"]), completion)
        for sample, completion in _inspect_samples(log)
    ]
    run = log["eval"]
    return HarnessLog(path, str(run["model"]), config.name, str(run["created"]), tuple(lines))


def _inspect_samples(log: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str]]:
    for sample in log["samples"] or ():
        if sample.get("epoch", 1) == 1:
            yield sample, sample["output"]["completion"]


def _unpacked(path: Path) -> dict[str, Any]:
    try:
        from inspect_ai.log import read_eval_log
    except ImportError as error:
        raise PredictionError(
            f"{path}: needs inspect-ai to be read; install it, or have it write JSON: "
            f"--log-format json"
        ) from error
    with reading(str(path), PredictionError):
        unpacked: dict[str, Any] = read_eval_log(str(path)).model_dump(mode="json")
    return unpacked
