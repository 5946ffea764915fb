"""Recipes and options: each that comes with the scripts is whole, and what cannot be is told in a line."""

import pytest

pytest.importorskip("torch", reason="the train extra is not installed")

from train import diagnose
from train.arguments import RECIPES, parse_run, read_recipe
from train.errors import RunError
from train.seq2seq import Seq2Seq

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
    assert arguments.learning_rate < 0.01
    assert arguments.num_train_epochs >= 1


@pytest.mark.parametrize(("content", "message"), [
    (None, "cannot be read; choose from bart-base"),
    (b"model: [", "not valid YAML"),
    (b"just text", "expected options"),
    (b"script: seq2seq\nlearning_speed: 3", "unknown options learning_speed"),
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
    (["--num_beams", "0"], "--num_beams 0: it is 1 or more"),
    (["--seed", "-1"], "--seed -1: it is from 0 to 4.29497e+09"),
    (["--per_device_train_batch_size", "0"], "--per_device_train_batch_size 0: it is 1 or more"),
    (["--num_train_epochs", "0"], "--num_train_epochs 0.0: it is 1e-06 or more"),
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
