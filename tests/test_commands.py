"""The commands as their users meet them: what they print, how they fail, and what the documents say of them."""

import json
import re
import shutil

import pytest
import typer

from numdiag_datasets._version import __version__
from numdiag_datasets.cli.app import app
from numdiag_datasets.cli.train import SCRIPTS
from numdiag_datasets.core.configs import CONFIGS
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.release.release_types import ReleaseTexts
from tests.commands import builders, numdiag, printed, refused
from tests.documents import PAGES, ROOT, commands_in_sentences, commands_of


def test_list_counts_and_explains(capsys, sample_release):
    short = printed(capsys, "list", sample_release)
    assert "the bundled SAMPLE" in short
    assert len(short.splitlines()) < 24
    assert re.search(r"^verbosity( +\d+){5}$", short, re.MULTILINE)
    out = printed(capsys, "list", sample_release, "--long")
    for config in CONFIGS.values():
        assert config.name in out
    assert "the bundled SAMPLE" in out
    assert "operand_repeated: the equation uses a value more often than the text shows it" in out
    assert "asdiv_a-logic by rule:" in out
    assert "annotation: written by hand" in out
    assert "no_rule: none of the rules fits this text" in out


def test_list_as_json(capsys, sample_release):
    out = printed(capsys, "list", sample_release, "--json")
    values = json.loads(out)
    assert values["sources"]["asdiv_a"]["kind"] == "sample"
    text = printed(capsys, "list", sample_release, "--long")
    for name, splits in values["rows"].items():
        counts = [f"{c['rows']} ({c['applied']})" if c["applied"] else str(c["rows"]) for c in splits.values()]
        assert re.search(rf"^{name} +{' +'.join(map(re.escape, counts))}$", text, re.MULTILINE)


def test_show_marks_cells(capsys, sample_release):
    """The table stands below the paragraphs, with its edits, and the answer has its scale."""
    arguments = ("show", "tatqa_a-noise-defense", "--split", "train", "--id", "sample-context-01-q1")
    out = printed(capsys, *arguments, "--dir", sample_release)
    *lines, _, marks = out.splitlines()
    assert marks == "Marks: [-taken out-] {+put in+}"
    (cakes,) = (line for line in lines if line.startswith("  Cakes"))
    assert re.fullmatch(r"  Cakes \| \[-356-\]\{\+356\.\d\+\} \| \[-297-\]\{\+297\.\d\+\}", cakes)
    assert re.fullmatch(r"  356\.\d - 297\.\d = [\d.]+ thousand", lines[-2])
    assert lines[-1] == "  decimals ignored: 59"


def test_show_marks_what_moved(capsys, sample_release):
    arguments = ("show", "asdiv_a-order-attack", "--dir", sample_release, "--id", "sample-077")
    out = printed(capsys, *arguments)
    assert "sample-077  applied (annotation)" in out
    assert "[<Samir earned $900.00 at the harbour.<]" in out
    assert "{>Samir earned $900.00 at the harbour.>}" in out


def test_show_one_row_and_a_shuffled_page(capsys, sample_release):
    arguments = ("show", "asdiv_a-noise-defense", "--dir", sample_release, "--split", "all")
    one = printed(capsys, *arguments, "--id", "sample-001")
    assert "operand_repeated" in one
    first = printed(capsys, *arguments, "--shuffle", "1", "--rows", "3")
    again = printed(capsys, *arguments, "--shuffle", "1", "--rows", "3")
    other = printed(capsys, *arguments, "--shuffle", "2", "--rows", "3")
    assert first == again != other


@pytest.mark.parametrize("start", ["0", "2"])
def test_show_as_json_holds_what_the_text_shows(start, capsys, sample_release):
    arguments = ("show", "asdiv_a-noise-attack", "--dir", sample_release, "--rows", "2", "--start", start)
    text = printed(capsys, *arguments)
    status, out, _ = numdiag(capsys, *arguments, "--json")
    values = json.loads(out)
    assert (status, values["config"], values["split"]) == (0, "asdiv_a-noise-attack", "test")
    shown = "\n\n".join(row["shown"] for row in values["rows"])
    assert text.startswith(f"{shown}\n\nMarks: ")
    assert all(row["edits"] and row["equation"] in row["shown"] for row in values["rows"])


@pytest.mark.parametrize(("variables", "has_marks"), [
    ({"FORCE_COLOR": "1", "TERM": "xterm"}, False),
    # Where there are no colours, marks are what is left to tell old from new.
    ({"FORCE_COLOR": "1", "TERM": "xterm", "NO_COLOR": "1"}, True),
    ({"FORCE_COLOR": "1", "TERM": "dumb"}, True),
    ({}, True),
])  # fmt: skip
def test_show_uses_colours_only_where_there_are_some(variables, has_marks, capsys, sample_release, monkeypatch):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    arguments = ("show", "asdiv_a-noise-attack", "--dir", sample_release, "--status", "applied")
    out = printed(capsys, *arguments)
    assert ("{+" in out) == has_marks


def test_verify_as_json(capsys, sample_release, tmp_path):
    copy = tmp_path / "numdiag"
    shutil.copytree(sample_release, copy)
    (copy / "asdiv_a/extra/test.parquet").write_bytes(b"nothing")
    status, out, _ = numdiag(capsys, "verify", copy, "--json")
    values = json.loads(out)
    assert (status, values["files"]) == (2, len(read_manifest(sample_release).files))
    assert values["violations"][0]["place"] == "asdiv_a/extra/test.parquet"


def test_verify_says_what_it_checked(capsys, sample_release):
    out = printed(capsys, "verify", sample_release)
    files = read_manifest(sample_release).files
    rows = sum(file.rows for file in files.values())
    assert out.splitlines() == [
        f"{sample_release}: {rows:,} rows in {len(files)} files checked, 0 violations",
        "  rows were made again from the originals: only --source sample proves where the rows come from",
    ]
    # The sample has no published files, and "0 violations" would say that they were compared.
    message = "is a release of the bundled sample, which has no source files to compare"
    refused(capsys, message, "verify", sample_release, "--source", "official")


def test_build_and_version(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, _ = builders(capsys, "--configs", "asdiv_a-type-attack")
    assert status == 0
    assert "2 configs of the bundled SAMPLE" in out
    assert "`numdiag build --source official` downloads and builds the real data" in out
    assert numdiag(capsys, "--version")[1] == f"numdiag {__version__}\n"


def test_configs_may_be_given_several_times(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = ("--configs", "asdiv_a-type-attack", "--configs", "svamp-ty*-attack", "--configs", "asdiv_a")
    assert builders(capsys, *arguments)[0] == 0
    built = json.loads((tmp_path / "numdiag" / "manifest.json").read_text())["configs"]
    assert list(built) == ["asdiv_a", "svamp", "asdiv_a-type-attack", "svamp-type-attack"]


BAD_INPUT = [
    # Of a value given twice, the last would silently win.
    (builders, ["--seed", "1", "--seed", "2"], "--seed is given twice, but has one value"),
    (numdiag, ["score", "--predictions", "a", "--config", "a", "--predictions", "b"], "--predictions is given twice"),
    (numdiag, ["verify", "--source", ""], "--source is empty"),  # as of a shell's variable that is not set
    (numdiag, ["score", "--predictions", ""], "--predictions is empty"),
    (numdiag, ["score", "--predictions", "a", "--config", "b", "--config", ""], "--config is empty"),
    (numdiag, ["perturb", "a", "--perturbation", "noise", "--out", "b", "--context", ""], "b: unknown format"),
    (numdiag, ["show", "foo"], "unknown dataset 'foo' in 'foo'; choose from asdiv_a"),
    (numdiag, ["show", "asdiv_a-foo-attack"], "choose from language, type"),
    (numdiag, ["show", "drop_num-logic-attack"], "gives no derivation"),
    (numdiag, ["show", "asdiv_a", "--split", "dev"], "choose from train, validation, test, all"),
    (numdiag, ["show", "asdiv_a", "--id", "x"], "no row with id 'x' among its 16 rows"),
    (
        numdiag,
        ["show", "asdiv_a", "--id", "sample-056", "--status", "applied"],
        "no row with id 'sample-056' and status 'applied'",
    ),
    (numdiag, ["list", "nowhere"], "nowhere/: no numdiag release"),
    (numdiag, ["frob"], "No such command 'frob'"),
    (numdiag, ["path", "metrics"], "unknown name 'metrics'; choose from lm_eval, metric, inspect_ai, recipes"),
    (numdiag, ["train", "t5"], "unknown script 't5'; choose from seq2seq, causal_lm"),
    (builders, ["--source", "nowhere"], "nowhere: no such directory; --source is sample, official"),
    (builders, ["--source", "."], "ASDiv.xml: no such file"),
    (builders, ["--configs", "drop_num-order-attack"], "real events"),
    (builders, ["--out", "missing/numdiag"], "does not exist"),
    (builders, ["--out", "."], "holds files but no manifest.json"),
    (builders, ["--out", "thesis.txt"], "is a file"),
    (builders, ["--num-proc", "0"], "'--num-proc'"),
]


@pytest.mark.parametrize(("command", "arguments", "message"), BAD_INPUT)
def test_bad_input_gets_a_line_and_status_2(command, arguments, message, capsys, sample_release, tmp_path, monkeypatch):
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
    message = "numdiag: no_such_torch is not installed; training needs pip install 'numdiag[train]'\n"
    assert numdiag(capsys, "train", "seq2seq", "--help") == (2, "", message)


@pytest.mark.slow
def test_ctrl_c_leaves_no_traces(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(ReleaseTexts, "write", interrupt)
    status, _, err = builders(capsys)
    said = err.splitlines()[-1]  # on a loaded machine behind lines of progress
    assert (status, said) == (130, "python -m builders: interrupted; nothing was changed")
    assert list(tmp_path.iterdir()) == []


GROUP = typer.main.get_command(app)


def command_of(name):
    return GROUP.get_command(None, name)  # type: ignore[attr-defined]


def table(find):
    """A case for each command line, named by its page."""
    return [
        pytest.param(words, id=f"{page.relative_to(ROOT)}: {' '.join(words)}")
        for page in PAGES
        for words in find(page.read_text(encoding="utf-8"))
    ]


def options_of(command):
    """The names of a command's options: ``--chat``, ``--no-chat``, ``-h``."""
    named = [name for option in command.params for name in (*option.opts, *option.secondary_opts)]
    return {name for name in named if name.startswith("-")} | {"-h", "--help"}


@pytest.mark.parametrize("words", table(commands_of))
def test_a_command_line_is_read(words):
    """Its command, options, values and the number of its arguments; nothing is run."""
    name, *arguments = words
    context = command_of(name).make_context(name, arguments)
    if name == "train":
        assert context.params["script"] in SCRIPTS


@pytest.mark.parametrize("words", table(commands_in_sentences))
def test_what_a_sentence_names_is_there(words):
    name, *arguments = words
    if name == "train":
        assert arguments[0] in SCRIPTS
        return
    named = {word.partition("=")[0] for word in arguments if word.startswith("-")}
    assert named <= options_of(command_of(name))


def test_the_documents_have_command_lines():
    """The table above is not empty because its pattern finds none."""
    used = {words.values[0][0] for words in table(commands_of)}
    assert used >= {"build", "list", "show", "verify", "score", "compare", "evaluate", "report", "push"}
