"""Data of one's own: any columns, several formats, and the original comes back."""

import csv
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time

import pyarrow
import pytest
from datasets import Dataset, Value
from pyarrow import parquet

from numdiag_datasets import perturb, undo
from numdiag_datasets.configs import PERTURBATION_NAMES, ConfigError
from numdiag_datasets.own_data.columns import ADDED, Columns, DataError, Options, choose_columns
from numdiag_datasets.own_data.files import Source
from numdiag_datasets.own_data.perturber import find_own_donors
from numdiag_datasets.own_data.rows import UnusableError, to_problem
from numdiag_datasets.problem import EditError
from tests.commands import numdiag

ROWS = [
    {"ID": "a", "Body": "Ann has 12 pens. Bo has 3 pens.", "Question": "How many pens do they have in all?",
     "Equation": "( 12.0 + 3.0 )", "Answer": 15.0, "Note": None},
    {"ID": "b", "Body": "A hen laid 48 eggs in 4 nests", "Question": "How many eggs are in each nest?",
     "Equation": "( 48.0 / 4.0 )", "Answer": 12.0, "Note": "x, y"},
    {"ID": "c", "Body": "Some cats sleep.", "Question": "How many cats?", "Equation": "5", "Answer": 5.0, "Note": "é"},
    {"ID": "d", "Body": "Cy cut 30 planks. He used 8.", "Question": "How many are left?",
     "Equation": "( 30.0 - 9.0 )", "Answer": 22.0, "Note": ""},
]  # fmt: skip
DONORS = [
    *ROWS,
    {"ID": "e", "Body": "A baker sold 9 cakes.", "Question": "?", "Equation": "", "Answer": 0},
]


def rows_of(perturbation, rows=ROWS, **options):
    function = perturb(perturbation, donors=DONORS, **options)
    columns = choose_columns(function.options, rows[0], perturbation)
    return [function.row(row, columns) for row in rows]


# --- columns --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "names", "columns"),
    [
        ("SVAMP", ["ID", "Body", "Question", "Equation", "Answer", "Type"],
         Columns("Question", ("Body",), "Equation", "Answer", "", "ID")),
        ("GSM8K", ["question", "answer"], Columns("question", (), "", "answer")),
        ("MAWPS", ["iIndex", "sQuestion", "lEquations", "lSolutions"],
         Columns("sQuestion", (), "lEquations", "lSolutions", "", "iIndex")),
        ("FinQA", ["id", "pre_text", "post_text", "table", "question", "answer"],
         Columns("question", ("pre_text", "post_text"), "", "answer", "table", "id")),
        ("SQuAD", ["id", "title", "context", "question", "answers"],
         Columns("question", ("context",), "", "answers", "", "id")),
        ("DROP", ["query_id", "passage", "question"], Columns("question", ("passage",), "", "", "", "query_id")),
    ],
)  # fmt: skip
def test_common_layouts_are_guessed(layout, names, columns):
    assert choose_columns(Options(), names, "verbosity") == columns


def test_what_is_said_wins_over_a_guess():
    names = ["question", "text", "facts", "answer"]
    options = Options(question="text", context=["facts"], answer="")
    assert choose_columns(options, names, "type") == Columns("text", ("facts",))
    assert choose_columns(Options(context=""), ["question", "context"], "type").context == ()
    assert choose_columns(Options(context="a, b"), ["question", "a", "b"], "type").context == (
        "a",
        "b",
    )


@pytest.mark.parametrize(
    ("trap", "names", "options", "perturbation", "message"),
    [
        ("a column that is not there", ["question"], Options(equation="eq"), "noise", "no column 'eq'; there are 'question'"),
        ("no question", ["prompt", "label"], Options(), "type", "which column is the question? name it with --question"),
        ("no equation", ["question", "answer"], Options(), "noise",
         "column of the equation: name it with --equation, or choose from language, type, verbosity, extra, order"),
        ("no answer", ["question", "equation"], Options(), "logic", "needs the column of the answer"),
        ("a table", ["question", "table", "equation", "answer"], Options(), "distribution", "not offered for data with a table"),
        ("one column twice", ["question", "equation", "answer"], Options(answer="equation"), "noise", "'equation' is named twice"),
        ("two questions", ["a", "b"], Options(question="a,b"), "type", "question: name one column, not a, b"),
        ("perturbed rows", ["question", *ADDED], Options(), "type", "are perturbed already; numdiag_datasets.undo"),
        ("a column of ours", ["question", "status"], Options(), "type", "a column 'status', and perturbing adds one"),
        ("a release", ["source_id", "question", *ADDED], Options(), "type", "load the config with the perturbation"),
    ],
)  # fmt: skip
def test_columns_that_cannot_be_used(trap, names, options, perturbation, message):
    with pytest.raises(DataError) as error:
        choose_columns(options, names, perturbation)
    assert message in str(error.value)


# --- rows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trap", "equation", "answer", "read"),
    [
        ("as in SVAMP", "( 12.0 + 3.0 )", 15.0, "(12.0 + 3.0)"),
        ("as in MAWPS", ["X=(12+3)"], [15.0], "(12 + 3)"),
        ("with its result", "12+3=15", "15", "12 + 3"),
        ("commas and a currency", "1,200 + 34", "$1,234", "1200 + 34"),
        ("as in GSM8K", "12 + 3", "12 + 3 = <<12+3=15>>15.\n#### 15", "12 + 3"),
        ("rounded", "10 / 3", 3.33, "10 / 3"),
        ("negative", "3 - 12", -9, "3 - 12"),
        ("a whole answer is exact", "10 / 3", 3, "equation_disagrees"),
        ("does not give the answer", "12 + 3", 16, "equation_disagrees"),
        ("no arithmetic", "12 plus 3", 15, "equation_unreadable"),
        ("code", "__import__('os')", 15, "equation_unreadable"),
        ("division by zero", "12 / 0", 15, "equation_unreadable"),
        ("none", None, 15, "no_equation"),
        ("empty", "", 15, "no_equation"),
        ("an answer in words", "12 + 3", "fifteen", "answer_unreadable"),
        ("no number", "12 + 3", float("nan"), "answer_unreadable"),
        ("a truth value", "12 + 3", True, "answer_unreadable"),
    ],
)  # fmt: skip
def test_equations_and_answers(trap, equation, answer, read):
    row = {
        "question": "Ann has 12 pens and 3 caps. How many?",
        "equation": equation,
        "answer": answer,
    }
    columns = Columns("question", (), "equation", "answer")
    try:
        found = to_problem(row, columns, "noise").equation
    except UnusableError as error:
        found = str(error)
    assert found == read


@pytest.mark.parametrize("perturbation", PERTURBATION_NAMES)
def test_undo_gives_the_row_back(perturbation):
    """Texts, equation and answer, in the user's columns; the others are never touched."""
    made = rows_of(perturbation)
    assert [undo(row) for row in made] == ROWS
    assert {row["status"] for row in made} <= {"applied", "unchanged"}
    for row, original in zip(made, ROWS, strict=True):
        assert list(row) == [*original, *ADDED]
        assert row["Note"] == original["Note"]
        assert (row["status"] == "applied") == bool(json.loads(row["edits"]))


def test_equation_and_answer_change_with_the_text():
    made = rows_of("noise")
    assert [row["reason"] for row in made] == ["", "", "no_integral_operand", "equation_disagrees"]
    left, right = made[0]["Equation"].strip("()").split(" + ")
    assert left in made[0]["Body"]
    assert right in made[0]["Body"]
    assert made[0]["Answer"] == pytest.approx(float(left) + float(right))
    whole = rows_of("distribution", [ROWS[0] | {"Answer": 15}, ROWS[3] | {"Answer": 22}])
    assert [type(row["Answer"]) for row in whole] == [float, float]  # one column, one type
    assert undo(whole[0])["Answer"] == 15


def test_a_story_in_one_column_is_cut_before_its_question():
    """GSM8K and MAWPS have no context; edits are in the one column."""
    row = {"question": "Ann has 12 pens. Bo has 3 pens. How many pens do they have in all?"}
    columns = Columns("question")
    made = perturb("extra", donors=DONORS[4:]).row(row, columns)
    assert made["question"] == "A baker sold 9 cakes. " + row["question"]
    (ordered,) = rows_of("order", [row])
    assert (
        ordered["question"] == "Bo has 3 pens. Ann has 12 pens. How many pens do they have in all?"
    )
    (wordy,) = rows_of("language", [{"question": "Ann has 12 pens.  How many more than 3?"}])
    assert wordy["question"] == "Ann has twelve pens.  How many more than three?"
    assert undo(wordy)["question"] == "Ann has 12 pens.  How many more than 3?"


def test_several_columns_and_lists_of_paragraphs():
    row = {"pre_text": ["In 2019 we had 40 stores.", "Rent was $7."], "post_text": ["We closed 3 stores."],
           "table": [["a", "12"], ["b", None]], "question": "How many of 40 are left?"}  # fmt: skip
    (made,) = rows_of("type", [row])
    assert made["pre_text"] == ["In 2019 we had 40.0 stores.", "Rent was $7.0."]
    assert made["post_text"] == ["We closed 3.0 stores."]
    assert made["table"] == row["table"]
    fields = [edit["field"] for edit in json.loads(made["edits"])]
    assert fields == ["pre_text[0]", "pre_text[1]", "post_text[0]", "question"]
    assert undo(made) == row


def test_the_form_of_equation_and_answer_is_kept():
    row = {
        "sQuestion": "Ann has 12 pens and 3 caps. How many?",
        "lEquations": ["X=(12+3)"],
        "lSolutions": [15.0],
    }
    (made,) = rows_of("distribution", [row])
    assert made["lEquations"][0].startswith("X=(")
    assert isinstance(made["lSolutions"][0], float)
    assert undo(made) == row
    (text,) = rows_of(
        "noise", [{"question": row["sQuestion"], "equation": "12 + 3", "answer": "15"}]
    )
    assert isinstance(text["answer"], str)


def test_draws_depend_on_the_row_alone():
    """Neither on its place, nor on its neighbours, nor, with an id, on another column."""
    alone = [rows_of("verbosity", [row])[0] for row in reversed(ROWS)]
    assert alone[::-1] == rows_of("verbosity")
    assert rows_of("verbosity", seed=2) != rows_of("verbosity")
    without = [{key: row[key] for key in ("Body", "Question")} for row in ROWS]
    assert rows_of("verbosity", without[:1]) == rows_of("verbosity", without)[:1]


@pytest.mark.parametrize(
    ("trap", "column", "value", "message"),
    [
        ("a number as text", "Body", 12, "column 'Body' holds int '12' where a text is expected"),
        ("a list with a number", "Body", ["a", 3], "column 'Body' holds a list with int '3'"),
        ("a list as question", "Question", ["a"], "column 'Question' holds list"),
    ],
)
def test_mixed_types_are_named(trap, column, value, message):
    with pytest.raises(DataError, match=re.escape(message)):
        rows_of("type", [ROWS[0] | {column: value}])


def test_a_missing_text_is_no_text():
    (made,) = rows_of("type", [ROWS[0] | {"Body": None}])
    assert (made["Body"], made["reason"]) == (None, "no_integer_digits")


def test_an_edited_row_cannot_be_undone():
    made = rows_of("type")[0]
    with pytest.raises(EditError):
        undo(made | {"Body": "Ann has 13.0 pens."})
    with pytest.raises(EditError, match="no column is called 'Body'"):
        undo({key: value for key, value in made.items() if key != "Body"})


# --- the function ---------------------------------------------------------------------------------


def test_map_gives_the_same_rows_whatever_the_batches():
    """A column has one type from the first batch on, even if nothing is edited in it."""
    plain = {
        "ID": "p",
        "Body": "Some cats sleep.",
        "Question": "How many?",
        "Equation": "1",
        "Answer": 1,
        "Note": "",
    }
    data = Dataset.from_list([plain] * 4 + [row | {"Answer": int(row["Answer"])} for row in ROWS])
    function = perturb("noise", seed=3)
    with pytest.raises(DataError, match=r"cast_column\(\"Answer\", Value\(\"float64\"\)\) first"):
        data.map(function, batched=True)
    data = data.cast_column("Answer", Value("float64"))
    small = data.map(function, batched=True, batch_size=2)
    assert small[:] == data.map(function, batched=True, batch_size=100)[:]
    assert list(data.to_iterable_dataset().map(function, batched=True, batch_size=3)) == list(small)
    assert [row["status"] for row in small] == ["unchanged"] * 4 + ["applied"] * 2 + [
        "unchanged"
    ] * 2
    assert [undo(row) for row in small] == list(data)


def test_what_the_function_is_asked_for_must_exist():
    with pytest.raises(ConfigError, match="unknown perturbation 'nois'; choose from language"):
        perturb("nois")
    with pytest.raises(DataError, match=r"give donors=, some rows of the same data"):
        perturb("extra")
    with pytest.raises(DataError, match="give donors="):
        perturb("extra", donors=[{"question": "How many are there?"}])
    assert [donor.text for donor in find_own_donors(DONORS, Options())][
        -1
    ] == "A baker sold 9 cakes."


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
    made, expected = list(Source(str(out))), rows_of("noise")
    if ".csv" in (into, *source.suffixes):
        made, expected = ([{k: str(v if v is not None else "") for k, v in r.items()} for r in rows] for rows in (made, expected))  # fmt: skip
        for row in (*made, *expected):  # "15" and "15.0"
            row["Answer"] = float(row["Answer"])
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
    ("half a line", '{"question": "a 3"}\n{"question": "a', "line 2: no JSON"),
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
        ("another encoding", b"question\nx 3 \xe9\n", "cannot be read as CSV in UTF-8"),
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
    assert "column 'Note' holds values of several types" in err.splitlines()[-1]
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
        first, second = Source(str(tmp_path / name))
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
    assert "is the input itself" in numdiag(capsys, *arguments, "--out", source, "--overwrite")[2]
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

    from numdiag_datasets.own_data.files import write_part

    out = tmp_path / "out.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr("numdiag_datasets.own_data.run.write_part", stop)
        assert numdiag(capsys, *arguments, "--out", out)[0] == 130
    assert not out.exists()
    status, _, err = numdiag(capsys, *arguments, "--seed", 2, "--out", out)
    assert (status, "was begun with another input or other options" in err) == (2, True)
    with monkeypatch.context() as patch:
        patch.setattr(
            "numdiag_datasets.own_data.run.write_part",
            lambda p, *r: (calls.append(p), write_part(p, *r)),
        )
        assert numdiag(capsys, *arguments, "--out", out)[:2] == (0, whole)
    assert [path.name for path in calls[3:]] == ["000002.jsonl", "000003.jsonl"]
    assert out.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not out.with_name("out.jsonl.partial").exists()


def test_a_file_that_is_written_to_meanwhile(tmp_path, capsys, monkeypatch):
    source, out = write(tmp_path / "a.jsonl"), tmp_path / "out.jsonl"

    def append(path, *rest):
        with source.open("a") as file:
            file.write(json.dumps(ROWS[0]) + "\n")
        write_part(path, *rest)

    from numdiag_datasets.own_data.files import write_part

    monkeypatch.setattr("numdiag_datasets.own_data.run.write_part", append)
    status, _, err = numdiag(capsys, "perturb", source, "--perturbation", "type", "--out", out)
    assert (status, "was written to while it was read" in err) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_ctrl_c_in_a_real_run(tmp_path):
    """A signal in the middle; the same command makes the same file."""
    source = write(tmp_path / "a.jsonl", ROWS * 6000)
    start = "from numdiag_datasets.cli import entry_point; entry_point()"
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
    process = subprocess.Popen([*command, tmp_path / "b.jsonl"], stderr=subprocess.PIPE, text=True)
    counts = tmp_path / "b.jsonl.partial" / "counts.json"
    while not counts.exists() and process.poll() is None:
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
    monkeypatch.setattr("numdiag_datasets.own_data.cluster.BLOCK_ROWS", 700)
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
