"""What the README and the pages show is what the project prints, and what its results are."""

import gzip
import json
import re
import runpy
import shutil
from functools import cache

import pytest

from numdiag_datasets.core.configs import CONFIGS
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.manifest import read_manifest, read_rows
from numdiag_datasets.core.reasons import REASONS
from numdiag_datasets.report import writing
from numdiag_datasets.scoring.answer_extraction.reader import answer_in, answer_line, read_completion
from numdiag_datasets.sources import sample_folder
from tests.commands import numdiag, printed
from tests.documents import PAGES, ROOT, code_of, commands_of, shown_below
from tests.test_loading import run_python

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_row_is_the_one_that_make_build_shows(capsys, sample_release):
    shown = re.search(r"numdiag show (.*)", (ROOT / "Makefile").read_text())
    assert shown is not None
    out = printed(capsys, "show", *shown[1].split(), "--dir", sample_release)
    row, _, _ = out.partition("\n\nMarks: ")
    assert row in README


def test_the_picture_is_what_its_script_draws(sample_release, monkeypatch, tmp_path):
    """From the sample as it is now."""
    script = ROOT / "docs" / "pictures" / "eight_perturbations.py"
    drawing = runpy.run_path(str(script))
    made = tmp_path / "made.svg"
    monkeypatch.setitem(drawing["main"].__globals__, "PICTURE", made)
    drawing["main"](str(sample_release))
    assert made.read_bytes() == script.with_name("eight-perturbations.svg").read_bytes()


def test_the_commands_exist():
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert set(re.findall(r"^make (\w+)", README, re.MULTILINE)) <= set(targets)


@pytest.mark.real
def test_the_coverage_is_that_of_the_real_files(real_release):
    """A column for each data set, in the table of docs/coverage.md."""
    page = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    lines = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    (heads,) = [line for line in lines if "ASDiv-a" in line and "GSM8K" in line]
    cells = {line[0]: [*line[1:], *[""] * len(heads)] for line in lines}
    for dataset, row in read_manifest(real_release).coverage.items():
        column = heads.index(DATA_SETS[dataset].title) - 1
        for name, counted in row.items():
            shown = f"{counted.applied} of {counted.eligible} ({counted.share:.1%})"
            assert cells[name][column] == shown


#: Page -> the command that its Python goes on from, and the commands that go on from its Python.
PYTHON = {
    "adding-data.md": ([], []),
    "evaluating.md": (
        [],
        [
            ["score", "--predictions", "runs/add_two", "--system", "first two", "--out", "add_two.json"],
            ["score", "--predictions", "runs/add_all", "--system", "all numbers", "--out", "add_all.json"],
            ["score", "--config", "asdiv_a-extra-attack", "--predictions", "runs/add_two/asdiv_a-extra-attack.jsonl",
             "--baseline", "runs/add_two/asdiv_a.jsonl"],
            ["compare", "runs/add_two", "runs/add_all"],
            ["report", "add_two.json", "add_all.json", "--out", "report"],
        ],
    ),
    "own-data.md": ([["perturb", "SVAMP.json", "--perturbation", "noise", "--out", "noisy.jsonl"]], []),
    "releasing.md": ([], []),
}  # fmt: skip
#: Documents whose Python runs beside a release, in an empty directory and in the checkout.
OTHERS = ("README.md", "docs/api.md", "metrics/numdiag/README.md")
#: Pages whose Python needs a release of question pairs, or an object store.
NOT_RUN = ("docs/question-matching.md", "docs/scaling.md")


@pytest.mark.slow
@pytest.mark.parametrize("name", PYTHON)
def test_the_python_of_a_page_runs(name, few_configs, tmp_path, monkeypatch, capsys):
    """Beside a part of the sample release, with the sample in the place of SVAMP and of a release on the Hub."""
    page = (ROOT / "docs" / name).read_text(encoding="utf-8")
    before, behind = PYTHON[name]
    for words in (*before, *behind):
        assert words in list(commands_of(page))
    monkeypatch.chdir(tmp_path)
    shutil.copytree(few_configs, "numdiag")
    shutil.copytree(few_configs, "you/numdiag")
    shutil.copy(sample_folder("svamp") / "svamp" / "SVAMP.json", "SVAMP.json")
    for words in before:
        assert numdiag(capsys, *words)[0] == 0
    printed = run_python("\n".join(code_of(page)), tmp_path, tmp_path / "home")
    assert printed == "".join(shown_below(page))
    for words in behind:
        assert numdiag(capsys, *words)[0] == 0


@pytest.mark.parametrize("name", OTHERS)
def test_the_python_of_other_documents_runs(name, sample_release, tmp_path):
    """The blocks are run one after the other."""
    text = (ROOT / name).read_text(encoding="utf-8")
    folder = dict(zip(OTHERS, (sample_release.parent, tmp_path, ROOT), strict=True))[name]
    printed = run_python("\n".join(["import evaluate" * (folder == ROOT), *code_of(text)]), folder, tmp_path / "home")
    assert printed == "".join(shown_below(text))


def test_no_page_and_no_reason_is_left_out():
    with_python = {page.relative_to(ROOT).as_posix() for page in PAGES if code_of(page.read_text(encoding="utf-8"))}
    assert with_python == {f"docs/{name}" for name in PYTHON} | {*OTHERS, *NOT_RUN}
    text = (ROOT / "docs" / "reasons.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    assert lines == [f"| `{code}` | {meaning} |" for code, meaning in REASONS.items()]


RESULTS = ROOT / "docs" / "results"


@pytest.fixture(scope="module")
def script():
    names = runpy.run_path(str(RESULTS / "summary.py"))["summary"].__globals__
    names["summary"] = cache(names["summary"])
    return names


def test_the_tables_of_results_are_those_of_the_results(script):
    text = "".join(path.read_text(encoding="utf-8") for path in script["PAGES"])
    made = script["page"](text, script["summary"]())
    assert made == text, "run python docs/results/summary.py"
    assert text.count("<!-- drops ") == len(script["summary"]().datasets)
    assert text.count("<!-- some ") == sum(len(s.datasets) for s in script["summaries_of_parts"]())
    made = script["card_table"](script["summary"]())
    assert script["CARD_TABLE"].read_text(encoding="utf-8") == made, "run python docs/results/summary.py"


@pytest.mark.parametrize("page", ["README.md", *(f"docs/results/{path.name}" for path in sorted(RESULTS.glob("*.md")))])
def test_the_figures_in_the_text_are_those_of_the_results(script, page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert script["with_figures"](text) == text, "run python docs/results/summary.py"


def stored_completions():
    """(style, config, id, completion, stored prediction) of each text of a language model."""
    for path in sorted(RESULTS.glob("controls/completions/*/*.jsonl.gz")):
        dataset, style = path.name.partition(".")[0], path.parent.name
        predictions = {
            (file.stem, line["id"]): line["prediction"]
            for file in (RESULTS / "controls" / style).glob(f"{dataset}*.jsonl")
            for line in map(json.loads, file.read_text(encoding="utf-8").splitlines())
        }
        with gzip.open(path, "rt", encoding="utf-8") as file:
            lines = {(line["config"], line["id"]): line["completion"] for line in map(json.loads, file)}
        assert lines.keys() == predictions.keys(), path
        for (config, identity), completion in lines.items():
            yield style, config, identity, completion, predictions[config, identity]


def test_the_stored_completions_are_those_of_the_predictions():
    """Without the text of the row, which a cut answer may need, all but one in a hundred is read as before."""
    same = [
        answer_line(answer_in(CONFIGS[config].dataset, text, as_equation=style == "equation").prediction)
        == (stored or "")
        for style, config, _, text, stored in stored_completions()
    ]
    assert sum(same) > 0.99 * len(same) > 0


@pytest.mark.real
def test_the_stored_completions_give_the_predictions(real_release):
    paths = read_manifest(real_release).configs
    rows = cache(lambda config: {row["id"]: row for row in read_rows(real_release, list(paths[config]["test"]))})
    for style, config, identity, text, stored in stored_completions():
        read = read_completion(rows(config)[identity], text, style)
        assert answer_line(read) == (stored or ""), (config, identity)


def test_a_figure_names_its_result(script):
    """A wrong figure is replaced, by a score of the changed rows or a drop; other numbers stay."""
    text = "of 0<!--qwen--> it loses 0<!--qwen extra--> (to 0<!--qwen extra score-->), 12 in all"
    made = script["with_figures"](text)
    results = script["summary"]()
    (system,) = (s for s in results.systems_of("asdiv_a") if s.label == script["_SYSTEMS"]["qwen"])
    drop = results.drop(system, "asdiv_a", ("attack", "extra"), "answer_accuracy")
    assert f"it loses {drop.mean:.0f}<!--qwen extra--> (to {drop.original - drop.mean:.0f}<" in made
    assert made.endswith("), 12 in all")


def test_the_picture_shows_every_system(script):
    shown = (RESULTS / "heatmap.svg").read_text(encoding="utf-8")
    results = script["summary"]()
    assert all(f"<!-- {system.label}" in shown for system in results.systems_of("asdiv_a"))


def test_the_commands_of_the_page_report_all_results(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(writing, "picture_bytes", lambda figure, kind: kind.encode())
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    assert "`numdiag report docs/results`" in text
    told = numdiag(capsys, "report", RESULTS, "--out", tmp_path)
    assert told[0] == 0, told
    assert "as table 6 of the paper" in (tmp_path / "report.md").read_text(encoding="utf-8")
