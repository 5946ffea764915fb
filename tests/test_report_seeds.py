"""Seeds that are averaged, rows of tables, and results that do not go together."""

import pytest

pytest.importorskip("matplotlib", reason="the report extra is not installed")

from numdiag_datasets.report.outcomes import ReportError
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import Summary, Value
from numdiag_datasets.report.tables import tables
from tests.report_results import drop, made, seeds, write


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
