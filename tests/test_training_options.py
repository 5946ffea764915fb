"""Options of trainings: recipes, the commands of the documents, and whether a training goes on from what lies in its folder."""

import json
import re
import shlex
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the train extra is not installed")

from transformers import TrainingArguments

from train import diagnose
from train.arguments import RECIPES, parse_options, parse_run, read_recipe, read_script
from train.diagnose import SCRIPTS, DiagnosisArguments
from train.errors import RunError
from train.pairs import _DEFAULTS as PAIR_DEFAULTS
from train.pairs import PairArguments
from train.probe.options import DEFAULTS as PROBE_DEFAULTS
from train.probe.options import ProbeArguments
from train.resuming import (
    MODEL,
    OPTIONS,
    check_options,
    decisive_options,
    last_checkpoint,
    note_options,
    remove_checkpoints,
)
from train.seq2seq import Seq2Seq
from train.tagop import TagOp

OF_PROBLEMS = [
    path
    for path in sorted(RECIPES.glob("*.yaml"))
    if not path.stem.startswith(("probe-", "pairs-"))  # tested with their scripts
]


@pytest.mark.parametrize("path", OF_PROBLEMS, ids=lambda path: path.stem)
def test_recipes_are_whole(path, tmp_path):
    """Every option of a recipe exists, and its script too."""
    training = diagnose.SCRIPTS[read_recipe(path.stem)["script"]].arguments
    run, arguments = parse_run("test", training, ["--recipe", path.stem, "--output_dir", str(tmp_path), "--use_cpu"])
    if not run.model.startswith("package:"):  # which need not be installed
        diagnose.SCRIPTS[read_recipe(path.stem)["script"]].check(run)
    assert arguments.learning_rate <= 0.01
    assert arguments.num_train_epochs >= 1


def test_a_recipe_changes_options_of_another(tmp_path):
    path = tmp_path / "r.yaml"
    path.write_text("recipe: gpt2-code\nmodel: mine\nlearning_rate: 3.0e-4\n")
    run, arguments = parse_run(
        "test", TrainingArguments, ["--recipe", str(path), "--output_dir", str(tmp_path), "--use_cpu"]
    )
    assert read_script(["--recipe", str(path)], SCRIPTS) == "causal_lm"
    assert (run.model, arguments.learning_rate, arguments.num_train_epochs) == ("mine", 3e-4, 40)
    assert arguments.metric_for_best_model == "answer_accuracy"


@pytest.mark.parametrize(("content", "message"), [
    (None, "cannot be read; choose from bart-base"),
    (b"model: [", "not valid YAML"),
    (b"just text", "expected options"),
    (b"script: seq2seq\nlearning_speed: 3", "unknown options learning_speed"),
    (b"recipe: r.yaml\nscript: seq2seq", "recipe r: cannot be read; choose from bart-base"),
    (b"model: t5-base", "a line `script:`, one of seq2seq, causal_lm, graph2tree, tagop"),
    (b"\xff\xfe", "is not UTF-8 text"),
    (b"a: " + b"[" * 9999, "(not valid YAML|nested too deeply)"),
    (b"script: seq2seq\nnum_beams: two", "argument --num_beams/--num-beams: invalid int value: 'two'"),
])  # fmt: skip
def test_bad_recipes(tmp_path, content, message):
    path = tmp_path / "r.yaml"
    if content:
        path.write_bytes(content)
    with pytest.raises(RunError, match=message) as error:
        diagnose.main(["--recipe", str(path), "--output_dir", str(tmp_path)])
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("options", "message"), [
    (["--beams", "2"], "unknown option --beams (see `test --help`)"),
    (["--num_beams", "0"], "--num_beams 0: it is from 1 to"),
    (["--seed", "-1"], "--seed -1: it is from 0 to 4.29497e+09"),
    (["--per_device_train_batch_size", "0"], "--per_device_train_batch_size 0: it is from 1 to"),
    (["--num_train_epochs", "0"], "--num_train_epochs 0.0: it is from 1e-06 to"),
    (["--recipe"], "--recipe: expected one argument"),
    (["--save_strategy", "no"], "save"),
    # The last would silently win; a single value may be overridden.
    (["--evaluate", "asdiv_a", "--evaluate", "asdiv_a-type-attack"], "--evaluate is given twice; give it once, with all"),
])  # fmt: skip
def test_options_that_cannot_be(options, message, tmp_path):
    with pytest.raises(RunError) as error:
        parse_run("test", Seq2Seq.arguments, ["--output_dir", str(tmp_path), *options])
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_training_needs_a_folder():
    """transformers would write to one of its own choice, trainer_output."""
    with pytest.raises(RunError, match="--output_dir is needed"):
        parse_run("test", Seq2Seq.arguments, ["--model", "x"])


ROOT = Path(__file__).parents[1]
DOCUMENTS = ["README.md", *(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))]
_COMMAND = re.compile(
    r"^(?:\s*)(?:numdiag|accelerate launch -m numdiag_datasets) train (.*?)(?<!\\)$", re.MULTILINE | re.DOTALL
)
OTHERS = {"pairs": (PairArguments, PAIR_DEFAULTS), "probe": (ProbeArguments, PROBE_DEFAULTS)}


def commands():
    for name in DOCUMENTS:
        for block in re.findall(r"^```\w*\n(.*?)^```$", (ROOT / name).read_text(), re.DOTALL | re.MULTILINE):
            for found in _COMMAND.finditer(block):
                yield pytest.param(found[1], id=f"{name}: {found[1].split()[0]} {len(found[1])}")


@pytest.mark.parametrize("command", list(commands()))
def test_the_command_is_one(command, tmp_path):
    one = command.replace("\\\n", " ").replace("$seed", "1")
    script, *words = shlex.split(one.partition(";")[0], comments=True)
    if "--output_dir" not in words:  # which no command may lack
        words += ["--output_dir", str(tmp_path)]
    words += [] if "--use_cpu" in words else ["--use_cpu"]
    if script in OTHERS:
        kind, defaults = OTHERS[script]
        parse_options("test", (kind, TrainingArguments), words, defaults)
        return
    others = (DiagnosisArguments,) if script == "diagnose" else ()
    kind = SCRIPTS["causal_lm" if script == "diagnose" else script]
    if script == "diagnose":
        kind = SCRIPTS[read_script(words, SCRIPTS)]
    run, *_ = parse_run("test", kind.arguments, words, *others)
    assert run.config


def options(*changes, data="1.0.0@b4ebdf2486ec"):
    words = ["--model", "small", "--output_dir", "out", "--use_cpu", "--seed", "1", *changes]
    run, arguments = parse_run("test", TagOp.arguments, words)
    return decisive_options(run, arguments, data)


@pytest.mark.parametrize(("changes", "told"), [
    (("--num_train_epochs", "9"), "num_train_epochs 3.0, not 9.0;"),
    (("--seed", "2"), "seed 1, not 2;"),
    (("--encoder_learning_rate", "1"), "encoder_learning_rate 1.5e-05, not 1.0;"),
    (("--per_device_train_batch_size", "3"), "global_batch_size 8, not 3;"),
    (("--weight_decay", "1", "--seed", "2"), "weight_decay 0.0, seed 1, not 1.0, 2;"),
    # What a model does not depend on.
    (("--evaluate", "tatqa_a"), ""),
    (("--dataset", "elsewhere"), ""),
    (("--logging_steps", "9", "--push_to_hub", "True", "--output_dir", "moved"), ""),
    (("--per_device_train_batch_size", "4", "--gradient_accumulation_steps", "2"), ""),
    (("--bf16", "True"), ""),  # whose default is the machine's
])  # fmt: skip
def test_other_options_than_those_of_the_model_are_refused(changes, told, tmp_path):
    note_options(tmp_path, options())
    (tmp_path / MODEL).mkdir()
    check_options(tmp_path, options())
    if not told:
        check_options(tmp_path, options(*changes))
        return
    with pytest.raises(RunError, match=f"^{tmp_path}: holds a training with {told} go on with"):
        check_options(tmp_path, options(*changes))


def test_other_data_are_refused(tmp_path):
    note_options(tmp_path, options())
    checkpoint(tmp_path, 5)
    with pytest.raises(RunError, match=r"data 1\.0\.0@b4ebdf2486ec, not 1\.0\.1@b4ebdf2486ec; "):
        check_options(tmp_path, options(data="1.0.1@b4ebdf2486ec"))


@pytest.mark.parametrize("content", ["[]", "{"])
def test_a_damaged_note_is_told(content, tmp_path):
    (tmp_path / MODEL).mkdir()
    (tmp_path / OPTIONS).write_text(content)
    with pytest.raises(RunError, match=OPTIONS):
        check_options(tmp_path, options())


def checkpoint(out, step):
    """A checkpoint as the Trainer leaves one."""
    folder = out / f"checkpoint-{step}"
    folder.mkdir(parents=True)
    (folder / "trainer_state.json").write_text(json.dumps({"global_step": step}))
    return folder


@pytest.mark.parametrize("state", [None, "", '{"global_step": ', "[]"])
def test_a_checkpoint_without_its_state_is_passed_over(state, tmp_path):
    """The Trainer writes it last, so a killed one has not written the rest."""
    whole, broken = checkpoint(tmp_path, 5), checkpoint(tmp_path, 9)
    (broken / "trainer_state.json").unlink()
    if state is not None:
        (broken / "trainer_state.json").write_text(state)
    assert last_checkpoint(tmp_path) == str(whole)
    assert not broken.exists()


def test_only_the_checkpoints_of_the_trainer_are_removed(tmp_path):
    """A file, or a folder of notes, may be called like one."""
    (tmp_path / "checkpoint-9").write_text("mine")
    (tmp_path / "checkpoint-notes").mkdir()
    assert last_checkpoint(tmp_path) is None
    checkpoint(tmp_path, 5)
    remove_checkpoints(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["checkpoint-9", "checkpoint-notes"]
