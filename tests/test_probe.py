"""The probe: every way to run it, seeds and languages, what it learns, and what it says of bad input."""

from statistics import fmean

import pytest
import torch
from transformers import TrainingArguments

from numdiag_datasets.report.writing import write_report
from tests.probing import BARE, BARE_DANISH, PAIRS, SIZES, encoded_rows, results, run
from train.arguments import parse_options
from train.errors import RunError
from train.probe.characters import alphabet_of, character_counts
from train.probe.classifier import train_classifier
from train.probe.layers import Layer
from train.probe.options import DEFAULTS, ProbeArguments, label


@pytest.mark.parametrize(("options", "system"), [
    ((), "small-encoder, frozen"),
    (("--pooling", "first"), "small-encoder, frozen"),
    (("--pooling", "pooler"), "small-encoder, frozen"),
    (("--features", "random"), "small-encoder, random weights"),
    (("--features", "characters"), "characters"),
    (("--prefix", "query: "), "small-encoder, frozen"),
    (("--finetune",), "small-encoder, fine-tuned"),
])  # fmt: skip
def test_every_way_gives_results(words, encoder, tmp_path, options, system):
    run(words, tmp_path, "--model", encoder, "--config", BARE, PAIRS, *options)
    for config in (BARE, PAIRS):
        found = results(tmp_path, config)
        assert found["system"] == system
        assert found["scores"]["rows"] == 40
        low, high = found["interval"]
        assert low < found["scores"]["accuracy"] < high
        assert found["signature"].startswith(f"config:{config}|data:1.0.0@")
        assert sum(part["rows"] for part in found["breakdown"]["label"].values()) == 40
    assert set(results(tmp_path, PAIRS)["breakdown"]) >= {"label", "template"}


@pytest.mark.parametrize(("options", "message"), [
    (("--seed", "2"), r"is of small-encoder, frozen, seed 42, not of small-encoder, frozen, seed 2; name another"),
    (("--train_language", "en"), "not of small-encoder, frozen, trained on en, seed 42; name another"),
])  # fmt: skip
def test_results_of_something_else_do_not_pass_for_it(words, encoder, tmp_path, options, message):
    run(words, tmp_path, "--model", encoder, "--config", BARE)
    with pytest.raises(RunError, match=message):
        run(words, tmp_path, "--model", encoder, "--config", BARE, *options)


def test_seeds_share_what_a_frozen_encoder_saw(words, encoder, tmp_path, monkeypatch):
    """And a report averages them: one system, by one label."""
    given = encoded_rows(monkeypatch)
    for seed in (1, 2, 3):
        options = ("--features_cache", tmp_path / "cache", "--seed", seed, "--learning_rate", "1e-2")
        run(words, tmp_path / f"seed-{seed}", "--model", encoder, "--config", BARE, *options)
    assert sum(rows for rows, _ in given) == sum(SIZES.values())
    assert not (tmp_path / "seed-1" / "features").exists()
    found = [results(tmp_path / f"seed-{seed}") for seed in (1, 2, 3)]
    assert {result["system"] for result in found} == {"small-encoder, frozen"}
    assert len({tuple(result["validation_accuracy"]) for result in found}) > 1
    write_report([str(tmp_path)], tmp_path / "report")
    text = (tmp_path / "report" / "report.md").read_text()
    assert "|  | small-encoder, frozen: accuracy |" in text
    assert f"| bare English | {fmean(r['scores']['accuracy'] for r in found):.1f} " in text


@pytest.mark.parametrize(
    ("options", "system"),
    [((), "small-encoder, frozen, trained on en"), (("--features", "characters"), "characters, trained on en")],
)
def test_what_is_trained_on_one_language_is_tested_on_all(words, encoder, tmp_path, options, system):
    """As it is for that language alone."""
    options = ("--model", encoder, "--learning_rate", "1e-2", *options)
    run(words, tmp_path / "transfer", *options, "--config", BARE_DANISH, BARE, "--train_language", "en")
    for config in (BARE, BARE_DANISH):
        found = results(tmp_path / "transfer", config)
        assert (found["system"], found["config"]) == (system, config)
        assert (found["probe"]["train_language"], found["probe"]["trained_on"]) == ("en", BARE)
    run(words, tmp_path / "own", *options, "--config", BARE)
    for key in ("scores", "breakdown"):
        assert results(tmp_path / "transfer")[key] == results(tmp_path / "own")[key]


def test_checkpoints_of_one_config_are_none_of_the_next(words, encoder, tmp_path):
    options = ("--finetune", "--save_strategy", "epoch")
    run(words, tmp_path, "--model", encoder, "--config", BARE, BARE_DANISH, *options)
    epochs = [
        [line["epoch"] for line in results(tmp_path, config)["log"] if "eval_accuracy" in line]
        for config in (BARE, BARE_DANISH)
    ]
    assert epochs == [[1.0, 2.0], [1.0, 2.0]]
    assert write_report([str(tmp_path)], tmp_path / "report")


def test_a_classifier_learns_what_can_be_learnt(tmp_path):
    """Two clouds that a line parts; one that cannot learn would stay at chance. The scale is that of the training rows."""
    generator = torch.Generator().manual_seed(1)
    labels = {split: torch.arange(200) % 2 for split in ("train", "validation")}
    features = {
        split: 50 + 9 * (torch.randn(200, 8, generator=generator) + 4 * y[:, None]) for split, y in labels.items()
    }
    arguments = TrainingArguments(
        output_dir=str(tmp_path), num_train_epochs=10, learning_rate=3e-2, use_cpu=True, per_device_train_batch_size=32
    )
    made = train_classifier(features, labels, arguments, hidden_size=8)
    assert made.validation_accuracy[-1] > 98
    assert torch.equal(made.mean, features["train"].mean(0))
    found = torch.tensor(made.labels(features["validation"]))
    right = (found == labels["validation"]).float().mean().item()
    assert round(100 * right, 2) == made.validation_accuracy[-1]


def test_characters_are_counted_in_both_texts():
    rows = [{"text": "aab", "text_pair": ""}, {"text": "b", "text_pair": "cx"}]
    assert alphabet_of(rows[:1]) == ["a", "b"]
    assert character_counts(rows, ["a", "b"]).tolist() == [[2, 1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 2]]


@pytest.mark.parametrize(("options", "message"), [
    (("--config", "number_words-*-sv"), r"no config of number_words matches 'number_words-\*-sv'; it holds"),
    (("--finetune", "--features", "characters"), "--finetune trains an encoder"),
    (("--layer", "3"), r"--layer 3: .*small-encoder has the layers 0 \(its embeddings\) to 2; give numbers, last or all"),
    (("--layer", "-1"), "--layer -1: .* has the layers 0"),
    (("--layer", "0", "--finetune"), "--layer is of a frozen encoder; it does not go with --finetune"),
    (("--layer", "0", "--pooling", "pooler"), "--pooling pooler reads the last layer; with --layer use mean or first"),
    (("--train_language", "sv"), r"--train_language sv: .* has no number_words-grammaticality-bare-sv; choose from en, da"),
    (("--model", "/nowhere"), "model /nowhere: cannot be loaded"),
    (("--recipe", "none"), "recipe none: cannot be read; choose from .*probe-bert"),
])  # fmt: skip
def test_bad_input_is_told_in_a_line(words, encoder, tmp_path, options, message):
    with pytest.raises(RunError, match=message) as error:
        run(words, tmp_path, "--model", encoder, *options)
    assert "\n" not in str(error.value)


def test_recipes_are_those_of_the_paper(tmp_path):
    for name, model in (
        ("probe-distilbert", "distilbert-base-multilingual-cased"),
        ("probe-bert", "bert-base-multilingual-cased"),
        ("probe-xlm", "xlm-mlm-100-1280"),
    ):
        options, training = of_recipe(name, tmp_path)
        assert label(options, Layer(12, is_numbered=False)) == f"{model}, frozen"
        assert training.num_train_epochs == 20
        assert training.learning_rate == 1e-5
        assert training.per_device_train_batch_size == 32
        assert options.config == ["number_words-*"]


def of_recipe(name, out):
    arguments = ["--recipe", name, "--output_dir", str(out), "--use_cpu"]
    return parse_options("probe", (ProbeArguments, TrainingArguments), arguments, DEFAULTS)
