"""The task files that lm-evaluation-harness searches: one for each task and each group, written into the cache."""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from numdiag_datasets.core.configs import Config
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.output_files import OutputError
from numdiag_datasets.scoring.harness.prompts import STYLES, Style
from numdiag_datasets.scoring.harness.tasks import (
    ACCURACY,
    ACCURACY_APPLIED,
    CLUSTERED_ERROR,
    TASK_VERSION,
    UNREADABLE,
    harness_configs,
    task_name,
)

#: The class of every task, which lm-eval imports from the installed library.
_CLASS = "class: !function numdiag_datasets.scoring.harness.lm_eval_task.NumdiagTask\n"


def write_tasks(dataset: str, revision: str = "") -> Path:
    """Write the task files of a release into the user's cache, unless they are there, and return their folder.

    The name of the folder is a hash of the files, so it never holds others. Two processes may write at once.

    Args:
        dataset: a release directory, relative to the folder in which lm-eval runs; or a repository of the Hub.
        revision: of the repository, such as a tag.

    Raises:
        InputError: a name holds what cannot be printed.
        OutputError: the cache cannot be written.
    """
    for name in (dataset, revision):
        if not name.isprintable():
            raise InputError(f"{name!r}: is no name of a directory, a repository or its revision")
    if revision and Path(dataset).is_dir():
        raise InputError(f"revision {revision!r:.60}: {dataset} is a directory, which has none")
    files = task_files(dataset, revision)
    name = sha256(repr(sorted(files.items())).encode()).hexdigest()[:12]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "numdiag")
    folder = cache / f"lm_eval-{name}"
    if folder.is_dir():
        return folder
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=cache) as writing:
            made = Path(writing, folder.name)
            made.mkdir()
            for file, text in files.items():
                (made / file).write_text(text, encoding="utf-8")
            made.rename(folder)
    except OSError as error:
        if not folder.is_dir():  # as another process may have written it meanwhile
            raise OutputError(f"{cache}: cannot be written ({error.strerror})") from None
    return folder


def task_files(dataset: str, revision: str = "") -> dict[str, str]:
    """Return the name of each file of a folder of tasks -> its content; see `write_tasks`."""
    source: dict[str, Any] = {"dataset_path": dataset}
    if revision:
        source["dataset_kwargs"] = {"revision": revision}
    files = {}
    for style in STYLES:
        configs = harness_configs(style)
        for config in configs:
            content = yaml.safe_dump(_task(config, style) | source, sort_keys=False)
            files[f"{task_name(config, style)}.yaml"] = _CLASS + content
        for name, members in groups(configs, style).items():
            files[f"{name}.yaml"] = yaml.safe_dump(_group(name, members), sort_keys=False)
    return files


def _task(config: Config, style: Style) -> dict[str, Any]:
    # Tags do not average. They combine originals and attacks, whose difference is the result. Defense is not
    # tagged, since its test rows are those of the attack, nor are transfer and control, whose test rows are in
    # other forms.
    is_tagged = config.setting not in ("defense", "transfer", "control")
    tags = ["numdiag", f"numdiag_{config.dataset}"] if is_tagged else []
    return {
        "task": task_name(config, style),
        "tag": [tag + _suffix(style) for tag in tags],
        "dataset_name": config.name,
        "style": style,
    }


def groups(configs: Iterable[Config], style: Style) -> dict[str, list[str]]:
    """Return group -> its tasks, whose scores are averaged; a group of several data sets has groups of each."""
    made: dict[str, list[str]] = {}
    suffix = _suffix(style)
    for config in configs:
        name = task_name(config, style)
        if not config.setting:
            made.setdefault(f"numdiag_original{suffix}", []).append(name)
        if config.setting == "attack":
            made.setdefault(f"numdiag_{config.perturbation}{suffix}", []).append(name)
        if config.setting in ("attack", "defense", "transfer", "control"):
            of_both = f"numdiag_{config.dataset}_{config.setting}{suffix}"
            if of_both not in made:
                made.setdefault(f"numdiag_{config.setting}{suffix}", []).append(of_both)
            made.setdefault(of_both, []).append(name)
    return made


def _suffix(style: Style) -> str:
    return "" if style == "direct" else f"_{style}"


def _group(name: str, members: list[str]) -> dict[str, Any]:
    # lm-eval knows only one size of a task, all of its rows. As a weight it would bias the mean over changed
    # rows, so there all tasks have the same weight. The mean of the standard errors is an upper bound of the
    # error of the mean, which is reached if the tasks fail on the same problems.
    weighed = {ACCURACY: True, ACCURACY_APPLIED: False, CLUSTERED_ERROR: True, UNREADABLE: True}
    if name.startswith("numdiag_original"):
        del weighed[ACCURACY_APPLIED]
    return {
        "group": name,
        "task": members,
        "aggregate_metric_list": [
            {"metric": metric, "aggregation": "mean", "weight_by_size": by_size}
            for metric, by_size in weighed.items()
        ],
        "metadata": {"version": TASK_VERSION},
    }
