"""A number is read whole or not at all: spaces between thousands, words that are a part, one number twice."""

import pytest

from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem


@pytest.mark.parametrize(("text", "value"), [
    ("He paid $400 000 for it.", 400_000), ("There are 70 000 men.", 70_000), ("5 650 000 people", 5_650_000),
    ("It costs $409 500 now.", 409_500), ("€12 300 of it", 12_300), ("a 100 000-seat stadium", 100_000),
    ("two hundred and forty-eight", 248), ("ten thousand and five", 10_005), ("a hundred and one", 101),
    ("in 70\xa0000 homes", 70_000), ("two quadrillion and five", 2 * 10**15 + 5), ("seven quintillion ants", 7 * 10**18),
])  # fmt: skip
def test_one_number(text, value):
    assert [mention.value for mention in find_numbers(text)] == [value]


@pytest.mark.parametrize("text", [
    "hundred and twenty stamps", "thousand and five nights", "hundred-and-one uses", "half a million pens",
    "It was minus five degrees.", "negative three", "one point oh five litres", "point five litres", "twenty-\nfive boxes",
    "quadrillion and five stars", "hundreds and fifty of them", "5 thousand two hundred people", "$5 thousand two hundred",
    "5 million and two hundred thousand ants", "5 thousand 200 people", "2 hundred and fifty men", "2 hundred 50 men",
    "It costs two fifty.", "at nineteen ninety-nine each", "in nineteen fifty he came", "two twenty-five dollars", "4 point 5 inches",
    "a twenty five-yard pass", "the two hundred-yard dash", "one hundred twenty-dollar bills", "twenty two-year-old men",
    "one hundred and one half miles", "10**3 steps", "x**2 and 2 ** 5 ants",
])  # fmt: skip
def test_a_part_of_a_number_is_none(text):
    assert not [mention for mention in find_numbers(text) if mention.is_quantity]


@pytest.mark.parametrize(("text", "values"), [
    ("ten minus five", [10, 5]), ("12 300-page books", [12, 300]), ("5 100 dollar bills", [5, 100]),
    ("in 2019 300 men came", [2019, 300]), ("3 $20 bills", [3, 20]), ("He has two, three and five.", [2, 3, 5]),
    ("Ann has four (5) pens", [4, 5]), ("twenty one-dollar bills", [20, 1]), ("one hundred five-gallon blue tanks", [100, 5]),
    ("twenty-one one-dollar bills", [21, 1]), ("five fifty-gallon drums", [5, 50]), ("five twenty dollar bills", [5, 20]),
    ("five million and six million", [5_000_000, 6_000_000]), ("between 5 million and six million", [5, 6_000_000]),
    ("a $50 million 6 year contract", [50, 6]), ("four point five-inch heels", [4.5]), ("a hundred-dollar bill", [100]),
    ("a 2 point lead and 8 point bucks", [2, 8]), ("a $5 million one-time bonus", [5, 1]), ("5 **big** cakes and 3 **small** ones", [5, 3]), ("one hundred and one half-day tickets", [101]),
])  # fmt: skip
def test_numbers_that_only_look_like_one(text, values):
    assert [mention.value for mention in find_numbers(text)] == values


@pytest.mark.parametrize("text", [
    "four (4) pens", "two hundred (200) pens", "5 (five) pens", "Rent is forty (40) days late", "six (6.0) eggs",
    "ninety-nine (99) men",
])  # fmt: skip
def test_a_number_in_words_and_digits_stays_in_both(text):
    assert not any(mention.perturbable for mention in find_numbers(text))


@pytest.mark.parametrize(
    "text", ["twenty one-dollar bills", "five fifty-gallon drums", "five twenty dollar bills", "two ten minute breaks"]
)
def test_the_number_of_things_with_a_number_in_their_name_is_an_amount(text):
    assert find_numbers(f"He has {text}.")[0].is_quantity


def test_spaces_between_thousands_stay():
    problem = make_problem("He paid $400 000 for a house and $20 000 for a car.", "How much did he pay?", "400000 + 20000",
                           "420000", unit="")  # fmt: skip
    for name in ("distribution", "type", "language"):
        (made,) = perturb_split(Split([problem]), name, 3)
        assert made.status == "applied"
        numbers = [edit.after for edit in made.edits]
        if name == "distribution":
            assert all(" " in number and "," not in number for number in numbers)
        assert "000 000" not in made.context[0]
