"""What the tests share: the real files where they are, and releases built once a session."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from filelock import FileLock
from hypothesis import settings

from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.problem import Problem
from numdiag_datasets.release.building.build import build
from numdiag_datasets.sources import load_source, sample_folder
from numdiag_datasets.sources.source import SourceData
from numdiag_datasets.text_pairs.question_matching.build import build_question_matching

# A loaded machine may take seconds for an example that usually takes milliseconds.
settings.register_profile("numdiag", deadline=None)
settings.load_profile("numdiag")

#: The real files; NUMDIAG_REAL names them where they lie elsewhere.
REAL = Path(os.environ.get("NUMDIAG_REAL", Path(__file__).parents[2] / "shared" / "data"))

#: Whether this process is a worker of pytest-xdist.
WORKER = "PYTEST_XDIST_WORKER" in os.environ

#: What makes a directory of some name once: in a folder, with a function that fills the folder it is given.
BuildOnce = Callable[[str, Callable[[Path], Any]], Path]


def pytest_configure(config: pytest.Config) -> None:
    """Set caches that go away, those of a worker inside those of the process that started it, and a metric from disk."""
    around = os.environ["HF_HOME"] if WORKER else None
    home = tempfile.TemporaryDirectory(prefix="numdiag-tests-", dir=around)
    config.add_cleanup(home.cleanup)
    os.environ |= {"HF_HOME": home.name, "HF_EVALUATE_OFFLINE": "1"}
    # Small models are slower on several threads, which wait for each other at every step.
    os.environ["OMP_NUM_THREADS"] = "1"
    # `datasets` parses the whole card at each load: by C in a tenth of the time. The tests that load
    # releases in a process of their own have the parser that users have.
    yaml.SafeLoader = yaml.CSafeLoader


def make_problem(
    context: str, question: str = "How many are there?", equation: str = "", answer: str = "", **columns: Any
) -> Problem:
    """A problem with one paragraph and sensible defaults."""
    defaults: dict[str, Any] = {"id": "p", "source_id": "p", "group": "p", "dataset": "asdiv_a"}
    defaults["answer_type"] = "equation"
    return Problem(
        **(defaults | columns),
        context=(context,),
        question=question,
        equation=equation,
        answers=(answer,) if answer else (),
    )


@pytest.fixture(scope="session")
def own_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample's ASDiv as somebody's own files, which are not the bundled ones."""
    folder = tmp_path_factory.mktemp("own")
    shutil.copytree(sample_folder("asdiv_a") / "asdiv", folder / "asdiv")
    with (folder / "asdiv" / "ASDiv.xml").open("a", encoding="utf-8") as file:
        file.write("\n")
    return folder


@pytest.fixture(scope="session")
def build_once(tmp_path_factory: pytest.TempPathFactory) -> BuildOnce:
    """Build a directory for all workers of a run, as pytest-xdist documents it: the first that needs
    it does, the others wait. It is moved to its place when it is whole, so that a worker which is
    killed leaves nothing that looks finished, and its lock goes with it."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if WORKER else base

    def build_once(name: str, fill: Callable[[Path], Any]) -> Path:
        made = shared / f"once-{name}"
        with FileLock(f"{made}.lock"):
            if not made.exists():
                making = Path(tempfile.mkdtemp(prefix=f"{made.name}-", dir=shared))
                fill(making)
                making.rename(made)
        return made

    return build_once


@pytest.fixture(scope="session")
def sample() -> SourceData:
    return load_source("asdiv_a")


@pytest.fixture(scope="session")
def real() -> SourceData:
    if not (REAL / "asdiv" / "ASDiv.xml").is_file():
        pytest.skip("the real ASDiv.xml is not on this machine; the bundled sample covers the code")
    return load_source("asdiv_a", REAL)


@pytest.fixture(scope="session")
def samples() -> list[SourceData]:
    """The sample of every data set."""
    return [load_source(dataset) for dataset in DATA_SETS]


@pytest.fixture(scope="session")
def sample_release(samples: list[SourceData], build_once: BuildOnce) -> Path:
    folder = build_once("sample", lambda to: build(samples, to / "numdiag"))
    return folder / "numdiag"


@pytest.fixture(scope="session")
def few_configs(samples: list[SourceData], build_once: BuildOnce) -> Path:
    """What trainings, with their twenty loads, are tested with: each load goes through all configs of a release."""
    configs = [*match_configs("drop_num-*"), *match_configs("[at]*-[en]*-attack")]  # extra, noise
    folder = build_once("few", lambda to: build(samples, to / "numdiag", configs))
    return folder / "numdiag"


@pytest.fixture(scope="session")
def pairs(build_once: BuildOnce) -> Path:
    """Question pairs of two contrasts."""
    return (
        build_once("pairs", lambda to: build_question_matching(to / "made", None, ["numeral", "measure_word"])) / "made"
    )


@pytest.fixture(scope="session")
def drawn(build_once: BuildOnce) -> Path:
    """Two draws of one attack."""
    svamp, configs = [load_source("svamp")], match_configs("svamp-noise-attack")
    return build_once("drawn", lambda to: build(svamp, to / "numdiag", configs, draws=2)) / "numdiag"


@pytest.fixture(scope="session")
def small_models(build_once: BuildOnce) -> dict[str, str]:
    """Name of a class -> directory of a small model of it. For tests that need torch, which others do not load."""
    from tests.small_models import KINDS, save_small_model

    folder = build_once("small", lambda to: [save_small_model(kind, to / kind) for kind in KINDS])
    return {kind: str(folder / kind) for kind in KINDS}


@pytest.fixture(scope="session")
def reals(real: SourceData) -> list[SourceData]:
    """The real files of every data set."""
    return [load_source(dataset, REAL) for dataset in DATA_SETS]


@pytest.fixture(scope="session")
def real_asdiv_release(real: SourceData, build_once: BuildOnce) -> Path:
    folder = build_once("real-asdiv", lambda to: build([real], to / "numdiag"))
    return folder / "numdiag"


@pytest.fixture(scope="session")
def real_release(reals: list[SourceData], build_once: BuildOnce) -> Path:
    folder = build_once("real", lambda to: build(reals, to / "numdiag"))
    return folder / "numdiag"
