"""`verify` notices whatever changes the meaning of a release, though all that can be written to fit is."""

import copy
import os
import shutil
from contextlib import suppress
from dataclasses import replace

import pyarrow
import pytest
from pyarrow import parquet

from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.manifest import CARD, read_manifest
from numdiag_datasets.core.schema import from_row, to_row
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.problems import PROBLEM_RELEASE
from numdiag_datasets.release.verify.directory import verify
from numdiag_datasets.sources import load_source
from tests.tampering import (
    APPLIED_CHANGES,
    CARD_CHANGES,
    MANIFEST_CHANGES,
    NO_CARD_FITS,
    ORIGINAL_CHANGES,
    TOLD_CHANGES,
    UNCHANGED_CHANGES,
    in_card,
    is_noticed,
    read,
    restore,
    retell,
    rewrite,
    row_violations,
    told_otherwise,
    with_table,
)

TYPE = "asdiv_a/type/test.parquet"


@pytest.fixture(scope="session")
def defenses(samples, build_once):
    """Every perturbed split of the sample, without copies."""
    return build_once("defenses", lambda folder: build(samples, folder, match_configs("*-defense")))


@pytest.fixture(scope="session")
def attack(sample, build_once):
    """The originals of ASDiv-a and two attacks, one of them drawn."""
    return build_once(
        "attack",
        lambda folder: build(
            [sample], folder, match_configs("asdiv_a-noise-attack", "asdiv_a-type-attack")
        ),
    )


@pytest.fixture
def attacked(attack, tmp_path):
    return shutil.copytree(attack, tmp_path / "numdiag")


# --- rows -----------------------------------------------------------------------------------------


def tampered_rows(rows, originals, changes, status):
    """Each change in a row of its own, by turns, as far as there are rows: (name, id) of each."""
    free = [row for row in rows if row["status"] == status]
    for name, change in changes.items():
        for row in free:
            changed = copy.deepcopy(row)
            change(changed, copy.deepcopy(originals[row["source_id"]]))
            if changed != row:
                row.update(changed)
                free.remove(row)
                yield name, row["id"]
                break


def tamper_everywhere(release, split="train"):
    """Tamper with every perturbed file of a split: (path, change) -> id."""
    done, files = {}, {}
    for path in read_manifest(release).files:
        dataset, perturbation, name = path.removesuffix(".parquet").split("/")
        if name != split or perturbation == "original":
            continue
        rows = read(release, path)
        originals = {r["id"]: r for r in read(release, f"{dataset}/original/{split}.parquet")}
        for changes, status in ((APPLIED_CHANGES, "applied"), (UNCHANGED_CHANGES, "unchanged")):
            for name, row_id in tampered_rows(rows, originals, changes, status):
                done[path, name] = row_id
        files[path] = rows
    rewrite(release, files)
    return done


def test_every_change_of_a_perturbed_row_is_noticed(defenses, tmp_path):
    release = shutil.copytree(defenses, tmp_path / "numdiag")
    done = tamper_everywhere(release)
    assert len(done) > 300
    places = {violation.place for violation in verify(release).violations}
    missed = {key for key, row_id in done.items() if f"{key[0]} {row_id}" not in places}
    assert missed == set()
    # The checks of single rows, which share less with what made them, find most of it by themselves.
    alone = {violation.place for violation in row_violations(release)}
    assert sum(f"{path} {row_id}" in alone for (path, _), row_id in done.items()) > 0.75 * len(done)


def test_every_change_of_an_original_is_noticed(defenses, tmp_path):
    """Even where nothing was perturbed, as in the validation split of an attack."""
    release = shutil.copytree(defenses, tmp_path / "numdiag")
    done, files = {}, {}
    for dataset in ("asdiv_a", "drop_num", "tatqa_a"):
        path = f"{dataset}/original/train.parquet"
        rows = read(release, path)
        originals = {row["id"]: copy.deepcopy(row) for row in rows}
        for name, row_id in tampered_rows(rows, originals, ORIGINAL_CHANGES, "original"):
            done[path, name] = row_id
        files[path] = rows
    rewrite(release, files)
    assert len(done) > 30
    places = {violation.place for violation in verify(release).violations}
    assert {key for key, row_id in done.items() if f"{key[0]} {row_id}" not in places} == set()


#: What a release of somebody's own files cannot tell without them: another question or text, with
#: all that follows from it.
NEEDS_ITS_SOURCE = {
    "another number in the text",
    "another question",
    "a paragraph more",
    "another unit",
    "another group",
    "a lint",
}


@pytest.mark.parametrize("name", ORIGINAL_CHANGES)
def test_a_release_of_forged_originals(name, own_source, tmp_path):
    """The forger changes the files' rows before the build; only the source itself proves that."""
    source = load_source("asdiv_a", own_source)
    rows = list(map(to_row, source.splits["train"]))
    originals = {row["id"]: copy.deepcopy(row) for row in rows}
    [(_, row_id)] = tampered_rows(rows, originals, {name: ORIGINAL_CHANGES[name]}, "original")
    forged = replace(source, splits=source.splits | {"train": tuple(map(from_row, rows))})
    out = tmp_path / "numdiag"
    build([forged], out, match_configs("asdiv_a-type-attack"))
    assert (not verify(out).violations) == (name in NEEDS_ITS_SOURCE)
    place = f"asdiv_a/original/train.parquet {row_id}"
    assert place in [violation.place for violation in verify(out, str(own_source)).violations]


#: What is done to the copies of an augmented split.
COPIES = {
    "a row less": lambda rows: rows.pop(),
    "a row twice": lambda rows: rows.append(rows[0]),
    "another order": lambda rows: rows.reverse(),
    "an id of the originals": lambda rows: rows[0].update(id=rows[0]["source_id"]),
    "another question": lambda rows: rows[0].update(question="How many?"),
    "another answer": lambda rows: rows[0].update(answers=["7"]),
    "an original": lambda rows: rows[0].update(status="original", edits=[]),
}
SPLITS_OF_ROWS = {
    "a row less": lambda rows: rows.pop(),
    "a row twice": lambda rows: rows.append(rows[0]),
    "another order": lambda rows: rows.reverse(),
    "no rows": lambda rows: rows.clear(),
    "another id": lambda rows: rows[0].update(id="other"),
    "another source": lambda rows: rows[0].update(source_id=rows[1]["id"]),
}


@pytest.mark.parametrize("name", COPIES)
def test_every_change_of_copies_is_noticed(name, sample, tmp_path):
    build([sample], tmp_path / "numdiag", match_configs("asdiv_a-type-augment"))
    tamper_with(tmp_path / "numdiag", "asdiv_a/type/train-applied.parquet", COPIES[name])


@pytest.mark.parametrize("path", [TYPE, "asdiv_a/original/test.parquet"])
@pytest.mark.parametrize("name", SPLITS_OF_ROWS)
def test_every_change_of_a_split_is_noticed(name, path, attacked):
    tamper_with(attacked, path, SPLITS_OF_ROWS[name])


def tamper_with(release, path, change):
    rows = read(release, path)
    change(rows)
    with suppress(*NO_CARD_FITS):
        rewrite(release, {path: rows})
    assert any(path in violation.place for violation in verify(release).violations)


# --- manifests, cards, files ----------------------------------------------------------------------


@pytest.mark.parametrize("name", MANIFEST_CHANGES)
@pytest.mark.parametrize("seal", [False, True], ids=["alone", "with a card to fit"])
def test_every_change_of_a_manifest_is_noticed(name, seal, attacked):
    with suppress(*NO_CARD_FITS):
        retell(attacked, MANIFEST_CHANGES[name], seal)
    assert is_noticed(attacked)


@pytest.mark.parametrize("name", TOLD_CHANGES)
def test_what_another_library_made_is_told(name, attacked):
    """It cannot be built again here, and the line says so; the rows are checked as they are."""
    retell(attacked, TOLD_CHANGES[name])
    found = verify(attacked)
    assert found.violations == []
    assert any("again, since" in note for note in found.notes)
    retell(attacked, TOLD_CHANGES[name], seal=False)
    rows = read(attacked, TYPE)
    rows[0]["answers"] = ["77"]
    rewrite(attacked, {TYPE: rows})
    assert is_noticed(attacked)


#: Changes of the card's YAML that change what is loaded, whichever version wrote the card.
LOADED_CHANGES = [
    "test shows originals",
    "test shows everything",
    "test shows originals too",
    "files of somebody else",
    "no default",
    "two defaults",
    "a config less",
    "another split",
    "another column",
    "a config twice",
    "rows filtered",
    "nothing",
    "no YAML",
]


@pytest.mark.parametrize("name", LOADED_CHANGES)
@pytest.mark.parametrize("maker", TOLD_CHANGES)
def test_a_card_that_loads_something_else_is_noticed_whatever_made_it(name, maker, attacked):
    """Not even a release that cannot be built again shows other files than its manifest."""
    retell(attacked, TOLD_CHANGES[maker], seal=False)
    card = attacked / CARD
    card.write_text(CARD_CHANGES[name](card.read_text("utf-8")), encoding="utf-8")
    assert any(CARD in violation.place for violation in verify(attacked).violations)


@pytest.mark.parametrize("name", CARD_CHANGES)
def test_every_change_of_a_card_is_noticed(name, attacked):
    card = attacked / CARD
    card.write_bytes(CARD_CHANGES[name](card.read_text("utf-8")).encode(errors="surrogateescape"))
    assert any(CARD in violation.place for violation in verify(attacked).violations)


def test_a_card_of_another_name_is_told(attacked):
    """As on the Hub, where a release has the name of its repository."""
    card = PROBLEM_RELEASE.text_files(read_manifest(attacked), attacked, "somebody/numdiag")[CARD]
    (attacked / CARD).write_text(card, encoding="utf-8")
    found = verify(attacked)
    assert found.violations == []
    assert "its card is that of somebody/numdiag" in found.notes


def regroup(release):
    table = parquet.read_table(release / TYPE)
    parquet.write_table(table, release / TYPE, compression="snappy", row_group_size=2)
    restore(release, TYPE)


def as_pipe(path):
    path.unlink()
    os.mkfifo(path)


def _one_as_another(release):
    shutil.copy(release / "asdiv_a/original/test.parquet", release / TYPE)
    restore(release, TYPE)


FILES = {
    "missing": lambda release: (release / TYPE).unlink(),
    "cut": lambda release: (release / TYPE).write_bytes((release / TYPE).read_bytes()[:-9]),
    "empty": lambda release: (release / TYPE).write_bytes(b""),
    "one more": lambda release: shutil.copy(release / TYPE, release / "asdiv_a" / "more.parquet"),
    "another licence": lambda release: (release / "LICENSE").write_text("yours"),
    "no licence": lambda release: (release / "LICENSE").unlink(),
    "another benchmark": lambda release: (release / "eval.yaml").write_text("name: mine\n"),
    "no benchmark": lambda release: (release / "eval.yaml").unlink(),
    "no card": lambda release: (release / CARD).unlink(),
    "old metadata": lambda release: (release / "dataset_infos.json").write_text("{}"),
    "other metadata": lambda release: (release / ".huggingface.yaml").write_text("configs: []"),
    "other compression and groups of rows": regroup,
    "no metadata": with_table(TYPE, lambda table: table.replace_schema_metadata()),
    "a column more": with_table(
        TYPE, lambda t: t.append_column("hint", pyarrow.array([""] * len(t)))
    ),
    "a column less": with_table(TYPE, lambda table: table.drop_columns(["unit"])),
    "columns in another order": with_table(TYPE, lambda t: t.select(t.column_names[::-1])),
    "another type": with_table(
        TYPE, lambda t: t.set_column(0, "id", t["id"].cast(pyarrow.large_string()))
    ),
    "a value missing": with_table(
        TYPE,
        lambda t: t.set_column(
            t.column_names.index("unit"), "unit", pyarrow.array([None] * len(t), pyarrow.string())
        ),
    ),
    "one called as another": _one_as_another,
    "a script": lambda release: (release / "numdiag.py").write_text("raise SystemExit"),
    "saved to disk": lambda release: (release / "dataset_dict.json").write_text("{}"),
    "a pipe": lambda release: as_pipe(release / TYPE),
    "a pipe for a manifest": lambda release: as_pipe(release / "manifest.json"),
    "a column twice": with_table(
        TYPE, lambda table: table.append_column("unit", table["equation"])
    ),
    "columns that are told otherwise": with_table(TYPE, told_otherwise),
}


@pytest.mark.parametrize("name", FILES)
def test_every_change_of_a_file_is_noticed(name, attacked):
    FILES[name](attacked)
    assert is_noticed(attacked)


def test_what_is_no_part_of_a_release_and_where_it_is_loaded_from_is_told(attacked):
    (attacked / "notes.txt").write_text("mine")
    in_card(attacked, 'load_dataset("numdiag"', 'load_dataset("you/numdiag"')
    in_card(attacked, 'split="test"', 'split="test", revision="v0.2.0"')
    found = verify(attacked)
    assert "holds what is no part of it and was not checked: notes.txt" in found.notes
    assert "its card is that of you/numdiag" in found.notes


def test_there_are_enough_kinds():
    """Those of single rows are counted where they are made, more than 300."""
    tables = (MANIFEST_CHANGES, CARD_CHANGES, FILES, COPIES, SPLITS_OF_ROWS)
    assert sum(map(len, tables)) > 100
