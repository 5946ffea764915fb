"""One change stays in one place: a perturbation and a data set are a folder and a line; scoring loads no generator."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LIBRARY = "numdiag_datasets"

#: A perturbation that puts a zero before every number: "12 pens" -> "012 pens".
STUB = """
from numdiag_datasets.core.problem import Edit
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.perturbations.perturbation import Perturbation, reject
from numdiag_datasets.perturbations.rewording.reworded import reworded


def _perturb(reading, rng, split):
    edits = [
        Edit(n.field, n.start, n.text, "0" + n.text)
        for n in reading.quantities
        if n.form == "digits" and n.text[0].isdigit()
    ]
    made = reworded(reading, rng, split, edits, "zero")
    return made or reject(reading.problem, "no_number_to_rewrite")


def _check(problem, original):
    for edit in problem.edits:
        if edit.after != {prefix!r} + edit.before:
            yield f"the edit {{edit.before!r}} -> {{edit.after!r}} adds no zero"


FORMS = (
    Perturbation(
        name="thousands",
        summary="numbers get a zero",
        perturb=dict.fromkeys(TextKind, _perturb),
        {check}
        rules={{"zero": '"12" becomes "012"'}},
    ),
)
"""


@pytest.fixture
def tree(tmp_path):
    """A copy of the library that a test may change."""
    shutil.copytree(ROOT / LIBRARY, tmp_path / LIBRARY, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def add_line(tree: Path, module: str, last: str, line: str) -> None:
    """Add one line to a table, after the line that ends it today."""
    path = tree / LIBRARY / module
    text = path.read_text(encoding="utf-8")
    assert text.count(last) == 1
    path.write_text(text.replace(last, f"{last}\n        {line}"), encoding="utf-8")


def numdiag_in(tree: Path, *arguments: str) -> tuple[int, str]:
    """Run the command of the copy; return its status and all that it printed."""
    done = subprocess.run(
        [sys.executable, "-m", LIBRARY, *arguments],
        cwd=tree, env=os.environ | {"PYTHONPATH": str(tree)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def add_stub(tree: Path, check: str, prefix: str = "0") -> None:
    folder = tree / LIBRARY / "perturbations/thousands"
    folder.mkdir()
    (folder / "__init__.py").write_text(STUB.format(check=check, prefix=prefix), encoding="utf-8")
    add_line(
        tree,
        "core/perturbation_table.py",
        'PerturbationEntry("order", _REASONING, has_second_form=False),',
        'PerturbationEntry("thousands", _DETECTION, has_second_form=False),',
    )


def test_a_perturbation_without_a_check_does_not_load(tree):
    add_stub(tree, check="")
    status, printed = numdiag_in(tree, "build")
    assert status != 0
    assert "missing 1 required keyword-only argument: 'check'" in printed


@pytest.mark.parametrize(("prefix", "kept"), [("0", True), ("00", False)])
def test_a_ninth_perturbation_is_one_folder_and_one_line(tree, prefix, kept):
    """It is built, listed and verified; its check is asked."""
    add_stub(tree, "check=_check,", prefix)
    status, printed = numdiag_in(tree, "build", "--configs", "svamp-thousands-attack")
    assert status == 0, printed
    status, printed = numdiag_in(tree, "verify")
    assert (status == 0, "adds no zero" in printed) == (kept, not kept), printed
    assert "svamp-thousands" in numdiag_in(tree, "list")[1]


def test_a_sixth_data_set_is_one_folder_and_one_line(tree):
    source, copy = (tree / LIBRARY / "sources" / name for name in ("svamp", "multiarith"))
    shutil.copytree(source, copy)
    (copy / "sample/svamp").rename(copy / "sample/multiarith")
    for path in copy.glob("*.py"):
        text = path.read_text(encoding="utf-8").replace('"svamp', '"multiarith')
        path.write_text(text.replace("sources.svamp", "sources.multiarith"), encoding="utf-8")
    add_line(
        tree,
        "core/data_sets.py",
        'DataSet("svamp", "SVAMP", AnswerForm.EQUATION),',
        'DataSet("multiarith", "MultiArith", AnswerForm.EQUATION),',
    )
    status, printed = numdiag_in(tree, "build", "--configs", "multiarith-*-attack")
    assert status == 0, printed
    status, printed = numdiag_in(tree, "verify")
    assert (status, "0 violations" in printed) == (0, True), printed


@pytest.mark.parametrize("module", [
    f"{LIBRARY}.cli.app",
    f"{LIBRARY}.cli.score",
    f"{LIBRARY}.scoring.prediction_files",
    f"{LIBRARY}.scoring.evaluate_metric",  # all that metrics/numdiag/numdiag.py imports, in its methods
])  # fmt: skip
def test_scoring_loads_no_generator(module):
    """Help and scores need no rule that perturbs."""
    code = f"import sys, {module}; print(*(name for name in sys.modules if name.split('.')[:1] == ['{LIBRARY}']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {".".join(name.split(".")[1:3]) for name in done.stdout.split()}
    generator = {"perturbations", "texts", "sources", "own_data", "text_pairs", "release.building"}
    assert loaded
    assert not {name for name in loaded if name.split(".")[0] in generator or name in generator}
