"""How easily a release is seen through: each strategy does what its line says, and is counted rightly."""

import json
from dataclasses import asdict
from fractions import Fraction

import pytest

from numdiag_datasets.core.manifest import CARD, COUNTS, read_manifest
from numdiag_datasets.core.problem import Edit, apply_edits
from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.release.shortcuts.measure import EDITED_NUMBER, KEEP_ANSWER, measured, problem_shortcuts
from numdiag_datasets.release.shortcuts.shortcut_tables import problem_tables
from numdiag_datasets.release.shortcuts.strategies import STRATEGIES, Row
from numdiag_datasets.text_pairs.question_matching.build import build_question_matching
from numdiag_datasets.text_pairs.shortcuts import pair_shortcuts
from tests.commands import numdiag
from tests.conftest import make_problem

BY_NAME = {strategy.name: strategy for strategy in STRATEGIES}


@pytest.mark.parametrize(("strategy", "context", "question", "guess"), [
    ("drop first", "Lena fed 4 goats. Sam has 12 pens.", "How many?", "Sam has 12 pens. How many?"),
    ("drop first", "Sam has 12 pens.", "How many?", None),  # nothing would be left
    ("drop last", "Sam has 12 pens. Lena fed 4 goats.", "How many?", "Sam has 12 pens. How many?"),
    ("drop unrelated", "Sam has 12 pens. Lena fed 4 goats. He lost 3 pens.", "How many pens?", "Sam has 12 pens. He lost 3 pens. How many pens?"),
    ("drop unrelated", "Sam has 12 pens. Lena fed 4 goats. Al ate 3 figs.", "How many pens?", None),  # which?
    ("drop unrelated", "Sam has 12 pens. Lena saw goats. He lost 3 pens.", "How many pens?", None),  # no number
    ("strip not", "He has 6 (not 30) pens and $8 (not $119).", "How many?", "He has 6 pens and $8. How many?"),
    ("strip not", "He has 6, not 30, pens and 4, not 9.", "How many?", "He has 6 pens and 4. How many?"),
    ("strip not", "He has 6 rather than 30 pens and 4 rather than 9.", "How many?", "He has 6 pens and 4. How many?"),
    ("strip not", "He has not 30 but 6 pens.", "How many?", "He has 6 pens. How many?"),
    ("strip brackets", "He has twelve (12) pens.", "How many?", "He has twelve pens. How many?"),
    ("strip zeros", "He has 12.0 pens and 4.50 caps, 7.00 in all.", "How?", "He has 12 pens and 4.50 caps, 7 in all. How?"),
])  # fmt: skip
def test_what_restores(strategy, context, question, guess):
    assert BY_NAME[strategy].guess(Row(make_problem(context, question))) == guess


@pytest.mark.parametrize(("strategy", "guess"), [
    ("largest - smallest", 10),
    ("largest / smallest", Fraction(6)),
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


def test_every_form_of_a_release_is_measured(sample_release):
    manifest = read_manifest(sample_release)
    found = problem_shortcuts(sample_release, manifest)
    assert {shortcut.config for shortcut in found} == {
        f"{dataset}-{form}"
        for dataset, row in manifest.coverage.items()
        for form, counted in row.items()
        if counted.splits["test"].applied
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
    known = {*BY_NAME, KEEP_ANSWER, EDITED_NUMBER}
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
    status, out, _ = numdiag(capsys, "shortcuts", sample_release, "--json")
    assert status == 0
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
