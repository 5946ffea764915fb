import pytest

from numdiag_datasets.english.nouns import classes_of, singular
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.texts.reading import counted_noun


@pytest.mark.parametrize(("noun", "expected"), [
    ("Children", {"person"}), ("boxes", {"container"}), ("geese", {"animal"}), ("items", {"general"}),
    ("fish", {"animal", "food"}), ("dollars", {"money"}), ("xyzzy", set()),
])  # fmt: skip
def test_classes(noun, expected):
    assert classes_of(noun) == expected


@pytest.mark.parametrize(("plural", "expected"), [
    ("cherries", "cherry"), ("knives", "knife"), ("buses", "bus"), ("grandchildren", "grandchild"),
    ("glass", "glass"), ("people", "person"), ("feet", "foot"),
])  # fmt: skip
def test_singular(plural, expected):
    assert singular(plural) == expected


@pytest.mark.parametrize(("text", "noun"), [
    ("12 red apples in a box", "apple"),
    ("5 more", ""),
    ("5 of them", ""),
    ("6 boxes of cookies", "box"),
    ("9 of the pears", "pear"),
    ("He has 16. Apples are red", ""),  # the next sentence says nothing about 16
    ("28 and 5 cats", ""),  # nor does the next number's noun
])  # fmt: skip
def test_counted_noun(text, noun):
    assert counted_noun(find_numbers(text)[0]) == noun
