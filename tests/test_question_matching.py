"""Releases of question pairs: built, checked, tampered with; and files of labelled pairs in the layouts that they come in."""

import csv
import json
import shutil
from collections import Counter

import pytest
from datasets import load_dataset
from pyarrow import parquet

from builders.question_matching import app
from numdiag_datasets.core.manifest import ReleaseError, read_manifest
from numdiag_datasets.release.hub.push import plan_release
from numdiag_datasets.release.verify.directory import verify
from numdiag_datasets.text_pairs.question_matching.build import build_question_matching
from numdiag_datasets.text_pairs.question_matching.contrasts import CONTRASTS
from numdiag_datasets.text_pairs.question_matching.family import DUQM
from numdiag_datasets.text_pairs.question_matching.own_questions import own_questions
from numdiag_datasets.text_pairs.question_matching.pair_files import read_pair_files, read_pairs
from numdiag_datasets.text_pairs.question_matching.pairs import matched_pairs
from numdiag_datasets.text_pairs.question_matching.question_edits import QuestionPair, place_of_edit
from numdiag_datasets.text_pairs.question_matching.questions import QuestionError
from numdiag_datasets.text_pairs.question_matching.taxonomy import operations
from numdiag_datasets.text_pairs.release_type import PAIR_RELEASE
from numdiag_datasets.text_pairs.shortcuts import pair_shortcuts
from tests.commands import call, printed
from tests.tampering import verified, with_rows


@pytest.fixture(scope="session")
def release(build_once):
    return build_once("question_matching", build_question_matching)


@pytest.fixture
def duqm(tmp_path):
    """A directory as users of DuQM may hold it; the pairs are our own."""
    folder = tmp_path / "duqm"
    folder.mkdir()
    (folder / "replace_numeral.tsv").write_text("一斤虾有多少只\t三斤虾有多少只\t0\n")
    (folder / "more.txt").write_text(
        "text_a\ttext_b\tlabel\toperation\n怎么洗帆布鞋\t请问怎么洗帆布鞋\t1\tdiscourse_simple\n"
        "猫为什么踩奶\t狗为什么踩奶\t0\t\n"
    )
    (folder / "README.md").write_text("not read")
    return folder


def build_command(capsys, *arguments):
    return call(capsys, app, "python -m builders.question_matching", *arguments)


def test_every_contrast_is_a_config_with_both_labels_in_every_split(release):
    manifest = read_manifest(release)
    assert list(manifest.configs) == [f"question_matching-{name}" for name in CONTRASTS]
    seen: dict[str, str] = {}
    for name in CONTRASTS:
        splits = manifest.configs[f"question_matching-{name}"]
        for split, paths in splits.items():
            rows = [row for path in paths for row in parquet.read_table(release / path).to_pylist()]
            assert 2 * sum(row["label"] for row in rows) == len(rows)
            assert {row["contrast"] for row in rows} == {name}
            assert all(seen.setdefault(row["text"], split) == split for row in rows)
            assert all(row["group"] for row in rows)
            for one, other in zip(rows[::2], rows[1::2], strict=True):
                assert {one["label"], other["label"]} == {0, 1}
                assert len({place_of_edit(row["text"], row["text_pair"]) for row in (one, other)}) == 1
                assert one["text"] == other["text"] or not CONTRASTS[name].in_question
            if split == "test":
                tested = Counter(row["operation"] for row in rows)
                assert set(tested) == {*CONTRASTS[name].different, *CONTRASTS[name].equivalent}
                assert min(tested.values()) >= 60, tested
    data = load_dataset(str(release), "question_matching-numeral", split="test")
    assert data.features["label"].names == ["different", "equivalent"]
    found = verify(release, release_type=PAIR_RELEASE)
    assert found.rows == sum(f.rows for f in manifest.files.values())
    assert found.violations == []


def test_no_test_split_is_solved_without_understanding(release):
    """By the edited characters, the place of the edit, the length, or the first question alone."""
    for shortcut in pair_shortcuts(release, read_manifest(release)):
        assert shortcut.accuracy <= 0.6, shortcut


def test_duqm_is_read_and_never_published(duqm, tmp_path, capsys):
    out = tmp_path / "out"
    status, told, _ = build_command(capsys, "--duqm", duqm, "--out", out)
    assert status == 0
    assert "for your own use" in told
    assert list(read_manifest(out).configs) == [DUQM]
    rows = load_dataset(str(out), DUQM, split="test")
    assert rows["operation"] == ["discourse_simple", "", "replace_numeral"]
    assert rows["subcategory"] == ["Discourse Particle (Simple)", "", "Part of Speech"]
    assert rows["label"] == [1, 0, 0]
    assert verify(out, release_type=PAIR_RELEASE).violations == []
    assert "may not be redistributed" in (out / "README.md").read_text()
    with pytest.raises(ReleaseError, match="may not be redistributed"):
        plan_release("you/pairs", out, release_type=PAIR_RELEASE)


NUMERALS = "question_matching/numeral/test.parquet"


def other_amount(row):
    row["edits"][0]["after"] = "九十九个"
    row["text_pair"] = row["text"].replace(row["edits"][0]["before"], "九十九个")


@pytest.mark.parametrize(("change", "message"), [
    (lambda row: row.update(label=1 - row["label"]), "numeral cannot make"),
    (lambda row: row.update(label=1 - row["label"]), "are equivalent, not half"),
    (lambda row: row.update(text=row["text"] + "\u200b"), "has an invisible character"),
    (lambda row: row.update(contrast="noun"), "its contrast is 'noun', not 'numeral'"),
    (lambda row: row.update(text_pair="别的问题"), "its edits give"),
    (lambda row: row.update(edits=[]), "its edits give"),
    (lambda row: row.update(category="pragmatic"), "is lexical, Part of Speech"),
    (lambda row: row.update(operation="none"), "unknown operation 'none'"),
    (lambda row: row["edits"][0].update(start=99), "is not at 99"),
    (other_amount, "numeral cannot make"),
])  # fmt: skip
def test_a_broken_promise_is_found(pairs, tmp_path, change, message):
    copy = shutil.copytree(pairs, tmp_path / "copy")
    with_rows(NUMERALS, lambda rows: change(rows[0]))(copy)
    assert any(message in violation.what for violation in verified(copy).violations)


def test_own_questions(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("三个月的猫能洗澡吗\n三个月的猫能洗澡吗\n蘑菇属于植物吗\n")
    out = tmp_path / "out"
    status, _, _ = build_command(capsys, "--questions", tmp_path / "mine.txt", "--out", out)
    assert status == 0
    assert list(read_manifest(out).configs) == ["question_matching-numeral"]
    assert "mine.txt, which numdiag does not bring along" in (out / "LICENSE").read_text()
    assert verify(out, release_type=PAIR_RELEASE).violations == []
    told = printed(capsys, "show", "question_matching-numeral", "--dir", out, "--split", "all")
    assert "[-三个月-]{+3个月+}的猫能洗澡吗" in told


def test_pairs_of_own_questions_are_built_again_from_their_file(tmp_path):
    """Their licence is for their owner to name."""
    source, out = tmp_path / "questions.txt", tmp_path / "pairs"
    source.write_text("".join(f"{question}\n" for question in own_questions()[1:200]), "utf-8")
    build_question_matching(out, source, ["numeral"])
    (out / "LICENSE").write_text("CC BY 4.0")
    assert verified(out, str(source)).violations == []
    with_rows(NUMERALS, lambda rows: rows.reverse())(out)  # each pair is right; the card shows the first
    places = [found.place for found in verified(out).violations]
    assert all(place.startswith(("README.md", "manifest.json")) for place in places)
    assert verified(out, str(source)).violations


def test_a_pair_depends_on_its_own_question_alone():
    contrast = CONTRASTS["numeral"]
    questions = contrast.questions()
    forward, backward = (matched_pairs(contrast, its, 1) for its in (questions, questions[::-1]))
    assert forward == backward
    every = {(p.text, p.text_pair) for its in forward.values() for p in its}
    (alone,) = matched_pairs(contrast, [questions[1]], 1).values()
    assert {(p.text, p.text_pair) for p in alone} <= every


@pytest.mark.parametrize(("content", "message"), [
    ("三个月\n猫怎么养".encode("gb18030"), r":1: not UTF-8 .*save the file as UTF-8"),
    ("猫怎么养\n\n狗怎么养", r":2: an empty question"),
    ("猫怎么养\n狗\u200b怎么养", r":2: has an invisible character"),
    ("猫怎么养\thow", r":1: holds a tab"),
    ("养猫" * 300, r":1: 600 characters; a question has 500 at most"),
    ("猫怎么养", r": no question that numeral can change, with both labels in a split"),
])  # fmt: skip
def test_bad_questions_are_told_with_their_line(tmp_path, capsys, content, message):
    path = tmp_path / "mine.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(QuestionError, match=message):
        build_question_matching(tmp_path / "out", path, ["numeral"])
    status, _, err = build_command(capsys, "--questions", path, "--out", tmp_path / "out", "--contrasts", "numeral")
    assert (status, err.count("\n")) == (2, 1)
    assert str(path) in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("arguments", "message"), [
    (("--contrasts", "numeral,swap"), "contrast 'swap' is not to be had; choose from numeral"),
    (("--contrasts", "noun", "--questions", "mine.txt"), "contrast 'noun' is not to be had for questions of your own; choose from numeral"),
    (("--duqm", "x", "--questions", "sample"), "build two releases"),
    (("--duqm", "x", "--contrasts", "noun"), "--duqm alone has none"),
    (("--questions", "/nowhere"), "/nowhere: cannot be read"),
    (("--duqm", "/nowhere"), "/nowhere: no such directory or file"),
])  # fmt: skip
def test_bad_options_are_told_in_a_line(tmp_path, capsys, arguments, message):
    status, _, err = build_command(capsys, "--out", tmp_path / "out", *arguments)
    assert (status, err.count("\n")) == (2, 1)
    assert message in err


def test_missing_libraries_are_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cn2an", None)
    with pytest.raises(QuestionError, match=r"pip install 'numdiag\[chinese\]'"):
        matched_pairs(CONTRASTS["numeral"], ["存了七千八百九十一个瓶子"], 1)


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
    ("a.jsonl", '{"text_a": "a", "text_b": {"q": 1}, "label": 1}\n', r":1: 'text_b' holds a list or an object"),
])  # fmt: skip
def test_bad_pairs_are_told_with_their_line(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(QuestionError, match=message) as error:
        read_pairs(path)
    assert "\n" not in str(error.value)
    assert str(path) in str(error.value)
