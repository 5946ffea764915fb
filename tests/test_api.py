"""The public face: what docs/api.md shows, and what importing it costs."""

import json
import re
from pathlib import Path

import pytest

import numdiag_datasets
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.sources import load_source
from tests.test_loading import run_python

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
HEAVY = ("datasets", "huggingface_hub", "jinja2", "num2words", "numpy", "pandas", "pyarrow", "pydantic", "rich", "scipy", "spacy", "torch",
         "typer", "yaml")  # fmt: skip


def test_every_public_name_is_documented():
    names = [name for name in numdiag_datasets.__all__ if f"`{name}`" not in DOCUMENT]
    assert names == []


def test_the_import_is_light(tmp_path):
    """What is slow to load is loaded when it is called for."""
    code = "import json, sys, numdiag_datasets; print(json.dumps(list(sys.modules)))"
    loaded = run_python(code, tmp_path, tmp_path)
    assert set(json.loads(loaded)).isdisjoint(HEAVY)
    assert not any(name.startswith("numdiag_datasets.scoring") for name in json.loads(loaded))


def test_what_is_imported_late_is_there():
    assert all(getattr(numdiag_datasets, name) is not None for name in numdiag_datasets.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'foo'"):
        _ = numdiag_datasets.foo


@pytest.mark.parametrize(("call", "message"), [
    (lambda: numdiag_datasets.prompt({"dataset": "foo", "question": "?"}), "unknown dataset 'foo'"),
    (lambda: numdiag_datasets.score_rows("asdiv_a", [], ["1"]), "1 predictions for 0 rows"),
    (lambda: numdiag_datasets.perturb_split([], "foo"), "unknown perturbation 'foo'"),
    (lambda: numdiag_datasets.perturb("foo"), "unknown perturbation 'foo'"),
    (lambda: numdiag_datasets.parse_words("foo"), "not a number in words"),
    (lambda: numdiag_datasets.parse_equation("1 +"), "not an arithmetic expression at character 3"),
    (lambda: numdiag_datasets.build([], "x"), "no sources"),
    (lambda: numdiag_datasets.build([load_source("asdiv_a")], "x", ["drop_num"]), "drop_num: its data set is not"),
    (lambda: numdiag_datasets.verify("/nowhere"), "no numdiag release"),
])  # fmt: skip
def test_bad_input_is_a_numdiag_error(call, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NumdiagError, match=re.escape(message)):
        call()
    assert list(tmp_path.iterdir()) == []


def test_predictions_as_users_write_them_are_scored():
    row = {"equation": "1 + 1", "answers": ["2"]}
    for prediction in ("2", 2, ["1 + 1"], numdiag_datasets.read_completion("asdiv_a", "so 2")):
        (scored,) = numdiag_datasets.score_rows("asdiv_a", [row], [prediction])
        assert scored.scores["answer_accuracy"] == 1
