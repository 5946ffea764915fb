"""Files of others, whatever they hold: each command does its work or says in a line what is wrong with which."""

import copy
import gzip
import json
import os
import re
import shutil
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pyarrow
import pytest

from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.input_files import json_file, json_lines, json_value, reading
from numdiag_datasets.core.manifest import read_rows
from numdiag_datasets.scoring.harness.logs import read_logs
from numdiag_datasets.scoring.harness.prompts import prompt
from numdiag_datasets.scoring.harness.tasks import TASK_VERSION
from numdiag_datasets.scoring.predictions import read_predictions
from numdiag_datasets.scoring.scored_rows import score_rows
from numdiag_datasets.sources.source_files import SourceError, parse_json
from tests.commands import numdiag
from tests.harness_rows import rows_of
from tests.own_rows import ROWS, read
from tests.report_results import drop, made
from tests.tampering import with_rows, with_table

_ROW = b'{"id": "a", "prediction": %s, "question": %s}'

#: Trap -> content, one for each way in which a reader may fail; the table of `json_value` below has the messages.
CONTENTS: dict[str, bytes] = {
    "nothing": b"",
    "no UTF-8": b"\xff\xfe\xfa",
    "cut off": b'{"id": "a", "predic',
    "a list": b"[]",
    "endless lists": b"[" * 100_000,
    "deep in a row": _ROW % (b"[" * 400 + b"]" * 400, b'"3"'),
    "5,000 digits in a row": _ROW % (b"1" * 5000, b'"3"'),
    "a huge exponent": _ROW % (b"1e999999999", b"1e999999999"),
    "half a character": _ROW % (b'"\\ud800"', b'"\\ud800 3"'),
    "a column twice": b"question,question\n1,2\n",
    "an open quote": b'question,a\n"x 3,1\n',
}
#: Command -> how it is told to read a file, and what the file ends in.
READERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "perturb JSON": (".json", ("perturb", "{}", "--perturbation", "type", "--out", "o.jsonl")),
    "perturb CSV": (".csv", ("perturb", "{}", "--perturbation", "type", "--out", "o.csv")),
    "perturb Parquet": (".parquet", ("perturb", "{}", "--perturbation", "type", "--out", "o.parquet")),
    "score": (".jsonl", ("score", "--dir", "numdiag", "--config", "asdiv_a", "--predictions", "{}", "--out", "o.json")),
    "report": (".json", ("report", "{}", "--out", "o")),
    "predictions": (".json", ("predictions", "{}", "--out", "o")),
    "predictions of lm-eval": (".jsonl", ("predictions", "{}", "--out", "o")),
    "diff": (".json", ("diff", "{}", "numdiag")),
    "questions": (".txt", ("build-question-matching", "--questions", "{}", "--contrasts", "numeral", "--out", "o")),
}


def told(outcome: tuple[int | str | None, str, str], most: int = 2) -> str:
    """What a command said that ended as it may."""
    status, _, err = outcome
    assert status in (0, 2), err
    assert "Traceback" not in err
    if status == 2:
        assert 0 < len(err.splitlines()) <= most, err
    return err


@pytest.fixture
def here(tmp_path: Path, sample_release: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a release in it."""
    (tmp_path / "numdiag").symlink_to(sample_release)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def placed(reader: str, folder: Path, content: bytes) -> tuple[str, ...]:
    """The command that reads the content."""
    suffix, command = READERS[reader]
    name = "samples_numdiag_asdiv_a_2026" if "lm-eval" in reader else "given"
    path = folder / f"{name}{suffix}"
    path.write_bytes(content)
    return tuple(part.format(path) for part in command)


@pytest.mark.parametrize("trap", CONTENTS)
@pytest.mark.parametrize("reader", READERS)
def test_any_content(reader, trap, here, capsys):
    """The line names the file; only what could be read is written."""
    outcome = numdiag(capsys, *placed(reader, here, CONTENTS[trap]))
    err = told(outcome, most=8)
    if outcome[0] == 2:
        assert "given" in err or "samples_" in err or "column is the question" in err
        assert not [path for path in here.glob("o*") if path.suffix != ".partial"]


@pytest.mark.parametrize("command", [READERS["perturb JSON"][1], READERS["diff"][1]])
def test_packed_files(command, here, capsys):
    """A packed file that was cut off, or is none, ends no command as Ctrl-C would."""
    packed = gzip.compress(b'{"question": "I have 3 pens."}\n' * 2000, mtime=0)
    for content in (packed[: len(packed) // 2], packed[:-5] + bytes(5), b"{}"):
        (here / "given.jsonl.gz").write_bytes(content)
        outcome = numdiag(capsys, *(part.format("given.jsonl.gz") for part in command))
        told(outcome, most=8)
        assert outcome[0] == 2


@pytest.mark.parametrize("reader", ["perturb JSON", "score", "report", "predictions", "diff", "questions"])
def test_any_place(reader, here, capsys):
    (here / "folder.json").mkdir()
    (here / "loop.json").symlink_to("loop.json")
    for place in (
        "no.json",
        "folder.json",
        "loop.json",
        "x" * 300,
        "foo://x.json",
        "[/red].json",
        "a\nb.json",
        "",
        "/dev/null",
    ):
        told(numdiag(capsys, *(part.format(place) for part in READERS[reader][1])), most=8)


VALUES: tuple[Any, ...] = (None, [], "", "x", -1, True, float("inf"), 10**400, "[/red]", "../../x", [[1]], {"a": None}, "1e999999999")  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the parts of a JSON value stand."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy with another value at a place."""
    if not path:
        return new
    made = copy.deepcopy(value)
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return made


def every_change(value: Any, values: Iterable[Any] = VALUES) -> Iterator[str]:
    """The JSON of a value with each of its parts as each of some values."""
    for path in places(value):
        for new in values:
            yield json.dumps(changed(value, path, new))


def readable(read: Callable[[], object], what: str) -> None:
    """That something is read, or refused in a line."""
    said = ""
    try:
        read()
    except InputError as error:
        said = str(error)
    assert len(said.splitlines()) <= 2, what


#: A result with a drop and a breakdown, as `numdiag score` writes it.
A_RESULT = made("tatqa_a-noise-attack", scores={"rows": 1000, "exact_match": 50.0, "f1": 50.0}, unreadable={"all_rows": 1},
                applied={"rows": 2, "f1": 50.0}, drop={"f1": drop(9, 5, 13)}, drop_all_rows=None,
                breakdown={"answer_type": {"span": {"rows": 2, "f1": 50.0}}})  # fmt: skip


@contextmanager
def ending(seconds: int) -> Iterator[None]:
    """Fail if what happens meanwhile takes longer."""

    def stop(*_: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("reader", READERS)
def test_a_pipe_is_no_file(reader, here, capsys):
    """It would wait for somebody to write; and a device may never end."""
    suffix, command = READERS[reader]
    os.mkfifo(here / f"given{suffix}")
    with ending(20):
        outcome = numdiag(capsys, *(part.format(here / f"given{suffix}") for part in command))
    assert outcome[0] == 2
    told(outcome)


class _Short(BaseHTTPRequestHandler):
    """Sends less than it says."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"question": "Ann has 3 pens?"}\n' * (self.command == "GET"))

    do_HEAD = do_GET  # noqa: N815  # the standard library's names

    def log_message(self, *_: object) -> None:
        pass


def test_a_download_that_is_cut_off_gets_a_line(here, capsys):
    with ThreadingHTTPServer(("127.0.0.1", 0), _Short) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/a.jsonl"
        outcome = numdiag(capsys, "perturb", address, "--perturbation", "type", "--out", "o.jsonl")
        server.shutdown()
    assert outcome[0] == 2
    assert "a.jsonl: cannot be read" in told(outcome, most=9)
    assert not (here / "o.jsonl").exists()


class _Plain(BaseHTTPRequestHandler):
    """Sends rows without their length, or a line that does not end."""

    def do_GET(self) -> None:  # the standard library's name
        self.send_response(200)
        self.end_headers()
        row = json.dumps(ROWS[0]).encode() + b"\n"
        with suppress(OSError):
            for _ in range(1 if self.path == "/a.jsonl" else 200):
                self.wfile.write(row if self.path == "/a.jsonl" else b"1" * 1_000_000)

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def test_a_server_that_names_no_length(here, capsys):
    command = ("--perturbation", "type", "--out", "o.jsonl")
    with ThreadingHTTPServer(("127.0.0.1", 0), _Plain) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        assert numdiag(capsys, "perturb", f"{address}/a.jsonl", *command)[0] == 0
        endless = numdiag(capsys, "perturb", f"{address}/endless.jsonl", *command, "--replace")
        server.shutdown()
    assert (endless[0], "is longer than 100,000,000 bytes" in told(endless)) == (2, True)
    assert len(read(here / "o.jsonl")) == 1


def test_a_pipe_is_no_part_of_a_release(tmp_path, sample_release, capsys):
    path = "asdiv_a/noise/test.parquet"
    release = shutil.copytree(sample_release, tmp_path / "numdiag")
    (release / path).unlink()
    os.mkfifo(release / path)
    with ending(20):
        for command in (("show", "asdiv_a-noise-attack", "--dir", release), ("verify", release)):
            assert path in told(numdiag(capsys, *command))
        with pytest.raises(InputError, match="is a pipe"):
            read_rows(release, [path])


def test_a_file_that_fills_the_memory_gets_a_line():
    with pytest.raises(InputError, match=r"^x: is too large for the memory$"), reading("x", InputError):
        raise MemoryError


def test_many_columns_take_no_squared_time(here, capsys):
    """Also where a name is looked for among all."""
    names = [f"c{i}" for i in range(50_000)]
    (here / "a.csv").write_text(f"{','.join(names)},question\n{','.join('1' * len(names))},3 pens\n")
    (here / "twice.csv").write_text(f"{','.join(names)},c49999\n")
    (here / "twice.json").write_text("{" + ", ".join(f'"{name}": 1' for name in [*names, "c49999"]) + "}")
    with ending(10):
        for name in ("a.csv", "twice.csv", "twice.json"):
            outcome = numdiag(capsys, "perturb", name, "--perturbation", "type", "--out", f"{name}.csv")
            assert outcome[0] == (0 if name == "a.csv" else 2)
            assert ("c49999" in outcome[2]) == (name != "a.csv")


def test_a_password_of_an_address_is_not_told(here, capsys):
    address = "http://ann:topsecret@127.0.0.1:9/a.csv"
    outcome = numdiag(capsys, "perturb", address, "--perturbation", "type", "--out", here / "b.csv")
    assert (outcome[0], "topsecret" in told(outcome), "http://...@127.0.0.1:9/a.csv" in told(outcome)) == (
        2,
        False,
        True,
    )


@pytest.mark.parametrize(
    "address",
    ["reference://a.jsonl", "dir://a.jsonl", "generic://a.jsonl", "nosuch://a.jsonl", "tar://a.jsonl::b.jsonl"],
)
def test_an_address_that_cannot_be_opened(address, here, capsys):
    """Each kind of address has errors of its own."""
    outcome = numdiag(capsys, "perturb", address, "--perturbation", "type", "--out", "o.jsonl")
    assert (outcome[0], address in told(outcome)) == (2, True)


def test_more_rows_than_there_can_be(here, capsys):
    (here / "a.jsonl").write_text('{"question": "Ann has 3 pens."}\n')
    command = ("perturb", "a.jsonl", "--perturbation", "type", "--out", "o.jsonl", "--limit", "9" * 30)
    assert numdiag(capsys, *command)[0] == 0


def test_results(tmp_path, monkeypatch):
    """A report is made of them, or says which value is wrong."""
    pytest.importorskip("matplotlib", reason="the report extra is not installed")
    from numdiag_datasets.report.writing import write_report

    # Drawing takes long; names with marks of formulas are drawn in a test of their own.
    monkeypatch.setattr("numdiag_datasets.report.writing._pictures", lambda *_: {})
    path = tmp_path / "results.json"
    for text in every_change(A_RESULT, (None, "x", -1, {"a": None})):
        path.write_text(text)
        readable(lambda: write_report([str(path)], tmp_path / "out"), text)


def test_logs(tmp_path):
    row = {"id": "a", "dataset": "asdiv_a", "context": ["x"], "table": [["y"]], "question": "z"}
    run = {"metadata": {"config": "asdiv_a", "prompt": "direct"}, "config": {"epochs": 1},
           "task_version": TASK_VERSION, "model": "m", "created": "2026"}  # fmt: skip
    inspect_ai = {"eval": run, "samples": [{"id": "a", "epoch": 1, "metadata": row, "output": {"completion": "3"}}]}
    lm_eval = {"doc": row, "resps": [["so it is 3"]]}
    for name, value in (("a.json", inspect_ai), ("samples_numdiag_asdiv_a_original_2026.jsonl", lm_eval)):
        for text in every_change(value):
            (tmp_path / name).write_text(text)
            readable(partial(read_logs, tmp_path / name), text)


def test_predictions(sample_release, tmp_path):
    rows = {name: rows_of(sample_release, name)[:1]
            for name in ("asdiv_a", "drop_num", "tatqa_a")}  # fmt: skip
    path = tmp_path / "a.jsonl"
    for text in every_change({"id": "a", "prediction": ["1"], "scale": ""}):
        path.write_text(text)

        def score() -> None:
            (prediction,) = read_predictions(path).values()
            for dataset, row in rows.items():
                score_rows(dataset, row, [prediction])

        readable(score, text)


@pytest.mark.parametrize("into", [".jsonl", ".csv", ".parquet"])
def test_own_rows(into, tmp_path, capsys):
    """A value in a column that is no part of the problem stays what it is; another is told."""
    source, out = tmp_path / "a.jsonl", tmp_path / f"out{into}"
    for column in ("Note", "Answer", "Question"):
        for value in (*VALUES, {"a": {}}, [{}], 2**63, 2**64, -(2**63) - 1, "x" * 5000):
            rows = [ROWS[0] | {column: value}, ROWS[1]]
            source.write_text("".join(json.dumps(row) + "\n" for row in rows))
            command = ("perturb", source, "--perturbation", "noise", "--out", out)
            told(numdiag(capsys, *command), most=8)
            if out.exists():
                assert len(read(out)) == 2
                out.unlink()
            shutil.rmtree(tmp_path / f"out{into}.partial", ignore_errors=True)


@pytest.mark.parametrize(
    "content", [b'{"question": "Ann has 12 pens?"}\n{}\n', b'[{"question": "Ann has 12 pens?"}, { }]']
)
def test_an_object_without_keys_stays_json(content, here, capsys):
    """It once became {, "status": ...}."""
    Path("i.json").write_bytes(content)
    assert numdiag(capsys, "perturb", "i.json", "--perturbation", "language", "--out", "o.jsonl")[0] == 0
    assert [json.loads(line)["status"] for line in Path("o.jsonl").read_text().splitlines()] == ["applied", "unchanged"]


@pytest.mark.parametrize("into", [".jsonl", ".csv"])
@pytest.mark.parametrize("raw", [
    pyarrow.array([b"\xff"]), pyarrow.array([[b"\xff"]]), pyarrow.array([{"b": b"\xff"}]),
    pyarrow.array([b"\xff\xfe"], pyarrow.binary(2)), pyarrow.array([b"\xff"]).dictionary_encode(),
], ids=["bytes", "a list", "an object", "of one length", "a dictionary"])  # fmt: skip
def test_bytes_are_not_text(raw, into, here, capsys):
    """They once became the text b'\\xff'."""
    pyarrow.parquet.write_table(pyarrow.table({"question": ["5 and 3?"], "raw": raw}), "i.parquet")
    command = ("perturb", "i.parquet", "--perturbation", "language")
    assert "column 'raw' holds bytes" in told(numdiag(capsys, *command, "--out", f"o{into}"), most=3)
    assert numdiag(capsys, *command, "--out", "o.parquet")[0] == 0


@pytest.mark.parametrize("column", [
    pyarrow.array(["a" * 200_000_000]), pyarrow.array(["a" * 1_000_000] * 1000),
    pyarrow.array([[1] * 150_000_000], pyarrow.list_(pyarrow.int8())),
], ids=["an endless text", "a text stored once", "an endless list"])  # fmt: skip
def test_a_small_parquet_file_of_much_content(column, here, capsys):
    """A text takes eight times its length in memory, a list of numbers eight times its own."""
    questions = ["5 and 3?"] * len(column)
    pyarrow.parquet.write_table(pyarrow.table({"question": questions, "c": column}), "i.parquet", compression="zstd")
    assert Path("i.parquet").stat().st_size < 2_000_000
    command = ("perturb", "i.parquet", "--perturbation", "language", "--out", "o.parquet")
    for engine in ((), ("--engine", "ray")):
        if engine and len(column) > 1:  # Ray's tasks have machines of their own
            continue
        assert "unpacks to far more than its size" in told(numdiag(capsys, *command, *engine))


def test_packed_parquet_and_folders_without_data(here, capsys):
    Path("folder").mkdir()
    Path("a.parquet.gz").write_bytes(gzip.compress(b"PAR1"))
    for name, line in (("a.parquet.gz", "unpack the file"), ("folder", "a folder without data files")):
        outcome = numdiag(capsys, "perturb", name, "--perturbation", "type", "--out", "o.jsonl")
        assert (outcome[0], line in told(outcome)) == (2, True)


def test_long_names_are_cut_in_messages(here, capsys):
    outcome = numdiag(capsys, "show", "x" * 100_000)
    assert (outcome[0], len(outcome[2]) < 10_000) == (2, True)


@pytest.mark.parametrize("change", [
    {"system": "m" * 100_000}, {"split": "../../x\u202e"}, {"config": "x" * 100_000},
], ids=["a name of 100,000 characters", "a path as a split", "a config of 100,000 characters"])  # fmt: skip
def test_reports_of_long_names(change, here, capsys):
    Path("r.json").write_text(json.dumps(made() | change))
    assert 0 < len(told(numdiag(capsys, "report", "r.json", "--out", "o"))) < 1000


@pytest.mark.parametrize("options", [
    ("--address", "auto"), ("--num-cpus", "4"), ("--config", "x"), ("--split", "x"),
])  # fmt: skip
def test_options_without_effect_are_refused(options, here, capsys):
    Path("a.jsonl").write_text(json.dumps(ROWS[0]) + "\n")
    command = ("perturb", "a.jsonl", "--perturbation", "language", "--out", "o.jsonl", *options)
    status, _, err = numdiag(capsys, *command)
    assert (status, options[0] in err) == (2, True), err


def test_sources():
    """Every number of a source is read exactly, and no number keeps the machine busy for ever."""
    for number in ("1e999999999", "1e-999999999", "9" * 5000, "0." + "1" * 5000):
        with pytest.raises(SourceError, match=r"a\.json: cannot be read \(the number .* digits\)"):
            parse_json(f'{{"a": [{number}]}}'.encode(), "a.json")
    assert str(parse_json(b'{"a": 1.50}', "a.json")["a"]) == "1.50"


CONFIG = "asdiv_a-noise-attack"
TEST = "asdiv_a/noise/test.parquet"


def first_row(**columns: Any) -> Callable[[Path], None]:
    """Change columns of the first row."""
    return with_rows(TEST, lambda rows: rows[0].update(columns))


@pytest.mark.parametrize("column", ["id", "context", "edits"])
@pytest.mark.parametrize("trap", ["null", "gone", "a number"])
def test_rows_of_a_release(trap, column, sample_release, tmp_path, capsys):
    """Its file and its column are named, by whatever command reads it."""
    numbers = pyarrow.array(range(16))
    change = {
        "null": first_row(**{column: None if column == "id" else [None]}),
        "gone": with_table(TEST, lambda table: table.drop_columns([column])),
        "a number": with_table(TEST, lambda t: t.set_column(t.column_names.index(column), column, numbers)),
    }[trap]
    directory = shutil.copytree(sample_release, tmp_path / "numdiag")
    change(directory)
    (tmp_path / "p.jsonl").write_text('{"id": "a", "prediction": "1"}\n')
    for command in (
        ("show", CONFIG, "--dir", directory),
        ("score", "--dir", directory, "--config", CONFIG, "--predictions", tmp_path / "p.jsonl"),
    ):
        err = told(numdiag(capsys, *command))
        assert re.search(rf"asdiv_a/noise/test\.parquet: .*column '{column}'", err)


@pytest.mark.parametrize(("column", "value"), [
    ("answers", ["x"]),
    ("answers", ["1/0"]),
    ("answers", ["1e999999999"]),
    ("equation", "x"),
    ("edits", [{"field": "question", "start": 9999, "before": "x", "after": "y"}]),
])  # fmt: skip
def test_rows_whose_values_do_not_fit(column, value, sample_release, tmp_path, capsys):
    directory = shutil.copytree(sample_release, tmp_path / "numdiag")
    first_row(**{column: value})(directory)
    rows = rows_of(directory, CONFIG)
    path = tmp_path / "p.jsonl"
    path.write_text("".join(json.dumps({"id": row["id"], "prediction": "1"}) + "\n" for row in rows))
    command = ("score", "--config", CONFIG, "--predictions", path) if column != "edits" else ("show", CONFIG)
    message = "its own answer cannot be read" if column != "edits" else "holds a row whose edits do not fit"
    assert message in told(numdiag(capsys, *command, "--dir", directory))


@pytest.mark.parametrize("column", ["dataset", "context", "table", "question"])
def test_a_prompt_of_a_row_that_is_none(column, sample_release):
    (row, *_) = rows_of(sample_release, CONFIG)
    assert prompt(row)
    for value in VALUES:
        readable(partial(prompt, row | {column: value}), f"{column} {value!r:.60}")
    with pytest.raises(InputError, match=f"has no column '{column}'"):
        prompt({key: value for key, value in row.items() if key != column})


class _Error(InputError):
    pass


@pytest.mark.parametrize(("content", "message"), [
    (b'{"a": 1, "a": 2}', r"cannot be read \(the key 'a' comes twice in one object\)"),
    (b"[" * 101 + b"]" * 101, r"is nested too deeply to be read \(more than 100 levels\)"),
    (b'["\\udc00"]', r"holds '\\udc00', half of a surrogate pair"),
    (b"1" * 5000, r"cannot be read \(a number has more than 4,300 digits\)"),
    (b"\xff", r"is not UTF-8 text \(byte 0xff"),
    (b"{", r"not valid JSON \(.*\); is the file complete"),
])  # fmt: skip
def test_what_no_later_step_could_hold_is_refused(content, message):
    with pytest.raises(_Error, match=f"place: {message}"):
        json_value(content, "place", _Error)


@pytest.mark.parametrize(
    "content", [b"[" * 100 + b"]" * 100, '["😀"]'.encode(), b'["\\ud83d\\ude00"]', b'\xef\xbb\xbf[1]', b"[[]]" + b" " * 9]
)  # fmt: skip
def test_what_can_be_held_is_read(content):
    assert json_value(content, "place", _Error) == json.loads(content.decode("utf-8-sig"))


def test_lines_are_named(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b'{"a": 1}\n\n{"a": \xff}\n')
    lines = json_lines(tmp_path / "a.jsonl", _Error)
    assert next(lines)[1] == {"a": 1}
    with pytest.raises(_Error, match=r"a\.jsonl, line 3: is not UTF-8"):
        next(lines)
    with pytest.raises(_Error, match="Is a directory"):
        json_file(tmp_path, _Error)


@pytest.mark.parametrize("content", [b" " * 120_000_000, b"\n" * 120_000_000], ids=["a line of blanks", "empty lines"])
@pytest.mark.parametrize("command", [READERS["perturb JSON"][1], READERS["diff"][1]], ids=["perturb", "diff"])
@pytest.mark.parametrize("address", ["", "file://", "simplecache::file://"])
def test_a_packed_trap_ends_in_a_line(command, content, address, here, capsys):
    (here / "given.jsonl.gz").write_bytes(gzip.compress(content, 1, mtime=0))
    if address and command[0] == "diff":
        return  # reads files alone
    given = f"{address}{here}/given.jsonl.gz" if address else "given.jsonl.gz"
    outcome = numdiag(capsys, *(part.format(given) for part in command))
    assert outcome[0] == 2
    assert "unpacks to more than" in told(outcome) or "lines are blank" in told(outcome)
