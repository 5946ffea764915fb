"""How easily a release is seen through: strategies for problems, and solvers without understanding for text pairs."""

import json
from dataclasses import asdict
from fractions import Fraction

import pytest

from numdiag_datasets.core.manifest import CARD, COUNTS, read_manifest
from numdiag_datasets.core.perturbation_table import CONTROL
from numdiag_datasets.core.problem import Edit, apply_edits
from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.release.shortcuts.measure import EDITED_NUMBER, KEEP_ANSWER, TEMPLATE, measured, problem_shortcuts
from numdiag_datasets.release.shortcuts.shortcut_tables import problem_tables
from numdiag_datasets.release.shortcuts.strategies import STRATEGIES, Row
from numdiag_datasets.text_pairs.number_words.build import build_number_words
from numdiag_datasets.text_pairs.number_words.family import config_names
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES, MAX_VALUE
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions
from numdiag_datasets.text_pairs.number_words.surface_baselines import surface_baselines
from numdiag_datasets.text_pairs.perceptron import averaged_perceptron
from numdiag_datasets.text_pairs.question_matching import surface_baselines as questions
from numdiag_datasets.text_pairs.question_matching.build import build_question_matching
from numdiag_datasets.text_pairs.shortcuts import pair_shortcuts
from numdiag_datasets.text_pairs.trigram_model import trigram_guesses
from tests.commands import numdiag, printed, refused
from tests.conftest import make_problem

BY_NAME = {strategy.name: strategy for strategy in STRATEGIES}


@pytest.mark.parametrize(("strategy", "context", "question", "guess"), [
    ("drop first", "Lena fed 4 goats. Sam has 12 pens.", "How many?", "Sam has 12 pens. How many?"),
    ("drop first", "Sam has 12 pens.", "How many?", None),  # nothing would be left
    ("drop last", "Sam has 12 pens. Lena fed 4 goats.", "How many?", "Sam has 12 pens. How many?"),
    ("drop unrelated", "Sam has 12 pens. Lena fed 4 goats. He lost 3 pens.", "How many pens?", "Sam has 12 pens. He lost 3 pens. How many pens?"),
    ("drop unrelated", "Sam has 12 pens. Lena fed 4 goats. Al ate 3 figs.", "How many pens?", None),  # which?
    ("drop unrelated", "Sam has 12 pens. Lena saw goats. He lost 3 pens.", "How many pens?", None),  # no number
    ("least overlap", "Sam has 12 red pens. Lena fed 4 goats. Sam lost 3 pens.", "How many red pens has Sam?",
     "Sam has 12 red pens. Sam lost 3 pens. How many red pens has Sam?"),
    ("least overlap", "Sam has pens. Lena fed goats.", "How many?", None),  # no number
    ("seen in train", "Sam has 12 pens. Lena fed 4 goats.", "How many?", "Sam has 12 pens. How many?"),
    ("seen in train", "Lena fed 4 goats. Lena fed 4 goats.", "How many?", None),  # which?
    ("strip not", "He has 6 (not 30) pens and $8 (not $119).", "How many?", "He has 6 pens and $8. How many?"),
    ("strip not", "He has 6, not 30, pens and 4, not 9.", "How many?", "He has 6 pens and 4. How many?"),
    ("strip not", "He has 6 rather than 30 pens and 4 rather than 9.", "How many?", "He has 6 pens and 4. How many?"),
    ("strip not", "He has not 30 but 6 pens.", "How many?", "He has 6 pens. How many?"),
    ("strip brackets", "He has twelve (12) pens.", "How many?", "He has twelve pens. How many?"),
    ("strip zeros", "He has 12.0 pens and 4.50 caps, 7.00 in all.", "How?", "He has 12 pens and 4.50 caps, 7 in all. How?"),
])  # fmt: skip
def test_what_restores(strategy, context, question, guess):
    row = Row(make_problem(context, question), train=frozenset({"Lena fed 4 goats."}))
    assert BY_NAME[strategy].guess(row) == guess


@pytest.mark.parametrize(("strategy", "guess"), [
    ("largest - smallest", 10),
    ("largest / smallest", Fraction(6)),
    ("ten times apart", None),
    ("sum", Fraction(37, 2)),
    ("product", 108),
    ("all numbers", frozenset({12, 2, Fraction(9, 2)})),
    ("decimals", frozenset({Fraction(9, 2)})),
    ("large numbers", frozenset()),
    ("answer shown", None),
])  # fmt: skip
def test_what_solves_and_selects(strategy, guess):
    row = Row(make_problem("He has 12 pens, 2 caps and 4.5 figs.", equation="12 - 4.5", answer="7.5"))
    assert BY_NAME[strategy].guess(row) == guess


def test_a_template_is_filled_in_the_order_of_the_text():
    """The original's operands are its first and third number, and so are those of the new text."""
    original = make_problem("Sam has 12 pens, 9 caps and 4 figs.", "How many more?", "12 - 4", "8")
    text = original.context[0]
    moved = apply_edits(original, [Edit("context[0]", 8, "12 pens, 9 caps and 4 figs", "4 figs, 9 caps and 12 pens")])
    kept = apply_edits(original, [Edit("context[0]", len(text), "", " It rained.")])
    found = {s.strategy: s for s in measured("asdiv_a-order", [(Row(each), Row(original)) for each in (moved, kept)])}
    assert found[TEMPLATE].attacked == 0.5


def test_the_answer_is_shown_only_where_it_is():
    row = Row(make_problem("12 pens less 6", equation="12 - 6", answer="6"))
    assert BY_NAME["answer shown"].guess(row) == 6


def test_shares_are_those_of_attacked_rows_and_of_their_originals():
    """One of two insertions stands first; of one original the first sentence holds an operand."""
    first = make_problem("Sam has 12 pens. Bo has 5 pens.", "How many?", "12 + 5", "17")
    second = make_problem("It rained. Sam has 12 pens and 5 caps.", "How many pens?", "12 + 5", "17")
    pairs = [
        (apply_edits(first, [Edit("context[0]", 0, "", "Lena fed 4 goats. ")]), first),
        (apply_edits(second, [Edit("context[0]", 11, "", "Lena fed 4 goats. ")]), second),
    ]
    found = {
        shortcut.strategy: shortcut for shortcut in measured("asdiv_a-extra", [(Row(a), Row(b)) for a, b in pairs])
    }
    assert (found["drop first"].attacked, found["drop first"].originals) == (0.5, 0.5)
    assert found["drop unrelated"].attacked == 1
    assert found["all numbers"].originals == 1
    assert found[KEEP_ANSWER].attacked == 1
    assert found[KEEP_ANSWER].forced


def test_every_form_of_a_release_is_measured(capsys, sample_release, tmp_path):
    message = "--out is for number words and question pairs"
    refused(capsys, message, "shortcuts", sample_release, "--out", tmp_path / "x")
    manifest = read_manifest(sample_release)
    found = problem_shortcuts(sample_release, manifest)
    assert {shortcut.config for shortcut in found} == {
        f"{dataset}-{form}"
        for dataset, row in manifest.coverage.items()
        for form, counted in row.items()
        if counted.splits["test"].applied and not form.endswith(CONTROL)
    }
    assert all(0 <= s.attacked <= 1 and 0 <= s.originals <= 1 and s.rows for s in found)
    shares = {(s.config, s.strategy): s.attacked for s in found}
    for form in ("verbosity", "verbosity-second"):
        assert shares[f"asdiv_a-{form}", "strip not"] == 1
    for form in ("noise", "distribution", "logic", "noise-second", "distribution-second"):
        assert shares[f"asdiv_a-{form}", KEEP_ANSWER] == 0
    for form in ("language", "type", "verbosity"):
        (edited,) = (s for s in found if (s.config, s.strategy) == (f"tatqa_a-{form}", EDITED_NUMBER))
        assert edited.attacked <= 1.3 * edited.originals  # which cells changed tells nothing
    known = {*BY_NAME, KEEP_ANSWER, EDITED_NUMBER, TEMPLATE}
    assert all(name in known for form in FORMS.values() for name in form.forced)


@pytest.mark.slow
def test_the_release_shows_what_the_command_shows(sample_release, capsys):
    """Every strategy stands in its file of counts, the best of each kind on its card."""
    found = problem_shortcuts(sample_release, read_manifest(sample_release))
    counts = (sample_release / COUNTS).read_text(encoding="utf-8")
    for table in problem_tables(found):
        for row in table.rows:
            assert f"| {' | '.join(row)} |" in counts
    card = (sample_release / CARD).read_text(encoding="utf-8")
    dropped = [s for s in found if s.config == "asdiv_a-extra" and s.kind == "restores"]
    best = max(dropped, key=lambda s: s.attacked)
    cell = f"| {best.strategy} {100 * best.attacked:.0f} ({100 * best.originals:.0f}) |"
    assert cell in next(line for line in card.splitlines() if "| `asdiv_a-extra` | " in line and "(" in line)
    out = printed(capsys, "shortcuts", sample_release, "--json")
    values = json.loads(out)
    assert values["strategies"] == [*map(asdict, found)]
    told = {told["config"] for told in values["bag_of_words"]}
    assert {config for config in told if config.startswith("asdiv_a")} == {
        shortcut.config for shortcut in found if shortcut.config.startswith("asdiv_a")
    }


@pytest.mark.slow
def test_releases_of_pairs_are_measured(tmp_path, capsys):
    release = tmp_path / "question_matching"
    build_question_matching(release)
    manifest = read_manifest(release)
    found = pair_shortcuts(release, manifest)
    assert {shortcut.config for shortcut in found} == set(manifest.configs)
    assert "| always one label |" in (release / "README.md").read_text(encoding="utf-8")
    status, out, _ = numdiag(capsys, "shortcuts", release, "--json")
    assert (status, json.loads(out)) == (0, {"strategies": [*map(asdict, found)]})
    assert numdiag(capsys, "shortcuts", release)[0] == 0


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
    (f"{GRAMMATICALITY}-en", "first two words", row("two hundred and six"), row("two hundred"), True),
    (f"{GRAMMATICALITY}-de", "last two words", row("hunderteins"), row("zweihunderteins"), True),
    (f"{GRAMMATICALITY}-en", "trigram model of correct rows", row("twenty-one"), row("twenty one"), True),
    (f"{GRAMMATICALITY}-en", "order of scale words", row("one hundred million two thousand"), row("six million one thousand"), True),
    (f"{GRAMMATICALITY}-en", "bag of words", row("one two"), row("two one"), True),
    (f"{GRAMMATICALITY}-en", "word bigrams", row("one two"), row("two one"), False),
    (f"{GRAMMATICALITY}-en", "word bigrams", row("one two one"), row("one two one two"), False),  # also the end
    (f"{COMPARISON}-en", "first word", row("one two", "six"), row("one", "six two"), True),
    (f"{COMPARISON}-en", "first differing word", row("one two", "one six"), row("two", "six one"), True),
    (f"{COMPARISON}-en", "first differing word", row("one two", "one six"), row("six", "two"), False),
    (f"{COMPARISON}-en", "length", row("one two", "six"), row("one", "six two"), False),
    (f"{COMPARISON}-en", "bag of words", row("one two", "two six"), row("one", "six"), True),  # what differs
])  # fmt: skip
def test_what_a_solver_sees(config, solver, one, other, same):
    shallow = surface_baselines(config)
    assert shallow
    if solver in shallow.traits:
        trait = shallow.traits[solver]
        assert (trait(one) == trait(other)) is same
    elif solver in shallow.sequences:
        assert (shallow.sequences[solver](one) == shallow.sequences[solver](other)) is same
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


@pytest.mark.parametrize(("trap", "known", "tested", "labels"), [
    ("a step that no right row has", [("abc", 0), ("acb", 1)] * 8, ["abc", "acb"], [0, 1]),
    ("the same trigrams in another order", [("abcabd", 0), ("abdabc", 1)] * 8, ["abcabd"], [0]),
    ("an unknown part", [("ab", 0), ("ba", 1)] * 8, ["ax", "ab"], [1, 0]),
    ("nothing known", [], ["ab"], [0]),
    ("errors alone", [("ab", 1)] * 8, ["ab"], [1]),
])  # fmt: skip
def test_the_trigram_model(trap, known, tested, labels):
    assert trigram_guesses(known, tested) == labels, trap


@pytest.fixture(scope="module")
def words(tmp_path_factory):
    out = tmp_path_factory.mktemp("shallow") / "number_words"
    options = ProbeOptions(MAX_VALUE, 1, {"train": 4_000, "validation": 40, "test": 1_000})
    build_number_words(out, [LANGUAGES["en"], LANGUAGES["da"]], options)
    return out


@pytest.fixture(scope="module")
def accuracy(words):
    return {(s.config, s.group, s.strategy): s.accuracy for s in pair_shortcuts(words, read_manifest(words))}


@pytest.mark.parametrize("code", ["en", "da"])
def test_no_shallow_solver_passes_number_words(accuracy, code):
    """The last word once told all ungrammatical Danish number words, and the last two words every global error."""
    config = f"{GRAMMATICALITY}-{code}"
    for solver in ("length", "first word", "last word", "first two words", "last two words", "bag of words"):
        assert accuracy[config, "all", solver] <= 0.55, solver
        assert accuracy[config, "global", solver] <= 0.6, solver
    for solver in ("word bigrams", "word trigrams", "trigram model of correct rows"):
        assert accuracy[config, "global", solver] <= 0.65, solver
        assert accuracy[f"number_words-unseen_errors-bare-{code}", "global", solver] <= 0.65, solver
    assert accuracy[config, "local", "trigram model of correct rows"] > 0.85  # as the card says
    assert accuracy[config, "global", "order of scale words"] > 0.95
    assert accuracy[f"number_words-unseen_errors-bare-{code}", "global", "order of scale words"] <= 0.6
    for stratum in ("misleading", "misleading_later"):
        for solver in ("length", "first word", "first differing word"):
            assert accuracy[f"{COMPARISON}-{code}", stratum, solver] <= 0.7, (stratum, solver)
    assert accuracy[f"{COMPARISON}-{code}", "near", "first differing word"] > 0.65  # one look decides


def test_the_card_and_the_command_show_every_group(words, capsys):
    found = pair_shortcuts(words, read_manifest(words))
    card = (words / "README.md").read_text(encoding="utf-8")
    assert {s.config for s in found} == {name for name in config_names(["en", "da"]) if "-bare-" in name}
    for group in {s.group for s in found}:
        assert f"| {group} |" in card
    status, out, _ = numdiag(capsys, "shortcuts", words, "--json")
    assert (status, json.loads(out)) == (0, {"strategies": [*map(asdict, found)]})
    out = printed(capsys, "shortcuts", words)
    assert "scales, global" in out


def test_solvers_stand_in_reports_beside_models(words, tmp_path, capsys):
    assert numdiag(capsys, "shortcuts", words, "--out", tmp_path / "shallow")[0] == 0
    place = tmp_path / "shallow" / "word-bigrams" / f"{GRAMMATICALITY}-en" / "results.json"
    found = json.loads(place.read_text())
    assert found["system"] == "word bigrams, shallow"
    assert set(found["breakdown"]) >= {"label", "error", "scope", "stratum"}
    _ = printed(capsys, "report", tmp_path / "shallow", "--out", tmp_path / "report")
    table = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert "word bigrams, shallow" in table
