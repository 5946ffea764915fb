"""The contracts of imports in pyproject.toml: the tree keeps them, and each of them catches what it forbids."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

LAYERS = "A row goes one way: each folder imports only what stands below it"
PERTURBATIONS = "Perturbations know nothing of each other"
LIBRARY = "The library knows none of its users"
TORCH = "torch stays in train/"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the contracts are about."""
    copy = tmp_path_factory.mktemp("tree")
    shutil.copy(ROOT / "pyproject.toml", copy)
    for folder in ("numdiag_datasets", "builders", "metrics", "train"):
        for module in (ROOT / folder).rglob("*.py"):
            place = copy / module.relative_to(ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(module, place)
    return copy


def broken_contracts(tree: Path) -> tuple[int, list[str]]:
    """What `lint-imports` says: its status, and the contracts that are broken."""
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache"],
        cwd=tree, capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    return done.returncode, [line[: -len(" BROKEN")] for line in lines if line.endswith(" BROKEN")]


def test_the_tree_keeps_the_contracts(tree):
    assert broken_contracts(tree) == (0, [])


@pytest.mark.parametrize(
    ("trap", "module", "line", "contract"),
    [
        ("language knows releases", "numdiag_datasets/english/nouns.py",
         "from numdiag_datasets.core.configs import Config", LAYERS),
        ("neighbours know each other", "numdiag_datasets/report/runs.py",
         "from numdiag_datasets.own_data.undoing import undo", LAYERS),
        ("an import inside a function", "numdiag_datasets/core/rng.py",
         "def late():\n    from numdiag_datasets.problems import problem", LAYERS),
        ("a folder without a place", "numdiag_datasets/helpers/__init__.py", "", LAYERS),
        ("one perturbation uses another", "numdiag_datasets/perturbations/noise/offsets.py",
         "from numdiag_datasets.perturbations.language.rewriting import LANGUAGE", PERTURBATIONS),
        ("a perturbation without a place", "numdiag_datasets/perturbations/typos.py", "", PERTURBATIONS),
        ("the library builds from a checkout", "numdiag_datasets/release/staging.py",
         "from builders import number_words", LIBRARY),
        ("the library trains", "numdiag_datasets/cli/score.py", "import train.texts", LIBRARY),
        ("scoring loads torch", "numdiag_datasets/scoring/tatqa.py", "import torch", TORCH),
        ("a harness loads transformers", "metrics/lm_eval/task.py",
         "from transformers import AutoTokenizer", TORCH),
    ],
)  # fmt: skip
def test_a_wrong_import_breaks_its_contract(tree, trap, module, line, contract):
    """One line in one module is enough, and the contract is named (beside others, if what is imported
    leads further)."""
    path = tree / module
    before = path.read_text(encoding="utf-8") if path.exists() else None
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{before or ''}\n{line}\n", encoding="utf-8")
    try:
        status, broken = broken_contracts(tree)
        assert (status, contract in broken) == (1, True), broken
    finally:
        if before is not None:
            path.write_text(before, encoding="utf-8")
        else:
            path.unlink()
            if path.name == "__init__.py":
                path.parent.rmdir()
