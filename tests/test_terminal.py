"""Terminals, pipes and networks that can do little: a line, never a traceback."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from numdiag_datasets.release.hub import http_timeouts as reaching

pytest.importorskip("huggingface_hub")

ROOT = Path(__file__).parents[1]
_PLAIN = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def started(*arguments, **options):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
    environment.pop("PYTHONUNBUFFERED", None)  # a full buffer is what fails at the end
    return subprocess.Popen(
        [sys.executable, "-m", "numdiag_datasets", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, **options,
    )  # fmt: skip


@pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "cp1252"}, {"NO_COLOR": "1"}, _PLAIN])
def test_a_terminal_without_the_characters(environment, pairs):
    process = started("show", "question_matching-numeral", "--dir", pairs, env=environment)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    knows_chinese = "NO_COLOR" in environment
    assert ("块".encode() in out) == knows_chinese
    assert (rb"\u5757" in out) != knows_chinese


@pytest.mark.parametrize("arguments", [("--version",), ("list", "SAMPLE")])
def test_whoever_reads_may_stop(arguments, sample_release):
    """Nothing is complained of when the pipe is closed before anything was printed, whatever the buffer still holds."""
    arguments = [sample_release if word == "SAMPLE" else word for word in arguments]
    with started(*arguments) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_told():
    with Path("/dev/full").open("wb") as full:
        process = subprocess.Popen(
            [sys.executable, "-m", "numdiag_datasets", "--version"], stdout=full, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    assert process.communicate(timeout=60)[1] == b"numdiag: No space left on device\n"
    assert process.returncode == 2


@pytest.fixture
def silent():
    """The address of a server that lets one connect, and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture
def refusing():
    """The address of a server that is gone."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"http://127.0.0.1:{server.getsockname()[1]}"


@pytest.mark.parametrize("address", ["refusing", "silent"])
def test_a_server_that_does_not_answer_is_asked_once(address, request):
    """Once for all files, without the client's own retries, for which the others would wait again."""
    answers: dict[str, str] = {}
    client = reaching._Client(answers, 0.2, timeout=None)
    url = request.getfixturevalue(address)
    started_at = time.monotonic()
    for _ in range(20):
        with pytest.raises(reaching.UnreachableError):
            client.get(f"{url}/file", timeout=60)
    assert time.monotonic() - started_at < 2
    (why,) = answers.values()
    assert why.startswith(url.removeprefix("http://"))


@pytest.mark.parametrize(
    ("variables", "message"),
    [({}, "the Hub cannot be reached"), ({"HF_HUB_OFFLINE": "1"}, "the Hub is switched off by HF_HUB_OFFLINE")],
)
def test_a_release_of_the_hub_is_given_up_within_seconds(variables, message, refusing, tmp_path):
    started_at = time.monotonic()
    process = started("list", "you/numdiag", env={"HF_ENDPOINT": refusing, **variables}, cwd=tmp_path)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, len(err.splitlines())) == (2, 1)
    assert message in err.decode()
    assert time.monotonic() - started_at < 10
