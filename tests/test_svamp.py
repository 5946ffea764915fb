"""SVAMP: read and split by story."""

from __future__ import annotations

import json

import pytest

from numdiag_datasets.core.problem import DOUBTFUL_ANSWER, INCONSISTENT
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.sources import load_source
from numdiag_datasets.sources.source_files import SourceError, SourceFile, doubtful_ids, inconsistent_ids
from numdiag_datasets.sources.svamp.reader import read_svamp, split_of
from tests.conftest import REAL

ENTRY = {
    "ID": "chal-0",
    "Body": "Allan has 3 kites and Jan has 5.",
    "Question": "How many kites do they have?",
    "Equation": "( 3.0 + 5.0 )",
    "Answer": 8.0,
    "Type": "Addition",
}


def only(**changes):
    content = json.dumps([ENTRY | changes]).encode()
    splits, _ = read_svamp(SourceFile("svamp", content, "SVAMP.json"))
    (problem,) = (p for split in splits.values() for p in split)
    return problem


def test_an_entry_is_a_problem():
    problem = only()
    assert (problem.equation, problem.answers, problem.unit) == ("3 + 5", ("8",), "kites")
    assert (problem.context, problem.operation) == ((ENTRY["Body"],), "Addition")


@pytest.mark.parametrize(("written", "answer", "canonical"), [
    ("( ( 3.0 + 5.0 ) + 2.0 )", 10.0, "(3 + 5) + 2"),
    ("( 14.0 - ( 12.0 - 10.0 ) )", 12.0, "14 - (12 - 10)"),
    ("( 3.0 + 5.0 ) * ( 2.0 + 1.0 )", 24.0, "(3 + 5) * (2 + 1)"),  # no brackets around all
    ("( 10.05 * 2.0 )", 20.1, "10.05 * 2"),
    ("3.0", 3.0, "3"),
])  # fmt: skip
def test_brackets_around_everything_say_nothing(written, answer, canonical):
    assert only(Equation=written, Answer=answer).equation == canonical


def test_an_equation_of_another_value_is_doubtful():
    problem = only(Answer=9.0)
    assert problem.lints == ("source_answer_doubtful",)
    (made,) = perturb_split([problem], "type")
    assert made.reason == "source_answer_doubtful"


def test_a_story_is_in_one_split_whatever_its_numbers():
    assert split_of("He has 12 pens, 3 red.") == split_of("He has 7 pens, 1,400 red.")
    stories = [split_of(f"Story {chr(97 + i % 26)}{chr(97 + i // 26)} of 3 pens.") for i in range(600)]
    assert 0.5 < stories.count("train") / 600 < 0.7
    assert 0.2 < stories.count("test") / 600 < 0.4


@pytest.mark.parametrize(("trap", "changes", "message"), [
    ("no answer", {"Answer": None}, "chal-0 has the answer None, which is no number"),
    ("a truth", {"Answer": True}, "which is no number"),
    ("no equation", {"Equation": "three"}, "has the equation 'three'"),
    ("no body", {"Body": " "}, "chal-0 has no text"),
    ("no id", {"ID": ""}, "has an ID or a Type that is no text"),
])  # fmt: skip
def test_bad_entries_are_named(trap, changes, message):
    with pytest.raises(SourceError, match=message):
        only(**changes)


def test_an_id_comes_once():
    with pytest.raises(SourceError, match="chal-0 occurs twice"):
        read_svamp(SourceFile("svamp", json.dumps([ENTRY, ENTRY]).encode(), "SVAMP.json"))


def test_an_id_is_none_of_a_perturbed_copy(tmp_path):
    """Augment calls copies chal-0#noise."""
    (tmp_path / "svamp").mkdir()
    (tmp_path / "svamp" / "SVAMP.json").write_text(json.dumps([ENTRY, ENTRY | {"ID": "chal-0#noise"}]))
    with pytest.raises(SourceError, match="has the id 'chal-0#noise'"):
        load_source("svamp", str(tmp_path))


def test_the_real_file():
    if not (REAL / "svamp" / "SVAMP.json").is_file():
        pytest.skip("the real SVAMP.json is not on this machine; the bundled sample covers the code")
    splits = load_source("svamp", REAL).splits
    assert {name: len(split) for name, split in splits.items()} == {"train": 614, "validation": 85, "test": 301}
    listed = {
        lint: {p.id for split in splits.values() for p in split if lint in p.lints}
        for lint in (DOUBTFUL_ANSWER, INCONSISTENT)
    }
    # chal-680 contradicts its own equation.
    assert listed[DOUBTFUL_ANSWER] == {*doubtful_ids("svamp"), "chal-680"}
    assert listed[INCONSISTENT] == inconsistent_ids("svamp")


def test_a_story_that_contradicts_itself_is_perturbed_and_says_so(monkeypatch):
    """A baker who sells more than he made: the equation does not need that."""
    monkeypatch.setattr("numdiag_datasets.sources.svamp.reader.inconsistent_ids", lambda _: {"chal-0"})
    problem = only(
        Body="A baker made 13 cakes. He sold 91 cakes and bought 154.", Equation="( 154.0 - 91.0 )", Answer=63.0
    )
    assert problem.lints == (INCONSISTENT,)
    made = perturb_split([problem], "distribution", 1)[0]
    assert made.edits
    assert INCONSISTENT in made.lints
