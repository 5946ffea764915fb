"""What a report makes of results: files that it reads, seeds that are averaged, rows of tables, and what a drop can be taken for."""

import re

import pytest

pytest.importorskip("matplotlib", reason="the report extra is not installed")

import numpy as np
from rich.console import Console

from numdiag_datasets.cli.score_tables import score_tables
from numdiag_datasets.core.error_answers import Error
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.report import formats
from numdiag_datasets.report.error_pictures import PARTS, error_types, has_types
from numdiag_datasets.report.formats import markdown
from numdiag_datasets.report.heatmap import heatmap
from numdiag_datasets.report.outcomes import ReportError
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import Summary, Value
from numdiag_datasets.report.tables import tables
from numdiag_datasets.scoring.error_types import ALL_TYPES
from numdiag_datasets.scoring.results import Result
from numdiag_datasets.scoring.scored_files import Scored
from tests.commands import printed, refused
from tests.report_results import EXTRA, LOGIC, SIGNED, attacked, drop, made, paired, seeds, write


@pytest.mark.parametrize(("trap", "run", "result", "name"), [
    ("a name given", "mine={}", made(system=None), "mine"),
    ("a name in the file", "{}", made(system="theirs"), "theirs"),
    ("both: what is given counts", "mine={}", made(system="theirs"), "mine"),
    ("made by hand, with nothing but scores", "a={}", {"config": "asdiv_a", "scores": {"answer_accuracy": 1}}, "a"),
])  # fmt: skip
def test_systems_have_names(tmp_path, trap, run, result, name):
    write(tmp_path / "folder" / "results.json", result)
    (outcome,) = read_runs([run.format(tmp_path / "folder")])
    assert outcome.system.name == name, trap


@pytest.mark.parametrize("others", [[], [made(system="theirs")]])
@pytest.mark.parametrize("nameless", [made(system=None), made(system="")])
def test_a_result_without_a_system_is_refused(tmp_path, capsys, others, nameless):
    """It would be shown under the name of a folder, a system that nobody has; alone and among others."""
    folder = tmp_path / "folder"
    path = write(folder / "seed-1.json", {"results": [*others, nameless]})
    message = f"{path}: a result of asdiv_a does not name its system; give it as NAME={path}"
    refused(capsys, message, "report", folder, "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_results_of_the_sample_are_another_system(tmp_path):
    """They are marked wherever the system is named, and never averaged with those of the data set."""
    write(
        tmp_path / "a" / "results.json",
        made(system="one", source="sample", signature=SIGNED.format("asdiv_a", "a").replace("0.1@", "0.1+sample@")),
    )
    write(tmp_path / "b" / "results.json", made(system="one", points=90, source="directory"))
    summary = Summary(read_runs([str(tmp_path)]))
    scores = {
        system.label: summary.score(system, "asdiv_a", ("", ""), "answer_accuracy")
        for system in summary.systems_of("asdiv_a")
    }
    assert scores == {"one (sample)": Value(50), "one": Value(90)}


def test_a_change_is_over_the_rows_of_the_attack(tmp_path):
    """Of which a run over what was changed alone has fewer than originals: 40 - 70 would be an unpaired difference."""
    summary = seeds(tmp_path, made(points=70), attacked(EXTRA, 60, 20, 5, 35))
    (system,) = summary.systems_of("asdiv_a")
    row = ("attack", "extra")
    assert summary.change(system, "asdiv_a", row, "answer_accuracy").mean == -20
    assert summary.relative(system, "asdiv_a", row, "answer_accuracy").mean == pytest.approx(-100 / 3)


@pytest.mark.parametrize(("trap", "others", "warning"), [
    ("another release", {"signature": SIGNED.format("asdiv_a", "b")}, "**Systems were scored on different rows, so their figures are not of the same problems:**\nasdiv_a, 0.1@a: one;\nasdiv_a, 0.1@b: two."),
    ("the same release", {}, ""),
    ("no answer that can be read", {"points": 40, "unreadable": {"all_rows": 501}}, "reads them:**\ntwo, asdiv_a."),
    ("half of the answers", {"unreadable": {"all_rows": 500}}, ""),
])  # fmt: skip
def test_a_report_begins_with_what_makes_figures_wrong(tmp_path, capsys, trap, others, warning):
    write(tmp_path / "a" / "results.json", made(system="one", signature=SIGNED.format("asdiv_a", "a")))
    write(
        tmp_path / "b" / "results.json", made(system="two", **({"signature": SIGNED.format("asdiv_a", "a")} | others))
    )
    printed(capsys, "report", tmp_path / "a", tmp_path / "b", "--out", tmp_path / "out")
    first = (tmp_path / "out" / "report.md").read_text().partition("###")[0]
    assert warning in first
    assert bool(warning) == ("**" in first)


def test_parameters_that_a_server_refused_are_no_other_way(tmp_path, capsys):
    for config, way in (("asdiv_a", "direct"), (EXTRA, "direct,without seed")):
        write(tmp_path / config / "results.json", made(config, signature=f"{SIGNED.format(config, 'a')}|prompt:{way}"))
    printed(capsys, "report", tmp_path, "--out", tmp_path / "out")


def test_an_attack_asked_in_another_way_is_refused(tmp_path, capsys):
    for config, way in (("asdiv_a", "direct"), (EXTRA, "cot")):
        write(tmp_path / config / "results.json", made(config, signature=f"{SIGNED.format(config, 'a')}|prompt:{way}"))
    refused(capsys, "were not measured alike", "report", tmp_path, "--out", tmp_path / "out")


def test_folders_are_read_in_the_order_of_their_numbers(tmp_path):
    """The layers of an encoder, of which 10 comes behind 2."""
    for layer in (10, 0, 2):
        write(tmp_path / f"layer-{layer}" / "results.json", made(system=f"layer {layer}"))
    names = [outcome.system.name for outcome in read_runs([str(tmp_path)])]
    assert names == ["layer 0", "layer 2", "layer 10"]


def test_a_diagnosis_repeats_what_lies_below_it(tmp_path):
    """Its results count once; files of other kinds and weights are passed over."""
    write(tmp_path / "asdiv_a" / "asdiv_a" / "results.json", made())
    write(tmp_path / "diagnosis.json", {"results": [made()]})
    write(tmp_path / "asdiv_a" / "training.json", {"log": []})
    write(tmp_path / "asdiv_a" / "model" / "config.json", "{")
    assert len(read_runs([str(tmp_path)])) == 1
    assert len(read_runs([str(tmp_path / "diagnosis.json")])) == 1


@pytest.mark.parametrize(("trap", "content", "message"), [
    ("broken", '{"scores"', "results.json: not valid JSON"),
    ("a list of numbers", "[1]", "neither a result nor a list of results"),
    ("no config", {"scores": {}}, "a result lacks `config`"),
    ("labels without accuracy", {"config": "number_words-comparison-bare-en", "scores": {}}, "lacks `scores accuracy`"),
    ("no such labels", {"config": "number_words-foo", "scores": {"accuracy": 5}}, "unknown config 'number_words-foo'"),
    ("a run that is none", made(run="foo"), "`run` of a result is 'foo', not an object"),
    ("a truth as points", made(scores={"answer_accuracy": True}), "`scores answer_accuracy` of a result is True, not a number"),
    ("an unknown config", made("asdiv_a-nose-attack"), "unknown perturbation 'nose'"),
    ("an unknown metric", made(scores={"bleu": 3}), "unknown metric 'bleu' of asdiv_a; choose from answer_accuracy"),
    ("not points", made(scores={"answer_accuracy": 101}), "`scores answer_accuracy` of a result is 101, not points from 0 to 100"),
    ("a system that is a list", made(system=[]), "`system` of a result is [], not text"),
    ("a seed that is an object", made(training={"seed": {}}), "`seed` of a result is {}, not a whole number"),
    ("points without end", made(applied={"answer_accuracy": 1e999}), "is inf, not points from 0 to 100"),
    ("an interval of three", made(breakdown={"a": {"b": {"interval": [1, 2, 3]}}}), "which it cannot be"),
    ("a drop over no rows", made(drop={"answer_accuracy": drop(1, 1, 1, rows=0)}), "is 0, not a number from 1"),
    ("a drop of 200", made(drop={"answer_accuracy": drop(200, 1, 1) | {"worse": 100}}), "is -150.0, not points"),
    ("a config of other data", made(dataset="number_words"), "a result of number_words names the config asdiv_a"),
    ("text", made(scores={"answer_accuracy": "50%"}), "`scores answer_accuracy` of a result is '50%', not a number"),
])  # fmt: skip
def test_files_that_are_no_results(tmp_path, trap, content, message):
    write(tmp_path / "results.json", content)
    with pytest.raises(ReportError, match=re.escape(message)):
        read_runs([str(tmp_path)])


def test_seeds_are_averaged_with_their_spread(tmp_path):
    attack = "asdiv_a-extra-attack"
    summary = seeds(
        tmp_path,
        made(points=50),
        made(points=54, training={"seed": 2}),
        made(attack, 20, drop={"answer_accuracy": drop(30, 20, 40)}),
        made(attack, 24, training={"seed": 2}, drop={"answer_accuracy": drop(32, 22, 44)}),
    )
    (system,) = summary.systems_of("asdiv_a")
    row = ("attack", "extra")
    score = summary.score(system, "asdiv_a", ("", ""), "answer_accuracy")
    assert (score.mean, score.runs, round(score.spread, 2)) == (52, 2, 2.83)
    found = summary.drop(system, "asdiv_a", row, "answer_accuracy")
    assert (found.mean, found.interval, found.is_untested) == (31, None, True)  # an average of intervals is none
    assert summary.change(system, "asdiv_a", row, "answer_accuracy").mean == -30
    assert summary.relative(system, "asdiv_a", row, "answer_accuracy").mean == pytest.approx(-57.69, abs=0.01)


@pytest.mark.parametrize(("trap", "first", "second", "message"), [
    ("other rows", made(), made(data="bbb", training={"seed": 2}), r"@bbb.*@aaa.*or pool them with --pool"),
    ("another mode", made("tatqa_a", signature="mode:official|version:1", scores={"exact_match": 1}),
     made("tatqa_a-extra-attack", signature="mode:strict|version:1", scores={"exact_match": 1}),
     r"mode:strict.*mode:official.*give them different names"),
    ("another version", made(), made("asdiv_a-extra-attack", signature="data:0.2@c|version:0.2"), r"version:0.2.*version:0.1"),
    ("the same seed twice", made(), made(), "are both mine on asdiv_a with the same seed"),
])  # fmt: skip
def test_what_was_measured_otherwise_is_not_averaged(tmp_path, trap, first, second, message):
    with pytest.raises(ReportError, match=message):
        seeds(tmp_path, first, second)


def test_benchmark_seeds_are_pooled_when_asked(tmp_path):
    for data, points in (("aaa", 50), ("bbb", 60)):
        write(tmp_path / data / "results.json", made(points=points, data=data))
    summary = Summary(read_runs([f"mine={tmp_path}"]), pool=True)
    (system,) = summary.systems_of("asdiv_a")
    value = summary.score(system, "asdiv_a", ("", ""), "answer_accuracy")
    assert isinstance(value, Value)
    assert value.mean == 55


def test_variants_of_a_system_are_kept_apart(tmp_path):
    """And named by what differs only."""
    run = made()["run"]
    summary = seeds(tmp_path, made(), made(points=30, run=run | {"numbers": "placeholders"}))
    labels = [system.label for system in summary.systems_of("asdiv_a")]
    assert labels == ["mine, tokens", "mine, placeholders"]
    names = [table.name for table in tables(summary)]
    assert names == ["scores-asdiv_a", "numbers-asdiv_a"]


def test_empty_cells_say_why(tmp_path):
    write(tmp_path / "a.json", [made("drop_num-extra-attack", scores={"exact_match": 5})])
    summary = Summary(read_runs([str(tmp_path)]))
    (system,) = summary.systems_of("drop_num")
    reasons = {
        ("attack", "logic"): "not applicable: the source gives no derivation to derive a new answer from",
        ("attack", "order"): "not applicable: passages tell real events, whose order matters",
        ("attack", "language"): "not run",
        ("", ""): "not run",
    }
    for row, why in reasons.items():
        assert summary.score(system, "drop_num", row, "exact_match") == why
    row = ("attack", "extra")
    assert summary.change(system, "drop_num", row, "exact_match") == "no originals of the same system to compare with"
    assert summary.drop(system, "drop_num", row, "exact_match") == "no rows paired with their originals"


def test_an_attack_on_an_augmented_model_is_a_row_of_its_own(tmp_path):
    run = made()["run"] | {"config": "asdiv_a-extra-augment"}
    summary = seeds(tmp_path, made("asdiv_a-extra-attack", run=run), made("asdiv_a-extra-augment", 70, run=run))
    rows = [row for row in summary.rows("asdiv_a") if row[1] in ("", "extra")]
    assert rows == [("", ""), ("augment", "extra"), ("augment, attacked", "extra")]


TRANSFER = "asdiv_a-noise-transfer"
#: Predictions that were scored: nothing says what their model was trained on.
UNTOLD = None


@pytest.mark.parametrize(("tested", "rows"), [
    ({TRANSFER: ["asdiv_a"]}, ["second form"]),
    ({TRANSFER: ["asdiv_a-noise-attack"]}, ["second form"]),  # it trains on originals
    ({TRANSFER: [TRANSFER]}, ["transfer"]),  # on what defense trains on
    ({TRANSFER: ["asdiv_a", "asdiv_a-noise-defense"]}, ["second form", "transfer"]),
    ({TRANSFER: [UNTOLD]}, ["second form"]),
    ({TRANSFER: [UNTOLD], "asdiv_a-noise-defense": [UNTOLD]}, ["defense", "transfer"]),
    # Defense against something else is no training on the first form.
    ({TRANSFER: [UNTOLD], "asdiv_a-extra-defense": [UNTOLD]}, ["second form", "defense"]),
])  # fmt: skip
def test_the_second_form_is_transfer_for_a_model_of_the_first_alone(tmp_path, tested, rows):
    """A model that was trained on neither meets it as an attack, and says how hard it is by itself."""
    results = []
    for config, trainings in tested.items():
        for trained in trainings:
            results.append(made(config))
            results[-1]["run"]["config"] = trained
            if trained is UNTOLD:
                del results[-1]["run"]
    summary = seeds(tmp_path, *results)
    (system,) = summary.systems_of("asdiv_a")
    found = [row for row in summary.rows("asdiv_a") if summary.outcomes(system, "asdiv_a", row)]
    assert [setting for setting, _ in found] == rows


def test_several_seeds_are_tested_together(tmp_path):
    """By the scores of their rows: a drop that every seed has is seen, one that a single seed has is not."""
    right, wrong = "1" * 60, "1" * 30 + "0" * 30
    same = [paired(EXTRA, right, wrong, training={"seed": seed}) for seed in (1, 2, 3)]
    single = [
        paired(LOGIC, right, after, training={"seed": seed}) for seed, after in ((1, wrong), (2, right), (3, right))
    ]
    summary = seeds(tmp_path, *same, *single)
    (system,) = summary.systems_of("asdiv_a")
    seen, unseen = (summary.drop(system, "asdiv_a", ("attack", name), "answer_accuracy") for name in ("extra", "logic"))
    assert (seen.mean, seen.is_told, seen.is_untested) == (50, True, False)
    assert (round(unseen.mean, 1), unseen.is_told, unseen.is_untested) == (16.7, False, False)
    assert seen.interval[0] > 30
    assert unseen.interval[0] < 0
    assert unseen.spread > 0


def test_runs_on_other_rows_are_not_tested_together(tmp_path):
    one = paired(EXTRA, "1" * 60, "0" * 60)
    other = paired(EXTRA, "1" * 60, "0" * 60, changed="0" + "1" * 59, training={"seed": 2})
    summary = seeds(tmp_path, one, other)
    (system,) = summary.systems_of("asdiv_a")
    assert summary.drop(system, "asdiv_a", ("attack", "extra"), "answer_accuracy").is_untested


@pytest.mark.parametrize(("trap", "other", "labels"), [
    ("seeds of one training", {"training": {"seed": 2, "learning_rate": 0.001}}, {"mine"}),
    ("another rate", {"training": {"seed": 2, "learning_rate": 0.01}}, {"mine, learning rate 0.001", "mine, learning rate 0.01"}),
    ("options beside those of transformers", {"options": {"hidden_size": 64, "learning_rate": 0.001}}, {"mine"}),
    ("a result that does not tell its rate", {"training": {"seed": 2}}, {"mine"}),
])  # fmt: skip
def test_other_options_of_a_training_are_no_seeds(tmp_path, trap, other, labels):
    first = made(training={"seed": 1, "learning_rate": 0.001})
    summary = seeds(tmp_path, first, made(training={"seed": 2}) | other)
    assert {system.label for system in summary.systems_of("asdiv_a")} == labels, trap


def test_p_values_are_corrected_for_the_drops_of_a_system(tmp_path):
    """0.02 counts alone, but not as one of three."""
    answers = {
        name: [attacked(f"asdiv_a-{name}-attack", 80, 9, 1, 17, p_value=0.02)] for name in ("extra", "logic", "order")
    }
    alone = seeds(tmp_path / "alone", *answers["extra"])
    together = seeds(tmp_path / "together", *(result for found in answers.values() for result in found))
    told = []
    for summary in (alone, together):
        (system,) = summary.systems_of("asdiv_a")
        told.append(summary.drop(system, "asdiv_a", ("attack", "extra"), "answer_accuracy").is_told)
    assert told == [True, False]


by_rule = {"answer_accuracy": drop(20, 10, 30)}


@pytest.mark.parametrize(("trap", "change", "message"), [
    ("a better score with the old drop", {"signature": "", "scores": {"rows": 100, "answer_accuracy": 99.0}}, "drop_all_rows answer_accuracy perturbed"),
    ("a better score of the changed rows", {"applied": {"rows": 100, "answer_accuracy": 99.0}}, "drop answer_accuracy perturbed"),
    ("a drop that is not the difference", {"drop": {"answer_accuracy": drop(20, 10, 30) | {"original": 90.0}}}, "drop answer_accuracy absolute"),
    ("rows that score otherwise", {"paired": paired(EXTRA, "1111", "1110")["paired"]}, "the scores of its rows give"),
    ("rows of the sample said to be official", {"source": "official", "signature": SIGNED.format(EXTRA, "a").replace("0.1@", "0.1+sample@")}, "`source` of a result is 'official'"),
    ("the other way round", {"source": "sample"}, "`source` of a result is 'sample'"),
    ("rows left out of all", {"left_out": 5}, "its signature has all rows"),
    ("errors of more rows than there are", {"applied": {"rows": 100, "answer_accuracy": 30.0}, "errors_of_other_rows": {"wrong": 400}}, "and 100 answers are wrong"),
    ("error answers that are no whole number", {"applied": {"rows": 100, "answer_accuracy": 30.0}, "error_answers": {"inserted_number_used": 1.234}}, "which cannot be"),
    ("more error answers than a row has", {"error_answers": {"inserted_number_used": 9.0}}, "which cannot be"),
    ("types that do not add up", {"errors": {"wrong": 5, "other": 4}}, "its types add up to 4"),
    ("a rule that no row has", {"paired": paired(EXTRA, "1111", "1110")["paired"], "drop_by_rule": {"story_person": by_rule}}, "has no such rows|the scores of its rows"),
    ("a rule with a formula", {"drop_by_rule": {"=cmd|x": by_rule}}, "names the rule '=cmd|x'"),
    ("another tolerance", {"signature": SIGNED.format(EXTRA, "a") + "|tolerance:0.5"}, "tolerance:0.5"),
    ("errors of no other rows", {"errors_of_other_rows": {"wrong": 0}}, "stands for none"),
    ("an unknown type of error", {"errors": {"wrong": 5, "evil": 5}}, "unknown type 'evil'"),
    ("a row without a score", {"paired": paired(EXTRA, "1111", "1110")["paired"] | {"groups": "0 1 2"}}, "rows without a score"),
    ("a score beyond 1", {"paired": paired(EXTRA, "1111", "1110")["paired"] | {"original": {"answer_accuracy": "7 1 1 1"}}}, "rows without a score|not from 0 to 1"),
])  # fmt: skip
def test_a_result_that_contradicts_itself_is_refused(tmp_path, trap, change, message):
    by_metric = {"answer_accuracy": drop(20, 10, 30)}
    result = made(EXTRA, 30.0, drop=by_metric, drop_all_rows=by_metric)
    read_runs([write(tmp_path / "right.json", result)])
    with pytest.raises(ReportError, match=message):
        read_runs([write(tmp_path / "wrong.json", result | change)])


def test_a_drop_starts_from_the_score_of_the_originals(tmp_path):
    by_metric = {"answer_accuracy": drop(20, 10, 30, rows=1000)}
    attack = made(EXTRA, 30.0, drop=by_metric, drop_all_rows=by_metric)
    seeds(tmp_path / "right", made(points=50.0), attack)
    with pytest.raises(ReportError, match=r"starts from 50\.0"):
        seeds(tmp_path / "wrong", made(points=99.0), attack)


@pytest.mark.parametrize(("trap", "attacks", "floor"), [
    ("one of a hundred right", [attacked(EXTRA, 1, 1, -2, 4), attacked(LOGIC, 1, 0, -2, 2)], [True, True]),
    ("as much as could be seen, and no more", [attacked(EXTRA, 9, 1, -2, 4)], [True]),
    ("one attack had something to take", [attacked(EXTRA, 9, 1, -2, 4), attacked(LOGIC, 9.1, 0, -2, 2)], [True, False]),
    ("robust: much right, nothing lost", [attacked(EXTRA, 80, 0, -3, 3)], [False]),
    ("little right, but a drop was seen", [attacked(EXTRA, 8, 8, 2, 14), attacked(LOGIC, 8, 0, -2, 2)], [False, True]),
    ("nothing known: too few groups", [attacked(EXTRA, 1, 1, -2, 4, groups=3)], [False]),
])  # fmt: skip
def test_the_floor(tmp_path, trap, attacks, floor):
    """A system with nothing to lose is not robust: such a drop has a mark and no colour, in every table of drops and changes."""
    summary = seeds(tmp_path, made(points=9), *attacks)
    found = {table.name: table for table in tables(summary)}
    for name in ("drops-asdiv_a", "changes-asdiv_a"):
        values = [c for _, cells in found[name].rows for c in cells if isinstance(c, Value)]
        assert [value.is_floor for value in values] == floor, trap
        assert floor == [formats.tint(value, found[name].kind) == "floor" for value in values]
        assert any(floor) == ("floor" in markdown(found[name]))


def colours_of(axes):
    """What the cells of a heatmap are coloured by, masked where they are not."""
    return axes.images[0].get_array()


@pytest.mark.parametrize(("trap", "attack", "tint"), [
    ("a drop", attacked(EXTRA, 50, 20, 10, 30), "loss3"),
    ("its interval holds 0", attacked(EXTRA, 50, 20, -1, 40), ""),
    ("its interval touches 0", attacked(EXTRA, 50, 20, 0, 40), ""),
    ("a gain", attacked(EXTRA, 50, -20, -30, -10), "gain3"),
    ("three texts", attacked(EXTRA, 50, 20, 10, 30, groups=3), ""),
])  # fmt: skip
def test_what_cannot_be_told_from_0_has_no_colour(tmp_path, trap, attack, tint):
    """In the tables of drops and of changes, and in the heatmap."""
    summary = seeds(tmp_path, made(), attack)
    found = {table.name: table for table in tables(summary)}
    for name in ("drops-asdiv_a", "changes-asdiv_a", "relative-asdiv_a"):
        (value,) = (c for _, cells in found[name].rows for c in cells if isinstance(c, Value))
        assert value.is_told == bool(tint), (trap, name)
        assert name.startswith("relative") or formats.tint(value, found[name].kind) == tint, (trap, name)
    (axes,) = heatmap(summary).axes
    coloured = np.ma.compressed(colours_of(axes)).tolist()
    assert coloured == ([attack["drop"]["answer_accuracy"]["absolute"]] if tint else [])


def test_wrong_answers_are_stacked_by_type(tmp_path):
    """In percent of the changed rows, over all runs; the order of the parts is that of the legend."""
    one, two = (
        attacked(EXTRA, 50, 20, 10, 30)
        | {"applied": {"rows": 100, "answer_accuracy": 30}, "errors": errors, "training": {"seed": seed}}
        for seed, errors in enumerate(
            ({"wrong": 70, "inserted_number_used": 60, "other": 10}, {"wrong": 70, "near": 40, "sign": 30})
        )
    )
    summary = seeds(tmp_path, made(), one, two)
    (axes,) = error_types(summary).axes
    place = list(PERTURBATION_TABLE).index("extra")
    bars = {str(bars.get_label()): list(bars)[place].get_height() for bars in axes.containers}
    assert list(bars) == list(PARTS)
    assert {part: height for part, height in bars.items() if height} == {
        "the mistake that the perturbation provokes": 30, "like a slip of calculation": 35, "other": 5,
    }  # fmt: skip
    assert not has_types(seeds(tmp_path / "none", made(), attacked(EXTRA, 50, 20, 10, 30)))


def test_every_type_is_in_one_part():
    """A type without a part would be missing in its bar."""
    parts = [name for names, _ in PARTS.values() for name in names]
    everything = [*Error, *ALL_TYPES]
    assert sorted(parts) == sorted(everything)


def test_the_heatmap_shows_the_originals(tmp_path):
    """Beside the drops, without a colour; and says which system is at the floor."""
    low = [result | {"system": "low"} for result in (made(points=1.5), attacked(EXTRA, 1, 0, -2, 2))]
    for i, result in enumerate((made(points=67.8), attacked(EXTRA, 70, 20, 10, 30), *low)):
        write(tmp_path / f"{i}.json", result)
    (axes,) = heatmap(Summary(read_runs([str(tmp_path)]))).axes
    assert axes.get_xticklabels()[0].get_text() == "originals"
    texts = {(round(t.get_position()[0]), round(t.get_position()[1])): t.get_text() for t in axes.texts
             if t.get_position()[1] == round(t.get_position()[1])}  # fmt: skip
    assert (texts[0, 0], texts[0, 1]) == ("67.8", "1.5")
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["model", "low\nat the floor: too few right"]
    assert np.ma.getmaskarray(colours_of(axes))[:, 0].all()


def test_models_that_are_tested_on_one_config_are_told_apart(capsys):
    """As a diagnosis has them: that of the originals, and that of defense, both on the second form."""
    trained = ("asdiv_a", "asdiv_a-noise-defense")
    results = [Result.from_json(made("asdiv_a-noise-transfer", run={"config": config})) for config in trained]
    results.append(Result.from_json(made("asdiv_a-extra-attack")))
    (table,) = score_tables(Scored(results, {}))
    Console(width=120).print(table)
    told = capsys.readouterr().out
    for label in ("noise transfer, trained on originals", "noise transfer, trained on defense"):
        assert label in told
    assert "extra, trained" not in told
