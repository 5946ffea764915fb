"""Rows that are no flat columns: conversations, columns within others, tasks of BIG-bench."""

import json
import re
from typing import Any

import pyarrow
import pytest
from datasets import Dataset
from pyarrow import parquet

from numdiag_datasets import perturb, undo
from numdiag_datasets.core.configs import PERTURBATION_NAMES
from numdiag_datasets.own_data.cluster import perturb_table
from numdiag_datasets.own_data.columns import Columns, DataError, Options, choose_columns
from numdiag_datasets.own_data.nested_columns import find_place, name_of, names_within, value_at
from numdiag_datasets.own_data.row_files import RowSource
from tests.commands import numdiag

STORY = "A box holds 12 pens. Ann has 5 boxes. She sells each pen for $2. How much does she earn?"
SOLVED = "She has 12*5=<<12*5=60>>60 pens.\nShe earns 60*2=$<<60*2=120>>120.\n#### 120"
SYSTEM = {"role": "system", "content": "You are a tutor."}


def chat(
    asked: Any = STORY, told: Any = None, *, before: Any = (), **columns: Any
) -> dict[str, Any]:
    turns = [SYSTEM, *before, {"role": "user", "content": asked}]
    if told is not None:
        turns.append({"role": "assistant", "content": told})
    return {"messages": turns, **columns}


def made_of(perturbation, row, **options):
    """The perturbed row, of which the original comes back; the row itself is never touched."""
    before = json.dumps(row)
    donors = [chat("A baker sold 9 cakes. How many are left?")] if "messages" in row else [row]
    made = perturb(perturbation, donors=donors, **options).row(row)
    assert undo(made) == row
    assert json.dumps(row) == before
    return made


# --- conversations --------------------------------------------------------------------------------

EARLIER = ({"role": "user", "content": "Bo has 7 cats."}, {"role": "assistant", "content": "I see."})  # fmt: skip
PARTS = [{"type": "text", "text": STORY}]


@pytest.mark.parametrize("perturbation", PERTURBATION_NAMES)
@pytest.mark.parametrize(
    "row",
    [
        chat(),
        chat(told=SOLVED),
        chat(told=SOLVED, before=EARLIER),
        chat(PARTS, [{"type": "text", "text": SOLVED}]),
        chat(told="120", equation="12 * 5 * 2", id="a"),
        {"messages": [SYSTEM]},
        {"messages": []},
        {"messages": None},
    ],
    ids=["asked", "solved", "later", "parts", "with an equation", "nothing asked", "empty", "none"],
)
def test_of_a_conversation_only_the_last_question_and_its_answer_change(perturbation, row):
    made = made_of(perturbation, row)
    assert list(made)[: len(row)] == list(row)
    changed = [
        (new["role"], number)
        for number, (new, old) in enumerate(zip(made["messages"] or (), row["messages"] or (), strict=True))
        if new != old
    ]  # fmt: skip
    last = max((i for i, t in enumerate(row["messages"] or ()) if t["role"] == "user"), default=0)
    assert {number for _, number in changed} <= {last, last + 1}
    if perturbation in ("language", "type", "verbosity"):
        assert changed == ([("user", last)] if last else [])


@pytest.mark.parametrize(
    ("trap", "row", "reason", "answer"),
    [
        ("a worked solution", chat(told=SOLVED), "", r".*<<.*>>.*\n#### [\d.]+"),
        ("in parts", chat(PARTS, [{"type": "text", "text": SOLVED}]), "", r".*\n#### [\d.]+"),
        ("an equation with its result", chat(told="12 * 5 * 2 = 120"), "", r"[\d.]+ \* [\d.]+ \* [\d.]+ = [\d.]+"),
        ("without one", chat(told="X = (12 * 5 * 2)"), "", r"X = \([\d.]+ \* [\d.]+ \* [\d.]+\)"),
        ("a number, and a column of equations", chat(told="120", equation="12 * 5 * 2"), "", r"[\d.]+"),
        ("a number alone", chat(told="120"), "no_equation", ""),
        ("a fraction is no equation", chat(told="12/5"), "no_equation", ""),
        ("an equation that is wrong", chat(told="12 * 5 * 2 = 110"), "equation_disagrees", ""),
        ("prose", chat(told="Sure! She earns $120."), "no_equation", ""),
        ("no answer", chat(), "no_equation", ""),
        ("an answer of nothing, as beside calls of tools", chat() | {"messages": [*chat()["messages"], {"role": "assistant", "content": None}]}, "no_equation", ""),
        ("the answer to an earlier question", {"messages": [{"role": "user", "content": "6 and 1?"}, {"role": "assistant", "content": "6 + 1 = 7"}, *chat()["messages"]]}, "no_equation", ""),
        ("a picture in the answer", chat(told=[{"type": "text", "text": SOLVED}, {"type": "image", "url": "x"}]), "no_equation", ""),
        ("answers to choose from", chat(f"{STORY}\nA) 12 B) 120", SOLVED), "has_options", ""),
        ("answers to choose from in a column", chat(told=SOLVED, choices=["120", "60"]), "", None),
        ("numbers that an earlier turn tells too", chat(told=SOLVED, before=[{"role": "user", "content": "Ann has 5 boxes."}]), "contradicts_context", ""),
        ("steps with tools between the question and its answer", chat() | {"messages": [*chat()["messages"], {"role": "assistant", "content": None, "tool_calls": [{"arguments": "12*5*2"}]}, {"role": "tool", "content": "120"}, {"role": "assistant", "content": SOLVED}]}, "contradicts_context", ""),
        ("other numbers there", chat(told=SOLVED, before=EARLIER), "", r".*#### [\d.]+"),
        ("thoughts, which would tell the old answer", chat() | {"messages": [*chat()["messages"], {"role": "assistant", "content": SOLVED, "reasoning_content": "60 pens"}]}, "contradicts_context", ""),
        ("no thoughts", chat() | {"messages": [*chat()["messages"], {"role": "assistant", "content": SOLVED, "reasoning_content": None}]}, "", r".*#### [\d.]+"),
    ],
)  # fmt: skip
def test_the_answer_of_a_conversation(trap, row, reason, answer):
    if answer is None:
        with pytest.raises(DataError, match="those to choose from \\(column 'choices'\\)"):
            perturb("noise").row(row)
        return
    made = made_of("noise", row)
    assert (made["status"], made["reason"]) == ("unchanged" if reason else "applied", reason)
    if not reason:
        told = made["messages"][-1]["content"]
        told = told[0]["text"] if isinstance(told, list) else told
        assert re.fullmatch(answer, told, re.DOTALL)
        assert told != row["messages"][-1]["content"]


def test_the_answer_may_stand_in_a_column():
    """As where prompts are trained on: a question without an answer in the conversation."""
    made = made_of("noise", chat(equation="12 * 5 * 2", answer=120))
    assert made["status"] == "applied"
    assert made["answer"] != 120
    with pytest.raises(DataError, match="stands both in turn 3 of column 'messages' and in column"):
        perturb("noise").row(chat(told=SOLVED, final_answer=120))
    alone = made_of("noise", chat(told=SOLVED, final_answer=120), answer="")
    assert alone["final_answer"] == 120
    assert made_of("type", chat(told=SOLVED, final_answer=120))["status"] == "applied"


@pytest.mark.parametrize(
    ("trap", "messages", "message"),
    [
        ("a text", "Hi", "column 'messages' holds str 'Hi' where turns are expected"),
        ("turns as columns", {"role": ["user"], "content": ["Hi"]}, "column 'messages' holds dict"),
        ("no role", [{"from": "human", "value": "Hi"}], "turn 1 of column 'messages' is"),
        ("no turn", [SYSTEM, "Hi"], "turn 2 of column 'messages' is 'Hi' where turns are expected"),
        ("a number as content", [{"role": "user", "content": 3}], "turn 1 of column 'messages' has the content '3'"),
        ("a picture", [{"role": "user", "content": [*PARTS, {"type": "image_url", "image_url": {}}]}],
         "turn 1 of column 'messages' holds part 2 of type 'image_url', and only texts can be perturbed"),
        ("a picture with words", [{"role": "user", "content": [{"type": "image", "text": "a cat"}]}], "part 1 of type 'image'"),
        ("a part without text", [{"role": "user", "content": [{"type": "text", "text": None}]}], "part 1 of type 'text'"),
        ("a number as part", [{"role": "user", "content": [3]}], "part 1 of type 'text'"),
    ],
)  # fmt: skip
def test_conversations_that_cannot_be_read(trap, messages, message):
    with pytest.raises(DataError) as error:
        perturb("type").row({"messages": messages})
    assert message in str(error.value)


def test_a_conversation_within_a_column():
    row = {"data": chat(told=SOLVED), "n": 1}
    made = made_of("noise", row, messages="data.messages")
    assert made["status"] == "applied"
    fields = {edit["field"] for edit in json.loads(made["edits"])}
    assert fields == {"data.messages[1].content", "data.messages[2].content"}


def test_texts_before_the_last_part_are_context():
    parts = [{"type": "text", "text": "Ann has 12 pens. "}, "Bo has 3 pens.", {"type": "text", "text": "How many more than 3?"}]  # fmt: skip
    made = made_of("language", chat(parts))
    told = made["messages"][1]["content"]
    assert told[0] == {"type": "text", "text": "Ann has twelve pens. "}
    assert told[1:] == ["Bo has three pens.", {"type": "text", "text": "How many more than three?"}]
    fields = [edit["field"] for edit in json.loads(made["edits"])]
    assert fields == [
        "messages[1].content[0].text",
        "messages[1].content[1]",
        "messages[1].content[2].text",
    ]


@pytest.mark.parametrize(
    ("trap", "names", "options", "columns"),
    [
        ("guessed", ["id", "messages"], Options(), Columns("", id="id", messages="messages")),
        ("a question wins", ["prompt", "question", "messages"], Options(), Columns("question")),
        ("unless messages are named", ["question", "context", "messages"], Options(messages="messages"), Columns("", messages="messages")),
        ("of another name", ["question", "prompt"], Options(messages="prompt"), Columns("", messages="prompt")),
        ("not wanted", ["text", "messages"], Options(question="text"), Columns("text")),
        ("with equation and answer", ["messages", "equation", "target"], Options(), Columns("", (), "equation", "target", messages="messages")),
    ],
)  # fmt: skip
def test_which_column_is_the_conversation(trap, names, options, columns):
    assert choose_columns(options, names, "type") == columns


@pytest.mark.parametrize(
    ("names", "options", "message"),
    [
        (["question", "messages"], Options(question="question", messages="messages"), "the question stands in the turns"),
        (["passage", "messages"], Options(context="passage", messages="messages"), "the context stands in the turns"),
        (["messages"], Options(messages=""), "which column is the question?"),
        (["messages"], Options(messages="turns"), "no column 'turns'; there are 'messages'"),
    ],
)  # fmt: skip
def test_a_conversation_and_other_columns(names, options, message):
    with pytest.raises(DataError, match=re.escape(message)):
        choose_columns(options, names, "type")


def test_conversations_in_files_and_batches(tmp_path, capsys):
    """The same from lines, Parquet, `Dataset.map` and tables of Ray; what is shown first is what is read."""
    rows = [chat(told=SOLVED), chat(STORY.replace("12", "14")), chat("Some cats sleep.", "Nice.")]
    expected = [perturb("noise").row(row) for row in rows]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    table = pyarrow.Table.from_pylist(rows)
    parquet.write_table(table, tmp_path / "a.parquet")
    for name in ("a.jsonl", "a.parquet"):
        out = tmp_path / f"out{name[1:]}"
        status, _, err = numdiag(capsys, "perturb", tmp_path / name, "--perturbation", "noise", "--out", out)  # fmt: skip
        assert status == 0
        assert err.startswith("equation: none, answer: none, id: none, messages: messages\n")
        assert f"messages[1].content: {STORY[:60]!r}" in err
        assert list(RowSource(str(out))) == expected
    assert perturb_table(table, perturb("noise")).to_pylist() == expected
    mapped = Dataset.from_list(rows).map(perturb("noise"), batched=True, batch_size=2)
    assert list(mapped) == expected
    out = tmp_path / "out.csv"
    assert numdiag(capsys, "perturb", tmp_path / "a.jsonl", "--perturbation", "type", "--out", out)[0] == 0  # fmt: skip
    assert json.loads(next(iter(RowSource(str(out))))["messages"])[0] == SYSTEM


# --- columns within others ------------------------------------------------------------------------

NESTED: dict[str, Any] = {"id": "a", "data": {"question": STORY, "answer": {"value": 120, "why": "12 * 5 * 2"}, "note": None}}  # fmt: skip
PLACES: dict[str, Any] = {
    "question": "data.question",
    "equation": "data.answer.why",
    "answer": "data.answer.value",
}


@pytest.mark.parametrize("perturbation", PERTURBATION_NAMES)
def test_columns_within_columns(perturbation):
    made = made_of(perturbation, NESTED, **PLACES)
    assert made["data"].keys() == NESTED["data"].keys()
    fields = {edit["field"] for edit in json.loads(made["edits"])}
    assert fields <= set(PLACES.values())
    if perturbation in ("noise", "distribution"):
        assert fields == set(PLACES.values())
        assert isinstance(made["data"]["answer"]["value"], float)


@pytest.mark.parametrize(
    ("trap", "row", "name", "place"),
    [
        ("a column", {"a": 1}, "a", ("a",)),
        ("within one", {"a": {"b": 1}}, "a.b", ("a", "b")),
        ("a column with a dot wins", {"a.b": 1, "a": {"b": 2}}, "a.b", ("a.b",)),
        ("also further in", {"a": {"b.c": 1, "b": {"c": 2}}}, "a.b.c", ("a", "b.c")),
        ("a long key that leads nowhere", {"a.b": {"d": 1}, "a": {"b": {"c": 2}}}, "a.b.c", ("a", "b", "c")),
        ("an element", {"a": [1, [2, 3]]}, "a[1][0]", ("a", 1, 0)),
        ("a column called like one", {"a": [1], "a[0]": 2}, "a[0]", ("a[0]",)),
        ("within an element", {"a": [{"b": 1}]}, "a[0].b", ("a", 0, "b")),
        ("no such key", {"a": {"b": 1}}, "a.c", None),
        ("no such element", {"a": [1]}, "a[1]", None),
        ("no end", {"a": [1]}, "a[" + "9" * 10_000 + "]", None),
        ("half a key", {"ab": {"c": 1}}, "a.c", None),
        ("a dot at the end", {"a": {"b": 1}}, "a.", None),
        ("a text has no inside", {"a": "b"}, "a.b", None),
        ("nothing", {"a": {"b": 1}}, "", None),
        ("a key of nothing", {"": 1}, "", ("",)),
    ],
)  # fmt: skip
def test_names_and_places(trap, row, name, place):
    assert find_place(row, name) == place
    if place is not None:
        assert name_of(place) == name
    if name:
        assert (value_at(row, name) is None) == (place is None)


def test_a_column_with_a_dot_is_the_column():
    row = {"data.question": "3 pens. How many?", "data": {"question": "4 pens."}}
    made = made_of("type", row, question="data.question")
    assert made["data.question"] == "3.0 pens. How many?"
    assert made["data"] == row["data"]


@pytest.mark.parametrize(
    ("trap", "row", "options", "message"),
    [
        ("no such name", NESTED, {"question": "data.qestion"}, "no column 'data.qestion'; there are 'id', 'data', 'data.question', "),
        ("none is named", NESTED, {}, "name it with --question; there are 'id', 'data', 'data.question'"),
        ("an object", NESTED, {"question": "data.answer"}, "column 'data.answer' holds dict"),
        ("an element of a list is none", {"q": ["3 pens"]}, {"question": "q[0]"}, "no column 'q[0]'; there are 'q'"),
        ("names of two things", {"question": "How many?", "facts": ["3 pens."], "facts[0]": "x"}, {"context": "facts"},
         "'facts[0]' names a column and an element of column 'facts'; rename one"),
        ("and of a turn", chat() | {"messages[1].content": "x"}, {"messages": "messages"}, "'messages[1].content' names a column and a turn"),
    ],
)  # fmt: skip
def test_names_that_cannot_be_used(trap, row, options, message):
    with pytest.raises(DataError) as error:
        perturb("type", **options).row(row)
    assert message in str(error.value)


def test_nested_columns_in_files(tmp_path, capsys):
    """Lists of texts within, and whole answers of Parquet that become decimals with their type."""
    rows = [NESTED, NESTED | {"data": NESTED["data"] | {"question": STORY.replace("5", "6")}}]
    table = pyarrow.Table.from_pylist(rows)
    parquet.write_table(table, tmp_path / "a.parquet")
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    options = [f"--{part}={name}" for part, name in PLACES.items()]
    expected = [perturb("noise", **PLACES).row(row) for row in rows]
    for name in ("a.jsonl", "a.parquet"):
        out = tmp_path / f"out{name[1:]}"
        status, _, err = numdiag(capsys, "perturb", tmp_path / name, "--perturbation", "noise", *options, "--out", out)  # fmt: skip
        assert (status, err.splitlines()[1]) == (0, f"  data.question: {STORY[:60]!r}")
        assert list(RowSource(str(out))) == expected
    kind = parquet.read_schema(tmp_path / "out.parquet").field("data").type
    assert kind.field("answer").type.field("value").type == pyarrow.float64()
    made = perturb_table(table, perturb("noise", **PLACES))
    assert made.to_pylist() == expected
    assert [undo(row) for row in made.to_pylist()] == rows
    data = Dataset.from_list(rows)
    with pytest.raises(DataError, match=r"column 'data.answer.value' holds whole numbers"):
        data.map(perturb("noise", **PLACES), batched=True)
    mapped = data.map(perturb("type", question="data.question"), batched=True, batch_size=1)
    assert [undo(row) for row in mapped] == rows
    paragraphs = {"d": {"facts": ["Ann has 3 pens.", "Bo has 4."], "q": "How many of 7?"}}
    listed = made_of("type", paragraphs, question="d.q", context="d.facts")
    assert listed["d"]["facts"] == ["Ann has 3.0 pens.", "Bo has 4.0."]
    assert json.loads(listed["edits"])[1]["field"] == "d.facts[1]"


# --- tasks of BIG-bench ---------------------------------------------------------------------------

TASK: dict[str, Any] = {
    "name": "pens",
    "description": "Adding up – and comparing.",
    "examples": [
        {"input": "Ann has 12 pens. Bo has 3 pens. How many pens do they have?", "target": "12 + 3 = 15", "comment": ""},
        {"input": "Cy cut 30 planks. He used 8. How many are left?", "target": "30 - 8 = 22"},
    ],
    "metrics": ["exact_str_match"],
}  # fmt: skip
CHOICES: dict[str, Any] = TASK | {"examples": [{"input": row["input"], "target_scores": {"15": 1, "22": 0}} for row in TASK["examples"]]}  # fmt: skip


@pytest.mark.parametrize("indent", [None, 4])
@pytest.mark.parametrize("perturbation", ["verbosity", "noise"])
def test_a_task_comes_out_as_a_task(perturbation, indent, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("numdiag_datasets.own_data.run.PART_ROWS", 1)
    source, out = tmp_path / "task.json", tmp_path / "out.json"
    source.write_text(json.dumps(TASK, indent=indent) + "\n")
    arguments = ("perturb", source, "--perturbation", perturbation, "--out")
    assert numdiag(capsys, *arguments, out)[0] == 0
    made = json.loads(out.read_text())
    assert list(made) == list(TASK)
    assert {key: value for key, value in made.items() if key != "examples"} == {
        key: value for key, value in TASK.items() if key != "examples"
    }
    assert made["examples"] == [perturb(perturbation).row(row) for row in TASK["examples"]]
    assert [undo(row) for row in made["examples"]] == TASK["examples"]
    assert {row["status"] for row in made["examples"]} == {"applied"}
    assert list(RowSource(str(out))) == made["examples"]
    for name in ("out.jsonl", "out.csv", "out.parquet"):
        status, _, err = numdiag(capsys, *arguments, tmp_path / name)
        assert (status, "is a task of BIG-bench" in err.splitlines()[-1]) == (2, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.json", "task.json"]


def test_targets_to_choose_from(tmp_path, capsys):
    """They stay as they are; what would give another answer is refused, also where a later row has them."""
    source, out = tmp_path / "task.json", tmp_path / "out.json"
    source.write_text(json.dumps(CHOICES))
    arguments = ("perturb", source, "--out", out, "--perturbation")
    status, _, err = numdiag(capsys, *arguments, "noise")
    assert status == 2
    assert "none of those to choose from (column 'target_scores'); choose from" in err
    assert numdiag(capsys, *arguments, "language")[0] == 0
    made = json.loads(out.read_text())["examples"]
    assert [row["target_scores"] for row in made] == [row["target_scores"] for row in CHOICES["examples"]]  # fmt: skip
    mixed = TASK | {"examples": [*TASK["examples"], *CHOICES["examples"]]}
    source.write_text(json.dumps(mixed))
    assert numdiag(capsys, *arguments, "noise", "--overwrite")[0] == 0
    made = json.loads(out.read_text())["examples"]
    assert [row["reason"] for row in made] == ["", "", "has_options", "has_options"]


@pytest.mark.parametrize(
    ("trap", "content", "message"),
    [
        ("an object without examples", {"name": "x", "rows": [{"input": "3"}]}, "is one JSON object, and rows are expected; write one of its lists to a file: 'rows' (1)"),
        ("examples of another form", {"examples": [{"text": "3"}]}, "is one JSON object"),
        ("no examples", {"examples": []}, "is one JSON object"),
        ("an example that is none", {"examples": [{"input": "3 pens?", "target": "3"}, "x"]}, "row 2: a JSON object is expected, not 'x'"),
    ],
)  # fmt: skip
def test_objects_that_are_no_tasks(trap, content, message, tmp_path, capsys):
    source = tmp_path / "a.json"
    source.write_text(json.dumps(content, indent=1))
    status, _, err = numdiag(capsys, "perturb", source, "--perturbation", "type", "--out", tmp_path / "o.json")  # fmt: skip
    assert (status, message in err.splitlines()[-1]) == (2, True), err


def test_lines_of_tasks_are_lines(tmp_path):
    """Two in a file are rows like any others, of which none is lost."""
    source = tmp_path / "a.jsonl"
    source.write_text(f"{json.dumps(TASK)}\n\n{json.dumps(CHOICES)}\n{json.dumps(TASK)}\n")
    assert list(RowSource(str(source))) == [TASK, CHOICES, TASK]


def test_the_names_of_what_lies_within():
    assert list(names_within(NESTED)) == [
        "data.question", "data.answer", "data.answer.value", "data.answer.why", "data.note",
    ]  # fmt: skip
