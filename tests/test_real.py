"""The real ASDiv-a: the figures that the README and the card promise, and every row verified."""

import re
from collections import Counter
from typing import Any

from pyarrow import parquet

from numdiag_datasets.draws import Draws
from numdiag_datasets.perturbations import PERTURBATIONS, perturb_split
from numdiag_datasets.perturbations.extra import related
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.equation import parse_equation
from numdiag_datasets.problems.problem import DOUBTFUL_ANSWER
from numdiag_datasets.problems.reading import Reading
from numdiag_datasets.release.building.problems import build
from numdiag_datasets.release.building.units import read_splits
from numdiag_datasets.release.manifest import read_manifest
from numdiag_datasets.release.verify.directory import verify
from numdiag_datasets.sources import SPLITS
from tests.conftest import REAL

INTEGER = re.compile(r"(?<![\d.,\w])\d{1,3}(?:,\d{3})+(?![\d.])|(?<![\d.,\w])\d+(?![\d\w]|[.,]\d)")


def everything(real):
    return [problem for split in real.splits.values() for problem in split]


def test_the_published_split(real):
    assert {name: len(split) for name, split in real.splits.items()} == {
        "train": 974,
        "validation": 122,
        "test": 122,
    }


def test_remainder_problems(real):
    """28 in all, of which 19 take the floor and 9 the ceiling."""
    heads = [problem.equation.partition("(")[0] for problem in everything(real)]
    assert (heads.count("floor"), heads.count("ceil")) == (19, 9)


def test_doubtful_answers(real):
    doubtful = [problem.id for problem in everything(real) if problem.lints]
    assert len(doubtful) == 7
    assert "nluds-0778" in doubtful


def test_no_row_breaks_a_promise(real, tmp_path):
    """Of ASDiv-a; `make real` verifies all data sets."""
    build([real], tmp_path / "numdiag")
    found = verify(tmp_path / "numdiag", str(REAL))
    assert found.rows == 17_258
    assert found.violations == []


def test_coverage(real, real_release):
    coverage = read_manifest(real_release).coverage["asdiv_a"]
    assert list(coverage) == list(PERTURBATIONS)
    texts = [f"{p.context[0]} {p.question}" for p in everything(real)]
    with_digits = sum(bool(re.search(r"\d", text)) for text in texts)
    with_integers = sum(bool(INTEGER.search(text)) for text in texts)
    applied = {name: counted.applied for name, counted in coverage.items()}
    assert applied["language"] >= 0.98 * with_digits
    assert applied["type"] >= 0.98 * with_integers
    for name, share in {
        "verbosity": 0.98,
        "extra": 0.97,
        "noise": 0.88,
        "distribution": 0.91,
    }.items():
        assert applied[name] >= share * 1218, name


def test_no_trick_undoes_extra(real_release):
    """Of the test rows at most half have the sentence first or last, and none stands more than twice; train is its own."""

    def rows(split: str) -> list[dict[str, Any]]:
        path = real_release / f"asdiv_a/extra/{split}.parquet"
        return [row for row in parquet.read_table(path).to_pylist() if row["edits"]]

    inserted = {
        split: [row["edits"][0]["after"].strip() for row in rows(split)] for split in SPLITS
    }
    test = rows("test")
    assert len(test) >= 0.97 * 122
    starts = sum(row["edits"][0]["start"] == 0 for row in test)
    ends = sum(row["context"][0].endswith(row["edits"][0]["after"]) for row in test)
    assert max(starts, ends) <= 0.5 * len(test)
    assert max(Counter(inserted["test"]).values()) <= 2
    assert sum(row["rule"] == "shared_word" for row in test) >= 0.45 * len(test)
    own = {
        paragraph
        for row in parquet.read_table(real_release / "asdiv_a/original/train.parquet").to_pylist()
        for paragraph in row["context"]
    }
    assert all(
        any(sentence in paragraph for paragraph in own) for sentence in set(inserted["train"])
    )


def test_related_reaches_far_enough(real):
    splits = read_splits(real.splits)
    made = [
        related.perturb(reading, Draws(1, "extra", 2, reading.problem.id), splits["test"])
        for reading in splits["test"].readings
        if DOUBTFUL_ANSWER not in reading.problem.lints
    ]
    assert sum(problem.status == "applied" for problem in made) >= 0.9 * 122


def test_logic_and_order_reach_far_enough(real_release):
    """Of the 122 test problems at least 95 and 100 by hand, of the others at least 15%."""
    coverage = read_manifest(real_release).coverage["asdiv_a"]
    for name, by_hand in (("logic", 95), ("order", 100)):
        splits = coverage[name].splits
        assert splits["test"].rules["annotation"] >= by_hand
        for split, size in (("train", 974), ("validation", 122)):
            assert splits[split].applied >= 0.15 * size, (name, split)


def test_rules_ask_for_all_four_operations(real):
    asked = [row for row in perturb_split(Split(real.splits["train"]), "logic") if row.rule]
    last = Counter(parse_equation(row.equation).steps[-1].symbol for row in asked)
    assert set(last) == set("+-*/")
    assert min(last.values()) >= 15


def test_order_changes_the_order_of_the_operands(real):
    for split in real.splits.values():
        for original, row in zip(split, perturb_split(Split(split), "order"), strict=True):
            if row.rule:
                assert operands_in(original) != operands_in(row), row.id


def operands_in(problem):
    """The operands of a problem in the order of its text."""
    reading = Reading(problem)
    operands = {group.value for group in reading.bound}
    return [n.mention.value for n in reading.quantities if n.mention.value in operands]


def test_drop_reaches_far_enough(real_release):
    coverage = read_manifest(real_release).coverage["drop_num"]
    assert all(coverage[name].share >= 0.95 for name in ("language", "type", "verbosity"))
    assert coverage["extra"].share >= 0.9
