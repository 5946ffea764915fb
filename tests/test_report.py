"""Reports: tables, pictures, files and errors."""

import csv
import hashlib
import io
import re
import sys
from dataclasses import replace

import pytest

pytest.importorskip("matplotlib", reason="the report extra is not installed")

from numdiag_datasets.core.output_files import write_output
from numdiag_datasets.report.drawing import figure_of, picture_bytes
from numdiag_datasets.report.formats import cell_text, comma_separated, latex, markdown
from numdiag_datasets.report.heatmap import _COLOURS, ink_on
from numdiag_datasets.report.outcomes import ReportError
from numdiag_datasets.report.summary import Value
from numdiag_datasets.report.tables import Table, by_metric
from numdiag_datasets.report.writing import write_report
from tests.commands import numdiag, refused
from tests.report_results import drop, made, write


@pytest.mark.parametrize(("trap", "cell", "kind", "text"), [
    ("one run", Value(57.44), "score", "57.4"),
    ("several runs", Value(57.44, 3, 1.25), "score", "57.4 ± 1.2"),
    ("a change has its sign", Value(3.0), "change", "+3.0"),
    ("no minus before nothing", Value(-0.04), "change", "+0.0"),
    ("a percentage", Value(-11.36), "relative", "-11.4%"),
    ("a drop", Value(16.5, interval=(6.5, 25.8)), "drop", "16.5 (6.5 to 25.8)"),
    ("a drop inside its interval", Value(2.2, interval=(-2.2, 6.5)), "drop", "2.2 (-2.2 to 6.5) n.s."),
    ("an interval that touches 0", Value(4.5, interval=(0.0, 9.6)), "drop", "4.5 (0.0 to 9.6) n.s."),
    ("too few texts for an interval", Value(2.2, is_ungrouped=True), "drop", "2.2 (too few groups)"),
    ("a system with nothing to lose", Value(0.9, interval=(-2, 4), is_floor=True), "drop", "0.9 (-2.0 to 4.0) floor"),
    ("a change inside its interval", Value(-2.2, interval=(-6.5, 2.2)), "change", "-2.2 (-6.5 to 2.2) n.s."),
    ("a score is no difference", Value(2.2, is_floor=True), "score", "2.2"),
    ("why there is none", "not run", "drop", "not run"),
])  # fmt: skip
def test_cells(trap, cell, kind, text):
    assert cell_text(cell, kind) == text, trap


SMALL = Table(
    "drops-asdiv_a", "A & B_1: 100%", "drop", (("one|two", "answer accuracy"),),
    ((("attack", "extra"), (Value(16.5, interval=(6.5, 25.8), detectable=9.0, rows=120),)),
     (("attack", "logic"), ("not run",))), "n.s.: none",
)  # fmt: skip


def test_a_table_in_every_form():
    assert "| attack extra | 16.5 (6.5 to 25.8) |" in markdown(SMALL)
    assert r"| one\|two: answer accuracy |" in markdown(SMALL)
    text = latex(SMALL)
    assert r"\caption{A \& B\_1: 100\%.}" in text
    assert r" & \multicolumn{1}{c}{one|two} \\" in text
    assert r"attack logic & \textsuperscript{a} \\" in text
    assert r"\textsuperscript{a} not run." in text
    assert text.count("{") == text.count("}")
    first, second = csv.DictReader(io.StringIO(comma_separated(SMALL)))
    assert (first["perturbation"], first["value"], first["low"], first["rows"]) == ("extra", "16.5", "6.5", "120")
    assert (second["value"], second["note"]) == ("", "not run")


WIDE = Table(
    "scores-asdiv_a", "asdiv_a: Scores", "score",
    tuple((system, metric) for system in "abcd" for metric in ("answer accuracy", "equation accuracy")),
    ((("", ""), tuple(Value(float(n)) for n in range(8))),),
)  # fmt: skip


def test_a_wide_table_is_one_a_metric():
    """Each with every system; in LaTeX and on the page. CSV keeps all in one file."""
    first, second = by_metric(WIDE)
    assert [part.title for part in (first, second)] == [
        "asdiv_a: Scores: answer accuracy",
        "asdiv_a: Scores: equation accuracy",
    ]
    assert first.columns == (("a", ""), ("b", ""), ("c", ""), ("d", ""))
    assert [cell.mean for cell in second.rows[0][1] if isinstance(cell, Value)] == [1, 3, 5, 7]
    assert first.name != second.name
    assert "|  | a | b | c | d |" in markdown(first)
    assert latex(first).count(r"\\") == 2  # the systems, and the row


@pytest.mark.parametrize(
    ("title", "said"), [("Accuracy by language", "Accuracy by language"), ("Drops", "Drops: accuracy")]
)
def test_a_metric_is_named_once(title, said):
    """A wide table of one metric keeps its name."""
    columns = tuple((system, "accuracy") for system in "abcdefgh")
    (table,) = by_metric(replace(WIDE, title=title, columns=columns))
    assert (table.name, table.title) == (WIDE.name, said)


@pytest.fixture(autouse=True)
def no_pictures(request, monkeypatch):
    """To draw takes long: pictures are drawn in one test."""
    if "drawn" not in request.node.name:
        monkeypatch.setattr("numdiag_datasets.report.writing.picture_bytes", lambda figure, kind: kind.encode())


@pytest.fixture
def runs(tmp_path):
    """A system with its originals and an attack, and one with a name that HTML must not believe."""
    attack = "asdiv_a-extra-attack"
    folder = tmp_path / "runs"
    write(folder / "a" / "results.json", made())
    write(folder / "b" / "results.json", made(attack, 20, drop={"answer_accuracy": drop(30, 20, 40)}))
    write(folder / "c" / "results.json", made(attack, 30, system="<b>bold</b>", run={}))
    return folder


def test_a_report_is_drawn_whole_and_the_same_each_time(runs, tmp_path, capsys):
    for name in ("first", "second"):
        status, out, err = numdiag(capsys, "report", runs, "--out", tmp_path / name, "--compare", "paper")
        assert status == 0
        assert err == (
            "numdiag: <b>bold</b>: no result for the originals, asdiv_a, so its changes are left out; `numdiag score` gives both "
            "for a directory of predictions that holds asdiv_a.jsonl\n"
        )
    assert f"files; open {tmp_path / 'second' / 'report.html'}" in out
    first, second = (
        {p.relative_to(tmp_path / n): p.read_bytes() for p in (tmp_path / n).rglob("*") if p.is_file()}
        for n in ("first", "second")
    )
    assert first == second
    assert {str(path) for path in first} >= {
        "report.html", "report.md", "heatmap.png", "heatmap.svg",
        "tables/drops-asdiv_a.csv", "tables/drops-asdiv_a.tex",
    }  # fmt: skip
    # The paper stands beside results of the same data set only.
    assert not any("drop_num" in path.name for path in first)


def test_a_report_begins_with_scores_and_costs(sample_release, runs, tmp_path, capsys):
    """Costs have a picture where controls were scored."""
    tried, out = tmp_path / "tried.json", tmp_path / "out"
    options = ("--dir", sample_release, "--system", "made up", "--out", tried)
    assert numdiag(capsys, "score", "--predictions", "docs/try", *options)[0] == 0
    write_report([str(tried)], out)
    line = next(line for line in (out / "report.md").read_text().splitlines() if line.startswith("- made up"))
    assert "on the originals; highest cost: extra" in line
    assert line[2:] in (out / "report.html").read_text()
    assert (out / "costs.svg").is_file()
    write_report([str(runs)], tmp_path / "without")
    assert not (tmp_path / "without" / "costs.svg").exists()


def test_a_picture_shows_what_cannot_be_seen():
    """SVG repeats a name in a comment."""
    figure = figure_of(2, 2)
    axes = figure.subplots()
    axes.set_xticks([0], ["TICK\u2066"])
    axes.set_title("EVIL\u202e\u200b\x1b[31m")
    drawn = picture_bytes(figure, "svg").decode()
    assert "EVIL" in drawn
    assert not re.search("[\u202e\u200b\u2066\x1b]", drawn)


def test_the_page_stands_alone(runs, tmp_path):
    """No address is fetched, names are text, and every table has a place to jump to."""
    write_report([str(runs)], tmp_path / "out", compare_paper=True)
    page = (tmp_path / "out" / "report.html").read_text()
    assert not re.search(r"<(?:script|link|img|iframe)|@import|src=|url\((?!#)", page)
    assert "<b>bold</b>" not in page
    assert "&lt;b&gt;bold&lt;/b&gt;" in page
    targets = re.findall(r'<a href="#([^"]+)"', page)
    assert len(targets) > 8
    assert all(page.count(f'id="{target}"') == 1 for target in targets)


def test_only_what_the_last_report_wrote_is_removed(runs, tmp_path):
    """A file of the user's may have any name, and a table that they changed is theirs."""
    out = tmp_path / "out"
    write(runs / "t" / "results.json", made("tatqa_a", signature="", scores={"exact_match": 50.0}))
    write_report([str(runs)], out)
    kept = {"tables/mine-asdiv_a.csv": "mine", "tables/scores-tatqa_a.csv": "changed by hand"}
    for name, text in kept.items():
        (out / name).write_text(text)
    assert (out / "tables" / "scores-tatqa_a.tex").is_file()
    (runs / "t" / "results.json").unlink()
    write_report([str(runs)], out)
    assert {name: (out / name).read_text() for name in kept} == kept
    assert not (out / "tables" / "scores-tatqa_a.tex").exists()


@pytest.mark.parametrize("name", ["report.md", "tables/scores-asdiv_a.csv", "heatmap.png"])
def test_what_no_report_wrote_is_not_replaced(name, runs, tmp_path):
    """Neither a file that was there before, nor one with somebody's notes in it."""
    out = tmp_path / "out"
    (out / name).parent.mkdir(parents=True)
    (out / name).write_text("years of work")
    with pytest.raises(ReportError, match="is not what a report wrote there"):
        write_report([str(runs)], out)
    assert [path for path in out.rglob("*") if path.is_file()] == [out / name]
    (out / name).unlink()
    write_report([str(runs)], out)
    (out / name).write_text("years of work")
    with pytest.raises(ReportError, match="is not what a report wrote there"):
        write_report([str(runs)], out)
    assert (out / name).read_text() == "years of work"


def test_a_report_that_was_interrupted_is_written_again(runs, tmp_path, monkeypatch):
    """Some of its files are new and some old; all of them are known."""
    out = tmp_path / "out"
    write_report([str(runs)], out)
    write(runs / "t" / "results.json", made("tatqa_a", signature="", scores={"exact_match": 50.0}))

    def interrupt(path, content, inputs=()):
        if path.name == "report.md":
            raise KeyboardInterrupt
        write_output(path, content, inputs)

    monkeypatch.setattr("numdiag_datasets.report.writing.write_output", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_report([str(runs)], out)
    monkeypatch.undo()
    write_report([str(runs)], out)
    assert "tatqa" in (out / "report.md").read_text()


@pytest.mark.parametrize("name", ["../mine.csv", "tables/../mine.csv"])
def test_a_list_of_files_leads_to_no_other(name, runs, tmp_path):
    """Of what a damaged list names, nothing is removed but tables."""
    out = tmp_path / "out"
    (tmp_path / "mine.csv").write_text("mine")
    checksum = hashlib.sha256(b"mine").hexdigest()
    write(out / "report.json", {"files": {name: [checksum]}})
    write_report([str(runs)], out)
    assert (tmp_path / "mine.csv").read_text() == "mine"


HOSTILE_NAMES = ["=cmd|' /C calc'!A0", "-2+3", "\t=1", "＝1", "a|b", "a\nb", "<script>x</script>", "`code`", "[a](javascript:x)", "**b**", "$\\frac{", "a\x1b[31m"]  # fmt: skip


def test_names_are_texts_in_every_form(tmp_path):
    """Neither a spreadsheet nor a reader of Markdown or HTML nor TeX finds more in a name than a name."""
    attack = "asdiv_a-extra-attack"
    for i, start in enumerate(HOSTILE_NAMES):
        name = f"{start} {i}"  # as blanks around a name do not count
        folder = tmp_path / "runs" / str(i)
        write(folder / "a" / "results.json", made(system=name))
        result = made(attack, 20, system=name, drop={"answer_accuracy": drop(30, 20, 40)})
        write(folder / "b" / "results.json", result)
        breakdown = {"answer_type x answer_from": {f"{name} x table": {"rows": 2, "exact_match": 50.0}}}
        about = {"signature": f"data:{name}", "system": name, "scores": {"exact_match": 50.0}}
        write(folder / "c" / "results.json", made("tatqa_a", breakdown=breakdown, **about))
    out = tmp_path / "out"
    for path in write_report([str(tmp_path / "runs")], out):
        if path.suffix == ".csv":
            for row in csv.reader(io.StringIO(path.read_text(), newline="")):
                assert not [cell for cell in row if re.match(r"[=+\-@\t\r＝](?![\d.]+$)", cell)]
    text = (out / "report.md").read_text()
    assert not re.search(r"<(script|img)|\x1b|(?<!\\)`|(?<!\\)\[a\]|(?<!\\)\*\*b", text.replace("![", ""))
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(widths) == 1
    page = (out / "report.html").read_text()
    assert "\x1b" not in page
    assert "<script" not in page
    assert "<img" not in page


def test_numbers_stay_numbers():
    """What is less than 0 is no formula."""
    values = (Value(-1.5, spread=0.5), "-1.5", "not run")
    table = Table("t", "t", "change", tuple((str(n), "m") for n in range(3)), ((("-2.5", "=x"), values),))
    rows = list(csv.reader(io.StringIO(comma_separated(table))))[1:]
    assert [row[4] for row in rows] == ["-1.5", "", ""]
    assert [row[-1] for row in rows] == ["", "-1.5", "not run"]
    assert {tuple(row[:2]) for row in rows} == {("-2.5", "'=x")}


def test_without_matplotlib_the_extra_is_named(runs, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    message = "numdiag: pictures need matplotlib: pip install 'numdiag[report]'\n"
    refused(capsys, message, "report", runs, "--out", tmp_path / "out")


@pytest.mark.parametrize(("trap", "others", "expected"), [
    ("a scale that one of them lacks", {"breakdown": {"scale": {"none": {"rows": 3, "scale_accuracy": 40.0}}}},
     ("scale_accuracy-by-scale", {("none", "(3)", "40.0"), ("million", "(2)", "")})),
    ("operators of a system that predicts them", {"analysis": {"operators": {"sum": {"rows": 4, "accuracy": 75.0}}}},
     ("accuracy-by-operator", {("sum", "(4)", "75.0")})),
    ("no numbers there, as another tool may write", {"analysis": {"operators": {"sum": {"accuracy": "x"}, "count": 3}}}, None),
])  # fmt: skip
def test_operators_and_scales_are_tables(trap, others, expected, tmp_path):
    of_scale = {"breakdown": {"scale": {"million": {"rows": 2, "scale_accuracy": 50.0}}}}
    both = {"signature": "", "scores": {"exact_match": 50.0, "f1": 60.0}}
    write(tmp_path / "runs" / "a.json", made("tatqa_a", system="a", **both, **others))
    if "breakdown" in others:
        write(tmp_path / "runs" / "b.json", made("tatqa_a", system="b", **both, **of_scale))
    write_report([str(tmp_path / "runs")], tmp_path / "out")
    tables = tmp_path / "out" / "tables"
    written = {path.stem.removesuffix("-tatqa_a") for path in tables.glob("*-by-*.csv")}
    assert written == ({expected[0]} if expected else set()), trap
    if expected:
        lines = csv.reader(io.StringIO((tables / f"{expected[0]}-tatqa_a.csv").read_text()))
        head = next(lines)
        place = [head.index(name) for name in (*head[:2], "system", "value")]
        found = [tuple(line[i] for i in place) for line in lines]
        assert {(a, b, value) for a, b, system, value in found if system == "a"} == expected[1], trap


@pytest.mark.parametrize(("trap", "arguments", "message"), [
    ("nothing there", ["{}/none"], "none: no such file or folder"),
    ("an empty folder", ["{}/empty"], "empty: no results found; give files that `numdiag score --out` wrote"),
    ("broken", ["{}/broken.json"], "broken.json: not valid JSON"),
    ("an unknown comparison", ["{}/broken.json", "--compare", "us"], "unknown comparison 'us'; choose from paper"),
    ("a file in the way", ["{}/good.json", "--out", "{}/broken.json"], "cannot be written"),
])  # fmt: skip
def test_what_cannot_be_reported_says_so_in_a_line(tmp_path, capsys, trap, arguments, message):
    (tmp_path / "empty").mkdir()
    write(tmp_path / "broken.json", "{")
    write(tmp_path / "good.json", made())
    given = [argument.format(tmp_path) for argument in arguments]
    out = [] if "--out" in given else ["--out", tmp_path / "out"]
    err = refused(capsys, message, "report", *given, *out)
    assert err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_what_stands_on_a_colour_can_be_read():
    """Contrast of 4.5 to 1 on every colour of the heatmap."""
    from matplotlib import colormaps

    def luminance(colour):
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for step in range(256):
        colour = colormaps[_COLOURS](step)
        behind, ink = luminance(colour), float(ink_on(colour) == "white")
        assert (max(behind, ink) + 0.05) / (min(behind, ink) + 0.05) >= 4.5
