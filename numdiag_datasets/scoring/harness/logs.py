"""Logs of LLM harnesses as prediction files: lm-evaluation-harness's samples, inspect-ai's logs."""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from numdiag_datasets.core.configs import Config, ConfigError, parse_config
from numdiag_datasets.core.data_sets import AnswerForm, data_set_of
from numdiag_datasets.core.errors import some
from numdiag_datasets.core.input_files import (
    json_file,
    json_lines,
    json_value,
    most_unpacked,
    reading,
)
from numdiag_datasets.core.schema import checksum
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.scoring.answer_extraction.reader import read_answer
from numdiag_datasets.scoring.harness.prompts import (
    FEW_SHOT_SEED,
    STYLES,
    Prompting,
    Style,
    question,
    style_of,
)
from numdiag_datasets.scoring.harness.tasks import TASK_VERSION, harness_configs, task_name
from numdiag_datasets.scoring.predictions import CUT, PredictionError

#: The prefix of lm-eval's logs.
SAMPLES = "samples_"
_DATE = "_20"


@dataclass(frozen=True, slots=True)
class HarnessLog:
    """The log of a harness for one config.

    Attributes:
        path: the file.
        system: the model: lm-eval's name of its folder, or inspect-ai's name of the model.
        config: its name.
        date: the date of the run; later dates sort after earlier ones.
        lines: the lines of a prediction file; see `prediction_line`.
        prompt: how the model was asked, in the format of `prompts.Prompting`.
    """

    path: Path
    system: str
    config: str
    date: str
    lines: tuple[dict[str, Any], ...]
    prompt: str


def read_logs(place: Path, epoch: int = 1) -> dict[str, HarnessLog]:
    """Read all logs of numdiag in a folder, or one file; keep the latest log of each config that holds answers.

    Accepted are lm-eval's ``samples_<task>_<date>.jsonl`` (``--log_samples``), and logs of inspect-ai,
    ``.json``, or ``.eval`` if inspect-ai is installed. Completions are read again, as when they are scored.

    Args:
        place: a file, or a folder that is searched with all its subfolders.
        epoch: the epoch to read, if completions were generated several times.

    Returns:
        config -> its log, in the order of the configs.

    Raises:
        PredictionError: there are none, one cannot be read or has another version of the tasks, or they
            come from several models or several ways to ask.
    """
    if not place.exists():
        raise PredictionError(f"{place}: no such file or folder")
    files = sorted(filter(Path.is_file, place.rglob("*"))) if place.is_dir() else [place]
    read = {path: _read(path, epoch) for path in files}
    logs = [log for log in read.values() if log]
    systems, ways = sorted({log.system for log in logs}), sorted({log.prompt for log in logs})
    if len(systems) > 1:
        raise PredictionError(
            f"{place}: holds logs of {len(systems)} models, {', '.join(systems)}; "
            f"name a folder with those of one"
        )
    if len(ways) > 1:
        raise PredictionError(
            f"{place}: the model was asked in {len(ways)} ways, {' and '.join(ways)}; name a folder with logs of one"
        )
    if not logs:
        raise PredictionError(
            f"{place}: holds no logs of numdiag tasks; lm-eval writes them with "
            f"--log_samples --output_path, inspect-ai with --log-dir; `numdiag score` reads runs of `numdiag evaluate` as they are"
        )
    others = [path.name for path, log in read.items() if not log and _may_be_log(path)]
    if others:
        say(f"{place}: left out, as they are no logs of numdiag tasks: {some(others)}")
    for log in logs:
        ids = Counter(str(line["id"]) for line in log.lines)
        if twice := [id_ for id_, count in ids.items() if count > 1]:
            raise PredictionError(f"{log.path}: has row {twice[0]!r:.60} twice")
    found: dict[str, HarnessLog] = {}
    for log in sorted(logs, key=lambda log: log.date, reverse=True):
        if log.lines:
            found.setdefault(log.config, log)
    for log in logs:
        if log.config not in found:
            raise PredictionError(
                f"{log.path}: holds no answers of epoch {epoch}; every sample failed or is of another"
            )
    order = [config.name for config in harness_configs()]
    return {name: found[name] for name in order if name in found}


def prediction_line(
    row: Mapping[str, Any], completion: str, prompt: str, system: str
) -> dict[str, Any]:
    """Return a completion for a row as a line of a prediction file: the answer read, and its offsets.

    ``{"id": ..., "prediction": "25", "read": "$25", "at": [102, 105], "rule": "announced",
    "prompt": "cot,chat,0-shot", "system": "qwen", "row": checksum}``; the prediction is null if no answer could be read.
    """
    styles: dict[str, Style] = {"equation": "equation", "cot": "cot"}
    read = read_answer(row, completion, styles.get(style_of(prompt), "direct"))
    line: dict[str, Any] = {"id": row["id"]}
    if data_set_of(row["dataset"]).form is AnswerForm.SPANS:
        spans = list(read.prediction.spans)
        line |= {"prediction": spans or None, "scale": read.prediction.scale}
    else:
        line |= {"prediction": "".join(read.prediction.spans) or None}
    line |= {"read": read.text, "at": [read.start, read.end], "rule": read.rule}
    return line | {"prompt": prompt, "system": system, "row": checksum(row)}


def _read(path: Path, epoch: int) -> HarnessLog | None:
    """Return the log in a file, or None if the file is something else."""
    try:
        if path.suffix == ".jsonl" and path.name.startswith(SAMPLES):
            return _lm_eval(path, epoch)
        if path.suffix == ".json":
            return _inspect(path, json_file(path, PredictionError), epoch)
        if path.suffix == ".eval":
            return _inspect(path, _unpacked(path), epoch)
    except (ArithmeticError, ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        if isinstance(error, PredictionError):
            raise
        raise PredictionError(
            f"{path}: is not a whole log, or it or its results file has parts of other forms"
        ) from error
    return None


def _may_be_log(path: Path) -> bool:
    """Return whether a file has a name of a harness's log; lm-eval's results lie beside its samples."""
    is_lm_eval = path.suffix == ".jsonl" and path.name.startswith(SAMPLES)
    is_inspect = path.suffix in (".json", ".eval") and not path.name.startswith("results")
    return is_lm_eval or is_inspect


def _lm_eval(path: Path, epoch: int) -> HarnessLog | None:
    task, _, date = path.stem.removeprefix(SAMPLES).rpartition(_DATE)
    names = {
        task_name(config, style): (config, style)
        for style in STYLES
        for config in harness_configs(style)
    }
    if task not in names:
        return None
    config, style = names[task]
    about = path.with_name(f"results{_DATE}{date}.json")
    samples = list(json_lines(path, PredictionError))
    prompt = style_of(str(Prompting(style)))  # if only the samples were kept
    if about.is_file():
        results = json_file(about, PredictionError)
        _check_version(path, results["versions"].get(task))
        seed = int(results["configs"][task]["metadata"].get("few_shot_seed", FEW_SHOT_SEED))
        # A client of a chat server applies the template there.
        is_messages = any(_asked(sample)[1] for _, sample in samples[:1])
        chat = is_messages or bool(results.get("chat_template"))
        limit = int(results["configs"][task].get("generation_kwargs", {}).get("max_gen_toks", 0))
        prompt = str(Prompting(style, chat, int(results["n-shot"].get(task, 0)), seed, limit))
    lines = []
    for place, sample in samples:
        completions = _first(sample, place)
        _check_epoch(path, epoch, len(completions))
        _check_row(path, config, sample["doc"], _asked(sample)[0], style)
        lines.append(
            prediction_line(sample["doc"], completions[epoch - 1], prompt, path.parent.name)
        )
    if not lines:
        raise PredictionError(f"{path}: holds no answers")
    return HarnessLog(path, path.parent.name, config.name, date, tuple(lines), prompt)


def _inspect(path: Path, log: Any, epoch: int) -> HarnessLog | None:
    """Return a log of inspect-ai from its JSON; the task's metadata contains the config."""
    if not isinstance(log, Mapping) or not isinstance(log.get("eval"), Mapping):
        return None
    run = log["eval"]
    about = run.get("metadata") or {}
    try:
        config = parse_config(str(about.get("config", "")))
    except ConfigError:
        return None
    _check_version(path, run["task_version"])
    _check_epoch(path, epoch, int((run.get("config") or {}).get("epochs") or 1))
    prompt = str(about.get("prompt", ""))
    for sample in log["samples"] or ():
        given = sample.get("input") or ()
        asked = given if isinstance(given, str) else _text_of(given)
        _check_row(path, config, sample["metadata"], asked, style_of(prompt))
    model = str(run["model"])
    served = {str(sample["output"].get("model") or model) for sample in log["samples"] or ()}
    if len(served) > 1:
        say(f"{path}: its answers are of {len(served)} models, {some(sorted(served))}")
    lines = tuple(
        prediction_line(sample["metadata"], sample["output"]["completion"], prompt, model)
        | _cut(sample["output"])
        for sample in log["samples"] or ()
        if sample.get("epoch", 1) == epoch and not _failed(sample)
    )
    return HarnessLog(path, model, config.name, _in_utc(str(run["created"])), lines, prompt)


def _in_utc(date: str) -> str:
    """Return a date of ISO 8601 in UTC, so that dates sort by time; another text as it is."""
    try:
        return datetime.fromisoformat(date).astimezone(UTC).isoformat()
    except ValueError:
        return date


def _failed(sample: Mapping[str, Any]) -> bool:
    """Return whether the model gave a sample no answer, as a server that fails, a limit on time, or a stopped run."""
    output = sample["output"]
    # Inspect-ai gives the reason of a provider that refuses a prompt as text and as error; such a text is an answer.
    is_silent = output.get("error") and not output["completion"]
    return bool(sample.get("error") or is_silent) or output.get("choices") == []


def _cut(output: Mapping[str, Any]) -> dict[str, bool]:
    """Return the mark of an output of inspect-ai that ended at a limit of tokens, or by a filter."""
    ends = {choice.get("stop_reason") for choice in output.get("choices") or ()}
    return {CUT: True} if ends & {"max_tokens", "model_length", "content_filter"} else {}


def _asked(sample: Mapping[str, Any]) -> tuple[str, bool]:
    """Return the prompt of a sample of lm-eval, and whether it is messages of a chat; "" if the log has none."""
    given = sample.get("arguments") or [[""]]
    prompt = given["gen_args_0"]["arg_0"] if isinstance(given, Mapping) else given[0][0]
    if isinstance(prompt, list) and prompt and isinstance(prompt[0], str):
        prompt = prompt[0]
    if isinstance(prompt, str) and prompt.startswith("[{"):
        prompt = json_value(prompt.encode(), "the prompt", PredictionError)
    if isinstance(prompt, str):
        return prompt, False
    return _text_of(prompt), True


def _text_of(messages: Sequence[Mapping[str, Any]]) -> str:
    """Return the texts of messages, whose content is a text or a list of parts."""
    parts: list[Any] = []
    for message in messages:
        content = message["content"]
        parts += content if isinstance(content, list) else [content]
    return "\n".join(
        str(part.get("text", "")) if isinstance(part, Mapping) else str(part) for part in parts
    )


def _first(sample: Any, place: str) -> list[Any]:
    """Return the completions of a line, one per epoch."""
    try:
        completions = sample["resps"][0]
    except (LookupError, TypeError) as error:
        raise PredictionError(f"{place}: has no completion under `resps`") from error
    if not isinstance(completions, list):
        raise PredictionError(f"{place}: has no list of completions under `resps`")
    return completions


def _check_row(path: Path, config: Config, row: Mapping[str, Any], asked: str, style: str) -> None:
    """Check that a row is of the data set of a log, and that its text was asked, if the log has the prompt."""
    known = [each for each in STYLES if each == style]
    if asked and known and question(row, known[0]) not in asked:
        raise PredictionError(f"{path}: the prompt of row {row['id']!r:.60} has another text")
    if row["dataset"] != config.dataset:
        raise PredictionError(
            f"{path}: row {row['id']!r:.60} is of {row['dataset']!r:.60}, and the log of {config.name}"
        )


def _check_version(path: Path, version: Any) -> None:
    if version != TASK_VERSION:
        raise PredictionError(
            f"{path}: a log of version {version} of the tasks, whose prompts are others than those of version {TASK_VERSION}; "
            "run the tasks of this version, or read the log with the numdiag that wrote it"
        )


def _check_epoch(path: Path, epoch: int, epochs: int) -> None:
    if not 1 <= epoch <= epochs:
        raise PredictionError(f"{path}: has no epoch {epoch}, but {epochs}")


def _unpacked(path: Path) -> dict[str, Any]:
    try:
        from inspect_ai.log import read_eval_log
    except ImportError as error:
        raise PredictionError(
            f"{path}: needs inspect-ai to be read; install it, or have it write JSON: "
            f"--log-format json"
        ) from error
    with reading(str(path), PredictionError):
        with zipfile.ZipFile(path) as packed:
            size = sum(member.file_size for member in packed.infolist())
            names = Counter(packed.namelist())
        if twice := [name for name, count in names.items() if count > 1]:
            raise PredictionError(f"{path}: holds {twice[0]!r:.60} twice")
        if size > most_unpacked(path.stat().st_size):
            raise PredictionError(f"{path}: unpacks to far more than its size")
        unpacked: dict[str, Any] = read_eval_log(str(path)).model_dump(mode="json")
    return unpacked
