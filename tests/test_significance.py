import random
from itertools import product
from math import comb
from statistics import stdev

import numpy as np
import pytest

from numdiag_datasets.core import significance
from numdiag_datasets.core.significance import (
    clustered_interval,
    compare,
    compare_runs,
    holm,
    sign_flip,
    standard_error,
    wilson_interval,
)


def scores(both: int = 0, before: int = 0, after: int = 0, neither: int = 0) -> tuple[list[float], list[float]]:
    """Original and perturbed scores: right in both, only before, only after, in neither."""
    original = [1.0] * (both + before) + [0.0] * (after + neither)
    perturbed = [1.0] * both + [0.0] * before + [1.0] * after + [0.0] * neither
    return original, perturbed


def each_its_own(rows: int) -> list[str]:
    return [str(i) for i in range(rows)]


@pytest.mark.parametrize(("worse", "better", "p"), [
    (0, 0, 1.0),
    (5, 0, 2 / 2**5),  # five rows are not enough for 5%
    (6, 0, 2 / 2**6),
    (8, 2, 2 * (1 + 10 + 45) / 2**10),
    (3, 3, 1.0),  # two tails of more than one half each
    (10, 30, 2 * sum(comb(40, k) for k in range(11)) / 2**40),
    (400, 330, 2 * sum(comb(730, k) for k in range(331)) / 2**730),
])  # fmt: skip
def test_exact_mcnemar(worse, better, p):
    """Flipped signs of single rows are the same test."""
    original, perturbed = scores(20, worse, better, 10)
    groups = each_its_own(len(original))
    drop = compare(original, perturbed, groups)
    assert (drop.worse, drop.better) == (worse, better)
    assert drop.p_value == pytest.approx(p, rel=1e-6)
    assert sign_flip([b - a for a, b in zip(original, perturbed, strict=True)], groups) == pytest.approx(p, rel=1e-6)


def test_what_is_told_of_a_drop():
    drop = compare(*scores(66, 17, 3, 36), each_its_own(122))
    assert (drop.rows, drop.groups) == (122, 122)
    assert drop.original == pytest.approx(100 * 83 / 122)
    assert drop.perturbed == pytest.approx(100 * 69 / 122)
    assert drop.absolute == pytest.approx(100 * 14 / 122)
    assert drop.relative == pytest.approx(100 * 14 / 83)
    # Bonett and Price's interval: one row is added to either count, two to all.
    p12, p21, n = 18 / 124, 4 / 124, 124
    half = 1.959964 * ((p12 + p21 - (p12 - p21) ** 2) / n) ** 0.5
    expected = [100 * (p12 - p21 - half), 100 * (p12 - p21 + half)]
    assert drop.interval == pytest.approx(expected, abs=1)
    assert drop.relative is not None
    assert drop.relative_interval is not None
    assert drop.relative_interval[0] < drop.relative < drop.relative_interval[1]
    assert drop.smallest_detectable == pytest.approx(2.8016 / 1.959964 * 100 * half, rel=0.05)


def test_rows_that_share_a_text_say_less():
    """The same scores in 122 groups and in 12: the interval widens, the rest stays."""
    original, perturbed = scores(60, 24, 0, 38)
    alone = compare(original, perturbed, each_its_own(122))
    shared = compare(original, perturbed, [str(i // 10) for i in range(122)])
    assert alone.absolute == shared.absolute
    assert shared.interval is not None
    assert alone.interval is not None
    assert shared.interval[0] < alone.interval[0]
    assert shared.interval[1] > alone.interval[1]
    assert shared.smallest_detectable > alone.smallest_detectable


def test_no_difference_is_no_proof():
    """With 122 rows that all agree, a drop of two points cannot be ruled out."""
    drop = compare(*scores(100, 0, 0, 22), each_its_own(122))
    assert drop.interval is not None
    low, high = drop.interval
    assert (drop.absolute, drop.p_value) == (0, 1)
    assert low < -1 < 1 < high < 5
    assert drop.smallest_detectable >= 100 * 6 / 122


@pytest.mark.parametrize("groups", [1, 2, 4, 5, 6])
def test_few_groups_have_no_interval(groups):
    """Even if all of five groups lose all, signs over groups give p > 0.05; of two the interval would be -100 to 100."""
    original, perturbed = scores(0, 24, 0, 0)
    names = [str(i % groups) for i in range(24)]
    drop = compare(original, perturbed, names)
    assert drop.absolute == 100
    if groups < 6:
        assert sign_flip([-1] * 24, names) > 0.05
        assert (drop.interval, drop.relative_interval) == (None, None)
    else:
        assert sign_flip([-1] * 24, names) < 0.05
        assert drop.interval is not None
        assert 0 < drop.interval[0] < 100


def test_figures_that_a_drop_cannot_have():
    drop = compare(*scores(0, 0, 5, 5), each_its_own(10))
    assert (drop.relative, drop.relative_interval) == (None, None)
    assert drop.absolute == -50
    drop = compare([0.67, 1.0, 0.5], [0.5, 1.0, 0.67], ["a", "b", "c"])
    assert drop.p_value == 1
    assert (drop.worse, drop.better) == (1, 1)


@pytest.mark.parametrize("lists", [([], [], []), ([1.0], [1.0, 0.0], ["a", "b"]), ([1.0], [1.0], [])])
def test_lists_that_do_not_fit(lists):
    with pytest.raises(ValueError, match="as many scores as groups"):
        compare(*lists)
    with pytest.raises(ValueError, match="as many values as groups; got 1, 2"):
        sign_flip([1], ["a", "b"])
    with pytest.raises(ValueError, match="at least one value"):
        standard_error([], [])


@pytest.mark.parametrize(("trap", "differences", "groups"), [
    ("groups of several rows", [1, 1, -1, 1, 0, 1, 1, -1, 0], "aabbbcccd"),
    ("a group whose rows make up for each other", [1, -1, 1, 1], "aabc"),
    ("shares of points, which have no common step but 0.01", [0.5, 0.33, -0.17, 0.4, 0.67], "abcde"),
    ("one group", [1, 1, 1], "aaa"),
    ("twelve rows won, of two passages", [1] * 12, "aaaaaabbbbbb"),
    ("no difference", [0, 0], "ab"),
])  # fmt: skip
def test_flipped_signs_are_counted_exactly(trap, differences, groups):
    """Against all signs, one by one."""
    sums = [
        sum(round(100 * d) for d, g in zip(differences, groups, strict=True) if g == name)
        for name in sorted(set(groups))
    ]
    flipped = [
        abs(sum(s * t for s, t in zip(signs, sums, strict=True))) for signs in product((1, -1), repeat=len(sums))
    ]
    share = sum(total >= abs(sum(sums)) for total in flipped) / len(flipped)
    assert sign_flip(differences, groups) == pytest.approx(share), trap


def test_the_standard_error_of_groups():
    """Groups of one row: the usual one, over n instead of n - 1. Copies of rows say nothing new."""
    values = [1.0, 0.0, 1.0, 1.0, 0.5]
    alone = standard_error(values, each_its_own(5))
    assert alone == pytest.approx(stdev(values) * (4 / 5) ** 0.5 / 5**0.5)
    assert standard_error(values * 3, each_its_own(5) * 3) == pytest.approx(alone)
    # Two groups, sums 2 of 2 and 0 of 2, the mean 1/2: deviations 1 and -1, over four rows.
    assert standard_error([1, 1, 0, 0], list("aabb")) == pytest.approx(2**0.5 / 4)


def runs_of(*afters):
    """Runs that have every original right."""
    return [({"": [1.0] * len(after)}, {"": list(after)}) for after in afters]


def test_one_run_is_compared_like_any_other():
    before, after = [1.0, 1, 0, 1, 1, 0, 1, 1], [0.5, 0, 1, 1, 0, 0, 1, 0]
    assert compare_runs([({"": before}, {"": after})], "abcdefgh")[""] == compare(before, after, "abcdefgh")


def test_runs_that_agree_prove_more_than_runs_that_do_not():
    lost, kept, half = [0.0] * 40, [1.0] * 40, [0.0, 1.0] * 20
    alike = compare_runs(runs_of(half, half, half), each_its_own(40))[""]
    apart = compare_runs(runs_of(lost, half, kept), each_its_own(40))[""]
    assert alike.absolute == apart.absolute == 50
    assert alike.p_value is not None
    assert apart.p_value is not None
    assert alike.p_value < 0.001 < 0.05 < apart.p_value
    assert apart.interval
    assert alike.interval
    assert apart.interval[0] < 0 < alike.interval[0]
    assert compare_runs(runs_of(kept, lost, half), each_its_own(40))[""].p_value == pytest.approx(apart.p_value)


@pytest.mark.slow
@pytest.mark.parametrize(("trap", "runs", "draws", "by_seed"), [
    ("one run", 1, 1, 0), ("three seeds", 3, 1, 0), ("five draws of the numbers", 1, 5, 0), ("each seed has a drop of its own", 3, 1, 0.3),
])  # fmt: skip
def test_tables_without_an_effect_seldom_show_one(trap, runs, draws, by_seed):
    """At most 5 of 100 have a cell below 0.05 after the correction for eight; three more are chance."""
    generator, rows, found = np.random.default_rng(7), 120, 0
    for _ in range(100):
        skill = (
            generator.normal(0.5, 0.3, runs)[:, None]
            - generator.normal(0, 1.5, rows)
            + generator.normal(0, 0.7, (runs, rows))
        )
        originals = generator.random((runs, rows)) < 1 / (1 + np.exp(-skill))
        chances = []
        for _ in range(8):
            likely = 1 / (1 + np.exp(-skill - generator.normal(0, by_seed, runs)[:, None]))
            perturbed = generator.random((runs, draws, rows)) < likely[:, None]
            made = [
                ({"": np.tile(before, draws).astype(float).tolist()}, {"": after.ravel().astype(float).tolist()})
                for before, after in zip(originals, perturbed, strict=True)
            ]
            chances.append(compare_runs(made, each_its_own(rows) * draws)[""].p_value or 0)
        found += min(holm(chances)) < 0.05
    assert found <= 8, trap


@pytest.mark.parametrize(("trap", "p_values", "adjusted"), [
    ("by hand", [0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
    ("none is smaller than one before it", [0.01, 0.011], [0.02, 0.02]),
    ("none is more than 1", [0.6, 0.5], [1, 1]),
    ("one alone stays", [0.03], [0.03]),
    ("none", [], []),
    ("equal ones stay equal", [0.02, 0.02, 0.5], [0.06, 0.06, 0.5]),
])  # fmt: skip
def test_holm(trap, p_values, adjusted):
    assert holm(p_values) == pytest.approx(adjusted), trap


@pytest.mark.parametrize("limit", [0, 10**8])
def test_cached_draws_give_the_same_figures(monkeypatch, limit):
    """Uncached and cached: draws depend on the number of groups and the seed alone."""
    before, after = [1.0, 1, 0, 1, 1, 0, 1, 1], [0.5, 0, 1, 1, 0, 0, 1, 0]
    expected = [compare(before[:n], after[:n], "abcdefgh"[:n]) for n in (6, 7, 8)]
    monkeypatch.setattr(significance, "_MOST_KEPT", limit)
    significance._kept.cache_clear()
    for _ in range(2):
        assert [compare(before[:n], after[:n], "abcdefgh"[:n]) for n in (6, 7, 8)] == expected
    assert bool(significance._kept.cache_info().currsize) == bool(limit)


def test_several_metrics_are_compared_as_each_alone():
    """Fractions beside zeros and ones, whose p-value is exact."""
    original = {"accuracy": [1.0, 0, 1, 1, 0, 1, 1], "f1": [1.0, 0.37, 1, 0.5, 0, 1, 1]}
    perturbed = {"accuracy": [0.0, 0, 1, 0, 1, 1, 0], "f1": [0.25, 0.5, 1, 0.01, 1, 1, 0]}
    groups = list("aabcdef")
    assert significance.compare_metrics(original, perturbed, groups) == {
        name: compare(original[name], perturbed[name], groups) for name in original
    }


def test_the_random_state_of_others_is_left_alone():
    def states():
        return random.getstate(), np.random.get_state(legacy=False)["state"]["key"].tolist()

    before = states()
    compare(*scores(3, 3, 3, 3), each_its_own(12))
    assert before == states()


@pytest.mark.parametrize(("trap", "scores", "groups", "right", "rows"), [
    ("every row is its own group", [1, 1, 0, 1], "abcd", 3, 4),
    ("rows of a group agree: they count as one", [1, 1, 1, 1, 0, 0, 1, 1], "aabbccdd", 3, 4),
    ("all right: no deviation tells how alike they are", [1] * 8, "aabbccdd", 4, 4),
    ("groups alike tell nothing either", [1, 0, 1, 0], "aabb", 1, 2),
])  # fmt: skip
def test_an_interval_counts_groups_rather_than_rows(trap, scores, groups, right, rows):
    expected = pytest.approx(wilson_interval(right, rows))
    assert clustered_interval([float(score) for score in scores], list(groups)) == expected, trap
