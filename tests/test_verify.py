"""Every promise that a release makes is checked: break one at a time, and verify names it."""

import json
import re
import shutil

import pytest
from pyarrow import parquet

from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.core.schema import from_row
from numdiag_datasets.own_data.undoing import undo
from numdiag_datasets.release.arrow import to_table
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.staging import write_parquet
from numdiag_datasets.release.verify.directory import verify
from tests.tampering import row_violations


@pytest.fixture(scope="session")
def asdiv_release(sample, build_once):
    """The sample of one data set: what is broken is one row, and a check goes through all of a release."""
    return build_once("asdiv", lambda to: build([sample], to / "numdiag")) / "numdiag"


@pytest.fixture
def tampered(asdiv_release, tmp_path):
    """A copy of a release, and a way to change its rows that keeps checksums right."""
    copy = tmp_path / "numdiag"
    shutil.copytree(asdiv_release, copy)

    def tamper(path, change):
        rows = parquet.read_table(copy / path).to_pylist()
        change(rows)
        stored = write_parquet(to_table(list(map(from_row, rows))), copy, path)
        manifest = json.loads((copy / "manifest.json").read_text())
        manifest["files"][path]["sha256"] = stored.sha256
        (copy / "manifest.json").write_text(json.dumps(manifest))

    return copy, tamper


def first(rows, status="applied"):
    return next(row for row in rows if row["status"] == status)


def test_a_sound_release_has_no_violations(sample_release):
    found = verify(sample_release)
    assert found.rows == sum(file.rows for file in read_manifest(sample_release).files.values())
    assert found.violations == []
    assert found.notes == [f"{', '.join(DATA_SETS)}: built again from sample"]


def set_answer(rows):
    first(rows)["answers"] = ["1"]


def set_equation(rows):
    row = first(rows)
    row["equation"] = re.sub(r"[\d.]+", "77.7", row["equation"], count=1)


def move_offset(rows):
    first(rows)["edits"][0]["start"] += 1


def change_text(rows):
    row = first(rows)
    row["context"] = [row["context"][0] + " Really."]


def call_unchanged_applied(rows):
    first(rows, "unchanged")["status"] = "applied"


def drop_reason(rows):
    first(rows, "unchanged")["reason"] = ""


def swap_rows(rows):
    rows[0], rows[1] = rows[1], rows[0]


def drop_row(rows):
    del rows[0]


def change_unit(rows):
    first(rows)["unit"] = "cats"


def edit_after(old, new):
    def change(rows):
        row = next(r for r in rows if r["edits"] and old in r["edits"][0]["after"])
        edit = row["edits"][0]
        row[edit["field"].partition("[")[0]] = [row["context"][0].replace(edit["after"], new)]
        edit["after"] = new

    return change


def name_another_rule(rows):
    first(rows)["rule"] = "sorcery"


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


def call_it_commuting(rows):
    first(rows)["lints"] = ["commutes"]


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


def call_it_shared(rows):
    next(row for row in rows if row["rule"] == "unrelated")["rule"] = "shared_word"


@pytest.mark.parametrize(
    ("path", "change", "message"),
    [
        ("noise/test", set_answer, "is not the value of"),
        ("noise/test", set_equation, "which the text does not show"),
        ("noise/test", move_offset, "is not at"),
        ("noise/test", change_text, "does not give the original context"),
        ("noise/train", call_unchanged_applied, "neither applied with a changed text"),
        ("noise/train", drop_reason, "unknown reason ''"),
        ("noise/train", swap_rows, "ids are not those of the originals"),
        ("noise/train", drop_row, "ids are not those of the originals"),
        ("noise/train", drop_row, "manifest.json says otherwise"),
        ("noise/train-applied", drop_row, "not the applied rows"),
        ("language/test", change_unit, "changes unit"),
        ("language/test", set_answer, "changes answers"),
        ("language/test", edit_after("hundred", "ninety-nine"), "does not follow the rule"),
        ("type/test", edit_after(".0", "12.00"), "does not follow the rule"),
        ("verbosity/test", edit_after("(not", "5 (not 5)"), "not what verbosity does"),
        ("extra/test", edit_after(".", "Sam left 999 pens. "), "not one of its split"),
        ("extra/test", repeat_the_sentence, "times, more than 2"),
        ("extra/test", call_it_shared, "its rule is 'shared_word', but"),
        ("extra/test", name_another_rule, "its rule 'sorcery' is unknown"),
        ("logic/test", set_answer, "is not the value of"),
        ("logic/test", ask_with("999 - 1", "998"), "not in the text"),
        ("logic/test", ask_with("1410 - 275", "1135"), "has the old answer"),
        ("logic/test", ask_with("275 - 1410", "-1135"), "zero or negative"),
        ("logic/test", ask_with("1410 + 275", "1685", "How many if 7 more?"), "not in the text"),
        ("logic/test", name_another_rule, "its rule 'sorcery' is unknown"),
        ("logic/test", add_a_number, "changes the question and nothing else"),
        ("order/test", set_answer, "changes answers"),
        ("order/test", set_equation, "changes equation"),
        ("order/test", keep_the_order, "the new order is the old one"),
        ("order/test", add_a_number, "a number is lost, added or written in another way"),
        ("order/test", call_it_commuting, "do not say whether its operation commutes"),
        ("order/test", edit_the_question, "leaves the question as it is"),
        ("order/test", name_another_rule, "its rule 'sorcery' is unknown"),
        ("noise/test", name_another_rule, "its rule 'sorcery' is unknown"),
        ("original/test", lambda rows: rows[0].update(answers=["1"]), "is not the value of"),
    ],
)
def test_a_broken_promise_is_named(path, change, message, tampered):
    directory, tamper = tampered
    tamper(f"asdiv_a/{path}.parquet", change)
    violations = row_violations(directory)
    assert any(message in violation.what for violation in violations), violations


def test_a_changed_file_is_named(tampered):
    directory, _ = tampered
    with (directory / "asdiv_a/noise/test.parquet").open("ab") as file:
        file.write(b"x")
    violations = verify(directory).violations
    assert [v.place for v in violations] == ["asdiv_a/noise/test.parquet"]


def test_missing_and_additional_files_are_named(tampered):
    directory, _ = tampered
    (directory / "asdiv_a/noise/test.parquet").rename(directory / "asdiv_a/noise/other.parquet")
    (directory / "README.md").unlink()
    violations = verify(directory).violations
    assert {v.place for v in violations} == {
        "asdiv_a/noise/test.parquet",
        "asdiv_a/noise/other.parquet",
        "README.md",
    }
