"""What the tests share: the real files where they are, and releases built once a session."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from numdiag_datasets.problems.problem import Problem
from numdiag_datasets.release.building.problems import build
from numdiag_datasets.release.configs import CONFIGS
from numdiag_datasets.sources import DATA_SETS, SourceData, load_source

#: The real files; NUMDIAG_REAL names them where they lie elsewhere.
REAL = Path(os.environ.get("NUMDIAG_REAL", Path(__file__).parents[2] / "shared" / "data"))


def pytest_configure(config):
    """Before anything loads the Hugging Face libraries: caches that go away, and a metric from disk."""
    home = tempfile.TemporaryDirectory(prefix="numdiag-tests-")
    config.add_cleanup(home.cleanup)
    os.environ |= {"HF_HOME": home.name, "HF_EVALUATE_OFFLINE": "1"}
    # Small models are slower on several threads, which wait for each other at every step.
    os.environ["OMP_NUM_THREADS"] = "1"


def make_problem(context, question="How many are there?", equation="", answer="", **columns):
    """A problem with one paragraph and sensible defaults."""
    defaults = {"id": "p", "source_id": "p", "group": "p", "dataset": "asdiv_a"}
    return Problem(
        **(defaults | columns),
        context=(context,),
        question=question,
        equation=equation,
        answers=(answer,) if answer else (),
        answer_type="equation",
    )


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
def sample_release(samples, tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("sample") / "numdiag"
    build(samples, out, list(CONFIGS.values()))
    return out


@pytest.fixture(scope="session")
def reals(real) -> list[SourceData]:
    """The real files of every data set."""
    return [load_source(dataset, REAL) for dataset in DATA_SETS]


@pytest.fixture(scope="session")
def real_release(reals, tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("real") / "numdiag"
    build(reals, out, list(CONFIGS.values()))
    return out
