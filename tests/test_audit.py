import pytest

from numdiag_datasets.audit import HandReading, load_readings
from numdiag_datasets.perturbations import PERTURBATIONS


@pytest.mark.parametrize(
    ("right", "low", "high"),
    [(100, 0.9630, 1.0), (97, 0.9155, 0.9897), (50, 0.4038, 0.5962)],
)
def test_wilson_interval(right, low, high):
    """Values of Brown, Cai and DasGupta's formula (Statistical Science 2001, equation 4)."""
    found = HandReading("d", "p", 100, right).interval()
    assert found == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_every_perturbation_was_read_and_is_right_often_enough():
    """At least 100 rows of each, at least 97 of 100 right."""
    readings = load_readings()
    assert [reading.perturbation for reading in readings] == list(PERTURBATIONS)
    assert all(r.read >= 100 and r.right >= 0.97 * r.read for r in readings)
