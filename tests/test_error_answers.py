"""Error answers: what a solver without the capability answers, form by form, and rows on which it has no effect."""

from fractions import Fraction

import pytest

from numdiag_datasets.core.configs import match_configs
from numdiag_datasets.core.error_answers import Error
from numdiag_datasets.core.manifest import read_manifest
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.core.problem import APPLIED, Edit, apply_edits
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.perturbations.error_answers import error_answers
from numdiag_datasets.sources import load_source
from numdiag_datasets.texts.calculation import calculation_of
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem
from tests.harness_rows import rows_of

STORY = "Ann has 12 red pens and 4 blue pens."


def errors_of(form, context, solved, edits, rule="", **changes):
    """The error answers of a row with these edits: (text before, text after) of the context."""
    problem = make_problem(context, "How many?", *solved)
    made = [Edit("context[0]", context.index(before), before, after) for before, after in edits]
    found = error_answers(FORMS[form], Reading(problem), apply_edits(problem, made, rule=rule, **changes))
    return None if found is None else [error.answer for error in found]


@pytest.mark.parametrize(("trap", "form", "equation", "answer", "edits", "changes", "expected"), [
    ("all together, then each alone", "verbosity", "12 - 4", "8", [("12", "12 (not 90)"), ("4", "4 (not 55)")],
     {"rule": "parenthesis"}, ["35", "86", "-43"]),
    ("a distractor of no operand", "verbosity", "12 * 7", "84", [("4", "4 (not 55)")], {"rule": "parenthesis"}, []),
    ("in front", "verbosity-second", "12 - 4", "8", [("12", "not 90 but 12")], {"rule": "not_but"}, ["86"]),
    ("both points: the quotient stays", "type", "12 / 4", "3", [("12", "12.0"), ("4", "4.0")], {}, ["30", "0.3"]),
    ("two zeros", "type-second", "12 + 4", "16", [("12", "12.00"), ("4", "4.00")], {}, ["1600", "1204", "412"]),
    ("the original's answer", "noise", "12 - 4", "8", [("12", "12.5"), ("4", "4.2")],
     {"equation": "12.5 - 4.2", "answers": ("8.3",)}, ["8"]),
    ("rounded, with the new rounding", "noise", "12 / 4", "3", [("12", "12.5"), ("4", "4.2")],
     {"equation": "floor(12.5 / 4.2)", "answers": ("2",)}, ["3"]),
    ("remembered", "distribution", "12 - 4", "8", [("12", "1012")], {"equation": "1012 - 4", "answers": ("1008",)}, ["8"]),
    ("plus, minus, in place of each", "extra", "12 - 4", "8", [("", "Bo fed 9 goats. ")], {}, ["17", "-1", "5", "3"]),
    ("at most six", "extra", "12 - 4", "8", [("", "Bo fed 9 goats and 30 hens. ")], {}, ["17", "-1", "5", "3", "38", "-22"]),
    ("the sentence shows no number", "extra", "12 - 4", "8", [("", "Bo fed goats. ")], {}, None),
    ("exchanged", "order", "12 - 4", "8", [("12 red pens and 4 blue", "4 blue pens and 12 red")], {}, ["-8"]),
    ("commutes", "order", "12 + 4", "16", [("12 red pens and 4 blue", "4 blue pens and 12 red")], {}, []),
    ("no error of its own", "language", "12 - 4", "8", [("12", "twelve")], {}, None),
], ids=lambda value: value if isinstance(value, str) and " " in value else "")  # fmt: skip
def test_error_answers(trap, form, equation, answer, edits, changes, expected):
    assert errors_of(form, STORY, (equation, answer), edits, **changes) == expected, trap


def test_logic_answers_the_original_question():
    problem = make_problem(STORY, "How many more?", "12 - 4", "8")
    question = [Edit("question", 0, "How many more?", "How many in all?")]
    asked = apply_edits(problem, question, equation="12 + 4", answers=("16",))
    [found] = error_answers(FORMS["logic"], Reading(problem), asked) or ()
    assert (found.error, found.answer) == ("original_question_answered", "8")


def test_equal_operands_take_turns_with_their_mentions():
    problem = make_problem("Ann has 5 pens and Bo has 5 caps.", "How many?", "5 + 5", "10")
    [made] = perturb_split(Split([problem]), "verbosity")
    one, two = (Fraction(edit.after.partition("not ")[2].rstrip(")")) for edit in made.edits)
    assert [found.answer for found in made.error_answers] == [str(one + two), str(one + 5), str(5 + two)]


@pytest.mark.parametrize("dataset", ["asdiv_a", "gsm8k", "svamp", "drop_num", "tatqa_a"])
@pytest.mark.parametrize("form", FORMS)
def test_error_answers_are_wrong_and_differ(dataset, form):
    """In every row: at most six, all different, none right, of the closed vocabulary; () only where none is stated."""
    split = Split(load_source(dataset).splits["test"])
    for reading, made in zip(split.readings, perturb_split(split, form), strict=True):
        answers = [found.answer for found in made.error_answers]
        assert len(answers) == len(set(answers)) <= 6
        assert not {*answers} & {*made.answers}
        assert {found.error for found in made.error_answers} <= {*Error}
        if made.status != APPLIED:
            assert not answers
        elif FORMS[form].error_model and calculation_of(reading):
            assert answers, made.id


def test_rows_state_the_error_of_their_perturbation(sample_release):
    """Scoring tells by it that rows are not of the config that they are given."""
    for config in match_configs("*-attack", "*-transfer", "*-control"):
        its = PERTURBATION_TABLE[config.perturbation].error if config.setting != "control" else None
        for row in rows_of(sample_release, config.name) if config.name in read_manifest(sample_release).configs else ():
            assert {found["error"] for found in row["error_answers"]} <= {its}


def test_spans_have_none():
    rows = [p for p in perturb_split(Split(load_source("tatqa_a").splits["train"]), "verbosity") if p.edits]
    spans = [row for row in rows if row.answer_type in ("span", "multi-span")]
    assert spans
    assert not any(row.error_answers for row in spans)
    assert any(row.error_answers for row in rows)


def test_a_row_without_effect_is_no_attack():
    """No operand is in the text, so no distractor can be taken for one."""
    problem = make_problem("Ann has 5 pens.", "How many days are a week and a half?", "7 * 1.5", "10.5")
    [made] = perturb_split(Split([problem]), "verbosity")
    assert (made.status, made.reason) == ("unchanged", "no_effect")
