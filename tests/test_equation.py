from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.equation import EquationError, parse_equation


@pytest.mark.parametrize(("text", "canonical", "value"), [
    ("7+2", "7 + 2", 9),
    ("88-37*2", "88 - 37 * 2", 14),  # precedence
    ("1-2-3", "1 - 2 - 3", -4),  # left to right
    ("(12-3)*4", "(12 - 3) * 4", 36),
    ("7*(15/5)", "7 * (15 / 5)", 21),
    ("222- 155", "222 - 155", 67),
    ("1,222 - .5", "1222 - 0.5", Fraction("1221.5")),
    ("5.00-4.28", "5.00 - 4.28", Fraction("0.72")),  # decimals as published
    ("10/3", "10 / 3", Fraction(10, 3)),
    ("floor(122/15)", "floor(122 / 15)", 8),
    ("ceil(122/15)", "ceil(122 / 15)", 9),
    ("0.1+0.2", "0.1 + 0.2", Fraction("0.3")),  # no float dust
    ("5", "5", 5),
    ("-114 - (-71)", "-114 - (-71)", -43),  # signs
    ("-(3+4)/-2", "-(3 + 4) / -2", Fraction(7, 2)),
    ("2 - -3*4", "2 - -3 * 4", 14),
])  # fmt: skip
def test_parse_and_evaluate(text, canonical, value):
    equation = parse_equation(text)
    assert (equation.text, equation.value()) == (canonical, value)


@pytest.mark.parametrize("text", [
    "", "1+", "(1", "1)", "9**9**9", "().__class__", "__import__('os')", "floor 3", "1 2", "nan",
    "1e999", "(" * 1000, "9" * 500, "1" * 10**6, "(" * 100_000, "1\0", "٣+1", "--1", "1_000", "-", "1 - - - 2",
])  # fmt: skip
def test_what_is_no_expression_is_refused(text):
    with pytest.raises(EquationError):
        parse_equation(text)


def test_division_by_zero_has_no_value():
    with pytest.raises(EquationError, match="division by zero"):
        parse_equation("1 / (2 - 2)").value()


def test_rewrite_puts_literals_in_place():
    assert parse_equation("(12-3)*12").rewrite({0: "12.5", 2: "9"}) == "(12.5 - 3) * 9"


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(1, 10**6), st.sampled_from("+-*/"))
def test_agrees_with_exact_arithmetic(a, b, c, symbol):
    operations = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y, "/": lambda x, y: x / y}
    expected = operations[symbol](Fraction(a + b), Fraction(c))
    assert parse_equation(f"({a}+{b}){symbol}{c}").value() == expected
