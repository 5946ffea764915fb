"""Numbers in words and digits: found, read and written."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.english.number_words import parse_words, verbalize
from numdiag_datasets.english.numbers import find_numbers


def found(text):
    return [(m.text, m.role) for m in find_numbers(text)]


@pytest.mark.parametrize(("text", "expected"), [
    ("$1,200 and $0.25", [("$1,200", "money"), ("$0.25", "money")]),
    ("45% or 30 percent", [("45%", "percent"), ("30", "percent")]),
    ("two hundred and forty-eight dogs", [("two hundred and forty-eight", "quantity")]),
    ("Seven red apples", [("Seven", "quantity")]),
    ("a hundred men", [("a hundred", "quantity")]),
    ("2015/2016", [("2015", "year"), ("2016", "year")]),
    ("5-19 October", [("5", "date"), ("19", "date")]),
    ("at 7:30", [("7", "time"), ("30", "time")]),
    ("in the ratio of 7:11", [("7", "score"), ("11", "score")]),
    ("9 pm and 4 o'clock", [("9", "time"), ("4", "time")]),
    ("the twenty-first of them", [("twenty-first", "ordinal")]),
    ("won 13-9", [("13", "score"), ("9", "score")]),
    ("3-5 days", [("3", "range"), ("5", "range")]),
    ("3/4 cup", [("3", "fraction"), ("4", "fraction")]),
    ("two-thirds", [("two", "fraction")]),
    ("Week 14 and Room 12", [("14", "reference"), ("12", "reference")]),
    ("see note 12 and pages 190 and 191", [(n, "reference") for n in ("12", "190", "191")]),
    ("Scope 1 and 2 on Form 10-K", [(n, "reference") for n in ("1", "2", "10")]),
    ("in week 6, win #56, SAB 118", [(n, "reference") for n in ("6", "56", "118")]),
    ("the 2010 Census, the 1998 season", [("2010", "year"), ("1998", "year")]),
    ("March 8, 1722, he", [("8", "date"), ("1722", "year")]),
    ("1217, 1219, and 1223", [("1217", "year"), ("1219", "year"), ("1223", "year")]),
    ("On 27 May 2019 between 5 and 9 March", [("27", "date"), ("2019", "year"), ("5", "date"), ("9", "date")]),
    ("US$5 and S$ 1.2 million", [("US$5", "money"), ("S$ 1.2 million", "money")]),
    ("£2.2m (2018: £1.3bn)", [("£2.2m", "money"), ("2018", "year"), ("£1.3bn", "money")]),
    ("the 1515 First Congress, a 1537 treaty", [("1515", "year"), ("First", "ordinal"), ("1537", "year")]),
    ("five Avro 504 were bought", [("five", "quantity"), ("504", "name")]),
    ("She gave Ann 5 pens and 2 more", [("5", "quantity"), ("2", "quantity")]),
    ("two thirds of it, three and a half", [("two", "fraction"), ("three", "fraction")]),
    ("the first two quarters in week four", [("first", "ordinal"), ("two", "quantity"), ("four", "reference")]),
    ("Each week he read four books", [("four", "quantity")]),
    ("greeted by 100.000 people and 50 Cent", [("100.000", "label"), ("50", "name")]),
    ("in fiscal 2019 second quarter", [("2019", "year"), ("second", "ordinal")]),
    ("4th and 2", [("4", "ordinal"), ("2", "ordinal")]),
    ("70 per cent, zero coupon bonds", [("70", "percent"), ("zero", "name")]),
    ("the Big Ten", [("Ten", "name")]),
    ("&#8212; here", []),  # an HTML entity
    ("each one, one day", [("one", "determiner"), ("one", "determiner")]),
    ("hundreds of ants, someone, tent", []),
])  # fmt: skip
def test_roles(text, expected):
    """Several numbers, and numbers in words; what is a single one in digits has its table in test_number_roles."""
    assert found(text) == expected


@pytest.mark.parametrize("text", ["41-yard pass", "three-story house", "3-year-old"])
def test_attributive_hyphens_are_marked(text):
    """A hyphenated number is a quantity that only words may replace."""
    (mention,) = find_numbers(text)
    assert mention.hyphenated
    assert not mention.perturbable
    assert mention.is_quantity


def test_parts_and_lists_of_mentions():
    (mention,) = find_numbers("It cost $1.5 million then")
    assert (mention.value, mention.magnitude, mention.numeral) == (Fraction(3, 2), "million", "1.5")
    assert [m.value for m in find_numbers("1,200, 43 and five, six")] == [1200, 43, 5, 6]


@given(st.integers(min_value=2, max_value=10**15 - 1))
def test_a_verbalized_number_is_found_whole(value):
    (mention,) = find_numbers(f"They saw {verbalize(Fraction(value))} birds.")
    assert (mention.value, mention.form) == (value, "words")


decimals = st.builds(
    lambda digits, places: Fraction(digits, 10**places),
    st.integers(min_value=0, max_value=10**15 - 1),
    st.integers(min_value=0, max_value=6),
)


@given(decimals)
def test_words_and_values_are_inverse(value):
    """parse_words(verbalize(n)) == n"""
    assert parse_words(verbalize(value)) == value


@pytest.mark.parametrize(("value", "words"), [
    ("0", "zero"),
    ("248", "two hundred and forty-eight"),
    ("1410", "one thousand four hundred and ten"),  # no comma, so it can stand in a list
    ("3.50", "three point five"),
    ("0.25", "zero point two five"),
    ("-7", "minus seven"),
    # num2words alone says "nine zero one": it goes through a float
    ("65178.902", "sixty-five thousand one hundred and seventy-eight point nine zero two"),
])  # fmt: skip
def test_verbalize(value, words):
    assert verbalize(Fraction(value)) == words


@pytest.mark.parametrize(("words", "value"), [
    ("Two hundred and forty-eight", 248),
    ("sixty seven", 67),
    ("twelve hundred", 1200),
    ("one million, two hundred thousand and six hundred", 1200600),
    ("a hundred", 100),
    ("a thousand and five", 1005),
    ("thirty-five point two million", 35_200_000),
])  # fmt: skip
def test_parse_words(words, value):
    assert parse_words(words) == value


@pytest.mark.parametrize("words", ["", "and", "five six", "hundred", "million", "cat", "two two", "two point million"])
def test_parse_words_refuses(words):
    with pytest.raises(ValueError, match="number"):
        parse_words(words)


@pytest.mark.parametrize(("value", "text"), [
    (Fraction(3), "3"),
    (Fraction("12.40"), "12.4"),
    (Fraction(-1, 4), "-0.25"),
    (Fraction(1, 8), "0.125"),
    (Fraction(700), "700"),  # trailing zeros of a whole number stay
    (Decimal("1E+3"), "1000"),
    (Decimal("5.00"), "5"),
])  # fmt: skip
def test_plain_decimal(value, text):
    assert plain_decimal(value) == text


def test_plain_decimal_refuses_thirds():
    with pytest.raises(ValueError, match="no finite decimal"):
        plain_decimal(Fraction(1, 3))
