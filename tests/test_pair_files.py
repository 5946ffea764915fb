"""Files of labelled pairs in the layouts that they come in, and what is said of those that cannot be read."""

import csv
import json

import pytest

from numdiag_datasets.text_pairs.question_matching.pair_files import read_pair_files, read_pairs
from numdiag_datasets.text_pairs.question_matching.question_edits import QuestionPair
from numdiag_datasets.text_pairs.question_matching.questions import QuestionError
from numdiag_datasets.text_pairs.question_matching.taxonomy import operations

SAME = QuestionPair("怎么洗帆布鞋", "请问怎么洗帆布鞋", 1)
OTHER = QuestionPair("猫为什么踩奶", "狗为什么踩奶", 0)
ROWS = [("怎么洗帆布鞋", "请问怎么洗帆布鞋", "1"), ("猫为什么踩奶", "狗为什么踩奶", "0")]


def table(header, rows, separator="\t"):
    return "".join(separator.join(map(str, row)) + "\n" for row in [*([header] if header else []), *rows])


@pytest.mark.parametrize(("name", "content"), [
    ("lcqmc.tsv", table((), ROWS)),
    ("oppo.txt", table((), ROWS)),
    ("windows.tsv", "\ufeff" + table((), ROWS).replace("\n", "\r\n")),
    ("numbered.tsv", table((), [(n, *row) for n, row in enumerate(ROWS)])),
    ("afqmc.csv", table(("sentence1", "sentence2", "label"), ROWS, ",")),
    ("bq.csv", table(("question1", "question2", "label"), ROWS, ",")),
    ("quoted.csv", table(("sentence1", "sentence2", "label"), [[f'"{c}"' for c in row] for row in ROWS], ",")),
    ("duqm.tsv", table(("qid", "text_a", "text_b", "label"), [(n, *row) for n, row in enumerate(ROWS)])),
    ("hub.tsv", table(("ID", "Sentence1", "Sentence2", "Gold_Label", "source"), [(n, *row, "x") for n, row in enumerate(ROWS)])),
    ("words.tsv", table(("text_a", "text_b", "label"), [(a, b, "Y" if y == "1" else "N") for a, b, y in ROWS])),
    ("clue.json", "".join(json.dumps({"sentence1": a, "sentence2": b, "label": y, "id": 3}) + "\n" for a, b, y in ROWS)),
    ("numbers.jsonl", "".join(json.dumps({"query": a, "title": b, "label": int(y), "more": None}) + "\n" for a, b, y in ROWS)),
])  # fmt: skip
def test_every_layout_is_read(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    assert read_pairs(path) == [SAME, OTHER]


@pytest.mark.parametrize(("operation", "subcategory", "label", "key"), [
    ("replace num.", "", 0, "replace_numeral"),
    ("Replace Num", "", 0, "replace_numeral"),
    ("replace_numeral", "", 0, "replace_numeral"),
    ("replace quantifier", "", 0, "replace_quantifier"),
    ("replace n.", "", 0, "replace_noun"),
    ("replace n.", "", 1, "synonym_noun"),  # the paper has the name twice, once a label
    ("replace adj.", "Antonym", 0, "antonym_adjective"),
    ("replace adj.", "Part of Speech", 0, "replace_adjective"),
    ("neg.+antonym", "", 1, "negate_antonym"),
    ("insert", "Temporal word", 0, "temporal_insert"),
    ("swap", "Symmetry", 1, "symmetry_swap"),
    ("swap + negate", "", 1, "negative_asymmetry"),
])  # fmt: skip
def test_the_paper_s_names_of_operations(tmp_path, operation, subcategory, label, key):
    """Category and subcategory come of the operation."""
    path = tmp_path / "pairs.tsv"
    row = ("一", "二", label, operation, "Lexical Feature", subcategory)
    path.write_text(table(("text_a", "text_b", "label", "perturbation", "category", "sub_category"), [row]))
    (pair,) = read_pairs(path)
    found = operations()[key]
    assert (pair.operation, pair.category, pair.subcategory) == (key, found.category, found.subcategory)


def test_category_and_subcategory_stay_without_an_operation(tmp_path):
    path = tmp_path / "pairs.jsonl"
    rows = [
        {"text_a": "一", "text_b": "二", "label": 0, "category": "Lexical Feature", "subcategory": "named entity"},
        {"text_a": "一", "text_b": "二", "label": 0, "category": "Lexical Feature"},
        {"text_a": "一", "text_b": "二", "label": 0, "category": "mine", "subcategory": "other"},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert [(p.category, p.subcategory) for p in read_pairs(path)] == [
        ("lexical", "Named Entity"), ("lexical", ""), ("mine", "other"),
    ]  # fmt: skip


def test_a_file_may_be_called_like_its_operation(tmp_path):
    (tmp_path / "replace_numeral.tsv").write_text("一斤\t三斤\t0\n")
    (tmp_path / "README.md").write_text("not read")
    pairs, files = read_pair_files(tmp_path)
    assert [pair.operation for pair in pairs] == ["replace_numeral"]
    assert list(files) == ["replace_numeral.tsv"]


@pytest.fixture
def usual_csv_limit():
    """That of Python, which libraries set higher for all of a process."""
    before = csv.field_size_limit(2**17)
    yield
    csv.field_size_limit(before)


@pytest.mark.usefixtures("usual_csv_limit")
@pytest.mark.parametrize(("name", "content", "message"), [
    ("long.csv", f"text_a,text_b,label\n甲,{'乙' * 140_000},1\n", "long.csv:2: not comma separated"),
    ("a.tsv", "问一\t问二\n", r":1: 2 columns, not 3 \(text_a, text_b, label, tab separated\)"),
    ("a.tsv", "问一\t问二\t2\n", r":1: label '2'; it is 0 \(different\) or 1 \(equivalent\)"),
    ("a.tsv", "问一\t\t1\n", r":1: text_b is empty"),
    ("a.tsv", "text_a\tlabel\n问\t1\n", r":1: no column for 'text_b' \(text_b, textb, sentence2"),
    ("a.tsv", "text_a\tsentence1\ttext_b\tlabel\n", r":1: several columns for 'text_a'"),
    ("a.tsv", "text_a\ttext_b\tlabel\toperation\n问\t答\t1\tblink\n", r":2: unknown operation 'blink'"),
    ("a.tsv", "text_a\ttext_b\tlabel\toperation\n问\t答\t0\treplace adj.\n",
     r":2: operation 'replace adj.' may be replace_adjective or antonym_adjective"),
    ("a.tsv", "text_a\ttext_b\tlabel\n", "holds no pairs"),
    ("a.tsv", "问一\t问二\t1\n".encode("utf-16"), ":1: not UTF-8"),
    ("a.jsonl", '{"sentence1": "a", "label": 1}\n', r":1: no column for 'text_b'"),
])  # fmt: skip
def test_bad_pairs_are_told_with_their_line(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(QuestionError, match=message) as error:
        read_pairs(path)
    assert "\n" not in str(error.value)
    assert str(path) in str(error.value)
