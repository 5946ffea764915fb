"""What a number counts, and how two such phrases compare."""

import pytest

from numdiag_datasets.english.phrases import is_plural, same_detail
from numdiag_datasets.texts.reading import Reading
from tests.conftest import make_problem


def phrases(text):
    return Reading(make_problem(text)).phrases


@pytest.mark.parametrize(("text", "counted", "head"), [
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
])  # fmt: skip
def test_what_a_number_counts(text, counted, head):
    phrase = phrases(text)[0]
    assert (phrase.counted, phrase.noun, phrase.complete) == (counted, head, bool(head))


@pytest.mark.parametrize(("text", "same"), [
    ("16 pieces of candy and 5 pieces", False),
    ("18 soccer cards and 32 cards", False),
    ("4 red pens and 3 blue pens", True),
    ("4 cats and 3 dogs", True),
    ("5 pens and 3", True),
])  # fmt: skip
def test_whether_the_second_leans_on_the_first(text, same):
    assert same_detail(*phrases(text)) == same


@pytest.mark.parametrize(
    ("text", "plural"),
    [("9 geese", True), ("72 fish", True), ("3 cans of corn", True), ("2 apple", False), ("7", True)],
)
def test_plurals(text, plural):
    assert is_plural(phrases(f"We saw {text}.")[0]) == plural
