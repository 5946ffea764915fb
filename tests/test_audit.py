import pytest

from numdiag_datasets.audit import HandReading, load_readings
from numdiag_datasets.perturbations import PERTURBATIONS
from numdiag_datasets.release import read_manifest


@pytest.mark.parametrize(
    ("right", "low", "high"),
    [(100, 0.9630, 1.0), (97, 0.9155, 0.9897), (50, 0.4038, 0.5962)],
)
def test_wilson_interval(right, low, high):
    """Values of Brown, Cai and DasGupta's formula (Statistical Science 2001, equation 4)."""
    found = HandReading("d", "p", "", 100, right).interval()
    assert found == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_every_perturbation_and_rule_was_read_and_is_right_often_enough():
    """100 rows of each, or all where a rule makes fewer; at least 97 of 100 right."""
    readings = load_readings()
    expected = [
        (name, rule)
        for name, perturbation in PERTURBATIONS.items()
        for rule in perturbation.rules or {"": ""}
    ]
    assert [(reading.perturbation, reading.rule) for reading in readings] == expected
    assert all(r.right >= 0.97 * r.read for r in readings)
    assert all(r.read >= 100 for r in readings if not r.rule)


def test_no_rule_made_rows_that_were_not_read(real_release):
    """min(100, all) of the rows of each rule."""
    read = {(r.perturbation, r.rule): r.read for r in load_readings()}
    for name, counted in read_manifest(real_release)["coverage"]["asdiv_a"].items():
        for rule, applied in counted["rules"].items():
            assert read[name, rule] >= min(100, applied), (name, rule)
