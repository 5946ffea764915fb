"""Reading and writing of rows in files of several formats."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from numdiag_datasets.core.input_files import json_value, reading, reading_parquet, what_is_wrong
from numdiag_datasets.own_data.columns import DataError

if TYPE_CHECKING:
    import pyarrow

Row = dict[str, Any]
LINES, COMMAS, PARQUET = "JSON lines", "CSV", "Parquet"
_FORMATS = {".jsonl": LINES, ".ndjson": LINES, ".json": LINES, ".csv": COMMAS, ".parquet": PARQUET}
_BATCH = 1000
#: The key of the rows in a BIG-bench task.
EXAMPLES = "examples"
_TARGETS = ("target", "target_scores")


def format_of(path: str) -> str:
    """Return the format that a file's suffix indicates; a final ``.gz`` is ignored.

    Raises:
        DataError: the format is not supported.
    """
    suffix = PurePosixPath(path.removesuffix(".gz")).suffix.lower()
    if suffix not in _FORMATS:
        raise DataError(f"{path}: unknown format; name a file that ends in {', '.join(_FORMATS)}")
    return _FORMATS[suffix]


def is_file(source: str) -> bool:
    """Return whether a source is a file rather than the name of a data set."""
    suffix = PurePosixPath(source.removesuffix(".gz")).suffix.lower()
    return "://" in source or Path(source).is_file() or suffix in _FORMATS


class RowSource:
    """The rows of a file or a data set, read as a stream.

    Attributes:
        name: a path, an address that fsspec reads, or the name of a data set.
        schema: the Arrow schema, if the source has one.
        place: the amount read, and the total (0 if unknown).
        task: for a BIG-bench task, the object whose `EXAMPLES` are the rows, without these rows.
    """

    def __init__(self, name: str, config: str = "", split: str = "train") -> None:
        self.name = name
        self.schema: pyarrow.Schema | None = None
        self.task: dict[str, Any] | None = None
        self.place = (0, 0)
        self._config, self._split = config, split
        if not name:
            raise DataError("an empty name; name a file, or a data set on the Hub")
        if is_file(name):
            self._format = format_of(name)
            if "://" not in name and not Path(name).exists():
                raise DataError(f"{name}: no such file")
            if Path(name).is_dir():
                raise DataError(f"{name}: is a directory; name a file in it")

    def fingerprint(self) -> list[int]:
        """Return the size and modification time of a local file, to detect changes."""
        path = Path(self.name)
        if "://" in self.name or not path.is_file():
            return []
        stat = path.stat()
        return [stat.st_size, stat.st_mtime_ns]

    def __iter__(self) -> Iterator[Row]:
        """Yield every row, in order.

        Raises:
            DataError: it cannot be read; the message names the row.
        """
        if not is_file(self.name):
            yield from self._data_set()
            return
        readers = {LINES: self._lines, COMMAS: self._commas, PARQUET: self._parquet}
        yield from readers[self._format]()

    # --- formats ----------------------------------------------------------------------------------

    @contextmanager
    def _opened(self) -> Iterator[IO[bytes]]:
        import fsspec

        with (
            reading(self.name, DataError),
            fsspec.open(self.name, "rb", compression="infer") as file,
        ):
            self._size = getattr(file, "size", None) or (self.fingerprint() or [0])[0]
            if self.name.endswith(".gz"):
                self._size = 0  # the position is counted in uncompressed bytes
            yield file

    def _lines(self) -> Iterator[Row]:
        with self._opened() as file:
            start = file.read(1)
            while start.isspace():
                start = file.read(1)
            file.seek(0)
            if start == b"[":
                yield from self._array(file)
                return
            is_first = True
            for number, line in enumerate(file, 1):
                if not line.strip():
                    continue
                place = f"{self.name}, line {number}"
                try:
                    row = json_value(line, place, DataError)
                except DataError:
                    if is_first and (examples := self._one_object(file)) is not None:
                        yield from self._rows(examples)
                        return
                    raise
                if is_first and _is_task(row):
                    after = file.tell()
                    if not any(other.strip() for other in file):
                        yield from self._rows(self._examples_of(row))
                        return
                    file.seek(after)  # one of several lines, each with a list of examples
                is_first = False
                self.place = (file.tell(), self._size)
                yield self._checked(row, place)

    def _one_object(self, file: IO[bytes]) -> list[Any] | None:
        """Return the examples of a file that is one BIG-bench object; None if the file is not one JSON value.

        Raises:
            DataError: it is another object; the message names the values that may contain rows.
        """
        file.seek(0)
        try:
            whole = json_value(file.read(), self.name, DataError)
        except DataError:
            return None
        if _is_task(whole):
            return self._examples_of(whole)
        lists = [
            f"{key!r} ({len(value):,})" for key, value in whole.items() if isinstance(value, list)
        ]
        where = f"; write one of its lists to a file: {', '.join(lists)}" if lists else ""
        raise DataError(f"{self.name}: is one JSON object, and rows are expected{where}")

    def _examples_of(self, whole: dict[str, Any]) -> list[Any]:
        self.task = whole | {EXAMPLES: []}
        examples: list[Any] = whole[EXAMPLES]
        return examples

    def _rows(self, rows: Sequence[Any]) -> Iterator[Row]:
        """Yield the rows of a list, and check that each is an object."""
        for number, row in enumerate(rows, 1):
            self.place = (number, len(rows))
            yield self._checked(row, f"{self.name}, row {number}")

    def _checked(self, row: Any, place: str) -> Row:
        if not isinstance(row, dict):
            raise DataError(f"{place}: a JSON object is expected, not {str(row)[:40]!r}")
        return row

    def _array(self, file: IO[bytes]) -> Iterator[Row]:
        yield from self._rows(json_value(file.read(), self.name, DataError))

    def _commas(self) -> Iterator[Row]:
        csv.field_size_limit(sys.maxsize)  # passages may be long
        with self._opened() as file:
            text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
            reader = csv.DictReader(text, strict=True)
            try:
                _refuse_twice(reader.fieldnames or (), f"{self.name}, line 1")
                for row in reader:
                    if None in row or None in row.values():
                        raise DataError(
                            f"{self.name}, line {reader.line_num}: {'more' if None in row else 'fewer'} cells than the "
                            f"{len(reader.fieldnames or ())} columns of the first line"
                        )
                    self.place = (file.tell(), self._size)
                    yield row
            except (csv.Error, UnicodeDecodeError) as error:
                raise DataError(
                    f"{self.name}, after line {reader.line_num}: no CSV in UTF-8: {what_is_wrong(error)}"
                ) from error

    def _parquet(self) -> Iterator[Row]:
        from pyarrow import parquet

        with (
            self._opened() as file,
            reading_parquet(f"{self.name}: no readable Parquet", DataError),
        ):
            stored = parquet.ParquetFile(file)
            self.schema = stored.schema_arrow
            _refuse_twice(self.schema.names, self.name)
            done, rows = 0, stored.metadata.num_rows
            for batch in stored.iter_batches(_BATCH):
                for row in batch.to_pylist():
                    done += 1
                    self.place = (done, rows)
                    yield row

    def _data_set(self) -> Iterator[Row]:
        from datasets import load_dataset
        from datasets.exceptions import DatasetsError

        try:
            with reading_parquet(self.name, DataError):
                rows = load_dataset(
                    self.name, self._config or None, split=self._split, streaming=True
                )
                if rows.features:
                    self.schema = rows.features.arrow_schema
                for number, row in enumerate(rows, 1):
                    self.place = (number, 0)
                    yield dict(row)
        except (DatasetsError, DataError) as error:
            raise DataError(
                f"{self.name}: neither a file here nor a data set that loads ({' '.join(str(error).split())[:200]})"
            ) from error


def _is_task(value: Any) -> bool:
    """Return whether an object is a BIG-bench task: its examples have an input and a target."""
    examples = value.get(EXAMPLES) if isinstance(value, dict) else None
    return (
        isinstance(examples, list)
        and bool(examples)
        and isinstance(examples[0], dict)
        and "input" in examples[0]
        and not examples[0].keys().isdisjoint(_TARGETS)
    )


def _refuse_twice(names: Sequence[str], place: str) -> None:
    """Raise an error for columns with the same name, since a row could contain only the last of them.

    Raises:
        DataError: names the first of them.
    """
    if twice := [name for name in names if names.count(name) > 1]:
        raise DataError(
            f"{place}: {names.count(twice[0])} columns are called {twice[0]!r}; rename them"
        )


# --- writing --------------------------------------------------------------------------------------


def write_part(
    path: Path, rows: Sequence[Row], kind: str, schema: pyarrow.Schema | None, header: Sequence[str]
) -> None:
    """Write some rows to their own file; a CSV part has no header.

    Args:
        header: the columns of a CSV, which are those of the first row.

    Raises:
        DataError: the format cannot store them.
    """
    if kind == LINES:
        text = "".join(json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in rows)
        path.write_text(text, encoding="utf-8")
    elif kind == COMMAS:
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(_cells(row, header) for row in rows)
    else:
        _write_parquet(path, rows, schema)


def _cells(row: Row, header: Sequence[str]) -> list[Any]:
    if other := next((name for name in row if name not in header), ""):
        raise DataError(
            f"a row has a column {other!r} that the first row has not, which CSV cannot; write JSON lines instead "
            "(--out ....jsonl)"
        )
    return [_cell(row.get(name)) for name in header]


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def _write_parquet(path: Path, rows: Sequence[Row], schema: pyarrow.Schema | None) -> None:
    import pyarrow
    from pyarrow import parquet

    names = list(dict.fromkeys(name for row in rows for name in row))
    arrays = []
    for name in names:
        values = [row.get(name) for row in rows]
        with _writing_parquet(f"column {name!r}"):
            arrays.append(pyarrow.array(values, type=schema.field(name).type if schema else None))
    with _writing_parquet("a column"):
        parquet.write_table(pyarrow.table(arrays, names=names), path)


@contextmanager
def _writing_parquet(what: str) -> Iterator[None]:
    """Raise a one-line error for values that Parquet cannot store.

    Such values have mixed types, are too large, or are objects without keys.
    """
    from pyarrow import ArrowException

    try:
        yield
    except (ArrowException, OverflowError, UnicodeError) as error:
        raise DataError(
            f"{what} holds values that Parquet cannot ({' '.join(str(error).split())[:120]}); write JSON lines "
            "instead (--out ....jsonl)"
        ) from error


def join_parts(
    parts: Sequence[Path],
    out: Path,
    kind: str,
    header: Sequence[str],
    task: dict[str, Any] | None = None,
) -> None:
    """Join parts in one file, one part at a time; for a BIG-bench task, as its examples.

    Raises:
        DataError: the parts have columns of different types.
    """
    if task is not None:
        _join_task(parts, out, task)
        return
    if kind == PARQUET:
        _join_parquet(parts, out)
        return
    with out.open("wb") as file:
        if kind == COMMAS:
            line = io.StringIO(newline="")
            csv.writer(line).writerow(header)
            file.write(line.getvalue().encode())
        for part in parts:
            file.write(part.read_bytes())


def _join_task(parts: Sequence[Path], out: Path, task: dict[str, Any]) -> None:
    with out.open("wb") as file:
        separator = b"{\n"
        for key, value in task.items():
            file.write(separator + json.dumps(key, ensure_ascii=False).encode() + b": ")
            separator = b",\n"
            if key == EXAMPLES:
                comma = b"[\n"
                for part in parts:
                    for line in part.read_bytes().splitlines():
                        file.write(comma + line)
                        comma = b",\n"
                file.write(b"\n]")
            else:
                file.write(json.dumps(value, ensure_ascii=False).encode())
        file.write(b"\n}\n")


def _join_parquet(parts: Sequence[Path], out: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    with _writing_parquet("a column"):
        schema = pyarrow.unify_schemas(
            [parquet.read_schema(part) for part in parts], promote_options="permissive"
        )
    with (
        _writing_parquet("a column"),
        parquet.ParquetWriter(out, schema, compression="zstd") as writer,
    ):
        for part in parts:
            table = parquet.read_table(part)
            missing = [name for name in schema.names if name not in table.column_names]
            for name in missing:
                table = table.append_column(
                    name, pyarrow.nulls(len(table), schema.field(name).type)
                )
            writer.write_table(table.select(schema.names).cast(schema))
