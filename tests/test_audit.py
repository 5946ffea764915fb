import pytest
from pyarrow import parquet

from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.problems.problem import APPLIED
from numdiag_datasets.release.card.audit import HandReading, load_readings
from numdiag_datasets.release.manifest import read_manifest


@pytest.mark.parametrize(
    ("right", "low", "high"),
    [(100, 0.9630, 1.0), (97, 0.9155, 0.9897), (50, 0.4038, 0.5962)],
)
def test_wilson_interval(right, low, high):
    """Values of Brown, Cai and DasGupta's formula (Statistical Science 2001, equation 4)."""
    found = HandReading("d", "p", "", 100, right).interval()
    assert found == pytest.approx((low, high), abs=5e-5)


def test_what_was_read_is_right_often_enough():
    """At least 97 of 100 rows right, of each perturbation and rule."""
    readings = load_readings()
    keys = [(r.dataset, r.perturbation, r.rule) for r in readings]
    assert len(set(keys)) == len(keys)
    assert all(r.right >= 0.97 * r.read for r in readings)


def test_no_rows_were_made_that_were_not_read(real_release, reals):
    """100 rows of each perturbation, of each rule min(100, all); where a passage is perturbed once for
    all of its questions, a passage counts once."""
    read = {(r.dataset, r.perturbation, r.rule): r.read for r in load_readings()}
    groups = {p.id: p.group for data in reals for split in data.splits.values() for p in split}
    for dataset, row in read_manifest(real_release).coverage.items():
        for name in row:
            texts: dict[str, set[str]] = {}
            for path in (real_release / dataset / name).glob("*.parquet"):
                for applied in parquet.read_table(path).to_pylist():
                    if applied["status"] == APPLIED:
                        text = applied["source_id"]
                        if FORMS[name].shared:
                            text = groups[text]
                        texts.setdefault(applied["rule"], set()).add(text)
            for rule, made in texts.items():
                assert read.get((dataset, name, rule), 0) >= min(100, len(made)), (
                    dataset,
                    name,
                    rule,
                )
