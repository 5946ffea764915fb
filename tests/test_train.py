"""The training scripts, end to end with small models of the real classes."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

pytest.importorskip("torch", reason="the train extra is not installed")

import torch
from transformers import GenerationConfig

from numdiag_datasets._version import __version__
from numdiag_datasets.files.writing import OutputError
from numdiag_datasets.release.configs import ConfigError
from tests.small_models import save_small_model
from train import diagnose
from train.arguments import RECIPES, RunArguments, parse_run, read_recipe, run_script
from train.causal_lm import CausalLM
from train.classification import matching_configs
from train.data import Encoded, causal_encoder, load_examples, load_rows, seq2seq_encoder
from train.errors import RunError
from train.loading import load_tokenizer
from train.seq2seq import Seq2Seq
from train.systems import Limits
from train.texts import to_example
from train.training import make_trainer, run_training

ROOT = Path(__file__).parents[1]
SYSTEMS = {"t5": Seq2Seq, "bart": Seq2Seq, "gpt2": CausalLM}
QUICK = ("--use_cpu", "--disable_tqdm", "True", "--per_device_train_batch_size", "5",
         "--learning_rate", "1e-2")  # fmt: skip


@pytest.fixture(scope="session")
def small(build_once):
    """Name of a class -> directory of a small model."""
    folder = build_once("small", lambda to: [save_small_model(kind, to / kind) for kind in SYSTEMS])
    return {kind: str(folder / kind) for kind in SYSTEMS}


def options(small, release, out, kind="t5", **changes):
    given = {"model": small[kind], "dataset": release, "output_dir": out} | changes
    flat = [str(part) for key, value in given.items() for part in (f"--{key}", value)]
    return [*QUICK, *flat]


def parsed(small, release, out, kind, **changes):
    arguments = options(small, release, out, kind, **changes)
    return parse_run("test", SYSTEMS[kind].arguments, arguments)


@pytest.mark.parametrize(
    ("kind", "numbers", "target"),
    [
        ("t5", "tokens", "equation"),
        ("bart", "tokens", "answer"),
        ("gpt2", "placeholders", "equation"),
    ],
)
def test_a_script_from_end_to_end(small, few_configs, tmp_path, kind, numbers, target):
    """A few steps; predictions and results of every config that was asked for."""
    run, arguments = parsed(small, few_configs, tmp_path, kind, numbers=numbers, target=target,
                            max_rows=10, num_train_epochs=2)  # fmt: skip
    run.evaluate = ["asdiv_a", "asdiv_a-noise-attack"]
    run_training(SYSTEMS[kind], run, arguments)
    history = json.loads((tmp_path / "training.json").read_text())
    losses = [entry["train_loss"] for entry in history["log"] if "train_loss" in entry]
    assert losses
    for config in ("asdiv_a", "asdiv_a-noise-attack"):
        lines = (tmp_path / config / "predictions.jsonl").read_text().splitlines()
        assert len(lines) == 10
        made = json.loads((tmp_path / config / "results.json").read_text())
        assert made["scores"]["rows"] == 10
        assert made["signature"].startswith(f"config:{config}|data:{__version__}@")
        assert made["run"]["numbers"] == numbers
        assert made["training"]["num_train_epochs"] == 2
        assert set(made["libraries"]) >= {"torch", "transformers", "datasets"}
        assert ("drop" in made) == (config != "asdiv_a")
    assert not list(tmp_path.glob("checkpoint-*"))


@pytest.mark.parametrize(
    ("kind", "rate", "epochs"), [("t5", "3e-3", 300), ("bart", "3e-3", 150), ("gpt2", "1e-2", 150)]
)
def test_ten_rows_are_learnt_by_heart(small, few_configs, tmp_path, kind, rate, epochs):
    """The loss falls, and the rows are then answered right."""
    run, arguments = parsed(small, few_configs, tmp_path, kind, max_rows=10, learning_rate=rate,
                            num_train_epochs=epochs, per_device_train_batch_size=10,
                            eval_strategy="no", save_strategy="no", load_best_model_at_end="False",
                            lr_scheduler_type="constant")  # fmt: skip
    train = load_examples(run, "asdiv_a", "train")
    system = SYSTEMS[kind].create(run, arguments, train)
    trainer = make_trainer(system, arguments, train, Limits.of(run, system.tokenizer, train))
    trainer.train()
    losses = [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]
    assert losses[-1] < losses[0] / 10
    assert trainer.evaluate(Encoded(train, system.encode))["eval_equation_accuracy"] == 100


# --- what models read and write -------------------------------------------------------------------


def row(**columns):
    return {"id": "r", "dataset": "asdiv_a", "context": ["Ann has 12 pens.", "Bo has 3."], "table": [],
            "question": "How many in all?", "equation": "12 + 3", "answers": ["15"], "scale": ""} | columns  # fmt: skip


@pytest.mark.parametrize(
    ("trap", "columns", "target", "numbers", "written"),
    [
        ("an equation", {}, "equation", "tokens", "12 + 3"),
        ("an answer", {}, "answer", "tokens", "15"),
        ("placeholders", {}, "equation", "placeholders", "[NUM1] + [NUM2]"),
        ("an equation and its result", {}, "both", "tokens", "12 + 3 = 15"),
        ("both, with a scale", {"scale": "million", "dataset": "tatqa_a"}, "both", "tokens", "12 + 3 = 15 | million"),
        ("both of a question that no equation answers", {"equation": "", "dataset": "tatqa_a"}, "both", "tokens", "15"),
        ("no equation", {"equation": ""}, "equation", "tokens", "15"),
        ("a scale", {"scale": "million", "dataset": "tatqa_a"}, "answer", "tokens", "15 | million"),
        ("spans", {"answers": ["a", "b"], "dataset": "tatqa_a"}, "answer", "tokens", "a ; b"),
        ("a worked solution", {"rationale": "<<12+3=15>>15\n#### 15", "dataset": "gsm8k"}, "rationale", "tokens",
         "<<12+3=15>>15\n#### 15"),
        ("a solution that could not be told again", {"rationale": "", "dataset": "gsm8k"}, "rationale", "tokens", "#### 15"),
        ("one of several answers", {"answers": ["4", "5"], "dataset": "drop_num"}, "answer", "tokens", "4"),
    ],
)  # fmt: skip
def test_targets(trap, columns, target, numbers, written):
    assert to_example(row(**columns), target, numbers).target == written, trap


def test_a_table_is_flattened_by_row_before_the_paragraphs():
    example = to_example(row(table=[["", "2019"], ["Bread", "4"]]), "answer", "tokens")
    assert example.context == " | 2019 ; Bread | 4 Ann has 12 pens. Bo has 3."


@pytest.mark.parametrize(
    ("trap", "columns", "text", "prediction"),
    [
        ("an equation", {}, " 12 + 3 ", {"prediction": "12 + 3"}),
        ("an equation for TAT-QA is evaluated", {"dataset": "tatqa_a"}, "(12 - 3) / 9 * 100 | percent",
         {"prediction": ["100"], "scale": "percent"}),
        ("division by zero is left as it is", {"dataset": "tatqa_a"}, "1 / 0", {"prediction": ["1 / 0"], "scale": ""}),
        ("spans", {"dataset": "tatqa_a"}, "a ; b", {"prediction": ["a", "b"], "scale": ""}),
        ("a worked solution", {"dataset": "gsm8k"}, "So <<12+3=15>>15\n#### 15", {"prediction": "15"}),
        ("nothing", {"dataset": "tatqa_a"}, "", {"prediction": [""], "scale": ""}),
    ],
)  # fmt: skip
def test_predictions(trap, columns, text, prediction):
    example = to_example(row(**columns), "equation", "tokens")
    assert example.prediction(text) == {"id": "r"} | prediction, trap


@pytest.mark.parametrize(
    ("columns", "text", "prediction"),
    [
        ({}, "12 + 3 = 16", {"prediction": "16", "equation": "12 + 3"}),  # computed wrongly
        ({}, "15", {"prediction": "15", "equation": ""}),
        ({"dataset": "tatqa_a"}, "12 + 3 = 15 | million", {"prediction": ["15"], "scale": "million", "equation": "12 + 3"}),
    ],
)  # fmt: skip
def test_of_both_the_result_is_the_prediction(columns, text, prediction):
    """Table 5 of the paper scores the answer that the model computed, not the value of its equation."""
    example = to_example(row(**columns), "both", "tokens")
    assert example.prediction(text) == {"id": "r"} | prediction


def test_both_are_trained_and_scored_apart(small, few_configs, tmp_path):
    run, arguments = parsed(
        small, few_configs, tmp_path, "gpt2", target="both", max_rows=4, num_train_epochs=1
    )
    run_training(CausalLM, run, arguments)
    made = json.loads((tmp_path / "asdiv_a" / "results.json").read_text())
    assert set(made["analysis"]) == {"equation_accuracy"}


@pytest.mark.parametrize("kind", ["bart", "gpt2"])
def test_a_models_own_ways_to_generate_are_left_out(small, few_configs, tmp_path, kind):
    """BART's, for summaries: no three tokens twice, which "12 + 12 + 12" has, and an early end of beams."""
    folder = shutil.copytree(small[kind], tmp_path / kind)
    told = GenerationConfig.from_pretrained(folder)
    told.no_repeat_ngram_size, told.early_stopping, told.num_beams, told.min_length = 3, True, 4, 20
    told.save_pretrained(folder)
    run, arguments = parsed({kind: folder}, few_configs, tmp_path / "out", kind)
    system = SYSTEMS[kind].create(run, arguments, [])
    ours = system.model.generation_config
    assert ours.eos_token_id == told.eos_token_id
    for name in ("no_repeat_ngram_size", "early_stopping", "num_beams", "min_length"):
        assert not getattr(ours, name), name


def test_a_metric_of_other_data_is_told(small, few_configs, tmp_path):
    changes = {"config": "drop_num", "target": "answer", "metric_for_best_model": "answer_accuracy"}
    run, arguments = parsed(small, few_configs, tmp_path, "t5", max_rows=4, **changes)
    with pytest.raises(RunError, match="drop_num has "):
        run_training(Seq2Seq, run, arguments)


def test_placeholders_are_put_back():
    example = to_example(row(), "equation", "placeholders")
    assert example.context == "Ann has [NUM1] pens. Bo has [NUM2]."
    assert example.prediction("[NUM2] * [NUM1]")["prediction"] == "3 * 12"


@pytest.mark.parametrize(("kind", "encoder"), [("t5", seq2seq_encoder), ("gpt2", causal_encoder)])
def test_the_context_is_cut_and_the_question_is_not(small, few_configs, tmp_path, kind, encoder):
    run, _ = parsed(small, few_configs, tmp_path, kind)
    tokenizer = load_tokenizer(run)
    example = to_example(row(context=["Once upon a time. " * 100]), "equation", "tokens")
    ids = encoder(tokenizer, 100)(example, False)["input_ids"]
    assert len(ids) == 100
    assert "How many in all?" in tokenizer.decode(ids)


def test_only_the_target_is_learnt(small, few_configs, tmp_path):
    run, _ = parsed(small, few_configs, tmp_path, "gpt2")
    tokenizer = load_tokenizer(run)
    features = causal_encoder(tokenizer, 512)(to_example(row(), "equation", "tokens"), True)
    learnt = [label for label in features["labels"] if label != -100]
    assert tokenizer.decode(learnt) == " 12 + 3</s>"
    assert len(features["labels"]) == len(features["input_ids"])


def test_a_batch_is_learnt_like_its_rows(small, few_configs, tmp_path):
    """Padding on the left and logits of the end alone change no loss, whose positions GPT-2 counts."""
    run, arguments = parsed(small, few_configs, tmp_path, "gpt2")
    train = load_examples(run, "asdiv_a", "train")[:6]
    system = CausalLM.create(run, arguments, train)
    side = system.tokenizer.padding_side
    features = [system.encode(example, True) for example in train]
    lengths = [sum(label != -100 for label in row["labels"]) for row in features]
    assert len({len(row["input_ids"]) for row in features}) > 1
    losses = [system.model.eval()(**{k: torch.tensor([v]) for k, v in row.items()}).loss for row in features]  # fmt: skip
    alone = sum(length * loss for length, loss in zip(lengths, losses, strict=True)) / sum(lengths)
    batch = system.collate(features)
    assert batch["labels"].shape == (6, max(lengths) + 1)
    assert system.model(**batch).logits.shape[:2] == batch["labels"].shape
    torch.testing.assert_close(system.model(**batch).loss, alone)
    assert system.tokenizer.padding_side == side == "right"


def test_attention_is_computed_as_asked_for(small, few_configs, tmp_path):
    run, arguments = parsed(small, few_configs, tmp_path, "gpt2", attn_implementation="eager")
    assert CausalLM.create(run, arguments, []).model.config._attn_implementation == "eager"
    run.attn_implementation = "quick"
    with pytest.raises(RunError, match=r"cannot be loaded .*quick"):
        CausalLM.create(run, arguments, [])


# --- a whole diagnosis ----------------------------------------------------------------------------


@pytest.fixture
def recipe(small, tmp_path):
    path = tmp_path / "tiny.yaml"
    path.write_text(
        yaml.safe_dump({"script": "seq2seq", "model": small["t5"], "num_train_epochs": 3})
    )
    return path


def diagnosis(recipe, release, out):
    return ["--recipe", str(recipe), "--dataset", str(release), "--output_dir", str(out), *QUICK,
            "--config", "drop_num", "--target", "answer", "--max_rows", "6", "--max_input_length", "64"]  # fmt: skip


def outcome(out):
    """What a diagnosis found, seconds and paths aside."""
    found = json.loads((out / "diagnosis.json").read_text())
    results = [
        {key: made[key] for key in ("signature", "scores", "applied", "drop") if key in made}
        for made in found["results"]
    ]
    texts = {p.relative_to(out): p.read_text() for p in sorted(out.rglob("predictions.jsonl"))}
    return results, texts, found["averages"]


def test_a_killed_diagnosis_goes_on_to_the_same_results(recipe, few_configs, tmp_path, capsys):
    """Killed in its first training, once a checkpoint lies there; then run again, and once whole."""
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    settings = ("--settings", "attack", "--num_train_epochs", "4")
    arguments = [*diagnosis(recipe, few_configs, killed), *settings]
    command = [sys.executable, "-m", "train.diagnose", *arguments]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 300
    while not list(killed.rglob("trainer_state.json")) and time.monotonic() < deadline:
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert not (killed / "diagnosis.json").exists()
    for out in (killed, whole):
        diagnose.main([*diagnosis(recipe, few_configs, out), *settings])
    assert outcome(killed) == outcome(whole)
    results, texts, averages = outcome(whole)
    assert (
        len(texts) == len(results) == 12
    )  # the originals, six attacks and the five with a second form
    assert set(averages["drop_num"]) == {"attack", "second form"}
    assert "micro average" in capsys.readouterr().out
    before = {path: path.stat().st_mtime_ns for path in whole.rglob("results.json")}
    diagnose.main([*diagnosis(recipe, few_configs, whole), *settings])
    with pytest.raises(RunError, match=r"holds a training with num_train_epochs 4\.0, not 9\.0; "):
        diagnose.main(
            [*diagnosis(recipe, few_configs, whole), *settings, "--num_train_epochs", "9"]
        )
    assert before == {path: path.stat().st_mtime_ns for path in whole.rglob("results.json")}


def test_a_dry_run_prints_the_plan(recipe, few_configs, tmp_path, capsys):
    out = tmp_path / "out"
    diagnose.main(
        [*diagnosis(recipe, few_configs, out), "--dry_run", "--settings", "attack", "augment"]
    )
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:-1] if line.startswith("drop_num")] == [
        "drop_num", *(f"drop_num-{name}-augment" for name in ("language", "type", "noise", "distribution", "verbosity", "extra"))
    ]  # fmt: skip
    heads = " ".join(line for line in lines[:3] if "─" not in line)
    assert {"config", "state", "rows", "tokens", "hours", "configs"} <= set(heads.split())
    (originals,) = (line for line in lines if line.startswith("drop_num "))
    assert originals.split()[1:3] == ["to", "train"]
    assert originals.endswith("12 of 12")
    assert "at 50 TFLOP/s" in lines[-1]
    assert not out.exists()


def test_a_training_needs_a_folder():
    """transformers would write to one of its own choice, trainer_output."""
    with pytest.raises(RunError, match="--output_dir is needed"):
        parse_run("test", Seq2Seq.arguments, ["--model", "x"])


@pytest.mark.parametrize(
    ("config", "command"),
    [
        ("asdiv_a", "`numdiag build --out numdiag` makes it"),
        ("number_words-comparison-bare-en", "`numdiag build-number-words --out numdiag` makes it"),
        ("question_matching-numeral", "`numdiag build-question-matching --out numdiag` makes it"),
    ],
)
def test_a_data_set_that_is_not_there_is_told_with_its_command(
    config, command, tmp_path, monkeypatch
):
    """Nor is the Hub asked, or a cache: there, too, it has a namespace."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RunError, match=re.escape(command)):
        load_rows(RunArguments(), config, "train")
    if config != "asdiv_a":
        with pytest.raises(RunError, match=re.escape(command)):
            matching_configs(RunArguments(), ["*"], config.partition("-")[0])


def test_transfer_tests_the_models_of_defense():
    """It trains on the same rows, so no model is trained twice; order has one form."""
    run = RunArguments(config="asdiv_a")
    plan = {
        r.config: r.evaluate for r in diagnose.trainings(run, ["attack", "defense", "transfer"])
    }
    assert plan["asdiv_a-noise-defense"] == ["asdiv_a-noise-defense", "asdiv_a-noise-transfer"]
    assert plan["asdiv_a-order-defense"] == ["asdiv_a-order-defense"]
    assert not any("transfer" in name for name in plan)


def test_the_model_of_the_originals_is_tested_in_both_forms():
    """Else nothing tells whether transfer loses to the wording or to a form that is harder."""
    run = RunArguments(config="asdiv_a")
    (of_originals,) = diagnose.trainings(run, ["attack"])
    forms = [name.rpartition("-")[2] for name in of_originals.evaluate[1:]]
    assert (forms.count("attack"), forms.count("transfer")) == (8, 6)
    (of_originals, *others) = diagnose.trainings(run, ["transfer"])
    assert of_originals.evaluate == ["asdiv_a"]
    assert len(others) == 6


# --- recipes and errors ---------------------------------------------------------------------------


OF_PROBLEMS = [
    path
    for path in sorted(RECIPES.glob("*.yaml"))
    if not path.stem.startswith(("probe-", "pairs-"))  # tested with their scripts
]


@pytest.mark.parametrize("path", OF_PROBLEMS, ids=lambda path: path.stem)
def test_recipes_are_whole(path, tmp_path):
    """Every option of a recipe exists, and its script too."""
    training = diagnose.SCRIPTS[read_recipe(path.stem)["script"]].arguments
    run, arguments = parse_run(
        "test", training, ["--recipe", path.stem, "--output_dir", str(tmp_path), "--use_cpu"]
    )
    if not run.model.startswith("package:"):  # which need not be installed
        diagnose.SCRIPTS[read_recipe(path.stem)["script"]].check(run)
    assert arguments.learning_rate < 0.01
    assert arguments.num_train_epochs >= 1


@pytest.mark.parametrize(
    ("trap", "changes", "message"),
    [
        ("no model", {"model": "/no/such/model"}, "model /no/such/model: cannot be loaded"),
        ("no package", {"model": "package:no_such_package"}, "no such package is installed"),
        ("no data", {"dataset": "/no/such/release"}, "data set /no/such/release, config asdiv_a: cannot"),
        ("no equations", {"config": "drop_num"}, "drop_num has no equations; use --target answer"),
        ("placeholders for answers", {"target": "answer", "numbers": "placeholders"}, "needs --target equation"),
    ],
)  # fmt: skip
def test_what_is_not_there_says_so(small, few_configs, tmp_path, trap, changes, message):
    with pytest.raises(RunError, match=message):
        run_training(Seq2Seq, *parsed(small, few_configs, tmp_path, "t5", **changes))


def test_an_unknown_config_names_the_choices(small, few_configs, tmp_path):
    run, arguments = parsed(small, few_configs, tmp_path, "t5", config="asdiv_a-nose-attack")
    with pytest.raises(ConfigError, match="unknown perturbation 'nose'"):
        run_training(Seq2Seq, run, arguments)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read; choose from bart-base"),
        ("model: [", "not valid YAML"),
        ("just text", "expected options"),
        ("script: seq2seq\nlearning_speed: 3", "unknown options learning_speed"),
        ("model: t5-base", "a line `script:`, one of seq2seq, causal_lm, graph2tree, tagop"),
    ],
)
def test_bad_recipes(tmp_path, content, message):
    path = tmp_path / "r.yaml"
    if content:
        path.write_text(content)
    with pytest.raises(RunError, match=message):
        diagnose.main(["--recipe", str(path), "--output_dir", str(tmp_path)])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"a: " + b"[" * 9999, "(not valid YAML|nested too deeply)"),
        (b"seed: " + b"1" * 5000, "more than 4,300 digits"),
        (b"when: 2020-99-99", "cannot be read"),
        (b"1: 2", "expected options, one a line"),
        (b"num_beams: [1, 2]", "unrecognized arguments|unknown option 2"),
        (b"num_beams: {a: 1}", "argument --num_beams"),
        (b"num_beams: two", "argument --num_beams/--num-beams: invalid int value: 'two'"),
        (b"numbers: words", "argument --numbers: invalid choice: 'words'"),
    ],
)  # fmt: skip
def test_recipes_that_cannot_be_read(content, message, tmp_path):
    path = tmp_path / "r.yaml"
    path.write_bytes(content)
    with pytest.raises(RunError, match=message) as error:
        parse_run("test", Seq2Seq.arguments, ["--recipe", str(path), "--output_dir", str(tmp_path)])
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--beams", "2"], "unknown option --beams (see `test --help`)"),
        (["extra"], "unknown option extra"),
        (["--num_beams", "0"], "--num_beams 0: it is 1 or more"),
        (["--num_beams", "x"], "invalid int value: 'x'"),
        (["--seed", "-1"], "--seed -1: it is from 0 to 4.29497e+09"),
        (["--seed", str(2**32)], "--seed 4294967296: it is from 0 to"),
        (["--data_seed", "-1"], "--data_seed -1: it is from 0 to"),
        (["--per_device_train_batch_size", "0"], "--per_device_train_batch_size 0: it is 1 or more"),
        (["--per_device_eval_batch_size", "-1"], "--per_device_eval_batch_size -1: it is 1 or more"),
        (["--max_rows", "-1"], "--max_rows -1: it is 0 or more"),
        (["--patience", "-1"], "--patience -1: it is 0 or more"),
        (["--max_input_length", "0"], "--max_input_length 0: it is 1 or more"),
        (["--num_train_epochs", "0"], "--num_train_epochs 0.0: it is 1e-06 or more"),
        (["--num_train_epochs", "nan"], "--num_train_epochs nan"),
        (["--num_train_epochs", "inf"], "--num_train_epochs inf"),
        (["--learning_rate", "-1"], "--learning_rate -1.0: it is 0 or more"),
        (["--target", "x"], "argument --target: invalid choice: 'x'"),
        (["--recipe"], "--recipe: expected one argument"),
        (["--save_strategy", "no"], "save"),
        (["--eval_strategy", "often"], "often"),
        # The last would silently win; a single value may be overridden.
        (["--evaluate", "asdiv_a", "--evaluate", "asdiv_a-type-attack"], "--evaluate is given twice; give it once, with all"),
    ],
)  # fmt: skip
def test_options_that_cannot_be(options, message, tmp_path):
    with pytest.raises(RunError) as error:
        parse_run("test", Seq2Seq.arguments, ["--output_dir", str(tmp_path), *options])
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_recipes_are_command_lines(tmp_path):
    """Every recipe that comes with the scripts is read as it was written."""
    for path in RECIPES.glob("*.yaml"):
        if read_recipe(path.stem)["script"] not in diagnose.SCRIPTS:
            continue
        kind = diagnose.SCRIPTS[read_recipe(path.stem)["script"]].arguments
        run, arguments = parse_run(
            "test", kind, ["--recipe", path.stem, "--output_dir", str(tmp_path)]
        )
        for key, value in read_recipe(path.stem).items():
            if key != "script":
                assert getattr(run if hasattr(run, key) else arguments, key) == value, (path, key)


# --- what cannot go on ---------------------------------------------------------------------------


def test_a_trained_model_that_was_cut_off_is_told(small, few_configs, tmp_path):
    shutil.copytree(small["t5"], tmp_path / "model")
    weights = tmp_path / "model" / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:1000])
    run, arguments = parsed(small, few_configs, tmp_path, "t5")
    with pytest.raises(RunError, match=r"model .*: cannot be loaded") as error:
        run_training(Seq2Seq, run, arguments)
    assert "\n" not in str(error.value)


def test_results_do_not_go_into_a_release(small, few_configs, sample_release):
    run, arguments = parsed(small, few_configs, sample_release / "runs", "t5")
    with pytest.raises(OutputError, match="lies in the release"):
        run_training(Seq2Seq, run, arguments)


def test_the_command_fails_in_a_line(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "train.seq2seq", "--recipe", "t6-base", "--output_dir", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith(
        "numdiag train seq2seq: recipe t6-base: cannot be read; choose from "
    )
    assert done.stderr.count("\n") == 1


def test_ctrl_c_says_how_to_go_on(capsys):
    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as exit_:
        run_script("numdiag train seq2seq", interrupt)
    assert exit_.value.code == 130
    message = "numdiag train seq2seq: interrupted; the same command goes on from the last epoch"
    assert capsys.readouterr().err.strip() == message
