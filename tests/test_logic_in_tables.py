"""Logic of reports: shares, ratios, sums of items and averages of three years."""

from dataclasses import replace

import pytest

from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.perturbations.logic.table_series import read_series
from numdiag_datasets.perturbations.logic.table_shares import read_share
from numdiag_datasets.release.verify.invariants import check_perturbed
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.table.derivation import read_derivation
from tests.conftest import make_problem

TABLE = (
    ("", "2019", "2018", "2017"),
    ("Audit fees", "$1,250", "$1,000", "$910"),
    ("Tax fees", "250", "300", "350"),
    ("Total fees", "1,500", "1,300", "1,260"),
    ("Staff", "80", "75", "90"),
    ("Refunds", "(20)", "(30)", "(10)"),
)


def asked(question, derivation, answer, scale="", name="q", table=TABLE):
    equation = read_derivation(derivation, answer, scale).equation.text
    problem = make_problem("Fees.", question, equation, answer, id=name, source_id=name, group="g")
    return replace(
        problem, table=table, derivation=derivation, scale=scale, answer_type="arithmetic", answer_from="table"
    )


def new_questions(problem, *siblings):
    """What any seed makes of a problem: question -> (answer, scale)."""
    made = {}
    for seed in range(40):
        result = perturb_split(Split([problem, *siblings]), "logic", seed)[0]
        assert list(check_perturbed(result, Reading(problem), FORMS["logic"])) == []
        if result.status == "applied":
            made[result.question] = (result.answers[0], result.scale)
    return made


@pytest.mark.parametrize(("question", "derivation", "answer", "scale", "expected"), [
    ("What is the percentage change in audit fees from 2018 to 2019?", "(1,250-1,000)/1,000", "25", "percent",
     {"What is the ratio of audit fees in 2019 to the 2018 figure?": ("1.25", "")}),
    ("What is the percentage of tax fees in total fees in 2019?", "250/1,500", "16.67", "percent",
     {"What is the ratio of total fees to tax fees in 2019?": ("6", ""), "What percentage of total fees in 2019 is made up of items other than tax fees?": ("83.33", "percent")}),
    ("In 2019, what was the value of the tax fees as a percentage of total fees?", "250/1,500", "16.67", "percent",
     {"What was the ratio of total fees to the tax fees in 2019?": ("6", ""), "What percentage of total fees in 2019 was made up of items other than the tax fees?": ("83.33", "percent")}),
    ("What percentage of the total fees were tax fees in 2019?", "250/1,500", "16.67", "percent",
     {"What was the ratio of the total fees to tax fees in 2019?": ("6", ""), "What percentage of the total fees in 2019 was made up of items other than tax fees?": ("83.33", "percent")}),
    ("What is the ratio of audit fees to tax fees in 2018?", "1,000/300", "3.33", "",
     {"What is the ratio of tax fees to audit fees in 2018?": ("0.3", "")}),
    ("What is the sum of audit fees and tax fees in 2019?", "1,250+250", "1500", "thousand",
     {"What is the difference between audit fees and tax fees in 2019?": ("1000", "thousand")}),
    ("What was the average tax fees from 2017-2019?", "(250+300+350)/3", "300", "thousand",
     {"What was the change in the tax fees from 2017 to 2019?": ("-100", "thousand"), "What was the difference between the highest and the lowest tax fees from 2017-2019?": ("100", "thousand")}),
    ("What is the average number of staff?", "(80+75+90)/3", "81.67", "",
     {"What is the change in the number of staff from 2017 to 2019?": ("-10", ""), "What is the difference between the highest and the lowest number of staff from 2017 to 2019?": ("15", "")}),
])  # fmt: skip
def test_what_else_may_be_asked(question, derivation, answer, scale, expected):
    assert new_questions(asked(question, derivation, answer, scale)) == expected


def test_a_sibling_states_the_scale_of_the_parts_of_a_share():
    """A share says nothing of thousands or millions."""
    share = asked("What is the ratio of audit fees to tax fees in 2019?", "1,250/250", "5")
    parts = asked("What was the sum of audit fees and tax fees in 2019?", "1,250+250", "1500", "thousand", name="s")
    asks = "What is the difference between audit fees and tax fees in 2019?"
    assert asks not in new_questions(share)
    percent = asked("What is audit fees as a percentage of tax fees in 2019?", "1,250/250", "500", "percent")
    assert new_questions(percent, parts)[asks] == ("1000", "thousand")


@pytest.mark.parametrize(("trap", "question", "derivation", "answer"), [
    ("the other way round", "What is the percentage of total fees in tax fees in 2019?", "250/1,500", "16.67"),
    ("two years, not two items", "What is the percentage of tax fees in tax fees of 2018?", "250/300", "83.33"),
    ("a share of a change", "What is the change in tax fees as a percentage of total fees?", "250/1,500", "16.67"),
    ("a part without a noun", "What percentage of total fees was accounted for by tax?", "250/1,500", "16.67"),
    ("no share", "How large are tax fees beside total fees?", "250/1,500", "16.67"),
])  # fmt: skip
def test_what_is_no_share_of_two_items(trap, question, derivation, answer):
    problem = asked(question, derivation, answer, "percent")
    assert read_share(Reading(problem), []) is None, trap


@pytest.mark.parametrize(("trap", "question", "derivation", "answer"), [
    ("negative figures", "What is the average refunds from 2017-2019?", "(-20-30-10)/3", "-20"),
    ("a column", "What is the average fees in 2019?", "(1,250+250+1,500)/3", "1000"),
    ("an average of changes", "What is the average increase in tax fees from 2017-2019?", "(250+300+350)/3", "300"),
    ("two rows", "What is the average staff and tax fees?", "(250+300+350)/3", "300"),
    ("two years", "What is the average tax fees for 2018 and 2019?", "(250+300)/2", "275"),
])  # fmt: skip
def test_what_is_no_average_of_three_years(trap, question, derivation, answer):
    assert read_series(Reading(asked(question, derivation, answer)), []) is None, trap


def test_a_rest_is_asked_of_a_total_only():
    """Audit fees are no part of tax fees."""
    made = new_questions(
        asked("What is the percentage of tax fees to audit fees in 2019?", "250/1,250", "20", "percent")
    )
    assert list(made) == ["What is the ratio of audit fees to tax fees in 2019?"]


@pytest.mark.parametrize("question", [
    "What is the percentage of " + "tax in " * 20_000 + "?",
    "What is " + "a as a percentage of " * 5_000,
    "What is the average " + "of the " * 20_000,
])  # fmt: skip
def test_long_questions_are_left_alone(question):
    problem = replace(asked("?", "250/1,500", "16.67", "percent"), question=question)
    assert read_share(Reading(problem), []) is None
    assert read_series(Reading(problem), []) is None
