"""The verbs of a statement, and who it is about."""

import pytest

from numdiag_datasets.english.verbs import is_form_of, same_time, subject_of


@pytest.mark.parametrize(("one", "two", "same"), [
    ("Bo has 3 pens", "Ann had 2 pens", True),
    ("Bo sold 3 pens", "Ann sold 2 pens", True),
    ("Bo had 3 pens", "Ann took 2 pens", False),
    ("There were 8 ducks", "3 ducks flew away", False),
    ("3 pens", "2 pens", False),  # no verb: not known
])  # fmt: skip
def test_actions_in_turn_keep_their_order(one, two, same):
    assert same_time(one, two) == same


@pytest.mark.parametrize(("statement", "subject"), [
    ("Janet has nine plums", "Janet"),
    ("Mrs. Hale has nine plums", "Mrs. Hale"),
    ("his friend scored 9 points", "his friend"),
    ("Cindy's mom baked 9 pies", "Cindy's mom"),
    ("Pinky the Pig bought 9 pies", "Pinky"),
    ("Working overtime, Robyn sold 9 packs", "Robyn"),
    ("John was able to gather 9 cans", "John"),
    ("Now they have 9 left", ""),
    ("There are 9 cats", ""),
    ("nine cats", ""),
])  # fmt: skip
def test_who_a_statement_is_about(statement, subject):
    assert subject_of(statement) == subject


@pytest.mark.parametrize(("verb", "base", "is_form"), [
    ("has", "have", True), ("sold", "sell", True), ("earned", "earn", True), ("baked", "bake", True),
    ("weighs", "weigh", True), ("ate", "have", False), ("picked", "pin", False),
])  # fmt: skip
def test_forms_of_a_base(verb, base, is_form):
    assert is_form_of(verb, base) == is_form
