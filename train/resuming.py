"""State of a training's folder: its options, its checkpoints, and its model."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from accelerate import PartialState
from transformers import TrainingArguments
from transformers.trainer import TRAINER_STATE_NAME
from transformers.trainer_utils import get_last_checkpoint

from numdiag_datasets.core.input_files import json_file
from numdiag_datasets.core.output_files import write_output

from .arguments import SourceArguments, global_batch_size
from .errors import RunError

#: The file in a training's folder with the options of its model.
OPTIONS = "options.json"
MODEL = "model"
_MOST_TOLD = 4
#: Options of a run that do not affect its model: the evaluation, the place of the data (their revision is
#: compared instead), and the attention kernels.
_BESIDE = frozenset(
    "attn_implementation evaluate test_files baseline seeds dataset revision train_files validation_files".split()
)
#: Options of the Trainer that affect its model. Machine-dependent ones may change between starts: devices,
#: their precision, and their share of a batch.
_DECISIVE = tuple(
    "num_train_epochs max_steps learning_rate lr_scheduler_type warmup_steps optim adam_beta1 adam_beta2 adam_epsilon "
    "weight_decay max_grad_norm label_smoothing_factor train_sampling_strategy metric_for_best_model "
    "load_best_model_at_end seed data_seed".split()
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
    options["global_batch_size"] = global_batch_size(arguments)
    options |= {name: value for name, value in asdict(run).items() if name not in _BESIDE}
    found: dict[str, Any] = json.loads(json.dumps(options | {"data": data}, default=str))
    return found


def check_options(out: Path, options: Mapping[str, Any]) -> None:
    """Check that options equal those of the model, or the checkpoint, in a training's folder.

    An existing model is not trained again, so with other options its results would name options that it never
    had.

    Raises:
        RunError: an option differs; names it, with its previous value.
    """
    path = out / OPTIONS
    if not path.is_file() or not ((out / MODEL).is_dir() or get_last_checkpoint(out)):
        return
    found = json_file(path, RunError)
    if not isinstance(found, dict):
        raise RunError(f"{path}: expected the options of a training")
    others = [name for name in options if found.get(name) != options[name]][:_MOST_TOLD]
    if others:
        told = ", ".join(f"{name} {_told(found.get(name))}" for name in others)
        asked = ", ".join(_told(options[name]) for name in others)
        raise RunError(
            f"{out}: holds a training with {told}, not {asked}; go on with its options, or choose another --output_dir"
        )


def note_options(out: Path, options: Mapping[str, Any]) -> None:
    """Write the options at the start of a training, for `check_options` when it resumes."""
    if PartialState().is_main_process:
        write_output(out / OPTIONS, json.dumps(options, indent=1) + "\n")


def _told(value: Any) -> str:
    return "none" if value in (None, "", []) else str(value)


def last_checkpoint(out: Path) -> str | None:
    """Return the last checkpoint with the Trainer's state, which is written last; later ones are removed."""
    out.mkdir(parents=True, exist_ok=True)
    if PartialState().is_main_process:
        while (found := get_last_checkpoint(out)) and not _has_state(Path(found)):
            shutil.rmtree(found)  # the training was killed while it was written
    PartialState().wait_for_everyone()
    return get_last_checkpoint(out)


def _has_state(checkpoint: Path) -> bool:
    try:
        return isinstance(json.loads((checkpoint / TRAINER_STATE_NAME).read_bytes()), dict)
    except (OSError, ValueError):
        return False


def remove_checkpoints(out: Path) -> None:
    """Remove the checkpoints, which are useless after the training."""
    while folder := get_last_checkpoint(out):
        shutil.rmtree(folder)
