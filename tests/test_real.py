"""The real ASDiv-a: the figures that the README and the card promise, and every row verified."""

import pytest

from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.release.selection import select_datasets
from numdiag_datasets.release.shortcuts.measure import KEEP_ANSWER, problem_shortcuts
from numdiag_datasets.release.verify.directory import verify
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from tests.conftest import REAL


def test_no_row_breaks_a_promise(real_asdiv_release):
    """Of ASDiv-a; `make real` verifies all data sets."""
    found = verify(real_asdiv_release, str(REAL))
    assert found.rows
    assert found.violations == []


def test_coverage(real, real_asdiv_release):
    coverage = read_manifest(real_asdiv_release).coverage["asdiv_a"]
    assert list(coverage) == list(FORMS)
    for name, share, in_test in (
        # (perturbation, least share of all 1,218 problems, least of the 122 in the test split)
        ("language", 0.98, 115),
        ("type", 0.98, 115),
        ("verbosity", 0.98, 119),
        ("extra", 0.97, 119),
        ("noise", 0.91, 111),
        ("distribution", 0.91, 112),
        ("logic", 0.25, 95),
        ("order", 0.23, 100),
    ):
        assert coverage[name].applied >= share * 1218, name
        assert coverage[name].splits["test"].applied >= in_test, name


#: (form, strategy) -> the most of the attacked test rows that it may solve or undo.
MOST_BY_A_TRICK = {
    ("noise", KEEP_ANSWER): 0,
    ("noise", "answer shown"): 0,
    ("distribution", KEEP_ANSWER): 0,
    ("distribution", "answer shown"): 0,
    ("logic", KEEP_ANSWER): 0,
    ("logic", "largest - smallest"): 0.25,
    ("logic", "largest / smallest"): 0.25,
    ("logic", "sum"): 0.25,
    ("logic", "product"): 0.25,
    ("extra", "drop first"): 0.5,
    ("extra", "drop last"): 0.5,
    ("extra", "drop unrelated"): 0.6,
    ("extra-second", "drop first"): 0.5,
    ("extra-second", "drop last"): 0.55,
    ("extra-second", "drop unrelated"): 0.1,
}


def test_no_trick_sees_through(real_asdiv_release):
    manifest = read_manifest(real_asdiv_release)
    found = problem_shortcuts(real_asdiv_release, select_datasets(manifest, ["asdiv_a"]))
    shares = {(s.config.removeprefix("asdiv_a-"), s.strategy): s.attacked for s in found}
    for key, most in MOST_BY_A_TRICK.items():
        assert shares[key] <= most, key


def test_order_changes_the_order_of_the_operands(real):
    for split in real.splits.values():
        for original, row in zip(split, perturb_split(Split(split), "order"), strict=True):
            if row.rule:
                assert operands_in(original) != operands_in(row), row.id


def operands_in(problem):
    """The operands of a problem in the order of its text."""
    reading = Reading(problem)
    operands = {group.value for group in reading.bound}
    return [n.value for n in reading.quantities if n.value in operands]


@pytest.mark.real
def test_drop_reaches_far_enough(real_release):
    coverage = read_manifest(real_release).coverage["drop_num"]
    assert all(coverage[name].share >= 0.95 for name in ("language", "type", "verbosity"))
    assert coverage["extra"].share >= 0.9
