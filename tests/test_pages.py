"""A page a task: its Python runs from top to bottom on the sample, and prints what stands below it."""

import shutil

import pytest

from numdiag_datasets.core.reasons import REASONS
from numdiag_datasets.sources import sample_folder
from tests.commands import numdiag
from tests.documents import PAGES, ROOT, code_of, commands_of, shown_below
from tests.test_loading import run_python

#: Page -> the command that its Python goes on from, and the commands that go on from its Python.
PYTHON = {
    "adding-data.md": ([], []),
    "evaluating.md": (
        [],
        [
            ["score", "--predictions", "runs/add_two", "--system", "first two", "--out", "add_two.json"],
            ["score", "--predictions", "runs/add_all", "--system", "all numbers", "--out", "add_all.json"],
            ["score", "--config", "asdiv_a-extra-attack", "--predictions", "runs/add_two/asdiv_a-extra-attack.jsonl",
             "--baseline", "runs/add_two/asdiv_a.jsonl"],
            ["compare", "runs/add_two", "runs/add_all"],
            ["report", "add_two.json", "add_all.json", "--out", "report"],
        ],
    ),
    "own-data.md": ([["perturb", "SVAMP.json", "--perturbation", "noise", "--out", "noisy.jsonl"]], []),
    "releasing.md": ([], []),
}  # fmt: skip
#: Run by another test, or of what a test cannot have.
ELSEWHERE = {
    "README.md": "test_readme",
    "docs/api.md": "test_api",
    "docs/question-matching.md": "needs a release of question pairs",
    "docs/scaling.md": "needs an object store",
    "metrics/numdiag/README.md": "test_metric",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PYTHON)
def test_the_python_of_a_page_runs(name, few_configs, tmp_path, monkeypatch, capsys):
    """Beside a part of the sample release, with the sample in the place of SVAMP and of a release on the Hub."""
    page = (ROOT / "docs" / name).read_text(encoding="utf-8")
    before, behind = PYTHON[name]
    for words in (*before, *behind):
        assert words in list(commands_of(page))
    monkeypatch.chdir(tmp_path)
    shutil.copytree(few_configs, "numdiag")
    shutil.copytree(few_configs, "you/numdiag")
    shutil.copy(sample_folder("svamp") / "svamp" / "SVAMP.json", "SVAMP.json")
    for words in before:
        assert numdiag(capsys, *words)[0] == 0
    printed = run_python("\n".join(code_of(page)), tmp_path, tmp_path / "home")
    assert printed == "".join(shown_below(page))
    for words in behind:
        assert numdiag(capsys, *words)[0] == 0


def test_no_page_is_left_out():
    """A page with Python is run here, or says where."""
    with_python = {page.relative_to(ROOT).as_posix() for page in PAGES if code_of(page.read_text(encoding="utf-8"))}
    assert with_python == {f"docs/{name}" for name in PYTHON} | ELSEWHERE.keys()


def test_the_page_of_reasons_has_them_all():
    text = (ROOT / "docs" / "reasons.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    assert lines == [f"| `{code}` | {meaning} |" for code, meaning in REASONS.items()]
