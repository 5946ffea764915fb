"""What the scripts can be told, on the command line and in recipes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import torch
import yaml
from transformers import HfArgumentParser, TrainingArguments

from numdiag_datasets.cli.running import INTERRUPTED, fail
from numdiag_datasets.errors import InputError

#: The key of a recipe that says which script it is for.
SCRIPT = "script"
RECIPES = Path(__file__).with_name("recipes")

#: What every training does unless it is told otherwise.
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


class RunError(InputError):
    """A run that cannot be made; the message names the option and the choices."""


@dataclass
class SourceArguments:
    """Which model is loaded, and from where the data."""

    model: str = field(
        default="",
        metadata={
            "help": "Model name, directory, or package:NAME for the files of an installed package."
        },
    )
    model_revision: str | None = field(default=None, metadata={"help": "Revision of the model."})
    gguf_file: str | None = field(default=None, metadata={"help": "GGUF file of the model."})
    dataset: str = field(
        default="numdiag", metadata={"help": "Release directory, or name on the Hub."}
    )
    revision: str | None = field(default=None, metadata={"help": "Revision of the data set."})
    max_rows: int = field(
        default=0, metadata={"help": "Only the first rows of every split, for trying out; 0: all."}
    )


@dataclass
class RunArguments(SourceArguments):
    """What is trained and evaluated; how, is told by the options of `transformers.Trainer`."""

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
            "help": "What the model writes where there is an equation.",
            "choices": ["equation", "answer"],
        },
    )
    numbers: str = field(
        default="tokens",
        metadata={
            "help": "Whether the model sees numbers, or [NUM1], [NUM2], ... in their place.",
            "choices": ["tokens", "placeholders"],
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
    """Read options: the recipe named by ``--recipe`` first, the command line over it.

    Args:
        name: of the command, for help and errors.
        training: the class of training arguments.
        argv: the command line.
        others: further dataclasses of options.

    Raises:
        RunError: no such recipe, or one with unknown keys.
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
    """Read dataclasses of options: the defaults, the recipe named by ``--recipe`` over them, the command line over it.

    Raises:
        RunError: no such recipe, or one with unknown keys.
    """
    recipe, rest = _recipe_of(argv)
    parser = HfArgumentParser(list(kinds), prog=name, allow_abbrev=False)
    parser.add_argument("--recipe", help=f"A YAML file of options, or one of {recipe_names()}.")
    chosen = dict(defaults) | read_recipe(recipe)
    chosen.pop(SCRIPT, None)
    known = {action.dest for action in parser._actions}
    if unknown := sorted(set(chosen) - known):
        raise RunError(f"recipe {recipe}: unknown options {', '.join(unknown)}")
    if "bf16" not in chosen and torch.cuda.is_available() and torch.cuda.is_bf16_supported():
        chosen["bf16"] = True
    parser.set_defaults(**chosen)
    # Behind the dataclasses stand the options that none of them has: --recipe, for the help.
    parsed: tuple[Any, ...] = parser.parse_args_into_dataclasses(list(rest))[: len(kinds)]
    return parsed


def read_script(argv: Sequence[str], scripts: Mapping[str, Any]) -> str:
    """Which script a recipe is for.

    Raises:
        RunError: no recipe is named, or it does not say.
    """
    script = read_recipe(_recipe_of(argv)[0]).get(SCRIPT, "")
    if script not in scripts:
        raise RunError(
            f"--recipe names a recipe with a line `{SCRIPT}:`, one of {', '.join(scripts)}; "
            f"recipes: {recipe_names()}"
        )
    return str(script)


def read_recipe(name: str) -> dict[str, Any]:
    """The options of a recipe: a name in ``train/recipes``, or a path.

    Raises:
        RunError: there is none, or it is no mapping.
    """
    if not name:
        return {}
    path = Path(name) if name.endswith((".yaml", ".yml")) else RECIPES / f"{name}.yaml"
    try:
        options = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RunError(f"recipe {name}: cannot be read; choose from {recipe_names()}") from error
    except yaml.YAMLError as error:
        raise RunError(f"recipe {name}: not valid YAML ({str(error).splitlines()[0]})") from error
    if not isinstance(options, dict):
        raise RunError(f"recipe {name}: expected options, one a line")
    return options


def _recipe_of(argv: Sequence[str]) -> tuple[str, list[str]]:
    """The recipe that a command line names, and the rest of it."""
    finder = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    finder.add_argument("--recipe", default="")
    found, rest = finder.parse_known_args(argv)
    return found.recipe, rest


def recipe_names() -> str:
    """The recipes that come with the scripts, for messages."""
    return ", ".join(sorted(path.stem for path in RECIPES.glob("*.yaml")))


def run_script(name: str, main: Any, resumes: str = "from the last epoch") -> NoReturn:
    """Run a script's main function; what a user can mend is told in a line, with exit status 2, and so is
    Ctrl-C, with 130.

    Args:
        name: of the command.
        main: takes the command line.
        resumes: where the same command goes on after Ctrl-C.
    """
    try:
        main(sys.argv[1:])
    except InputError as error:
        fail(name, str(error))
    except KeyboardInterrupt:
        print(f"{name}: interrupted; the same command goes on {resumes}", file=sys.stderr)
        sys.exit(INTERRUPTED)
    sys.exit(0)
