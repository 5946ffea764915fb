"""Task files: a base, two per data set (direct, and chain of thought), and one per task and per group."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from numdiag_datasets.core.configs import DATASETS, PERTURBATION_NAMES, Config
from numdiag_datasets.scoring.harness.prompts import MOST_TOKENS, STYLES, Style, lead, stops
from numdiag_datasets.scoring.harness.tasks import (
    ACCURACY,
    ACCURACY_APPLIED,
    CLUSTERED_ERROR,
    TASK_VERSION,
    UNREADABLE,
    harness_configs,
    task_name,
)
from numdiag_datasets.scoring.scorers import scorer_of

#: The release directory that `numdiag build` writes, relative to the directory in which lm-eval runs.
LOCAL_RELEASE = "numdiag"
MODULES = tuple(Path(__file__).with_name(name) for name in ("task.py", "harness_task.py"))
_AVERAGED = ("attack", "defense", "transfer")
_HEADER = "# Written by `python -m metrics.lm_eval`.\n"


class _Function(str):
    """A function or class of a module in the same folder, written as ``!function <module>.<name>``."""

    __slots__ = ()


class _Dumper(yaml.SafeDumper):  # type: ignore[misc]  # published without types
    """Writes `_Function`, and indents lists."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


_Dumper.add_representer(
    _Function, lambda dumper, name: dumper.represent_scalar("!function", str(name))
)


_Dumper.add_representer(
    str,  # stop strings with their newlines as \n
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style='"' if "\n" in text else None
    ),
)


def task_files(dataset: str = LOCAL_RELEASE, revision: str = "") -> dict[str, str]:
    """Return every file of a folder of tasks.

    Args:
        dataset: a release directory, or a repository of the Hub.
        revision: of the repository, such as a tag.

    Returns:
        path in the folder -> content.
    """
    configs = harness_configs()
    files = {"_numdiag.yaml": _dump(_base(dataset, revision))}
    for style in STYLES:
        files |= {
            f"_{name}{_suffix(style)}.yaml": _dump(_dataset(name, style)) for name in DATASETS
        }
        files |= {
            f"tasks/{task_name(config, style)}.yaml": _dump(_task(config, style))
            for config in configs
        }
        files |= {
            f"groups/{name}.yaml": _dump(_group(name, members))
            for name, members in groups(configs, style).items()
        }
    return files | {module.name: module.read_text(encoding="utf-8") for module in MODULES}


def _suffix(style: Style) -> str:
    return "" if style == "direct" else f"_{style}"


def _base(dataset: str, revision: str) -> dict[str, Any]:
    return {
        "class": _Function("harness_task.NumdiagTask"),
        "dataset_path": dataset,
        **({"dataset_kwargs": {"revision": revision}} if revision else {}),
        "training_split": "train",
        "validation_split": "validation",
        "test_split": "test",
        "fewshot_split": "train",
        # The same examples for every row, in our own order.
        "fewshot_config": {"sampler": "first_n"},
        "output_type": "generate_until",
        "target_delimiter": "\n",
        "filter_list": [
            {
                "name": "read",
                "filter": [
                    {"function": "custom", "filter_fn": _Function("task.read")},
                    {"function": "take_first"},
                ],
            }
        ],
        "process_results": _Function("task.process_results"),
        "metadata": {"version": TASK_VERSION},
    }


def _dataset(dataset: str, style: Style) -> dict[str, Any]:
    metrics = [ACCURACY, *scorer_of(dataset).of_free_text]
    return {
        "include": "_numdiag.yaml",
        "doc_to_text": _Function(f"task.{style}_question"),
        "doc_to_target": _Function(f"task.{style}_target"),
        "gen_prefix": lead(style),
        "generation_kwargs": {
            "until": stops(dataset),
            "do_sample": False,
            "max_gen_toks": MOST_TOKENS[style],
        },
        "metric_list": [
            *(_metric(name, "mean") for name in metrics),
            _metric(ACCURACY_APPLIED, _Function("task.mean_applied")),
            _metric(CLUSTERED_ERROR, _Function("task.clustered_se"), higher_is_better=False),
            _metric(UNREADABLE, "mean", higher_is_better=False),
        ],
    }


def _metric(name: str, aggregation: str, *, higher_is_better: bool = True) -> dict[str, Any]:
    return {"metric": name, "aggregation": aggregation, "higher_is_better": higher_is_better}


def _task(config: Config, style: Style) -> dict[str, Any]:
    # Tags do not average. They combine originals and attacks, whose difference is the result. Defense is not
    # tagged, since its test rows are those of the attack, nor is transfer, whose test rows are in another
    # form.
    tags = (
        []
        if config.setting in ("defense", "transfer")
        else ["numdiag", f"numdiag_{config.dataset}"]
    )
    return {
        "include": f"../_{config.dataset}{_suffix(style)}.yaml",
        "task": task_name(config, style),
        **({"tag": [tag + _suffix(style) for tag in tags]} if tags else {}),
        "dataset_name": config.name,
    }


def groups(configs: list[Config], style: Style) -> dict[str, list[str]]:
    """Return group -> its tasks and groups, whose scores are averaged."""
    made: dict[str, list[str]] = {}

    def add(name: str, members: list[str]) -> None:
        if members:
            made[name + _suffix(style)] = members

    for setting in _AVERAGED:
        for dataset in DATASETS:
            of_both = [c for c in configs if (c.dataset, c.setting) == (dataset, setting)]
            add(f"numdiag_{dataset}_{setting}", [task_name(c, style) for c in of_both])
        members = [f"numdiag_{dataset}_{setting}{_suffix(style)}" for dataset in DATASETS]
        add(f"numdiag_{setting}", [name for name in members if name in made])
    for perturbation in PERTURBATION_NAMES:
        attacks = [c for c in configs if (c.perturbation, c.setting) == (perturbation, "attack")]
        add(f"numdiag_{perturbation}", [task_name(c, style) for c in attacks])
    add("numdiag_original", [task_name(c, style) for c in configs if not c.setting])
    return made


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


def _dump(content: dict[str, Any]) -> str:
    return _HEADER + str(yaml.dump(content, Dumper=_Dumper, sort_keys=False, width=100))
