"""What training wins back of a drop: the share, its interval, and the seeds that count."""

import pytest

from numdiag_datasets.core.significance import recovered
from numdiag_datasets.report.matched_tables import cost_tables
from numdiag_datasets.report.recovery import recovery_tables
from numdiag_datasets.report.summary import Value
from tests.report_results import EXTRA, paired, seeds

DEFENDED = "asdiv_a-extra-defense"
RIGHT, LOST, HALF = "1" * 60, "1" * 20 + "0" * 40, "1" * 40 + "0" * 20


def scores(text):
    return [float(c) for c in text]


@pytest.mark.parametrize(("trap", "again", "share"), [
    ("half of it", HALF, 50), ("all of it", RIGHT, 100), ("nothing", LOST, 0), ("less than before", "0" * 60, -50),
])  # fmt: skip
def test_a_share_of_the_drop(trap, again, share):
    found, interval = recovered([(scores(RIGHT), scores(LOST), scores(again))], list(map(str, range(60))))
    assert found == pytest.approx(share), trap
    assert interval
    assert interval[0] <= share <= interval[1]


def test_a_share_of_no_drop_is_none():
    groups = list(map(str, range(60)))
    assert recovered([(scores(RIGHT), scores(RIGHT), scores(RIGHT))], groups) == (None, None)
    one = "0" + "1" * 59
    assert recovered([(scores(RIGHT), scores(one), scores(RIGHT))], groups) == (
        100,
        None,
    )  # the drop of a row may be chance


def test_seeds_that_differ_make_it_wider():
    groups = list(map(str, range(60)))
    alike = [(scores(RIGHT), scores(LOST), scores(HALF))] * 3
    apart = [(scores(RIGHT), scores(LOST), scores(again)) for again in (LOST, HALF, RIGHT)]
    (one, narrow), (two, wide) = recovered(alike, groups), recovered(apart, groups)
    assert one == pytest.approx(two)
    assert narrow
    assert wide
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_only_seeds_that_both_trainings_have_count(tmp_path):
    """The third seed wins all back, but nothing says what it lost."""
    results = [paired(EXTRA, RIGHT, LOST, training={"seed": seed}) for seed in (1, 2)]
    trained = {"run": {"model": "org/model", "numbers": "tokens", "target": "equation", "config": DEFENDED}}
    results += [
        paired(DEFENDED, RIGHT, again, training={"seed": seed}, **trained)
        for seed, again in ((1, HALF), (2, HALF), (3, RIGHT))
    ]
    (table,) = recovery_tables(seeds(tmp_path, *results))
    ((labels, (cell,)),) = table.rows
    assert labels == ("defense", "extra")
    assert isinstance(cell, Value)
    assert cell.mean == pytest.approx(50)
    assert (cell.runs, cell.rows) == (2, 60)
    assert cell.interval
    assert cell.interval[0] < 50 < cell.interval[1]


def test_attack_and_control_are_paired_by_seed(tmp_path):
    """Given in another order: each seed loses 20 of 60 rows from its control, and they agree."""
    results = []
    for seed in (1, 2):
        control, after = (HALF, LOST) if seed == 1 else (RIGHT, HALF)
        attack = paired(EXTRA, RIGHT, after, training={"seed": seed})
        matched = {"control": {"original": None, "other": paired(EXTRA, control, after)["drop"]}}
        results.append(attack | {"matched": matched})
    controls = [
        paired("asdiv_a-extra-control", RIGHT, after, training={"seed": seed})
        for seed, after in ((2, RIGHT), (1, HALF))
    ]
    summary = seeds(tmp_path, *results, *controls)
    (table,) = cost_tables(summary)
    cell = next(cells[0] for labels, cells in table.rows if labels == ("extra", "control - attack"))
    assert isinstance(cell, Value)
    assert not cell.is_untested
    assert cell.interval
    assert cell.interval[0] > 15
    assert cell.interval[1] < 55
