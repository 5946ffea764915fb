"""Progress in a terminal or a log, and processes that end with the one that started them."""

import os
import signal
import subprocess
import sys
import time

import pytest

from numdiag_datasets.cli.running import progress_bar
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.processes import in_processes


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def lines(capsys, updates):
    """What is printed of (seconds since the start, label, done, total)."""
    clock = Clock()
    with progress_bar(clock) as progress:
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
