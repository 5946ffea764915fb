"""Files of one's own: several formats, in parts and on a cluster, and what goes wrong with them."""

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
import time

import pyarrow
import pytest
from pyarrow import parquet

from numdiag_datasets.own_data.row_files import RowSource
from tests.commands import numdiag
from tests.own_rows import ROWS, rows_of

# --- files ----------------------------------------------------------------------------------------


def write(path, rows=ROWS):
    match path.suffixes:
        case [".parquet"]:
            parquet.write_table(pyarrow.Table.from_pylist(rows), path)
        case [".csv"]:
            with path.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, list(rows[0]))
                writer.writeheader()
                writer.writerows(rows)
        case [".json"]:
            path.write_text("\n " + json.dumps(rows))
        case [".jsonl", ".gz"]:
            path.write_bytes(
                gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode())
            )
        case _:
            path.write_text("".join(json.dumps(row) + "\n\n" for row in rows))
    return path


@pytest.mark.parametrize("into", [".jsonl", ".csv", ".parquet"])
@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.csv", "a.parquet", "a.jsonl.gz"])
def test_every_format_in_and_out(name, into, tmp_path, capsys):
    """The same rows from every format; CSV knows texts only."""
    source, out = write(tmp_path / name), tmp_path / f"out{into}"
    status, printed, err = numdiag(
        capsys, "perturb", source, "--perturbation", "noise", "--out", out
    )
    assert (status, printed.splitlines()[0]) == (0, f"{out}: 4 rows, 2 perturbed (50.0%)")
    assert "      1 unchanged, equation_disagrees: the equation does not give the answer" in printed
    assert err.startswith(
        "question: Question, context: Body, equation: Equation, answer: Answer, table: none, id: ID"
    )
    made, expected = list(RowSource(str(out))), rows_of("noise")
    if ".csv" in (into, *source.suffixes):
        made, expected = ([{k: str(v if v is not None else "") for k, v in r.items()} for r in rows] for rows in (made, expected))  # fmt: skip
        for row in (*made, *expected):  # "15" and "15.0"
            row["Answer"] = str(float(row["Answer"]))
            row.pop("edits")
    assert made == expected
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, out.name])


def test_a_name_of_datasets(tmp_path, capsys):
    folder = tmp_path / "mine"
    folder.mkdir()
    write(folder / "test.jsonl")
    out = tmp_path / "out.jsonl"
    status, _, _ = numdiag(
        capsys, "perturb", folder, "--perturbation", "verbosity", "--split", "test", "--out", out
    )
    assert status == 0
    assert [json.loads(line)["ID"] for line in out.read_text().splitlines()] == ["a", "b", "c", "d"]


BAD = [
    ("no file", None, "no such file"),
    ("an empty file", "", "holds no rows"),
    ("a list of nothing", "[]", "holds no rows"),
    ("half a line", '{"question": "a 3"}\n{"question": "a', "line 2: not valid JSON"),
    ("no object", '["a"]', "row 1: a JSON object is expected, not 'a'"),
    ("a number for a text", '{"question": "a 3"}\n{"question": 3}', "row 2: column 'question' holds int '3'"),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "content", "message"), BAD)
def test_bad_files(trap, content, message, tmp_path, capsys):
    source, out = tmp_path / "a.jsonl", tmp_path / "out.jsonl"
    if content is not None:
        source.write_text(content)
    status, _, err = numdiag(capsys, "perturb", source, "--perturbation", "type", "--out", out)
    assert status == 2
    assert message in err.splitlines()[-1]
    assert "Traceback" not in err
    assert not out.exists()


@pytest.mark.parametrize(
    ("trap", "content", "message"),
    [
        ("more cells", "question,a\nx 3,1,2\n", "line 2: more cells than the 2 columns"),
        ("fewer cells", "question,a\nx 3\n", "line 2: fewer cells than the 2 columns"),
        (
            "another encoding",
            b"question\nx 3 \xe9\n",
            "after line 0: no CSV in UTF-8: is not UTF-8 text (byte 0xe9",
        ),
        ("no Parquet", b"PAR1", "no readable Parquet"),
    ],
)
def test_bad_tables(trap, content, message, tmp_path, capsys):
    source = tmp_path / ("a.parquet" if "Parquet" in trap else "a.csv")
    source.write_bytes(content if isinstance(content, bytes) else content.encode())
    status, _, err = numdiag(
        capsys, "perturb", source, "--perturbation", "type", "--out", tmp_path / "out.jsonl"
    )
    assert (status, message in err.splitlines()[-1]) == (2, True), err


def test_columns_of_several_types_want_another_format(tmp_path, capsys):
    rows = [ROWS[0] | {"Note": 1}, ROWS[1] | {"Note": "x"}]
    source = write(tmp_path / "a.jsonl", rows)
    arguments = ("perturb", source, "--perturbation", "type", "--out")
    status, _, err = numdiag(capsys, *arguments, tmp_path / "out.parquet")
    assert status == 2
    assert "column 'Note' holds values that Parquet cannot" in err.splitlines()[-1]
    assert numdiag(capsys, *arguments, tmp_path / "out.jsonl")[0] == 0


def test_rows_with_other_columns(tmp_path, capsys):
    """JSON lines and Parquet hold them; a CSV must not shift its cells."""
    rows = [
        ROWS[0],
        {key: ROWS[1][key] for key in reversed(ROWS[1]) if key not in ("Note", "Answer")},
    ]
    source = write(tmp_path / "a.jsonl", rows)
    arguments = ("perturb", source, "--perturbation", "noise", "--out")
    for name in ("a.csv", "b.jsonl", "c.parquet"):
        assert numdiag(capsys, *arguments, tmp_path / name)[0] == 0
        first, second = RowSource(str(tmp_path / name))
        assert (second["ID"], second["reason"], first["Note"] or "") == (
            "b",
            "answer_unreadable",
            "",
        )
        assert second["Body"] == ROWS[1]["Body"]
    write(source, [*rows, ROWS[2] | {"New": 1}])
    status, _, err = numdiag(capsys, *arguments, tmp_path / "d.csv")
    assert (status, "a row has a column 'New' that the first row has not" in err) == (2, True)


def test_what_is_there_stays(tmp_path, capsys):
    source, out = write(tmp_path / "a.jsonl"), tmp_path / "out.jsonl"
    out.write_text("mine")
    arguments = ("perturb", source, "--perturbation", "type")
    assert "exists; name another --out" in numdiag(capsys, *arguments, "--out", out)[2]
    assert "is read as an input" in numdiag(capsys, *arguments, "--out", source, "--overwrite")[2]
    assert "unknown format" in numdiag(capsys, *arguments, "--out", tmp_path / "out.xlsx")[2]
    assert "does not exist" in numdiag(capsys, *arguments, "--out", tmp_path / "no" / "out.csv")[2]
    assert out.read_text() == "mine"
    assert numdiag(capsys, *arguments, "--out", out, "--overwrite")[0] == 0
    assert len(out.read_text().splitlines()) == 4


def test_a_run_that_was_stopped_goes_on(tmp_path, capsys, monkeypatch):
    """Behind the last whole part, to the same bytes; with other options it does not."""
    monkeypatch.setattr("numdiag_datasets.own_data.run.PART_ROWS", 1)
    source = write(tmp_path / "a.jsonl")
    arguments = ("perturb", source, "--perturbation", "type", "--json")
    whole = numdiag(capsys, *arguments, "--out", tmp_path / "whole.jsonl")[1]
    calls = []

    def stop(path, *rest):
        calls.append(path)
        if len(calls) == 3:
            raise KeyboardInterrupt
        write_part(path, *rest)

    from numdiag_datasets.own_data.row_files import write_part

    out = tmp_path / "out.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr("numdiag_datasets.own_data.run.write_part", stop)
        assert numdiag(capsys, *arguments, "--out", out)[0] == 130
    assert not out.exists()
    status, _, err = numdiag(capsys, *arguments, "--seed", 2, "--out", out)
    assert (status, "was begun with another input or other options" in err) == (2, True)

    def go_on(path, *rest):
        calls.append(path)
        write_part(path, *rest)

    with monkeypatch.context() as patch:
        patch.setattr("numdiag_datasets.own_data.run.write_part", go_on)
        assert numdiag(capsys, *arguments, "--out", out)[:2] == (0, whole)
    assert [path.name for path in calls[3:]] == ["000002.jsonl", "000003.jsonl"]
    assert out.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not out.with_name("out.jsonl.partial").exists()


def test_a_failed_run_does_not_stand_in_the_way(tmp_path, capsys):
    """Nothing was finished, and so nothing is lost: the command that names the column, or has its file mended, begins anew."""
    rows = [
        {
            "story": row["Body"] + " " + row["Question"],
            "working": row["Equation"],
            "result": row["Answer"],
        }
        for row in ROWS
    ]
    source, out = write(tmp_path / "a.jsonl", rows), tmp_path / "out.jsonl"
    arguments = ("perturb", source, "--perturbation", "noise", "--question", "story", "--out", out)
    assert "name it with --equation" in numdiag(capsys, *arguments)[2]
    status, _, err = numdiag(capsys, *arguments, "--equation", "working")
    assert status == 0, err
    assert not out.with_name("out.jsonl.partial").exists()


def test_a_file_that_is_written_to_meanwhile(tmp_path, capsys, monkeypatch):
    source, out = write(tmp_path / "a.jsonl"), tmp_path / "out.jsonl"

    def append(path, *rest):
        with source.open("a") as file:
            file.write(json.dumps(ROWS[0]) + "\n")
        write_part(path, *rest)

    from numdiag_datasets.own_data.row_files import write_part

    monkeypatch.setattr("numdiag_datasets.own_data.run.write_part", append)
    status, _, err = numdiag(capsys, "perturb", source, "--perturbation", "type", "--out", out)
    assert (status, "was written to while it was read" in err) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_ctrl_c_in_a_real_run(tmp_path):
    """A signal in the middle; the same command makes the same file."""
    source = write(tmp_path / "a.jsonl", ROWS * 3000)
    start = "from numdiag_datasets.cli.app import entry_point; entry_point()"
    command = [
        sys.executable,
        "-c",
        start,
        "perturb",
        source,
        "--perturbation",
        "verbosity",
        "--out",
    ]
    process = subprocess.Popen(
        [*command, tmp_path / "b.jsonl"],
        stderr=subprocess.PIPE,
        text=True,
        # Whatever started the tests may ignore Ctrl-C, as a shell does for what runs in the background.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    done = tmp_path / "b.jsonl.partial" / "done.jsonl"
    while not (done.exists() and done.stat().st_size) and process.poll() is None:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGINT)
    err = process.communicate()[1]
    assert process.returncode == 130, err
    assert err.endswith("interrupted; the same command goes on where it was\n")
    for name in ("b.jsonl", "c.jsonl"):
        subprocess.run([*command, tmp_path / name], check=True, capture_output=True)
    assert (tmp_path / "b.jsonl").read_bytes() == (tmp_path / "c.jsonl").read_bytes()


# --- a cluster ------------------------------------------------------------------------------------


def test_ray_makes_the_same_rows_in_the_same_order(tmp_path, capsys, monkeypatch):
    pytest.importorskip("ray", reason="the distributed extra is not installed")
    monkeypatch.setattr("numdiag_datasets.own_data.cluster.TASK_ROWS", 700)
    rows = [
        row | {"ID": f"{row['ID']}{i}", "Answer": int(row["Answer"])}
        for i in range(500)
        for row in ROWS
    ]
    source = write(tmp_path / "a.parquet", rows)
    arguments = ("perturb", source, "--perturbation", "noise", "--json", "--out")
    one = numdiag(capsys, *arguments, tmp_path / "one.parquet")
    many = numdiag(capsys, *arguments, tmp_path / "many", "--engine", "ray", "--num-cpus", 2)
    assert (one[0], one[1]) == (many[0], many[1])
    parts = sorted((tmp_path / "many").glob("*.parquet"))
    assert len(parts) > 1
    together = pyarrow.concat_tables([parquet.read_table(part) for part in parts])
    assert together.equals(parquet.read_table(tmp_path / "one.parquet"))
    status, _, err = numdiag(capsys, *arguments, tmp_path / "many", "--engine", "ray")
    assert (status, "exists; name another --out" in err) == (2, True)
    write(tmp_path / "bad.parquet", [{"question": 3}])
    bad = (
        "perturb",
        tmp_path / "bad.parquet",
        "--perturbation",
        "type",
        "--engine",
        "ray",
        "--out",
        tmp_path / "x",
    )
    status, _, err = numdiag(capsys, *bad)
    assert (status, "column 'question' holds int '3'" in err.splitlines()[-1]) == (2, True)


def test_without_ray_the_extra_is_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    source = write(tmp_path / "a.parquet")
    status, _, err = numdiag(
        capsys,
        "perturb",
        source,
        "--perturbation",
        "type",
        "--engine",
        "ray",
        "--out",
        tmp_path / "x",
    )
    assert (status, "pip install 'numdiag[distributed]'" in err) == (2, True)
