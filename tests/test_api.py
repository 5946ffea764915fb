"""The public face: what docs/api.md shows, what importing it costs, and the `evaluate` module."""

import json
import pickle
import re
from dataclasses import replace
from fractions import Fraction
from itertools import repeat
from pathlib import Path
from typing import Any

import evaluate
import numpy as np
import pytest
from datasets import Dataset

import numdiag_datasets
from numdiag_datasets.core.data_sets import DATA_SETS, TEXT_PAIR_FAMILIES
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.sources import load_source
from tests.harness_rows import rows_of
from tests.test_loading import run_python

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
HEAVY = ("datasets", "huggingface_hub", "jinja2", "num2words", "numpy", "pandas", "pyarrow", "pydantic", "rich", "scipy", "spacy", "torch",
         "typer", "yaml")  # fmt: skip


def test_the_import_is_light(tmp_path):
    """What is slow to load is loaded when it is called for."""
    code = "import json, sys, numdiag_datasets; print(json.dumps(list(sys.modules)))"
    loaded = run_python(code, tmp_path, tmp_path)
    assert set(json.loads(loaded)).isdisjoint(HEAVY)
    assert not any(name.startswith("numdiag_datasets.scoring") for name in json.loads(loaded))


def test_every_public_name_is_documented_and_there():
    assert [name for name in numdiag_datasets.__all__ if f"`{name}`" not in DOCUMENT] == []
    assert all(getattr(numdiag_datasets, name) is not None for name in numdiag_datasets.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'foo'"):
        _ = numdiag_datasets.foo


ROW: dict[str, Any] = {"dataset": "asdiv_a", "id": "a", "group": "a", "status": "applied", "context": ["Ann has 3 pens."], "table": [],
       "question": "How many pens?", "equation": "3", "answers": ["3"], "edits": []}  # fmt: skip


@pytest.mark.parametrize(("call", "message"), [
    (lambda: numdiag_datasets.prompt({"dataset": "foo", "question": "?"}), "unknown dataset 'foo'"),
    (lambda: numdiag_datasets.score_rows("asdiv_a", [], ["1"]), "1 predictions for 0 rows"),
    (lambda: numdiag_datasets.score_rows("asdiv_a", [ROW] * 2, ["1", "2"], configs=["asdiv_a"]), "1 configs for 2 rows"),
    (lambda: numdiag_datasets.build([load_source("asdiv_a")], "x", ["asdiv_a-type-attack"], num_proc=0), "num_proc is 0"),
    (lambda: numdiag_datasets.perturb_split([], "foo"), "unknown perturbation 'foo'"),
    (lambda: numdiag_datasets.perturb_split([replace(load_source("asdiv_a").splits["test"][0], question=5)], "noise"),  # type: ignore[arg-type]
     "column 'question' holds 5"),
    (lambda: numdiag_datasets.perturb("foo"), "unknown perturbation 'foo'"),
    (lambda: numdiag_datasets.parse_words("foo"), "not a number in words"),
    (lambda: numdiag_datasets.parse_equation("1 +"), "not an arithmetic expression at character 3"),
    (lambda: numdiag_datasets.build([], "x"), "no sources"),
    (lambda: numdiag_datasets.perturb("extra", question="question", donors=range(3)), "donors: a row is a dict of columns, not 0"),  # type: ignore[arg-type]
    (lambda: numdiag_datasets.score_rows("asdiv_a", [ROW | {"error_answers": [3]}], ["3"]), "column 'error_answers' holds [3]"),
    (lambda: numdiag_datasets.score_rows("asdiv_a", [ROW | {"answers": []}], ["3"]), "row a: has no answer"),
    (lambda: numdiag_datasets.score_rows("asdiv_a", [ROW | {"lints": 3}], ["3"]), "column 'lints' holds 3"),
    (lambda: numdiag_datasets.score_rows("asdiv_a", [ROW | {"published_answers": [[]]}], ["3"]), "column 'published_answers' holds [[]]"),
    (lambda: numdiag_datasets.build([load_source("asdiv_a")], "x", ["drop_num"]), "drop_num: its data set is not"),
    (lambda: numdiag_datasets.build([load_source("asdiv_a")], "x", ["asdiv_a-type-attack"], seed=-1), "seed -1"),
    (lambda: numdiag_datasets.build([load_source("asdiv_a")], "x", ["asdiv_a-noise-attack"], draws=101), "draws 101"),
    (lambda: numdiag_datasets.build([load_source("asdiv_a")], "x", ["asdiv_a-order-attack"], draws=3), "the chosen configs have none"),
    (lambda: numdiag_datasets.score_rows("asdiv_a", [ROW], repeat("3")), "2 predictions for 1 rows"),
    (lambda: numdiag_datasets.score_rows("svamp", [ROW], ["3"], mode="strict"), "mode strict is for tatqa_a"),
    (lambda: numdiag_datasets.verify("/nowhere"), "no numdiag release"),
    (lambda: numdiag_datasets.verify("x" * 5000), "cannot be read (File name too long)"),  # at the end of a long message
    (lambda: load_source("asdiv_a", "x" * 5000), "no such directory"),
    (lambda: load_source("asdiv_a", "~nobody-of-this-name/x"), "no such directory"),
])  # fmt: skip
def test_bad_input_is_a_numdiag_error(call, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NumdiagError, match=re.escape(message)):
        call()
    assert list(tmp_path.iterdir()) == []


#: A call of each public function.
CALLS: dict[str, dict[str, Any]] = {
    "build": {"sources": [], "out": "x", "configs": ["asdiv_a"], "seed": 1, "num_proc": 1, "progress": print, "replace": False, "draws": 0},
    "find_numbers": {"text": "3 pens", "field": ""},
    "load_source": {"dataset": "asdiv_a", "source": "sample"},
    "parse_equation": {"text": "1 + 1"},
    "parse_words": {"text": "one"},
    "path": {"name": "metric", "dataset": "", "revision": ""},
    "perturb": {"perturbation": "type", "seed": 1, "donors": [], **dict.fromkeys("question context equation answer table id messages".split(), "")},
    "perturb_split": {"split": [], "name": "type", "seed": 1},
    "prompt": {"row": ROW, "style": "direct", "chat": True},
    "read_answer": (reading := {"row": ROW, "completion": "3", "style": "direct"}),
    "read_completion": reading,
    "score_rows": {"dataset": "asdiv_a", "rows": [ROW], "predictions": ["3"], "configs": [""], "mode": "official"},
    "undo": {"row": ROW},
    "verbalize": {"value": Fraction(3)},
    "verify": {"directory": "x", "source": "", "num_proc": 1, "progress": print},
}  # fmt: skip


def test_an_argument_of_the_wrong_type_is_named(tmp_path, monkeypatch):
    """Every argument of every public function; a text is no list of texts."""
    monkeypatch.chdir(tmp_path)
    public = {name: getattr(numdiag_datasets, name) for name in numdiag_datasets.__all__}
    assert CALLS.keys() == {name for name, each in public.items() if callable(each) and not isinstance(each, type)}
    for function, given in CALLS.items():
        for argument, value in given.items():
            lists = ["ab", [object()]] if isinstance(value, list) else []
            for wrong in (object(), b"x", 1j, *lists):
                with pytest.raises(NumdiagError, match=rf"{argument}(\[0\])? does not fit"):
                    public[function](**{**given, argument: wrong})
    wrong = "lax"
    with pytest.raises(NumdiagError, match="mode does not fit"):
        numdiag_datasets.score_rows("tatqa_a", [], [], mode=wrong)  # type: ignore[arg-type]
    with pytest.raises(NumdiagError, match="row does not fit"):
        numdiag_datasets.perturb("type").row(wrong)  # type: ignore[arg-type]


def test_types_that_stand_for_others_are_accepted():
    """Numbers of numpy, and a function that goes to another process."""
    assert numdiag_datasets.perturb("type", seed=np.int64(1)).seed == 1  # type: ignore[arg-type]
    assert pickle.dumps(numdiag_datasets.verbalize)  # fails if its name does not lead to it
    (scored,) = numdiag_datasets.score_rows("asdiv_a", Dataset.from_list([ROW]), np.array([3.0]))
    assert scored.is_right


@pytest.mark.parametrize("dataset", [*DATA_SETS, *TEXT_PAIR_FAMILIES])
def test_a_row_without_a_column_is_named(dataset):
    for row in ({}, {"answers": 3, "equation": 3, "label": 2}):
        with pytest.raises(NumdiagError, match=r"row.*(column 'equation'|column 'answers'|no label)"):
            numdiag_datasets.score_rows(dataset, [row], ["1"])


def test_predictions_as_users_write_them_are_scored():
    row = {"equation": "1 + 1", "answers": ["2"]}
    for prediction in ("2", 2, ["1 + 1"], numdiag_datasets.read_completion(ROW, "so 2")):
        (scored,) = numdiag_datasets.score_rows("asdiv_a", [row], [prediction])
        assert scored.scores["answer_accuracy"] == 1


METRIC = Path(__file__).parents[1] / "metrics" / "numdiag"
ROWS = [
    {"id": "a", "group": "a", "status": "applied", "equation": "1 + 1", "answers": ["2"], "other": 3},
    {"id": "b", "group": "b", "status": "unchanged", "equation": "4 / 2", "answers": ["2"]},
    {"id": "c", "group": "c", "status": "applied", "equation": "3 - 1", "answers": ["2"]},
]


@pytest.fixture
def metric(tmp_path):
    return evaluate.load(str(METRIC), "asdiv_a", cache_dir=str(tmp_path))


def test_rows_of_the_data_set_serve_as_they_are(sample_release, tmp_path):
    """The gold answers of an attack of every data set, with all of their columns."""
    for dataset in ("asdiv_a", "drop_num", "tatqa_a"):
        config = f"{dataset}-type-attack"
        rows = rows_of(sample_release, config)
        predictions = [
            {"answer": row["answers"], "scale": row["scale"]}
            if row["scale"]
            else row["answers"][0]
            if len(row["answers"]) == 1
            else row["answers"]
            for row in rows
        ]
        loaded = evaluate.load(str(METRIC), dataset, cache_dir=str(tmp_path))
        made = loaded.compute(predictions=predictions, references=rows, config=config)
        assert made["answer_accuracy" if dataset == "asdiv_a" else "f1"] == 100
        applied = sum(row["status"] == "applied" for row in rows)
        assert made["applied"]["rows"] == applied
        assert made["signature"].startswith(f"config:{config}|")


def test_batches_give_what_one_call_gives(metric):
    texts = ["2", "4 / 2", "1"]
    config = "asdiv_a-noise-attack"
    at_once = metric.compute(predictions=texts, references=ROWS, config=config)
    metric.add_batch(predictions=texts[:2], references=ROWS[:2])
    metric.add(prediction=texts[2], reference=ROWS[2])
    assert metric.compute(config=config) == at_once
    assert at_once["answer_accuracy"] == pytest.approx(200 / 3)
    assert at_once["applied"]["answer_accuracy"] == 50


def test_the_signature_tells_rows_apart(metric):
    """Two releases may differ in a text alone."""
    rows = [{"question": "How many?", "context": ["3 pens."], "equation": "3", "answers": ["3"]}]
    same, other = (
        metric.compute(predictions=["3"], references=[rows[0] | {"context": [text]}])["signature"]
        for text in ("3 pens.", "Just 3 pens.")
    )
    assert metric.compute(predictions=["1"], references=rows)["signature"] == same != other


def test_a_config_a_row_gives_averages(metric):
    configs = ["asdiv_a-noise-attack", "asdiv_a-noise-attack", "asdiv_a-type-attack"]
    made = metric.compute(predictions=["2", "2", "1"], references=ROWS, config=configs)
    averages = made["averages"]["attack"]["all_rows"]
    assert averages["micro"]["answer_accuracy"] == pytest.approx(200 / 3)
    assert averages["macro"]["answer_accuracy"] == 50
    assert made["signature"].startswith("config:asdiv_a-noise-attack, asdiv_a-type-attack|")


@pytest.mark.parametrize(("trap", "given", "message"), [
    ("nothing given", {}, "at least one; got 0 and 0"),
    ("perturbed rows of no config", {"predictions": ["2"], "references": ROWS[:1]}, "these are perturbed rows; name their config"),
    ("a config that is no text", {"predictions": ["2"], "references": ROWS[:1], "config": 3}, "config does not fit"),
    ("a mode that is none", {"predictions": ["2"], "references": ROWS[:1], "mode": "lax"}, "mode does not fit"),
    ("no list", {"predictions": 5, "references": ROWS}, "predictions does not fit"),
    ("one text", {"predictions": "2", "references": ROWS[:1]}, "predictions does not fit"),
    ("a fraction of nothing", {"predictions": ["2"], "references": [{"answers": ["1/0"], "equation": ""}]}, "its own answer cannot be read"),
    ("no row", {"predictions": ["2"], "references": ["2"]}, "reference 0: a row"),
    ("no answers", {"predictions": ["2"], "references": [{"equation": "1"}]}, "reference 0: a row"),
    ("bytes", {"predictions": ["2", b"2"], "references": ROWS[:2]}, "prediction 1: a prediction is text"),
    ("a mode", {"predictions": ["2"], "references": ROWS[:1], "config": ["x", "y"]}, "2 configs for 1 rows"),
    ("an unknown perturbation", {"predictions": ["2"], "references": ROWS[:1], "config": "asdiv_a-noize"}, "noize.*choose from.*noise"),
    ("no setting", {"predictions": ["2"], "references": ROWS[:1], "config": "asdiv_a-noise"}, "asdiv_a-noise-attack"),
    ("another data set", {"predictions": ["2"], "references": ROWS[:1], "config": ["svamp"]}, "'svamp' is not a config of asdiv_a"),
])  # fmt: skip
def test_what_cannot_be_scored_says_why(metric, trap, given, message):
    with pytest.raises(NumdiagError, match=message):
        metric.compute(**given)


@pytest.mark.parametrize("name", [None, "mawps"])
def test_a_config_is_needed(name):
    with pytest.raises(ValueError, match="asdiv_a, drop_num, tatqa_a, gsm8k, svamp"):
        evaluate.load(str(METRIC), name)


SINGLE = {"question": "Ann has 12 pens and buys 3. How many?", "answer": "15"}


@pytest.mark.parametrize(("trap", "batch", "message"), [
    ("a single row", SINGLE, "batched=True"),
    ("one text column", {"question": "Ann has 12 pens."}, "batched=True"),
    ("a number", {"question": ["Ann has 12 pens."], "answer": 15}, "column 'answer' of the batch is 15"),
    ("columns of several lengths", {"question": ["a", "b"], "answer": ["1"]}, "'question' has 2, 'answer' has 1"),
])  # fmt: skip
def test_what_is_no_batch_is_named(trap, batch, message):
    with pytest.raises(NumdiagError, match=re.escape(message)):
        numdiag_datasets.perturb("language")(batch)


@pytest.mark.parametrize("seed", [-1, True])
def test_a_seed_is_a_number_from_0(seed):
    with pytest.raises(NumdiagError, match="seed"):
        numdiag_datasets.perturb("noise", seed=seed)


@pytest.mark.parametrize(("trap", "predictions"), [("ids and predictions", {"a": "15"}), ("no order", {"15"})])
def test_predictions_come_in_the_order_of_the_rows(trap, predictions):
    row = {"id": "a", "answers": ["15"], "equation": "12 + 3", "answer_type": "", "scale": ""}
    with pytest.raises(NumdiagError, match="predictions"):
        numdiag_datasets.score_rows("asdiv_a", [row], predictions)


def test_rows_of_another_data_set_are_refused():
    row = {"id": "a", "dataset": "asdiv_a", "answers": ["15"], "equation": "12 + 3", "answer_type": "", "scale": ""}
    with pytest.raises(NumdiagError, match="row a is of asdiv_a, not of gsm8k"):
        numdiag_datasets.score_rows("gsm8k", [row], ["15"])
