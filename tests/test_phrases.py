"""What a number counts, what a clause leans on, and who it is about."""

import pytest

from numdiag_datasets.english.cohesion import (
    goes_on,
    introduces,
    is_form_of,
    points_into,
    same_time,
    subject_of,
)
from numdiag_datasets.english.names import begins_with_name
from numdiag_datasets.problems.phrases import is_plural, same_detail
from numdiag_datasets.problems.reading import Reading
from tests.conftest import make_problem


def phrases(text):
    return Reading(make_problem(text)).phrases


@pytest.mark.parametrize(
    ("text", "counted", "head"),
    [
        ("She bought 12 red apples on Monday.", "red apples", "apple"),
        ("She bought 6 cans of chicken soup and left.", "cans of chicken soup", "can"),
        ("It takes 15 puzzle books in all.", "puzzle books", "book"),
        ("She spent $8 on food.", "", "dollar"),
        ("She spent 45 dollars on food.", "dollars", "dollar"),
        ("She ate 5 more.", "", ""),
        ("She ate 5 of the plums.", "", ""),
        ("A rug is 12 feet long.", "feet", "foot"),
        ("They washed 5 long sleeve shirts.", "long sleeve shirts", "shirt"),
        ("She drew 3.", "", ""),
        ("She ran 8 miles each day.", "miles", "mile"),
        ("Of 9 eggs they boiled three.", "eggs", "egg"),
    ],
)
def test_what_a_number_counts(text, counted, head):
    phrase = phrases(text)[0]
    assert (phrase.counted, phrase.noun, phrase.complete) == (counted, head, bool(head))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("16 pieces of candy and 5 pieces", False),
        ("18 soccer cards and 32 cards", False),
        ("4 red pens and 3 blue pens", True),
        ("4 cats and 3 dogs", True),
        ("5 pens and 3", True),
    ],
)
def test_whether_the_second_leans_on_the_first(text, same):
    assert same_detail(*phrases(text)) == same


@pytest.mark.parametrize(
    ("text", "plural"),
    [
        ("9 geese", True),
        ("72 fish", True),
        ("3 cans of corn", True),
        ("2 apple", False),
        ("7", True),
    ],
)
def test_plurals(text, plural):
    assert is_plural(phrases(f"We saw {text}.")[0]) == plural


@pytest.mark.parametrize(
    ("sentence", "is_name"),
    [
        ("Brian has 3 pens", True),
        ("There are 3 pens", False),
        ("Seven pens", False),
        ("Pens cost $3", False),
        ("Will has 3 pens", True),  # also a function word
        ("Penny has 3 pens", True),  # also a coin
        ("I have 3 pens", True),  # a capital anywhere
        ("14 pens", False),
    ],
)
def test_a_capital_that_belongs_to_a_name(sentence, is_name):
    assert begins_with_name(sentence) == is_name


@pytest.mark.parametrize(
    ("statement", "leans"),
    [
        ("Bo has 3 pens", False),
        ("Bo has 3 more pens than Ann", False),
        ("Bo has 3 more pens", True),
        ("then Bo had 3 pens", True),
        ("the first box has 3 pens", True),
        ("the rest are red", True),
        ("Bo gave 3 of them away", True),
    ],
)
def test_what_goes_on_from_the_sentence_before(statement, leans):
    assert goes_on(statement) == leans


def test_a_floor_may_be_the_first():
    assert not goes_on("on the first floor", ordinals=True)


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("Bo has 3 pens", "Ann had 2 pens", True),
        ("Bo sold 3 pens", "Ann sold 2 pens", True),
        ("Bo had 3 pens", "Ann took 2 pens", False),
        ("There were 8 ducks", "3 ducks flew away", False),
        ("3 pens", "2 pens", False),  # no verb: not known
    ],
)
def test_what_was_done_in_turn_is_told_in_turn(one, two, same):
    assert same_time(one, two) == same


def test_the_cats_and_a_bus():
    assert points_into("The cats ate 3 fish", "Ann has 4 cats")
    assert points_into("3 of the pens broke", "Ann has a cup")
    assert not points_into("The dogs ate 3 fish", "Ann has 4 cats")
    assert introduces("Ann saw a bus with 3 seats", "The bus has 4 doors")
    assert not introduces("Ann saw a bus with 3 seats", "Bo saw 4 cars")


@pytest.mark.parametrize(
    ("statement", "subject"),
    [
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
    ],
)
def test_who_a_statement_is_about(statement, subject):
    assert subject_of(statement) == subject


@pytest.mark.parametrize(
    ("told", "verb", "same"),
    [("has", "have", True), ("sold", "sell", True), ("earned", "earn", True), ("baked", "bake", True),
     ("weighs", "weigh", True), ("ate", "have", False), ("picked", "pin", False)],
)  # fmt: skip
def test_whether_a_text_tells_what_a_question_asks(told, verb, same):
    assert is_form_of(told, verb) == same
