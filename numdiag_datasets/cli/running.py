"""Common behaviour of all commands: progress on stderr, and a one-line error with exit status 2."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command_from_info
from typer.models import CommandInfo

from numdiag_datasets.cli.environment import check_environment
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.visible_text import say, visible

if TYPE_CHECKING:
    from rich.console import Console

#: Exit status after Ctrl-C, as typer itself returns it.
INTERRUPTED = 130
#: The password of an address, which a log would keep.
_PASSWORD = re.compile(r"(?<=://)[^/@\s]*:[^/@\s]*@")
_LONG_NAME = re.compile(r"(\S{200})\S{100,}")
#: The fewest columns of a terminal.
_LEAST_WIDTH = 20
_LONGEST_MESSAGE = 8000
#: Seconds between two lines of progress in a log.
_SECONDS = 10


class _OnceCommand(TyperCommand):
    """A command that rejects a repeated single-value option, of which the last value would silently win, and an empty value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        values, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for option in given:
            if not isinstance(option, TyperOption):
                continue
            has_one = not (option.multiple or option.is_flag)
            if has_one and given.count(option) > 1:
                raise typer.BadParameter(
                    f"{option.opts[-1]} is given twice, but has one value", ctx
                )
            # An optional text may be empty, such as a column that there is not; elsewhere this is a shell's variable
            # that is not set.
            is_optional = has_one and option.default is None and not option.required
            may_be_empty = is_optional and option.bare_type() == "str"
            value = values.get(option.name)
            if not may_be_empty and "" in (value if isinstance(value, list) else [value]):
                raise typer.BadParameter(f"{option.opts[-1]} is empty", ctx)
        return super().parse_args(ctx, args)


@dataclass(frozen=True, slots=True)
class LazyCommand:
    """A command whose module is imported when it is called.

    Attributes:
        module: of `numdiag_datasets.cli`.
        function: in the module.
        help: one line for the list of commands.
        settings: of its context, for commands that pass options on.
    """

    module: str
    function: str
    help: str
    settings: Mapping[str, Any] = field(default_factory=dict)


class LazyGroup(TyperGroup):
    """A group of commands whose help imports none of their modules.

    Attributes:
        table: name -> command, in the order of the help.
    """

    table: ClassVar[Mapping[str, LazyCommand]]

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands = dict.fromkeys(self.table)  # type: ignore[assignment]  # only names are read

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.table:
            return None
        entry = self.table[cmd_name]
        command = CommandInfo(
            cmd_name,
            cls=_OnceCommand,
            context_settings=dict(entry.settings),
            callback=getattr(import_module(f"{__package__}.{entry.module}"), entry.function),
        )
        return get_command_from_info(command, pretty_exceptions_short=False, rich_markup_mode=None)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.help) for name, command in self.table.items()])


class Interrupted(Exception):  # noqa: N818  # it is no error
    """Raised after Ctrl-C, with a description of the resulting state."""


def application(**options: Any) -> typer.Typer:
    """Return an application whose errors and help are plain text."""
    return typer.Typer(
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        **options,
    )


def single_command(command: Callable[..., None]) -> typer.Typer:
    """Return an application that consists of one command."""
    app = application(add_completion=False)
    app.command(cls=_OnceCommand)(command)
    return app


def run(app: typer.Typer, name: str) -> NoReturn:
    """Run a command line application and exit; bad input is reported in one line, without a traceback."""
    if sys.stdout is None:  # a file opened later would get its number, and what others print
        fail(name, "standard output is closed; to print nothing, send it to /dev/null")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # not all terminals can encode all texts
            stream.reconfigure(errors="backslashreplace")
    try:
        _run(app, name)
    finally:
        drop_unprinted()


def _run(app: typer.Typer, name: str) -> NoReturn:
    with one_line_errors(name):
        check_environment()
        try:
            status = app(prog_name=name, standalone_mode=False)
            if sys.stdout:
                try:
                    sys.stdout.flush()  # here, where an error can still be reported
                except OSError as error:
                    if not isinstance(error, BrokenPipeError):
                        raise InputError(f"standard output: {error.strerror}") from error
                    raise
        except typer.TyperException as error:
            # of the command that the invalid option or argument belongs to
            context = getattr(error, "ctx", None)
            parameters = [p.name for p in context.command.params] if context else []
            is_argument = "option: --dir" in error.format_message() and "directory" in parameters
            hint = "name the release without --dir; " if is_argument else ""
            fail(
                name,
                f"{error.format_message()} ({hint}see `{context.command_path if context else name} --help`)",
            )
        except (KeyboardInterrupt, typer.Abort):
            status = INTERRUPTED
    if status == INTERRUPTED:
        say(f"{name}: interrupted", to_log=True)
    sys.exit(status if isinstance(status, int) else 0)


@contextmanager
def one_line_errors(name: str) -> Iterator[None]:
    """Report what a user can correct in one line and exit with status 2; after an interruption exit with 130.

    Args:
        name: the name of the command.
    """
    try:
        yield
    except InputError as error:
        fail(name, str(error))
    except BrokenPipeError:  # the reader of the output closed it early
        drop_unprinted()
        sys.exit(1)
    except OSError as error:  # such as a name that is too long, or a full disk
        where = error.filename or "what the command writes, or standard output"
        fail(name, f"{where}: {error.strerror or error}")
    except Interrupted as interrupted:
        say(f"{name}: interrupted; {interrupted}", to_log=True)
        sys.exit(INTERRUPTED)


def drop_unprinted() -> None:
    """Discard buffered output that cannot be printed, such as to a closed pipe.

    Otherwise Python would try again at exit, and print an error.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream:  # None if it was closed from the start
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def progress_bar(
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Callable[[str, int, int], None]]:
    """Yield the update function of a progress bar on a terminal; elsewhere of plain lines, see `_lines`.

    Args:
        clock: returns the time in seconds, for plain lines.

    Yields:
        A function of (label, done, total); total is 0 if unknown.
    """
    # Imported here: the help does not need it.
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

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
    """Return a function that prints progress in a log: "building 3/16".

    The first line is printed after `_SECONDS`, so that quick tasks print nothing. A task that has printed a line
    also prints a last one.
    """
    printed_at = clock()
    last: dict[str, str] = {}

    def update(label: str, done: int, total: int) -> None:
        nonlocal printed_at
        line = f"{label} {done}/{total}" if total else f"{label} {done}"
        is_last = label in last and done == total and last[label] != line
        if is_last or clock() - printed_at >= _SECONDS:
            say(line, to_log=True)
            last[label], printed_at = line, clock()

    return update


def printer(**options: Any) -> Console:
    """Return a console for texts of others: ``[/red]`` and ``:cat:`` are printed literally, and all is `visible`."""
    from rich.console import Console
    from rich.segment import Segment

    class Printer(Console):
        def render(self, *args: Any, **options: Any) -> Iterator[Segment]:
            for text, style, control in super().render(*args, **options):
                yield Segment(text if control else visible(text), style, control)

    made = Printer(highlight=False, markup=False, emoji=False, **options)
    made.width = max(made.width, _LEAST_WIDTH)  # COLUMNS=0 would print nothing
    return made


def fail(name: str, message: str) -> NoReturn:
    """Print an error and exit with status 2; long names of others are cut, and passwords in addresses left out."""
    line = _LONG_NAME.sub(r"\1...", _PASSWORD.sub("...@", message))[:_LONGEST_MESSAGE]
    say(f"{name}: {line}", to_log=True)
    sys.exit(2)
