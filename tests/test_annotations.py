"""The annotation files as a whole, and what was read by hand: complete, in our own words, sound, and bound to their text."""

import math
import re
from collections import Counter
from dataclasses import replace

import pytest
from pyarrow import parquet

from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.core.perturbation_table import SECOND
from numdiag_datasets.core.problem import APPLIED
from numdiag_datasets.core.reasons import NOTHING_TO_PERTURB, REASONS
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.perturbations.annotations import AnnotationError, logic_annotations, order_annotations, text_hash
from numdiag_datasets.perturbations.audit import HandReading, load_readings
from numdiag_datasets.perturbations.order.rearrangement import read_template
from numdiag_datasets.sources import sample_folder
from numdiag_datasets.texts.split import Split

SPLIT_IDS = sample_folder("asdiv_a").parent / "split_ids.tsv"
LOGIC, ORDER = logic_annotations("asdiv_a"), order_annotations("asdiv_a")


def test_every_problem_of_the_test_split_has_one(sample):
    """Those of the published split, and those of the sample's own; an order only where the order matters."""
    ids = published_test_ids() | {problem.id for problem in sample.splits["test"]}
    assert set(LOGIC) == ids
    assert set(ORDER) < ids
    reasons = {problem.id: problem.reason for problem in perturb_split(Split(sample.splits["test"]), "order")}
    assert {id_ for id_, why in reasons.items() if why in NOTHING_TO_PERTURB} == set(reasons) - set(ORDER)


def test_each_is_either_made_or_explained():
    for annotation in LOGIC.values():
        made = bool(annotation.question)
        assert made == bool(annotation.equation) == (not annotation.why_not), annotation.id
        assert annotation.why_not in {"", *REASONS}, annotation.id
        assert not made or annotation.question.endswith("?"), annotation.id
    for order in ORDER.values():
        assert bool(order.template) == (not order.why_not), order.id
        assert order.why_not in {"", *REASONS}, order.id


def test_no_trick_answers_the_new_questions(real):
    """Each answers at most a quarter of them."""
    right: Counter[str] = Counter()
    asked = [problem for problem in real.splits["test"] if LOGIC[problem.id].question]
    for problem in asked:
        numbers = [m.value for m in find_numbers(" ".join(problem.context)) if m.is_quantity]
        value = parse_equation(LOGIC[problem.id].equation).value()
        for name, trick in TRICKS.items():
            right[name] += len(numbers) > 1 and trick(numbers) == value
    assert max(right.values()) <= len(asked) / 4, right


TRICKS = {
    "largest minus smallest": lambda numbers: max(numbers) - min(numbers),
    "largest over smallest": lambda numbers: min(numbers) and max(numbers) / min(numbers),
    "sum of all": sum,
    "product of all": math.prod,
}


def test_equations_are_canonical():
    for annotation in LOGIC.values():
        if annotation.equation:
            assert parse_equation(annotation.equation).text == annotation.equation


def test_templates_hold_our_own_words_only():
    """What stands between the ranges is a few words; the source's sentences are named by number."""
    for annotation in ORDER.values():
        for own in re.split(r"\{[^}]*\}", annotation.template):
            assert len(re.findall(r"\w+", own)) <= 7, annotation


def test_no_annotation_copies_the_source(real):
    """No run of seven words of the source stands in a question or a template."""
    for problem in real.splits["test"]:
        source = f"{problem.context[0]} {problem.question}".casefold()
        words = re.findall(r"\w+", source)
        runs = {" ".join(words[i : i + 7]) for i in range(len(words) - 6)}
        template = ORDER[problem.id].template if problem.id in ORDER else ""
        own = f"{LOGIC[problem.id].question} {template}".casefold()
        written = " ".join(re.findall(r"\w+", own))
        assert not any(run in written for run in runs), problem.id


def test_every_range_exists_in_the_sample(sample):
    for problem in sample.splits["test"]:
        if problem.id in ORDER:
            read_template(ORDER[problem.id].template, problem.context[0])


@pytest.mark.parametrize("name", ["logic", "order"])
def test_a_changed_text_is_an_error_that_names_the_id(name, sample):
    problem = next(p for p in sample.splits["test"] if p.id == "sample-077")
    edited = replace(problem, context=(problem.context[0].replace("harbour", "harbor"),))
    assert text_hash(edited) != text_hash(problem)
    with pytest.raises(AnnotationError, match=f"sample-077: its {name} annotation"):
        perturb_split(Split([edited]), name)


@pytest.mark.parametrize(("name", "annotations"), [("logic", LOGIC), ("order", ORDER)])
def test_all_are_applied_to_the_sample(name, annotations, sample):
    problems = [problem for problem in sample.splits["test"] if problem.id in annotations]
    for problem in perturb_split(Split(problems), name):
        why_not = annotations[problem.id].why_not
        assert (problem.reason, problem.rule) == (why_not, "" if why_not else "annotation")


def test_enough_are_made():
    """At least 95 new questions for the 122 published problems; each operation ends at least 15 of them, products and
    quotients 36. At least 60 new orders for the 70 whose order matters."""
    ids = published_test_ids()
    asked = [a for a in LOGIC.values() if a.question and a.id in ids]
    assert len(asked) >= 95
    assert len([a for a in ORDER.values() if a.template and a.id in ids]) >= 60
    last = Counter(last_operation(parse_equation(a.equation)) for a in asked)
    assert set(last) == set("+-*/")
    assert min(last.values()) >= 15
    assert last["*"] + last["/"] >= 36


def published_test_ids():
    lines = SPLIT_IDS.read_text(encoding="utf-8").splitlines()
    return {line.split("\t")[1] for line in lines if line.startswith("test\t")}


def last_operation(equation):
    """Of an equation, below floor and ceil."""
    step = equation.steps[-1]
    while step.symbol in ("floor", "ceil"):
        step = equation.steps[step.left - len(equation.operands)]
    return step.symbol


@pytest.mark.parametrize(("right", "low", "high"), [(100, 0.9630, 1.0), (97, 0.9155, 0.9897), (50, 0.4038, 0.5962)])
def test_wilson_interval(right, low, high):
    """Values of Brown, Cai and DasGupta's formula (Statistical Science 2001, equation 4)."""
    found = HandReading("d", "p", "", 100, right).interval()
    assert found == pytest.approx((low, high), abs=5e-5)


def test_what_was_read_is_right_often_enough():
    """At least 97 of 100 rows right, of each perturbation and rule; of 60 one may be wrong by chance."""
    readings = load_readings()
    keys = [(r.dataset, r.form, r.rule) for r in readings]
    assert len(set(keys)) == len(keys)
    assert all(r.right >= 0.97 * r.read for r in readings)


@pytest.mark.real
def test_no_rows_were_made_that_were_not_read(real_release, reals):
    """60 rows of each perturbation and 30 of its second form, of any of its rules, and 40 of each control over all data
    sets, of order all; where a passage is perturbed once for all of its questions, a passage counts once."""
    read = Counter((r.dataset, r.form) for r in load_readings() for _ in range(r.read))
    controls = Counter(r.form for r in load_readings() for _ in range(r.read))
    assert all(controls[name] >= 40 for name, form in FORMS.items() if form.control_of and name != "order-control")
    groups = {p.id: p.group for data in reals for split in data.splits.values() for p in split}
    for dataset, row in read_manifest(real_release).coverage.items():
        for name in row:
            if FORMS[name].control_of:
                continue
            made: set[str] = set()
            for path in (real_release / dataset / name).glob("*.parquet"):
                for applied in parquet.read_table(path).to_pylist():
                    if applied["status"] == APPLIED:
                        text = applied["source_id"]
                        made.add(groups[text] if FORMS[name].shared else text)
            enough = 30 if name.endswith(SECOND) else 60
            assert read[dataset, name] >= min(enough, len(made)), (dataset, name)
