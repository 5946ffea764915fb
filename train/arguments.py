"""Options of the scripts, on the command line and in recipes."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NoReturn

import yaml
from transformers import HfArgumentParser, TrainingArguments

from numdiag_datasets.cli.running import INTERRUPTED, drop_unprinted, fail
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.input_files import reading
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.release.hub.http_timeouts import reach_in_seconds

from .devices import BatchArguments, hold_global_batch, precision_defaults
from .errors import RunError

#: The key of a recipe for the name of its script.
SCRIPT = "script"
RECIPES = Path(__file__).with_name("recipes")

#: Defaults of every training.
_TRAINING = {
    "eval_strategy": "epoch",
    "save_strategy": "epoch",
    "save_total_limit": 1,
    "load_best_model_at_end": True,
    "greater_is_better": True,
    "train_sampling_strategy": "group_by_length",
    "logging_steps": 20,
    "report_to": "none",
}


_MOST = float(2**63)
_SEED = (0, 2**32 - 1)  # numpy's bounds
_AT_LEAST_ONE = (1, _MOST)
_POSITIVE = (1e-6, _MOST)
#: Option -> its least and greatest value, if not any number from 0.
_BOUNDS: dict[str, tuple[float, float]] = {
    "seed": _SEED,
    "data_seed": _SEED,
    "seeds": _SEED,
    "num_beams": _AT_LEAST_ONE,
    "max_input_length": _AT_LEAST_ONE,
    "max_length": _AT_LEAST_ONE,
    "per_device_train_batch_size": _AT_LEAST_ONE,
    "per_device_eval_batch_size": _AT_LEAST_ONE,
    "gradient_accumulation_steps": _AT_LEAST_ONE,
    "num_train_epochs": _POSITIVE,
    "sustained_tflops": _POSITIVE,
    "halve_every": _POSITIVE,
    "dropout": (0, 1),
    "graph_dropout": (0, 1),
}


@dataclass
class SourceArguments:
    """Options for the model to load and the source of the data."""

    model: str = field(
        default="",
        metadata={
            "help": "Model name, directory, or package:NAME for the files of an installed package."
        },
    )
    model_revision: str | None = field(default=None, metadata={"help": "Revision of the model."})
    gguf_file: str | None = field(default=None, metadata={"help": "GGUF file of the model."})
    attn_implementation: str | None = field(
        default=None,
        metadata={
            "help": "How attention is computed, as transformers names it (sdpa, flash_attention_2, eager, ...); default: "
            "the model's own. On a CPU eager is the faster for short texts."
        },
    )
    dataset: str = field(
        default="numdiag", metadata={"help": "Release directory, or name on the Hub."}
    )
    revision: str | None = field(default=None, metadata={"help": "Revision of the data set."})
    max_rows: int = field(
        default=0, metadata={"help": "Only the first rows of every split, for trying out; 0: all."}
    )


@dataclass
class RunArguments(SourceArguments, BatchArguments):
    """Options for training and evaluation, in addition to those of `transformers.Trainer`."""

    config: str = field(default="asdiv_a", metadata={"help": "Config to train on."})
    evaluate: list[str] = field(
        default_factory=list,
        metadata={
            "help": "Configs whose test splits are predicted, globs allowed; default: --config."
        },
    )
    baseline: str = field(
        default="",
        metadata={
            "help": "Predictions for the originals to compare with; default: those of this run."
        },
    )
    target: str = field(
        default="equation",
        metadata={
            "help": "What the model writes: an equation, an equation and its result, a worked solution (gsm8k), or the answer.",
            "choices": ["equation", "both", "rationale", "answer"],
        },
    )
    numbers: str = field(
        default="tokens",
        metadata={
            "help": "Whether the model sees numbers, or [NUM1], [NUM2], ... in their place.",
            "choices": ["tokens", "placeholders"],
        },
    )
    lora: int = field(
        default=0,
        metadata={
            "help": "Rank of the adapters that are trained in place of all weights (LoRA: Hu et al., 2022); 0: none."
        },
    )
    max_input_length: int = field(
        default=512, metadata={"help": "Tokens of the input; the context is cut, not the question."}
    )
    num_beams: int = field(default=1, metadata={"help": "Beams of the generation."})
    patience: int = field(
        default=0, metadata={"help": "Epochs without a better model before it stops; 0: never."}
    )


def parse_run(
    name: str,
    training: type[TrainingArguments],
    argv: Sequence[str],
    *others: Any,
) -> tuple[Any, ...]:
    """Read options: first the recipe named by ``--recipe``, then the command line, which overrides it.

    Args:
        name: the name of the command, for help and errors.
        training: the class of training arguments.
        argv: the command line.
        others: further dataclasses of options.

    Raises:
        RunError: the recipe does not exist or has unknown keys.
    """
    parsed = parse_options(name, (RunArguments, training, *others), argv, _TRAINING)
    run = parsed[0]
    if run.numbers == "placeholders" and run.target != "equation":
        raise RunError(
            "--numbers placeholders needs --target equation: an answer is no number seen"
        )
    return parsed


def parse_options(
    name: str, kinds: Sequence[Any], argv: Sequence[str], defaults: Mapping[str, Any]
) -> tuple[Any, ...]:
    """Read dataclasses of options: defaults, then the recipe named by ``--recipe``, then the command line.

    Later ones override earlier ones.

    Raises:
        RunError: the recipe does not exist or has unknown keys.
    """
    recipe, rest = _recipe_of(argv)
    parser = _Parser(list(kinds), prog=name, allow_abbrev=False)
    parser.add_argument("--recipe", help=f"A YAML file of options, or one of {recipe_names()}.")
    chosen = read_recipe(recipe)
    chosen.pop(SCRIPT, None)
    known = {action.dest for action in parser._actions}
    _refuse_twice(argv, {action.dest for action in parser._actions if action.nargs in ("+", "*")})
    if unknown := sorted(set(chosen) - known):
        raise RunError(f"recipe {recipe}: unknown options {', '.join(unknown)}")
    words = [word for key, value in chosen.items() for word in _written(key, value)]
    given = _given([*words, *rest])
    parser.set_defaults(**{**defaults, **precision_defaults(given)})
    try:
        # After the dataclasses come the options of none of them: --recipe, for the help.
        *parsed, _, unused = parser.parse_args_into_dataclasses(
            [*words, *rest], return_remaining_strings=True, look_for_args_file=False
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
    batch = next((o for o in parsed if isinstance(o, BatchArguments)), None)
    if training and batch:
        hold_global_batch(batch, training, given)
    return tuple(parsed)


def _given(words: Sequence[str]) -> set[str]:
    """Return the names of the options on a command line."""
    return {_name(word) for word in words if _is_option(word)}


def _is_option(word: str) -> bool:
    return word.startswith("--") and len(word) > len("--")


def _name(word: str) -> str:
    return word.removeprefix("--").partition("=")[0].replace("-", "_")


def _refuse_twice(argv: Sequence[str], lists: Set[str]) -> None:
    """Raise an error if an option of several values is repeated, since the last would silently win.

    Options of a single value may be repeated, and the last one wins.

    Raises:
        RunError: names the option and the correct form.
    """
    names = [_name(word) for word in argv if _is_option(word)]
    for name in lists:
        if names.count(name) > 1:
            raise RunError(f"--{name} is given twice; give it once, with all its values behind it")


class _Parser(HfArgumentParser):
    """A parser with errors of one line."""

    def error(self, message: str) -> NoReturn:
        raise RunError(f"{message} (see `{self.prog} --help`)")


def _written(key: str, value: Any) -> list[str]:
    """Return a recipe's option in command line form, where its type and its choices are checked."""
    if value is None or value == []:
        return []
    if isinstance(value, list):
        return [f"--{key}", *map(str, value)]
    return [f"--{key}={json.dumps(value) if isinstance(value, dict) else value}"]


def _check_numbers(options: Any) -> None:
    """Raise an error for numbers below 0, unless the default is, and for those outside `_BOUNDS`.

    Raises:
        RunError: names the option.
    """
    for option in fields(options):
        value = getattr(options, option.name)
        for number in value if isinstance(value, list) else [value]:
            if isinstance(number, bool) or not isinstance(number, int | float):
                continue
            usual = option.default if isinstance(option.default, int | float) else 0
            least, most = _BOUNDS.get(option.name, (min(0, usual), _MOST))
            if not least <= number <= most:  # false for nan too
                wanted = f"{least:g} or more" if most == _MOST else f"from {least:g} to {most:g}"
                raise RunError(f"--{option.name} {number}: it is {wanted}")


def read_script(argv: Sequence[str], scripts: Mapping[str, Any]) -> str:
    """Return the script that a recipe is for.

    Raises:
        RunError: no recipe is named, or it names no known script.
    """
    script = read_recipe(_recipe_of(argv)[0]).get(SCRIPT, "")
    if script not in scripts:
        raise RunError(
            f"--recipe names a recipe with a line `{SCRIPT}:`, one of {', '.join(scripts)}; "
            f"recipes: {recipe_names()}"
        )
    return str(script)


def read_recipe(name: str) -> dict[str, Any]:
    """Read the options of a recipe: a name in ``train/recipes``, or a path.

    Raises:
        RunError: the recipe does not exist or is not a mapping.
    """
    if not name:
        return {}
    path = Path(name) if name.endswith((".yaml", ".yml")) else RECIPES / f"{name}.yaml"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RunError(f"recipe {name}: cannot be read; choose from {recipe_names()}") from error
    try:
        with reading(f"recipe {name}", RunError):
            options = yaml.safe_load(content.decode("utf-8-sig"))
    except yaml.YAMLError as error:
        raise RunError(f"recipe {name}: not valid YAML ({str(error).splitlines()[0]})") from error
    if not isinstance(options, dict) or not all(isinstance(key, str) for key in options):
        raise RunError(f"recipe {name}: expected options, one a line")
    return options


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
    """Run a script's main function; report errors that a user can correct in one line.

    The exit status is 2 then, and 130 after Ctrl-C.

    Args:
        name: the name of the command.
        main: takes the command line.
        resumes: where the same command resumes after Ctrl-C.
    """
    reach_in_seconds()
    try:
        main(sys.argv[1:])
    except InputError as error:
        fail(name, str(error))
    except BrokenPipeError:  # the reader of the output has closed it
        drop_unprinted()
        sys.exit(1)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        fail(name, f"{where}{error.strerror or error}")
    except KeyboardInterrupt:
        say(f"{name}: interrupted; the same command goes on {resumes}", to_log=True)
        sys.exit(INTERRUPTED)
    sys.exit(0)
