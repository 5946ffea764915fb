"""Processes that share a build end with the one that started them."""

import os
import signal
import subprocess
import sys
import time

import pytest

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.processes import in_processes

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
