"""Run the project's commands in this process: exit status, stdout and stderr."""

from __future__ import annotations

import sys
from unittest.mock import patch

import pytest

from builders.__main__ import app as builders_app
from numdiag_datasets.cli.app import app as numdiag_app
from numdiag_datasets.cli.running import run


def call(capsys, app, name, *arguments):
    with (
        patch.object(sys, "argv", [name, *map(str, arguments)]),
        pytest.raises(SystemExit) as exit_,
    ):
        run(app, name)
    output = capsys.readouterr()
    return exit_.value.code, output.out, output.err


def numdiag(capsys, *arguments):
    return call(capsys, numdiag_app, "numdiag", *arguments)


def builders(capsys, *arguments):
    return call(capsys, builders_app, "python -m builders", *arguments)
