"""Pairs that a language model finds unlikely are listed once, and left out with their counterparts."""

import pytest
from transformers import AutoModelForCausalLM, AutoTokenizer

from numdiag_datasets.text_pairs.question_matching import naturalness as listed
from numdiag_datasets.text_pairs.question_matching.build import build_question_matching
from numdiag_datasets.text_pairs.question_matching.contrasts import CONTRASTS
from numdiag_datasets.text_pairs.question_matching.naturalness import is_unnatural, pair_id
from numdiag_datasets.text_pairs.question_matching.pairs import matched_pairs
from tests.small_models import save_small_model
from train import naturalness
from train.errors import RunError

QUESTIONS = ["请4天婚假会扣工资吗", "15公斤的行李箱能带上飞机吗"]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return save_small_model("gpt2", tmp_path_factory.mktemp("models") / "small")


@pytest.fixture
def empty_list(monkeypatch, tmp_path):
    """A list of our own for the library to read."""

    def use(*ids):
        path = tmp_path / "unnatural.txt"
        path.write_text("".join(f"{name}\n" for name in ids))
        monkeypatch.setattr(listed, "UNNATURAL", path)
        monkeypatch.setattr(naturalness, "UNNATURAL", path)
        listed._unnatural.cache_clear()
        return path

    yield use
    listed._unnatural.cache_clear()


def test_every_pair_is_read_once_and_what_falls_short_is_listed(model, empty_list, tmp_path, capsys):
    empty_list()
    data = tmp_path / "question_matching"
    questions = tmp_path / "mine.txt"
    questions.write_text("".join(f"{question}\n" for question in QUESTIONS), encoding="utf-8")
    build_question_matching(data, questions, ["numeral"])
    options = ("--dataset", data, "--model", model, "--scores", tmp_path / "s.tsv", "--out", tmp_path / "ids.txt")
    naturalness.main([*map(str, options), "--most_loss", "1000000"])
    scored = (tmp_path / "s.tsv").read_text()
    assert (tmp_path / "ids.txt").read_text() == ""
    naturalness.main([*map(str, options), "--most_loss", "0", "--model", "/nowhere"])  # nothing new to read
    assert (tmp_path / "s.tsv").read_text() == scored
    ids = (tmp_path / "ids.txt").read_text().split()
    assert len(ids) == sum(line.split("\t")[4].startswith("-") for line in scored.splitlines()) > 0
    assert "pairs" in capsys.readouterr().out
    naturalness.main([*map(str, options), "--most_loss", "0", "--spare", "numeral_form"])
    spared = (tmp_path / "ids.txt").read_text().split()
    assert set(spared) < set(ids)
    (tmp_path / "s.tsv").write_text("pair\tgain\n1\t2\n")
    with pytest.raises(RunError, match="holds no scores"):
        naturalness.main([*map(str, options)])
    empty_list(*ids)
    with pytest.raises(RunError, match="is not empty"):
        naturalness.main([*map(str, options)])


def test_a_listed_pair_is_left_out_with_its_counterpart(empty_list):
    empty_list()
    contrast = CONTRASTS["numeral"]
    before = [pair for pairs in matched_pairs(contrast, QUESTIONS, 1).values() for pair in pairs]
    assert len(before) == 2 * len(QUESTIONS)
    empty_list(pair_id("numeral", before[0].text, before[0].text_pair))
    assert is_unnatural("numeral", before[0].text, before[0].text_pair)
    after = [pair for pairs in matched_pairs(contrast, QUESTIONS, 1).values() for pair in pairs]
    assert [pair for pair in before if pair.text != before[0].text] == after


def test_a_likelihood_does_not_depend_on_the_batch(model):
    loaded = AutoModelForCausalLM.from_pretrained(model).eval()
    tokenizer = AutoTokenizer.from_pretrained(model)
    tokenizer.pad_token = tokenizer.pad_token or tokenizer.eos_token
    texts = ["猫", "三个月的猫能洗澡吗", "请两天半假扣多少工资"]
    together = naturalness.log_likelihoods(loaded, tokenizer, texts, 3)
    alone = naturalness.log_likelihoods(loaded, tokenizer, texts, 1)
    assert together == pytest.approx(alone, rel=1e-4)
    assert together[0] > together[1]  # a longer text is less likely
    assert all(found < 0 for found in together)
