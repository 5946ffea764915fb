"""What a probe sees of an encoder: its layers, from one pass; kept for other runs; and what stands in the way."""

import sys

import pytest
import torch
from transformers import AutoModel, AutoTokenizer

from numdiag_datasets.core.progress import no_progress
from tests.probing import BARE, SIZES, encoded_rows, results, run
from tests.small_models import save_small_model, save_small_xlm
from train.errors import RunError
from train.probe.encoder import Encoder
from train.probe.layers import Layer, chosen_layers
from train.probe.options import ProbeArguments
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
    with pytest.raises(RunError, match="needs sacremoses, which is not installed; pip install sacremoses") as error:
        run(words, tmp_path / "out", "--model", model, "--config", BARE)
    assert "\n" not in str(error.value)
