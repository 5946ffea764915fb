"""State of a training's folder: whether and where training can resume."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any
from zipfile import is_zipfile

from accelerate import PartialState
from safetensors import SafetensorError, safe_open
from transformers import TrainingArguments

from numdiag_datasets.core.input_files import json_file
from numdiag_datasets.core.output_files import write_output
from numdiag_datasets.core.visible_text import say

from .arguments import SourceArguments
from .errors import RunError

#: The file in a training's folder with the options of its model.
OPTIONS = "options.json"
MODEL = "model"
_MOST_TOLD = 4
_NAME = re.compile(r"checkpoint-\d+")
#: Options of a run that do not affect its model: the evaluation, the place of the data (their revision is
#: compared instead), and the attention kernels.
_BESIDE = {
    "attn_implementation",
    "evaluate",
    "test_files",
    "baseline",
    "seeds",
    "dataset",
    "revision",
    "train_files",
    "validation_files",
}
#: Options of the Trainer that affect its model. Machine-dependent ones may change between starts: devices,
#: their precision, and their share of a batch.
_DECISIVE = (
    "num_train_epochs",
    "max_steps",
    "learning_rate",
    "lr_scheduler_type",
    "warmup_steps",
    "optim",
    "adam_beta1",
    "adam_beta2",
    "adam_epsilon",
    "weight_decay",
    "max_grad_norm",
    "label_smoothing_factor",
    "train_sampling_strategy",
    "metric_for_best_model",
    "load_best_model_at_end",
    "seed",
    "data_seed",
)


def decisive_options(
    run: SourceArguments, arguments: TrainingArguments, data: str
) -> dict[str, Any]:
    """Return the options that determine a trained model, by name, as JSON values.

    Args:
        data: the revision of the training rows.
    """
    of_all = {option.name for option in fields(TrainingArguments)}
    own = [option.name for option in fields(arguments) if option.name not in of_all]
    options = {name: getattr(arguments, name) for name in (*_DECISIVE, *own)}
    options |= {name: value for name, value in asdict(run).items() if name not in _BESIDE}
    found: dict[str, Any] = json.loads(json.dumps(options | {"data": data}, default=str))
    return found


def check_options(out: Path, options: Mapping[str, Any]) -> None:
    """Check that options equal those of the model, or the checkpoint, in a training's folder.

    An existing model is not trained again, so with other options its results would name options that it never
    had.

    Args:
        out: the folder of one training.
        options: the result of `decisive_options`.

    Raises:
        RunError: an option differs; names it, with its previous value.
    """
    path = out / OPTIONS
    if not path.is_file() or not ((out / MODEL).is_dir() or checkpoints(out)):
        return
    found = json_file(path, RunError)
    if not isinstance(found, dict):
        raise RunError(f"{path}: expected the options of a training")
    others = [name for name in options if found.get(name) != options[name]]
    if others:
        told = ", ".join(f"{name} {_told(found.get(name))}" for name in others[:_MOST_TOLD])
        asked = ", ".join(_told(options[name]) for name in others[:_MOST_TOLD])
        raise RunError(
            f"{out}: holds a training with {told}, not {asked}; go on with its options, or choose another "
            "--output_dir"
        )


def note_options(out: Path, options: Mapping[str, Any]) -> None:
    """Write the options at the start of a training, for `check_options` when it resumes."""
    if PartialState().is_main_process:
        write_output(out / OPTIONS, json.dumps(options, indent=1) + "\n")


def _told(value: Any) -> str:
    return "none" if value in (None, "", []) else str(value)


def checkpoints(out: Path) -> list[Path]:
    """Return the Trainer's checkpoint folders, by their names; other files are ignored."""
    return [
        path for path in out.glob("checkpoint-*") if _NAME.fullmatch(path.name) and path.is_dir()
    ]


def remove_checkpoints(out: Path) -> None:
    """Remove the checkpoints, which are useless after the training."""
    for folder in checkpoints(out):
        shutil.rmtree(folder)


def last_checkpoint(out: Path) -> Path | None:
    """Return the last complete checkpoint: the Trainer writes its state last.

    Incomplete ones, after a kill or on a full disk, are removed.
    """
    whole: dict[int, Path] = {}
    for folder in checkpoints(out):
        if (step := _whole_step(folder)) is not None:
            whole[step] = folder
        elif PartialState().is_main_process:
            say(f"{folder}: is not whole, and is removed", to_log=True)
            shutil.rmtree(folder)
    PartialState().wait_for_everyone()
    return whole[max(whole)] if whole else None


def _whole_step(folder: Path) -> int | None:
    """Return the step of a checkpoint; None if one of its files was truncated."""
    try:
        state = json_file(folder / "trainer_state.json", RunError)
        for path in folder.glob("*.safetensors"):
            with safe_open(path, framework="pt"):  # checks the length
                pass
    except (RunError, SafetensorError, OSError):
        return None
    # Torch writes its files as zip archives, whose directory is at the end.
    packed = [path for path in folder.iterdir() if path.suffix in (".pt", ".pth", ".bin")]
    step = state.get("global_step") if isinstance(state, dict) else None
    return step if isinstance(step, int) and all(map(is_zipfile, packed)) else None
