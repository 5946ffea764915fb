"""Pre-trained models and tokenizers: from a directory, the Hub, or an installed package."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from pickle import UnpicklingError  # only to catch it
from typing import Any

import torch
from huggingface_hub import is_offline_mode
from safetensors import SafetensorError
from transformers import AutoConfig, AutoTokenizer, PreTrainedModel, PreTrainedTokenizerBase

from .arguments import SourceArguments, recipe_names
from .errors import RunError

#: Errors from loading truncated weights, in addition to OSError and ValueError.
_DAMAGED = (SafetensorError, EOFError, RuntimeError, UnpicklingError, KeyError)


def load_model(
    auto_class: Any, run: SourceArguments, trained: Path | None = None, **changes: Any
) -> PreTrainedModel:
    """Load the initial model, or the trained one.

    Args:
        changes: changes to its configuration.

    Raises:
        RunError: it cannot be loaded.
    """
    with loading(trained or run.model):
        name, options = model_source(run, trained)
        if run.attn_implementation:
            options["attn_implementation"] = run.attn_implementation
        model = auto_class.from_pretrained(name, dtype=torch.float32, **options, **changes)
    return _unpacked(auto_class, model) if run.gguf_file and not trained else model


def _unpacked(auto_class: Any, model: PreTrainedModel) -> PreTrainedModel:
    """Convert a model loaded from GGUF to an ordinary one.

    Its weights are dense, but the Trainer would take it for quantized and reject it.
    """
    config = copy.deepcopy(model.config)
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    dense: PreTrainedModel = auto_class.from_config(config)
    dense.load_state_dict(model.state_dict())
    dense.generation_config = model.generation_config
    return dense


def empty_model(auto_class: Any, run: SourceArguments, **changes: Any) -> PreTrainedModel:
    """Return the initial model without its weights, to count them.

    Raises:
        RunError: its configuration cannot be loaded.
    """
    with loading(run.model):
        name, options = model_source(run)
        config = AutoConfig.from_pretrained(name, **options, **changes)
    with torch.device("meta"):
        model: PreTrainedModel = auto_class.from_config(config)
    return model


def load_tokenizer(run: SourceArguments, trained: Path | None = None) -> PreTrainedTokenizerBase:
    """Load the initial tokenizer, or the trained one.

    Raises:
        RunError: it cannot be loaded.
    """
    with loading(trained or run.model):
        name, options = model_source(run, trained)
        tokenizer: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(name, **options)
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    return tokenizer


def offline_note() -> str:
    """Return a note for messages of failed loading: whether the Hub is switched off."""
    return "; the Hub is switched off by HF_HUB_OFFLINE" if is_offline_mode() else ""


@contextmanager
def loading(model: str | Path) -> Iterator[None]:
    """Report in one line why a model or its tokenizer cannot be loaded.

    Raises:
        RunError: it is missing or damaged, or needs a package that is not installed.
    """
    try:
        yield
    except (*_DAMAGED, OSError, ValueError) as error:
        raise RunError(
            f"model {model}: cannot be loaded ({next(iter(str(error).strip().splitlines()), type(error).__name__):.200}); "
            f"name a directory, a model on the Hub or package:NAME{offline_note()}"
        ) from error
    except ImportError as error:  # transformers names the missing package, or re-raises its error
        cause = error.__context__ if error.name is None else error
        missing = cause.name if isinstance(cause, ImportError) and cause.name else ""
        raise RunError(
            f"model {model}: needs {missing}, which is not installed; pip install {missing}"
            if missing
            else f"model {model}: needs what is not installed ({' '.join(str(error).split()):.200})"
        ) from error


def model_source(run: SourceArguments, trained: Path | None = None) -> tuple[str, dict[str, Any]]:
    """Return the name and options with which `from_pretrained` finds the model.

    Raises:
        RunError: no model is named, or its package is not installed.
    """
    if trained:
        return str(trained), {}
    if not run.model:
        raise RunError(f"--model or --recipe is needed; recipes: {recipe_names()}")
    name = run.model
    if name.startswith("package:"):
        spec = find_spec(name.removeprefix("package:"))
        if spec is None or not spec.submodule_search_locations:
            raise RunError(f"model {name}: no such package is installed")
        name = spec.submodule_search_locations[0]
    options = {"gguf_file": run.gguf_file, "revision": run.model_revision}
    return name, {key: value for key, value in options.items() if value}
