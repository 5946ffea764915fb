"""Reports: reading results, averaging seeds, the tables of the paper, files and errors."""

import csv
import hashlib
import io
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="the report extra is not installed")

from numdiag_datasets.files.writing import write_output
from numdiag_datasets.report import formats
from numdiag_datasets.report.formats import cell_text, comma_separated, latex, markdown
from numdiag_datasets.report.outcomes import ReportError
from numdiag_datasets.report.paper import paper_averages, paper_outcomes
from numdiag_datasets.report.pictures import _COLOURS, heatmap, ink_on
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import Summary, Value
from numdiag_datasets.report.tables import Table, by_metric, tables
from numdiag_datasets.report.writing import write_report
from tests.commands import numdiag
from tests.conftest import REAL

PAPER = REAL.parent / "papers" / "dnc-xu-2022.txt"
SIGNED = "config:{}|data:0.1@{}|rows:4|applied:4|tolerance:0.0001|version:0.1"


def drop(absolute, low, high, rows=4):
    """A drop as results hold it; what reports do not read is the same in all."""
    return {
        "rows": rows, "groups": 40, "original": 50.0, "perturbed": 50.0 - absolute, "absolute": absolute,
        "interval": [low, high], "relative": None, "relative_interval": None, "worse": 1, "better": 0,
        "p_value": None, "smallest_detectable": 9.0,
    }  # fmt: skip


def made(config="asdiv_a", points=50.0, data="aaa", **others):
    """A result as the scripts write it."""
    return {
        "config": config,
        "system": "model",
        "signature": SIGNED.format(config, data),
        "scores": {"rows": 4, "answer_accuracy": points},
        "run": {"model": "org/model", "numbers": "tokens", "target": "equation", "config": "asdiv_a"},
        "training": {"seed": 1},
    } | others  # fmt: skip


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(path)


# --- reading --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trap", "run", "result", "name"),
    [
        ("a name given", "mine={}", made(system=None), "mine"),
        ("a name in the file", "{}", made(system="theirs"), "theirs"),
        ("both: what is given counts", "mine={}", made(system="theirs"), "mine"),
        ("made by hand, with nothing but scores", "a={}", {"config": "asdiv_a", "scores": {"answer_accuracy": 1}}, "a"),
    ],
)  # fmt: skip
def test_systems_have_names(tmp_path, trap, run, result, name):
    write(tmp_path / "folder" / "results.json", result)
    (outcome,) = read_runs([run.format(tmp_path / "folder")])
    assert outcome.system.name == name, trap


@pytest.mark.parametrize("others", [[], [made(system="theirs")]])
@pytest.mark.parametrize("nameless", [made(system=None), made(system="")])
def test_a_result_without_a_system_is_refused(tmp_path, capsys, others, nameless):
    """It would be shown under the name of a folder, a system that nobody has; alone and among others."""
    folder = tmp_path / "folder"
    path = write(folder / "seed-1.json", {"results": [*others, nameless]})
    status, _, err = numdiag(capsys, "report", folder, "--out", tmp_path / "out")
    assert status == 2
    assert f"{path}: a result of asdiv_a does not name its system; give it as NAME={path}" in err
    assert not (tmp_path / "out").exists()


def test_the_results_of_this_repository_name_their_systems():
    """Every file that `numdiag report docs/results` reads, and none has the name of a folder."""
    results = Path(__file__).parent.parent / "docs" / "results"
    outcomes = read_runs([str(results)])
    assert {Path(o.path) for o in outcomes} == set(results.rglob("*.json"))
    folders = {path.name for path in (results, *results.rglob("*")) if path.is_dir()}
    assert not {o.system.name for o in outcomes} & (folders - {"graph2tree"})


def test_results_of_the_sample_are_another_system(tmp_path):
    """They are marked wherever the system is named, and never averaged with those of the data set."""
    write(tmp_path / "a" / "results.json", made(system="one", source="sample"))
    write(tmp_path / "b" / "results.json", made(system="one", points=90, source="directory"))
    summary = Summary(read_runs([str(tmp_path)]))
    scores = {
        system.label: summary.score(system, "asdiv_a", ("", ""), "answer_accuracy")
        for system in summary.systems_of("asdiv_a")
    }
    assert scores == {"one (sample)": Value(50), "one": Value(90)}


def test_a_file_of_several_results_is_read_whole(tmp_path):
    """As `numdiag score --out` writes it."""
    path = write(
        tmp_path / "a.json", {"results": [made(), made("asdiv_a-extra-attack")], "averages": {}}
    )
    assert [outcome.result.config for outcome in read_runs([path])] == [
        "asdiv_a",
        "asdiv_a-extra-attack",
    ]


def test_folders_are_read_in_the_order_of_their_numbers(tmp_path):
    """The layers of an encoder, of which 10 comes behind 2."""
    for layer in (10, 0, 2):
        write(tmp_path / f"layer-{layer}" / "results.json", made(system=f"layer {layer}"))
    names = [outcome.system.name for outcome in read_runs([str(tmp_path)])]
    assert names == ["layer 0", "layer 2", "layer 10"]


def test_a_diagnosis_repeats_what_lies_below_it(tmp_path):
    """Its results count once; files of other kinds and weights are passed over."""
    write(tmp_path / "asdiv_a" / "asdiv_a" / "results.json", made())
    write(tmp_path / "diagnosis.json", {"results": [made()]})
    write(tmp_path / "asdiv_a" / "training.json", {"log": []})
    write(tmp_path / "asdiv_a" / "model" / "config.json", "{")
    assert len(read_runs([str(tmp_path)])) == 1
    assert len(read_runs([str(tmp_path / "diagnosis.json")])) == 1


@pytest.mark.parametrize(
    ("trap", "content", "message"),
    [
        ("broken", '{"scores"', "results.json: not valid JSON"),
        ("a list of numbers", "[1]", "neither a result nor a list of results"),
        ("no config", {"scores": {}}, "a result lacks `config`"),
        ("labels without accuracy", {"config": "number_words-comparison-bare-en", "scores": {}}, "lacks `scores accuracy`"),
        ("no such labels", {"config": "number_words-foo", "scores": {"accuracy": 5}}, "unknown config 'number_words-foo'"),
        ("a run that is none", made(run="foo"), "`run` of a result is 'foo', not an object"),
        ("a truth as points", made(scores={"answer_accuracy": True}), "`scores answer_accuracy` of a result is True, not a number"),
        ("an unknown config", made("asdiv_a-nose-attack"), "unknown perturbation 'nose'"),
        ("an unknown metric", made(scores={"bleu": 3}), "unknown metric 'bleu' of asdiv_a; choose from answer_accuracy"),
        ("not points", made(scores={"answer_accuracy": 101}), "`scores answer_accuracy` of a result is 101, not points from 0 to 100"),
        ("text", made(scores={"answer_accuracy": "50%"}), "`scores answer_accuracy` of a result is '50%', not a number"),
    ],
)  # fmt: skip
def test_files_that_are_no_results(tmp_path, trap, content, message):
    write(tmp_path / "results.json", content)
    with pytest.raises(ReportError, match=re.escape(message)):
        read_runs([str(tmp_path)])


# --- seeds, and what does not go together ---------------------------------------------------------


def seeds(tmp_path, *results):
    for i, result in enumerate(results):
        write(tmp_path / f"{i}" / "results.json", result)
    return Summary(read_runs([f"mine={tmp_path}"]))


def test_seeds_are_averaged_with_their_spread(tmp_path):
    attack = "asdiv_a-extra-attack"
    summary = seeds(
        tmp_path,
        made(points=50),
        made(points=54, training={"seed": 2}),
        made(attack, 20, drop={"answer_accuracy": drop(30, 20, 40)}),
        made(attack, 24, training={"seed": 2}, drop={"answer_accuracy": drop(32, 22, 44)}),
    )
    (system,) = summary.systems_of("asdiv_a")
    row = ("attack", "extra")
    score = summary.score(system, "asdiv_a", ("", ""), "answer_accuracy")
    assert (score.mean, score.runs, round(score.spread, 2)) == (52, 2, 2.83)
    found = summary.drop(system, "asdiv_a", row, "answer_accuracy")
    assert (found.mean, found.interval, found.detectable) == (31, (21, 42), 9)
    assert summary.change(system, "asdiv_a", row, "answer_accuracy").mean == -30
    assert summary.relative(system, "asdiv_a", row, "answer_accuracy").mean == pytest.approx(
        -57.69, abs=0.01
    )


@pytest.mark.parametrize(
    ("trap", "first", "second", "message"),
    [
        ("other rows", made(), made(data="bbb", training={"seed": 2}), r"@bbb.*@aaa.*or pool them with --pool"),
        ("another mode", made("tatqa_a", signature="mode:official|version:1", scores={"exact_match": 1}),
         made("tatqa_a-extra-attack", signature="mode:strict|version:1", scores={"exact_match": 1}),
         r"mode:strict.*mode:official.*give them different names"),
        ("another version", made(), made("asdiv_a-extra-attack", signature="data:0.2@c|version:0.2"),
         r"version:0.2.*version:0.1"),
        ("the same seed twice", made(), made(), "are both mine on asdiv_a with the same seed"),
    ],
)  # fmt: skip
def test_what_was_measured_otherwise_is_not_averaged(tmp_path, trap, first, second, message):
    with pytest.raises(ReportError, match=message):
        seeds(tmp_path, first, second)


def test_benchmark_seeds_of_labels_are_pooled_when_asked(tmp_path, capsys):
    """`--pool` holds for text pairs as for problems."""
    name = "number_words-comparison-bare-en"
    for data, points, seed in (("aaa", 50.0, 1), ("bbb", 60.0, 2)):
        (tmp_path / data).mkdir()
        result = {
            "config": name, "scores": {"rows": 4, "accuracy": points}, "training": {"seed": seed},
            "signature": f"config:{name}|data:{data}|rows:4|version:0.2.0",
        }  # fmt: skip
        (tmp_path / data / "results.json").write_text(json.dumps(result))
    arguments = ("report", f"mine={tmp_path}", "--out", tmp_path / "report")
    status, _, err = numdiag(capsys, *arguments)
    assert (status, "or pool them with --pool" in err) == (2, True)
    status, _, err = numdiag(capsys, *arguments, "--pool")
    assert (status, err) == (0, "")
    assert "55.0" in (tmp_path / "report" / "report.md").read_text()


def test_benchmark_seeds_are_pooled_when_asked(tmp_path):
    for data, points in (("aaa", 50), ("bbb", 60)):
        write(tmp_path / data / "results.json", made(points=points, data=data))
    summary = Summary(read_runs([f"mine={tmp_path}"]), pool=True)
    (system,) = summary.systems_of("asdiv_a")
    value = summary.score(system, "asdiv_a", ("", ""), "answer_accuracy")
    assert isinstance(value, Value)
    assert value.mean == 55


def test_variants_of_a_system_are_kept_apart(tmp_path):
    """And named by what differs only."""
    run = made()["run"]
    summary = seeds(tmp_path, made(), made(points=30, run=run | {"numbers": "placeholders"}))
    labels = [system.label for system in summary.systems_of("asdiv_a")]
    assert labels == ["mine, tokens", "mine, placeholders"]
    names = [table.name for table in tables(summary)]
    assert names == ["scores-asdiv_a", "numbers-asdiv_a"]


def test_empty_cells_say_why(tmp_path):
    write(tmp_path / "a.json", [made("drop_num-extra-attack", scores={"exact_match": 5})])
    summary = Summary(read_runs([str(tmp_path)]))
    (system,) = summary.systems_of("drop_num")
    reasons = {
        (
            "attack",
            "logic",
        ): "not applicable: the source gives no derivation to derive a new answer from",
        ("attack", "order"): "not applicable: passages tell real events, whose order matters",
        ("attack", "language"): "not run",
        ("", ""): "not run",
    }
    for row, why in reasons.items():
        assert summary.score(system, "drop_num", row, "exact_match") == why
    row = ("attack", "extra")
    assert (
        summary.change(system, "drop_num", row, "exact_match")
        == "no originals of the same system to compare with"
    )
    assert (
        summary.drop(system, "drop_num", row, "exact_match")
        == "no rows paired with their originals"
    )


def test_an_attack_on_an_augmented_model_is_a_row_of_its_own(tmp_path):
    run = made()["run"] | {"config": "asdiv_a-extra-augment"}
    summary = seeds(
        tmp_path, made("asdiv_a-extra-attack", run=run), made("asdiv_a-extra-augment", 70, run=run)
    )
    rows = [row for row in summary.rows("asdiv_a") if row[1] in ("", "extra")]
    assert rows == [("", ""), ("augment", "extra"), ("augment, attacked", "extra")]


def test_transfer_is_a_row_of_the_model_of_defense(tmp_path):
    """It is trained on the same rows, and tested on another form."""
    run = made()["run"] | {"config": "asdiv_a-noise-defense"}
    summary = seeds(
        tmp_path,
        made("asdiv_a-noise-transfer", run=run),
        made("asdiv_a-noise-defense", 70, run=run),
    )
    rows = [row for row in summary.rows("asdiv_a") if row[1] in ("", "noise")]
    assert rows == [("", ""), ("defense", "noise"), ("transfer", "noise")]


TRANSFER = "asdiv_a-noise-transfer"
#: Predictions that were scored: nothing says what their model was trained on.
UNTOLD = None


@pytest.mark.parametrize(
    ("tested", "rows"),
    [
        ({TRANSFER: ["asdiv_a"]}, ["second form"]),
        ({TRANSFER: ["asdiv_a-noise-attack"]}, ["second form"]),  # it trains on originals
        ({TRANSFER: [TRANSFER]}, ["transfer"]),  # on what defense trains on
        ({TRANSFER: ["asdiv_a", "asdiv_a-noise-defense"]}, ["second form", "transfer"]),
        ({TRANSFER: [UNTOLD]}, ["second form"]),
        ({TRANSFER: [UNTOLD], "asdiv_a-noise-defense": [UNTOLD]}, ["defense", "transfer"]),
        # Defense against something else is no training on the first form.
        ({TRANSFER: [UNTOLD], "asdiv_a-extra-defense": [UNTOLD]}, ["second form", "defense"]),
    ],
)
def test_the_second_form_is_transfer_for_a_model_of_the_first_alone(tmp_path, tested, rows):
    """A model that was trained on neither meets it as an attack, and says how hard it is by itself."""
    results = []
    for config, trainings in tested.items():
        for trained in trainings:
            results.append(made(config))
            results[-1]["run"]["config"] = trained
            if trained is UNTOLD:
                del results[-1]["run"]
    summary = seeds(tmp_path, *results)
    (system,) = summary.systems_of("asdiv_a")
    found = [row for row in summary.rows("asdiv_a") if summary.outcomes(system, "asdiv_a", row)]
    assert [setting for setting, _ in found] == rows


def test_a_form_that_there_is_not_is_told_from_one_that_was_not_run(tmp_path):
    summary = seeds(tmp_path, made(TRANSFER))
    (system,) = summary.systems_of("asdiv_a")
    missing = [
        summary.score(system, "asdiv_a", ("second form", name), "answer_accuracy")
        for name in ("order", "extra")
    ]
    assert missing == ["not available: order has one form", "not run"]


# --- what a drop can be taken for ------------------------------------------------------------------

EXTRA, LOGIC = "asdiv_a-extra-attack", "asdiv_a-logic-attack"


def attacked(config, original, absolute, low, high, *, detectable=9.0, **others):
    """A result of an attack; of its rows so many points were right before."""
    its = drop(absolute, low, high) | {"original": original, "smallest_detectable": detectable}
    its |= {"perturbed": original - absolute, "relative": 100 * absolute / original}
    its |= {"relative_interval": [100 * low / original, 100 * high / original]} | others
    by_metric = {"answer_accuracy": its}
    return made(config, original - absolute, drop=by_metric, drop_all_rows=by_metric)


@pytest.mark.parametrize(
    ("trap", "attacks", "floor"),
    [
        ("one of a hundred right", [attacked(EXTRA, 1, 1, -2, 4), attacked(LOGIC, 1, 0, -2, 2)], True),
        ("as much as could be seen, and no more", [attacked(EXTRA, 9, 1, -2, 4)], True),
        ("one attack had something to take", [attacked(EXTRA, 9, 1, -2, 4), attacked(LOGIC, 9.1, 0, -2, 2)], False),
        ("robust: much right, nothing lost", [attacked(EXTRA, 80, 0, -3, 3)], False),
        ("little right, but a drop was seen", [attacked(EXTRA, 8, 8, 2, 14), attacked(LOGIC, 8, 0, -2, 2)], False),
        ("nothing known: too few groups", [attacked(EXTRA, 1, 1, -2, 4, groups=3)], False),
    ],
)  # fmt: skip
def test_the_floor(tmp_path, trap, attacks, floor):
    """A system with nothing to lose is not robust: its drops have a mark and no colour, in every table of drops and changes."""
    summary = seeds(tmp_path, made(points=9), *attacks)
    (system,) = summary.systems_of("asdiv_a")
    assert summary.is_at_floor(system, "asdiv_a", "attack", "answer_accuracy") == floor, trap
    found = {table.name: table for table in tables(summary)}
    for name in ("drops-asdiv_a", "changes-asdiv_a"):
        values = [c for _, cells in found[name].rows for c in cells if isinstance(c, Value)]
        assert [value.is_floor for value in values] == [floor] * len(attacks)
        assert floor == all(formats.tint(value, found[name].kind) == "floor" for value in values)
        assert floor == ("floor" in markdown(found[name]))


def colours_of(axes):
    """What the cells of a heatmap are coloured by, masked where they are not."""
    return axes.images[0].get_array()


@pytest.mark.parametrize(
    ("trap", "attack", "tint"),
    [
        ("a drop", attacked(EXTRA, 50, 20, 10, 30), "loss3"),
        ("its interval holds 0", attacked(EXTRA, 50, 20, -1, 40), ""),
        ("its interval touches 0", attacked(EXTRA, 50, 20, 0, 40), ""),
        ("a gain", attacked(EXTRA, 50, -20, -30, -10), "gain3"),
        ("three texts", attacked(EXTRA, 50, 20, 10, 30, groups=3), ""),
    ],
)
def test_what_cannot_be_told_from_0_has_no_colour(tmp_path, trap, attack, tint):
    """In the tables of drops and of changes, and in the heatmap."""
    summary = seeds(tmp_path, made(), attack)
    found = {table.name: table for table in tables(summary)}
    for name in ("drops-asdiv_a", "changes-asdiv_a", "relative-asdiv_a"):
        (value,) = (c for _, cells in found[name].rows for c in cells if isinstance(c, Value))
        assert value.is_told == bool(tint), (trap, name)
        assert name.startswith("relative") or formats.tint(value, found[name].kind) == tint, (
            trap,
            name,
        )
    (axes,) = heatmap(summary).axes
    coloured = np.ma.compressed(colours_of(axes)).tolist()
    assert coloured == ([attack["drop"]["answer_accuracy"]["absolute"]] if tint else [])


def test_old_intervals_of_few_groups_are_not_shown(tmp_path):
    """Results of before have them: four reports, -62.6 to 45.5."""
    summary = seeds(tmp_path, made(), attacked(EXTRA, 50, 0, -62.6, 45.5, groups=4))
    text = "".join(map(markdown, tables(summary)))
    assert "0.0 (too few groups)" in text
    assert "62.6" not in text


def test_the_heatmap_shows_the_originals(tmp_path):
    """Beside the drops, without a colour; and says which system is at the floor."""
    low = [
        result | {"system": "low"} for result in (made(points=1.5), attacked(EXTRA, 1, 0, -2, 2))
    ]
    for i, result in enumerate((made(points=67.8), attacked(EXTRA, 70, 20, 10, 30), *low)):
        write(tmp_path / f"{i}.json", result)
    (axes,) = heatmap(Summary(read_runs([str(tmp_path)]))).axes
    assert axes.get_xticklabels()[0].get_text() == "originals"
    texts = {(round(t.get_position()[0]), round(t.get_position()[1])): t.get_text() for t in axes.texts
             if t.get_position()[1] == round(t.get_position()[1])}  # fmt: skip
    assert (texts[0, 0], texts[0, 1]) == ("67.8", "1.5")
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["model", "low\nat the floor: too few right"]
    assert np.ma.getmaskarray(colours_of(axes))[:, 0].all()


def test_marks_are_explained_once(tmp_path):
    """On the page and in Markdown, not below every table; a table in LaTeX stands alone."""
    for i, result in enumerate(
        (made(), attacked(EXTRA, 50, 2, -3, 7), attacked(LOGIC, 50, 2, 1, 3))
    ):
        write(tmp_path / "runs" / f"{i}.json", result)
    write_report([str(tmp_path / "runs")], tmp_path / "out")
    meaning = "the 95% interval holds 0, so no difference was seen"
    for name in ("report.md", "report.html"):
        text = (tmp_path / "out" / name).read_text()
        assert text.count(meaning) == 1
        assert "so few of its answers" not in text  # nothing is at the floor
    assert meaning.replace("%", r"\%") in (tmp_path / "out/tables/drops-asdiv_a.tex").read_text()


# --- the paper ------------------------------------------------------------------------------------


def printed(first, last):
    """(setting, perturbation) -> the eleven cells of a table of the paper, as printed; None for "-"."""
    if not PAPER.is_file():
        pytest.skip("the text of the paper is not on this machine")
    text = PAPER.read_text(encoding="utf-8").split(first)[1].split(last)[0]
    lines = re.findall(r"^(?:\d+ )?([A-Z][a-z]+)((?: (?:-?\d+\.\d+%|-)){11})$", text, re.MULTILINE)
    cells = [
        [None if c == "-" else float(c.rstrip("%")) for c in line.split()] for _, line in lines
    ]
    assert len(lines) >= 16
    settings = ["attack"] * 8 + ["defense"] * 8
    return {(s, lines[i][0].lower()): cells[i] for i, s in enumerate(settings)}


@pytest.mark.parametrize(
    ("what", "first", "last", "tolerance"),
    [("change", "A B C D E F G H I J K", "Table 11:", 0.01), ("relative", "Table 9: The raw", "Table 10:", 0.03)],
)  # fmt: skip
def test_the_tables_of_the_paper_follow_from_its_results(what, first, last, tolerance):
    """All 148 cells of tables 3 and 11, and of table 10, within what rounded inputs allow."""
    summary = Summary(paper_outcomes())
    columns = [("asdiv_a", name, metric) for name in ("T5", "BART", "GPT2", "Graph2Tree")
               for metric in ("equation_accuracy", "answer_accuracy")]  # fmt: skip
    columns += [("drop_num", "T5", "exact_match"), ("drop_num", "BART", "exact_match"),
                ("tatqa_a", "TagOps", "exact_match")]  # fmt: skip
    compared = 0
    for row, cells in printed(first, last).items():
        for (dataset, name, metric), expected in zip(columns, cells, strict=True):
            system = next(
                s for s in summary.systems_of(dataset)
                if s.name == f"{name} (paper)" and s.target != "answer" and s.numbers != "placeholders"
            )  # fmt: skip
            cell = getattr(summary, what)(system, dataset, row, metric)
            if expected is None:
                assert isinstance(cell, str)
                continue
            assert cell.mean == pytest.approx(expected, abs=tolerance + 1e-9), (row, name, metric)
            compared += 1
    assert compared == 148


def test_stages_are_averaged_for_any_results(tmp_path):
    """A drop of 30 under attack, of which the training on perturbed data gives 20 back."""
    run = made()["run"] | {"config": "asdiv_a-extra-defense"}
    results = made(), made("asdiv_a-extra-attack", 20), made("asdiv_a-extra-defense", 40, run=run)
    table = next(t for t in tables(seeds(tmp_path, *results)) if t.name == "stages-asdiv_a")
    found = {labels: cells[0] for labels, cells in table.rows}
    for kind, mean in (("drop", 30), ("change", -10), ("recovery", 20)):
        assert found[(kind, "semantic parsing")] == Value(mean)
        assert found[(kind, "numerical parsing")] == "not run"


def test_the_averages_of_the_paper():
    """Table 12: which follow from their formulas, which from another reading, and which from none."""
    verdicts = {average.stated: average.verdict for average in paper_averages()}
    assert verdicts[19.66] == verdicts[13.15] == "follows from its formula"
    otherwise = "does not follow from its formula, but is the average of: "
    assert verdicts[17.42] == otherwise + "drop, numerical parsing: T5, BART, GPT2 on asdiv_a"
    assert verdicts[3.07] == otherwise + "drop, numerical parsing: Graph2Tree on asdiv_a"
    assert (
        verdicts[6.52]
        == otherwise + "recovery, numerical parsing: T5, BART, GPT2, Graph2Tree on asdiv_a"
    )
    for stated in (17.96, 12.53, 11.58):
        assert verdicts[stated] == "does not follow from its formula, nor from any reading tried"


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trap", "cell", "kind", "text"),
    [
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
    ],
)  # fmt: skip
def test_cells(trap, cell, kind, text):
    assert cell_text(cell, kind) == text, trap


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
    assert (first["perturbation"], first["value"], first["low"], first["rows"]) == (
        "extra",
        "16.5",
        "6.5",
        "120",
    )
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
    ("trap", "table"),
    [
        ("narrow", replace(WIDE, columns=WIDE.columns[:6])),
        ("columns that are no systems", replace(WIDE, heads=("system", "attack"))),
    ],
)
def test_other_tables_stay_whole(trap, table):
    assert by_metric(table) == [table], trap


@pytest.mark.parametrize(
    ("title", "said"),
    [("Accuracy by language", "Accuracy by language"), ("Drops", "Drops: accuracy")],
)
def test_a_metric_is_named_once(title, said):
    """A wide table of one metric keeps its name."""
    columns = tuple((system, "accuracy") for system in "abcdefgh")
    (table,) = by_metric(replace(WIDE, title=title, columns=columns))
    assert (table.name, table.title) == (WIDE.name, said)


@pytest.fixture
def runs(tmp_path):
    """A system with its originals and an attack, and one with a name that HTML must not believe."""
    attack = "asdiv_a-extra-attack"
    folder = tmp_path / "runs"
    write(folder / "a" / "results.json", made())
    write(
        folder / "b" / "results.json", made(attack, 20, drop={"answer_accuracy": drop(30, 20, 40)})
    )
    write(folder / "c" / "results.json", made(attack, 30, system="<b>bold</b>", run={}))
    return folder


def test_a_report_is_written_whole_and_the_same_each_time(runs, tmp_path, capsys):
    for name in ("first", "second"):
        status, out, err = numdiag(
            capsys, "report", runs, "--out", tmp_path / name, "--compare", "paper"
        )
        assert status == 0
        assert err == (
            "numdiag: <b>bold</b>: no result for the originals, asdiv_a, so its changes are left out; `numdiag score` gives both "
            "for a directory of predictions that holds asdiv_a.jsonl\n"
        )
    assert f"files; open {tmp_path / 'second' / 'report.html'}" in out
    first, second = (
        {
            p.relative_to(tmp_path / n): p.read_bytes()
            for p in (tmp_path / n).rglob("*")
            if p.is_file()
        }
        for n in ("first", "second")
    )
    assert first == second
    assert {str(path) for path in first} >= {
        "report.html", "report.md", "heatmap.png", "heatmap.svg", "capabilities.png", "capabilities.svg",
        "tables/drops-asdiv_a.csv", "tables/drops-asdiv_a.tex",
    }  # fmt: skip
    # The paper stands beside results of the same data set only.
    assert not any("drop_num" in path.name for path in first)


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


def test_the_first_column_stays_in_place(runs, tmp_path):
    """Every row of every table begins with a cell that stays while the others are scrolled."""
    write_report([str(runs)], tmp_path / "out", compare_paper=True)
    page = (tmp_path / "out" / "report.html").read_text()
    rows = re.findall(r"<tr>(<th[^>]*>)", page)
    assert len(rows) == page.count("<tr>") > 100
    assert all('class="label"' in cell for cell in rows)
    assert re.search(r"th\.label \{[^}]*position: sticky; left: 0;", page)


def test_without_attacks_there_is_a_report_too(tmp_path):
    write(tmp_path / "runs" / "results.json", made())
    paths = write_report([str(tmp_path / "runs")], tmp_path / "out")
    assert {path.name for path in paths} >= {"report.html", "scores-asdiv_a.csv", "heatmap.png"}


def test_a_new_report_replaces_the_old_one_and_nothing_else(runs, tmp_path):
    out = tmp_path / "out"
    write(runs / "t" / "results.json", made("tatqa_a", signature="", scores={"exact_match": 50.0}))
    write_report([str(runs)], out)
    (out / "tables" / "notes.csv").write_text("mine")
    assert (out / "tables" / "scores-tatqa_a.csv").is_file()
    (runs / "t" / "results.json").unlink()
    paths = write_report([str(runs)], out)
    assert {path for path in out.rglob("*") if path.is_file()} == {
        *paths,
        out / "tables" / "notes.csv",
    }


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


@pytest.mark.parametrize(
    "name", ["../mine.csv", "report.html", "/etc/passwd", "tables/../mine.csv"]
)
def test_a_list_of_files_leads_to_no_other(name, runs, tmp_path):
    """Of what a damaged list names, nothing is removed but tables."""
    out = tmp_path / "out"
    (tmp_path / "mine.csv").write_text("mine")
    checksum = hashlib.sha256(b"mine").hexdigest()
    write(out / "report.json", {"files": {name: [checksum]}})
    write_report([str(runs)], out)
    assert (tmp_path / "mine.csv").read_text() == "mine"


HOSTILE_NAMES = [
    "=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1", "a|b", "a\nb", "# a", "<script>x</script>",
    "<img src=x>", "`code`", "[a](javascript:x)", "**b**", "$\\frac{", "&amp;", "\u2028x", "a\x1b[31m", "=1\n=2", " ",
]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_names_are_texts_in_every_form(name, tmp_path):
    """Neither a spreadsheet nor a reader of Markdown or HTML nor TeX finds more in a name than a name."""
    attack = "asdiv_a-extra-attack"
    folder = tmp_path / "runs"
    write(folder / "a" / "results.json", made(system=name))
    result = made(attack, 20, system=name, drop={"answer_accuracy": drop(30, 20, 40)})
    write(folder / "b" / "results.json", result)
    parts = {f"{name} x table": {"rows": 2, "exact_match": 50.0}}
    breakdown = {"answer_type x answer_from": parts}
    scores = {"exact_match": 50.0}
    other = made(
        "tatqa_a", signature=f"data:{name}", system=name, scores=scores, breakdown=breakdown
    )
    write(folder / "c" / "results.json", other)
    out = tmp_path / "out"
    for path in write_report([str(folder)], out):
        if path.suffix == ".csv":
            for row in csv.reader(io.StringIO(path.read_text(), newline="")):
                assert not [cell for cell in row if re.match(r"[=+\-@\t\r＝](?![\d.]+$)", cell)]
    text = (out / "report.md").read_text()
    assert not re.search(
        r"<(script|img)|\x1b|(?<!\\)`|(?<!\\)\[a\]|(?<!\\)\*\*b", text.replace("![", "")
    )
    widths = [
        len(re.findall(r"(?<!\\)\|", line)) for line in text.splitlines() if line.startswith("|")
    ]
    assert min(widths) >= 3
    page = (out / "report.html").read_text()
    assert "<script" not in page
    assert "<img" not in page


def test_numbers_stay_numbers():
    """What is less than 0 is no formula."""
    values = (Value(-1.5, spread=0.5), "-1.5", "not run")
    table = Table("t", "t", "change", tuple((str(n), "m") for n in range(3)),
                  ((("-2.5", "=x"), values),))  # fmt: skip
    rows = list(csv.reader(io.StringIO(comma_separated(table))))[1:]
    assert [row[4] for row in rows] == ["-1.5", "", ""]
    assert [row[-1] for row in rows] == ["", "-1.5", "not run"]
    assert {tuple(row[:2]) for row in rows} == {("-2.5", "'=x")}


@pytest.mark.parametrize(
    ("trap", "change", "message"),
    [
        ("a system that is a list", {"system": []}, "`system` of a result is [], not text"),
        ("a seed that is an object", {"training": {"seed": {}}}, "`seed` of a result is {}, not a whole number"),
        ("numbers of another kind", {"run": {"numbers": 5}}, "`numbers` of a result is 5, not text"),
        ("a config of a run that is a list", {"run": {"config": []}}, "`config` of a result is [], not text"),
        ("points that are none", {"scores": {"answer_accuracy": float("nan")}}, "is nan, not points from 0 to 100"),
        ("points without end", {"applied": {"answer_accuracy": 1e999}}, "is inf, not points from 0 to 100"),
        ("a part that is text", {"breakdown": {"a": {"b": {"f1": "x"}}}}, "`breakdown a b f1` of a result is 'x', not a number"),
        ("an interval of three", {"breakdown": {"a": {"b": {"interval": [1, 2, 3]}}}}, "which it cannot be"),
        ("a drop over no rows", {"drop": {"answer_accuracy": drop(1, 1, 1, rows=0)}}, "is 0, not a number from 1"),
        ("a drop of 200", {"drop": {"answer_accuracy": drop(200, 1, 1)}}, "is -150.0, not points"),
        ("a config of other data", {"dataset": "number_words"}, "a result of number_words names the config asdiv_a"),
    ],
)  # fmt: skip
def test_every_value_of_a_result_is_checked(trap, change, message, tmp_path):
    write(tmp_path / "results.json", made(**change))
    with pytest.raises(ReportError, match=re.escape(message)):
        read_runs([str(tmp_path)])


def test_without_matplotlib_the_extra_is_named(runs, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    status, _, err = numdiag(capsys, "report", runs, "--out", tmp_path / "out")
    assert status == 2
    assert err.endswith("numdiag: pictures need matplotlib: pip install 'numdiag[report]'\n")


def test_breakdowns_are_tables(tmp_path):
    parts = {"count x table": {"rows": 2, "exact_match": 50.0, "f1": 60.0}}
    result = made("tatqa_a", signature="", scores={"exact_match": 50.0, "f1": 60.0},
                  breakdown={"answer_type x answer_from": parts})  # fmt: skip
    write(tmp_path / "runs" / "results.json", result)
    write_report([str(tmp_path / "runs")], tmp_path / "out")
    name = "exact_match-by-answer_type-answer_from-tatqa_a.csv"
    text = (tmp_path / "out" / "tables" / name).read_text()
    (line,) = csv.DictReader(io.StringIO(text))
    assert (line["answer_type"], line["answer_from"], line["value"]) == ("count", "table", "50.0")


@pytest.mark.parametrize(
    ("trap", "others", "expected"),
    [
        ("a scale that one of them lacks", {"breakdown": {"scale": {"none": {"rows": 3, "scale_accuracy": 40.0}}}},
         ("scale_accuracy-by-scale", {("none", "(3)", "40.0"), ("million", "(2)", "")})),
        ("operators of a system that predicts them", {"analysis": {"operators": {"sum": {"rows": 4, "accuracy": 75.0}}}},
         ("accuracy-by-operator", {("sum", "(4)", "75.0")})),
        ("no numbers there, as another tool may write", {"analysis": {"operators": {"sum": {"accuracy": "x"}, "count": 3}}}, None),
        ("no parts there", {"analysis": {"operators": [1]}}, None),
        ("no analysis there", {"analysis": 3}, None),
    ],
)  # fmt: skip
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
        assert {(a, b, value) for a, b, system, value in found if system == "a"} == expected[1], (
            trap
        )


@pytest.mark.parametrize(
    ("trap", "arguments", "message"),
    [
        ("nothing there", ["{}/none"], "none: no such file or folder"),
        ("an empty folder", ["{}/empty"], "empty: no results found; give files that `numdiag score --out` wrote"),
        ("broken", ["{}/broken.json"], "broken.json: not valid JSON"),
        ("an unknown comparison", ["{}/broken.json", "--compare", "us"], "unknown comparison 'us'; choose from paper"),
        ("a file in the way", ["{}/good.json", "--out", "{}/broken.json"], "cannot be written"),
    ],
)  # fmt: skip
def test_what_cannot_be_reported_says_so_in_a_line(tmp_path, capsys, trap, arguments, message):
    (tmp_path / "empty").mkdir()
    write(tmp_path / "broken.json", "{")
    write(tmp_path / "good.json", made())
    given = [argument.format(tmp_path) for argument in arguments]
    out = [] if "--out" in given else ["--out", tmp_path / "out"]
    status, _, err = numdiag(capsys, "report", *given, *out)
    assert status == 2, trap
    assert message in err
    assert err.count("\n") == 1
    assert not (tmp_path / "out").exists()
