"""The pages of results say what the results of this repository say."""

import json
import runpy
from pathlib import Path
from statistics import fmean

import pytest

from numdiag_datasets.report import writing
from tests.commands import numdiag

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "docs" / "results"


@pytest.fixture(scope="module")
def script():
    return runpy.run_path(str(RESULTS / "summary.py"))


def test_the_tables_of_the_results_page_are_those_of_the_results(script):
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    made = script["page"](text, script["summary"]())
    assert made == text, "run python docs/results/summary.py"
    assert text.count("<!-- drops ") == len(script["summary"]().datasets)
    assert text.count("<!-- some ") == sum(len(s.datasets) for s in script["summaries_of_parts"]())


def test_the_table_of_the_card_is_that_of_the_results(script):
    made = script["card_table"](script["summary"]())
    assert script["CARD_TABLE"].read_text(encoding="utf-8") == made, (
        "run python docs/results/summary.py"
    )


QWEN, GRAPH2TREE = "Qwen2.5-Coder-1.5B-Instruct", "Graph2Tree"
SMOLLM2_SYSTEM = "SmolLM2-135M, fine-tuned"
SMOLLM2 = f"{SMOLLM2_SYSTEM}, tokens"
THINKING = f"{QWEN}, chain of thought"
ORIGINALS = ("", "")
_METRIC = "answer_accuracy"


@pytest.mark.parametrize(
    ("page", "sentence", "figures"),
    [
        ("README.md", "costs Qwen2.5-Coder-1.5B (2024) {} of its {} points**, and {} of {} where it thinks step by step.",
         [(QWEN, "attack", "extra"), (QWEN, *ORIGINALS), (THINKING, "attack", "extra"), (THINKING, *ORIGINALS)]),
        ("README.md", ('"8 (not 64)" costs it {}, the same said in other words ("8 rather than 64", "not 64 but 8") {}; '
         "thinking {}, which may be chance, and {}."),
         [(system, setting, "verbosity") for system in (QWEN, THINKING) for setting in ("attack", "second form")]),
        ("README.md", ("costs as much**: {} points, thinking {}, and {} of Graph2Tree's {}. Another order of the sentences costs {} and {}, "
         "which may be chance, and {}."),
         [(QWEN, "attack", "logic"), (THINKING, "attack", "logic"), (GRAPH2TREE, "attack", "logic"), (GRAPH2TREE, *ORIGINALS),
          (QWEN, "attack", "order"), (THINKING, "attack", "order"), (GRAPH2TREE, "attack", "order")]),
        ("README.md", "one decimal more costs the language model {} points, numbers near a thousand {}; thinking {} and {}.",
         [(system, "attack", name) for system in (QWEN, THINKING) for name in ("noise", "distribution")]),
        ("README.md", "Words for digits cost Qwen {}, thinking {}, which may be chance.",
         [(QWEN, "attack", "language"), (THINKING, "attack", "language")]),
        ("docs/results/README.md", "the second form of notes costs Qwen, trained on neither, {} points and the first {} (that of sentences {} and {}).",
         [(QWEN, setting, name) for name in ("verbosity", "extra") for setting in ("second form", "attack")]),
        ("docs/results/README.md", "(it has {}% of the originals right) / asked for steps, as a chat ({}%) / of Graph2Tree, which sees placeholders for numbers ({}%):",
         [(system, *ORIGINALS) for system in (QWEN, THINKING, GRAPH2TREE)]),
        ("docs/results/README.md", ('A sentence that does not matter costs {} / {} / {}, a note in brackets, "8 (not 64)", {} / {} (n.s.) / {}, and the same in other words, '
         '"8 rather than 64", {} / {} / {}.'),
         [(system, setting, name) for setting, name in (("attack", "extra"), ("attack", "verbosity"), ("second form", "verbosity"))
          for system in (QWEN, THINKING, GRAPH2TREE)]),
        ("docs/results/README.md", "Another question on the same numbers costs {} / {} / {}, another order of the sentences {} (n.s.) / {} (n.s.) / {}.",
         [(system, "attack", name) for name in ("logic", "order") for system in (QWEN, THINKING, GRAPH2TREE)]),
        ("docs/results/README.md", "One decimal more costs {} / {} / {} (n.s.), numbers near a thousand {} / {} / {}, though",
         [(system, "attack", name) for name in ("noise", "distribution") for system in (QWEN, THINKING, GRAPH2TREE)]),
        ("docs/results/README.md", 'Words for digits cost {} / {} (n.s.) / {} (n.s.), ".0" behind a number {} (n.s.) / {} / {} (n.s.), and',
         [(system, "attack", name) for name in ("language", "type") for system in (QWEN, THINKING, GRAPH2TREE)]),
        ("docs/results/README.md", ("It has {}% right. It writes an equation that is then worked out: decimals cost it {} points (n.s.; with two decimals, the second form, {}) "
         "and other numbers {} (n.s.). Words cost {} points, a note in brackets {}, a sentence {}, another question {}."),
         [(SMOLLM2, *ORIGINALS), (SMOLLM2, "attack", "noise"), (SMOLLM2, "second form", "noise"),
          *((SMOLLM2, "attack", name) for name in ("distribution", "language", "verbosity", "extra", "logic"))]),
        ("docs/results/README.md", "and the answer {} (n.s.) and {}: it copies", [(SMOLLM2, "attack", "type"), (SMOLLM2, "attack", "order")]),
        ("docs/results/README.md", "SmolLM2, fine-tuned to write equations, loses {} (n.s.) and {} (n.s.) of {}; to write",
         [(SMOLLM2, "attack", "noise"), (SMOLLM2, "attack", "distribution"), (SMOLLM2, *ORIGINALS)]),
        ("docs/results/README.md", ("SmolLM2 has {}% right of notes and {}% of sentences, and {} and {}% without the training; Graph2Tree {} and {}%, and {} and {}% without."),
         [(system, setting, name, "score") for system in (SMOLLM2, GRAPH2TREE) for setting in ("transfer", "second form")
          for name in ("verbosity", "extra")]),
        ("docs/results/README.md", "Words for digits, which SmolLM2 reads badly ({}%), it learns to read ({}%).",
         [(SMOLLM2, setting, "language", "score") for setting in ("attack", "defense")]),
        ("docs/results/README.md", ("under a note in brackets Graph2Tree goes from {} to {}% right and SmolLM2 from {} to {}, with a sentence from {} to {} and from {} to {}. "
         "Of another question little comes back: from {} to {} and from {} to {}."),
         [(system, setting, name, "score") for name in ("verbosity", "extra", "logic") for system in (GRAPH2TREE, SMOLLM2)
          for setting in ("attack", "defense")]),
        ("README.md", "it has {}% right there, SmolLM2 {}, and {} and {}% where the wording is another (without the training {} and {}).",
         [*((system, setting, "verbosity", "score") for setting in ("defense", "transfer") for system in (GRAPH2TREE, SMOLLM2)),
          *((system, "second form", "verbosity", "score") for system in (GRAPH2TREE, SMOLLM2))]),
    ],
)  # fmt: skip
def test_what_the_pages_say_was_measured(page, sentence, figures, script):
    """In words, where no script writes them: rounded as a reader would."""
    results = script["summary"]()
    systems = {system.label: system for system in results.systems_of("asdiv_a")}

    def measured(system, setting, name, what="drop"):
        of = results.drop if name and what == "drop" else results.score
        return f"{of(systems[system], 'asdiv_a', (setting, name), _METRIC).mean:.0f}"

    text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    assert sentence.format(*(measured(*figure) for figure in figures)) in text


def test_what_the_page_says_of_transfer_was_measured(script):
    """What training on the first form gives in the second, and in the first."""
    results = script["summary"]()
    systems = {system.label: system for system in results.systems_of("asdiv_a")}

    def right(system, setting, name):
        return results.score(systems[system], "asdiv_a", (setting, name), _METRIC).mean

    def won_and_lost(system, first, second, name):
        """What a form costs the model of the originals, and what the training wins back of it."""
        before = right(system, first, name)
        return right(system, second, name) - before, right(system, *ORIGINALS) - before

    forms = (("second form", "transfer"), ("attack", "defense"))
    gains = {
        (system, name): [figure for form in forms for figure in won_and_lost(system, *form, name)]
        for system in (SMOLLM2, GRAPH2TREE)
        for name in ("verbosity", "extra")
    }

    def told(sentence, system, name, order):
        return sentence.format(*(gains[system, name][n] for n in order))

    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())
    notes, sentences = "verbosity", "extra"
    assert (
        told("of the {:.0f} points that notes in other words cost SmolLM2 {:.0f} come back (of the {:.0f} in the first form {:.0f}), and ",
             SMOLLM2, notes, (1, 0, 3, 2))
        + told("{:.0f} of the {:.0f} of sentences ({:.0f} of {:.0f}); ", SMOLLM2, sentences, (0, 1, 2, 3))
        + told("of Graph2Tree's {:.0f} points {:.0f} (of {:.0f} in the first form {:.0f}), and ", GRAPH2TREE, notes, (1, 0, 3, 2))
        + told("{:.0f} of {:.0f} ({:.0f} of {:.0f}).", GRAPH2TREE, sentences, (0, 1, 2, 3))
    ) in text  # fmt: skip
    shares = {
        key: (100 * made[2] / made[3], 100 * made[0] / made[1]) for key, made in gains.items()
    }
    of = [shares[system, name] for system in (SMOLLM2, GRAPH2TREE) for name in (notes, sentences)]
    assert "wins back {:.0f} and {:.0f}% of what these cost SmolLM2, and {:.0f} and {:.0f}% of what they cost Graph2Tree;".format(*(s[0] for s in of)) in text  # fmt: skip
    assert "it wins back {:.0f} and {:.0f}%, and {:.0f} and {:.0f}%: most of it".format(*(s[1] for s in of)) in text  # fmt: skip
    logic = [won / lost for won, lost in (won_and_lost(s, *forms[1], "logic") for s in (SMOLLM2, GRAPH2TREE))]  # fmt: skip
    assert "of another question a third and less" in text
    assert max(logic) < 0.34


def test_what_the_page_says_of_training_on_both_was_measured(script):
    results = script["summary"]()
    (system,) = (each for each in results.systems_of("asdiv_a") if each.label == SMOLLM2)
    attacked, right = (
        [results.score(system, "asdiv_a", (s, n), _METRIC).mean for n in ("verbosity", "extra")]
        for s in ("augment, attacked", "augment")
    )
    seed_1 = [o for o in results.outcomes(system, "asdiv_a", ORIGINALS) if o.seed == 1]
    alone = seed_1[0].result.scores[_METRIC]
    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())
    assert (
        "has {:.0f}% of the problems with notes right and {:.0f}% of those with sentences, as trained on these alone or more, and {:.0f} and {:.0f}% of the "
        "originals, where the model of the originals alone has {:.0f} with this seed.".format(
            *attacked, *right, alone
        )
        in text
    )
    (other,) = (each for each in results.systems_of("asdiv_a") if each.label == GRAPH2TREE)
    harm = results.drop(other, "asdiv_a", ("transfer", "language"), _METRIC)
    assert "loses {:.0f} points ({:.0f} to {:.0f}) in their second form".format(harm.mean, *harm.interval) in text  # fmt: skip


def test_what_the_page_says_of_equations_as_strings_was_measured(script):
    results = script["summary"]()
    (system,) = (each for each in results.systems_of("asdiv_a") if each.label == SMOLLM2)
    drops = [
        results.drop(system, "asdiv_a", ("attack", name), "equation_accuracy").mean
        for name in ("type", "order")
    ]
    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())
    told = "another order cost the equation as a string {:.0f} and {:.0f} points"
    assert told.format(*drops) in text


def test_what_the_pages_say_of_targets_was_measured(script):
    results = script["by_target"]()
    by_target = {
        system.label.rpartition(", ")[2]: system for system in results.systems_of("asdiv_a")
    }

    def right(target, name):
        row = ("attack", name) if name else ORIGINALS
        (outcome,) = results.outcomes(by_target[target], "asdiv_a", row)
        equations = outcome.result.about["analysis"].get("equation_accuracy")
        return equations, outcome.result.scores[_METRIC]

    def drop(target, name):
        return results.drop(by_target[target], "asdiv_a", ("attack", name), _METRIC)

    (before, both), (changed, other), (decimal, few) = (
        right("both", name) for name in ("", "distribution", "noise")
    )
    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())
    for told in (
        f"it still has {before:.0f}% of the equations right, but has to calculate, and {both:.0f}% of the results are right;",
        (
            f"Under other numbers {changed:.0f}% of its equations and {other:.0f}% of its results are right, under decimals {decimal:.0f}% and "
            f"{few:.0f}%:"
        ),
        f"(`--target answer`) {right('answer', '')[1]:.0f}% are right, and none under other numbers.",
        f"which it has to work out, {drop('both', 'noise').mean:.0f} and {drop('both', 'distribution').mean:.0f} of {both:.0f}.",
        f"decimals then cost {drop('both', 'noise').mean:.0f} points and other numbers {drop('both', 'distribution').mean:.0f}.",
    ):
        assert told in text
    assert right("answer", "distribution")[1] == 0
    assert not any(drop("equation", name).is_told for name in ("noise", "distribution"))
    front = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    told = "SmolLM2, fine-tuned to write equations, loses {:.0f} and {:.0f}, which may be chance; to write their results too, {:.0f} and {:.0f} of {:.0f}."
    lost = [drop(t, name).mean for t in ("equation", "both") for name in ("noise", "distribution")]
    assert told.format(*lost, both) in front


def test_what_the_page_says_of_svamp_was_measured(script):
    results = script["summary"]()
    (qwen,) = (system for system in results.systems_of("svamp") if system.name == QWEN)
    asked = [
        ("attack", name) for name in ("language", "noise", "distribution", "verbosity", "extra")
    ]
    asked += [("second form", name) for name in ("verbosity", "noise", "distribution")]
    drops = [f"{results.drop(qwen, 'svamp', each, _METRIC).mean:.0f}" for each in asked]
    right = results.score(qwen, "svamp", ORIGINALS, _METRIC).mean
    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())
    assert (
        "words cost {} points of {:.0f}, a decimal {}, numbers near a thousand {}, a note in brackets {}, a sentence {}; of second forms "
        "a note in other words {}, two decimals {}, ten thousands {}.".format(
            drops[0], right, *drops[1:]
        )
        in text
    )


def of_some_rows(script, dataset):
    """The results over a part of the rows of a data set."""
    (results,) = (each for each in script["summaries_of_parts"]() if dataset in each.datasets)
    return results


def test_what_the_page_says_of_gsm8k_was_measured(script):
    results = of_some_rows(script, "gsm8k")
    (qwen,) = results.systems_of("gsm8k")
    asked = [("attack", "verbosity"), ("second form", "verbosity"), ("attack", "extra")]
    drops = [f"{results.drop(qwen, 'gsm8k', each, _METRIC).mean:.0f}" for each in asked]
    right = results.score(qwen, "gsm8k", ORIGINALS, _METRIC).mean
    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())
    assert f"without a thought Qwen has {right:.0f}% of 300 problems right" in text
    costs = "a note in brackets costs {} points of them, the same in other words {}, a sentence {}."
    assert costs.format(*drops) in text


def test_what_the_page_says_of_drop_was_measured(script):
    results = of_some_rows(script, "drop_num")
    (qwen,) = results.systems_of("drop_num")
    right = results.score(qwen, "drop_num", ORIGINALS, "exact_match").mean
    told = results.drop(qwen, "drop_num", ("second form", "verbosity"), "exact_match").mean
    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())
    assert f"Qwen has {right:.0f}% exactly right." in text
    assert (
        f"Only the drop by a note in other words ({told:.0f} points) has an interval above 0"
        in text
    )


def test_what_the_page_says_of_a_trained_model_on_drop_was_measured(script):
    results = script["summary"]()
    (system,) = results.systems_of("drop_num")
    (outcome,) = results.outcomes(system, "drop_num", ORIGINALS)
    rows, right = outcome.result.scores["rows"], outcome.result.scores["exact_match"]
    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())
    assert f"it has {right:.0f}% of the {rows} test problems exactly right." in text
    assert f"31 of these {right * rows / 100:.0f} answers are 1 or 2" in text
    drops = [
        results.drop(system, "drop_num", ("attack", name), "exact_match")
        for name in ("language", "type", "noise", "distribution", "verbosity", "extra")
    ]
    assert not any(drop.is_told for drop in drops)


def test_what_the_page_says_of_tatqa_was_measured(script):
    results = of_some_rows(script, "tatqa_a")
    (qwen,) = results.systems_of("tatqa_a")
    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())
    right = results.score(qwen, "tatqa_a", ORIGINALS, "exact_match").mean
    assert f"first forms: it has {right:.0f}% exactly right" in text
    (outcome,) = results.outcomes(qwen, "tatqa_a", ORIGINALS)
    assert outcome.result.breakdown["answer_type"]["arithmetic"]["exact_match"] == 0
    before = {
        name: results.drop(qwen, "tatqa_a", ("attack", name), "exact_match").original
        for name in ("noise", "distribution", "logic", "order")
    }
    assert set(before.values()) == {0}, "nothing to take"
    assert results.drop(qwen, "tatqa_a", ("attack", "language"), "exact_match").mean == right


def test_what_the_page_says_of_tagop_was_measured(script):
    results = script["summary"]()
    (tagop,) = results.systems_of("tatqa_a")
    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())
    found = [outcome.result for outcome in results.outcomes(tagop, "tatqa_a", ORIGINALS)]
    right = fmean(made.scores["exact_match"] for made in found)
    rows = found[0].scores["rows"]
    assert f"It has {right:.0f}% of the {rows} test questions exactly right, where" in text
    analyses = [made.about["analysis"] for made in found]
    accuracy = {
        name: fmean(analysis["operators"][name]["accuracy"] for analysis in analyses)
        for name in ("span-in-text", "cell-in-table", "spans", "average", "change-ratio")
    }
    of_spans = sorted(accuracy[name] for name in ("span-in-text", "cell-in-table", "spans"))
    assert (
        "The operator is right for {:.0f}% of the {} questions with known evidence: always for averages and changes in percent, for {:.0f} to "
        "{:.0f}% of those".format(
            fmean(analysis["operator_accuracy"] for analysis in analyses),
            analyses[0]["rows_with_evidence"],
            of_spans[0],
            of_spans[-1],
        )
        in text
    )
    assert accuracy["average"] == accuracy["change-ratio"] == 100

    def drop(name, metric="exact_match", setting="attack"):
        return results.drop(tagop, "tatqa_a", (setting, name), metric)

    def arithmetic(row):
        made = [outcome.result for outcome in results.outcomes(tagop, "tatqa_a", row)]
        return fmean(each.breakdown["answer_type"]["arithmetic"]["exact_match"] for each in made)

    order = drop("order")
    assert (
        f"costs {order.mean:.0f} points of exact match ({order.interval[0]:.0f} to {order.interval[1]:.0f}), and arithmetic falls "
        f"from {arithmetic(ORIGINALS):.0f} to {arithmetic(('attack', 'order')):.0f}%:" in text
    )
    forms = ("attack", "second form")
    words, beside = (drop("language", setting=setting) for setting in forms)
    left = [arithmetic((setting, "language")) for setting in forms]
    assert (
        f"cost {words.mean:.0f} points, arithmetic falls to {left[0]:.0f}%, and with the digits beside them "
        f'("twenty-seven (27)") {beside.mean:.0f} points and {left[1]:.0f}%.' in text
    )
    chosen = [
        fmean(
            each.result.about["analysis"]["operator_accuracy"]
            for each in results.outcomes(tagop, "tatqa_a", row)
        )
        for row in (*((setting, "language") for setting in forms), ORIGINALS)
    ]
    assert "{:.0f} and {:.0f}% have the right operator ({:.0f}% before).".format(*chosen) in text
    notes = [drop("verbosity", setting=setting) for setting in forms]
    assert (
        "costs {:.0f} points and the same in other words {:.0f}.".format(*(n.mean for n in notes))
        in text
    )
    logic, scale = drop("logic"), drop("logic", "scale_accuracy")
    assert (
        f"costs {logic.mean:.0f} points (n.s.), and {scale.mean:.0f} of the scales "
        f"({scale.interval[0]:.0f} to {scale.interval[1]:.0f})." in text
    )
    assert all(told.is_told for told in (order, words, beside, *notes, scale))
    few = [drop(name, setting=setting) for setting in forms for name in ("noise", "distribution")]
    others = [drop(name, setting=setting) for setting in forms for name in ("type", "extra")]
    assert not any(told.is_told for told in (logic, *few, *others))
    rows, seen = ([of(each) for each in few] for of in (lambda d: d.rows, lambda d: d.detectable))
    assert (
        f"({min(rows):.0f} to {max(rows):.0f} of 186) that only drops of {min(seen):.0f} to {max(seen):.0f} points would show"
        in text
    )


def test_what_the_page_says_of_placeholders_was_measured(script):
    results = script["summary"]()
    (system,) = (
        s for s in results.systems_of("asdiv_a") if s.label == f"{SMOLLM2_SYSTEM}, placeholders"
    )

    def drop(name):
        return results.drop(system, "asdiv_a", ("attack", name), _METRIC)

    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())
    right = results.score(system, "asdiv_a", ORIGINALS, _METRIC).mean
    assert f"it has {right:.0f}% of the originals right" in text
    unseen = ("language", "type", "noise", "distribution")
    assert not any(drop(name).is_told for name in unseen)
    told = 'words {:.0f} points, ".0" {:.0f}, a decimal {:.0f}, other numbers {:.0f} (n.s. all;'
    assert told.format(*(drop(name).mean for name in unseen)) in text
    seen = ("verbosity", "extra", "logic", "order")
    assert all(drop(name).is_told for name in seen)
    (digits,) = (s for s in results.systems_of("asdiv_a") if s.label == SMOLLM2)
    in_sight = [results.drop(digits, "asdiv_a", ("attack", name), _METRIC).mean for name in seen]
    told = (
        "note in brackets costs {:.0f} points, where with the digits in sight it costs {:.0f}, a sentence {:.0f} ({:.0f}), "
        "another question {:.0f} ({:.0f}), another order {:.0f} ({:.0f})."
    )
    pairs = zip((drop(name).mean for name in seen), in_sight, strict=True)
    assert told.format(*(figure for pair in pairs for figure in pair)) in text


def test_what_the_page_says_of_other_graph2trees_was_measured(script):
    results = script["summary"]()
    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())

    def of(name, dataset):
        (system,) = (each for each in results.systems_of(dataset) if each.label == name)
        drops = {
            each: f"{results.drop(system, dataset, ('attack', each), _METRIC).mean:.0f}"
            for each in ("verbosity", "extra", "logic", "order")
        }
        return results.score(system, dataset, ORIGINALS, _METRIC), drops

    wide, drops = of(f"{GRAPH2TREE}, hidden size 512", "asdiv_a")
    assert (
        "it has {:.0f}% of the originals right, which is no difference from half the width, and falls as far: {verbosity} points by a note in brackets, "
        "{extra} by a sentence, {logic} by another question, {order} by another order.".format(
            wide.mean, **drops
        )
        in text
    )
    right, drops = of(GRAPH2TREE, "svamp")
    assert (
        "it has {:.1f} ± {:.1f} of the originals right; a note in brackets costs {verbosity} points, a sentence {extra}, and another question {logic} (".format(
            right.mean, right.spread, **drops
        )
        in text
    )
    (system,) = (each for each in results.systems_of("svamp") if each.label == GRAPH2TREE)
    note, sentence, other_note, other_sentence, untrained_note, untrained_sentence = (
        f"{results.score(system, 'svamp', (setting, name), _METRIC).mean:.0f}%"
        for setting in ("defense", "transfer", "second form")
        for name in ("verbosity", "extra")
    )
    assert (
        f"nearly as much right as of the originals, {note} and {sentence}, but of their second forms {other_note} and {other_sentence}, where "
        f"models of the originals have {untrained_note} and {untrained_sentence}:" in text
    )


def test_what_the_page_says_of_five_draws_was_measured():
    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())
    for name in ("noise", "distribution"):
        (drawn,) = json.loads((RESULTS / "draws" / f"{name}.json").read_text(encoding="utf-8"))[
            "draws"
        ]
        low, high = min(drawn["scores"].values()), max(drawn["scores"].values())
        assert len(drawn["scores"]) == 5
        assert f"{drawn['mean']:.1f} ± {drawn['deviation']:.1f}% " in text
        assert f"under {name} ({low:.0f} to {high:.0f})" in text


def test_the_picture_shows_every_system(script):
    shown = (RESULTS / "heatmap.svg").read_text(encoding="utf-8")
    results = script["summary"]()
    assert all(f"<!-- {system.label}" in shown for system in results.systems_of("asdiv_a"))


def test_the_commands_of_the_page_report_all_results(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(writing, "picture_bytes", lambda figure, kind: kind.encode())
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    assert "`numdiag report docs/results`" in text
    told = numdiag(capsys, "report", RESULTS, "--out", tmp_path)
    assert told[0] == 0, told
    assert "as table 6 of the paper" in (tmp_path / "report.md").read_text(encoding="utf-8")
