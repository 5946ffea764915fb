from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.english.number_words import verbalize
from numdiag_datasets.english.numbers import find_numbers


def found(text):
    return [(m.text, m.role) for m in find_numbers(text)]


@pytest.mark.parametrize(("text", "expected"), [
    # quantities, money, percent, measures
    ("Sam has 12 pens.", [("12", "quantity")]),
    ("He has 16.", [("16", "quantity")]),  # a full stop is no decimal point
    ("17 plums", [("17", "quantity")]),
    ("$1,200 and $0.25", [("$1,200", "money"), ("$0.25", "money")]),
    ("$1.5 million", [("$1.5 million", "money")]),
    ("50 cents", [("50", "money")]),
    ("45% or 30 percent", [("45%", "percent"), ("30", "percent")]),
    ("36 miles", [("36", "measure")]),
    ("712 lbs., how", [("712", "measure")]),
    ("two hundred and forty-eight dogs", [("two hundred and forty-eight", "quantity")]),
    ("Seven red apples", [("Seven", "quantity")]),
    ("a hundred men", [("a hundred", "quantity")]),
    ("He has 1802 beads", [("1802", "quantity")]),  # four digits, but no year
    ("(71) cases", [("71", "quantity")]),
    ("1 flies away", [("1", "quantity")]),
    # what is no quantity
    ("in 2015 he", [("2015", "year")]),
    ("since 1998.", [("1998", "year")]),
    ("In 1802 Napoleon", [("1802", "year")]),
    ("2015/2016", [("2015", "year"), ("2016", "year")]),
    ("on May 5.", [("5", "date")]),
    ("5-19 October", [("5", "date"), ("19", "date")]),
    ("at 7:30", [("7", "time"), ("30", "time")]),
    ("9 pm and 4 o'clock", [("9", "time"), ("4", "time")]),
    ("the 3rd graders", [("3", "ordinal")]),
    ("the twenty-first of them", [("twenty-first", "ordinal")]),
    ("won 13-9", [("13", "score"), ("9", "score")]),
    ("3-5 days", [("3", "range"), ("5", "range")]),
    ("3/4 cup", [("3", "fraction"), ("4", "fraction")]),
    ("two-thirds", [("two", "fraction")]),
    ("16. WARRANTIES", [("16", "label")]),
    ("income (2) rose", [("2", "label")]),
    ("Week 14 and Room 12", [("14", "reference"), ("12", "reference")]),
    ("Flash Version 3", [("3", "reference")]),
    ("see note 12 and pages 190 and 191", [(n, "reference") for n in ("12", "190", "191")]),
    ("Scope 1 and 2 on Form 10-K", [(n, "reference") for n in ("1", "2", "10")]),
    ("in week 6, win #56, SAB 118", [(n, "reference") for n in ("6", "56", "118")]),
    ("401(k) plans", [("401", "reference")]),
    ("The number 35 came out", [("35", "quantity")]),  # a value, no name
    ("the 2010 Census, the 1998 season", [("2010", "year"), ("1998", "year")]),
    ("the 2007 elections", [("2007", "year")]),  # a plural that is not counted
    ("March 8, 1722, he", [("8", "date"), ("1722", "year")]),
    ("1217, 1219, and 1223", [("1217", "year"), ("1219", "year"), ("1223", "year")]),
    ("at 2018 year end", [("2018", "year")]),
    ("(1553), c. 273 AD, Dec. '04", [("1553", "year"), ("273", "year"), ("04", "year")]),
    ("1600 men and 1652 prisoners", [("1600", "quantity"), ("1652", "quantity")]),
    ("On 27 May 2019 between 5 and 9 March", [("27", "date"), ("2019", "year"), ("5", "date"), ("9", "date")]),
    ("US$5 and S$ 1.2 million", [("US$5", "money"), ("S$ 1.2 million", "money")]),
    ("£2.2m (2018: £1.3bn)", [("£2.2m", "money"), ("2018", "year"), ("£1.3bn", "money")]),
    ("a loss of $(1.5) million, −0.8%", [("1.5", "label"), ("0.8", "label")]),
    ("0,43% of them", [("0", "label"), ("43", "label")]),  # a decimal comma
    ("3 Borrowings include", [("3", "label")]),  # a footnote at the start of its paragraph
    ("in $000's", [("$000", "label")]),
    ("the 1515 First Congress, a 1537 treaty", [("1515", "year"), ("First", "ordinal"), ("1537", "year")]),
    ("on 21 May saw", [("21", "date")]),
    ("his part in the 45, he", [("45", "name")]),
    ("five Avro 504 were bought", [("five", "quantity"), ("504", "name")]),
    ("on the Billboard 200 on Monday", [("200", "name")]),
    ("an army.:216 The French", [("216", "reference")]),
    ("an income of $23, 335 here", [("$23", "label"), ("335", "label")]),
    ("until 300 A.D. and 11,050 BC", [("300", "year"), ("11,050", "year")]),
    ("For more, see it. 2 For purposes of", [("2", "label")]),
    ("She gave Ann 5 pens and 2 more", [("5", "quantity"), ("2", "quantity")]),
    ("two thirds of it, three and a half", [("two", "fraction"), ("three", "fraction")]),
    ("the first two quarters in week four", [("first", "ordinal"), ("two", "quantity"), ("four", "reference")]),
    ("Each week he read four books", [("four", "quantity")]),
    ("greeted by 100.000 people and 50 Cent", [("100.000", "label"), ("50", "name")]),
    ("$1,153\u00a0 million and $296.3\nmillion", [("$1,153\u00a0 million", "money"), ("$296.3\nmillion", "money")]),
    ("of ($542) million, $1.6, million", [("$542", "label"), ("$1.6", "label")]),
    ("section 404, less than -3,000, China. 1. Emissions", [("404", "reference"), ("3,000", "label"), ("1", "label")]),
    ("in fiscal 2019 second quarter", [("2019", "year"), ("second", "ordinal")]),
    ("300+ yards, tied at 30", [("300+", "label"), ("30", "score")]),
    ("4th and 2", [("4", "ordinal"), ("2", "ordinal")]),
    ("70 per cent, zero coupon bonds", [("70", "percent"), ("zero", "name")]),
    ("35- and 24-yard goals", [("35", "quantity"), ("24", "quantity")]),
    ("49ers, FY18, COVID-19, mp3", [(n, "name") for n in ("49", "18", "19", "3")]),
    ("the Big Ten", [("Ten", "name")]),
    ("&#8212; here", []),  # an HTML entity
    ("each one, one day", [("one", "determiner"), ("one", "determiner")]),
    ("hundreds of ants, someone, tent", []),
])  # fmt: skip
def test_roles(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize("text", ["41-yard pass", "three-story house", "3-year-old"])
def test_attributive_hyphens_are_marked(text):
    """A hyphenated number is a quantity that only words may replace."""
    (mention,) = find_numbers(text)
    assert mention.hyphenated
    assert not mention.perturbable
    assert mention.is_quantity


def test_parts_of_a_mention():
    (mention,) = find_numbers("It cost $1.5 million then")
    assert (mention.value, mention.magnitude, mention.numeral) == (Fraction(3, 2), "million", "1.5")


def test_a_list_of_numbers_is_not_one_number():
    assert [m.value for m in find_numbers("1,200, 43 and five, six")] == [1200, 43, 5, 6]


@given(st.text(max_size=60))
def test_spans_are_right_and_ordered_in_any_text(text):
    """Every mention is what stands at its span, and no two overlap."""
    end = 0
    for mention in find_numbers(text):
        assert text[mention.start : mention.end] == mention.text
        assert end <= mention.start <= mention.numeral_start < mention.numeral_end <= mention.end
        end = mention.end


@given(st.integers(min_value=2, max_value=10**15 - 1))
def test_a_verbalized_number_is_found_whole(value):
    (mention,) = find_numbers(f"They saw {verbalize(Fraction(value))} birds.")
    assert (mention.value, mention.form) == (value, "words")
