"""TAT-QA's files: every way in which they can be read, and in which they cannot."""

import json
from collections import Counter

import pytest

from numdiag_datasets.sources import load_source
from numdiag_datasets.sources.source_files import LONGEST_TEXT, SourceError
from numdiag_datasets.sources.tatqa_a.reader import FILES, read_tatqa

SPLIT = b"split\tid\ntest\tt2\nvalidation\tt9\n"


def question(**changes):
    return {
        "uid": "q1",
        "order": 1,
        "question": "What was the change in sales?",
        "answer": 2,
        "derivation": "5-3",
        "answer_type": "arithmetic",
        "answer_from": "table",
        "scale": "",
    } | changes


def context(uid="t1", *, table=(("", "2019"), ("Sales", "5")), questions=(), **changes):
    return {
        "table": {"uid": uid, "table": [list(row) for row in table]},
        "paragraphs": [{"uid": "p", "order": 1, "text": "Sales rose."}],
        "questions": list(questions) or [question()],
    } | changes


def read(*contexts, content=None):
    content = json.dumps(contexts).encode() if content is None else content
    empty = json.dumps([context("t0", questions=[question(uid="q0")])]).encode()
    return read_tatqa([content, empty], SPLIT, ["train.json", "dev.json"], "split_ids.tsv")


def test_a_question_is_a_row():
    splits, _ = read(context())
    problem = splits["train"][0]
    assert (problem.id, problem.group, problem.dataset) == ("q1", "t1", "tatqa_a")
    assert problem.context == ("Sales rose.",)
    assert problem.table == (("", "2019"), ("Sales", "5"))
    assert (problem.equation, problem.derivation, problem.answers) == ("5 - 3", "5-3", ("2",))
    assert (problem.answer_type, problem.answer_from, problem.scale) == ("arithmetic", "table", "")


def test_contexts_go_where_the_split_file_says():
    splits, notes = read(context("t1"), context("t2", questions=[question(uid="q2")]))
    assert [p.group for p in splits["test"]] == ["t2"]
    assert [p.group for p in splits["train"]] == ["t1", "t0"]
    assert notes == ("the validation split holds 0 of its 1 contexts (1 not in the source files)",)


def test_a_context_without_arithmetic_is_left_out():
    span = question(answer=["2019"], answer_type="span", derivation="")
    splits, _ = read(context(questions=[span]))
    assert [p.group for p in splits["train"]] == ["t0"]


def test_paragraphs_stand_in_their_order():
    paragraphs = [{"order": 2, "text": "Second."}, {"order": 1, "text": "First."}]
    splits, _ = read(context(paragraphs=paragraphs))
    assert splits["train"][0].context == ("First.", "Second.")


@pytest.mark.parametrize(("trap", "changes", "answers", "equation", "lints"), [
    ("a float as written", {"answer": 2.0}, ("2.0",), "5 - 3", ()),
    ("spans", {"answer": ["a", "b"], "answer_type": "multi-span"}, ("a", "b"), "", ()),
    ("an empty span", {"answer": ["a", ""], "answer_type": "multi-span"}, ("a",), "", ()),
    ("a span that is no list", {"answer": "a", "answer_type": "span"}, ("a",), "", ()),
    ("a count as text", {"answer": "2", "answer_type": "count"}, ("2",), "", ()),
    ("a count as number", {"answer": 2, "answer_type": "count"}, ("2",), "", ()),
    ("a wrong answer", {"answer": 3}, ("3",), "", ("derivation_disagrees",)),
    ("no derivation", {"derivation": ""}, ("2",), "", ("derivation_unreadable",)),
])  # fmt: skip
def test_answers(trap, changes, answers, equation, lints):
    splits, _ = read(context(questions=[question(**changes), question(uid="q2")]))
    problem = splits["train"][0]
    assert (problem.answers, problem.equation, problem.lints) == (answers, equation, lints), trap


def without(record, key):
    return {name: value for name, value in record.items() if name != key}


@pytest.mark.parametrize(("trap", "contexts", "message"), [
    ("no list", {"a": 1}, "a list of contexts"),
    ("no contexts", [], "a list of contexts"),
    ("no record", [3], "train.json: context 1 is no record of table"),
    ("no table", [without(context(), "table")], "context 1 has no 'table'; it has paragraphs"),
    ("a table without uid", [context(uid="")], "has no table uid"),
    ("a misspelt key", [context(questions=[without(question(), "scale") | {"Scale": ""}])], "context 1 (t1), question 1 has no 'scale'; it has uid"),
    ("no answer", [context(questions=[without(question(), "answer")])], "has no 'answer'"),
    ("an empty answer", [context(questions=[question(answer=[], answer_type="span")])], "question 1 has no answer"),
    ("an untyped answer", [context(questions=[question(answer=[{"number": 3}], answer_type="span")])], "neither text nor number"),
    ("arithmetic with text", [context(questions=[question(answer="two")])], "is no number"),
    ("an unknown type", [context(questions=[question(answer_type="spam")])], "the answer_type 'spam'; known are span, multi-span"),
    ("an unknown scale", [context(questions=[question(scale="dozen")])], "the scale 'dozen'"),
    ("a ragged table", [context(table=(("", "2019"), ("Sales",)))], "context 1 (t1) has a ragged table: row 2 has 1 cells, row 1 2"),
    ("a number in a cell", [context(table=(("", 2019),))], "a cell in row 1 that is no text"),
    ("no rows", [context(table=())], "no list of rows"),
    ("an order in words", [context(paragraphs=[{"order": "first", "text": "x"}])], "which is no number"),
    ("an empty paragraph", [context(paragraphs=[{"order": 1, "text": " "}])], "paragraph 1 has no text"),
    ("a paragraph of a megabyte", [context(paragraphs=[{"order": 1, "text": "x" * 10**6}])],
     f"1,000,000 characters; at most {LONGEST_TEXT:,} are read"),
    ("one table twice", [context(), context()], "the table t1 occurs twice"),
])  # fmt: skip
def test_bad_input_names_file_and_record(trap, contexts, message):
    with pytest.raises(SourceError) as error:
        read(content=json.dumps(contexts).encode())
    assert message in str(error.value), trap
    assert str(error.value).startswith("train.json"), trap


def test_the_sample_has_every_trap():
    data = load_source("tatqa_a")
    problems = [problem for split in data.splits.values() for problem in split]
    assert len(problems) >= 60
    assert len({problem.group for problem in problems}) >= 10
    kinds = Counter(problem.answer_type for problem in problems)
    assert set(kinds) == {"span", "multi-span", "arithmetic", "count"}
    assert {p.answer_from for p in problems} == {"text", "table", "table-text"}
    assert {"", "thousand", "million", "percent"} <= {p.scale for p in problems}
    assert [p.lints for p in problems if p.lints] == [("derivation_disagrees",)]
    assert data.notes == ()
    assert set(data.files) == {*FILES, "tatqa/split_ids.tsv"}
    marks = "".join(p.derivation for p in problems)
    assert all(mark in marks for mark in ("%", "—", "Nil", "[", "$" if "$" in marks else "-", "million"))
