"""The second form of extra: facts about the problem's own things and people."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.problem import undo
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations.extra.related_word_problem import RULES, TIERS, perturb
from numdiag_datasets.perturbations.extra.story import Story
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem

HAVE = "How many pens does Sam have?"


def facts(rule, context, question=HAVE, unit="pens", equation="12 + 5", answer="17"):
    """What a rule may say of a problem, by one draw or another."""
    problem = make_problem(context, question, equation, answer, unit=unit)
    find = next(r.apply for tier in TIERS for r in tier if r.name == rule)
    found = (find(Story(Reading(problem)), Rng(i, "extra\x1f2", "a")) for i in range(40))
    return {fact.text for fact in found if fact}


@pytest.mark.parametrize(("rule", "context", "like"), [
    ("part_of_things", "Sam has 12 pens.", r"of the pens are a little"),
    ("part_of_things", "Sam had 12 pens.", r"of the pens were a little"),
    ("part_of_people", "12 students are on a bus.", r"of the students (?:wear|have|are)"),
    ("earlier", "Sam has 12 pens.", r"A year ago, Sam had \d+ pens\."),
    ("earlier", "A toy store had 12 pens.", r"A year ago, the toy store had \d+ pens\."),
    ("earlier", "Sam had $12.", r"A year ago, Sam had \$\d+\."),
    ("relative", "Sam has 12 pens.", r"Sam's cousin has \d+ pens\."),
    ("elsewhere", "Sam has 12 pens.", r"A shop in the next street has \d+ pens\."),
    ("price", "Sam has 12 apples.", r"At the shop, an apple costs \d+ cents\."),
    ("measure", "12 pens are in a box.", r"The box is \d+ inches wide\."),
    ("age", "Sam has 12 pens.", r"Sam is \d+ years old\."),
    ("home", "A mailman has 12 letters.", r"(?:The mailman|Sam) lives \d+ miles from the library\."),
    ("height", "Sam has 12 pens.", r"Sam is \d+ inches tall\."),
    ("town", "Mrs. Hale has 12 pens.", r"(?:Mrs\. Hale|Sam) has lived in the same town for \d+ years\."),
])  # fmt: skip
def test_each_rule_tells_of_what_the_problem_names(rule, context, like):
    found = facts(rule, context)
    assert found
    for text in found:
        assert re.search(like, text), text


@pytest.mark.parametrize(("trap", "rule", "context", "question"), [
    ("counts by colour", "part_of_things", "Sam has 12 pens.", "How many red pens has Sam?"),
    ("counts by size", "part_of_things", "Sam has 12 pens.", "How many small pens are there?"),
    ("tells the rest apart", "part_of_things", "Sam has 12 pens. The rest are Tom's.", HAVE),
    ("too few", "part_of_things", "Sam has 3 pens.", HAVE),
    ("too few are left", "part_of_things", "Sam has 12 pens. Tom has 3 pens.", HAVE),
    ("what is for each", "part_of_things", "Each box holds 12 pens.", HAVE),
    ("what may be", "part_of_things", "Sam wants 12 pens.", HAVE),
    ("no things", "part_of_things", "Sam has 12 problems.", HAVE),
    ("at first", "earlier", "Sam has 12 pens.", "How many pens did Sam have at first?"),
    ("what was done since", "earlier", "Sam has 12 pens.", "How many pens did Sam sell?"),
    ("whose?", "elsewhere", "Sam has 12 pens.", "How many pens are there in all?"),
    ("a cousin may be one of them", "relative", "Sam has 12 pens.", "How many pens do they have?"),
    ("a cousin counts in all", "relative", "Sam has 12 pens.", "How many pens does Sam see in all?"),
    ("money is asked", "price", "Sam has 12 apples.", "How much money does Sam have?"),
    ("money is counted", "price", "Sam has 12 apples and $5.", HAVE),
    ("several boxes", "measure", "12 pens are in a box, 5 in other boxes.", HAVE),
    ("a length is counted", "measure", "A box is 12 inches wide.", HAVE),
    ("a time is counted", "age", "Sam has had pens for 12 years.", HAVE),
    ("no child", "age", "Sam drives 12 kids to school.", "How many kids does Sam drive?"),
    ("a length is counted", "home", "Sam walked 12 miles.", "How many pens has Sam?"),
    ("a team", "home", "The Wildcats scored 12 points.", "How many pens are there?"),
    ("a building", "home", "The Empire State Building was painted.", "How many pens are there?"),
    ("a month, a feast", "home", "June is warm. Halloween was wet.", "How many pens are there?"),
])  # fmt: skip
def test_what_a_reader_could_count_is_not_said(trap, rule, context, question):
    units = {"How much money does Sam have?": "dollars"}
    assert facts(rule, context, question, units.get(question, "pens")) == set(), trap


def related(context, question=HAVE, seed=1, unit="pens"):
    problem = make_problem(context, question, "12 + 5", "17", unit=unit)
    return perturb(Reading(problem), Rng(seed, "extra\x1f2", problem.id), Split([problem]))


@given(seed=st.integers(0, 10**6), count=st.integers(4, 40), more=st.integers(2, 40))
def test_a_number_is_new_and_a_part_is_less_than_the_whole(seed, count, more):
    context = f"Sam had {count} pens. He bought {more} pens."
    row = related(context, seed=seed)
    assert row.status == "applied"
    assert row.rule in RULES
    (edit,) = row.edits
    (number,) = (mention.value for mention in find_numbers(edit.after))
    assert number not in {Fraction(n) for n in (count, more, 12, 5, 17)}
    if row.rule.startswith("part"):
        assert number < min(n for n in (count, more) if n >= 3)
        assert edit.start > 0
    assert undo(row).context == (context,)
    assert (row.equation, row.answers) == ("12 + 5", ("17",))


def test_who_is_told_of_is_whom_a_later_pronoun_means():
    """Behind "Sam is 9 years old", "he" is Sam, unless the story has someone else."""
    people = {rule.name for rule in TIERS[-1]}

    def starts(context: str) -> set[int]:
        question = "How many plums does he eat?"
        rows = [related(context, question, seed, "plums") for seed in range(60)]
        return {row.edits[0].start for row in rows if row.rule in people}

    assert len(starts("Sam works. He eats some plums.")) > 1
    assert starts("Sam works. He meets his friend Tom. He eats some plums.") == {0}


@pytest.mark.parametrize(("reason", "context", "question"), [
    ("no_rule", "If you add 45 you get 92.", "What is the number?"),
    ("no_rule", "Sam has 12 pens. " * 200, HAVE),
    ("no_place", "", HAVE),
])  # fmt: skip
def test_a_reason_is_given(reason, context, question):
    row = related(context, question)
    assert (row.status, row.reason) == ("unchanged", reason)
