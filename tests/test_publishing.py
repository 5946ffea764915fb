"""Model cards, and models on the Hub: one on loopback."""

import json
import shutil

import pytest

pytest.importorskip("torch", reason="the train extra is not installed")

from huggingface_hub import ModelCard
from transformers import AutoModelForSeq2SeqLM

from numdiag_datasets.release.hub.repository import HubError
from tests.hub_server import client_of, hub_server
from tests.small_models import save_small_model
from train.arguments import parse_run
from train.errors import RunError
from train.publishing import CARD, finish_model
from train.resuming import note_options
from train.seq2seq import Seq2Seq
from train.training import run_training

CONFIGS = ["asdiv_a", "asdiv_a-noise-attack"]


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return save_small_model("t5", tmp_path_factory.mktemp("models") / "small-t5")


def train(model, release, out, *options, configs=CONFIGS):
    run, arguments = parse_run(
        "test",
        Seq2Seq.arguments,
        ["--model", str(model), "--dataset", str(release), "--output_dir", str(out), "--use_cpu", "--max_rows", "4",
         "--num_train_epochs", "1", "--disable_tqdm", "True", *options],
    )  # fmt: skip
    run.evaluate = configs
    return run_training(Seq2Seq, run, arguments)


@pytest.fixture(scope="module")
def trained(small, few_configs, tmp_path_factory):
    return train(small, few_configs, tmp_path_factory.mktemp("runs") / "one")


def test_a_card_says_what_was_trained_and_what_it_scored(trained):
    text = (trained / "model" / CARD).read_text()
    card = ModelCard(text)
    told = {(one.dataset_config, one.metric_type): one.metric_value for one in getattr(card.data, "eval_results", ())}
    for config in CONFIGS:
        made = json.loads((trained / config / "results.json").read_text())
        for metric, value in made["scores"].items():
            if metric != "rows":
                assert told[config, metric] == pytest.approx(value, abs=0.01)
        assert made["signature"] in text
    about = card.data.to_dict()
    assert about["library_name"] == "transformers"
    assert "base_model" not in about  # a folder here, which nobody else has
    assert "| num_train_epochs | 1.0 |" in text
    assert "\n\n\n" not in text


def test_a_model_is_pushed_once_it_is_done_and_loads_from_there(small, few_configs, tmp_path, capsys):
    place = ("--push_to_hub", "--hub_model_id", "ann/small-numdiag")
    with hub_server() as hub, client_of(hub, tmp_path):
        out = train(small, few_configs, tmp_path / "run", *place)
        files = hub.repos["ann/small-numdiag"].head.files
        assert {"README.md", "config.json", "model.safetensors", "tokenizer.json"} <= set(files)
        commits = len(hub.repos["ann/small-numdiag"].branches["main"])
        assert commits == 2  # that of the repository, and one with all files
        train(small, few_configs, tmp_path / "run", *place)  # nothing changed
        assert len(hub.repos["ann/small-numdiag"].branches["main"]) == commits
        loaded = AutoModelForSeq2SeqLM.from_pretrained("ann/small-numdiag", cache_dir=tmp_path / "cache")
    mine = AutoModelForSeq2SeqLM.from_pretrained(out / "model")
    assert all(a.equal(b) for a, b in zip(loaded.parameters(), mine.parameters(), strict=True))
    assert f"{hub.url}/ann/small-numdiag" in capsys.readouterr().out


def test_what_keeps_a_model_from_the_hub_is_told(small, few_configs, tmp_path, monkeypatch):
    with pytest.raises(RunError, match="needs --hub_model_id"):
        train(small, few_configs, tmp_path / "run", "--push_to_hub")
    for name, message in (("small", "namespace/name"), ("ann/small", "not logged in")):
        with hub_server() as hub, client_of(hub, tmp_path):
            monkeypatch.delenv("HF_TOKEN")
            with pytest.raises(HubError, match=message):
                train(small, few_configs, tmp_path / "run", "--push_to_hub", "--hub_model_id", name)
    with pytest.raises(RunError, match="others can read a command line"):
        train(small, few_configs, tmp_path / "run", "--hub_token", "hf_x")
    assert not (tmp_path / "run").exists()  # before anything is trained
    with hub_server() as hub, client_of(hub, tmp_path):
        hub.fault = lambda number, request: 403 if "commit" in request else None
        with pytest.raises(HubError, match="403"):
            train(small, few_configs, tmp_path / "run", "--push_to_hub", "--hub_model_id", "ann/m")
    assert (tmp_path / "run" / CONFIGS[1] / "results.json").is_file()  # the work is kept


def test_a_card_keeps_earlier_scores_and_needs_its_model(small, few_configs, tmp_path):
    out = train(small, few_configs, tmp_path / "run")
    before = (out / "model" / CARD).read_text()
    train(small, few_configs, tmp_path / "run", configs=CONFIGS[:1])
    assert (out / "model" / CARD).read_text() == before
    # A folder with a card alone would pass for a trained model.
    out = train(small, few_configs, tmp_path / "run")
    shutil.rmtree(out / "model")
    finish_model(out / "model", "small", "")
    assert not (out / "model").exists()


def test_a_model_of_our_own_class_is_not_said_to_be_of_transformers(tmp_path):
    for name, library in (("T5ForConditionalGeneration", "transformers"), ("Graph2TreeModel", "numdiag")):
        model = tmp_path / name / "model"
        model.mkdir(parents=True)
        (model / "config.json").write_text(json.dumps({"architectures": [name]}))
        note_options(model.parent, {})
        finish_model(model, "one", "")
        assert f"library_name: {library}\n" in (model / CARD).read_text()
