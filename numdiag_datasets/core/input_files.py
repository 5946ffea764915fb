"""Reading of files that others wrote: every fault becomes an error of one line that names its place."""

from __future__ import annotations

import csv
import gzip
import io
import json
import lzma
import re
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from numdiag_datasets.core.errors import InputError

if TYPE_CHECKING:
    from pyarrow.parquet import FileMetaData

#: Errors that decoders raise for damaged or unexpected bytes.
_DAMAGE = (
    OSError, EOFError, ValueError, OverflowError, RecursionError, MemoryError, NotImplementedError, ImportError,
    csv.Error, zlib.error, lzma.LZMAError, zipfile.BadZipFile,
)  # fmt: skip
#: Levels of lists and objects. No data set is nested deeper, and deeper values can be read but not written.
_DEEPEST = 100
#: Digits, written out, of a number that is read exactly: arithmetic on more digits would not end.
_MOST_DIGITS = 1000
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_BRACKETS = (b"[", b"{")
_LONGEST_WHY = 160
# A packed file that unpacks to more bytes than the first number, and more times its size than the second, is a trap.
_LEAST_UNPACKED, _MOST_UNPACKED = 10**8, 100


class Unpacked(io.RawIOBase):
    """The content of a packed file, which ends in an error where it is far larger than any honest one."""

    def __init__(
        self, file: IO[bytes] | gzip.GzipFile, size: int, place: str, error: type[InputError]
    ) -> None:
        """Wrap an open file.

        Args:
            file: yields unpacked bytes.
            size: of the packed file, in bytes; 0 if unknown, which allows any content.
            place: the name in the message.
            error: the class to raise.
        """
        self._file, self._place, self._error = file, place, error
        self._most, self._read = most_unpacked(size) if size else sys.maxsize, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer.

        Raises:
            InputError: of the class that was given: too much was unpacked.
        """
        content = self._file.read(len(buffer))
        self._read += len(content)
        if self._read > self._most:
            raise self._error(
                f"{self._place}: unpacks to more than {_MOST_UNPACKED} times its size; unpack it to use it"
            )
        buffer[: len(content)] = content
        return len(content)

    def tell(self) -> int:
        return self._read


def most_unpacked(size: int) -> int:
    """Return the most bytes that a packed file of a size may unpack to."""
    return max(_LEAST_UNPACKED, _MOST_UNPACKED * size)


def check_unpacked(metadata: FileMetaData, size: int, place: str, error: type[InputError]) -> int:
    """Refuse a file of Parquet that unpacks to far more than its size.

    Args:
        metadata: of the file.
        size: of the file, in bytes; 0 if unknown, which allows any content.
        place: the name in the message.
        error: the class to raise.

    Returns:
        The number of bytes of its largest column in a row group, which no value exceeds.

    Raises:
        InputError: of the class ``error``.
    """
    groups = map(metadata.row_group, range(metadata.num_row_groups))
    columns = [group.column(number) for group in groups for number in range(group.num_columns)]
    content = sum(max(column.total_uncompressed_size, column.num_values) for column in columns)
    if size and content > most_unpacked(size):
        raise error(f"{place}: unpacks to far more than its size; write it again to use it")
    return max((column.total_uncompressed_size for column in columns), default=0)


@contextmanager
def reading(place: str, error: type[InputError]) -> Iterator[None]:
    """Turn any error of a decoder into one of a single line.

    Only decoders belong in the block: an error of our own code would look like a damaged file.

    Args:
        place: the name in the message: the file, with the line if it is known.
        error: the class to raise.

    Raises:
        InputError: of the class ``error``; one that was raised inside passes unchanged.
    """
    try:
        yield
    except InputError:
        raise
    except _DAMAGE as damage:
        raise error(f"{place}: {what_is_wrong(damage)}") from damage


@contextmanager
def reading_parquet(place: str, error: type[InputError]) -> Iterator[None]:
    """Apply `reading` to Arrow's decoders, whose errors have classes of their own."""
    # Imported here: most commands do not need Arrow.
    from pyarrow import ArrowException

    try:
        with reading(place, error):
            yield
    except ArrowException as damage:
        raise error(f"{place}: {what_is_wrong(damage)}") from damage


def what_is_wrong(damage: Exception) -> str:
    """Return the fault behind a decoder's error, for users, in one line."""
    text = " ".join(str(damage).split())[:_LONGEST_WHY]
    if isinstance(damage, json.JSONDecodeError):
        return f"not valid JSON ({text}); is the file complete, and not written to right now?"
    if isinstance(damage, UnicodeDecodeError):
        byte = damage.object[damage.start]
        return f"is not UTF-8 text (byte {byte:#04x}, {damage.reason})"
    if isinstance(damage, KeyError):
        return f"lacks {text}"
    if isinstance(damage, MemoryError):
        return "is too large for the memory"
    if isinstance(damage, RecursionError):
        return "is nested too deeply to be read"
    if isinstance(damage, EOFError | zlib.error | lzma.LZMAError):
        return f"cannot be unpacked ({text}); is the file complete?"
    if errors := getattr(damage, "errors", None):  # of pydantic
        first = errors()[0]
        text = f"{' '.join(map(str, first['loc']))}: {first['msg']}"
    if isinstance(damage, ValueError) and "integer string conversion" in text:
        most = sys.get_int_max_str_digits()
        return f"cannot be read (a number has more than {most:,} digits)"
    if isinstance(damage, OSError):
        text = damage.strerror or text
    return f"cannot be read ({text or type(damage).__name__})"


def check_regular(path: Path, error: type[InputError]) -> None:
    """Refuse a pipe, a socket or a device, which may never end.

    Raises:
        InputError: of the class ``error``.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise error(f"{path}: is a pipe, a socket or a device; name a file")


def file_bytes(path: Path, error: type[InputError]) -> bytes:
    """Return the content of a file, unpacked if its name ends in ``.gz``.

    Raises:
        InputError: of the class ``error``: it cannot be read.
    """
    with reading(str(path), error):
        check_regular(path, error)
        if path.suffix != ".gz":
            return path.read_bytes()
        with (
            gzip.open(path) as file,
            Unpacked(file, path.stat().st_size, str(path), error) as whole,
        ):
            return whole.read()


def json_file(path: Path, error: type[InputError]) -> Any:
    """Return the value of a file of JSON.

    Raises:
        InputError: of the class ``error``: see `json_value`.
    """
    return json_value(file_bytes(path, error), str(path), error)


def json_lines(
    path: Path, error: type[InputError], *, may_hold_halves: bool = False
) -> Iterator[tuple[str, Any]]:
    """Yield the values of a file of JSON lines, each with its place; empty lines are skipped.

    Args:
        path, error, may_hold_halves: see `json_value`.

    Raises:
        InputError: of the class ``error``: see `json_value`; the message names the line.
    """
    check_regular(path, error)
    with reading(str(path), error), path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                place = f"{path}, line {number}"
                yield place, json_value(line, place, error, may_hold_halves=may_hold_halves)


def json_value(
    content: bytes,
    place: str,
    error: type[InputError],
    *,
    is_exact: bool = False,
    may_hold_halves: bool = False,
) -> Any:
    """Return the value of a JSON text in UTF-8, which every later step can represent and write again.

    Args:
        content: the text, which may begin with a byte order mark.
        place: the name in the message.
        error: the class to raise.
        is_exact: numbers become `Decimal`, of a thousand digits at most.
        may_hold_halves: half of a surrogate pair, which JSON can escape but no text can contain, is left to
            the caller.

    Raises:
        InputError: of the class ``error``: not JSON, not UTF-8, nested more than 100 levels deep, a key
            twice in one object, half a surrogate pair, or a number of too many digits.
    """
    numbers: dict[str, Any] = {"parse_float": _exact, "parse_int": _exact} if is_exact else {}
    with reading(place, error):
        text = content.decode("utf-8-sig")
        value = json.loads(text, object_pairs_hook=_object, **numbers)
    if sum(map(content.count, _BRACKETS)) > _DEEPEST and _depth(value) > _DEEPEST:
        raise error(f"{place}: is nested too deeply to be read (more than {_DEEPEST} levels)")
    if not may_hold_halves and _SURROGATE.search(content):
        try:
            json.dumps(value, ensure_ascii=False, default=str).encode()
        except UnicodeEncodeError as half:
            character = half.object[half.start]
            raise error(
                f"{place}: holds {character!a}, half of a surrogate pair, which no text can hold"
            ) from half
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key {twice!r:.60} comes twice in one object")
    return made


def _exact(text: str) -> Decimal:
    number = Decimal(text)
    if abs(number.adjusted()) > _MOST_DIGITS or len(text) > _MOST_DIGITS:
        raise ValueError(f"the number {text:.20} has more than {_MOST_DIGITS:,} digits")
    return number


def _depth(value: Any) -> int:
    """Return the number of levels of lists and objects, without recursion, which could overflow."""
    depth, level = 0, [value]
    while nested := [item for item in level if isinstance(item, list | dict)]:
        depth += 1
        level = [
            item
            for inner in nested
            for item in (inner.values() if isinstance(inner, dict) else inner)
        ]
    return depth
