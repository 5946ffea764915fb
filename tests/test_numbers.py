"""Numbers in words and digits: found, read and written."""

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import numdiag_datasets
from numdiag_datasets.core.decimals import exact_number, plain_decimal
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.english.number_words import parse_words, verbalize
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.numerals import grouped_like


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


#: (trap, text, its amounts as they are read whole); what is no whole number is none.
WHOLE = [
    ("groups by blanks", "1 234 567 people", ["1234567"]),
    ("a list of numbers of three digits", "120 240 480 960", []),
    ("two numbers side by side", "the 12 345 of them", []),
    ("no-break spaces", "1\u00a0234\u00a0567 people", ["1234567"]),
    ("a year before a no-break space", "In 2018\u00a0400 men came", ["400"]),
    ("thin spaces", "1\u202f234 people and 5\u2009678.5 km", ["1234", "5678.5"]),
    ("apostrophes", "1'234'567 people and $1’200", ["1234567", "1200"]),
    ("Indian groups", "12,34,567 people of 1,00,000", ["1234567", "100000"]),
    ("wide commas", "70，000 people", ["70000"]),
    ("a list without blanks", "1,2,3 and 1,22,33", []),
    ("a decimal comma", "0,188 of 1.234,5 km or 1 234,5 km", []),
    ("groups by points", "1.234.567 people", []),
    ("a large number before another", "12 300,000-acre farms", ["12", "300000"]),
    ("no number before it", "hundred and twenty stamps", []),
    ("misspelt tens", "fourty two pens and ninty-nine caps", []),
    ("a misspelt hundred", "five hunderd pens", []),
    ("joined words", "onehundred five pens", []),
    ("half of a magnitude", "half a million dollars", []),
    ("parted at the end of a line", "twenty-\nfive pens", []),
    ("a sign in words", "minus five", []),
    ("hundredths", "two and fifty-four hundredths of a mile, three tenths", []),
    ("a share of one", "two and one third miles", []),
    ("a third that is none", "won two and one third-place prizes", ["2"]),
    ("feet and inches", "He is 5'10\" or 5' 10\"", []),
    ("a telephone number", "Call 911. They called 911 for help and called 200 people", ["200"]),
    ("in words and digits", "four (4) pens, two hundred (200) caps and 5 (five) bags", []),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "text", "amounts"), WHOLE)
def test_a_number_is_read_whole_or_not_at_all(trap, text, amounts):
    assert [m.value for m in find_numbers(text) if m.is_quantity] == [Fraction(amount) for amount in amounts]


@pytest.mark.parametrize(
    ("text", "value"), [("0,188", "0.188"), ("1.234,5", "1234.5"), ("1.234.567", "1234567"), ("1 234,5", "1234.5")]
)
def test_european_numerals_have_their_value(text, value):
    (mention,) = find_numbers(f"a length of {text} km")
    assert (mention.numeral, mention.value) == (text, Fraction(value))


@pytest.mark.parametrize(("like", "whole", "grouped"), [
    ("1,200", "3456789", "3,456,789"), ("70 000", "345678", "345 678"), ("1'200", "3456", "3'456"), ("1,00,000", "3456789", "34,56,789"),
    ("12,34,567", "345", "345"), ("1200", "3456", "3456"), ("12.5", "3456", "3456"),
])  # fmt: skip
def test_groups_of_digits_stay(like, whole, grouped):
    assert grouped_like(like, whole) == grouped


#: (trap, text, its amounts); the numbers of mathematical notation are none.
FORMULAS = [
    ("a number alone in dollars", "each step of $1$ makes 5 more", ["5"]),
    ("an equation", "if $x=0$ and $ y = 3 $, then 4", ["4"]),
    ("money, twice", "pens at $5 and $7, caps at $9", ["$5", "$7", "$9"]),
    ("money before a formula", "between $5 and $7 for $x$ pens", ["$5", "$7"]),
    ("money in a range", "for $5-$7 or $8/$9.", ["$5", "$7", "$8", "$9"]),
    ("a sign in brackets, twice", "Sales (US$) were 5 and costs (US$) were 7", ["5", "7"]),
    ("a sign behind, twice", "6 cans at 2$, and 3 boxes at 4$.", ["6", "3"]),
    ("an escaped dollar", r"a pen for \$12 and a cap for \$3", [r"\$12", r"\$3"]),
    ("an escaped percent sign", r"45\% of 20", [r"45\%", "20"]),
    ("displayed", r"$$3+4$$ and \[5\] and \(6\) and 7 pens", ["7"]),
    ("commands", r"\frac{1}{2} of 6, \sqrt[3]{8}, \text{9 pens}, \frac12", ["6"]),
    ("a power and its base", "10^3 and x ^ 2 and 6.02 x 10^{23} and 4 pens", ["4"]),
    ("an index", "F_{1}, a_2 and 3 pens", ["3"]),
    ("arithmetic", "[5 + ? × 19 - 15]/[13 × 13 - 156] = 6 and 7 pens", ["7"]),
    ("an equation of variables", "3 + x = 12 for 5 pens", ["5"]),
    ("a value of a variable", "if n = 5 and 4 x 6 is m", ["5", "4", "6"]),
    ("a sign at the end", "He has 5 pens = 3 red, 2 blue", ["5", "3", "2"]),
    ("prose between two dollars", "He has $5.\n\nShe lost some$ and 6 caps", ["$5", "6"]),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "text", "amounts"), FORMULAS)
def test_numbers_of_formulas_are_no_amounts(trap, text, amounts):
    assert [m.text for m in find_numbers(text) if m.is_quantity] == amounts


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


@given(st.integers(min_value=2, max_value=10**30 - 1))
def test_a_verbalized_number_is_found_whole(value):
    (mention,) = find_numbers(f"They saw {verbalize(Fraction(value))} birds.")
    assert (mention.value, mention.form) == (value, "words")


decimals = st.builds(
    lambda digits, places: Fraction(digits, 10**places),
    st.integers(min_value=1 - 10**32, max_value=10**32 - 1),
    st.integers(min_value=0, max_value=32),
)


@given(decimals)
def test_words_and_values_are_inverse(value):
    """What has too many digits is refused, and only that."""
    if abs(value) >= 10**30 or (value * 10**30).denominator > 1:
        with pytest.raises(NumdiagError, match="30"):
            verbalize(value)
    else:
        assert parse_words(verbalize(value)) == value


@pytest.mark.parametrize("value", [12.51, 12.5, 3.0, float("nan"), float("inf")])
def test_a_float_is_no_exact_value(value):
    """And not even where the same whole number was written before."""
    numdiag_datasets.verbalize(Fraction(3))
    with pytest.raises(NumdiagError, match="value does not fit Fraction"):
        numdiag_datasets.verbalize(value)


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


@pytest.mark.parametrize(
    ("text", "value"), [("16,000", 16_000), ("-.5", Fraction(-1, 2)), ("10/3", Fraction(10, 3)), ("+5", 5), ("7.", 7)]
)
def test_a_plain_number_is_exact(text, value):
    assert exact_number(text) == value


@pytest.mark.parametrize("text", ["", "x", "1/0", "1e999999999", "1_000", "٣", "1" * 2000, "nan", "1.5/2", "--1"])
def test_what_is_no_plain_number(text):
    with pytest.raises(NumdiagError, match="no plain number"):
        exact_number(text)


def test_plain_decimal_refuses_thirds():
    with pytest.raises(ValueError, match="no finite decimal"):
        plain_decimal(Fraction(1, 3))


#: The usual wording of annual reports; each modern number of four digits is a year, a date or the label of a form.
REPORTS = [
    "Fiscal year end March 31, 2018 differences were small.",
    "As of June 30, 2018 does not include leases.",
    "For the year ended December 31, 2019 revenues rose.",
    "At September 30, 2020 borrowings were $5 million.",
    "these 2018 hires cost more",
    "an increase over 2019 levels",
    "other 2018 acquisitions were minor",
    "reported 2018 subscribers",
    "What was the 2019 percentage change in sales?",
    "2019 %",
    "2018 %",
    "The 2019 percent change is shown.",
    "our 2019 expenses",
    "compared to 2018 amounts",
    "versus 2017 results",
    "than 2016 totals",
    "from 2015 averages",
    "the 2020 grants vest",
    "These 2021 awards vest over time.",
    "2019 net sales rose and 2018 sales fell.",
    "Sales in 2019 and 2018 were flat, and 2017 figures are not shown.",
    "the 2014 notes were repaid",
    "2022 maturities are $4 million",
    "All 2018 stores opened.",
    "the fourth quarter of 2018 includes a charge",
    "during 2019 has been",
    "In fiscal 2017 we had 53 weeks",
    "the 2016 through 2018 periods",
    "2019 vs. 2018",
    "2019 versus 2018 changes",
    "December 31, 2020 balances",
    "the March 2019 restructurings",
    "January 1, 2018 adjustments",
    "through 2024 payments are due",
    "Prior to 2018 options vested early.",
    "the 2013 Plan and the 2013 Plans",
    "2010 and 2009 sales",
    "as of year-end 2018 companies",
    "a 2020 deadline",
    "2019 Form 10-K",
    "the 2018 Tax Acts",
    "the 2018 Notes",
    "the May 2, 2019 shares",
    "Total 2019 restructuring costs",
    "Selected 2018 quarters",
    "2020 compared to 2019 figures",
    "the 2017 and 2016 numbers",
    "2017 % of sales",
    "on the 2015 loans",
    "before 2014 taxes",
    "since 2012 investments",
]  # fmt: skip


@pytest.mark.parametrize("text", REPORTS)
def test_years_of_reports_are_no_amounts(text):
    assert not [m.text for m in find_numbers(text) if re.fullmatch(r"(?:19|20)\d\d", m.numeral) and m.is_quantity]


@pytest.mark.parametrize(("text", "number"), [
    ("1652 prisoners and 1600 men", "1652"),
    ("In 1999 they had 2000 troops", "2000"),
    ("2000 people lived there", "2000"),
    ("he sold 1995 tickets", "1995"),
    ("about 2000 soldiers", "2000"),
    ("it hired 2010 workers", "2010"),
    ("sold 2016 units and 1995 units", "2016"),
    ("a total of 2018 shares", "2018"),
    ("granted 2012 options", "2012"),
    ("2020 men marched", "2020"),
])  # fmt: skip
def test_amounts_like_years_are_amounts(text, number):
    assert [m.numeral for m in find_numbers(text) if m.is_quantity and m.numeral == number]
