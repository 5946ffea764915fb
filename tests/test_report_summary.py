"""What a report makes of results: seeds that are averaged, rows of tables, and what a drop can be taken for."""

import pytest

pytest.importorskip("matplotlib", reason="the report extra is not installed")

import numpy as np
from rich.console import Console

from numdiag_datasets.cli.score_tables import score_tables
from numdiag_datasets.report import formats
from numdiag_datasets.report.formats import markdown
from numdiag_datasets.report.outcomes import ReportError
from numdiag_datasets.report.pictures import heatmap
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import Summary, Value
from numdiag_datasets.report.tables import tables
from numdiag_datasets.scoring.prediction_files import Scored
from numdiag_datasets.scoring.results import Result
from tests.report_results import EXTRA, LOGIC, attacked, drop, made, seeds, write


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
    assert (found.mean, found.interval, found.detectable) == (31, (21, 42), 9)
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


@pytest.mark.parametrize(("trap", "attacks", "floor"), [
    ("one of a hundred right", [attacked(EXTRA, 1, 1, -2, 4), attacked(LOGIC, 1, 0, -2, 2)], True),
    ("as much as could be seen, and no more", [attacked(EXTRA, 9, 1, -2, 4)], True),
    ("one attack had something to take", [attacked(EXTRA, 9, 1, -2, 4), attacked(LOGIC, 9.1, 0, -2, 2)], False),
    ("robust: much right, nothing lost", [attacked(EXTRA, 80, 0, -3, 3)], False),
    ("little right, but a drop was seen", [attacked(EXTRA, 8, 8, 2, 14), attacked(LOGIC, 8, 0, -2, 2)], False),
    ("nothing known: too few groups", [attacked(EXTRA, 1, 1, -2, 4, groups=3)], False),
])  # fmt: skip
def test_the_floor(tmp_path, trap, attacks, floor):
    """A system with nothing to lose is not robust: its drops have a mark and no colour, in every table of drops and changes."""
    summary = seeds(tmp_path, made(points=9), *attacks)
    (system,) = summary.systems_of("asdiv_a")
    assert summary.is_at_floor(system, "asdiv_a", "attack", "answer_accuracy") == floor, trap
    found = {table.name: table for table in tables(summary)}
    for name in ("drops-asdiv_a", "changes-asdiv_a"):
        values = [c for _, cells in found[name].rows for c in cells if isinstance(c, Value)]
        assert [value.is_floor for value in values] == [floor] * len(attacks)
        assert floor == all(formats.tint(value, found[name].kind) == "floor" for value in values)
        assert floor == ("floor" in markdown(found[name]))


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
