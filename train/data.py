"""Configs of a release as rows and examples."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from datasets import Dataset, load_dataset

from numdiag_datasets.core.configs import dataset_of, parse_config
from numdiag_datasets.core.data_sets import TEXT_PAIR_FAMILIES, AnswerForm, data_set_of

from .arguments import RunArguments, SourceArguments
from .errors import RunError
from .texts import Example, to_example

#: The label that torch and transformers exclude from the loss.
IGNORED = -100
#: A tokenised example: ``input_ids``, ``attention_mask`` and, for training, ``labels``.
Features = dict[str, list[int]]


def load_examples(run: RunArguments, config: str, split: str) -> list[Example]:
    """Load a split as examples.

    Raises:
        ConfigError: the config does not exist.
        RunError: the data set cannot be loaded, or its rows do not have the target.
    """
    dataset = parse_config(config).dataset
    form = data_set_of(dataset).form
    if run.target in ("equation", "both") and form is AnswerForm.NUMBER:
        raise RunError(f"{dataset} has no equations; use --target answer")
    if run.target == "rationale" and form is not AnswerForm.SOLUTION:
        raise RunError(f"{dataset} has no worked solutions; use --target answer")
    return [to_example(row, run.target, run.numbers) for row in load_rows(run, config, split)]


def split_size(run: SourceArguments, config: str, split: str) -> int:
    """Return the number of rows of a split, without regard to ``max_rows``; see `load_rows`."""
    return len(load_rows(replace(run, max_rows=0), config, split))


def load_rows(run: SourceArguments, config: str, split: str) -> Dataset:
    """Load a split of a config, or its first rows.

    Raises:
        RunError: it cannot be loaded.
    """
    check_place(run, dataset_of(config))
    try:
        rows = load_dataset(run.dataset, config, revision=run.revision, split=split)
    except (OSError, ValueError) as error:
        raise RunError(
            f"data set {run.dataset}, config {config}: cannot be loaded ({str(error).splitlines()[0]:.200}); "
            "name a release directory (`numdiag build` makes one) or a data set on the Hub"
        ) from error
    return rows.select(range(min(run.max_rows or len(rows), len(rows))))


def check_place(run: SourceArguments, holds: str) -> None:
    """Raise a `RunError` for a data set that is neither a directory nor a name on the Hub, with a slash.

    For any other name `datasets` would search the Hub, and if that fails use whichever version is in its cache.

    Args:
        holds: the data set or the family of text pairs to load.
    """
    if "/" not in run.dataset and not Path(run.dataset).is_dir():
        command = f"build-{holds.replace('_', '-')}" if holds in TEXT_PAIR_FAMILIES else "build"
        raise RunError(
            f"data set {run.dataset}: no such directory; `numdiag {command} --out {run.dataset}` makes it (--dataset takes "
            "another, or a name on the Hub such as you/numdiag)"
        )
