"""TAT-QA's files and derivations: every way in which they can be read, and in which they cannot."""

import json
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.decimals import rounded
from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.sources import SOURCES, load_source
from numdiag_datasets.sources.source_files import LONGEST_TEXT, SourceError, SourceFile
from numdiag_datasets.sources.tatqa_a.reader import read_tatqa
from numdiag_datasets.texts.table.derivation import DerivationError, derived_answer, read_derivation, rewrite_derivation

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
    contents = {"train.json": content, "dev.json": empty, "split_ids.tsv": SPLIT}
    return read_tatqa(*(SourceFile(name, text, name) for name, text in contents.items()))


def test_a_question_is_a_row():
    splits, _ = read(context())
    problem = splits["train"][0]
    assert (problem.id, problem.group, problem.dataset) == ("q1", "t1", "tatqa_a")
    assert problem.context == ("Sales rose.",)
    assert problem.table == (("", "2019"), ("Sales", "5"))
    assert (problem.equation, problem.derivation, problem.answers) == ("5 - 3", "5-3", ("2",))
    assert (problem.answer_type, problem.answer_from, problem.scale) == ("arithmetic", "table", "")


def test_contexts_go_where_the_split_file_says_with_their_paragraphs_in_order():
    splits, notes = read(context("t1"), context("t2", questions=[question(uid="q2")]))
    assert [p.group for p in splits["test"]] == ["t2"]
    assert [p.group for p in splits["train"]] == ["t1", "t0"]
    assert notes == ("the validation split holds 0 of its 1 contexts (1 not in the source files)",)
    span = question(answer=["2019"], answer_type="span", derivation="")
    splits, _ = read(context(questions=[span]))
    assert [p.group for p in splits["train"]] == ["t0"]
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
    assert set(data.files) == {*(file.name for file in SOURCES["tatqa_a"].official), "tatqa/split_ids.tsv"}
    marks = "".join(p.derivation for p in problems)
    assert all(mark in marks for mark in ("%", "—", "Nil", "[", "$" if "$" in marks else "-", "million"))


@pytest.mark.parametrize(("trap", "text", "answer", "scale", "equation"), [
    ("commas and spaces", "1,496.5 -1,202.9", "293.6", "million", "1496.5 - 1202.9"),
    ("currency signs", "$1.7 - $ 1.8  ", "-0.1", "million", "1.7 - 1.8"),
    ("a ratio in percent", "(44.1-56.7)/56.7", "-22.22", "percent", "(44.1 - 56.7) / 56.7 * 100"),
    ("a plain ratio in percent", "650/3,423", "18.99", "percent", "650 / 3423 * 100"),
    ("a sum in percent", "77 / 35 - 1", "120", "percent", "(77 / 35 - 1) * 100"),
    ("percents are subtracted", "39.5%-41.8%", "-2.3", "percent", "39.5 - 41.8"),
    ("percents without signs", "2.10-1.60", "0.5", "percent", "2.10 - 1.60"),
    ("zero percents", "4.0% - 4.0%", "0", "percent", "4.0 - 4.0"),
    ("a zero ratio", "(5-5)/5", "0", "percent", "(5 - 5) / 5 * 100"),
    ("times 100 is typed", "(88-30)/30*100", "193.33", "percent", "(88 - 30) / 30 * 100"),
    ("a percent of an amount", "1,399.0 * 36.5%", "510.64", "million", "1399.0 * 0.365"),
    ("(71) is negative", "-114 - (71)", "-43", "million", "-114 - (-71)"),
    ("(71) is positive", "(71) + 114", "185", "", "(71) + 114"),
    ("one of two is negative", "(5) - (3)", "8", "", "(5) - (-3)"),
    ("a minus before a bracket", "-(0.4 + 0.6) / 2", "-0.5", "", "-(0.4 + 0.6) / 2"),
    ("square brackets", "[(2+4)/2] - [(1+3)/2]", "1", "", "((2 + 4) / 2) - ((1 + 3) / 2)"),
    ("a bracket left open", "(138 + 17", "155", "million", "(138 + 17)"),
    ("a nil cell", "44 - —", "44", "thousand", "44 - 0"),
    ("nil in a word", "7.1 - Nil", "7.1", "million", "7.1 - 0"),
    ("a nil cell with its sign", "$5 + $-", "5", "", "5 + 0"),
    ("units of one scale", "$6.5 billion + $2.7 billion", "9.2", "billion", "6.5 + 2.7"),
    ("units of two scales", "1.3 million + 250 thousand", "1550", "thousand", "1300 + 250"),
    ("an answer cut off", "442/975", "0.45", "", "442 / 975"),
    ("other signs", "12 × 3 – 6 ÷ 2", "33", "", "12 * 3 - 6 / 2"),
])  # fmt: skip
def test_derivations_are_read(trap, text, answer, scale, equation):
    if trap == "percents are subtracted":
        assert read_derivation(text, answer, scale).equation.value() == Fraction("-2.3")
    assert read_derivation(text, answer, scale).equation.text == equation, trap


@pytest.mark.parametrize(("text", "answer", "code"), [
    ("918>914>814", "918", "derivation_unreadable"),
    ("Warehouses##Land", "2", "derivation_unreadable"),
    ("", "2", "derivation_unreadable"),
    ("5 +", "5", "derivation_unreadable"),
    ("5 - 3", "3", "derivation_disagrees"),
    ("5 / 0", "3", "derivation_unreadable"),
    ("__import__('os')", "1", "derivation_unreadable"),
])  # fmt: skip
def test_what_cannot_be_read_is_refused(text, answer, code):
    with pytest.raises(DerivationError) as error:
        read_derivation(text, answer, "")
    assert str(error.value) == code


def test_numerals_are_written_anew_in_place():
    text = "($1,204 + 1,146) / 2"
    derivation = read_derivation(text, "1175", "thousand")
    assert rewrite_derivation(text, derivation.numerals, {0: "1,204.3", 1: "99"}) == ("($1,204.3 + 99) / 2")


@pytest.mark.parametrize(("trap", "text", "answer", "positions"), [
    ("an average", "(3 + 4) / 2", "3.5", [2]),
    ("the years of an average", "(1 + 2 + 3) / (2019 - 2017 + 1)", "2", [3, 4, 5]),
    ("a growth", "(77 / 35 - 1) * 100", "120", [2, 3]),
    ("a ratio of two figures", "650 / 3", "216.67", []),
    ("a product", "2 * 3", "6", []),
    ("a figure equals the count of terms", "-(2 + 46)/2", "-24", [2]),
    ("a figure equals it, among three", "(49 + 3 + 12) / 3", "21.33", [3]),
    ("two averages", "[(166+178)/2] - [(57+44)/2]", "121.5", [2, 5]),
    ("the average of one", "1,400 / 1", "1400", [1]),
    ("an average of two changes", "((5 - 3) + (9 - 2)) / 2", "4.5", [4]),
    ("a growth from two", "(0-2)/2", "-1", []),
    ("a growth from one", "(2 - 1) / 1", "1", []),
    ("a divisor that counts something else", "(2 + 46) / 3", "16", [2]),
    ("a figure twice, and no count", "(3 + 46) / 3", "16.33", []),
    ("an amount with a comma is no year", "2,578 - 2,083", "495", []),
    ("an amount with a currency is no year", "$2010 - $2000", "10", []),
    ("one year alone is none", "2578 - 2083", "495", []),
    ("years", "2019 - 2017", "2", [0, 1]),
    ("a percentage of amounts like years", "(2,000 - 2,000)/2,000", "0", []),
])  # fmt: skip
def test_what_no_table_shows(trap, text, answer, positions):
    assert sorted(read_derivation(text, answer, "").fixed) == positions, trap


@pytest.mark.parametrize(("value", "text"), [
    (Fraction(1, 3), "0.33"),
    (Fraction("0.125"), "0.13"),  # half up
    (Fraction("-0.125"), "-0.13"),
    (Fraction(3), "3"),
    (Fraction("2.50"), "2.5"),
    (Fraction("0.004"), "0"),
])  # fmt: skip
def test_rounding(value, text):
    assert rounded(value) == text


@given(st.integers(1, 10**7), st.integers(1, 10**7), st.sampled_from(["-", "+", "/", "*"]))
def test_what_is_derived_reads_back(a, b, symbol):
    """The answer of a derivation lets the same derivation be read again."""
    text = f"{a:,} {symbol} {b:,}"
    answer = derived_answer(parse_equation(text))
    assert read_derivation(text, answer, "").equation.operands == (a, b)
