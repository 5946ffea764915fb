"""What Graph2Tree reads and writes: numbers behind placeholders, and equations as prefix trees."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.equation import EquationError, parse_equation
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.texts.split import Split
from train.graph2tree.expressions import OPERATORS, to_infix, to_prefix
from train.placeholders import mask_numbers


@pytest.mark.parametrize(("trap", "text", "masked", "literals"), [
    ("digits", "12 pens", "[NUM1] pens", ["12"]),
    ("a comma", "1,410 gems", "[NUM1] gems", ["1410"]),
    ("a currency sign stays", "$17.30 each", "$[NUM1] each", ["17.30"]),
    ("a percent sign stays", "45% of them", "[NUM1]% of them", ["45"]),
    ("one number in words", "two hundred and forty-eight cups", "[NUM1] cups", ["248"]),
    ("a decimal that says a whole number", "12.0 pens", "[NUM1] pens", ["12"]),
    ("a decimal without its zero", "weighs .5 pounds", "weighs [NUM1] pounds", ["0.5"]),
    ("a year is no quantity", "In 2019 he had 3 cats", "In 2019 he had [NUM1] cats", ["3"]),
    ("a name is none", "Flash Version 3 has 2 modes", "Flash Version 3 has [NUM1] modes", ["2"]),
    ("two numbers", "3 cats and 4 dogs", "[NUM1] cats and [NUM2] dogs", ["3", "4"]),
    ("none", "no cats", "no cats", []),
])  # fmt: skip
def test_masking(trap, text, masked, literals):
    found = mask_numbers([text])
    assert (found.texts, found.literals) == ((masked,), tuple(literals)), trap


def test_texts_are_numbered_through():
    found = mask_numbers(["3 cats", "4 dogs", "5 owls?"])
    assert found.texts == ("[NUM1] cats", "[NUM2] dogs", "[NUM3] owls?")


@pytest.mark.parametrize(("trap", "text", "equation", "masked"), [
    ("operands", "12 pens and 3 cups", "12 - 3", "[NUM1] - [NUM2]"),
    ("a constant stays", "3 weeks", "3 * 7", "[NUM1] * 7"),
    ("the first of equal numbers", "3 cats, 3 dogs", "3 + 3", "[NUM1] + [NUM1]"),
    ("by spelling before value", "$3 and $3.00", "3.00 * 2", "[NUM1] * 2"),
    ("by value", "12.0 pens", "12 + 1", "[NUM1] + 1"),
    ("brackets and functions", "122 eggs, 15 a box", "floor(122 / 15)", "floor([NUM1] / [NUM2])"),
])  # fmt: skip
def test_masked_equations(trap, text, equation, masked):
    assert mask_numbers([text]).mask_equation(parse_equation(equation)) == masked, trap


def test_a_placeholder_that_stands_for_nothing_stays():
    found = mask_numbers(["3 cats"])
    assert found.unmask("[NUM1] + [NUM2] + [NUM0]") == "3 + [NUM2] + [NUM0]"
    with pytest.raises(ValueError, match="not an arithmetic expression"):
        parse_equation(found.unmask("[NUM2]"))


def check_round_trip(splits, most_constants):
    """Masked and put back, every equation is the same; nearly all operands are behind placeholders."""
    rows = constants = 0
    for problems in splits.values():
        split = Split(problems)
        for name in ("language", "type", "noise", "verbosity", "order"):
            for problem in (*problems, *(p for p in perturb_split(split, name) if p.edits)):
                equation = parse_equation(problem.equation)
                found = mask_numbers([*problem.context, problem.question])
                masked = found.mask_equation(equation)
                again = parse_equation(found.unmask(masked))
                assert again.normal_form() == equation.normal_form(), problem.id
                rows += 1
                constants += bool(re.search(r"(?<![\dM.])\d", masked))
    assert constants < most_constants * rows


def test_round_trip_on_the_sample(sample):
    check_round_trip(sample.splits, 0.12)


def test_round_trip_on_every_problem(real):
    check_round_trip(real.splits, 0.03)


@pytest.mark.parametrize(("trap", "equation", "prefix", "infix"), [
    ("one number", "12", "12", "12"),
    ("left to right", "20 - 8 - 3", "- - 20 8 3", "20 - 8 - 3"),
    ("brackets that matter", "20 - (8 - 3)", "- 20 - 8 3", "20 - (8 - 3)"),
    ("a sum in a difference", "20 - (8 + 3)", "- 20 + 8 3", "20 - (8 + 3)"),
    ("brackets that do not", "(20 * 8) - 3", "- * 20 8 3", "20 * 8 - 3"),
    ("a product of a sum", "(20 + 8) * 3", "* + 20 8 3", "(20 + 8) * 3"),
    ("a quotient of a product", "20 / (8 * 3)", "/ 20 * 8 3", "20 / (8 * 3)"),
    ("a rounded quotient is one operation", "floor(20 / 3)", "floor/ 20 3", "floor(20 / 3)"),
    ("and has its own brackets", "2 * ceil((20 + 1) / 3)", "* 2 ceil/ + 20 1 3", "2 * ceil((20 + 1) / 3)"),
    ("a rounded quotient is no product", "20 / floor(8 / 3)", "/ 20 floor/ 8 3", "20 / floor(8 / 3)"),
    ("a negative number", "4 - -3", "- 4 -3", "4 - -3"),
])  # fmt: skip
def test_prefix_and_back(trap, equation, prefix, infix):
    parsed = parse_equation(equation)
    assert to_prefix(parsed, parsed.literals) == prefix.split(), trap
    assert to_infix(prefix.split()) == infix, trap


@pytest.mark.parametrize("equation", ["floor(20 + 3)", "ceil(3)", "-(2 + 3)", "floor(floor(7 / 2))"])
def test_what_has_no_operator(equation):
    parsed = parse_equation(equation)
    with pytest.raises(EquationError, match="no operator for"):
        to_prefix(parsed, parsed.literals)


@pytest.mark.parametrize("prefix", [[], ["+"], ["+", "1"], ["1", "2"], ["+", "1", "2", "3"]])
def test_what_is_no_tree_is_nothing(prefix):
    assert to_infix(prefix) == ""


_LEAF = st.integers(1, 99).map(lambda number: [str(number)])
_TREES = st.recursive(
    _LEAF, lambda tree: st.builds(lambda o, a, b: [o, *a, *b], st.sampled_from(OPERATORS), tree, tree)
)


@given(_TREES)
def test_text_and_tree_are_the_same(tree):
    parsed = parse_equation(to_infix(tree))
    assert to_prefix(parsed, parsed.literals) == tree
