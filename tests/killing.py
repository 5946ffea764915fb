"""Commands that are killed at a chosen moment, counted in calls that touch files, directories or sockets.

``python -m tests.killing FOLDER`` reads lines of a moment and a command with tabs between, and answers as `Killed.at`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_TOUCHING = ("open", "os.", "shutil.", "tempfile.", "socket.", "fcntl.")


class Killed:
    """A process that has imported everything and waits for moments to die at."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def at(self, moment: int, *command: str) -> int:
        """Run a command until a moment, 0 for all of it; return how many it had, -1 if it was killed, -2 if it failed."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("\t".join([str(moment), *command]) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@contextmanager
def killed(folder: Path, environment: dict[str, str]) -> Iterator[Killed]:
    """Yield such a process, which works in a folder, with more variables in its environment."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.killing", str(folder)],
        cwd=Path(__file__).parents[1], env={**os.environ, **environment}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        yield Killed(process)
        process.kill()


def _run(moment: int, command: list[str], report: int) -> None:
    """In the fork: run the command, count, and die."""
    from numdiag_datasets.cli.app import app

    count = 0

    def hook(event: str, _: tuple[object, ...]) -> None:
        nonlocal count
        if event.startswith(_TOUCHING):
            count += 1
            if count == moment:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    status = app(command, standalone_mode=False)
    os.write(report, str(-2 if status else count).encode())


def main(folder: str) -> None:
    # Loaded before the forks, so that each takes no second to start.
    import datasets  # noqa: F401
    import huggingface_hub  # noqa: F401
    import jinja2  # noqa: F401
    import pyarrow.parquet  # noqa: F401
    import pydantic  # noqa: F401
    import spacy  # noqa: F401

    import numdiag_datasets.cli.app
    import numdiag_datasets.release.verify.directory  # noqa: F401
    from numdiag_datasets.own_data import run

    run.PART_ROWS = 10
    os.chdir(folder)
    for line in sys.stdin:
        moment, *command = line.rstrip("\n").split("\t")
        read, write = os.pipe()
        child = os.fork()
        if not child:
            code = 1
            try:
                _run(int(moment), command, write)
                code = 0
            finally:
                os._exit(code)
        os.close(write)
        _, status = os.waitpid(child, 0)
        told = os.read(read, 20).decode()
        os.close(read)
        was_killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        print(-1 if was_killed else told or -2, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
