"""The real ASDiv-a: the figures that the README and the card promise, and every row verified."""

import re
from collections import Counter, defaultdict
from statistics import median
from typing import Any

import pytest
from pyarrow import parquet

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.core.perturbation_table import SECOND
from numdiag_datasets.core.problem import APPLIED
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.perturbations.new_values.growth import greatest_counts
from numdiag_datasets.perturbations.new_values.word_problem_gates import kind_of
from numdiag_datasets.release.selection import select_datasets
from numdiag_datasets.release.shortcuts.measure import KEEP_ANSWER, problem_shortcuts
from numdiag_datasets.release.verify.directory import verify
from numdiag_datasets.sources.source_files import doubtful_ids
from numdiag_datasets.texts.grounding import terms_of
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from tests.conftest import REAL

INTEGER = re.compile(r"(?<![\d.,\w])\d{1,3}(?:,\d{3})+(?![\d.])|(?<![\d.,\w])\d+(?![\d\w]|[.,]\d)")


def everything(real):
    return [problem for split in real.splits.values() for problem in split]


def test_the_published_split(real):
    assert {name: len(split) for name, split in real.splits.items()} == {"train": 974, "validation": 122, "test": 122}


def test_remainder_problems(real):
    """28 in all, of which 19 take the floor and 9 the ceiling."""
    heads = [problem.equation.partition("(")[0] for problem in everything(real)]
    assert (heads.count("floor"), heads.count("ceil")) == (19, 9)


def test_doubtful_answers(real):
    """Every id of the list occurs in the file, and is marked."""
    assert {problem.id for problem in everything(real) if problem.lints} == doubtful_ids("asdiv_a")


def test_no_row_breaks_a_promise(real_asdiv_release):
    """Of ASDiv-a; `make real` verifies all data sets."""
    found = verify(real_asdiv_release, str(REAL))
    assert found.rows == sum(file.rows for file in read_manifest(real_asdiv_release).files.values())
    assert found.violations == []


def test_coverage(real, real_asdiv_release):
    coverage = read_manifest(real_asdiv_release).coverage["asdiv_a"]
    assert list(coverage) == list(FORMS)
    for name, share, in_test in (
        # (perturbation, least share of all 1,218 problems, least of the 122 in the test split)
        ("language", 0.75, 90),  # of the others no number is in digits
        ("type", 0.97, 115),
        ("verbosity", 0.98, 119),
        ("extra", 0.93, 110),
        ("noise", 0.91, 109),
        ("distribution", 0.89, 100),
        ("logic", 0.24, 95),
        ("order", 0.07, 60),  # in the test split the order matters in 70 problems
    ):
        assert coverage[name].applied >= share * 1218, name
        assert coverage[name].splits["test"].applied >= in_test, name


def test_no_trick_undoes_extra(real_asdiv_release):
    """No third of the text has nearly half of the sentences, and none stands more than twice or in train."""

    def rows(split: str) -> list[dict[str, Any]]:
        path = real_asdiv_release / f"asdiv_a/extra/{split}.parquet"
        return [row for row in parquet.read_table(path).to_pylist() if row["edits"]]

    inserted = {split: [row["edits"][0]["after"].strip() for row in rows(split)] for split in SPLITS}
    test = rows("test")
    assert len(test) >= 0.9 * 122
    starts = sum(row["edits"][0]["start"] == 0 for row in test)
    ends = sum(row["context"][0].endswith(row["edits"][0]["after"]) for row in test)
    assert max(starts, ends) <= 0.45 * len(test)
    assert max(Counter(inserted["test"]).values()) <= 2
    assert sum(row["rule"] == "story_person" for row in test) >= 0.35 * len(test)
    assert set(inserted["train"]).isdisjoint(inserted["test"] + inserted["validation"])
    own = {
        paragraph
        for row in parquet.read_table(real_asdiv_release / "asdiv_a/original/train.parquet").to_pylist()
        for paragraph in row["context"]
    }
    # A sentence about a person of the story has another name in its own problem.
    told = {sentence.partition(" ")[2] for sentence in inserted["train"]}
    assert all(any(sentence in paragraph for paragraph in own) for sentence in told)


def test_second_forms_reach_far_enough(real_asdiv_release):
    coverage = read_manifest(real_asdiv_release).coverage["asdiv_a"]
    for name, least in (("type", 115), ("noise", 109), ("distribution", 75), ("verbosity", 119), ("extra", 65)):
        assert coverage[f"{name}{SECOND}"].applied >= least, name


#: (form, strategy) -> the most of the attacked test rows that it may solve or undo.
MOST_BY_A_TRICK = {
    ("noise", KEEP_ANSWER): 0,
    ("noise", "answer shown"): 0,
    ("distribution", KEEP_ANSWER): 0,
    ("distribution", "answer shown"): 0,
    ("logic", KEEP_ANSWER): 0,
    ("logic", "largest - smallest"): 0.25,
    ("logic", "largest / smallest"): 0.25,
    ("logic", "sum"): 0.25,
    ("logic", "product"): 0.25,
    ("extra", "drop first"): 0.5,
    ("extra", "drop last"): 0.5,
    ("extra", "drop unrelated"): 0.6,
    ("extra-second", "drop first"): 0.5,
    ("extra-second", "drop last"): 0.55,
    ("extra-second", "drop unrelated"): 0.1,
}


def test_no_trick_sees_through(real_asdiv_release):
    manifest = read_manifest(real_asdiv_release)
    found = problem_shortcuts(real_asdiv_release, select_datasets(manifest, ["asdiv_a"]))
    shares = {(s.config.removeprefix("asdiv_a-"), s.strategy): s.attacked for s in found}
    for key, most in MOST_BY_A_TRICK.items():
        assert shares[key] <= most, key


def test_quotients_of_distribution_spread(real_asdiv_release):
    """No quotient holds more than 12% of the test rows with a division, and 40% are 10 or more."""
    path = real_asdiv_release / "asdiv_a/distribution/test.parquet"
    equations = [parse_equation(row["equation"]) for row in parquet.read_table(path).to_pylist() if row["edits"]]
    quotients = [
        next(result for step, result in zip(e.steps, e.results(), strict=True) if step.symbol == "/")
        for e in equations
        if any(step.symbol == "/" for step in e.steps)
    ]
    assert max(Counter(quotients).values()) <= 0.12 * len(quotients)
    assert sum(quotient >= 10 for quotient in quotients) >= 0.4 * len(quotients)


def test_logic_and_order_reach_far_enough(real_asdiv_release):
    """Of the 122 test problems at least 95 and 60 by hand; logic of the others at least 15%."""
    coverage = read_manifest(real_asdiv_release).coverage["asdiv_a"]
    for name, by_hand in (("logic", 95), ("order", 60)):
        assert coverage[name].splits["test"].rules["annotation"] >= by_hand
    for split, size in (("train", 974), ("validation", 122)):
        assert coverage["logic"].splits[split].applied >= 0.15 * size, split


def test_rules_ask_for_all_four_operations(real):
    for split, least in (("train", 15), ("validation", 3)):
        asked = [row for row in perturb_split(Split(real.splits[split]), "logic") if row.rule]
        last = Counter(parse_equation(row.equation).steps[-1].symbol for row in asked)
        assert set(last) == set("+-*/")
        assert min(last.values()) >= least, split


def test_order_changes_the_order_of_the_operands(real):
    for split in real.splits.values():
        for original, row in zip(split, perturb_split(Split(split), "order"), strict=True):
            if row.rule:
                assert operands_in(original) != operands_in(row), row.id


def operands_in(problem):
    """The operands of a problem in the order of its text."""
    reading = Reading(problem)
    operands = {group.value for group in reading.bound}
    return [n.value for n in reading.quantities if n.value in operands]


@pytest.mark.real
def test_drop_reaches_far_enough(real_release):
    coverage = read_manifest(real_release).coverage["drop_num"]
    # Type and verbosity leave questions alone whose answer needs no number that they edit.
    for name, share in (("language", 0.95), ("type", 0.8), ("verbosity", 0.9)):
        assert coverage[name].share >= share, name
    # Train has a quarter of the sentences.
    test = coverage["extra"].splits["test"]
    assert test.applied >= 0.85 * test.eligible


NEW_VALUES = ("noise", "noise-second", "distribution", "distribution-second")


def changed_rows(release, *datasets, forms=NEW_VALUES):
    """(row, original row) of every row of these data sets with new values, in all splits."""
    for dataset in datasets:
        originals = {
            row["id"]: row
            for path in (release / dataset / "original").glob("*.parquet")
            for row in parquet.read_table(path).to_pylist()
        }
        for form in forms:
            for path in (release / dataset / form).glob("*.parquet"):
                for row in parquet.read_table(path).to_pylist():
                    if row["edits"]:
                        yield row, originals[row["source_id"]]


WORD_PROBLEMS = ("asdiv_a", "svamp", "gsm8k")
# Half and a quarter of the boxes are no boxes that are bought.
_PACK = re.compile(
    r"/ ?\$?(?![24] ?=)[\d.]+(?: [a-z]+)* ?= ?(?:<<[^>]*>>)?\d+\.\d+ (?:packs?|packages?|boxes|cartons?|crates?|bags?|cans?|trips?|buses|tickets?)\b"
)
#: The value -> what follows and precedes it in a fact.
_FACTS = (
    (7, r" days (?:of|in|per) (?:a|the|each|one) week\b", ""),
    (24, r" hours (?:of|in|per) (?:a|the|each|one) day\b", ""),
    (60, r" (?:minutes|seconds) (?:of|in|per) (?:an?|the|each|one) (?:hour|minute)\b", ""),
    (12, r" (?:months (?:of|in|per) (?:a|the|each|one) year|inches (?:in|per) (?:a|each|one) foot)\b", ""),
    (26, r" letters of the alphabet\b", ""),
    (7, r" colou?rs of the rainbow\b", ""),
    (30, r" days\b", r"\b(?:April|June|September|November) (?:has|had) "),
    (31, r" days\b", r"\b(?:January|March|May|July|August|October|December) (?:has|had) "),
)  # fmt: skip


@pytest.mark.real
def test_no_mean_is_outside_its_terms(real_release):
    """A sum of k terms that the original divides by k is a mean, which lies between the least and the greatest."""
    seen = 0
    for row, original in changed_rows(real_release, *WORD_PROBLEMS):
        if not re.search(r"\b(?:average|mean)\b", f"{row['context']} {row['question']}"):
            continue
        before, after = parse_equation(original["equation"]), parse_equation(row["equation"])
        if before.steps != after.steps:
            continue
        count, values = len(after.operands), [*after.operands, *after.results()]
        for i, step in enumerate(before.steps):
            terms = terms_of(before, step.left) if step.symbol == "/" else []
            if len(terms) > 1 and step.right < count and before.operands[step.right] == len(terms):
                means = [values[term] for term in terms]
                assert min(means) <= values[count + i] <= max(means), row["id"]
                seen += 1
    assert seen


@pytest.mark.real
def test_amounts_of_worked_solutions_grow(real_release):
    """The largest edited amount grows five times or more in the median."""
    rows = parquet.read_table(real_release / "gsm8k/distribution/test.parquet").to_pylist()
    factors = []
    for row in rows:
        moved = [(_amount(edit["before"]), _amount(edit["after"])) for edit in row["edits"]]
        if moved:
            old, new = max(moved)
            factors.append(new / old)
    assert median(factors) >= 5


@pytest.mark.real
@pytest.mark.xfail(strict=True, reason="prices of clothes and toys stay: 24%")
def test_distribution_reaches_a_quarter_of_the_worked_solutions(real_release):
    rows = parquet.read_table(real_release / "gsm8k/distribution/test.parquet").to_pylist()
    assert sum(row["status"] == "applied" for row in rows) >= 0.25 * len(rows)


def _amount(text):
    return max(number.value for number in find_numbers(text))


@pytest.mark.real
def test_no_greatest_count_is_below_what_stories_have(reals):
    greatest, over = greatest_counts(), defaultdict[str, list[Any]](list)
    for source in reals:
        if source.dataset in WORD_PROBLEMS:
            for problem in source.splits["train"]:
                for number in find_numbers(" ".join(problem.context)):
                    if number.role == "quantity" and number.value > greatest.get(kind_of(number), number.value):
                        over[kind_of(number)].append((number.value, problem.id))
    assert not over


@pytest.mark.real
def test_no_fraction_of_a_pack_is_bought(real_release):
    for row, original in changed_rows(real_release, "gsm8k"):
        if row["rationale"] and not _PACK.search(original["rationale"]):
            assert not _PACK.search(row["rationale"]), (row["id"], row["rationale"])


@pytest.mark.real
def test_no_number_of_a_fact_is_edited(real_release):
    for row, original in changed_rows(real_release, *WORD_PROBLEMS):
        for edit in row["edits"]:
            text = original["question"] if edit["field"] == "question" else original["context"][0]
            end = edit["start"] + len(edit["before"])
            for value, behind, before in _FACTS:
                if edit["before"] == str(value) and re.match(behind, text[end:]):
                    assert not re.search(f"{before}$", text[: edit["start"]]), (row["id"], text)


@pytest.mark.real
@pytest.mark.parametrize("dataset", [*WORD_PROBLEMS, "tatqa_a", "drop_num"])
def test_no_listed_problem_is_perturbed(real_release, dataset):
    listed = doubtful_ids(dataset)
    for path in (real_release / dataset).glob("*/*.parquet"):
        rows = parquet.read_table(path, columns=["source_id", "status"]).to_pylist()
        assert not any(row["status"] == APPLIED and row["source_id"] in listed for row in rows), path
