"""Equations as prefix trees, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.equation import EquationError, parse_equation
from train.graph2tree.expressions import OPERATORS, to_infix, to_prefix


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
