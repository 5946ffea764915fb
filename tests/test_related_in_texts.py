"""The second form of extra in passages and reports: facts beside the point, in words of their own."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from numdiag_datasets.core.problem import undo
from numdiag_datasets.english import wordings
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.perturbations.extra.blocks import block_of, most_rows
from numdiag_datasets.release.verify.invariants import check_perturbed
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem

MATCH = (
    "The Bears hosted the Lions. Smith caught a touchdown pass of 9 yards. Jones kicked a field goal of 31 yards. "
    "The quarterback of the Lions fell."
)
CENSUS = "As of 2000, there were 812 people. The median age was 41 years. Some 12% were over 60."
WAR = "The army of Sweden lost 900 soldiers in 1705. The siege of Riga cost 700 soldiers, and the war went on."
PLACES = "Otto came from Vienna, where he ran 3 shops. Karl lived in Salzburg, near 2 lakes."
TABLE = (
    ("", "2019", "2018"),
    ("Trade receivables", "$410", "$380"),
    ("Deferred income", "75", "61"),
    ("Total", "485", "441"),
)


def passage(text, *questions, group="p"):
    return [
        replace(
            make_problem(text, question, "", "4", id=f"{group}{i}", source_id=f"{group}{i}", group=group),
            answer_type="number",
        )
        for i, question in enumerate(questions or ["How many towns are there?"])
    ]


def report(*questions, table=TABLE, context=("We sold a building.", "Interest was paid, some deferred.")):
    return [
        replace(
            make_problem(context[0], question, "", "30", id=f"r{i}", source_id=f"r{i}", group="r"),
            context=context, table=table, answer_type="arithmetic", answer_from="table",
        )
        for i, question in enumerate(questions)
    ]  # fmt: skip


def related(problems, seed=1):
    rows = perturb_split(Split(problems), "extra-second", seed)
    for row, problem in zip(rows, problems, strict=True):
        assert list(check_perturbed(row, Reading(problem), FORMS["extra-second"])) == []
    return rows


def rules(problems):
    return {related(problems, seed)[0].rule for seed in range(30)} - {""}


@pytest.mark.parametrize(("text", "expected"), [
    (MATCH, {"match_day"}),
    (CENSUS, {"about_figures"}),
    (WAR, {"about_events"}),
    (PLACES, {"about_name"}),
    ("Nobody knows how many there were.", set()),
])  # fmt: skip
def test_each_rule_has_passages_of_its_own(text, expected):
    assert rules(passage(text)) == expected


def test_what_a_passage_names_is_spoken_of():
    sentences = {related(passage(PLACES), seed)[0].edits[0].after for seed in range(40)}
    assert all("Vienna" in s or "Salzburg" in s for s in sentences)
    assert len(sentences) > 20


@pytest.mark.parametrize(("trap", "text", "question"), [
    ("a name of the question", "Otto came from Vienna, with 3 dogs.", "How many dogs came from Vienna?"),
    ("a month", "Otto came in January, with 3 dogs.", "How many dogs?"),
    ("an adjective", "It was made of British, with 3 dogs.", "How many dogs?"),
    ("a name that describes a noun", "Otto was head of Vienna schools with 3 dogs.", "How many dogs?"),
])  # fmt: skip
def test_what_is_no_name_to_speak_of(trap, text, question):
    assert related(passage(text, question))[0].reason == "no_rule", trap


def test_no_word_of_a_question_and_no_number_of_the_text_is_said():
    """The wordings about quizzes and lectures stand back where a question has their words."""
    asked = ["How many questions were in the quiz?", "How long was the lecture of 12 listeners?"]
    for seed in range(40):
        for row in related(passage(PLACES, *asked), seed):
            said = row.edits[0].after
            assert content_words(said).isdisjoint(content_words(" ".join(asked)))
            assert not {m.value for m in find_numbers(said)} & Reading(undo(row)).values


def test_no_wording_stands_in_more_than_a_fiftieth_of_the_rows_or_nine():
    problems = passage(PLACES, *[f"How many lakes has lake number {i + 200}?" for i in range(40)])
    rows = related(problems)
    forms = Counter(re.sub(r"\d+", "#", row.edits[0].after.strip()) for row in rows)
    assert len(forms) == 5
    assert max(forms.values()) <= most_rows(40) == 9


def test_blocks_are_of_one_size_and_hold_every_question():
    group = Split(passage(PLACES, *[f"How many {i}?" for i in range(31)])).groups["p"]
    blocks = Counter(block_of(reading, group, 9) for reading in group.readings)
    assert blocks == {(0, 8): 8, (1, 8): 8, (2, 8): 8, (3, 7): 7}


def test_a_report_is_spoken_of_by_a_row_that_nobody_asks_about():
    asked = report("What was the change in trade receivables?", "What was the total in 2018?")
    for seed in range(20):
        rows = related(asked, seed)
        assert {row.rule for row in rows} == {"work_on_item"}
        assert "deferred income" in rows[0].edits[0].after
        assert rows[0].edits == rows[1].edits


def test_a_report_whose_rows_are_all_asked_about_is_spoken_of_itself():
    asked = report("What was the change in trade receivables?", "What was deferred income in 2018?")
    assert rules(asked) == {"the_company"}


@pytest.mark.parametrize(
    "name", ["Total", "Net", "Granted", "Current", "Balance at end", "2019", "Japan", "Less discounts"]
)
def test_names_of_rows_that_are_nothing_to_speak_of(name):
    table = (("", "2019"), (name, "$410"))
    assert rules(report("What was it?", table=table)) == {"the_company"}


def test_every_wording_has_one_number_and_a_range():
    tables = (
        wordings.MATCH_DAY, wordings.ABOUT_NAME, wordings.ABOUT_FIGURES, wordings.ABOUT_EVENTS,
        wordings.WORK_ON_ITEM, wordings.THE_COMPANY,
    )  # fmt: skip
    forms = [wording for table in tables for wording in table]
    assert len({wording.form for wording in forms}) == len(forms) > 150
    for wording in forms:
        said = wording.form.format(n=wording.most, name="Vienna")
        assert [m.value for m in find_numbers(said)] == [wording.most], said
        assert wording.most - wording.least >= 4, said
        assert said.endswith(".")
        assert said[0].isupper() or said[0].isdigit()
