"""The wheel is the product: what is installed from it works in an empty directory, away from the checkout.

`make test` unpacks the wheel and takes what it depends on from this environment; `make wheel-test` installs it
into an environment of its own, which NUMDIAG_WHEEL_PYTHON names, and then trains too.
"""

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

from numdiag_datasets._version import __version__
from tests.hub_server import client_environment, hub_server

ROOT = Path(__file__).parents[1]
FRESH = os.environ.get("NUMDIAG_WHEEL_PYTHON", "")
SCRIPTS = ("seq2seq", "causal_lm", "graph2tree", "tagop", "probe", "pairs", "diagnose")

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="the train extra is not installed")
pytestmark = pytest.mark.slow
needs_environment = pytest.mark.skipif(not FRESH, reason="done by `make wheel-test`")


def build(target: str, source: Path, out: Path) -> Path:
    """Build with hatchling from this environment: no isolation, so no network."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(out)],
        cwd=source, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (built,) = out.iterdir()
    return built


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@dataclass(frozen=True, slots=True)
class Installed:
    """An interpreter that has numdiag from the wheel alone, the environment of its processes, and the folder where they run."""

    command: tuple[str, ...]
    environment: dict[str, str]
    folder: Path

    def python(self, *arguments: object, status: int = 0, **environment: str) -> str:
        """Run the interpreter; what it printed, on stderr where it is meant to fail."""
        done = subprocess.run(
            [*self.command, *map(str, arguments)], cwd=self.folder, env=self.environment | environment,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == status, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stderr if status else done.stdout

    def numdiag(self, *arguments: object, status: int = 0, **environment: str) -> str:
        return self.python("-m", "numdiag_datasets", *arguments, status=status, **environment)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an environment of its own, or before the packages of this one, without its editable install (``-S``)."""
    folder = tmp_path_factory.mktemp("empty")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {"HF_HOME": str(folder / "home"), "HF_HUB_OFFLINE": "1"}
    if FRESH:
        return Installed((FRESH,), environment, folder)
    site = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)  # noqa: S202  # our own
    packages = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    environment |= {"PYTHONPATH": os.pathsep.join([str(site), *packages]), "PYTHONSAFEPATH": "1"}
    return Installed((sys.executable, "-S"), environment, folder)


@pytest.fixture(scope="module")
def release(installed: Installed) -> Path:
    """A part of the sample, built by the wheel in the directory where the other commands run."""
    told = installed.numdiag("build", "--configs", "asdiv_a-extra-attack")
    assert "2 configs of the bundled SAMPLE" in told
    return installed.folder / "numdiag"


@pytest.fixture(scope="module")
def predictions(installed: Installed, release: Path) -> Path:
    """Gold equations of the originals, for the attack too."""
    code = """
import json
from datasets import load_dataset

for row in load_dataset("numdiag", "asdiv_a", split="test"):
    print(json.dumps({"id": row["id"], "prediction": row["equation"]}))
"""
    path = installed.folder / "predictions.jsonl"
    path.write_text(installed.python("-c", code))
    return path


def test_the_wheel_is_the_library_with_metrics_and_training_inside(wheel):
    """All of their files, and no `builders`, `train`, `metrics` or `tests` at the top of site-packages."""
    files = set(contents(wheel))
    info = f"numdiag-{__version__}.dist-info"
    assert {name.split("/")[0] for name in files} == {"numdiag_datasets", info}
    folders = (("numdiag_datasets", ""), ("metrics", "numdiag_datasets/"), ("train", "numdiag_datasets/"))
    assert {name for name in files if not name.startswith(info)} == {
        f"{place}{path.relative_to(ROOT).as_posix()}"
        for folder, place in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_sdist_builds_the_same_wheel(wheel, tmp_path):
    sdist = build("sdist", ROOT, tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (source,) = (tmp_path / "unpacked").iterdir()
    assert contents(build("wheel", source, tmp_path / "again")) == contents(wheel)


def test_the_library_is_the_installed_one(installed):
    place = Path(installed.python("-c", "import numdiag_datasets as n; print(n.__file__)").strip())
    assert ROOT not in place.parents
    for name in ("builders", "metrics", "train", "tests"):
        error = installed.python("-c", f"import {name}", status=1)
        assert f"No module named '{name}'" in error


@pytest.mark.parametrize(("arguments", "told"), [
    ("--version", f"numdiag {__version__}"),
    ("-h", "build-question-matching"),
    ("list", "the bundled SAMPLE"),
    ("show asdiv_a-extra-attack --status applied --rows 1", "applied"),
    ("verify", "0 violations"),
    ("score --config asdiv_a-extra-attack --predictions predictions.jsonl --baseline predictions.jsonl --out r.json",
     "signature: config:asdiv_a-extra-attack|"),
    ("diff numdiag numdiag", "no row changed"),
    ("perturb rows.csv --perturbation type --out typed.jsonl", "typed.jsonl"),
    ("path recipes", "recipes"),
    ("path inspect_ai", "numdiag.py"),
    ("report gold=r.json", "open report/report.html"),
])  # fmt: skip
def test_commands_run(installed, predictions, arguments, told):
    (installed.folder / "rows.csv").write_text("question\nSam has 12 pens. How many are there?\n")
    assert told in installed.numdiag(*arguments.split())


def test_the_metric_is_loaded_by_its_path(installed, release):
    code = """
import evaluate, numdiag_datasets
metric = evaluate.load(numdiag_datasets.path("metric"), "asdiv_a")
row = {"equation": "2 + 2", "answers": ["4"]}
print(metric.compute(predictions=["2+2"], references=[row])["answer_accuracy"])
"""
    assert installed.python("-c", code, HF_EVALUATE_OFFLINE="1") == "100.0\n"


def test_the_installed_metric_is_pushed(installed, tmp_path):
    """Without a directory: shown first, then published with its card, named like the Space."""
    with hub_server() as hub:
        reached = client_environment(hub, tmp_path) | {"HF_HUB_OFFLINE": "0"}
        told = installed.numdiag("push-metric", "you/numeracy", "--dry-run", **reached)
        assert "Nothing was published: this was a dry run" in told
        assert hub.repos == {}
        installed.numdiag("push-metric", "you/numeracy", "--yes", **reached)
        published = hub.repos["you/numeracy"].head.files
    assert set(published) == {".gitattributes", "README.md", "index.html", "numeracy.py"}
    assert published["numeracy.py"] == (ROOT / "metrics/numdiag/numdiag.py").read_bytes()


@needs_torch
def test_the_training_scripts_tell_their_options_and_read_recipes(installed, release):
    """By the command, all in one process, which loads torch once; a recipe that needs a model gets as far as that."""
    code = """
import sys
from numdiag_datasets.cli.app import entry_point

for line in sys.stdin:
    sys.argv = ["numdiag", "train", *line.split()]
    try:
        entry_point()
    except SystemExit as exit_:
        print("status", exit_.code)
"""
    lines = [f"{script} --help" for script in SCRIPTS]
    lines.append("seq2seq --recipe t5-base --model nowhere --output_dir runs")
    path = installed.folder / "lines.txt"
    path.write_text("\n".join(lines))
    told = installed.python("-c", code.replace("sys.stdin", f"open({str(path)!r})"))
    for script in SCRIPTS:
        assert f"usage: numdiag train {script} " in told
    statuses = [line for line in told.splitlines() if line.startswith("status ")]
    assert statuses == ["status 0"] * len(SCRIPTS) + ["status 2"]


@needs_torch
@needs_environment
@pytest.mark.parametrize("launch", [(), ("-m", "accelerate.commands.launch", "--num_processes", "1", "--cpu")])
def test_a_small_model_is_trained(installed, release, tmp_path, launch):
    """By the command and by `accelerate launch`, which give it the same results."""
    from tests.small_models import save_small_model

    arguments = (
        "-m", "numdiag_datasets", "train", "seq2seq", "--recipe", "t5-base",
        "--model", save_small_model("t5", tmp_path / "model"), "--output_dir", tmp_path / "runs",
        "--evaluate", "asdiv_a", "asdiv_a-extra-attack", "--max_rows", "4", "--num_train_epochs", "1",
        "--use_cpu", "--disable_tqdm", "True",
    )  # fmt: skip
    installed.python(*launch, *arguments)
    results = tmp_path / "runs" / "asdiv_a-extra-attack" / "results.json"
    assert json.loads(results.read_text())["config"] == "asdiv_a-extra-attack"
