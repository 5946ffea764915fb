"""The public face: what docs/api.md shows, and what importing it costs."""

import ast
import json
from pathlib import Path

import numdiag_datasets
from numdiag_datasets.errors import NumdiagError
from tests.documents import code_of, shown_below
from tests.test_loading import run_python

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
HEAVY = ("datasets", "huggingface_hub", "jinja2", "numpy", "pyarrow", "pydantic", "rich", "scipy", "spacy", "torch", "yaml")  # fmt: skip


def test_the_examples_print_what_stands_below_them(tmp_path):
    """In an empty directory, one after the other."""
    assert run_python("\n".join(code_of(DOCUMENT)), tmp_path, tmp_path / "home") == "".join(
        shown_below(DOCUMENT)
    )


def test_every_public_name_is_documented():
    names = [name for name in numdiag_datasets.__all__ if f"`{name}`" not in DOCUMENT]
    assert names == []


def test_the_import_is_light(tmp_path):
    """What is slow to load is loaded when it is called for."""
    code = "import json, sys, numdiag_datasets; print(json.dumps(list(sys.modules)))"
    loaded = run_python(code, tmp_path, tmp_path)
    assert set(json.loads(loaded)).isdisjoint(HEAVY)


def test_every_error_has_one_base():
    """Only signals that never leave their module derive from another: what a caller can catch is a NumdiagError."""
    inside = {"Interrupted", "NoSoundValuesError", "UnusableError", "_RefusedError"}
    bases: dict[str, str] = {}
    for folder in ("numdiag_datasets", "train"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and node.name.endswith(("Error", "Interrupted")):
                    bases[node.name] = ast.unparse(node.bases[0])
    others = {n for n, base in bases.items() if base not in ("InputError", "NumdiagError")}
    assert others - inside == {"NumdiagError"}
    assert issubclass(NumdiagError, ValueError)
