"""Options of a probe, its label in reports, and the check for incompatible options."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from numdiag_datasets.core.data_sets import NUMBER_WORDS as NAME

from ..arguments import SourceArguments
from ..errors import RunError
from .layers import ALL, LAST, Layer

FEATURES = ("encoder", "random", "characters")
POOLINGS = ("mean", "first", "pooler")
_KINDS = {"encoder": "frozen", "random": "random weights"}

#: The paper's setting (appendix C.2); without checkpoints, as a training takes a minute.
DEFAULTS = {
    "dataset": NAME,
    "num_train_epochs": 20,
    "learning_rate": 1e-5,
    "per_device_train_batch_size": 32,
    "per_device_eval_batch_size": 256,
    "eval_strategy": "epoch",
    "save_strategy": "no",
    "report_to": "none",
}


@dataclass
class ProbeArguments(SourceArguments):
    """Options for the probe and its configs."""

    config: list[str] = field(
        default_factory=lambda: [f"{NAME}-*"],
        metadata={"help": "Configs to train and test on, one after the other; globs allowed."},
    )
    train_language: str = field(
        default="",
        metadata={
            "help": "Train on the configs of this language, such as en, and test on all of --config; "
            "default: each config on itself."
        },
    )
    features: str = field(
        default="encoder",
        metadata={
            "help": "What the classifier sees: the encoder's embedding; that of a random encoder of the same shape, "
            "the floor; or counts of characters, to see what spelling alone gives away.",
            "choices": list(FEATURES),
        },
    )
    layer: list[str] = field(
        default_factory=lambda: [LAST],
        metadata={
            "help": f"Hidden states to probe, a result for each: numbers (0: the embeddings), {LAST} or {ALL}."
        },
    )
    pooling: str = field(
        default="mean",
        metadata={
            "help": "Hidden states to one vector: their mean, the first, or the model's own pooler.",
            "choices": list(POOLINGS),
        },
    )
    prefix: str = field(
        default="",
        metadata={"help": "What the encoder reads before each text, such as 'query: ' for E5."},
    )
    hidden_size: int = field(
        default=0, metadata={"help": "Of the classifier; 0: as many as it sees."}
    )
    finetune: bool = field(default=False, metadata={"help": "Train the encoder as well."})
    max_length: int = field(default=128, metadata={"help": "Tokens of a row."})
    features_cache: str = field(
        default="",
        metadata={
            "help": "Folder of what frozen encoders saw, which several runs may share; default: OUTPUT_DIR/features."
        },
    )


def check_options(run: ProbeArguments) -> None:
    """Raise an error for incompatible options.

    Raises:
        RunError: names them.
    """
    if run.finetune and run.features != "encoder":
        raise RunError("--finetune trains an encoder; it goes with --features encoder only")
    if run.layer == [LAST]:
        return
    if run.finetune or run.features == "characters":
        other = "--finetune" if run.finetune else "--features characters"
        raise RunError(f"--layer is of a frozen encoder; it does not go with {other}")
    if run.pooling == "pooler":
        raise RunError("--pooling pooler reads the last layer; with --layer use mean or first")


def label(run: ProbeArguments, layer: Layer) -> str:
    """Return the name in reports, without the seed: "distilbert-base-multilingual-cased, frozen, layer 3"."""
    if run.features == "characters":
        parts = ["characters"]
    else:
        name = run.model.rstrip("/").rpartition("/")[2].removeprefix("package:")
        parts = [name, "fine-tuned" if run.finetune else _KINDS[run.features]]
    if layer.is_numbered:
        parts.append(f"layer {layer.number}")
    if run.train_language:
        parts.append(f"trained on {run.train_language}")
    return ", ".join(parts)


def what_was_probed(run: ProbeArguments, layer: Layer, trained_on: str) -> dict[str, Any]:
    """Return the classifier's input and training config, for `Result.about`."""
    about: dict[str, Any] = {"features": run.features, "finetune": run.finetune}
    if run.features != "characters":
        about |= {"model": run.model, "prefix": run.prefix}
        if not run.finetune:
            about |= {"layer": layer.number, "pooling": run.pooling}
    return about | {"train_language": run.train_language, "trained_on": trained_on}
