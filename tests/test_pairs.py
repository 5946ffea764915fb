"""Training on pairs of questions, with a small random model: averages by phenomenon, and pairs that a model finds unlikely."""

import json
import re

import evaluate
import pytest
from datasets import load_dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, TrainingArguments

from numdiag_datasets.report.paper import paper_outcomes
from numdiag_datasets.report.phenomena import _DISAGREEMENTS
from numdiag_datasets.report.writing import write_report
from numdiag_datasets.text_pairs.question_matching import naturalness as listed
from numdiag_datasets.text_pairs.question_matching.build import build_question_matching
from numdiag_datasets.text_pairs.question_matching.contrasts import CONTRASTS
from numdiag_datasets.text_pairs.question_matching.family import DUQM, TEST_FILES
from numdiag_datasets.text_pairs.question_matching.naturalness import is_unnatural, pair_id
from numdiag_datasets.text_pairs.question_matching.own_questions import own_questions
from numdiag_datasets.text_pairs.question_matching.pairs import matched_pairs
from numdiag_datasets.text_pairs.question_matching.questions import QuestionError
from numdiag_datasets.text_pairs.question_matching.taxonomy import duqm_operations, operations
from tests.small_models import save_small_encoder, save_small_model
from train import naturalness
from train.arguments import parse_options
from train.classification import label_result
from train.errors import RunError
from train.pairs import _DEFAULTS, PairArguments, main
from train.results import write_result

NUMERAL = "question_matching-numeral"
FORM = "question_matching-measure_word"


PAPER = {o.system.name.removesuffix(" (paper)"): o.result for o in paper_outcomes() if o.result.config == DUQM}


def test_the_paper_s_averages_follow_from_its_accuracies_but_for_two():
    """Table 4 from table 1, whose accuracies are rounded; the report names those that do not follow."""
    apart = []
    for model, result in PAPER.items():
        points = result.breakdown["operation"]
        stated = result.breakdown["subcategory"] | result.breakdown["category"]
        for scope, averages in {**stated, "DuQM": result.scores}.items():
            inside = [o for o in duqm_operations() if scope in ("DuQM", o.category, o.subcategory)]
            for average, key in (("micro", "accuracy"), ("macro", "macro_accuracy")):
                weights = [o.pairs if average == "micro" else 1 for o in inside]
                pairs = zip(weights, inside, strict=True)
                mean = sum(w * points[o.key]["accuracy"] for w, o in pairs) / sum(weights)
                if abs(mean - averages[key]) > 0.1 + 1e-9:
                    apart.append(f"{model}, {scope}, {average}: {averages[key]} stated, {mean:.2f} computed")
    assert len(apart) == 2
    assert all(each in _DISAGREEMENTS for each in apart)


@pytest.fixture(scope="module")
def metric():
    return evaluate.load("metrics/numdiag", "question_matching")


@pytest.mark.parametrize(("model", "micro", "macro"), [
    ("BERT base", 66.6, 62.0), ("ERNIE base", 69.8, 65.1), ("RoBERTa base", 69.5, 65.5),
    ("MacBERT base", 70.3, 65.8), ("RoBERTa large", 73.8, 69.8), ("MacBERT large", 73.8, 70.2),
])  # fmt: skip
def test_the_metric_gives_table_4_for_predictions_as_right_as_table_1(metric, model, micro, macro):
    """As many rows as DuQM has, so many of them right as the paper says: the averages come out."""
    rows, predictions = [], []
    for operation in duqm_operations():
        points = PAPER[model].breakdown["operation"][operation.key]["accuracy"]
        right = round(points * operation.pairs / 100)
        row = {"category": operation.category, "subcategory": operation.subcategory, "operation": operation.key}
        labels = [1] * operation.yes + [0] * operation.no
        rows += [row | {"label": label} for label in labels]
        predictions += [label if n < right else 1 - label for n, label in enumerate(labels)]
    found = metric.compute(predictions=predictions, references=rows)
    assert found["rows"] == 10_121
    assert found["accuracy"] == pytest.approx(micro, abs=0.11)
    # A count of 22 pairs is rounded to 4.5 points, which is 0.07 of a mean of 32.
    assert found["macro_accuracy"] == pytest.approx(macro, abs=0.25)
    for scope in ("category", "subcategory"):
        for part, stated in PAPER[model].breakdown[scope].items():
            cells = found["breakdown"][scope][part]
            rounding = 50 / cells["rows"]  # of the number of right answers
            assert cells["accuracy"] == pytest.approx(stated["accuracy"], abs=0.4 + rounding)


def test_micro_and_macro_by_hand():
    def row(operation, label=0):
        place = operations()[operation]
        return {"label": label, "category": place.category, "subcategory": place.subcategory, "operation": operation}

    rows = [row("replace_numeral")] * 3 + [row("replace_quantifier"), row("symmetry_swap", 1)]
    found = label_result(rows, [0, 0, 1, 1, 1], "question_matching-duqm", "", {})
    assert found.scores == {"rows": 5, "accuracy": 60.0, "macro_accuracy": pytest.approx(500 / 9)}
    lexical = found.breakdown["category"]["lexical"]
    assert (lexical["rows"], lexical["accuracy"]) == (4, 50.0)
    assert lexical["macro_accuracy"] == pytest.approx(100 / 3)
    unknown = [{"label": 0, "operation": ""}]
    assert list(label_result(unknown, [0], "question_matching-duqm", "", {}).breakdown) == ["label"]


@pytest.mark.parametrize(("predictions", "references", "message"), [
    ([2], [{"label": 1}], "prediction 0: 2; a label, 0 or 1, is expected"),
    ([1], [{"label": 3}], "reference 0: a row"),
    ([1], ["question"], "reference 0: a row"),
    ([], [], "at least one"),
    ([1, 1], [{"label": 1}], "got 2 and 1"),
])  # fmt: skip
def test_what_the_metric_cannot_score_is_told(metric, predictions, references, message):
    with pytest.raises(ValueError, match=message):
        metric.compute(predictions=predictions, references=references)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    characters = [" ".join(question) for question in own_questions()]
    return save_small_encoder(characters, tmp_path_factory.mktemp("models") / "small-chinese")


def train(pairs, encoder, out, *options):
    main([
        "--dataset", str(pairs), "--model", str(encoder), "--output_dir", str(out), "--use_cpu",
        "--num_train_epochs", "1", "--disable_tqdm", "True", "--per_device_train_batch_size", "16",
        *map(str, options),
    ])  # fmt: skip


def results(out, config, seed=1):
    return json.loads((out / f"seed-{seed}" / config / "results.json").read_text())


def test_seeds_are_trained_and_evaluated_by_phenomenon(pairs, encoder, tmp_path):
    train(pairs, encoder, tmp_path / "a", "--config", "question_matching-*", "--seeds", 1, 2)
    for seed in (1, 2):
        assert (tmp_path / "a" / f"seed-{seed}" / "model").is_dir()
        assert not list((tmp_path / "a" / f"seed-{seed}").glob("checkpoint-*"))
        every = results(tmp_path / "a", "question_matching", seed)
        assert every["system"] == "small-chinese"
        expected = {"replace_numeral", "numeral_form", "replace_quantifier", "unit_form"}
        assert set(every["breakdown"]["operation"]) == expected
        parts = [results(tmp_path / "a", config, seed)["scores"]["rows"] for config in (NUMERAL, FORM)]
        assert every["scores"]["rows"] == sum(parts)
    text = "\n".join(
        path.read_text() for path in write_report([str(tmp_path / "a")], tmp_path / "report") if path.suffix == ".md"
    )
    assert "| numeral both | 50.0 |" in text
    assert "±" in text


def test_augmentation_adds_train_rows_to_files(pairs, encoder, tmp_path, monkeypatch):
    (tmp_path / "train.tsv").write_text("怎么养猫\t如何养猫\t1\n怎么养猫\t怎么养狗\t0\n" * 8)
    (tmp_path / "dev.tsv").write_text("怎么洗鞋\t怎么洗衣\t0\n")
    sizes = []
    monkeypatch.setattr("train.pairs.fit", lambda trainer: sizes.append(len(trainer.train_dataset)))
    files = ("--train_files", tmp_path / "train.tsv", "--validation_files", tmp_path / "dev.tsv", "--seeds", 1)
    for name, options in (("plain", ()), ("more", ("--augment", "question_matching-*"))):
        train(pairs, encoder, tmp_path / name, *files, *options)
    extra = sum(len(load_dataset(str(pairs), config, split="train")) for config in (NUMERAL, FORM))
    assert sizes == [16, 16 + extra]


def test_test_files_stand_beside_duqm(encoder, tmp_path):
    """As table 3 of the paper: accuracy on both, and the difference; DuQM is no part of our own average."""
    rows = "怎么养猫\t如何养猫\t1\n怎么养猫\t怎么养狗\t0\n"
    for name, times in (("train", 8), ("dev", 1), ("test", 2)):
        (tmp_path / f"{name}.tsv").write_text(rows * times)
    (tmp_path / "duqm").mkdir()
    (tmp_path / "duqm" / "replace_numeral.tsv").write_text("一斤虾\t三斤虾\t0\n")
    data = tmp_path / "question_matching"
    build_question_matching(data, pairs=tmp_path / "duqm")
    files = {
        f"--{key}_files": tmp_path / f"{name}.tsv"
        for key, name in (("train", "train"), ("validation", "dev"), ("test", "test"))
    }
    options = [part for pair in files.items() for part in pair]
    train(data, encoder, tmp_path / "runs", *options, "--seeds", 1)
    assert results(tmp_path / "runs", TEST_FILES)["scores"]["rows"] == 4
    assert results(tmp_path / "runs", DUQM)["scores"]["rows"] == 1
    assert not (tmp_path / "runs" / "seed-1" / "question_matching").exists()
    paths = write_report([str(tmp_path / "runs")], tmp_path / "report", compare_paper=True)
    text = next(path for path in paths if path.suffix == ".md").read_text()
    assert "as table 3 of Zhu et al. (2022)" in text
    assert "| BERT base (paper) |" in text
    assert "by contrast" not in text


def test_what_is_not_above_a_constant_answer_is_marked(pairs, tmp_path):
    """One answer to all: 50 for both labels together, 100 and 0 for each."""
    for config in (NUMERAL, FORM):
        rows = load_dataset(str(pairs), config, split="test").to_list()
        made = label_result(rows, [1] * len(rows), config, "", {"system": "always the same"})
        write_result(made, tmp_path / "runs" / config)
    paths = write_report([str(tmp_path / "runs")], tmp_path / "report")
    text = next(path for path in paths if path.suffix == ".md").read_text()
    assert re.search(r"\| numeral both \| 50\.0 \| 50\.0 .* not above \|", text)
    assert re.search(r"\| numeral equivalent \| 100 or 0 \| 100\.0 ", text)
    assert re.search(r"\| numeral different \| 100 or 0 \| 0\.0 ", text)


def test_a_trained_model_is_not_trained_again(pairs, encoder, tmp_path, monkeypatch):
    train(pairs, encoder, tmp_path, "--config", NUMERAL, "--seeds", 1)
    before = results(tmp_path, NUMERAL)["scores"]
    (tmp_path / "seed-1" / "question_matching" / "results.json").unlink()
    monkeypatch.setattr("train.pairs.fit", lambda *a: pytest.fail("trained again"))
    train(pairs, encoder, tmp_path, "--config", NUMERAL, "--seeds", 1)
    assert results(tmp_path, NUMERAL)["scores"] == before
    with pytest.raises(RunError, match=r"seed-1: holds a training with config .*, data .*, not "):
        train(pairs, encoder, tmp_path, "--config", FORM, "--seeds", 1)


@pytest.mark.parametrize(("options", "error", "message"), [
    ((), RunError, "nothing to train on: give --train_files"),
    (("--config", NUMERAL, "--train_files", "a.tsv"), RunError, "not both"),
    (("--train_files", "{folder}/good.tsv"), RunError, "give --validation_files"),
    (("--train_files", "{folder}/bad.tsv"), QuestionError, r"bad.tsv:1: label '5'"),
    (("--config", "question_matching-swap"), RunError, "no config of question_matching matches"),
    (("--config", NUMERAL, "--evaluate", "asdiv_a"), RunError, "no config of question_matching matches 'asdiv_a'"),
])  # fmt: skip
def test_bad_input_is_told_in_a_line(pairs, encoder, tmp_path, options, error, message):
    (tmp_path / "good.tsv").write_text("怎么养猫\t如何养猫\t1\n")
    (tmp_path / "bad.tsv").write_text("怎么养猫\t如何养猫\t5\n")
    options = [option.format(folder=tmp_path) for option in options]
    with pytest.raises(error, match=message) as raised:
        train(pairs, encoder, tmp_path / "out", "--seeds", 1, *options)
    assert "\n" not in str(raised.value)


def test_the_taxonomy_has_the_paper_s_counts():
    found = duqm_operations()
    assert len(found) == 32
    assert len({operation.subcategory for operation in found}) == 13
    assert {operation.category for operation in found} == {"lexical", "syntactic", "pragmatic"}
    assert sum(operation.yes for operation in found) == 2803
    assert sum(operation.no for operation in found) == 7318
    ours = {key for contrast in CONTRASTS.values() for key in (*contrast.different, *contrast.equivalent)}
    assert ours <= set(operations())
    assert len(ours & {operation.key for operation in found}) >= 18
    assert {o.key for o in operations().values() if not o.pairs} <= ours
    assert all(bool(o.left_out) != (o.key in ours) for o in found)


@pytest.mark.parametrize(("recipe", "rate", "epochs"), [("pairs-base", 2e-5, 2), ("pairs-large", 5e-6, 3)])
def test_recipes_are_those_of_the_paper(tmp_path, recipe, rate, epochs):
    run, training = parse_options(
        "pairs",
        (PairArguments, TrainingArguments),
        ["--recipe", recipe, "--output_dir", str(tmp_path), "--use_cpu"],
        _DEFAULTS,
    )
    assert (training.learning_rate, training.num_train_epochs) == (rate, epochs)
    assert training.per_device_train_batch_size == 64
    assert (run.max_length, run.seeds) == (64, [1, 2, 3])


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
