"""The task files: a base, one of each data set, one of each task, and one of each group."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from numdiag_datasets.release.configs import DATASETS, PERTURBATION_NAMES, Config
from numdiag_datasets.scoring.harness.prompts import STOPS
from numdiag_datasets.scoring.harness.tasks import (
    ACCURACY,
    ACCURACY_APPLIED,
    harness_configs,
    task_name,
)
from numdiag_datasets.scoring.scorers import scorer_of

#: Of prompts and scoring; lm-eval prints it beside every score. Raised when either changes a score.
TASK_VERSION = 1
#: The release directory that `numdiag build` writes, from where lm-eval is called.
LOCAL_RELEASE = "numdiag"
FUNCTIONS = Path(__file__).with_name("task.py")
_MOST_TOKENS = 256
_AVERAGED = ("attack", "defense", "transfer")
_HEADER = "# Written by `python -m metrics.lm_eval`.\n"


class _Function(str):
    """A function of ``task.py``, written as ``!function task.<name>``."""

    __slots__ = ()


class _Dumper(yaml.SafeDumper):  # type: ignore[misc]  # published without types
    """Writes `_Function`, and lists indented as people do."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


_Dumper.add_representer(
    _Function, lambda dumper, name: dumper.represent_scalar("!function", f"task.{name}")
)


_Dumper.add_representer(
    str,  # stop strings with their newlines as \n
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style='"' if "\n" in text else None
    ),
)


def task_files(dataset: str = LOCAL_RELEASE, revision: str = "") -> dict[str, str]:
    """Every file of a folder of tasks.

    Args:
        dataset: a release directory, or a repository of the Hub.
        revision: of the repository, such as a tag.

    Returns:
        path in the folder -> content.
    """
    configs = harness_configs()
    files = {"_numdiag.yaml": _dump(_base(dataset, revision))}
    files |= {f"_{name}.yaml": _dump(_dataset(name)) for name in DATASETS}
    files |= {f"tasks/{task_name(config)}.yaml": _dump(_task(config)) for config in configs}
    files |= {
        f"groups/{name}.yaml": _dump(_group(name, members, averaged))
        for name, (members, averaged) in groups(configs).items()
    }
    return files | {FUNCTIONS.name: FUNCTIONS.read_text(encoding="utf-8")}


def _base(dataset: str, revision: str) -> dict[str, Any]:
    return {
        "dataset_path": dataset,
        **({"dataset_kwargs": {"revision": revision}} if revision else {}),
        "training_split": "train",
        "validation_split": "validation",
        "test_split": "test",
        "fewshot_split": "train",
        # The same examples for every row, in an order of our own.
        "fewshot_config": {"sampler": "first_n", "process_docs": _Function("few_shot_docs")},
        "output_type": "generate_until",
        "doc_to_text": _Function("doc_to_text"),
        "doc_to_target": _Function("doc_to_target"),
        "process_results": _Function("process_results"),
        "generation_kwargs": {
            "until": list(STOPS),
            "do_sample": False,
            "max_gen_toks": _MOST_TOKENS,
        },
        "metadata": {"version": TASK_VERSION},
    }


def _dataset(dataset: str) -> dict[str, Any]:
    metrics = [(name, "mean") for name in (ACCURACY, *scorer_of(dataset).of_free_text)]
    return {
        "include": "_numdiag.yaml",
        "metric_list": [
            {"metric": name, "aggregation": aggregation, "higher_is_better": True}
            for name, aggregation in [*metrics, (ACCURACY_APPLIED, _Function("mean_applied"))]
        ],
    }


def _task(config: Config) -> dict[str, Any]:
    return {
        "include": f"../_{config.dataset}.yaml",
        "task": task_name(config),
        "dataset_name": config.name,
    }


def groups(configs: list[Config]) -> dict[str, tuple[list[str], bool]]:
    """Group -> its tasks and groups, and whether their scores are averaged.

    A data set's group, and the overall one, hold originals and attacks, which make no average: their
    difference is the result. Defense is apart, since its test rows are those of the attack, and so is transfer,
    whose test rows are in another form.
    """
    made: dict[str, tuple[list[str], bool]] = {
        "numdiag": ([f"numdiag_{dataset}" for dataset in DATASETS], False)
    }
    for dataset in DATASETS:
        of_dataset = [config for config in configs if config.dataset == dataset]
        for setting in _AVERAGED:
            if members := [task_name(c) for c in of_dataset if c.setting == setting]:
                made[f"numdiag_{dataset}_{setting}"] = (members, True)
        members = [task_name(Config(dataset)), f"numdiag_{dataset}_attack"]
        made[f"numdiag_{dataset}"] = (members, False)
    for perturbation in PERTURBATION_NAMES:
        members = [
            task_name(c) for c in configs if (c.perturbation, c.setting) == (perturbation, "attack")
        ]
        made[f"numdiag_{perturbation}"] = (members, True)
    made["numdiag_original"] = ([task_name(c) for c in configs if not c.setting], True)
    for setting in _AVERAGED:
        of_datasets = [f"numdiag_{dataset}_{setting}" for dataset in DATASETS]
        made[f"numdiag_{setting}"] = ([name for name in of_datasets if name in made], True)
    return made


def _group(name: str, members: list[str], averaged: bool) -> dict[str, Any]:
    group: dict[str, Any] = {"group": name, "task": members}
    if averaged:
        average = [{"metric": ACCURACY, "aggregation": "mean", "weight_by_size": True}]
        if name != "numdiag_original":
            # lm-eval knows one size of a task, all of its rows. Weighed by it the mean over the rows that
            # were changed would be wrong, so there every task counts the same.
            average.append(
                {"metric": ACCURACY_APPLIED, "aggregation": "mean", "weight_by_size": False}
            )
        group["aggregate_metric_list"] = average
    return group | {"metadata": {"version": TASK_VERSION}}


def _dump(content: dict[str, Any]) -> str:
    return _HEADER + str(yaml.dump(content, Dumper=_Dumper, sort_keys=False, width=100))
