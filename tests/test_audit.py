import pytest
from pyarrow import parquet

from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.core.problem import APPLIED
from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.perturbations.audit import HandReading, load_readings


@pytest.mark.parametrize(("right", "low", "high"), [(100, 0.9630, 1.0), (97, 0.9155, 0.9897), (50, 0.4038, 0.5962)])
def test_wilson_interval(right, low, high):
    """Values of Brown, Cai and DasGupta's formula (Statistical Science 2001, equation 4)."""
    found = HandReading("d", "p", "", 100, right).interval()
    assert found == pytest.approx((low, high), abs=5e-5)


def test_what_was_read_is_right_often_enough():
    """At least 97 of 100 rows right, of each perturbation and rule; of 60 one may be wrong by chance."""
    readings = load_readings()
    keys = [(r.dataset, r.form, r.rule) for r in readings]
    assert len(set(keys)) == len(keys)
    assert all(r.right >= 0.97 * r.read for r in readings)


@pytest.mark.real
def test_no_rows_were_made_that_were_not_read(real_release, reals):
    """Of ASDiv-a 100 rows of each rule, of the others 60 of each perturbation and 30 of what
    writes numbers in a second form; where a passage is perturbed once for all of its questions, a passage
    counts once."""
    read = {(r.dataset, r.form, r.rule): r.read for r in load_readings()}
    groups = {p.id: p.group for data in reals for split in data.splits.values() for p in split}
    for dataset, row in read_manifest(real_release).coverage.items():
        by_rule = dataset == "asdiv_a"
        for name in row:
            texts: dict[str, set[str]] = {}
            for path in (real_release / dataset / name).glob("*.parquet"):
                for applied in parquet.read_table(path).to_pylist():
                    if applied["status"] == APPLIED:
                        text = applied["source_id"]
                        if FORMS[name].shared:
                            text = groups[text]
                        texts.setdefault(applied["rule"] if by_rule else "", set()).add(text)
            enough = 100 if by_rule else 30 if name.endswith("-second") else 60
            for rule, made in texts.items():
                found = read.get((dataset, name, rule), 0)
                assert found >= min(enough, len(made)), (dataset, name, rule)
