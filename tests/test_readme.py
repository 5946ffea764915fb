"""What the README shows is what the project prints."""

import re
import runpy
from pathlib import Path

import pytest

from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.manifest import read_manifest
from tests.commands import numdiag
from tests.documents import code_of, shown_below
from tests.test_loading import run_python

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_code_prints_what_stands_below_it(sample_release, tmp_path):
    """The blocks are run one after the other, beside a release."""
    printed = run_python("\n".join(code_of(README)), sample_release.parent, tmp_path)
    assert printed == "".join(shown_below(README))


def test_the_row_is_the_one_that_make_build_shows(capsys, sample_release):
    shown = re.search(r"numdiag show (.*)", (ROOT / "Makefile").read_text())
    assert shown is not None
    _, out, _ = numdiag(capsys, "show", *shown[1].split(), "--dir", sample_release)
    row, _, _ = out.partition("\n\nMarks: ")
    assert row in README


def test_the_picture_is_what_its_script_draws(sample_release, monkeypatch, tmp_path):
    """From the sample as it is now."""
    script = ROOT / "docs" / "pictures" / "eight_perturbations.py"
    drawing = runpy.run_path(str(script))
    made = tmp_path / "made.svg"
    monkeypatch.setitem(drawing["main"].__globals__, "PICTURE", made)
    drawing["main"](str(sample_release))
    assert made.read_bytes() == script.with_name("eight-perturbations.svg").read_bytes()


def test_the_commands_exist():
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert set(re.findall(r"^make (\w+)", README, re.MULTILINE)) <= set(targets)


@pytest.mark.real
def test_the_coverage_is_that_of_the_real_files(real_release):
    """A table for each data set, in docs/coverage.md."""
    page = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    for dataset, row in read_manifest(real_release).coverage.items():
        title = DATA_SETS[dataset].title.rpartition("-")[0].replace("TATQA", "TAT-QA")
        table = page.partition(f"On the real {title}")[2]
        assert table
        for name, counted in row.items():
            numbers = f"{counted.applied} | {counted.eligible} | {counted.share:.1%}"
            assert f"| {name} | {numbers} |" in table
