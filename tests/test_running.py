"""Progress, processes, terminals, pipes and networks that can do little: a line, never a traceback."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("huggingface_hub")

from numdiag_datasets.cli.running import progress_bar
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.processes import in_processes
from numdiag_datasets.release.hub import http_timeouts as reaching
from tests.hub_server import hub_server


def lines(capsys, updates):
    """What is printed of (seconds since the start, label, done, total)."""
    clock = SimpleNamespace(now=100.0)
    with progress_bar(lambda: clock.now) as progress:
        for seconds, *update in updates:
            clock.now = 100.0 + seconds
            progress(*update)
    told = capsys.readouterr()
    assert told.out == ""
    return told.err.splitlines()


@pytest.mark.parametrize(("updates", "expected"), [
    ([], []),
    # Quick commands say nothing, nor does the end of one.
    ([(0, "building", 0, 16), (9.9, "building", 15, 16), (9.9, "building", 16, 16)], []),
    # The first line after ten seconds, the next ten seconds behind it.
    ([(9, "building", 1, 16), (11, "building", 2, 16), (20, "building", 3, 16), (21, "building", 4, 16)], ["building 2/16", "building 4/16"]),
    # Whoever saw a line sees the last one as well, at once and only once.
    ([(11, "building", 2, 3), (12, "building", 3, 3), (13, "building", 3, 3)], ["building 2/3", "building 3/3"]),
    # Ten seconds are those since any line; what had no line needs no last one.
    ([(11, "reading", 1, 2), (12, "checking", 1, 9), (12, "checking", 9, 9), (21, "checking", 9, 9)], ["reading 1/2", "checking 9/9"]),
    # How much there is may be unknown; no done can then be the last.
    ([(11, "perturbing", 5, 0), (30, "perturbing", 9, 0), (31, "perturbing", 10, 0)], ["perturbing 5", "perturbing 9"]),
    # The same words again, after a first end: "encoding" of one split and of the next.
    ([(11, "encoding", 2, 2), (12, "encoding", 1, 4), (13, "encoding", 4, 4)], ["encoding 2/2", "encoding 4/4"]),
])  # fmt: skip
def test_a_log_has_a_line_now_and_then(capsys, updates, expected):
    assert lines(capsys, updates) == expected


def test_a_terminal_has_a_bar(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")  # as rich knows a terminal that it cannot ask
    with progress_bar() as progress:
        progress("building", 1, 4)
        progress("building", 2, 8)
    told = capsys.readouterr().err
    assert "building" in told
    assert "2/8" in told


_PARENT = """
import os, time
from numdiag_datasets.core.processes import in_processes

def work(unit):
    os.write(1, f"{os.getpid()}\\n".encode())  # in one piece, beside the other process
    time.sleep(600)

if __name__ == "__main__":
    list(in_processes(work, [1, 2], 2))
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM"])
def test_no_process_outlives_the_one_that_is_killed(how, tmp_path):
    (tmp_path / "parent.py").write_text(_PARENT)
    with subprocess.Popen([sys.executable, str(tmp_path / "parent.py")], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        children = [int(parent.stdout.readline()) for _ in range(2)]
        parent.send_signal(signal.Signals[how])
    left = set(children)
    for _ in range(300):  # half a minute at most
        left = {child for child in left if _is_alive(child)}
        if not left:
            break
        time.sleep(0.1)
    for child in left:
        os.kill(child, signal.SIGKILL)
    assert not left


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _die(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_is_killed_is_told_in_a_line():
    with pytest.raises(InputError, match="was killed, perhaps for want of memory"):
        list(in_processes(_die, [1, 2], 2))


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
    assert ("年".encode() in out) == knows_chinese
    assert (rb"\u5e74" in out) != knows_chinese


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
    told = process.communicate(timeout=60)[1]
    assert told.count(b"\n") == 1
    assert b"standard output: No space left on device" in told
    assert process.returncode == 2


def test_a_closed_output_is_told():
    process = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m numdiag_datasets --version >&-"], stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=60, check=False,
    )  # fmt: skip
    assert process.returncode == 2
    assert process.stderr.count(b"\n") == 1


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


def test_a_list_that_leads_back_to_itself_ends():
    with hub_server() as hub, reaching._Client({}, 5.0) as client:
        page = f"{hub.url}/api/datasets/a/b/tree/main?cursor=1"
        for _ in range(50):
            client.get(page)
        with pytest.raises(reaching.UnreachableError, match="the same page again and again"):
            client.get(page)


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({}, "the Hub cannot be reached"), ({"HF_HUB_OFFLINE": "1"}, "the Hub is switched off by HF_HUB_OFFLINE"),
        ({"http_proxy": "nonsense://x"}, "a proxy of the environment"), ({"http_proxy": "http://[::1"}, "a proxy of the environment"),
    ],
)  # fmt: skip
def test_a_release_of_the_hub_is_given_up_within_seconds(variables, message, refusing, tmp_path):
    started_at = time.monotonic()
    process = started("list", "you/numdiag", env={"HF_ENDPOINT": refusing, **variables}, cwd=tmp_path)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, len(err.splitlines())) == (2, 1)
    assert message in err.decode()
    assert time.monotonic() - started_at < 10
