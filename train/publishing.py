"""Model card of a trained model, and its push to the Hub."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import transformers
from huggingface_hub import EvalResult, ModelCard, ModelCardData
from transformers import TrainingArguments

from numdiag_datasets.core.input_files import json_file
from numdiag_datasets.core.output_files import write_output
from numdiag_datasets.core.significance import TOO_FEW_GROUPS, Drop
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.release.hub.push import commit, create_repo
from numdiag_datasets.release.hub.repository import check_name, head_of, require_login, url_of
from numdiag_datasets.report.runs import RESULTS
from numdiag_datasets.scoring.results import Result

from .arguments import SourceArguments
from .errors import RunError
from .results import read_result

CARD = "README.md"
_TASK = "question-answering"
#: Options on the card, if they differ from the Trainer's defaults.
_TOLD = (
    "learning_rate",
    "encoder_learning_rate",
    "weight_decay",
    "encoder_weight_decay",
    "lr_scheduler_type",
    "warmup_steps",
    "num_train_epochs",
    "bf16",
    "fp16",
    "seed",
)


@dataclass(frozen=True, slots=True)
class Publication:
    """Whether and where to push a model to the Hub.

    Attributes:
        is_wanted: whether to push it.
        repository: its name there, ``namespace/name``.
        is_private: whether to make a new repository private.
    """

    is_wanted: bool
    repository: str = ""
    is_private: bool | None = None

    @classmethod
    def of(cls, arguments: TrainingArguments) -> Publication:
        """Read the options of the Trainer, before any training.

        Raises:
            RunError: ``--push_to_hub`` without ``--hub_model_id``, or with a token on the command line.
            HubError: the name is not valid for a repository, or no user is logged in.
        """
        if arguments.hub_token:
            raise RunError(
                "--hub_token: run `hf auth login`, or set HF_TOKEN; others can read a command line"
            )
        if arguments.push_to_hub:
            if not arguments.hub_model_id:
                raise RunError("--push_to_hub needs --hub_model_id, such as you/a-model")
            check_name(arguments.hub_model_id)
            require_login()
        return cls(arguments.push_to_hub, arguments.hub_model_id or "", arguments.hub_private_repo)


def finish_model(
    model: Path,
    system: str,
    run: SourceArguments,
    arguments: TrainingArguments,
    publication: Publication,
) -> None:
    """Write the card of a trained model with all its results, and push the model if requested.

    Args:
        model: its folder; if the user has removed it, nothing is done.
        system: its name in reports.
        run, arguments: the options of its training.
        publication: the destination.

    Raises:
        HubError: it could not be pushed; the same command tries again.
    """
    if not model.is_dir():
        return
    made = [read_result(path) for path in sorted(model.parent.glob(f"*/{RESULTS}"))]
    library = "transformers" if _is_of_transformers(model) else "numdiag"
    write_output(model / CARD, model_card(system, library, run, arguments, made))
    if publication.is_wanted:
        say(push_model(model, system, publication))


def _is_of_transformers(model: Path) -> bool:
    """Return whether an Auto class of transformers loads it; classes of Graph2Tree and TagOp are ours."""
    config = json_file(model / "config.json", RunError)
    names = config.get("architectures") or [] if isinstance(config, dict) else []
    return bool(names) and all(hasattr(transformers, str(name)) for name in names)


def model_card(
    system: str, library: str, run: SourceArguments, arguments: Any, results: Sequence[Result]
) -> str:
    """Return the card: a description of the model, its scores, and its training.

    Args:
        system: its name in reports.
        library: the library that loads it, as the Hub names it.
        run, arguments: the options of its training.
        results: its results.
    """
    trained_on = getattr(run, "config", "")
    configs = ", ".join(trained_on) if isinstance(trained_on, list) else trained_on
    data = ModelCardData(
        library_name=library,
        base_model=run.model if "/" in run.model and not Path(run.model).exists() else None,
        tags=["numdiag", "numeracy"],
        model_name=system,
        eval_results=list(_eval_results(results)) or None,
    )
    told = {name: getattr(arguments, name) for name in _TOLD if hasattr(arguments, name)}
    rows = [("data", f"numdiag {configs}".strip()), ("global batch size", _batch(run))]
    rows += [
        (name.replace("_", " "), getattr(value, "value", value)) for name, value in told.items()
    ]
    for name in ("target", "numbers", "lora"):
        if value := getattr(run, name, ""):
            rows.append((name, value))
    lines = [
        f"# {system}",
        "",
        f"{system}, trained on `{configs}` of numdiag, which perturbs numerical question answering to tell which numerical "
        "capability a model lacks."
        if configs
        else f"{system}, evaluated on numdiag.",
        "",
        "## Scores",
        "",
        *_score_lines(results),
        "",
        "## Training",
        "",
        "| option | value |",
        "| --- | --- |",
        *(f"| {name} | {value} |" for name, value in rows if value not in (None, "")),
        "",
    ]
    return str(ModelCard(f"---\n{data}\n---\n\n" + "\n".join(lines)))


def _batch(run: SourceArguments) -> int | None:
    return getattr(run, "global_batch_size", None) or None


def _eval_results(results: Sequence[Result]) -> Iterator[EvalResult]:
    for made in results:
        for metric, value in made.scores.items():
            if metric != "rows":
                yield EvalResult(
                    task_type=_TASK,
                    dataset_type="numdiag",
                    dataset_name=f"numdiag {made.config}",
                    dataset_config=made.config,
                    dataset_split="test",
                    metric_type=metric,
                    metric_value=round(float(value), 2),
                )


def _score_lines(results: Sequence[Result]) -> Iterator[str]:
    """Yield a table of scores, with drops for perturbed rows, and the signatures below it."""
    if not results:
        yield "Not evaluated yet."
        return
    metrics = [name for name in results[0].scores if name != "rows"]
    yield f"| config | rows | {' | '.join(metrics)} | drop over the rows that were perturbed |"
    yield f"| --- | --- |{' --- |' * len(metrics)} --- |"
    for made in results:
        cells = [f"{made.scores[name]:.1f}" if name in made.scores else "" for name in metrics]
        drop = (made.drop or {}).get(metrics[-1])
        told = _drop(drop, metrics[-1]) if drop else ""
        yield f"| {made.config} | {made.scores['rows']} | {' | '.join(cells)} | {told} |"
    yield ""
    yield "Signatures:"
    yield ""
    for made in results:
        yield f"- `{made.signature}`"


def _drop(drop: Drop, metric: str) -> str:
    if drop.interval is None:
        return f"{drop.absolute:.1f} of {metric} ({TOO_FEW_GROUPS})"
    low, high = drop.interval
    return f"{drop.absolute:.1f} of {metric} ({low:.1f} to {high:.1f})"


def push_model(model: Path, system: str, publication: Publication) -> str:
    """Push the folder of a model in one commit; unchanged content is not pushed.

    Returns:
        the address of the resulting content.

    Raises:
        HubError: it was rejected, or the Hub could not be reached.
    """
    repo = publication.repository
    files = {
        path.relative_to(model).as_posix(): path
        for path in sorted(model.rglob("*"))
        if path.is_file()
    }
    head = head_of(repo, "model")
    if not head.oid:
        create_repo(repo, "model", bool(publication.is_private))
    commit(repo, "model", files, [], f"{system}, trained on numdiag", head.oid or None)
    return url_of(repo, "model")
