"""The commands as their users meet them: what they print, and how they fail."""

import json
import re
import shutil

import pytest

from numdiag_datasets.release.configs import CONFIGS
from tests.commands import builders, numdiag


def test_list_counts_and_explains(capsys, sample_release):
    status, out, _ = numdiag(capsys, "list", sample_release)
    assert status == 0
    for config in CONFIGS.values():
        assert config.name in out
    assert "the bundled SAMPLE" in out
    assert "operand_repeated: the equation uses a value more often than the text shows it" in out
    assert "asdiv_a-logic by rule:" in out
    assert "annotation: written by hand" in out
    assert "no_rule: none of the rules fits this text" in out


def test_list_as_json(capsys, sample_release):
    status, out, _ = numdiag(capsys, "list", sample_release, "--json")
    assert status == 0
    assert json.loads(out)["sources"]["asdiv_a"]["kind"] == "sample"


def test_list_without_a_release_still_names_the_configs(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, _ = numdiag(capsys, "list")
    assert status == 0
    assert "asdiv_a-extra-attack" in out
    assert "numdiag build" in out


def test_show_marks_the_edits(capsys, sample_release):
    status, out, _ = numdiag(
        capsys, "show", "asdiv_a-type-attack", "--dir", sample_release, "--status", "applied"
    )
    assert status == 0
    assert out.count("applied") == 10
    assert ".0+}" in out


def test_show_marks_cells(capsys, sample_release):
    """The table stands below the paragraphs, with its edits, and the answer has its scale."""
    arguments = (
        "show",
        "tatqa_a-noise-defense",
        "--split",
        "train",
        "--id",
        "sample-context-01-q1",
    )
    _, out, _ = numdiag(capsys, *arguments, "--dir", sample_release)
    lines = out.splitlines()
    (cakes,) = (line for line in lines if line.startswith("  Cakes"))
    assert re.fullmatch(r"  Cakes \| \[-356-\]\{\+356\.\d\+\} \| \[-297-\]\{\+297\.\d\+\}", cakes)
    assert re.fullmatch(r"  356\.\d - 297\.\d = [\d.]+ thousand", lines[-2])


def test_show_marks_what_moved(capsys, sample_release):
    arguments = ("show", "asdiv_a-order-attack", "--dir", sample_release, "--id", "sample-077")
    status, out, _ = numdiag(capsys, *arguments)
    assert status == 0
    assert "sample-077  applied (annotation)" in out
    assert "[<Samir earned $900.00 at the harbour.<]" in out
    assert "{>Samir earned $900.00 at the harbour.>}" in out


def test_show_one_row_and_a_shuffled_page(capsys, sample_release):
    arguments = ("show", "asdiv_a-noise-defense", "--dir", sample_release, "--split", "all")
    _, one, _ = numdiag(capsys, *arguments, "--id", "sample-001")
    assert "operand_repeated" in one
    _, first, _ = numdiag(capsys, *arguments, "--shuffle", "1", "--rows", "3")
    _, again, _ = numdiag(capsys, *arguments, "--shuffle", "1", "--rows", "3")
    _, other, _ = numdiag(capsys, *arguments, "--shuffle", "2", "--rows", "3")
    assert first == again != other


def test_verify_says_what_it_checked(capsys, sample_release):
    status, out, _ = numdiag(capsys, "verify", sample_release)
    assert status == 0
    assert out.splitlines() == [
        f"{sample_release}: 4,533 rows in 230 files checked, 0 violations",
        "  asdiv_a, drop_num, tatqa_a, gsm8k, svamp: built again from sample",
    ]


def test_verify_fails_on_a_changed_file(capsys, sample_release, tmp_path):
    copy = tmp_path / "numdiag"
    shutil.copytree(sample_release, copy)
    (copy / "asdiv_a/extra/test.parquet").write_bytes(b"nothing")
    status, out, err = numdiag(capsys, "verify", copy)
    assert status == 2
    assert "asdiv_a/extra/test.parquet: its sha256" in err
    assert "1 violations" in out


def test_build_and_version(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, _ = builders(capsys, "--configs", "asdiv_a-type-attack")
    assert status == 0
    assert "2 configs of the bundled SAMPLE" in out
    assert numdiag(capsys, "--version")[1].startswith("numdiag 0.")


BAD_INPUT = [
    (numdiag, ["show", "foo"], "unknown dataset 'foo' in 'foo'; choose from asdiv_a"),
    (numdiag, ["show", "asdiv_a-foo-attack"], "choose from language, type"),
    (numdiag, ["show", "asdiv_a-extra-foo"], "choose from attack, defense, augment, transfer"),
    (numdiag, ["show", "drop_num-logic-attack"], "gives no derivation"),
    (numdiag, ["show", "asdiv_a", "--split", "dev"], "choose from train, validation, test, all"),
    (numdiag, ["show", "asdiv_a", "--status", "x"], "choose from original, applied, unchanged"),
    (numdiag, ["show", "asdiv_a", "--id", "x"], "no id 'x' among its 16 rows"),
    (numdiag, ["show", "asdiv_a", "--rows", "0"], "'--rows'"),
    (numdiag, ["show"], "config"),
    (numdiag, ["list", "nowhere"], "nowhere: no numdiag release"),
    (numdiag, ["verify", "nowhere"], "nowhere: no numdiag release"),
    (numdiag, ["frob"], "No such command 'frob'"),
    (numdiag, ["path", "metrics"], "unknown name 'metrics'; choose from metric, lm_eval, recipes"),
    (numdiag, ["train"], "Missing argument 'script'"),
    (numdiag, ["train", "t5"], "unknown script 't5'; choose from seq2seq, causal_lm"),
    (builders, ["--source", "nowhere"], "nowhere: no such directory; --source is sample, official"),
    (builders, ["--source", "."], "ASDiv.xml: no such file"),
    (builders, ["--configs", "drop_num-logic-*"], "no config matches"),
    (builders, ["--configs", "drop_num-order-attack"], "real events"),
    (builders, ["--out", "missing/numdiag"], "does not exist"),
    (builders, ["--out", "."], "holds files but no manifest.json"),
    (builders, ["--out", "thesis.txt"], "is a file"),
    (builders, ["--num-proc", "0"], "'--num-proc'"),
    (builders, ["--seed", "x"], "'--seed'"),
]


@pytest.mark.parametrize(("command", "arguments", "message"), BAD_INPUT)
def test_bad_input_gets_a_line_and_status_2(
    command, arguments, message, capsys, sample_release, tmp_path, monkeypatch
):
    """The place and the choices on stderr, no traceback, and nothing that was there is lost."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "thesis.txt").write_text("years of work")
    (tmp_path / "numdiag").symlink_to(sample_release)
    status, out, err = command(capsys, *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert len(err.strip().splitlines()) <= 2
    assert "Traceback" not in err
    assert (tmp_path / "thesis.txt").read_text() == "years of work"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["numdiag", "thesis.txt"]


def test_training_without_its_extra_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setattr("numdiag_datasets.cli.train.EXTRA", ("no_such_torch",))
    message = (
        "numdiag: no_such_torch is not installed; training needs pip install 'numdiag[train]'\n"
    )
    assert numdiag(capsys, "train", "seq2seq", "--help") == (2, "", message)


def test_ctrl_c_leaves_no_traces(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("numdiag_datasets.release.building.problems.write_text_files", interrupt)
    status, _, err = builders(capsys)
    assert (status, err.strip()) == (130, "python -m builders: interrupted; nothing was changed")
    assert list(tmp_path.iterdir()) == []
