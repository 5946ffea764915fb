from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.equation import EquationError, parse_equation
from numdiag_datasets.scoring.equation import score_row

CASES = [
    ("the gold string", "192 / 4", "192 / 4", "48", (1, 1, 1)),
    ("white space", " 192/4 ", "192 / 4", "48", (1, 1, 1)),
    ("another order", "126 + 81", "81 + 126", "207", (0, 1, 1)),
    ("another order that matters", "81 - 126", "126 - 81", "45", (0, 0, 0)),
    ("other brackets", "(1 + 2) + 3", "1 + (2 + 3)", "6", (0, 1, 1)),
    ("brackets after a minus", "9 - (4 - 3)", "9 - 4 + 3", "8", (0, 1, 1)),
    ("brackets after a slash", "8 / (4 / 2)", "8 * 2 / 4", "4", (0, 1, 1)),
    ("distribution is another expression", "2 * (3 + 4)", "2 * 3 + 2 * 4", "14", (0, 0, 1)),
    ("so is arithmetic", "3 + 3", "2 + 4", "6", (0, 0, 1)),
    ("an operand by value", "12.0 + 1", "12 + 1", "13", (0, 1, 1)),
    ("a plain answer", "48", "192 / 4", "48", (0, 0, 1)),
    ("an answer with a comma and a currency", "$1,200.50", "1200.5 * 1", "1200.5", (0, 0, 1)),
    ("an answer at the end of a sentence", "48.", "192 / 4", "48", (0, 0, 1)),
    ("an answer with words", "48 apples", "192 / 4", "48", (0, 0, 0)),
    ("an unknown", "x = 192 / 4", "192 / 4", "48", (0, 1, 1)),
    ("with its result", "192 / 4 = 48", "192 / 4", "48", (0, 1, 1)),
    ("with a wrong result", "192 / 4 = 47", "192 / 4", "48", (0, 0, 0)),
    ("two equals signs", "1 = 1 = 1", "1 + 0", "1", (0, 0, 0)),
    ("nothing but an unknown", "x = y", "1 + 0", "1", (0, 0, 0)),
    ("typographic signs", "3 × 8 ÷ 2 − 1", "3 * 8 / 2 - 1", "11", (0, 1, 1)),
    ("square brackets", "[1 + 2] * 3", "(1 + 2) * 3", "9", (0, 1, 1)),
    ("the floor of a remainder problem", "floor(122 / 15)", "floor(122/15)", "8", (1, 1, 1)),
    ("without the floor", "122 / 15", "floor(122 / 15)", "8", (0, 0, 0)),
    ("within the tolerance", "0.3333", "1 / 3", "0.33333", (0, 0, 1)),
    ("at its edge", "1.0001", "1 * 1", "1", (0, 0, 1)),
    ("beyond it", "1.000101", "1 * 1", "1", (0, 0, 0)),
    ("an answer that was cut off", "10 / 3", "10 / 3", "3.333", (1, 1, 1)),
    ("division by zero", "1 / 0", "1 / 1", "1", (0, 0, 0)),
    ("no gold equation", "1 + 1", "", "2", (0, 0, 1)),
    ("nothing predicted", "", "1 + 1", "2", (0, 0, 0)),
    ("only white space", " \t", "1 + 1", "2", (0, 0, 0)),
    ("two equations", "1 + 1; 2", "1 + 1", "2", (0, 0, 0)),
]


@pytest.mark.parametrize(("name", "prediction", "equation", "answer", "scores"), CASES, ids=[case[0] for case in CASES])
def test_cases(name, prediction, equation, answer, scores):
    found = score_row(prediction, equation, [answer])
    assert (found.equation_accuracy, found.equation_equivalence, found.answer_accuracy) == scores


def test_any_of_several_answers():
    assert score_row("3", "", ["2", "3"]).answer_accuracy == 1


@pytest.mark.parametrize("prediction", [
    "9**9**9", "9^9", "().__class__", "__import__('os')", "(" * 100_000, "(" * 400 + ")" * 400,
    "9" * 1_000_000, "9" * 41, "1e999", "nan", "inf", "\0", "\u202e84", "\ud800", "٤٨", "4_8",
    "+".join(["1"] * 100_000), "-" * 500 + "48",
], ids=lambda prediction: repr(prediction)[:20])  # fmt: skip
def test_hostile_predictions_are_wrong(prediction):
    scores = score_row(prediction, "192 / 4", ["48"])
    assert (scores.equation_accuracy, scores.answer_accuracy) == (0, 0)


def test_a_gold_equation_that_cannot_be_read_is_an_error():
    with pytest.raises(EquationError):
        score_row("1", "one", ["1"])


@st.composite
def pairs(draw, depth=3, largest=99):
    """An expression, and the same one with operands and brackets changed about."""
    if depth == 0 or draw(st.booleans()):
        number = str(draw(st.integers(1, largest)))
        return number, draw(st.sampled_from([number, f"({number})", f"{number}.0"]))
    kind = draw(st.sampled_from(["swap", "group", "minus", "slash", "negate", "floor"]))
    (a, a2), (b, b2), (c, c2) = (draw(pairs(depth - 1, largest)) for _ in range(3))
    sign = draw(st.sampled_from("+*"))
    return {
        "swap": (f"({a}) {sign} ({b})", f"({b2}) {sign} ({a2})"),
        "group": (f"(({a}) {sign} ({b})) {sign} ({c})", f"({a2}) {sign} (({c2}) {sign} ({b2}))"),
        "minus": (f"({a}) - (({b}) - ({c}))", f"({c2}) + ({a2}) - ({b2})"),
        "slash": (f"({a}) / (({b}) / ({c}))", f"({c2}) * ({a2}) / ({b2})"),
        "negate": (f"-(({a}) - ({b}))", f"({b2}) - ({a2})"),
        "floor": (f"floor({a})", f"floor({a2})"),
    }[kind]


def value(text) -> Fraction | None:
    try:
        return parse_equation(text).value()
    except EquationError:
        return None


@given(pairs())
def test_the_same_expression_is_equivalent(pair):
    one, other = pair
    assert parse_equation(one).normal_form() == parse_equation(other).normal_form()
    if value(one) is not None and value(other) is not None:
        assert value(one) == value(other)
        assert score_row(other, one, ["0"]).equation_equivalence == 1


@given(pairs(2, 2), pairs(2, 2))
def test_equivalent_expressions_have_one_value(first, second):
    """Small expressions over 1 and 2, so that many of them coincide."""
    one, other = first[0], second[1]
    values = {value(one), value(other)} - {None}
    if parse_equation(one).normal_form() == parse_equation(other).normal_form():
        assert len(values) <= 1
