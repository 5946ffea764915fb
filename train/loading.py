"""Pre-trained models and tokenizers: from a directory, the Hub, or an installed package."""

from __future__ import annotations

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

#: Errors from loading missing or truncated weights.
_DAMAGED = (
    SafetensorError, EOFError, RuntimeError, UnpicklingError, KeyError, OSError, ValueError,
)  # fmt: skip


def load_model(
    auto_class: Any, run: SourceArguments, trained: Path | None = None, **changes: Any
) -> PreTrainedModel:
    """Load the initial model, or the trained one, with float32 weights.

    Args:
        changes: changes to its configuration.

    Raises:
        RunError: it cannot be loaded.
    """
    with loading(trained or run.model):
        name, options = model_source(run, trained)
        if run.attn_implementation:
            options["attn_implementation"] = run.attn_implementation
        return auto_class.from_pretrained(name, dtype=torch.float32, **options, **changes)


def empty_model(auto_class: Any, run: SourceArguments, **changes: Any) -> PreTrainedModel:
    """Return the initial model without its weights, to count them.

    Raises:
        RunError: its configuration cannot be loaded.
    """
    with loading(run.model):
        name, options = model_source(run)
        config = AutoConfig.from_pretrained(name, **options, **changes)
    with torch.device("meta"):
        return auto_class.from_config(config)


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


@contextmanager
def loading(model: str | Path) -> Iterator[None]:
    """Report in one line why a model or its tokenizer cannot be loaded.

    Raises:
        RunError: it is missing or damaged, or needs a package that is not installed.
    """
    try:
        yield
    except RunError:
        raise
    except (*_DAMAGED, ImportError) as error:
        why = next(iter(str(error).strip().splitlines()), type(error).__name__)
        off = "; the Hub is switched off by HF_HUB_OFFLINE" if is_offline_mode() else ""
        raise RunError(
            f"model {model}: cannot be loaded ({why:.200}); name a directory, a model on the Hub or package:NAME{off}"
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
    return name, {"revision": run.model_revision} if run.model_revision else {}
