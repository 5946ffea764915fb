"""Writing of a command's output: never over its input, and whole or not at all."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from numdiag_datasets.core.errors import InputError

#: The beginning of a release's manifest, even if the rest of it is damaged.
_RELEASE = re.compile(rb'\A\s*\{\s*"benchmark"\s*:\s*"numdiag"')
_HEAD = 200  # bytes
_LONGEST_NAME = 50  # characters of a file's name that are kept in its temporary name
_KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class OutputError(InputError):
    """A path that must not or cannot be written to; the message contains it and the reason."""


def check_output(path: Path, inputs: Iterable[Path] = ()) -> None:
    """Refuse to write a file if data would be lost; to be called before the work begins.

    Args:
        path: the file to be written or replaced.
        inputs: files that are read; ``path`` must not be one of them, under any name.

    Raises:
        OutputError: ``path`` is one of the inputs, lies in a release, or exists and is not a regular file.
    """
    with _writing(path):
        if _is_there(path) and any(_is_there(given) and path.samefile(given) for given in inputs):
            raise OutputError(f"{path}: is read as an input; name another file to write")
        kind = stat.S_IFMT(path.lstat().st_mode) if os.path.lexists(path) else stat.S_IFREG
        if kind != stat.S_IFREG:
            raise OutputError(
                f"{path}: is {_KINDS.get(kind, 'no regular file')}; name a file to write"
            )
        if release := release_around(path):
            raise OutputError(
                f"{path}: lies in the release {release}, whose files stay as they were built; name another place"
            )


def check_result(path: Path, key: str) -> None:
    """Refuse to replace a file that is no earlier result of the command.

    Args:
        path: the file to be written or replaced.
        key: the first key of such a result, a JSON object.

    Raises:
        OutputError: it holds something else.
    """
    head = b""
    if path.is_file():
        with _writing(path), path.open("rb") as file:
            head = file.read(_HEAD)
    if head.strip() and not re.match(rb'\s*\{\s*"' + key.encode() + rb'"', head):
        raise OutputError(f"{path}: holds something else; name another --out, or remove it")


def write_output(path: Path, content: bytes | str, inputs: Iterable[Path] = ()) -> None:
    """Write a file and make its folder; an existing file stays until the new one is complete.

    Args:
        path, inputs: see `check_output`.
        content: of the whole file; text is written in UTF-8.

    Raises:
        OutputError: see `check_output`; or it cannot be written.
    """
    check_output(path, inputs)
    data = in_utf8(content) if isinstance(content, str) else content
    with _writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        # A random name, so that no other file is in the way.
        made = path.with_name(f".{path.name[:_LONGEST_NAME]}.{token_hex(8)}")
        try:
            with made.open("xb") as file:
                file.write(data)
            made.replace(path)
        finally:
            made.unlink(missing_ok=True)


def in_utf8(text: str) -> bytes:
    """Return a text in UTF-8 under any locale.

    If the locale has only ASCII letters, Python keeps the bytes of typed text, such as file names, as
    surrogates, which are not text.
    """
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace").encode()


def move_output(made: Path, path: Path, inputs: Iterable[Path] = ()) -> None:
    """Move a complete file to its place, on the same disk.

    Args:
        made: the file.
        path, inputs: see `check_output`.

    Raises:
        OutputError: see `check_output`; or it cannot be moved.
    """
    check_output(path, inputs)
    with _writing(path):
        made.replace(path)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror})") from error


def _is_there(path: Path) -> bool:
    """Return whether a path, or the target of its link, exists; an impossible name does not."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def release_around(path: Path) -> Path | None:
    """Return the release directory that contains a path, or None."""
    real = Path(os.path.realpath(path))  # tolerates a loop of links
    return next((folder for folder in real.parents if _is_release(folder)), None)


def _is_release(folder: Path) -> bool:
    manifest = folder / "manifest.json"
    with suppress(OSError):
        if manifest.is_file():  # reading a pipe would block
            with manifest.open("rb") as file:
                return bool(_RELEASE.match(file.read(_HEAD)))
    return False
