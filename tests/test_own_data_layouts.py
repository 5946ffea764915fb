"""Rows that are no flat columns: conversations, and columns within others."""

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
from numdiag_datasets.own_data.columns import DataError
from numdiag_datasets.own_data.places import find_place
from tests.commands import numdiag
from tests.own_rows import read
from tests.test_own_data import SOLVED as SOLVED_ROW
from tests.test_own_data import STORY

SOLVED = SOLVED_ROW["answer"]
SYSTEM = {"role": "system", "content": "You are a tutor."}


def chat(asked: Any = STORY, *said: Any, before: Any = (), **columns: Any) -> dict[str, Any]:
    """A conversation: a question, and what is said after it, texts of the assistant or whole turns."""
    turns = [turn if isinstance(turn, dict) else {"role": "assistant", "content": turn} for turn in said]
    return {"messages": [SYSTEM, *before, {"role": "user", "content": asked}, *turns], **columns}


def made_of(perturbation, row, **options):
    """The perturbed row, of which the original comes back; the row itself is never touched."""
    before = json.dumps(row)
    donors = [chat("A baker sold 9 cakes. How many are left?")] if "messages" in row else [row]
    made = perturb(perturbation, donors=donors, **options).row(row)
    assert undo(made) == row
    assert json.dumps(row) == before
    return made


def user(text: Any) -> dict[str, Any]:
    return {"role": "user", "content": text}


EARLIER = (user("Bo has 7 cats."), {"role": "assistant", "content": "I see."})
PART = [{"type": "text", "text": STORY}]


@pytest.mark.parametrize("perturbation", PERTURBATION_NAMES)
@pytest.mark.parametrize("row", [
    chat(),
    chat(STORY, SOLVED, before=EARLIER),
    chat(PART, [{"type": "text", "text": SOLVED}]),
    chat(STORY, "120", equation="12 * 5 * 2", id="a"),
    {"messages": [SYSTEM]},
    {"messages": None},
], ids=["asked", "later", "a part", "with an equation", "nothing asked", "none"])  # fmt: skip
def test_of_a_conversation_only_the_last_question_and_its_answer_change(perturbation, row):
    made = made_of(perturbation, row)
    turns = list(zip(made["messages"] or (), row["messages"] or (), strict=True))
    changed = {number for number, (new, old) in enumerate(turns) if new != old}
    last = max((i for i, (_, turn) in enumerate(turns) if turn["role"] == "user"), default=0)
    assert changed <= {last, last + 1}
    if perturbation in ("language", "type", "verbosity"):
        assert changed == ({last} if last else set())


@pytest.mark.parametrize(("trap", "row", "reason", "answer"), [
    ("a worked solution", chat(STORY, SOLVED), "", r".*<<.*>>.*\n#### [\d.]+"),
    ("in a part", chat(PART, [{"type": "text", "text": SOLVED}]), "", r".*\n#### [\d.]+"),
    ("an equation with its result", chat(STORY, "12 * 5 * 2 = 120"), "", r"[\d.]+ \* [\d.]+ \* [\d.]+ = [\d.]+"),
    ("without one", chat(STORY, "X = (12 * 5 * 2)"), "", r"X = \([\d.]+ \* [\d.]+ \* [\d.]+\)"),
    ("a number, and a column of equations", chat(STORY, "120", equation="12 * 5 * 2"), "", r"[\d.]+"),
    ("a number alone", chat(STORY, "120"), "no_equation", ""),
    ("a fraction is no equation", chat(STORY, "12/5"), "no_equation", ""),
    ("an equation that is wrong", chat(STORY, "12 * 5 * 2 = 110"), "equation_disagrees", ""),
    ("prose", chat(STORY, "Sure! She earns $120."), "no_equation", ""),
    ("no answer", chat(), "no_equation", ""),
    ("an answer of nothing", chat(STORY, None), "no_equation", ""),
    ("the answer to an earlier question", chat(before=[user("6 and 1?"), {"role": "assistant", "content": "6 + 1 = 7"}]), "no_equation", ""),
    ("a picture in the answer", chat(STORY, [{"type": "text", "text": SOLVED}, {"type": "image", "url": "x"}]), "no_equation", ""),
    ("answers to choose from", chat(f"{STORY}\nA) 12 B) 120", SOLVED), "has_options", ""),
    ("numbers that an earlier turn tells too", chat(STORY, SOLVED, before=[user("Ann has 5 boxes.")]), "contradicts_context", ""),
    ("in a part of it", chat(STORY, SOLVED, before=[user([{"type": "text", "text": "Ann has 5 boxes."}])]), "contradicts_context", ""),
    ("other numbers there", chat(STORY, SOLVED, before=EARLIER), "", r".*#### [\d.]+"),
    ("steps with tools before the answer", chat(STORY, {"role": "tool", "content": "120"}, SOLVED), "contradicts_context", ""),
    ("thoughts, which would tell the old answer", chat(STORY, {"role": "assistant", "content": SOLVED, "reasoning_content": "60 pens"}),
     "contradicts_context", ""),
    ("no thoughts", chat(STORY, {"role": "assistant", "content": SOLVED, "reasoning_content": None}), "", r".*#### [\d.]+"),
])  # fmt: skip
def test_the_answer_of_a_conversation(trap, row, reason, answer):
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
    both = chat(STORY, SOLVED, final_answer=120)
    with pytest.raises(DataError, match="stands both in turn 3 of column 'messages' and in column"):
        perturb("noise").row(both)
    assert made_of("noise", both, answer="")["final_answer"] == 120
    assert made_of("type", both)["status"] == "applied"


@pytest.mark.parametrize(("trap", "messages", "message"), [
    ("a text", "Hi", "turn 1 of column 'messages' is 'Hi' where turns are expected"),
    ("turns as columns", {"role": ["user"], "content": ["Hi"]}, "turn 1 of column 'messages' is"),
    ("no role", [{"from": "human", "value": "Hi"}], "turn 1 of column 'messages' is"),
    ("no turn", [SYSTEM, "Hi"], "turn 2 of column 'messages' is 'Hi' where turns are expected"),
    ("a number as content", [user(3)], "column 'messages[0].content' holds int '3' where a text is expected"),
    ("a picture", [user([*PART, {"type": "image_url", "image_url": {}}])], "column 'messages[0].content' holds list"),
    ("a picture with words", [user([{"type": "image", "text": "a cat"}])], "column 'messages[0].content' holds list"),
    ("several parts", [user(PART * 2)], "column 'messages[0].content' holds list"),
])  # fmt: skip
def test_conversations_that_cannot_be_read(trap, messages, message):
    with pytest.raises(DataError, match=re.escape(message)):
        perturb("type").row({"messages": messages})


def test_conversations_in_files_and_batches(tmp_path, capsys):
    """The same from lines, Parquet, `Dataset.map` and tables of Ray; what is shown first is what is read."""
    rows = [chat(STORY, SOLVED), chat(STORY.replace("12", "14")), chat("Some cats sleep.", "Nice.")]
    expected = [perturb("noise").row(row) for row in rows]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    table = pyarrow.Table.from_pylist(rows)
    parquet.write_table(table, tmp_path / "a.parquet")
    for name in ("a.jsonl", "a.parquet"):
        out = tmp_path / f"out{name[1:]}"
        status, _, err = numdiag(capsys, "perturb", tmp_path / name, "--perturbation", "noise", "--out", out)
        assert status == 0
        assert err.startswith("equation: none, answer: none, id: none, messages: messages\n")
        assert f"messages[1].content: {STORY[:60]!r}" in err
        assert read(out) == expected
    assert perturb_table(table, perturb("noise")).to_pylist() == expected
    mapped = Dataset.from_list(rows).map(perturb("noise"), batched=True, batch_size=2)
    assert list(mapped) == expected


NESTED: dict[str, Any] = {"id": "a", "data": {"question": STORY, "answer": {"value": 120, "why": "12 * 5 * 2"}, "note": None}}  # fmt: skip
PLACES: dict[str, Any] = {"question": "data.question", "equation": "data.answer.why", "answer": "data.answer.value"}


@pytest.mark.parametrize("perturbation", PERTURBATION_NAMES)
def test_columns_within_columns(perturbation):
    made = made_of(perturbation, NESTED, **PLACES)
    fields = {edit["field"] for edit in json.loads(made["edits"])}
    assert fields <= set(PLACES.values())
    if perturbation in ("noise", "distribution"):
        assert fields == set(PLACES.values())
        assert isinstance(made["data"]["answer"]["value"], float)


@pytest.mark.parametrize(("trap", "row", "name", "place"), [
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
])  # fmt: skip
def test_names_and_places(trap, row, name, place):
    assert find_place(row, name) == place


@pytest.mark.parametrize(("trap", "row", "question", "message"), [
    ("no such name", NESTED, "data.qestion", "no column 'data.qestion'; there are 'id', 'data', 'data.question', "),
    ("none is named", NESTED, None, "name it with --question; there are 'id', 'data', 'data.question'"),
    ("an object", NESTED, "data.answer", "column 'data.answer' holds dict"),
    ("an element of a list is none", {"q": ["3 pens"]}, "q[0]", "no column 'q[0]'; there are 'q'"),
])  # fmt: skip
def test_names_that_cannot_be_used(trap, row, question, message):
    with pytest.raises(DataError, match=re.escape(message)):
        perturb("type", question=question).row(row)


def test_nested_columns_in_files(tmp_path, capsys):
    """Lists of texts within, and whole answers of Parquet that become decimals with their type."""
    rows = [NESTED, NESTED | {"data": NESTED["data"] | {"question": STORY.replace("5", "6")}}]
    table = pyarrow.Table.from_pylist(rows)
    parquet.write_table(table, tmp_path / "a.parquet")
    options = [f"--{part}={name}" for part, name in PLACES.items()]
    expected = [perturb("noise", **PLACES).row(row) for row in rows]
    out = tmp_path / "out.parquet"
    status, _, err = numdiag(capsys, "perturb", tmp_path / "a.parquet", "--perturbation", "noise", *options, "--out", out)  # fmt: skip
    assert (status, err.splitlines()[1]) == (0, f"  data.question: {STORY[:60]!r}")
    assert read(out) == expected
    kind = parquet.read_schema(out).field("data").type
    assert kind.field("answer").type.field("value").type == pyarrow.float64()
    assert perturb_table(table, perturb("noise", **PLACES)).to_pylist() == expected
    data = Dataset.from_list(rows)
    with pytest.raises(DataError, match=r"column 'data.answer.value' holds whole numbers"):
        data.map(perturb("noise", **PLACES), batched=True)
    paragraphs = {"d": {"facts": ["Ann has 3 pens.", "Bo has 4."], "q": "How many of 7?"}}
    listed = made_of("type", paragraphs, question="d.q", context="d.facts")
    assert listed["d"]["facts"] == ["Ann has 3.0 pens.", "Bo has 4.0."]
    assert json.loads(listed["edits"])[1]["field"] == "d.facts[1]"
