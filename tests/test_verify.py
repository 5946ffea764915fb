"""`numdiag verify` names each broken promise of a release: of its files, its rows, and with a source of its origin."""

import os
import re
import shutil
from dataclasses import replace

import pyarrow
import pytest

from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.manifest import CARD, LICENCE, MANIFEST, ReleaseError, read_manifest
from numdiag_datasets.own_data.undoing import undo
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.problems import PROBLEM_RELEASE
from numdiag_datasets.release.verify import directory
from numdiag_datasets.release.verify.directory import verify
from numdiag_datasets.sources import load_source
from tests.commands import numdiag
from tests.tampering import retell, with_card, with_rows, with_table

TYPE, ORIGINALS = "asdiv_a/type/test.parquet", "asdiv_a/original/test.parquet"


@pytest.fixture(scope="session")
def asdiv_release(sample, build_once):
    """The sample of one data set: what is broken is one row, and a check goes through all of a release."""
    return build_once("asdiv", lambda to: build([sample], to / "numdiag")) / "numdiag"


@pytest.fixture
def release(asdiv_release, tmp_path):
    return shutil.copytree(asdiv_release, tmp_path / "numdiag")


def test_a_sound_release_has_no_violations(sample_release):
    """In one process or two, with its source or without; and it says what that proves."""
    rows = sum(file.rows for file in read_manifest(sample_release).files.values())
    for source, note in (("", "only --source sample proves"), ("sample", "built again from sample")):
        found = verify(sample_release, source)
        assert (found.rows, found.violations, len(found.notes), found.unchecked) == (rows, [], 1, [])
        assert note in found.notes[0]


def test_the_number_of_processes_changes_nothing(release, monkeypatch):
    with_rows(TYPE, put(answers=["1"]))(release)
    with_rows("asdiv_a/type/train.parquet", put(answers=["1"]))(release)
    one = verify(release)
    monkeypatch.setattr(directory, "_FEW_ROWS", 0)
    assert verify(release, num_proc=2) == one
    assert one.violations


# --- rows -----------------------------------------------------------------------------------------


def first(rows, **columns):
    """The first row with some values, which is an applied one unless that is said."""
    columns = columns or {"status": "applied"}
    return next(row for row in rows if all(row[name] == value for name, value in columns.items()))


def put(*, into="applied", **columns):
    return lambda rows: first(rows, status=into).update(columns)


def set_equation(rows):
    row = first(rows)
    row["equation"] = re.sub(r"[\d.]+", "77.7", row["equation"], count=1)


def move_offset(rows):
    first(rows)["edits"][0]["start"] += 1


def change_text(rows):
    row = first(rows)
    row["context"] = [row["context"][0] + " Really."]


def edit_after(old, new):
    def change(rows):
        row = next(r for r in rows if r["edits"] and old in r["edits"][0]["after"])
        edit = row["edits"][0]
        row[edit["field"].partition("[")[0]] = [row["context"][0].replace(edit["after"], new)]
        edit["after"] = new

    return change


def write_after(text):
    """Add a text behind what the first edit of the first applied row writes, and to the row."""

    def change(rows):
        row = first(rows)
        edit = row["edits"][0]
        row["context"] = [row["context"][0].replace(edit["after"], edit["after"] + text, 1)]
        edit["after"] += text

    return change


def insert_in_a_word(rows):
    row = first(rows)
    (edit,) = row["edits"]
    original = undo(row)["context"][0]
    edit |= {"field": "context[0]", "start": 1}
    row["context"] = [original[:1] + edit["after"] + original[1:]]


def ask_with(equation, answer, question="How many?"):
    def change(rows):
        row = first(rows)
        row["equation"], row["answers"] = equation, [answer]
        row["question"] = row["edits"][0]["after"] = question

    return change


def keep_the_order(rows):
    """The text says "Really" and shows its numbers where they were."""
    row = first(rows)
    edit = row["edits"][0]
    original = undo(row)["context"][0]
    row["edits"] = [edit | {"start": len(original), "before": "", "after": " Really."}]
    row["context"] = [original + " Really."]


def add_a_number(rows):
    row = first(rows)
    end = len(undo(row)["context"][0])
    row["edits"].append({"field": "context[0]", "start": end, "before": "", "after": " 7 more."})
    row["context"] = [row["context"][0] + " 7 more."]


def edit_the_question(rows):
    row = first(rows)
    row["edits"].append({"field": "question", "start": 0, "before": "", "after": "So, "})
    row["question"] = "So, " + row["question"]


def repeat_the_sentence(rows):
    applied = [row for row in rows if row["edits"]]
    sentence = applied[0]["edits"][0]["after"]
    for row in applied[1:3]:
        (edit,) = row["edits"]
        row["context"][0] = row["context"][0].replace(edit["after"], sentence)
        edit["after"] = sentence


@pytest.mark.parametrize(("path", "change", "message"), [
    ("noise/test", put(answers=["1"]), "is not the value of"),
    ("noise/test", set_equation, "which the text does not show"),
    ("noise/test", move_offset, "is not at"),
    ("noise/test", change_text, "does not give the original context"),
    ("noise/train", put(into="unchanged", status="applied"), "neither applied with a changed text"),
    ("noise/train", put(into="unchanged", reason=""), "unknown reason ''"),
    ("noise/train", lambda rows: rows.reverse(), "ids are not those of the originals"),
    ("noise/train", lambda rows: rows.pop(0), "ids are not those of the originals"),
    ("noise/train-applied", lambda rows: rows.pop(0), "not the applied rows"),
    ("noise/test", write_after(" or so"), "not the row that noise makes"),
    ("noise-second/test", write_after(" or so"), "not the row that noise-second makes"),
    ("language/test", write_after(" dozen"), "not the row that language makes"),
    ("language-second/test", write_after(" or more"), "not the row that language-second makes"),
    ("language/test", put(unit="cats"), "changes unit"),
    ("language/test", put(answers=["1"]), "changes answers"),
    ("language/test", edit_after("hundred", "ninety-nine"), "does not follow the rule"),
    ("type/test", edit_after(".0", "12.00"), "does not follow the rule"),
    ("verbosity/test", edit_after("(not", "5 (not 5)"), "not what verbosity does"),
    ("verbosity/test", edit_after("(not", "5 (not not 96)"), "not what verbosity does"),
    ("extra-control/test", edit_after("several", "Yara sang a song. "), "not that of the attacked row"),
    ("extra-control/test", edit_after("several", "Yara made several \u202e\u200b necklaces. "), "with the invisible character"),
    ("extra/test", edit_after(".", "Sam left 999 pens. "), "not one of its split"),
    ("extra/test", insert_in_a_word, "inserted at 1 of context[0], where none may be"),
    ("extra/test", repeat_the_sentence, "times, more than 2"),
    (
        "extra/test",
        lambda rows: first(rows, rule="unrelated").update(rule="shared_word"),
        "its rule is 'shared_word', but",
    ),
    ("extra/test", put(rule="sorcery"), "its rule 'sorcery' is unknown"),
    ("logic/test", put(answers=["1"]), "is not the value of"),
    ("logic/test", ask_with("999 - 1", "998"), "not in the text"),
    ("logic/test", ask_with("1410 - 275", "1135"), "has the old answer"),
    ("logic/test", ask_with("275 - 1410", "-1135"), "zero or negative"),
    ("logic/test", ask_with("1410 + 275", "1685", "How many if 7 more?"), "not in the text"),
    ("logic/test", put(rule="sorcery"), "its rule 'sorcery' is unknown"),
    ("logic/test", add_a_number, "changes the question and nothing else"),
    ("order/test", put(answers=["1"]), "changes answers"),
    ("order/test", set_equation, "changes equation"),
    ("order/test", keep_the_order, "the new order is the old one"),
    ("order/test", add_a_number, "a number is lost, added or written in another way"),
    ("order/test", put(lints=["commutes"]), "changes lints"),
    ("order/test", put(error_answers=[]), "its error answers are not those"),
    ("noise/test", put(error_answers=[{"error": "decimals_ignored", "answer": "1"}]), "its error answers are not those"),
    ("noise/test", put(error_answers=[{"error": "decimals_ignored"}]), "column 'error_answers' is empty"),
    ("order/test", edit_the_question, "leaves the question as it is"),
    ("order/test", put(rule="sorcery"), "its rule 'sorcery' is unknown"),
    ("noise/train", put(into="unchanged", rule="sorcery"), "or by a rule"),
    ("noise/test", put(rationale="see the answer"), "has a rationale, which its original has not"),
    ("noise/test", lambda rows: first(rows)["answers"].append("5"), "has 2 answers, not one"),
    ("noise/test", lambda rows: first(rows).update(answers=["+" + first(rows)["answers"][0]]), "not a plain decimal"),
    ("noise/test", lambda rows: first(rows)["edits"][0].update(field="context[00]"), "which is no field of a row"),
    ("original/test", lambda rows: rows[0].update(edits_evidence="yes"), "is not marked original"),
    ("noise/test", put(rule="sorcery"), "its rule 'sorcery' is unknown"),
    ("original/test", lambda rows: rows[0].update(answers=["1"]), "is not the value of"),
    ("original/test", lambda rows: rows[0].update(status="applied"), "is not marked original"),
    ("original/test", lambda rows: rows[0].update(question=" "), "has no question"),
    ("original/test", lambda rows: rows[0].update(lints=["made_up"]), "has the unknown lint 'made_up'"),
    ("original/test", lambda rows: rows[0].update(answers=[rows[0]["answers"][0] + ".0"]), "not a plain decimal"),
    ("original/test", lambda rows: rows[0].update(dataset="svamp"), "rows that are not of asdiv_a"),
    ("original/test", lambda rows: rows[0].update(id=rows[1]["id"]), "an id twice"),
])  # fmt: skip
def test_a_broken_promise_is_named(path, change, message, release):
    with_rows(f"asdiv_a/{path}.parquet", change)(release)
    violations = verify(release).violations
    assert any(message in violation.what for violation in violations), violations


def test_a_solution_ends_in_its_answer(sample_release, tmp_path):
    release = shutil.copytree(sample_release, tmp_path / "numdiag")

    def end_otherwise(rows):
        rows[0]["rationale"] = rows[0]["rationale"].rpartition("#### ")[0] + "#### 999999"

    with_rows("gsm8k/original/test.parquet", end_otherwise)(release)
    violations = verify(release).violations
    assert any("ends in another answer" in violation.what for violation in violations), violations


@pytest.mark.parametrize("change", [
    lambda text: text.replace("<<", "").replace(">>", ""),
    lambda text: "Nothing else. " + text,
    lambda text: text.replace("\n", " \n", 1),
])  # fmt: skip
def test_a_new_solution_is_the_old_one_with_other_numbers(change, sample_release, tmp_path):
    release = shutil.copytree(sample_release, tmp_path / "numdiag")

    def rewrite(rows):
        row = first(rows)
        row["rationale"] = change(row["rationale"])

    with_rows("gsm8k/noise/test.parquet", rewrite)(release)
    violations = verify(release).violations
    assert [violation.place.partition(" ")[0] for violation in violations] == ["gsm8k/noise/test.parquet"]


# --- files ----------------------------------------------------------------------------------------


def as_pipe(path):
    path.unlink()
    os.mkfifo(path)


def unknown_perturbation(release):
    """A check that does not exist cannot pass."""
    text = (release / MANIFEST).read_text().replace("asdiv_a/type/", "asdiv_a/sorcery/")
    (release / MANIFEST).write_text(text)
    (release / "asdiv_a/type").rename(release / "asdiv_a/sorcery")


#: Trap -> what is done to the release, and the file that verify names.
FILES = {
    "changed": (lambda release: (release / TYPE).write_bytes(b"PAR1"), TYPE),
    "missing": (lambda release: (release / TYPE).unlink(), TYPE),
    "a pipe": (lambda release: as_pipe(release / TYPE), TYPE),
    "one more": (lambda release: shutil.copy(release / TYPE, release / "more.parquet"), "more.parquet"),
    "a changed card": (lambda release: (release / CARD).write_text("Perfect."), CARD),
    "no card": (lambda release: (release / CARD).unlink(), CARD),
    "another licence": (lambda release: (release / LICENCE).write_text("yours"), LICENCE),
    "metadata that datasets reads": (
        lambda release: (release / "dataset_infos.json").write_text("{}"), "dataset_infos.json"),
    "a loading script": (lambda release: (release / "numdiag.py").write_text(""), "numdiag.py"),
    "a column more": (
        with_table(TYPE, lambda t: t.append_column("hint", pyarrow.array([""] * len(t)))), TYPE),
    "a column less": (with_table(TYPE, lambda table: table.drop_columns(["unit"])), TYPE),
    "another type": (
        with_table(TYPE, lambda t: t.set_column(0, "id", t["id"].cast(pyarrow.large_string()))), TYPE),
    "a value missing": (with_rows(TYPE, lambda rows: rows[0].update(unit=None)), TYPE),
    "other counts in the manifest": (
        lambda release: retell(release, lambda m: m["files"][TYPE].update(rows=1)), TYPE),
    "an unknown perturbation": (unknown_perturbation, "asdiv_a/sorcery/test.parquet"),
}  # fmt: skip


@pytest.mark.parametrize("trap", FILES)
def test_every_change_of_a_file_is_noticed(trap, release):
    change, place = FILES[trap]
    change(release)
    text = " ".join(f"{v.place}: {v.what}" for v in verify(release).violations)
    assert place in text


def test_files_that_are_no_part_of_a_release_are_named(release):
    (release / "notes.txt").write_text("mine")
    found = verify(release)
    assert found.violations == []
    assert "holds what is no part of it and was not checked: notes.txt" in found.notes


def test_of_older_rows_only_the_edits_are_undone(release):
    """Rules of 0.2.0 are not those of this version, but an edit is an edit."""
    retell(release, lambda manifest: manifest.update(version="0.2.0"))
    with_rows("asdiv_a/noise/test.parquet", put(rule="sorcery"))(release)
    found = verify(release)
    assert found.violations == []
    assert "made by numdiag 0.2.0" in found.unchecked[0]
    with_rows("asdiv_a/noise/test.parquet", change_text)(release)
    assert verify(release).violations


def test_a_config_has_the_files_that_its_name_stands_for(own_source, tmp_path):
    """Otherwise the originals could be scored as an attack."""
    out = tmp_path / "numdiag"
    build([load_source("asdiv_a", own_source)], out, match_configs("asdiv_a-type-attack"))
    retell(out, lambda m: m["configs"]["asdiv_a-type-attack"].update(test=[ORIGINALS]))
    assert [violation.place for violation in verify(out).violations] == ["asdiv_a-type-attack"]


# --- the origin -----------------------------------------------------------------------------------


#: Changes that only a build from the source finds; the path that it names.
FORGED = {
    "another unit of an original": (
        with_rows(ORIGINALS, lambda rows: rows[0].update(unit="cats")), "asdiv_a test"),
}  # fmt: skip


@pytest.mark.parametrize("trap", FORGED)
def test_only_the_source_proves_the_origin(trap, own_source, tmp_path):
    source = load_source("asdiv_a", own_source)
    rows = source.splits["test"]
    if trap == "another unit of an original":  # forged before the build, so that all rows agree
        rows = (replace(rows[0], unit="cats"), *rows[1:])
    out = tmp_path / "numdiag"
    forged = replace(source, splits=source.splits | {"test": rows})
    build([forged], out, match_configs("asdiv_a-type-attack"))
    change, place = FORGED[trap]
    if rows is source.splits["test"]:
        assert verify(out, str(own_source)).violations == []
        change(out)
    assert verify(out).violations == []
    places = [violation.place for violation in verify(out, str(own_source)).violations]
    assert any(place in found for found in places), places


#: Changes of the texts and the manifest that contradict the rows or each other, with checksums to fit.
TEXTS_CHANGED = {
    "a card that shows other files": (with_card(f"    - {TYPE}", "    - hf://datasets/evil"), CARD),
    "a card with a script": (with_card("# numdiag", "# numdiag <script>"), CARD),
    "another seed": (lambda release: retell(release, lambda m: m.update(seed=2)), CARD),
    "a seed below 0": (lambda release: retell(release, lambda m: m.update(seed=-1)), "seed -1"),
    "no checksums of texts": (lambda release: retell(release, lambda m: m.update(texts={})), MANIFEST),
    "an invented reason": (
        lambda release: retell(release, lambda m: m["unavailable"].update({"asdiv_a-type": "x"})), MANIFEST),
    "a source of nothing": (
        lambda release: retell(release, lambda m: m["sources"].update(svamp=m["sources"]["asdiv_a"])), MANIFEST),
    "a source outside": (
        lambda release: retell(release, lambda m: m["sources"]["asdiv_a"]["files"].update({"../x": "0"})), "inside a source"),
    "an unknown kind of source": (
        lambda release: retell(release, lambda m: m["sources"]["asdiv_a"].update(kind="bogus")), "kind: 'bogus' is none"),
    "no coverage": (lambda release: retell(release, lambda m: m["coverage"]["asdiv_a"].pop("type")), MANIFEST),
    "another size": (
        lambda release: retell(release, lambda m: m["files"][ORIGINALS].update(parquet_bytes=1)), ORIGINALS),
    "another size without compression": (
        lambda release: retell(release, lambda m: m["files"][ORIGINALS].update(num_bytes=1)), ORIGINALS),
    "no size": (lambda release: retell(release, lambda m: m["files"][ORIGINALS].pop("num_bytes")), ORIGINALS),
    "more problems": (
        lambda release: retell(release, lambda m: m["coverage"]["asdiv_a"]["type"].update(problems=99)), "coverage asdiv_a"),
    "another coverage of the rows": (
        lambda release: retell(release, lambda m: _one_more(m["coverage"]["asdiv_a"]["type"])), "asdiv_a/type/test.parquet"),
}  # fmt: skip


def _one_more(coverage):
    for counts in (coverage, coverage["splits"]["test"]):
        counts["problems"] += 1
        counts["eligible"] += 1
        counts["reasons"]["not_english"] = counts["reasons"].get("not_english", 0) + 1
    coverage["share"] = round(coverage["applied"] / coverage["eligible"], 6)


@pytest.mark.parametrize("trap", TEXTS_CHANGED)
def test_texts_are_those_of_the_rows(trap, own_source, tmp_path):
    out = tmp_path / "numdiag"
    build([load_source("asdiv_a", own_source)], out, match_configs("asdiv_a-type-attack"))
    change, place = TEXTS_CHANGED[trap]
    change(out)
    try:
        places = [f"{found.place} {found.what}" for found in verify(out).violations]
    except ReleaseError as error:
        places = [str(error)]
    assert any(place in found for found in places), places


def test_a_sample_is_called_one(release, own_source, tmp_path):
    """If one of several sources is called otherwise, its scores would not be marked."""
    retell(release, lambda manifest: manifest["sources"]["asdiv_a"].update(kind="official"))
    assert "its source asdiv_a is called official, and has the files of the sample" in str(verify(release).violations)
    out = tmp_path / "own"
    build([load_source("asdiv_a", own_source)], out, match_configs("asdiv_a-type-attack"))
    retell(out, lambda manifest: manifest["sources"]["asdiv_a"].update(kind="sample"))
    assert "is called sample, and has other files" in str(verify(out).violations)


@pytest.mark.parametrize(("setting", "path"), [
    ("attack", "asdiv_a/extra/test.parquet"),
    ("augment", "asdiv_a/extra/train-applied.parquet"),  # whose release has only the changed rows
])  # fmt: skip
def test_a_sentence_stands_where_its_perturbation_puts_it(setting, path, tmp_path):
    """Sentences of other problems are made again too, since all splits of the originals are there."""

    def move(rows):
        row = next(row for row in rows if row["status"] == "applied" and row["edits"][0]["start"])
        (edit,) = row["edits"]
        inserted = edit["after"].strip()
        without = row["context"][0].replace(edit["after"], "", 1)
        row["context"] = [f"{inserted} {without}", *row["context"][1:]]
        edit.update(start=0, after=f"{inserted} ", field="context[0]")

    release = tmp_path / "numdiag"
    build([load_source("asdiv_a")], release, match_configs(f"asdiv_a-extra-{setting}"))
    assert verify(release).violations == []
    with_rows(path, move)(release)
    assert "is not the row that extra makes of its original" in str(verify(release).violations)


def test_a_split_of_originals_that_is_missing_is_a_violation(tmp_path):
    """No sentence of the test rows comes from it, but all splits are read to make them again."""
    release, path = tmp_path / "numdiag", "drop_num/original/validation.parquet"
    build([load_source("drop_num")], release, match_configs("drop_num-extra-attack"))
    (release / path).unlink()

    def leave_out(manifest):
        del manifest["files"][path]
        for splits in manifest["configs"].values():
            splits["validation"] = [other for other in splits["validation"] if other != path]

    retell(release, leave_out)
    assert verify(release).violations


def test_a_name_cannot_write_a_line(release, capsys):
    """A file whose name holds a line feed would print a line of its own."""
    (release / "x\nnumdiag: 9 rows in 9 files checked, 0 violations").write_text("")
    _, out, err = numdiag(capsys, "verify", release)
    assert "\nnumdiag: 9 rows" not in out + err
    assert "\\nnumdiag: 9 rows" in out


OTHERS = {
    "another library": lambda manifest: manifest["made_with"].update(pyarrow="1.0"),
    "one more library": lambda manifest: manifest["made_with"].update(sorcery="1.0"),
    "another version": lambda manifest: manifest.update(version="2.0.1"),
    "an older version": lambda manifest: manifest.update(version="0.9.0"),
}


@pytest.mark.parametrize("claim", OTHERS)
def test_no_version_that_a_release_claims_spares_its_rows(claim, release, capsys):
    """Its texts are not those of the installed libraries, so not all was checked; a forged row is found."""
    retell(release, OTHERS[claim])
    found = verify(release, "sample")
    assert found.violations == []
    assert any("its card, manifest and other texts" in what for what in found.unchecked)
    status, out, _ = numdiag(capsys, "verify", release, "--source", "sample")
    assert status == 3
    assert "  not checked: its card" in out
    with_rows("asdiv_a/original/test.parquet", lambda rows: rows[0].update(unit="cats"))(release)
    assert numdiag(capsys, "verify", release, "--source", "sample")[0] == 2


def test_a_release_from_the_hub_has_a_card_of_its_own_name(release):
    """The card names the repository, which is no difference."""
    texts = PROBLEM_RELEASE.texts.text_files(read_manifest(release), release, "you/numdiag")
    for name, text in texts.items():
        (release / name).write_text(text, encoding="utf-8")
    assert verify(release, "sample").violations == []
