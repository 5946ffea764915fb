"""Files of one's own: several formats, in parts and on a cluster, and what goes wrong with them."""

import csv
import gzip
import json
import os
import sys
from contextlib import nullcontext
from decimal import Decimal

import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from numdiag_datasets import perturb, undo
from numdiag_datasets.own_data.json_text import with_values
from tests.commands import numdiag, printed, refused
from tests.own_rows import ROWS, read, rows_of


def write(path, rows=ROWS):
    lines = "".join(json.dumps(row) + "\n\n" for row in rows)
    match path.suffixes:
        case [".parquet"]:
            parquet.write_table(pyarrow.Table.from_pylist(rows), path)
        case [".csv"]:
            with path.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, list(rows[0]))
                writer.writeheader()
                writer.writerows(rows)
        case [".json"]:
            path.write_text("\n " + json.dumps(rows, indent=1))
        case [_, ".gz"]:
            path.write_bytes(gzip.compress(lines.encode()))
        case _:
            path.write_text(lines)
    return path


@pytest.mark.parametrize(("name", "into"), [
    ("a.jsonl", ".csv"), ("a.json", ".jsonl"), ("a.csv", ".parquet"), ("a.parquet", ".jsonl.gz"), ("a.jsonl.gz", ".parquet"),
])  # fmt: skip
def test_every_format_in_and_out(name, into, tmp_path, capsys):
    """The same rows from every format; CSV knows texts only."""
    source, out = write(tmp_path / name), tmp_path / f"out{into}"
    status, printed, err = numdiag(capsys, "perturb", source, "--perturbation", "noise", "--out", out)
    assert (status, printed.splitlines()[0]) == (0, f"{out}: 4 rows, 2 perturbed (50.0%)")
    assert "      1 unchanged, equation_disagrees: the equation does not give the answer" in printed
    assert err.startswith("question: Question, context: Body, equation: Equation, answer: Answer, table: none, id: ID")
    made, expected = read(out), rows_of("noise")
    if ".csv" in (into, *source.suffixes):
        made, expected = ([{k: str(v if v is not None else "") for k, v in r.items()} for r in rows] for rows in (made, expected))  # fmt: skip
        for row in (*made, *expected):  # "15" and "15.0"
            row["Answer"] = str(float(row["Answer"]))
            row.pop("edits")
    assert made == expected
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, out.name])


LINES = (
    r'{"question":"Ann has 12 pens. How many?","day":"2020-01-01","price":1.10,"big":123456789012345678901234567890,"e":1E5}',
    r'{ "question" : "3 caps?" , "u" : "\u00e9 \/ \t", "n" : null, "nan": NaN, "deep": [1.50, {"a": [], "b": -0.0}] }',
    r'{"deep": {"x": 1.10, "question": "4"}, "question": "12 (\"\\u0031\")"}',
)


@pytest.mark.parametrize("form", ["{}", "[{}]", "\ufeff [ {}\n]"])
def test_untouched_fields_of_json_stay_byte_for_byte(form, tmp_path, capsys):
    source, out = tmp_path / "a.jsonl", tmp_path / "out.jsonl"
    source.write_text(form.format((", \n" if form != "{}" else "\n").join(LINES)))
    numdiag(capsys, "perturb", source, "--perturbation", "type", "--out", out)
    for line, made in zip(LINES, out.read_text().splitlines(), strict=True):
        row = json.loads(made)
        kept = line.rstrip("} ").replace(json.dumps(json.loads(line)["question"]), json.dumps(row["question"]))
        assert made.startswith(kept)
        assert list(row)[-4:] == ["status", "reason", "rule", "edits"]


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def test_an_object_in_several_lines_of_a_list_becomes_one_line(tmp_path, capsys):
    source, out = tmp_path / "a.json", tmp_path / "out.jsonl"
    source.write_text('[{\r\n  "x": [1.10,\n 1e400],\n\n "question": "12\\n pens?  \u2028"\n}]')
    assert numdiag(capsys, "perturb", source, "--perturbation", "type", "--out", out)[0] == 0
    assert out.read_text().startswith('{ "x": [1.10, 1e400], "question": "12.0\\n pens?  \u2028" , "status"')


@given(st.dictionaries(st.text(), _VALUES), _VALUES, _VALUES, st.sampled_from([None, 1]))
def test_a_text_of_json_with_other_values_is_json(row, before, value, indent):
    """Whatever form the values have: a list may become a number, and an object another one."""
    old = {**row, "a": before, "b": [row, {"c": before}]}
    new = {**old, "a": value, "b": [row, {"c": value}], "status": "applied"}
    assert json.loads(with_values(json.dumps(old, indent=indent), old, new)) == new


@pytest.mark.parametrize(("trap", "name", "content", "message"), [
    ("no file", "a.jsonl", None, "cannot be read (No such file or directory)"),
    ("an empty file", "a.jsonl", b"", "holds no rows"),
    ("a list of nothing", "a.json", b"[]", "holds no rows"),
    ("half a line", "a.jsonl", b'{"question": "a 3"}\n{"question": "a', "line 2: not valid JSON"),
    ("no object", "a.json", b'["a"]', "row 1: a JSON object is expected, not 'a'"),
    ("an object in several lines", "a.json", b'{\n "examples": []\n}', "line 1: an object in several lines; name a file with"),
    ("a number for a text", "a.jsonl", b'{"question": "a 3"}\n{"question": 3}', "row 2: column 'question' holds int '3'"),
    ("a column of a later row that would be lost", "a.jsonl", b'{"question": "a 3"}\n{"question": "a 4", "status": "mine"}', "the data has a column 'status'"),
    ("more cells", "a.csv", b"question,a\nx 3,1,2\n", "line 2: more cells than the 2 columns"),
    ("fewer cells", "a.csv", b"question,a\nx 3\n", "line 2: fewer cells than the 2 columns"),
    ("another separator", "a.csv", b"question;a\nx 3;1\n", "has one column, 'question;a'; name what is between its cells with --separator"),
    ("another encoding", "a.csv", b"question\nx 3 \xe9\n", "is not UTF-8 text (byte 0xe9"),
    ("a column twice", "a.csv", b"question,question\n1,2\n", "line 1: 2 columns are called 'question'; rename them"),
    ("no Parquet", "a.parquet", b"PAR1", "no readable Parquet"),
    ("cut off", "a.jsonl.gz", gzip.compress(b'{"question": "3"}\n' * 99, mtime=0)[:-9], "cannot be unpacked"),
])  # fmt: skip
def test_bad_files(trap, name, content, message, tmp_path, capsys):
    """The line names the file and the row, and nothing is written."""
    source, out = tmp_path / name, tmp_path / "out.jsonl"
    if content is not None:
        source.write_bytes(content)
    err = refused(capsys, message, "perturb", source, "--perturbation", "type", "--out", out)
    assert name in err.splitlines()[-1]
    assert {path.name for path in tmp_path.iterdir()} <= {name}


def test_rows_that_a_format_cannot_hold(tmp_path, capsys):
    """JSON lines and Parquet hold rows with fewer columns; a CSV must not shift its cells."""
    few = {key: ROWS[1][key] for key in reversed(ROWS[1]) if key not in ("Note", "Answer")}
    source = write(tmp_path / "a.jsonl", [ROWS[0], few])
    arguments = ("perturb", source, "--perturbation", "noise", "--out")
    for name in ("a.csv", "b.jsonl", "c.parquet"):
        assert numdiag(capsys, *arguments, tmp_path / name)[0] == 0
        second = read(tmp_path / name)[1]
        assert (second["ID"], second["reason"]) == ("b", "answer_unreadable")
        assert second["Body"] == ROWS[1]["Body"]
    write(source, [ROWS[0], ROWS[2] | {"New": 1}, ROWS[3] | {"New": "x"}])
    for name, message in (("d.csv", "a row has a column 'New'"), ("d.parquet", "column 'New' holds values that Parquet cannot")):  # fmt: skip
        refused(capsys, message, *arguments, tmp_path / name)


def test_what_is_there_stays(tmp_path, capsys):
    source, out = write(tmp_path / "a.jsonl"), tmp_path / "out.jsonl"
    out.write_text("mine")
    arguments = ("perturb", source, "--perturbation", "type")
    assert "exists; name another --out" in numdiag(capsys, *arguments, "--out", out)[2]
    assert "is read as an input" in numdiag(capsys, *arguments, "--out", source, "--replace")[2]
    assert "unknown format" in numdiag(capsys, *arguments, "--out", tmp_path / "out.xlsx")[2]
    assert "does not exist" in numdiag(capsys, *arguments, "--out", tmp_path / "no" / "out.csv")[2]
    assert out.read_text() == "mine"
    assert numdiag(capsys, *arguments, "--out", out, "--replace")[0] == 0
    assert len(read(out)) == 4


@pytest.fixture
def stopped(tmp_path, capsys, monkeypatch):
    """A run of parts of a row that was stopped in the third: its arguments, and what the whole run prints."""
    monkeypatch.setattr("numdiag_datasets.own_data.run.PART_ROWS", 1)
    arguments = ("perturb", write(tmp_path / "a.jsonl"), "--perturbation", "type", "--json", "--out")
    printed = numdiag(capsys, *arguments, tmp_path / "whole.jsonl")[1]

    def stop(what, done, total):
        if (tmp_path / "out.jsonl.partial" / "000002.jsonl").exists():
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("numdiag_datasets.cli.perturb.progress_bar", lambda: nullcontext(stop))
        assert numdiag(capsys, *arguments, tmp_path / "out.jsonl")[0] == 130
    assert not (tmp_path / "out.jsonl").exists()
    return arguments, printed


DAMAGE = {
    "none": lambda part: None,
    "cut off": lambda part: part.write_bytes(part.read_bytes()[:-20]),
    "empty": lambda part: part.write_bytes(b""),
    "gone": lambda part: part.unlink(),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_run_that_was_stopped_goes_on(damage, stopped, tmp_path, capsys, monkeypatch):
    """Behind the last whole part, to the same bytes; a damaged part is made again. With other options it does not."""
    arguments, printed = stopped
    refused(capsys, "was begun with another input or other options", *arguments, tmp_path / "out.jsonl", "--seed", 2)
    damage(tmp_path / "out.jsonl.partial" / "000001.jsonl")
    assert numdiag(capsys, *arguments, tmp_path / "out.jsonl")[:2] == (0, printed)
    assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not (tmp_path / "out.jsonl.partial").exists()


def test_another_input_of_the_same_size_and_time_is_seen(stopped, tmp_path, capsys):
    arguments, _ = stopped
    source = tmp_path / "a.jsonl"
    time = source.stat().st_mtime_ns
    source.write_bytes(source.read_bytes().replace(b"x, y", b"y, x"))
    os.utime(source, ns=(time, time))
    refused(capsys, "was begun with another input", *arguments, tmp_path / "out.jsonl")


def test_a_failed_run_does_not_stand_in_the_way(tmp_path, capsys):
    """Nothing was finished, and so nothing is lost: the command that names the column begins anew."""
    rows = [{"story": f"{row['Body']} {row['Question']}", "working": row["Equation"], "result": row["Answer"]} for row in ROWS]  # fmt: skip
    source, out = write(tmp_path / "a.jsonl", rows), tmp_path / "out.jsonl"
    arguments = ("perturb", source, "--perturbation", "noise", "--question", "story", "--out", out)
    assert "name it with --equation" in numdiag(capsys, *arguments)[2]
    printed(capsys, *arguments, "--equation", "working")


def _folder(partial, mine):
    (partial / "done.d").mkdir(parents=True)
    (partial / "done.d" / "a.txt").write_text(mine)


def _file_of_a_part(partial, mine):
    partial.mkdir()
    (partial / "000001.jsonl").write_text(mine)


def _link_of_a_part(partial, mine):
    partial.mkdir()
    (partial.parent / "mine.jsonl").write_text(mine)
    (partial / "part.jsonl").symlink_to(partial.parent / "mine.jsonl")


def _plan_of_something_else(partial, mine):
    partial.mkdir()
    (partial / "plan.json").write_text(json.dumps({"plan": mine}))


def _link(partial, mine):
    (partial.parent / "mine").mkdir()
    (partial.parent / "mine" / "a.txt").write_text(mine)
    partial.symlink_to(partial.parent / "mine")


@pytest.mark.parametrize("make", [_folder, _file_of_a_part, _link_of_a_part, _plan_of_something_else, _link])
def test_files_that_no_run_wrote_stay(make, tmp_path, capsys):
    make(tmp_path / "out.jsonl.partial", "years of work")
    arguments = ("perturb", write(tmp_path / "a.jsonl"), "--perturbation", "type", "--out", tmp_path / "out.jsonl")
    refused(capsys, "holds what no run wrote; move it away", *arguments)
    assert "years of work" in "".join([path.read_text() for path in tmp_path.rglob("*") if path.is_file()])


def test_of_two_runs_at_once_the_second_stops(tmp_path, capsys, monkeypatch):
    """It names the first, which goes on; the output is of one run."""
    source, out = write(tmp_path / "a.jsonl"), tmp_path / "out.jsonl"
    arguments = ("perturb", source, "--perturbation", "type", "--out")
    printed(capsys, *arguments, tmp_path / "alone.jsonl")
    seen: list[str] = []

    def meanwhile(what, done, total):
        monkeypatch.undo()
        if not seen:
            seen.append(refused(capsys, "is being written by process", *arguments, out, "--seed", 2))

    monkeypatch.setattr("numdiag_datasets.cli.perturb.progress_bar", lambda: nullcontext(meanwhile))
    assert numdiag(capsys, *arguments, out)[0] == 0
    assert seen
    assert out.read_bytes() == (tmp_path / "alone.jsonl").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "alone.jsonl", "out.jsonl"]


def test_a_file_that_came_meanwhile_stays(tmp_path, capsys, monkeypatch):
    """The finished parts wait for --replace."""
    source, out = write(tmp_path / "a.jsonl"), tmp_path / "out.jsonl"
    arguments = ("perturb", source, "--perturbation", "type", "--out", out)

    def meanwhile(*_):
        out.write_text("years of work")

    with monkeypatch.context() as patched:
        patched.setattr("numdiag_datasets.cli.perturb.progress_bar", lambda: nullcontext(meanwhile))
        refused(capsys, "exists; name another --out, or give --replace", *arguments)
    assert out.read_text() == "years of work"
    printed(capsys, *arguments, "--replace")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "out.jsonl"]


def test_a_name_may_look_like_an_address(tmp_path, capsys):
    source, out = write(tmp_path / "a::b.jsonl"), tmp_path / "c::d.csv.gz"
    printed(capsys, "perturb", source, "--perturbation", "type", "--out", out)
    assert len(gzip.decompress(out.read_bytes()).splitlines()) == 1 + len(ROWS)


def test_blank_lines_end(tmp_path, capsys):
    (tmp_path / "a.jsonl").write_text('{"q": "Ann has 3 pens."}' + "\n" * (10**6 + 3))
    refused(
        capsys,
        "lines are blank",
        "perturb",
        tmp_path / "a.jsonl",
        "--perturbation",
        "type",
        "--question",
        "q",
        "--out",
        tmp_path / "b.jsonl",
    )


@pytest.mark.parametrize("into", ["out.jsonl", "out.parquet"])
def test_decimals_stay_decimals(into, tmp_path, capsys):
    """Undoing gives 15.00, and new answers have as many digits as they need."""
    rows = [row | {"Answer": Decimal("15.00")} for row in ROWS[:1]]
    table = pyarrow.Table.from_pylist(rows)
    assert undo(perturb("noise").row(rows[0])) == rows[0]
    parquet.write_table(table, tmp_path / "a.parquet")
    printed(capsys, "perturb", tmp_path / "a.parquet", "--perturbation", "noise", "--out", tmp_path / into)
    (made,) = read(tmp_path / into)
    assert made["status"] == "applied"
    assert Decimal(made["Answer"]) != rows[0]["Answer"] == Decimal(undo(made)["Answer"])


@pytest.mark.parametrize("name", ["out.jsonl.gz", "out.csv.gz"])
def test_what_is_called_gz_is_packed(name, tmp_path, capsys):
    arguments = ("perturb", write(tmp_path / "a.jsonl"), "--perturbation", "type", "--out")
    printed(capsys, *arguments, tmp_path / name)
    printed(capsys, *arguments, tmp_path / name.removesuffix(".gz"))
    assert gzip.decompress((tmp_path / name).read_bytes()) == (tmp_path / name.removesuffix(".gz")).read_bytes()
    refused(capsys, "name a file without .gz", *arguments, tmp_path / "out.parquet.gz")


def test_a_file_that_is_written_to_meanwhile(tmp_path, capsys, monkeypatch):
    source, out = write(tmp_path / "a.jsonl"), tmp_path / "out.jsonl"

    def append(what, done, total):
        with source.open("a") as file:
            file.write(json.dumps(ROWS[0]) + "\n")

    monkeypatch.setattr("numdiag_datasets.cli.perturb.progress_bar", lambda: nullcontext(append))
    refused(capsys, "was written to while it was read", "perturb", source, "--perturbation", "type", "--out", out)
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


@pytest.mark.slow
@pytest.mark.parametrize("group", [150, 5000])
def test_ray_makes_the_same_rows_in_the_same_order(group, tmp_path, capsys, monkeypatch):
    pytest.importorskip("ray", reason="the distributed extra is not installed")
    monkeypatch.setattr("numdiag_datasets.own_data.cluster.TASK_ROWS", 700)
    rows = [row | {"ID": f"{row['ID']}{i}", "Answer": int(row["Answer"])} for i in range(500) for row in ROWS]
    table = pyarrow.Table.from_pylist(rows)
    parquet.write_table(table, tmp_path / "a.parquet", row_group_size=group)
    arguments = ("perturb", tmp_path / "a.parquet", "--perturbation", "noise", "--json", "--out")
    one = numdiag(capsys, *arguments, tmp_path / "one.parquet")
    many = numdiag(capsys, *arguments, tmp_path / "many", "--engine", "ray", "--num-cpus", 2)
    assert one[:2] == many[:2]
    parts = sorted((tmp_path / "many").glob("*.parquet"))
    assert len(parts) > 2
    together = pyarrow.concat_tables([parquet.read_table(part) for part in parts])
    assert together.equals(parquet.read_table(tmp_path / "one.parquet"))
    refused(capsys, "exists; name another --out", *arguments, tmp_path / "many", "--engine", "ray")


@pytest.mark.parametrize(("trap", "name", "message"), [
    ("no Ray", "a.parquet", "pip install 'numdiag[distributed]'"),
    ("another format", "a.jsonl", "--engine ray reads Parquet: cannot be read"),
    ("damaged inside", "b.parquet", "b.parquet: "),
    ("no cluster", "a.parquet", "--address 127.0.0.1:1: nothing answers there"),
    ("a folder of nothing", "", "neither a file nor a folder with a file that ends in .parquet"),
])  # fmt: skip
def test_what_ray_cannot_read_is_told(trap, name, message, tmp_path, capsys, monkeypatch):
    if trap == "no Ray":
        monkeypatch.setitem(sys.modules, "ray", None)
    source = write(tmp_path / name) if name else tmp_path
    if trap == "damaged inside":
        whole = source.read_bytes()
        source.write_bytes(whole[:4] + bytes(100) + whole[104:])
    options = ("--perturbation", "type", "--engine", "ray", "--out", tmp_path / "x")
    options += ("--address", "127.0.0.1:1") * (trap == "no cluster")
    refused(capsys, message, "perturb", source, *options)


@pytest.mark.parametrize(("name", "into", "between", "options"), [
    ("a.tsv", ".tsv", "\t", ()), ("a.csv", ".csv", ";", ("--separator", ";")), ("a.csv", ".jsonl", ";", ("--separator", ";")),
])  # fmt: skip
def test_cells_between_other_characters(name, into, between, options, tmp_path, capsys):
    source, out = tmp_path / name, tmp_path / f"out{into}"
    source.write_text(f"n{between}question\n1{between}Ann has 12 pens?\n")
    printed(capsys, "perturb", source, "--perturbation", "language", "--out", out, *options)
    (row,) = read(out) if into == ".jsonl" else csv.DictReader(out.read_text().splitlines(), delimiter=between)
    assert (row["n"], row["question"], row["status"]) == ("1", "Ann has twelve pens?", "applied")


def test_a_separator_is_one_character_of_a_csv(tmp_path, capsys):
    for source, separator in (
        (write(tmp_path / "a.jsonl"), ";"),
        (write(tmp_path / "a.csv"), ";;"),
        (tmp_path / "a.csv", '"'),
    ):
        refused(
            capsys,
            "--separator is one character",
            "perturb",
            source,
            "--perturbation",
            "type",
            "--out",
            tmp_path / "o.csv",
            "--separator",
            separator,
        )


def test_perturbations_one_after_the_other(tmp_path, capsys):
    source, out = write(tmp_path / "a.jsonl"), tmp_path / "out.jsonl"
    printed(capsys, "perturb", source, "--perturbation", "noise,verbosity", "--out", out)
    rows = read(out)
    alone = rows_of("noise")
    assert [row["status"] for row in rows] == [row["status"] for row in alone]
    assert {row["rule"].count("+") for row in rows if row["status"] == "applied"} == {1}
    for row, noisy, original in zip(rows, alone, ROWS, strict=True):
        assert undo(row) == original
        if row["status"] == "applied":
            assert (row["Answer"], row["Equation"]) == (noisy["Answer"], noisy["Equation"])
            assert len(row["Body"] + row["Question"]) > len(noisy["Body"] + noisy["Question"])
    refused(
        capsys,
        "unknown perturbation 'x'",
        "perturb",
        source,
        "--perturbation",
        "noise,x",
        "--out",
        tmp_path / "p.jsonl",
    )
    for twice in ("type,type", "noise,noise-second"):
        refused(capsys, "names one twice", "perturb", source, "--perturbation", twice, "--out", tmp_path / "p.jsonl")
