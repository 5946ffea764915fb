from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.english.number_words import parse_words, verbalize

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
