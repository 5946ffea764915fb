"""What a drop can be taken for: the floor, colours, intervals."""

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="the report extra is not installed")

from rich.console import Console

from numdiag_datasets.cli.score_tables import score_tables
from numdiag_datasets.report import formats
from numdiag_datasets.report.formats import markdown
from numdiag_datasets.report.pictures import heatmap
from numdiag_datasets.report.runs import read_runs
from numdiag_datasets.report.summary import Summary, Value
from numdiag_datasets.report.tables import tables
from numdiag_datasets.scoring.prediction_files import Scored
from numdiag_datasets.scoring.results import Result
from tests.report_results import EXTRA, LOGIC, attacked, made, seeds, write


@pytest.mark.parametrize(("trap", "attacks", "floor"), [
    ("one of a hundred right", [attacked(EXTRA, 1, 1, -2, 4), attacked(LOGIC, 1, 0, -2, 2)], True),
    ("as much as could be seen, and no more", [attacked(EXTRA, 9, 1, -2, 4)], True),
    ("one attack had something to take", [attacked(EXTRA, 9, 1, -2, 4), attacked(LOGIC, 9.1, 0, -2, 2)], False),
    ("robust: much right, nothing lost", [attacked(EXTRA, 80, 0, -3, 3)], False),
    ("little right, but a drop was seen", [attacked(EXTRA, 8, 8, 2, 14), attacked(LOGIC, 8, 0, -2, 2)], False),
    ("nothing known: too few groups", [attacked(EXTRA, 1, 1, -2, 4, groups=3)], False),
])  # fmt: skip
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


@pytest.mark.parametrize(("trap", "attack", "tint"), [
    ("a drop", attacked(EXTRA, 50, 20, 10, 30), "loss3"),
    ("its interval holds 0", attacked(EXTRA, 50, 20, -1, 40), ""),
    ("its interval touches 0", attacked(EXTRA, 50, 20, 0, 40), ""),
    ("a gain", attacked(EXTRA, 50, -20, -30, -10), "gain3"),
    ("three texts", attacked(EXTRA, 50, 20, 10, 30, groups=3), ""),
])  # fmt: skip
def test_what_cannot_be_told_from_0_has_no_colour(tmp_path, trap, attack, tint):
    """In the tables of drops and of changes, and in the heatmap."""
    summary = seeds(tmp_path, made(), attack)
    found = {table.name: table for table in tables(summary)}
    for name in ("drops-asdiv_a", "changes-asdiv_a", "relative-asdiv_a"):
        (value,) = (c for _, cells in found[name].rows for c in cells if isinstance(c, Value))
        assert value.is_told == bool(tint), (trap, name)
        assert name.startswith("relative") or formats.tint(value, found[name].kind) == tint, (trap, name)
    (axes,) = heatmap(summary).axes
    coloured = np.ma.compressed(colours_of(axes)).tolist()
    assert coloured == ([attack["drop"]["answer_accuracy"]["absolute"]] if tint else [])


def test_the_heatmap_shows_the_originals(tmp_path):
    """Beside the drops, without a colour; and says which system is at the floor."""
    low = [result | {"system": "low"} for result in (made(points=1.5), attacked(EXTRA, 1, 0, -2, 2))]
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


def test_models_that_are_tested_on_one_config_are_told_apart(capsys):
    """As a diagnosis has them: that of the originals, and that of defense, both on the second form."""
    trained = ("asdiv_a", "asdiv_a-noise-defense")
    results = [Result.from_json(made("asdiv_a-noise-transfer", run={"config": config})) for config in trained]
    results.append(Result.from_json(made("asdiv_a-extra-attack")))
    (table,) = score_tables(Scored(results, {}))
    Console(width=120).print(table)
    told = capsys.readouterr().out
    for label in ("noise transfer, trained on originals", "noise transfer, trained on defense"):
        assert label in told
    assert "extra, trained" not in told
