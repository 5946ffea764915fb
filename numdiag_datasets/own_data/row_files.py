"""Reading of rows from files of several formats, and from data sets on the Hub."""

from __future__ import annotations

import csv
import gzip
import io
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from numdiag_datasets.core.input_files import (
    Unpacked,
    check_regular,
    check_unpacked,
    json_value,
    most_unpacked,
    reading,
    reading_parquet,
    what_is_wrong,
)
from numdiag_datasets.own_data.columns import DataError
from numdiag_datasets.own_data.json_text import elements

if TYPE_CHECKING:
    import pyarrow

Row = dict[str, Any]
#: A row with the JSON in one line that it was read from, "" in other formats.
Record = tuple[Row, str]
LINES, COMMAS, PARQUET = "JSON lines", "CSV", "Parquet"
_FORMATS = {
    ".jsonl": LINES,
    ".ndjson": LINES,
    ".json": LINES,
    ".csv": COMMAS,
    ".tsv": COMMAS,
    ".parquet": PARQUET,
}
#: Names at the top of a folder that `datasets` can load, besides files with rows.
_SHOWS_DATA_SET = ("README.md", "data", "dataset_infos.json")
_BUFFER = 2**20
_BATCH = 1000
#: Bytes of a batch, if each value were as long as the longest can be.
_MOST_OF_BATCH = 2**28
#: Bytes of a line, and of a list of objects, which is read as a whole: a server may never end either.
_LONGEST_LINE, _LARGEST_LIST = 10**8, 10**9
_TOO_LONG = f"is longer than {_LONGEST_LINE:,} bytes"
#: Blank lines between rows.
_MOST_BLANK = 10**6
_LIST = re.compile(rb"(\xef\xbb\xbf)?\s*\[")  # after a byte order mark


def format_of(path: str) -> str:
    """Return the format that a file's suffix indicates; a final ``.gz`` is ignored.

    Raises:
        DataError: the format is not supported.
    """
    suffix = _suffix(path)
    if suffix not in _FORMATS:
        raise DataError(f"{path}: unknown format; name a file that ends in {', '.join(_FORMATS)}")
    return _FORMATS[suffix]


def separator_of(path: str, given: str = "") -> str:
    """Return the character between the cells of a file: the given one, or that of its suffix."""
    return given or ("\t" if _suffix(path) == ".tsv" else ",")


def is_file(source: str) -> bool:
    """Return whether a source is a file rather than the name of a data set."""
    return "://" in source or Path(source).is_file() or _suffix(source) in _FORMATS


def _suffix(path: str) -> str:
    return PurePosixPath(path.removesuffix(".gz")).suffix.lower()


def _is_data_set(path: Path) -> bool:
    """Return whether a path in a folder shows that `datasets` can load the folder."""
    return path.name in _SHOWS_DATA_SET or _suffix(path.name) in (*_FORMATS, ".arrow", ".txt")


def _size_of(file: Any) -> int:
    """Return the bytes of a file that fsspec opened, 0 if that is unknown."""
    if hasattr(file, "size"):
        return file.size or 0
    try:
        return os.fstat(file.fileno()).st_size
    except (AttributeError, OSError):
        return 0


class RowSource:
    """The rows of a file or a data set, read as a stream.

    Attributes:
        name: a path, an address that fsspec reads, or the name of a data set.
        separator: between the cells of a CSV; "" for that of its suffix.
        schema: the Arrow schema, if the source has one; known when the first row is read.
        progress: the amount read, and the total (0 if unknown).
    """

    def __init__(
        self, name: str, config: str = "", split: str = "train", *, separator: str = ""
    ) -> None:
        self.name = name
        self.separator = separator
        self.schema: pyarrow.Schema | None = None
        self.progress = (0, 0)
        self._config, self._split = config, split
        if not name:
            raise DataError("an empty name; name a file, or a data set on the Hub")
        check_regular(Path(name), DataError)
        if Path(name).is_dir() and not any(map(_is_data_set, Path(name).iterdir())):
            raise DataError(f"{name}: a folder without data files; name a file")
        if name.endswith(".gz") and is_file(name) and format_of(name) == PARQUET:
            raise DataError(f"{name}: Parquet packs its columns itself; unpack the file to use it")
        # The position in a packed file is counted in unpacked bytes.
        self._size = 0 if name.endswith(".gz") else sum(self.fingerprint()[:1])

    def fingerprint(self) -> list[int]:
        """Return the size and times of a local file, to detect changes: the system sets the second time by itself."""
        found = Path(self.name).stat() if Path(self.name).is_file() else None
        return [found.st_size, found.st_mtime_ns, found.st_ctime_ns] if found else []

    def head(self, count: int) -> list[Row]:
        """Return the first rows.

        Raises:
            DataError: there are none.
        """
        rows = [row for row, _ in islice(self.records(), count)]
        if not rows:
            raise DataError(f"{self.name}: holds no rows")
        return rows

    def records(self) -> Iterator[Record]:
        """Yield every row, in order.

        Raises:
            DataError: it cannot be read; the message names the row.
        """
        self.progress = (0, 0)
        if not is_file(self.name):
            return self._data_set()
        readers = {LINES: self._lines, COMMAS: self._commas, PARQUET: self._parquet}
        return readers[format_of(self.name)]()

    @contextmanager
    def _opened(self) -> Iterator[IO[bytes]]:
        import fsspec

        try:
            # fsspec would read "a::b.csv" as an address in another.
            path = Path(self.name)
            opened = path.open("rb") if path.is_file() else fsspec.open(self.name, "rb").open()
        except Exception as error:  # each kind of address has errors of its own
            raise DataError(f"{self.name}: {what_is_wrong(error)}") from error
        with reading(self.name, DataError), opened as file:
            if format_of(self.name) != PARQUET:
                is_packed = self.name.endswith(".gz")
                unpacked = gzip.GzipFile(fileobj=file) if is_packed else file
                size = _size_of(file) if is_packed else 0
                file = io.BufferedReader(Unpacked(unpacked, size, self.name, DataError), _BUFFER)
            try:
                yield file
            except Exception as error:
                if "://" not in self.name or isinstance(error, DataError):
                    raise
                raise DataError(f"{self.name}: {what_is_wrong(error)}") from error

    def _lines(self) -> Iterator[Record]:
        filled = 0
        with self._opened() as file:
            for number, line in enumerate(iter(partial(file.readline, _LONGEST_LINE), b""), 1):
                place = f"{self.name}, line {number}"
                if _LIST.match(line) and not self.progress[0]:
                    yield from self._array(line + file.read(_LARGEST_LIST))
                elif len(line) == _LONGEST_LINE:
                    raise DataError(f"{place}: {_TOO_LONG}")
                elif line.strip():
                    if line.strip() == b"{":
                        raise DataError(
                            f"{place}: an object in several lines; name a file with an object in each line, or with a "
                            "list of objects"
                        )
                    row = _object(json_value(line, place, DataError), place)
                    self.progress = (file.tell(), self._size)
                    yield row, line.decode("utf-8-sig").strip()
                    filled = number
                elif number - filled > _MOST_BLANK:
                    raise DataError(f"{place}: the last {_MOST_BLANK:,} lines are blank")

    def _array(self, content: bytes) -> Iterator[Record]:
        if len(content) >= _LARGEST_LIST:
            raise DataError(f"{self.name}: a list of {_LARGEST_LIST:,} bytes; write JSON lines")
        rows = json_value(content, self.name, DataError)
        texts = elements(content.decode("utf-8-sig"))
        for number, (row, text) in enumerate(zip(rows, texts, strict=True), 1):
            self.progress = (number, len(rows))
            yield _object(row, f"{self.name}, row {number}"), text

    def _commas(self) -> Iterator[Record]:
        csv.field_size_limit(_LONGEST_LINE)  # passages may be long
        with self._opened() as file:
            text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
            lines = iter(partial(text.readline, _LONGEST_LINE), "")
            reader = csv.DictReader(
                map(self._short, lines),
                delimiter=separator_of(self.name, self.separator),
                strict=True,
            )
            try:
                _refuse_twice(reader.fieldnames or (), f"{self.name}, line 1")
                self._refuse_whole_line(reader.fieldnames or ())
                for row in reader:
                    if None in row or None in row.values():
                        raise DataError(
                            f"{self.name}, line {reader.line_num}: {'more' if None in row else 'fewer'} cells than the "
                            f"{len(reader.fieldnames or ())} columns of the first line"
                        )
                    self.progress = (file.tell(), self._size)
                    yield row, ""
            except (csv.Error, UnicodeDecodeError) as error:
                if isinstance(error, UnicodeDecodeError):
                    raise DataError(f"{self.name}: {what_is_wrong(error)}; convert it to UTF-8") from error  # fmt: skip
                raise DataError(
                    f"{self.name}, after line {reader.line_num}: is not a CSV: {what_is_wrong(error)}; --separator names another separator"
                ) from error

    def _refuse_whole_line(self, names: Sequence[str]) -> None:
        """Refuse a first line whose only cell holds another separator."""
        if len(names) == 1 and not self.separator and re.search("[;|\t,]", names[0]):
            raise DataError(
                f"{self.name}: has one column, {names[0]!r:.60}; name what is between its cells with --separator"
            )

    def _short(self, line: str) -> str:
        """Return a line of a CSV.

        Raises:
            DataError: it is longer than any row; the rest would be read as a row of its own.
        """
        if len(line) == _LONGEST_LINE:
            raise DataError(f"{self.name}: a line {_TOO_LONG}")
        return line

    def _parquet(self) -> Iterator[Record]:
        from pyarrow import parquet

        with (
            self._opened() as file,
            reading_parquet(f"{self.name}: no readable Parquet", DataError),
        ):
            stored = parquet.ParquetFile(file)
            self.schema = stored.schema_arrow
            _refuse_twice(self.schema.names, self.name)
            size = _size_of(file)
            largest = check_unpacked(stored.metadata, size, self.name, DataError)
            number = content = 0
            rows_at_once = min(_BATCH, _MOST_OF_BATCH // max(largest, 1) or 1)
            # Threads of Arrow that still hold the file when Python ends would abort it.
            for batch in stored.iter_batches(rows_at_once, use_threads=False):
                # A value that is stored once may come back in every row.
                content += batch.nbytes
                if size and content > most_unpacked(size):
                    raise DataError(
                        f"{self.name}: unpacks to far more than its size; write it again to use it"
                    )
                for row in batch.to_pylist():
                    number += 1
                    self.progress = (number, stored.metadata.num_rows)
                    yield row, ""

    def _data_set(self) -> Iterator[Record]:
        from datasets import load_dataset
        from datasets.exceptions import DatasetsError

        try:
            with reading_parquet(self.name, DataError):
                rows = load_dataset(
                    self.name, self._config or None, split=self._split, streaming=True
                )
                self.schema = rows.features and rows.features.arrow_schema
                for number, row in enumerate(rows, 1):
                    self.progress = (number, 0)
                    yield dict(row), ""
        except (DatasetsError, DataError, RuntimeError) as error:
            raise DataError(
                f"{self.name}: neither a file here nor a data set that loads ({' '.join(str(error).split())[:200]})"
            ) from error


def _object(row: Any, place: str) -> Row:
    if not isinstance(row, dict):
        raise DataError(f"{place}: a JSON object is expected, not {str(row)[:40]!r}")
    return row


def _refuse_twice(names: Sequence[str], place: str) -> None:
    """Raise an error for columns with the same name, since a row could contain only the last of them.

    Raises:
        DataError: names the most frequent of them.
    """
    ((name, count),) = Counter(names).most_common(1) or [("", 0)]
    if count > 1:
        raise DataError(f"{place}: {count} columns are called {name!r}; rename them")
