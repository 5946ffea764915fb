"""The probe: what it sees of an encoder, every way to run it, what it learns, and what it says of bad input."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
import torch
from transformers import AutoModel, AutoTokenizer, TrainingArguments

from numdiag_datasets._version import __version__
from numdiag_datasets.core.progress import no_progress
from numdiag_datasets.report.writing import write_report
from numdiag_datasets.text_pairs.number_words.build import build_number_words
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES, MAX_VALUE
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions
from tests.conftest import BuildOnce
from tests.small_models import save_small_encoder, save_small_model, save_small_xlm
from train.arguments import parse_options
from train.errors import RunError
from train.probe.characters import alphabet_of, character_counts
from train.probe.classifier import train_classifier
from train.probe.encoder import Encoder
from train.probe.layers import Layer, chosen_layers
from train.probe.options import DEFAULTS, ProbeArguments, label
from train.probe.run import main
from train.probe.vectors import Vectors, load_vectors

CPU = torch.device("cpu")
ROWS = [
    {"text": "one hundred and two", "text_pair": "nine"},
    {"text": "seven", "text_pair": "ninety thousand and eleven"},
    {"text": "two", "text_pair": "three"},
]


def vectors(model, cache, layers, rows=ROWS, **options):
    """Layer -> vectors of some rows."""
    made = Encoder(ProbeArguments(model=str(model), **options), CPU, bf16=False, seed=None)
    files = Vectors(made, cache).files(rows, layers, no_progress)
    return {layer: load_vectors(path) for layer, path in files.items()}


@pytest.mark.parametrize("kind", ["bert", "t5", "bart", "xlm"])
def test_layers_are_the_hidden_states(encoder, tmp_path, kind):
    """Those of the model itself, a row at a time, from the embeddings (0) to what comes out (the last)."""
    if kind == "xlm":
        pytest.importorskip("sacremoses", reason="the train extra is not installed")
        model = save_small_xlm(tmp_path / "xlm")
    else:
        model = encoder if kind == "bert" else save_small_model(kind, tmp_path / kind)
    whole = AutoModel.from_pretrained(model).eval()
    network = whole.get_encoder() if kind in ("t5", "bart") else whole
    tokenizer = AutoTokenizer.from_pretrained(model)
    depth = network.config.num_hidden_layers
    found = vectors(model, tmp_path / "cache", range(depth + 1), pooling="first")
    assert list(found) == list(range(depth + 1))
    for n, row in enumerate(ROWS):
        inputs = tokenizer(row["text"], row["text_pair"], return_tensors="pt")
        with torch.inference_mode():
            output = network(**inputs, output_hidden_states=True)
        for layer, states in enumerate(output.hidden_states):
            assert torch.allclose(found[layer][n], states[0, 0], rtol=1e-2, atol=1e-2)
        assert torch.allclose(found[depth][n], output.last_hidden_state[0, 0], rtol=1e-2, atol=1e-2)


@pytest.mark.parametrize(("asked", "layers"), [
    (["last"], [Layer(2, is_numbered=False)]),
    (["all"], [Layer(0), Layer(1), Layer(2)]),
    (["2", "0", "2"], [Layer(2), Layer(0)]),
    (["1", "all", "last"], [Layer(1), Layer(0), Layer(2), Layer(2, is_numbered=False)]),
])  # fmt: skip
def test_which_layers_are_asked_for(asked, layers):
    assert chosen_layers(asked, 2, "m") == layers


def test_all_layers_come_from_one_pass(words, encoder, tmp_path, monkeypatch):
    """And a layer that is asked for later, by its number or as the last, from no pass at all."""
    given = encoded_rows(monkeypatch)
    run(words, tmp_path, "--model", encoder, "--config", BARE, "--layer", "all")
    assert sum(rows for rows, _ in given) == sum(SIZES.values())
    assert {tuple(layers) for _, layers in given} == {(0, 1, 2)}
    assert len(list((tmp_path / "features").iterdir())) == 3 * 3
    for n in range(3):
        found = results(tmp_path, f"{BARE}/layer-{n}")
        assert found["system"] == f"small-encoder, frozen, layer {n}"
        assert found["probe"] == {
            "features": "encoder", "finetune": False, "model": str(encoder), "prefix": "", "layer": n,
            "pooling": "mean", "train_language": "", "trained_on": BARE,
        }  # fmt: skip
    assert not (tmp_path / BARE / "results.json").exists()
    given.clear()
    (tmp_path / BARE / "layer-1" / "results.json").unlink()
    run(words, tmp_path, "--model", encoder, "--config", BARE, "--layer", "1", "last")
    assert not given
    last = results(tmp_path)
    assert last["system"] == "small-encoder, frozen"
    assert last["probe"]["layer"] == 2
    assert last["scores"] == results(tmp_path, f"{BARE}/layer-2")["scores"]


def test_a_file_that_was_cut_off_is_made_anew(encoder, tmp_path):
    before = vectors(encoder, tmp_path, [2])
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-9])
    assert torch.equal(vectors(encoder, tmp_path, [2])[2], before[2])
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("trap", "options"),
    [("pooling", {"pooling": "first"}), ("tokens", {"max_length": 3}), ("other weights by the same name", {})],
)
def test_a_cache_tells_apart_what_differs(encoder, tmp_path, trap, options):
    folder = tmp_path / "model"
    model = AutoModel.from_pretrained(encoder)
    model.save_pretrained(folder)
    AutoTokenizer.from_pretrained(encoder).save_pretrained(folder)
    before = vectors(folder, tmp_path / "cache", [1])[1]
    if not options:
        torch.nn.init.normal_(model.embeddings.word_embeddings.weight)
        model.save_pretrained(folder)
    assert not torch.equal(vectors(folder, tmp_path / "cache", [1], **options)[1], before)


def test_vectors_that_float16_cannot_hold_are_told(encoder, tmp_path):
    made = Encoder(ProbeArguments(model=str(encoder)), CPU, bf16=False, seed=None)
    torch.nn.init.constant_(made._model.embeddings.LayerNorm.bias, 1e6)
    with pytest.raises(RunError, match="layer 0: its hidden states are no numbers, or beyond"):
        Vectors(made, tmp_path / "cache").files(ROWS, [0], no_progress)
    assert not (tmp_path / "cache").exists()


def test_what_the_tokenizer_of_xlm_needs_is_named(words, tmp_path, monkeypatch):
    """Though transformers raises an error of its own where sacremoses is missing."""
    model = save_small_xlm(tmp_path / "xlm")
    monkeypatch.setitem(sys.modules, "sacremoses", None)  # as Python has it: not to be imported
    with pytest.raises(RunError, match=r"cannot be loaded .*sacremoses") as error:
        run(words, tmp_path / "out", "--model", model, "--config", BARE)
    assert "\n" not in str(error.value)


BARE = "number_words-grammaticality-bare-en"
BARE_DANISH = "number_words-grammaticality-bare-da"
PAIRS = "number_words-comparison-sentence-en"
#: Rows of each split.
SIZES = {"train": 120, "validation": 40, "test": 40}


@pytest.fixture(scope="session")
def words(build_once: BuildOnce) -> Path:
    """A release of number words in English and Danish."""
    languages, options = [LANGUAGES["en"], LANGUAGES["da"]], ProbeOptions(MAX_VALUE, 1, SIZES)
    return build_once("words", lambda to: build_number_words(to, languages, options))


@pytest.fixture(scope="session")
def encoder(build_once: BuildOnce) -> Path:
    """An encoder of two layers, whose tokens are the words of English numbers."""
    words = [LANGUAGES["en"].spell(n) for n in range(0, 9_999, 7)]
    return build_once("encoder", lambda to: save_small_encoder(words, to / "small-encoder", layers=2)) / "small-encoder"


def run(words: Path, out: Path, *options: object) -> None:
    main([
        "--dataset", str(words), "--output_dir", str(out), "--use_cpu", "--num_train_epochs", "2",
        "--disable_tqdm", "True", *map(str, options),
    ])  # fmt: skip


def results(out: Path, config: str = BARE) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((out / config / "results.json").read_text())
    return found


def encoded_rows(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, list[int]]]:
    """What encoders are given from now on: rows of a batch and the layers; not the word that they try first."""
    given: list[tuple[int, list[int]]] = []
    embed = Encoder.embed

    def spy(self: Encoder, batch: list[Any], layers: list[int]) -> Any:
        if len(batch) > 1:
            given.append((len(batch), list(layers)))
        return embed(self, batch, layers)

    monkeypatch.setattr(Encoder, "embed", spy)
    return given


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
        assert found["signature"].startswith(f"config:{config}|data:{__version__}@")
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


UNSEEN = ("number_words-unseen_errors-bare-en", "number_words-unseen_combinations-bare-da")


@pytest.mark.parametrize(("options", "trained_on"), [
    ((), (BARE, BARE_DANISH)),
    (("--train_language", "en"), (BARE, BARE)),
])  # fmt: skip
def test_what_is_unseen_is_tested_after_training_on_grammaticality(words, encoder, tmp_path, options, trained_on):
    """Their configs have no train split."""
    run(words, tmp_path, "--model", encoder, "--config", *UNSEEN, *options)
    for config, trained in zip(UNSEEN, trained_on, strict=True):
        found = results(tmp_path, config)
        assert (found["config"], found["probe"]["trained_on"], found["scores"]["rows"]) == (config, trained, 40)


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
