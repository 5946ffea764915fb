"""How every command of the project fails: one or two lines on stderr, exit status 2."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

import typer

from numdiag_datasets.annotations import AnnotationError
from numdiag_datasets.configs import ConfigError
from numdiag_datasets.release import ReleaseError
from numdiag_datasets.report.runs import ReportError
from numdiag_datasets.scoring.predictions import PredictionError
from numdiag_datasets.sources import SourceError

#: Exit status after Ctrl-C, as typer itself returns it.
INTERRUPTED = 130
# typer carries a copy of click in some versions and imports it in others; this reaches the right one.
_ClickException: Any = typer.BadParameter.__mro__[2]

#: What a user can mend; anything else is a bug and keeps its traceback.
USER_ERRORS = (
    AnnotationError,
    ConfigError,
    PredictionError,
    ReleaseError,
    ReportError,
    SourceError,
)


def run(app: typer.Typer, name: str) -> NoReturn:
    """Run a command line application and exit; bad input is told in a line, without a traceback."""
    try:
        status = app(prog_name=name, standalone_mode=False)
    except _ClickException as error:
        fail(name, f"{error.format_message()} (see `{name} --help`)")
    except USER_ERRORS as error:
        fail(name, str(error))
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    if status == INTERRUPTED:
        print(f"{name}: interrupted; nothing was changed", file=sys.stderr)
    sys.exit(status if isinstance(status, int) else 0)


def fail(name: str, message: str) -> NoReturn:
    print(f"{name}: {message}", file=sys.stderr)
    sys.exit(2)
