"""Solvers without understanding: traits, bags, and what they look at in number words and questions."""

import json
from dataclasses import asdict

import pytest

from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.text_pairs.number_words.build import build_number_words
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions
from numdiag_datasets.text_pairs.number_words.surface_baselines import surface_baselines
from numdiag_datasets.text_pairs.perceptron import averaged_perceptron
from numdiag_datasets.text_pairs.question_matching import surface_baselines as questions
from numdiag_datasets.text_pairs.shortcuts import pair_shortcuts
from tests.commands import numdiag, refused


def row(text, text_pair=""):
    return {"text": text, "text_pair": text_pair}


GRAMMATICALITY = "number_words-grammaticality-bare"
COMPARISON = "number_words-comparison-bare"


@pytest.mark.parametrize(("config", "solver", "one", "other", "same"), [
    (f"{GRAMMATICALITY}-en", "first word", row("forty-two hundred"), row("forty and six"), True),
    (f"{GRAMMATICALITY}-da", "first word", row("treogtyve"), row("trehundrede"), True),  # tre, not treogtyve
    (f"{GRAMMATICALITY}-ja", "last word", row("三十五"), row("五"), True),
    (f"{GRAMMATICALITY}-de", "last word", row("einhunderteins"), row("eins"), True),
    (f"{GRAMMATICALITY}-en", "length", row("six hundred"), row("two hundred"), True),
    (f"{GRAMMATICALITY}-en", "length", row("six hundred"), row("hundredsix"), False),
    (f"{GRAMMATICALITY}-en", "shape", row("two hundred and six"), row("six hundred and two"), True),
    (f"{GRAMMATICALITY}-en", "shape", row("two hundred and six"), row("two and hundred six"), False),
    (f"{GRAMMATICALITY}-en", "bag of characters", row("one two"), row("two one"), True),
    (f"{GRAMMATICALITY}-en", "bag of words", row("one two"), row("two one"), True),
    (f"{GRAMMATICALITY}-en", "word bigrams", row("one two"), row("two one"), False),
    (f"{GRAMMATICALITY}-en", "word bigrams", row("one two one"), row("one two one two"), False),  # also the end
    (f"{COMPARISON}-en", "first word", row("one two", "six"), row("one", "six two"), True),
    (f"{COMPARISON}-en", "length", row("one two", "six"), row("one", "six two"), False),
    (f"{COMPARISON}-en", "bag of words", row("one two", "two six"), row("one", "six"), True),  # what differs
])  # fmt: skip
def test_what_a_solver_sees(config, solver, one, other, same):
    shallow = surface_baselines(config)
    assert shallow
    if solver in shallow.traits:
        trait = shallow.traits[solver]
        assert (trait(one) == trait(other)) is same
    else:
        bags = [shallow.bags[solver](seen) for seen in (one, other)]
        found = [{part: count for part, count in bag.items() if count} for bag in bags]
        assert (found[0] == found[1]) is same


def test_edited_characters_of_questions():
    seen = questions.SURFACE_BASELINES.traits["edited characters"]
    assert seen(row("两只猫", "三只猫")) == seen(row("两条狗", "三条狗")) != seen(row("两只猫", "两只狗"))


@pytest.mark.parametrize(("bags", "labels", "bag", "label"), [
    ([{"a": 1}, {"b": 1}], [1, 0], {"a": 2}, 1),
    ([{"b": 1}, {"a": 1}], [0, 1], {"c": 1}, 1),  # unknown: what it leant to last
    ([{"a": -1}, {"a": 1}], [1, 0], {"a": -3}, 1),  # of the other text
    ([{"a": 1, "c": 1}, {"b": 1, "c": 1}] * 9, [0, 1] * 9, {"b": 1}, 1),
    ([], [], {"a": 1}, 0),
    ([{"a": 1}, {"b": 1}], [1, 0], {"a": 1, "b": 1}, 1),  # the average of all steps: a has its weight from the second on
])  # fmt: skip
def test_the_averaged_perceptron(bags, labels, bag, label):
    assert averaged_perceptron(bags, labels)(bag) == label


@pytest.fixture(scope="module")
def words(tmp_path_factory):
    out = tmp_path_factory.mktemp("shallow") / "number_words"
    options = ProbeOptions(999_999, 1, {"train": 2_000, "validation": 40, "test": 1_000})
    build_number_words(out, [LANGUAGES["en"]], options)
    return out


def test_no_shallow_solver_passes_number_words(words):
    """The last word once told all ungrammatical Danish number words, and the first word which number is larger."""
    found = {(s.config, s.group, s.strategy): s.accuracy for s in pair_shortcuts(words, read_manifest(words))}
    config = f"{GRAMMATICALITY}-en"
    for solver in ("length", "first word", "last word", "shape", "bag of characters", "bag of words"):
        assert found[config, "all", solver] <= 0.6
    for solver in ("character trigrams", "word bigrams"):
        assert found[config, "global", solver] <= 0.65
    assert found[config, "connector, local", "word bigrams"] > 0.75  # as the card says
    for solver in ("length", "first word", "last word", "bag of words", "word bigrams"):
        assert found[f"{COMPARISON}-en", "near", solver] <= 0.65


def test_the_card_and_the_command_show_every_group(words, capsys):
    found = pair_shortcuts(words, read_manifest(words))
    card = (words / "README.md").read_text(encoding="utf-8")
    assert {s.config for s in found} == {f"{GRAMMATICALITY}-en", f"{COMPARISON}-en"}
    for group in {s.group for s in found}:
        assert f"| {group} |" in card
    status, out, _ = numdiag(capsys, "shortcuts", words, "--json")
    assert (status, json.loads(out)) == (0, {"strategies": [*map(asdict, found)]})
    status, out, _ = numdiag(capsys, "shortcuts", words)
    assert status == 0
    assert "appended, global" in out


def test_solvers_stand_in_reports_beside_models(words, tmp_path, capsys):
    assert numdiag(capsys, "shortcuts", words, "--out", tmp_path / "shallow")[0] == 0
    place = tmp_path / "shallow" / "word-bigrams" / f"{GRAMMATICALITY}-en" / "results.json"
    found = json.loads(place.read_text())
    assert found["system"] == "word bigrams, shallow"
    assert set(found["breakdown"]) >= {"label", "error", "scope", "stratum"}
    status, _, _ = numdiag(capsys, "report", tmp_path / "shallow", "--out", tmp_path / "report")
    assert status == 0
    table = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert "word bigrams, shallow" in table


def test_results_of_strategies_for_problems_are_refused(capsys, tmp_path, sample_release):
    refused(
        capsys, "--out is for number words and question pairs", "shortcuts", sample_release, "--out", tmp_path / "x"
    )
