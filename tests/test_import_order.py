"""The import contracts of pyproject.toml: the tree keeps them, and each catches the import that it forbids."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("numdiag_datasets", "builders", "metrics", "train")

LAYERS = "Each folder imports only folders below it"
SCORING = "Scoring is free of the generator"
PAIRS = "Only commands and reports import text_pairs"
PERTURBATIONS = "Perturbations are independent of each other"
LIBRARY = "The library imports none of its users"
TRAINING = "Training loads no generator"
METRICS = "The metric and the harness tasks only score"
TORCH = "torch stays in train/"


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the modules that the contracts name."""
    copy = tmp_path_factory.mktemp("tree")
    shutil.copy(ROOT / "pyproject.toml", copy)
    for package in PACKAGES:
        for module in (ROOT / package).rglob("*.py"):
            place = copy / module.relative_to(ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(module, place)
    return copy


def broken_contracts(tree: Path) -> tuple[int, list[str]]:
    """Run `lint-imports`; return its status and the broken contracts."""
    code = "from importlinter.cli import lint_imports_command as lint; lint()"
    done = subprocess.run(
        [sys.executable, "-c", code, "--no-cache"],
        cwd=tree, capture_output=True, text=True, check=False,
    )  # fmt: skip
    broken = [line.split(" BROKEN")[0] for line in done.stdout.splitlines() if " BROKEN" in line]
    return done.returncode, broken


def test_the_tree_keeps_the_contracts(tree):
    assert broken_contracts(tree) == (0, [])


@pytest.mark.parametrize(("trap", "module", "line", "contract"), [
    ("english imports releases", "numdiag_datasets/english/nouns.py",
     "from numdiag_datasets.release import staging", LAYERS),
    ("an import inside a function", "numdiag_datasets/core/rng.py",
     "def late():\n    from numdiag_datasets.texts import reading", LAYERS),
    ("neighbours import each other", "numdiag_datasets/report/runs.py",
     "from numdiag_datasets.own_data.undoing import undo", LAYERS),
    ("a folder without a place", "numdiag_datasets/helpers/__init__.py", "", LAYERS),
    ("scoring perturbs", "numdiag_datasets/scoring/drop.py",
     "from numdiag_datasets.perturbations import FORMS", SCORING),
    ("scoring reads a problem's text", "numdiag_datasets/scoring/drop.py",
     "import numdiag_datasets.texts.reading", SCORING),
    ("a release knows text pairs", "numdiag_datasets/release/staging.py",
     "import numdiag_datasets.text_pairs.build", PAIRS),
    ("one perturbation uses another", "numdiag_datasets/perturbations/noise/__init__.py",
     "from numdiag_datasets.perturbations.language.check import check", PERTURBATIONS),
    ("what they share uses one", "numdiag_datasets/perturbations/rewording/reworded.py",
     "from numdiag_datasets.perturbations.language.check import check", PERTURBATIONS),
    ("a perturbation without a place", "numdiag_datasets/perturbations/typos/__init__.py", "",
     PERTURBATIONS),
    ("the library builds from a checkout", "numdiag_datasets/release/staging.py",
     "from builders import number_words", LIBRARY),
    ("the library trains", "numdiag_datasets/cli/score.py", "import train.texts", LIBRARY),
    ("a training script perturbs", "train/data.py",
     "from numdiag_datasets.perturbations import FORMS", TRAINING),
    ("a harness task builds", "metrics/inspect_ai/numdiag.py",
     "from numdiag_datasets.release.building.build import build", METRICS),
    ("scoring loads torch", "numdiag_datasets/scoring/tatqa.py", "import torch", TORCH),
    ("a harness loads transformers", "metrics/inspect_ai/numdiag.py",
     "from transformers import AutoTokenizer", TORCH),
])  # fmt: skip
def test_a_wrong_import_breaks_its_contract(tree, trap, module, line, contract):
    """One line in one module is enough, and its contract is named, perhaps with others."""
    path = tree / module
    before = path.read_text(encoding="utf-8") if path.exists() else None
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{before or ''}\n{line}\n", encoding="utf-8")
    try:
        status, broken = broken_contracts(tree)
    finally:
        if before is not None:
            path.write_text(before, encoding="utf-8")
        else:
            shutil.rmtree(path.parent)
    assert (status, contract in broken) == (1, True), (trap, broken)
