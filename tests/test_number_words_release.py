"""Releases of number words: loaded by `datasets`, checked from their files, compared, published."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
from datasets import ClassLabel, load_dataset
from pyarrow import parquet

from builders.number_words import app
from numdiag_datasets._version import __version__
from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.errors import InputError
from numdiag_datasets.core.manifest import ReleaseError, read_manifest
from numdiag_datasets.release.building.build import build
from numdiag_datasets.release.hub.push import carry_out, plan_release
from numdiag_datasets.release.hub.repository import HubError
from numdiag_datasets.release.verify.directory import verify
from numdiag_datasets.text_pairs.number_words.build import build_number_words
from numdiag_datasets.text_pairs.number_words.family import NUMBER_WORDS, config_names
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES, MAX_VALUE
from numdiag_datasets.text_pairs.number_words.probe_rows import PAPER, ProbeOptions
from numdiag_datasets.text_pairs.release_type import PAIR_RELEASE
from tests.commands import call, printed, refused
from tests.hub_server import client_of, hub_server
from tests.tampering import retell, verified, with_rows, with_table

SIZES = {"train": 60, "validation": 20, "test": 20}
CODES = ["en", "ja", "da", "fr"]


def make(out, seed=1, num_proc=1, codes=CODES):
    options = ProbeOptions(MAX_VALUE, seed, SIZES)
    build_number_words(out, [LANGUAGES[code] for code in codes], options, num_proc)
    return out


def build_command(capsys, *arguments):
    return call(capsys, app, "python -m builders.number_words", *arguments)


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    return make(tmp_path_factory.mktemp("words") / "number_words")


@pytest.fixture
def copy(release, tmp_path):
    return shutil.copytree(release, tmp_path / "copy")


def test_every_config_is_loaded_with_its_columns(release, capsys):
    assert "0 violations" in printed(capsys, "verify", release)
    names = config_names(CODES)
    assert list(read_manifest(release).configs) == names
    for name in ("number_words-grammaticality-bare-ja", "number_words-comparison-sentence-fr"):
        data = load_dataset(str(release), name)
        assert {split: len(rows) for split, rows in data.items()} == SIZES
        label = data["test"].features["label"]
        assert isinstance(label, ClassLabel)
        assert label.names == list(NUMBER_WORDS.labels(name))
        assert list(data["test"].features) == list(NUMBER_WORDS.columns)
        assert sum(data["test"]["label"]) == SIZES["test"] // 2
    unseen = load_dataset(str(release), "number_words-unseen_errors-bare-da")
    assert {split: len(rows) for split, rows in unseen.items()} == {"test": SIZES["test"]}
    assert label.int2str(0) == "first"


@pytest.mark.parametrize("code", ["de", "fr1990"])
def test_another_language_is_a_row(code, tmp_path):
    out = make(tmp_path / code, codes=[code])
    assert list(read_manifest(out).configs) == config_names([code])
    found = verify(out, release_type=PAIR_RELEASE)
    assert (found.rows > 0, found.violations) == (True, [])


def test_processes_and_a_second_time_give_the_same_bytes(tmp_path):
    release = make(tmp_path / "one", codes=["en"])
    for name, num_proc in (("again", 1), ("two", 2)):
        other = make(tmp_path / name, num_proc=num_proc, codes=["en"])
        files = sorted(path.relative_to(release) for path in release.rglob("*.*"))
        assert files == sorted(path.relative_to(other) for path in other.rglob("*.*"))
        assert [path for path in files if (release / path).read_bytes() != (other / path).read_bytes()] == []


def test_the_papers_rule_is_built_and_what_its_splits_share_is_counted(tmp_path, capsys):
    options = ["--out", tmp_path / "small", "--languages", "en", "--max-value", "49", "--sizes", "60,20,20"]
    status, out, _ = build_command(capsys, *options, "--errors", "paper")
    assert status == 0
    assert "the splits share numbers, which the card counts" in out
    card = (tmp_path / "small" / "README.md").read_text()
    assert "**The splits share numbers**, as in the paper: they are drawn for each from 0 to 49" in card
    manifest = read_manifest(tmp_path / "small")
    assert tuple(manifest.facts["errors"]) == PAPER
    shared = manifest.facts["shared_texts"]
    texts = {
        split: load_dataset(str(tmp_path / "small"), "number_words-grammaticality-bare-en", split=split)["text"]
        for split in ("train", "test")
    }
    by_hand = sum(text in set(texts["train"]) for text in texts["test"])
    assert shared["number_words-grammaticality-bare-en"]["test"] == by_hand > 0
    assert shared["number_words-comparison-bare-en"]["test"] == 0
    assert verify(tmp_path / "small", release_type=PAIR_RELEASE).violations == []


BARE = "number_words-grammaticality-bare-en"
UNSEEN = "number_words-unseen_combinations-bare-en"
PAIRS = "number_words-comparison-sentence-da"


def row_of(rows, **columns):
    return next(row for row in rows if all(row[name] == value for name, value in columns.items()))


def exchange(rows, one, other):
    (row, a), (second, b) = one, other
    rows[row][a], rows[second][b] = rows[second][b], rows[row][a]


def turn_round(rows):
    row = row_of(rows, label=1)
    row["text"] = " ".join(reversed(row["text"].split(" ")))


def leave_out_and(rows):
    row = next(row for row in rows if not row["label"] and " and " in row["text"])
    row["text"] = row["text"].replace(" and ", " ")


@pytest.mark.parametrize(("config", "change", "message"), [
    (BARE, lambda rows: rows[3].update(label=1 - rows[3]["label"]), "which is not its label or value"),
    (BARE, lambda rows: rows[3].update(label=1 - rows[3]["label"]), "rows of label 0 and"),
    (BARE, lambda rows: row_of(rows, label=1).update(text="seven hundred"), "'seven hundred' reads as 700"),
    (BARE, lambda rows: row_of(rows, label=0).update(text="seven hundred", value=700), "700 is less than 1,000"),
    (BARE, lambda rows: row_of(rows, label=0).update(text="fifteen thousand", value=15_000), "'fifteen thousand' has a held-out combination"),
    (UNSEEN, lambda rows: row_of(rows, label=0).update(text="six thousand", value=6_000), "or none where it must"),
    (BARE, lambda rows: rows[0].update(error="repeated"), "error repeated does not belong to grammaticality"),
    (BARE, lambda rows: row_of(rows, label=1, scope="local").update(scope="global"), "is not global"),
    (BARE, lambda rows: row_of(rows, label=1).update(text="and " + row_of(rows, label=1)["text"]), "its rows are not of the same characters"),
    (BARE, turn_round, "its rows begin or end with other words"),
    (BARE, lambda rows: rows[0].update(template="en-1"), "template 'en-1' is none of this config"),
    (BARE, lambda rows: rows[0].update(error="scales" if rows[0]["error"] == "moved" else "moved"), "its rows differ in more than their words"),
    (BARE, lambda rows: rows[0].update(error="spelling"), "error 'spelling' is none"),
    (BARE, lambda rows: exchange(rows, (0, "pair"), (1, "pair")), "its rows"),
    (BARE, lambda rows: rows[0].update(pair=5000), "pair 5000 is not one row of either label"),
    (BARE, lambda rows: row_of(rows, label=1).update(text=row_of(rows[::-1], label=1)["text"]), "stands twice"),
    (BARE, leave_out_and, "is another spelling of"),
    (PAIRS, lambda rows: row_of(rows, stratum="near").update(stratum="below_1000"), "are not what stratum"),
    (PAIRS, lambda rows: rows[3].update(label=1 - rows[3]["label"]), "is not that of"),
    (PAIRS, lambda rows: exchange(rows, (5, "text"), (5, "text_pair")), "not as the values"),
    (PAIRS, lambda rows: rows[5].update(value=10**13), "is above"),
    (PAIRS, lambda rows: rows[5].update(text_pair=rows[5]["text"], value_pair=rows[5]["value"]), "is not that of"),
])  # fmt: skip
def test_a_broken_promise_is_found(copy, config, change, message):
    with_rows(f"{config.replace('-', '/', 1)}/test.parquet", change)(copy)
    violations = verified(copy).violations
    assert any(message in violation.what for violation in violations), violations
    assert all(config.replace("-", "/", 1) in violation.place for violation in violations)


def rename_labels(table):
    told = table.schema.metadata[b"huggingface"].replace(b'"first", "second"', b'"second", "first"')
    assert told != table.schema.metadata[b"huggingface"]
    return table.replace_schema_metadata({b"huggingface": told})


WORDS = "number_words/comparison-bare-fr/test.parquet"


@pytest.mark.parametrize(("trap", "change", "source"), [
    ("other names of labels", with_table(WORDS, rename_labels), ""),
    ("a row less", with_rows(WORDS, lambda rows: rows.pop()), ""),
    ("a file less", lambda release: (release / WORDS).unlink(), ""),
    ("another seed", lambda release: retell(release, lambda m: m.update(seed=2)), "generated"),
])  # fmt: skip
def test_a_change_of_a_file_is_noticed(trap, change, source, copy):
    assert verified(copy, source).violations == []
    change(copy)
    assert verified(copy, source).violations, trap


def test_what_is_no_release_of_number_words_is_refused_at_once(copy):
    with pytest.raises(ReleaseError, match="holds text_pairs; `numdiag verify"):
        verify(copy)
    retell(copy, lambda values: values["facts"].update(max_value=10**12))
    with pytest.raises(InputError, match="at most 999,999,999,999"):
        verified(copy, "generated")


def test_a_value_of_another_split_is_found(copy, release):
    train = parquet.read_table(release / "number_words/grammaticality-bare-en/train.parquet").to_pylist()
    taken = next(row for row in train if row["label"] == 0)

    def leak(rows):
        rows[rows.index(next(row for row in rows if row["label"] == 0))] = taken

    with_rows("number_words/grammaticality-bare-en/test.parquet", leak)(copy)
    found = [violation.what for violation in verified(copy).violations]
    assert f"its value {taken['value']} is one of train as well" in found
    assert f"{taken['text']!r} stands twice" in found
    assert any(what.startswith("its shape ") for what in found)


def test_rows_are_shown(release, capsys):
    out = printed(capsys, "show", PAIRS, "--dir", release, "--rows", 2)
    assert out.startswith("0  ")
    assert "template da-" in out
    assert out.count("stratum") == 2
    refused(capsys, "have no status", "show", PAIRS, "--dir", release, "--status", "applied")
    other = "number_words-comparison-bare-de"
    refused(capsys, f"holds no {other}, but", "show", other, "--dir", release)


@pytest.mark.parametrize(("arguments", "message"), [
    (("--languages", "en,sv"), "unknown language 'sv'; choose from en, ja, da, fr, fr1990, de"),
    (("--errors", "scales,spelling"), "unknown kind 'spelling'; choose from scales, moved"),
    (("--errors", "paper,scales"), "or paper alone"),
    (("--max-value", "99"), "numbers from 1,000 on, so --max-value 99 has none"),
    (("--max-value", "99", "--errors", "paper"), "0 to 99 has 4,950 pairs for 50,000 comparisons"),
    (("--sizes", "10,10"), "three whole numbers with commas"),
    (("--sizes", "10,5,10"), "validation must be even"),
])  # fmt: skip
def test_bad_input_is_told_in_a_line(tmp_path, capsys, arguments, message):
    status, out, err = build_command(capsys, "--out", tmp_path / "out", *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_differences_and_publishing(release, tmp_path, capsys):
    """The same commands as for problems: one commit, nothing to do again, and rows that changed."""
    other = make(tmp_path / "other", seed=2)
    out = printed(capsys, "diff", release, other, "--json")
    found = json.loads(out)
    assert found["level"] == "major"
    assert {row["why"] for row in found["rows"]} == {"seed"}
    assert {row["config"] for row in found["rows"]} == set(config_names(CODES))
    with hub_server() as hub, client_of(hub, tmp_path / "home"):
        plan = plan_release("you/words", release, release_type=PAIR_RELEASE, tag=f"v{__version__}")
        carry_out(plan.push)
        assert plan_release("you/words", release, release_type=PAIR_RELEASE, tag=f"v{__version__}").push.is_done
        out = printed(capsys, "show", BARE, "--dir", f"you/words@v{__version__}", "--rows", 1)
        assert "grammatical" in out


def test_a_release_of_another_kind_is_neither_replaced_nor_pushed_over(release, samples, tmp_path, capsys):
    """`--out numdiag` by mistake once replaced the release of problems."""
    problems = tmp_path / "numdiag"
    build([s for s in samples if s.dataset == "asdiv_a"], problems, match_configs("asdiv_a"))
    before = (problems / "manifest.json").read_bytes()
    status, _, err = build_command(capsys, "--out", problems)
    assert (status, "holds a release of problems, not of number_words" in err) == (2, True)
    assert (problems / "manifest.json").read_bytes() == before
    with pytest.raises(ReleaseError, match="holds a release of number_words, not of problems"):
        build(samples, release, match_configs("asdiv_a"))
    with hub_server() as hub, client_of(hub, tmp_path / "home"):
        carry_out(plan_release("you/words", release, release_type=PAIR_RELEASE).push)
        with pytest.raises(HubError, match="holds a release of number_words, not of problems"):
            plan_release("you/words", problems)


@pytest.mark.parametrize(("change", "message"), [
    (lambda m: m.pop("facts"), "is no manifest of a release, or damaged"),
    (lambda m: m["sources"].update(other={"kind": "x", "files": {}, "notes": []}), "damaged"),
    (lambda m: m.update(sources={"letters": m["sources"].pop("number_words")}), "unknown family 'letters'"),
    (lambda m: m["facts"].pop("errors"), "cannot be read as rows: lacks 'errors'"),
])  # fmt: skip
def test_a_damaged_manifest_is_told_in_lines(copy, capsys, change, message):
    retell(copy, change)
    refused(capsys, message, "verify", copy)


@pytest.mark.slow
def test_ctrl_c_ends_every_process_at_once(tmp_path):
    """A language takes half a minute, for which the command once went on after Ctrl-C."""
    process = subprocess.Popen(
        [sys.executable, "-m", "builders.number_words", "--out", tmp_path / "out", "--num-proc", "2"],
        stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    while not list(tmp_path.glob(".out.building/**/*.parquet")) and process.poll() is None:
        time.sleep(0.05)  # until the first file shows the processes at work
    os.killpg(process.pid, signal.SIGINT)
    err = process.communicate(timeout=10)[1]
    assert (process.returncode, err) == (130, "python -m builders.number_words: interrupted; nothing was changed\n")
    assert list(tmp_path.iterdir()) == []
