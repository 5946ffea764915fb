"""Model card of a trained model, and its push to the Hub."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import transformers
from huggingface_hub import EvalResult, ModelCardData
from transformers import TrainingArguments

from numdiag_datasets.core.input_files import json_file
from numdiag_datasets.core.output_files import write_output
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.release.hub.push import commit, create_repo
from numdiag_datasets.release.hub.repository import check_name, require_login, url_of
from numdiag_datasets.report.runs import RESULTS
from numdiag_datasets.scoring.results import Result

from .errors import RunError
from .results import read_result
from .resuming import OPTIONS

CARD = "README.md"
_SCORES = """Scores on test splits of numdiag, a benchmark that perturbs numerical question answering, and their signatures.

| config | metric | value |
| --- | --- | --- |"""
_OPTIONS = """
## Training

| option | value |
| --- | --- |"""


def repository_of(arguments: TrainingArguments) -> str:
    """Return the repository to push the model to, "" if it is not to be pushed.

    Raises:
        RunError: ``--push_to_hub`` without ``--hub_model_id``, or with a token on the command line.
        HubError: the name is not valid for a repository, or no user is logged in.
    """
    if arguments.hub_token:
        raise RunError(
            "--hub_token: run `hf auth login`, or set HF_TOKEN; others can read a command line"
        )
    if not arguments.push_to_hub:
        return ""
    if not arguments.hub_model_id:
        raise RunError("--push_to_hub needs --hub_model_id, such as you/a-model")
    check_name(arguments.hub_model_id)
    require_login()
    return str(arguments.hub_model_id)


def finish_model(model: Path, system: str, repository: str, *, private: bool | None = None) -> None:
    """Write the card of a trained model with all its results, and push the model in one commit if requested.

    Args:
        model: its folder; if the user has removed it, nothing is done.
        system: its name in reports.
        repository: its name on the Hub; "" to push nothing.
        private: whether to make a new repository private.

    Raises:
        HubError: it could not be pushed; the same command tries again.
    """
    if not model.is_dir():
        return
    options = json_file(model.parent / OPTIONS, RunError)
    config = json_file(model / "config.json", RunError)
    # An Auto class of transformers loads it; classes of Graph2Tree and TagOp are ours.
    is_theirs = all(hasattr(transformers, name) for name in config.get("architectures") or [""])
    made = [read_result(path) for path in sorted(model.parent.glob(f"*/{RESULTS}"))]
    card = model_card(system, "transformers" if is_theirs else "numdiag", options, made)
    write_output(model / CARD, card)
    if repository:
        create_repo(repository, "model", bool(private))
        paths = [path for path in model.rglob("*") if path.is_file()]
        files = {path.relative_to(model).as_posix(): path for path in paths}
        commit(repository, "model", files, [], f"{system}, trained on numdiag")
        say(url_of(repository, "model"))


def model_card(
    system: str, library: str, options: Mapping[str, Any], results: Sequence[Result]
) -> str:
    """Return the card: the options of the training, and the scores with their signatures.

    Args:
        library: the library that loads it, as the Hub names it.
        options: those that determine the model.
    """
    base, data = str(options.get("model", "")), "numdiag"
    scores = [
        EvalResult(
            "question-answering", data, f"{data} {made.config}", name, round(value, 2),
            dataset_config=made.config, dataset_split="test",
        )
        for made in results
        for name, value in made.scores.items()
        if name != "rows"
    ]  # fmt: skip
    about = ModelCardData(
        library_name=library,
        base_model=base if "/" in base and not Path(base).exists() else None,
        tags=[data, "numeracy"],
        model_name=system,
        eval_results=scores or None,
    )
    lines = [f"---\n{about}\n---\n", f"# {system}\n", _SCORES]
    lines += (
        f"| {one.dataset_config} | {one.metric_type} | {one.metric_value} |" for one in scores
    )
    lines += ("", *(f"- `{made.signature}`" for made in results), _OPTIONS)
    lines += (
        f"| {name} | {value} |" for name, value in options.items() if value not in (None, "", [])
    )
    return "\n".join([*lines, ""])
