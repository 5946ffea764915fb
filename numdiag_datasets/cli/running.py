"""What every command has in common: progress on stderr, and a line there and status 2 where it fails."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from typer.core import TyperCommand, TyperOption
from typer.models import CommandInfo

from numdiag_datasets.core.errors import InputError

#: Exit status after Ctrl-C, as typer itself returns it.
INTERRUPTED = 130
#: Between two lines of progress in a log.
_SECONDS = 10


class _OnceCommand(TyperCommand):
    """A command that refuses an option given twice where it has one value: by itself, the last would silently win."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for option in given:
            has_one = isinstance(option, TyperOption) and not (option.multiple or option.is_flag)
            if has_one and given.count(option) > 1:
                raise typer.BadParameter(
                    f"{option.opts[-1]} is given twice, but has one value", ctx
                )
        return super().parse_args(ctx, args)


class Interrupted(Exception):  # noqa: N818  # it is no error
    """Ctrl-C, where there is more to say of what now holds than that nothing was changed."""


def application(**options: Any) -> typer.Typer:
    """An application whose errors and help are plain text."""
    return typer.Typer(
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        **options,
    )


def single_command(command: Callable[..., None]) -> typer.Typer:
    """An application that is one command."""
    app = application(add_completion=False)
    app.command()(command)
    return app


def run(app: typer.Typer, name: str) -> NoReturn:
    """Run a command line application and exit; bad input is told in a line, without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(
            stream, TextIOWrapper
        ):  # what a name or a text holds, a terminal may not know
            stream.reconfigure(errors="backslashreplace")
    try:
        _run(app, name)
    finally:
        drop_unprinted()


def _run(app: typer.Typer, name: str) -> NoReturn:
    for command in _commands(app):
        if command.cls is TyperCommand:
            command.cls = _OnceCommand
    try:
        status = app(prog_name=name, standalone_mode=False)
        if sys.stdout:
            sys.stdout.flush()  # here, where what keeps it from being printed can still be told
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)  # of the command whose option or argument it is
        fail(
            name,
            f"{error.format_message()} (see `{context.command_path if context else name} --help`)",
        )
    except InputError as error:
        fail(name, str(error))
    except BrokenPipeError:  # whoever reads what is printed has read enough
        sys.exit(1)
    except OSError as error:  # a name that is too long, a disk that is full
        where = f"{error.filename}: " if error.filename else ""
        fail(name, f"{where}{error.strerror or error}")
    except Interrupted as interrupted:
        print(f"{name}: interrupted; {interrupted}", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    if status == INTERRUPTED:
        print(f"{name}: interrupted", file=sys.stderr)
    sys.exit(status if isinstance(status, int) else 0)


def _commands(app: typer.Typer) -> Iterator[CommandInfo]:
    yield from app.registered_commands
    for group in app.registered_groups:
        if group.typer_instance:
            yield from _commands(group.typer_instance)


def drop_unprinted() -> None:
    """Forget what is still to be printed but cannot be, such as into a pipe that was closed: at its end Python would try once
    more, and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream:  # none where it was closed from the start
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def progress_bar(
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar on a terminal; elsewhere plain lines, see `_lines`.

    Args:
        clock: seconds, of lines.

    Yields:
        A function of what is done, how much of it, and of how much (0: unknown).
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines(clock)
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        tasks: dict[str, Any] = {}

        def update(label: str, done: int, total: int) -> None:
            if label not in tasks:
                tasks[label] = bar.add_task(label)
            bar.update(tasks[label], completed=done, total=total or None)

        yield update


def _lines(clock: Callable[[], float]) -> Callable[[str, int, int], None]:
    """Progress in a log: "building 3/16", the first line after `_SECONDS`, so that what is quick stays quiet, and a last
    one of whatever had some."""
    printed_at = clock()
    last: dict[str, str] = {}

    def update(label: str, done: int, total: int) -> None:
        nonlocal printed_at
        line = f"{label} {done}/{total}" if total else f"{label} {done}"
        is_last = label in last and done == total and last[label] != line
        if is_last or clock() - printed_at >= _SECONDS:
            print(line, file=sys.stderr, flush=True)
            last[label], printed_at = line, clock()

    return update


def printer(**options: Any) -> Console:
    """A console for texts that others wrote: ``[/red]`` and ``:cat:`` are characters like any other."""
    return Console(highlight=False, markup=False, emoji=False, **options)


def fail(name: str, message: str) -> NoReturn:
    print(f"{name}: {message}", file=sys.stderr)
    sys.exit(2)
