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
        ("docs/results/README.md", "it costs Qwen, which was trained on neither, {} points and the first {} (that of extra {} and {}).",
         [(QWEN, setting, name) for name in ("verbosity", "extra") for setting in ("second form", "attack")]),
        ("docs/results/README.md", "points of {} (20 to 36), and, where it thinks step by step, {} of {};",
         [(QWEN, *ORIGINALS), (THINKING, "attack", "extra"), (THINKING, *ORIGINALS)]),
        ("docs/results/README.md", '"8 (not 64)" costs {}, and a thought makes up for it ({}, n.s.); "8 rather than 64" and its like {} (34 to 54) and {}.',
         [(QWEN, "attack", "verbosity"), (THINKING, "attack", "verbosity"), (QWEN, "second form", "verbosity"), (THINKING, "second form", "verbosity")]),
        ("docs/results/README.md", "loses nearly all it has: {} and {} of {}.",
         [(GRAPH2TREE, "attack", "extra"), (GRAPH2TREE, "attack", "verbosity"), (GRAPH2TREE, *ORIGINALS)]),
        ("docs/results/README.md", "Another question on the same numbers costs {} (Qwen), thought or not {}, and {} points (Graph2Tree);",
         [(QWEN, "attack", "logic"), (THINKING, "attack", "logic"), (GRAPH2TREE, "attack", "logic")]),
        ("docs/results/README.md", "though the steps stay the same; step by step {} and {} ({} and {}).",
         [(THINKING, setting, name) for setting in ("attack", "second form") for name in ("noise", "distribution")]),
        ("docs/results/README.md", "A thought makes up for words ({}, n.s.).", [(THINKING, "attack", "language")]),
        ("docs/results/README.md", "costs Qwen {} points, numbers near a thousand {} (second forms {} and {}), though",
         [(QWEN, setting, name) for setting in ("attack", "second form") for name in ("noise", "distribution")]),
        ("docs/results/README.md", "Behind placeholders they cost {} (n.s.) and {}.",
         [(GRAPH2TREE, "attack", "noise"), (GRAPH2TREE, "attack", "distribution")]),
        ("docs/results/README.md", ("It has {}% right. It writes an equation that is then worked out, so decimals cost it {} points and other numbers {} (n.s.), "
         "where Qwen, which has to calculate, loses {} and {}. Words cost {} points, a note in brackets {}, a sentence {}, another question {}."),
         [(SMOLLM2, *ORIGINALS), *((system, "attack", name) for system in (SMOLLM2, QWEN) for name in ("noise", "distribution")),
          *((SMOLLM2, "attack", name) for name in ("language", "verbosity", "extra", "logic"))]),
        ("docs/results/README.md", "and the answer {} (n.s.) and {}: it copies", [(SMOLLM2, "attack", "type"), (SMOLLM2, "attack", "order")]),
        ("docs/results/README.md", "trained to write equations, SmolLM2, loses {} and {} of {} (n.s.); trained",
         [(SMOLLM2, "attack", "noise"), (SMOLLM2, "attack", "distribution"), (SMOLLM2, *ORIGINALS)]),
        ("docs/results/README.md", ("SmolLM2 has {}% right with such training and {} without (verbosity), and {} and {} (extra); Graph2Tree less, {} and {} (verbosity), "
         "and {} and {} (extra), where it has {} and {} of the first forms."),
         [*((system, setting, name, "score") for system in (SMOLLM2, GRAPH2TREE) for name in ("verbosity", "extra")
            for setting in ("transfer", "second form")),
          *((GRAPH2TREE, "defense", name, "score") for name in ("verbosity", "extra"))]),
        ("docs/results/README.md", ("under a note in brackets Graph2Tree goes from {} to {}% right and SmolLM2 from {} to {}, with a sentence from {} to {} and from {} to {}. "
         "Of another question little comes back: from {} to {} and from {} to {}."),
         [(system, setting, name, "score") for name in ("verbosity", "extra", "logic") for system in (GRAPH2TREE, SMOLLM2)
          for setting in ("attack", "defense")]),
        ("docs/results/README.md", "Said in other words than those of the training, {} and {}% are right of notes, {} and {}% of sentences.",
         [(system, "transfer", name, "score") for name in ("verbosity", "extra") for system in (GRAPH2TREE, SMOLLM2)]),
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

    def gains(system, name):
        """In the second form, and in the first."""
        return (
            right(system, "transfer", name) - right(system, "second form", name),
            right(system, "defense", name) - right(system, "attack", name),
        )

    def lost(setting):
        return right(SMOLLM2, *ORIGINALS) - right(SMOLLM2, setting, "extra")

    text = " ".join((RESULTS / "README.md").read_text(encoding="utf-8").split())
    of_sentences = gains(SMOLLM2, "extra")
    assert (
        "of the second form of notes they have {:.0f}% right, so that the training on the first gives {:.0f} points there, more than the {:.0f} of the "
        "first form itself; of sentences {:.0f}%, so that it gives {:.0f} of the {:.0f} points that were lost, against {:.0f} of {:.0f}.".format(
            right(SMOLLM2, "second form", "verbosity"),
            *gains(SMOLLM2, "verbosity"),
            right(SMOLLM2, "second form", "extra"),
            of_sentences[0],
            lost("second form"),
            of_sentences[1],
            lost("attack"),
        )
        in text
    )
    assert (
        "Graph2Tree's have {:.0f} and {:.0f}% right, so that training gives {:.0f} points of notes, against {:.0f} in the first form, and {:.0f} of sentences, "
        "against {:.0f}:".format(
            *(right(GRAPH2TREE, "second form", name) for name in ("verbosity", "extra")),
            *gains(GRAPH2TREE, "verbosity"),
            *gains(GRAPH2TREE, "extra"),
        )
        in text
    )


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
        f"it still has {before:.0f}% of the equations right, but has to calculate, and {both:.0f}% of the results are right.",
        (
            f"Under other numbers {changed:.0f}% of its equations and {other:.0f}% of its results are right, under decimals {decimal:.0f}% and "
            f"{few:.0f}%:"
        ),
        f"(`--target answer`) {right('answer', '')[1]:.0f}% are right, and none under other numbers.",
        f"which it has to work out, {drop('both', 'noise').mean:.0f} and {drop('both', 'distribution').mean:.0f} of {both:.0f}.",
    ):
        assert told in text
    assert right("answer", "distribution")[1] == 0
    assert not any(drop("equation", name).is_told for name in ("noise", "distribution"))
    front = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    told = "SmolLM2, fine-tuned to write equations, loses nothing by them that could be told; to write their results too, {:.0f} and {:.0f} of {:.0f}."
    assert told.format(drop("both", "noise").mean, drop("both", "distribution").mean, both) in front


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
    assert f"It has {right:.0f}% of the {rows} test questions exactly right" in text
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

    def right_of(row, metric):
        return results.score(tagop, "tatqa_a", row, metric).mean

    order = drop("order")
    assert (
        f"costs {order.mean:.0f} points of exact match ({order.interval[0]:.0f} to {order.interval[1]:.0f}), and arithmetic falls "
        f"from {arithmetic(ORIGINALS):.0f} to {arithmetic(('attack', 'order')):.0f}%" in text
    )
    words, beside = (drop("language", setting=setting) for setting in ("attack", "second form"))
    left = [arithmetic((setting, "language")) for setting in ("attack", "second form")]
    assert (
        f'cost {words.mean:.0f} points, arithmetic falls to {left[0]:.0f}%, and with the digits beside them ("twenty-seven (27)") as far, '
        f"{beside.mean:.0f} points and {left[1]:.0f}%." in text
    )
    notes = [drop("verbosity", setting=setting) for setting in ("attack", "second form")]
    assert (
        "costs {:.0f} points and the same in other words {:.0f};".format(*(n.mean for n in notes))
        in text
    )
    scales, chosen = [right_of(ORIGINALS, "scale_accuracy")], []
    for setting in ("attack", "second form"):
        scales.append(right_of((setting, "language"), "scale_accuracy"))
        of = results.outcomes(tagop, "tatqa_a", (setting, "language"))
        chosen.append(fmean(each.result.about["analysis"]["operator_accuracy"] for each in of))
    assert (
        f"right as often as before ({chosen[0]:.0f}% and {chosen[1]:.0f}%), but fewer scales are ({scales[1]:.0f}% and {scales[2]:.0f}%, before {scales[0]:.0f}%)"
        in text
    )
    logic, scale = drop("logic"), drop("logic", "scale_accuracy")
    assert (
        f"costs {logic.mean:.0f} points ({logic.interval[0]:.0f} to {logic.interval[1]:.0f}, n.s.), and more of the scales than of "
        f"the answers: {scale.mean:.0f} points" in text
    )
    assert all(told.is_told for told in (order, words, beside, *notes))
    assert not any(
        drop(name, setting=setting).is_told
        for setting in ("attack", "second form")
        for name in ("type", "noise", "distribution", "extra")
    )
    assert not logic.is_told


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
    told = 'words {:.0f} points, ".0" {:.0f}, a decimal {:.0f}, other numbers {:.0f} (n.s. all).'
    assert told.format(*(drop(name).mean for name in unseen)) in text
    seen = ("verbosity", "extra", "logic", "order")
    assert all(drop(name).is_told for name in seen)
    told = "costs {:.0f} points, three times as much as with the digits in sight, a sentence {:.0f}, another question {:.0f}, another order {:.0f}:"
    assert told.format(*(drop(name).mean for name in seen)) in text


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
    narrow, _ = of(GRAPH2TREE, "asdiv_a")
    assert (
        "it has {:.0f} points more of the originals, and falls as far: {verbosity} points by a note in brackets, {extra} by a sentence, "
        "{logic} by another question, {order} by another order.".format(
            wide.mean - narrow.mean, **drops
        )
        in text
    )
    right, drops = of(GRAPH2TREE, "svamp")
    assert (
        "it has {:.1f} ± {:.1f} of the originals right; a note in brackets costs {verbosity} points and a sentence {extra},".format(
            right.mean, right.spread, **drops
        )
        in text
    )
    (system,) = (each for each in results.systems_of("svamp") if each.label == GRAPH2TREE)
    note, sentence, other_note, other_sentence = (
        f"{results.score(system, 'svamp', (setting, name), _METRIC).mean:.0f}%"
        for setting in ("defense", "transfer")
        for name in ("verbosity", "extra")
    )
    assert (
        f"nearly as much right as of the originals, {note} and {sentence}, but of their second forms {other_note} and {other_sentence},"
        in text
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
    for command in ("numdiag report docs/results", "numdiag report docs/results --leaderboard"):
        assert f"`{command}`" in text
        told = numdiag(
            capsys, *command.replace("docs/results", str(RESULTS)).split()[1:], "--out", tmp_path
        )
        assert told[0] == 0, told
    assert "as table 6 of the paper" in (tmp_path / "report.md").read_text(encoding="utf-8")
