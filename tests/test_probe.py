"""The probe: what it sees, that it is computed once, that it learns, and what it says of bad input."""

import json

import pytest
import torch
from safetensors.torch import load_file
from transformers import CLIPConfig, CLIPModel, PreTrainedTokenizerFast, TrainingArguments

from numdiag_datasets.release.building.number_words import build_number_words
from numdiag_datasets.report.outcomes import ReportError
from numdiag_datasets.report.writing import write_report
from numdiag_datasets.text_pairs.number_words.examples import Values
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from tests.small_models import save_small_encoder
from train import probe
from train.arguments import RunError, parse_options
from train.probe import label, main
from train.probe_features import alphabet_of, character_counts

BARE = "number_words-grammaticality-bare-en"
PAIRS = "number_words-comparison-sentence-en"


@pytest.fixture(scope="module")
def words(tmp_path_factory):
    out = tmp_path_factory.mktemp("data") / "number_words"
    values = Values(9_999, 1, {"train": 120, "validation": 40, "test": 40})
    build_number_words(out, [LANGUAGES["en"]], values)
    return out


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models") / "small-encoder"
    return save_small_encoder([LANGUAGES["en"].spell(n) for n in range(0, 9_999, 7)], folder)


def run(words, out, *options):
    main([
        "--dataset", str(words), "--output_dir", str(out), "--use_cpu", "--num_train_epochs", "2",
        "--disable_tqdm", "True", *map(str, options),
    ])  # fmt: skip


def results(out, config=BARE):
    return json.loads((out / config / "results.json").read_text())


@pytest.mark.parametrize(
    ("options", "system"),
    [
        ((), "small-encoder, frozen"),
        (("--pooling", "first"), "small-encoder, frozen"),
        (("--pooling", "pooler"), "small-encoder, frozen"),
        (("--features", "random"), "small-encoder, random weights"),
        (("--features", "characters"), "characters"),
        (("--finetune",), "small-encoder, fine-tuned"),
    ],
)
def test_every_way_gives_results(words, encoder, tmp_path, options, system):
    run(words, tmp_path, "--model", encoder, "--config", BARE, PAIRS, *options)
    for config in (BARE, PAIRS):
        found = results(tmp_path, config)
        assert found["system"] == system
        assert found["scores"]["rows"] == 40
        low, high = found["interval"]
        assert low < found["scores"]["accuracy"] < high
        assert found["signature"].startswith(f"config:{config}|data:0.3.0@")
        assert sum(part["rows"] for part in found["breakdown"]["label"].values()) == 40
    assert set(results(tmp_path, PAIRS)["breakdown"]) == {"label", "template"}


def test_what_an_encoder_sees_is_computed_once(words, encoder, tmp_path, monkeypatch):
    run(words, tmp_path, "--model", encoder, "--config", BARE)
    stored = sorted((tmp_path / "features").iterdir())
    assert [load_file(path)["vectors"].dtype for path in stored] == [torch.float16] * 3
    before = results(tmp_path)
    (tmp_path / BARE / "results.json").unlink()
    calls = []

    def batches(order):
        calls.append(order)
        return iter(())

    monkeypatch.setattr("train.probe_features._batches", batches)
    run(words, tmp_path, "--model", encoder, "--config", BARE)
    assert not calls
    assert results(tmp_path)["scores"] == before["scores"]
    assert sorted((tmp_path / "features").iterdir()) == stored


def test_what_has_results_is_not_done_again(words, encoder, tmp_path, monkeypatch):
    run(words, tmp_path, "--model", encoder, "--config", BARE)
    monkeypatch.setattr(probe, "write_result", lambda *a, **b: pytest.fail("done again"))
    run(words, tmp_path, "--model", encoder, "--config", BARE)


def test_a_seed_gives_the_same_and_random_weights_know_less(words, encoder, tmp_path):
    options = (
        "--model",
        encoder,
        "--config",
        BARE,
        "--features",
        "random",
        "--learning_rate",
        "1e-3",
    )
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        run(words, tmp_path / name, *options, "--seed", seed)
    a, b, c = (min((tmp_path / name / "features").iterdir()).name for name in ("a", "b", "c"))
    assert a == b != c
    assert results(tmp_path / "a")["validation_accuracy"] == results(tmp_path / "b")["validation_accuracy"]  # fmt: skip


def test_a_head_learns_what_can_be_learnt(tmp_path):
    """Two clouds that a line parts; a head that cannot learn would stay at chance."""
    generator = torch.Generator().manual_seed(1)
    labels = {split: torch.arange(200) % 2 for split in ("train", "validation")}
    features = {
        split: torch.randn(200, 8, generator=generator) + 4 * y[:, None]
        for split, y in labels.items()
    }
    torch.manual_seed(1)
    head = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))
    arguments = TrainingArguments(
        output_dir=str(tmp_path), num_train_epochs=10, learning_rate=3e-2, use_cpu=True,
        per_device_train_batch_size=32,
    )  # fmt: skip
    log = probe._train_head(head, features, labels, arguments)
    assert log[-1] > 98


def test_characters_are_counted_in_both_texts():
    rows = [{"text": "aab", "text_pair": ""}, {"text": "b", "text_pair": "cx"}]
    assert alphabet_of(rows[:1]) == ["a", "b"]
    assert character_counts(rows, ["a", "b"]).tolist() == [[2, 1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 2]]


def test_results_become_a_report(words, encoder, tmp_path):
    for name, options in (("mine", ()), ("letters", ("--features", "characters"))):
        run(words, tmp_path / name, "--model", encoder, *options)
    paths = write_report(
        [f"Mine={tmp_path / 'mine'}", str(tmp_path / "letters")], tmp_path / "report"
    )
    names = {path.name for path in paths}
    assert {"grammaticality-number_words.svg", "comparison-number_words.png"} <= names
    assert {"grammaticality-number_words.csv", "comparison-number_words.tex"} <= names
    assert "heatmap.svg" not in names
    text = (tmp_path / "report" / "report.md").read_text()
    accuracy = results(tmp_path / "mine")["scores"]["accuracy"]
    assert "|  | Mine: accuracy | characters: accuracy |" in text
    assert f"| bare English | {accuracy:.1f} (" in text
    assert (
        "![Accuracy of comparison of number words by language](comparison-number_words.png)" in text
    )


@pytest.fixture
def clip(encoder, tmp_path):
    """A model of text and pictures, which gives no hidden state for text alone."""
    config = {
        "hidden_size": 8,
        "intermediate_size": 8,
        "num_hidden_layers": 1,
        "num_attention_heads": 1,
    }
    model = CLIPModel(CLIPConfig(text_config=config | {"vocab_size": 99}, vision_config=config | {"image_size": 8, "patch_size": 8}))  # fmt: skip
    model.save_pretrained(tmp_path / "clip")
    PreTrainedTokenizerFast.from_pretrained(encoder).save_pretrained(tmp_path / "clip")
    return tmp_path / "clip"


def test_a_model_without_a_hidden_state_is_told(words, clip, tmp_path):
    with pytest.raises(RunError, match=r"model .*clip: does not encode text"):
        run(words, tmp_path / "out", "--model", clip, "--config", BARE)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--config", "number_words-*-sv"), r"no config of number_words matches 'number_words-\*-sv'; it holds"),
        (("--finetune", "--features", "characters"), "--finetune trains an encoder"),
        (("--model", "/nowhere"), "model /nowhere: cannot be loaded"),
        (("--dataset", "/nowhere"), "data set /nowhere: cannot be read"),
        (("--recipe", "none"), "recipe none: cannot be read; choose from .*probe-bert"),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_a_line(words, encoder, tmp_path, options, message):
    with pytest.raises(RunError, match=message) as error:
        run(words, tmp_path, "--model", encoder, *options)
    assert "\n" not in str(error.value)


def test_the_recipe_of_an_installed_encoder(tmp_path):
    arguments = ["--recipe", "probe-minilm", "--output_dir", str(tmp_path), "--use_cpu"]
    options, training = parse_options(
        "probe", (probe.ProbeArguments, TrainingArguments), arguments, probe._DEFAULTS
    )
    assert (options.config, options.pooling) == (["number_words-*-en"], "mean")
    assert training.learning_rate == 1e-3


def test_recipes_are_those_of_the_paper(tmp_path):
    for name, model in (
        ("probe-distilbert", "distilbert-base-multilingual-cased"),
        ("probe-bert", "bert-base-multilingual-cased"),
        ("probe-xlm", "xlm-mlm-100-1280"),
    ):
        arguments = ["--recipe", name, "--output_dir", str(tmp_path), "--use_cpu"]
        options, training = parse_options(
            "probe", (probe.ProbeArguments, TrainingArguments), arguments, probe._DEFAULTS
        )
        assert label(options) == f"{model}, frozen"
        assert training.num_train_epochs == 20
        assert training.learning_rate == 1e-5
        assert training.per_device_train_batch_size == 32
        assert options.config == ["number_words-*"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, "with the same seed; give them different names"),
        ({"signature": "config:x|data:other|rows:40|version:0.2.0"}, "were not measured alike"),
        (
            {"scores": {"rows": 40, "accuracy": 120}},
            "`scores accuracy` of a result is 120, not points from 0 to 100",
        ),
    ],
)
def test_results_that_do_not_go_together_are_refused(words, encoder, tmp_path, change, message):
    run(words, tmp_path / "a", "--model", encoder, "--config", BARE, "--features", "characters")
    other = results(tmp_path / "a") | change
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "results.json").write_text(json.dumps(other))
    with pytest.raises(ReportError, match=message):
        write_report([f"x={tmp_path / 'a'}", f"x={tmp_path / 'b'}"], tmp_path / "report")
    assert not (tmp_path / "report").exists()
