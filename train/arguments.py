"""Options of the scripts, on the command line and in recipes."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NoReturn

import torch
import yaml
from transformers import HfArgumentParser, TrainingArguments
from transformers.hf_argparser import HfArg

from numdiag_datasets.cli.running import Interrupted, one_line_errors
from numdiag_datasets.core.input_files import reading
from numdiag_datasets.release.hub.http_timeouts import reach_in_seconds

from .errors import RunError

#: The keys of a recipe for the name of its script, and of a recipe whose options it changes.
SCRIPT, BASE = "script", "recipe"
RECIPES = Path(__file__).with_name("recipes")
#: Defaults of every training.
_TRAINING = {
    "eval_strategy": "epoch",
    "save_strategy": "epoch",
    "save_total_limit": 1,
    "load_best_model_at_end": True,
    "greater_is_better": True,
    "train_sampling_strategy": "group_by_length",
    "per_device_eval_batch_size": 64,
    "logging_steps": 20,
    "logging_nan_inf_filter": False,
    "report_to": "none",
}
#: GPUs of this compute capability or more (A100, RTX 30) multiply in bf16; for older ones torch emulates it.
_BF16 = (8, 0)
#: The options that the help begins with.
_FIRST = (
    "recipe", "output_dir", "model", "dataset", "config", "evaluate", "target", "num_train_epochs", "max_steps",
    "per_device_train_batch_size", "learning_rate", "seed",
)  # fmt: skip
_SEED, _MOST = 2**32 - 1, 2**63
#: The least value of options, if not 0; seeds are bounded above by numpy.
_LEAST = {
    **dict.fromkeys(("num_beams", "max_input_length", "max_length"), 1),
    **dict.fromkeys(("per_device_train_batch_size", "gradient_accumulation_steps"), 1),
    **dict.fromkeys(("num_train_epochs", "sustained_tflops", "halve_every"), 1e-6),
    "per_device_eval_batch_size": 1,
}
_GREATEST = {"seed": _SEED, "data_seed": _SEED, "seeds": _SEED, "dropout": 1, "graph_dropout": 1}


@dataclass
class SourceArguments:
    """Options for the model to load and the source of the data."""

    model: str = HfArg(
        default="", help="Name, directory, or package:NAME for files of an installed package."
    )
    model_revision: str | None = HfArg(default=None, help="Revision of the model.")
    attn_implementation: str | None = HfArg(
        default=None, help="How attention is computed: sdpa, flash_attention_2, eager, ..."
    )
    dataset: str = HfArg(default="numdiag", help="Release directory, or name on the Hub.")
    revision: str | None = HfArg(default=None, help="Revision of the data set.")
    max_rows: int = HfArg(default=0, help="Only the first rows of every split; 0: all.")


@dataclass
class RunArguments(SourceArguments):
    """Options for training and evaluation, in addition to those of `transformers.Trainer`."""

    config: str = HfArg(default="asdiv_a", help="Config to train on.")
    evaluate: list[str] = HfArg(
        default_factory=list, help="Configs to predict the tests of (globs); default: --config."
    )
    baseline: str = HfArg(
        default="", help="Predictions for the originals to compare with; default: of this run."
    )
    target: str = HfArg(
        default="equation",
        help="What is written: an equation, one and its result, a worked solution, or the answer.",
        metadata={"choices": ["equation", "both", "rationale", "answer"]},
    )
    numbers: str = HfArg(
        default="tokens",
        help="Whether the model sees numbers, or [NUM1], [NUM2], ... in their place.",
        metadata={"choices": ["tokens", "placeholders"]},
    )
    max_input_length: int = HfArg(
        default=512, help="Tokens of the input; the context is cut, not the question."
    )
    num_beams: int = HfArg(default=1, help="Beams of the generation.")
    patience: int = HfArg(default=0, help="Epochs without a better model before it stops.")

    def __post_init__(self) -> None:
        """Raise a `RunError` for a target that has no placeholders."""
        if self.numbers == "placeholders" and self.target != "equation":
            raise RunError(
                "--numbers placeholders needs --target equation: an answer is no number seen"
            )


def parse_run(
    name: str, training: type[TrainingArguments], argv: Sequence[str], *others: Any
) -> tuple[Any, ...]:
    """Read the options of a training, and other dataclasses; see `parse_options`."""
    return parse_options(name, (RunArguments, training, *others), argv, _TRAINING)


def parse_options(
    name: str, kinds: Sequence[Any], argv: Sequence[str], defaults: Mapping[str, Any]
) -> tuple[Any, ...]:
    """Read dataclasses of options: defaults, then the recipe named by ``--recipe``, then the command line.

    Later ones override earlier ones.

    Args:
        name: the name of the command, for help and errors.

    Raises:
        RunError: an option is unknown or impossible, or the recipe does not exist.
    """
    recipe, rest = _recipe_of(argv)
    parser = _Parser(list(kinds), prog=name, allow_abbrev=False)
    parser.add_argument("--recipe", help=f"A YAML file of options, or one of {recipe_names()}.")
    chosen = {key: value for key, value in read_recipe(recipe).items() if key != SCRIPT}
    if unknown := sorted(set(chosen) - {action.dest for action in parser._actions}):
        raise RunError(f"recipe {recipe}: unknown options {', '.join(unknown)}")
    named = [_name(word) for word in argv if word.startswith("--")]
    for action in parser._actions:
        if action.nargs in ("+", "*") and named.count(action.dest) > 1:  # the last would win
            raise RunError(f"--{action.dest} is given twice; give it once, with all its values")
    words = [*(word for key, value in chosen.items() for word in _written(key, value)), *rest]
    given = {_name(word) for word in words if word.startswith("--")}
    parser.set_defaults(**{**defaults, **precision_defaults(given)})
    try:
        # After the dataclasses come the options of none of them: --recipe, for the help.
        *parsed, _, unused = parser.parse_args_into_dataclasses(
            words, return_remaining_strings=True, look_for_args_file=False
        )
    except RunError:
        raise
    except (ValueError, ImportError, TypeError) as error:  # incompatible options
        raise RunError(f"{str(error).strip().splitlines()[0]:.200}") from error
    if unused:
        raise RunError(f"unknown option {unused[0]} (see `{name} --help`)")
    for options in parsed:
        _check_numbers(options)
    training = next((o for o in parsed if isinstance(o, TrainingArguments)), None)
    is_run = not any(getattr(options, "dry_run", False) for options in parsed)
    if training and is_run and "output_dir" not in given:
        raise RunError(
            "--output_dir is needed: a folder for the model and its results, such as runs/mine"
        )
    return tuple(parsed)


class _Parser(HfArgumentParser):
    """A parser with errors of one line, and a help that begins with the options that matter."""

    def format_help(self) -> str:
        first = [action for action in self._actions if action.dest in _FIRST]
        parts = {
            "main options": sorted(first, key=lambda action: _FIRST.index(action.dest)),
            "all other options, of this script and of transformers": [
                action for action in self._actions if action not in first
            ],
        }
        formatter = self._get_formatter()
        formatter.add_usage("%(prog)s --recipe NAME --output_dir DIR [options]", [], [])
        formatter.add_text(self.description)
        for title, actions in parts.items():
            formatter.start_section(title)
            formatter.add_arguments(actions)
            formatter.end_section()
        return formatter.format_help()

    def error(self, message: str) -> NoReturn:
        raise RunError(f"{message} (see `{self.prog} --help`)")


def _name(word: str) -> str:
    return word.removeprefix("--").partition("=")[0].replace("-", "_")


def _written(key: str, value: Any) -> list[str]:
    """Return a recipe's option in command line form, where its type and its choices are checked."""
    if value is None or value == []:
        return []
    if isinstance(value, list):
        return [f"--{key}", *map(str, value)]
    return [f"--{key}={json.dumps(value) if isinstance(value, dict) else value}"]


def _check_numbers(options: Any) -> None:
    """Raise an error for numbers that are too small (below 0, unless the default is) or too large."""
    for option in fields(options):
        value = getattr(options, option.name)
        usual = option.default if isinstance(option.default, int | float) else 0
        least = _LEAST.get(option.name, min(0, usual))
        most = _GREATEST.get(option.name, _MOST)
        for number in value if isinstance(value, list) else [value]:
            if isinstance(number, int | float) and not least <= number <= most:  # false for nan too
                raise RunError(f"--{option.name} {number}: it is from {least:g} to {most:g}")


def precision_defaults(given: Set[str]) -> dict[str, bool]:
    """Return bf16 if the GPU multiplies in it, unless a precision is among the options given."""
    if {"bf16", "fp16"} & given or not torch.cuda.is_available():
        return {}
    return {"bf16": True} if torch.cuda.get_device_capability() >= _BF16 else {}


def device_count(arguments: TrainingArguments) -> int:
    """Return the number of devices that train in parallel."""
    return max(1, int(arguments.world_size)) * max(1, int(arguments.n_gpu))


def global_batch_size(arguments: TrainingArguments) -> int:
    """Return the rows of a step over all devices."""
    share = arguments.per_device_train_batch_size * arguments.gradient_accumulation_steps
    return int(share * device_count(arguments))


def read_script(argv: Sequence[str], scripts: Mapping[str, Any]) -> str:
    """Return the script that the recipe of a command line is for.

    Raises:
        RunError: no recipe is named, or it names no known script.
    """
    script = read_recipe(_recipe_of(argv)[0]).get(SCRIPT, "")
    if script not in scripts:
        raise RunError(
            f"--recipe names a recipe with a line `{SCRIPT}:`, one of {', '.join(scripts)}; recipes: {recipe_names()}"
        )
    return str(script)


def read_recipe(name: str) -> dict[str, Any]:
    """Read a recipe, a name in ``train/recipes`` or a path, over the one that its line ``recipe:`` names.

    Raises:
        RunError: it does not exist, or is not a mapping.
    """
    if not name:
        return {}
    path = Path(name) if name.endswith((".yaml", ".yml")) else RECIPES / f"{name}.yaml"
    if not path.is_file():
        raise RunError(f"recipe {name}: cannot be read; choose from {recipe_names()}")
    try:
        with reading(f"recipe {name}", RunError):
            options = yaml.safe_load(path.read_bytes().decode("utf-8-sig"))
    except yaml.YAMLError as error:
        raise RunError(f"recipe {name}: not valid YAML ({str(error).splitlines()[0]})") from error
    if not isinstance(options, dict) or not all(isinstance(key, str) for key in options):
        raise RunError(f"recipe {name}: expected options, one a line")
    base = str(options.pop(BASE, "")).removesuffix(
        ".yaml"
    )  # of those included, which name each other in no circle
    return {**read_recipe(base), **options}


def _recipe_of(argv: Sequence[str]) -> tuple[str, list[str]]:
    """Return the recipe named on a command line, and the other options."""
    finder = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    finder.add_argument("--recipe", default="")
    try:
        found, rest = finder.parse_known_args(argv)
    except argparse.ArgumentError as error:
        raise RunError(f"{error}; recipes: {recipe_names()}") from error
    return found.recipe, rest


def recipe_names() -> str:
    """Return the recipes included with the scripts, for messages."""
    return ", ".join(sorted(path.stem for path in RECIPES.glob("*.yaml")))


def run_script(name: str, main: Any, resumes: str = "from the last epoch") -> NoReturn:
    """Run a script's main function, which takes the command line; see `one_line_errors`.

    Args:
        name: the name of the command.
        resumes: where the same command resumes after Ctrl-C.
    """
    reach_in_seconds()
    with one_line_errors(name):
        try:
            main(sys.argv[1:])
        except KeyboardInterrupt as error:
            raise Interrupted(f"the same command goes on {resumes}") from error
    sys.exit(0)
