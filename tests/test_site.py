"""The pages as a site: they build strictly and without a network, and load nothing from elsewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import numdiag_datasets
from tests.documents import ROOT

pytestmark = pytest.mark.slow

pytest.importorskip("material", reason="the docs extra is not installed")
pytest.importorskip("mkdocstrings", reason="the docs extra is not installed")

#: Of a tag that loads what it names: the address.
LOADS = re.compile(r'<(?:script|img|iframe|source|video)\b[^>]* src="([^"]*)"')
#: Nobody listens there: a build that asks for anything of the network fails.
NO_NETWORK = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), "http://127.0.0.1:9")


def built(folder: Path, out: Path) -> tuple[int, str]:
    """Build the site of a folder: exit status, and what is said."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)],
        cwd=folder, env=os.environ | NO_NETWORK, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    status, said = built(ROOT, out)
    assert status == 0, said
    return out


def pages(site: Path) -> dict[str, list[str]]:
    """Page -> what it loads."""
    found = {path.relative_to(site).as_posix(): LOADS.findall(path.read_text("utf-8")) for path in site.rglob("*.html")}
    return {name: loads for name, loads in found.items() if name != "404.html"}


def test_every_document_is_a_page(site):
    names = {
        path.relative_to(ROOT / "docs").with_suffix(".html").as_posix().replace("README", "index")
        for path in (ROOT / "docs").rglob("*")
        if path.suffix in (".md", ".ipynb")
    }
    assert pages(site).keys() == names


def test_pages_load_nothing_from_elsewhere(site):
    """No font, script, style or picture of another host, in pages or in style sheets."""
    for name, loads in pages(site).items():
        assert loads
        assert not [load for load in loads if re.match(r"(?:https?:)?//", load)], name
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", sheet.read_text()), sheet


def test_the_reference_has_every_public_name(site):
    """With what it says of arguments, results and errors."""
    page = (site / "reference.html").read_text(encoding="utf-8")
    for name in numdiag_datasets.__all__:
        assert f'id="numdiag_datasets.{name}"' in page
    for function in ("build", "load_source", "perturb", "prompt", "read_answer", "score_rows", "undo", "verify"):
        section = page.partition(f'id="numdiag_datasets.{function}"')[2].partition("<h3")[0]
        for part in ("Parameters", "Returns", "Raises"):
            assert f"{part}:" in section, (function, part)


def test_a_build_is_strict(tmp_path):
    """Each fault, by itself, is said; nothing is looked for on the network."""
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    settings |= {"nav": [{"Start": "index.md"}, {"Gone": "gone.md"}]}
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    (tmp_path / "broken.py").write_text(
        'def f(a: int) -> None:\n    """Do it.\n\n    Args:\n        b: what?\n    """\n'
    )
    (tmp_path / "docs" / "left_out.md").write_text("# Left out\n")
    (tmp_path / "docs" / "index.md").write_text(
        "# Start\n\n[a](none.md) [b](#nowhere) [c](folder) [d](/root.md) [e](../README.md)\n\n::: broken.f\n"
    )
    status, said = built(tmp_path, tmp_path / "out")
    assert status == 1
    for fault in ("gone.md", "left_out.md", "none.md", "#nowhere", "'folder'", "/root.md", "../README.md", "'b'"):
        assert re.search(rf"WARNING.*?{re.escape(fault)}|  - {re.escape(fault)}", said), fault
