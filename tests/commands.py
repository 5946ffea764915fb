"""Run the project's commands in this process: exit status, stdout and stderr."""

from __future__ import annotations

import sys
from functools import cache
from unittest.mock import patch

import pytest
import typer
import typer.main

from builders.__main__ import app as builders_app
from numdiag_datasets.cli.app import app as numdiag_app
from numdiag_datasets.cli.running import run

#: Exit status, stdout and stderr.
Outcome = tuple[int | str | None, str, str]
#: typer makes all commands anew at each call, as no process of a user does.
_made_once = cache(typer.main.get_command)


def call(capsys: pytest.CaptureFixture[str], app: typer.Typer, name: str, *arguments: object) -> Outcome:
    with (
        patch.object(sys, "argv", [name, *map(str, arguments)]),
        patch.object(typer.main, "get_command", _made_once),
        pytest.raises(SystemExit) as exit_,
    ):
        run(app, name)
    output = capsys.readouterr()
    return exit_.value.code, output.out, output.err


def numdiag(capsys: pytest.CaptureFixture[str], *arguments: object) -> Outcome:
    return call(capsys, numdiag_app, "numdiag", *arguments)


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Check that numdiag succeeds; return its stdout."""
    status, out, err = numdiag(capsys, *arguments)
    assert status == 0, err
    return out


def refused(capsys: pytest.CaptureFixture[str], says: str, *arguments: object) -> str:
    """Check that numdiag ends with status 2 and a message, without a traceback; return its stderr."""
    status, _, err = numdiag(capsys, *arguments)
    assert status == 2, err
    assert says in err, err
    assert "Traceback" not in err
    return err


def builders(capsys: pytest.CaptureFixture[str], *arguments: object) -> Outcome:
    return call(capsys, builders_app, "python -m builders", *arguments)
