"""One change stays in one place, scoring loads no generator, and each import contract catches the import that it forbids."""

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
    return made or reject(reading.problem, "no_integer")


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
    """Add one line to a table, after another line."""
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
        'PerturbationEntry("extra", _SELECTION, control="extra", error=Error.INSERTED_NUMBER_USED),',
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
    assert "svamp-thousands" in numdiag_in(tree, "list", "--long")[1]


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
    f"{LIBRARY}.scoring.scored_files",
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


PACKAGES = ("numdiag_datasets", "builders", "metrics", "train")

LAYERS = "Each folder imports only folders below it"
SCORING = "Scoring is free of the generator"
PAIRS = "Only commands and reports import text_pairs"
PERTURBATIONS = "Perturbations are independent of each other"
USERS = "The library imports none of its users"
TRAINING = "Training loads no generator"
METRICS = "The metric and the harness tasks only score"
TORCH = "torch stays in train/"


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    """A copy of the modules that the contracts name."""
    copy = tmp_path_factory.mktemp("tree")
    shutil.copy(ROOT / "pyproject.toml", copy)
    for package in PACKAGES:
        for module in (ROOT / package).rglob("*.py"):
            place = copy / module.relative_to(ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(module, place)
    return copy


def broken_contracts(modules: Path) -> tuple[int, list[str]]:
    """Run `lint-imports`; return its status and the broken contracts."""
    code = "from importlinter.cli import lint_imports_command as lint; lint()"
    done = subprocess.run(
        [sys.executable, "-c", code, "--no-cache"],
        cwd=modules, capture_output=True, text=True, check=False,
    )  # fmt: skip
    broken = [line.split(" BROKEN")[0] for line in done.stdout.splitlines() if " BROKEN" in line]
    return done.returncode, broken


def test_the_tree_keeps_the_contracts(modules):
    assert broken_contracts(modules) == (0, [])


@pytest.mark.parametrize(("trap", "module", "line", "contract"), [
    ("english imports releases", "english/nouns.py", "from numdiag_datasets.release import staging", LAYERS),
    ("an import inside a function", "core/rng.py", "def late():\n    from numdiag_datasets.texts import reading", LAYERS),
    ("neighbours import each other", "report/runs.py", "from numdiag_datasets.own_data.undoing import undo", LAYERS),
    ("a folder without a place", "helpers/__init__.py", "", LAYERS),
    ("scoring perturbs", "scoring/drop.py", "from numdiag_datasets.perturbations import FORMS", SCORING),
    ("scoring reads a problem's text", "scoring/drop.py", "import numdiag_datasets.texts.reading", SCORING),
    ("a release knows text pairs", "release/staging.py", "import numdiag_datasets.text_pairs.build", PAIRS),
    ("one perturbation uses another", "perturbations/noise/__init__.py", "from numdiag_datasets.perturbations.language.check import check", PERTURBATIONS),
    ("what they share uses one", "perturbations/rewording/reworded.py", "from numdiag_datasets.perturbations.language.check import check", PERTURBATIONS),
    ("a perturbation without a place", "perturbations/typos/__init__.py", "", PERTURBATIONS),
    ("the library builds from a checkout", "release/staging.py", "from builders import number_words", USERS),
    ("the library trains", "cli/score.py", "import train.texts", USERS),
    ("a training script perturbs", "train/data.py", "from numdiag_datasets.perturbations import FORMS", TRAINING),
    ("a harness task builds", "metrics/inspect_ai/numdiag.py", "from numdiag_datasets.release.building.build import build", METRICS),
    ("scoring loads torch", "scoring/tatqa.py", "import torch", TORCH),
    ("a harness loads transformers", "metrics/inspect_ai/numdiag.py", "from transformers import AutoTokenizer", TORCH),
])  # fmt: skip
def test_a_wrong_import_breaks_its_contract(modules, trap, module, line, contract):
    """One line in one module is enough, and its contract is named, perhaps with others."""
    path = modules / (module if module.startswith(("train/", "metrics/")) else f"{LIBRARY}/{module}")
    before = path.read_text(encoding="utf-8") if path.exists() else None
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{before or ''}\n{line}\n", encoding="utf-8")
    try:
        status, broken = broken_contracts(modules)
    finally:
        if before is not None:
            path.write_text(before, encoding="utf-8")
        else:
            shutil.rmtree(path.parent)
    assert (status, contract in broken) == (1, True), (trap, broken)
