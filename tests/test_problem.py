"""The record, its edits, its equations, and the draws that a row depends on."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.equation import EquationError, parse_equation
from numdiag_datasets.core.problem import Edit, EditError, Problem, apply_edits, edit_text, undo, unedit_text
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.perturbations import PERTURBATIONS, perturb_split
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem


@st.composite
def texts_with_edits(draw):
    text = draw(st.text(max_size=80))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True)))
    edits = [
        Edit("question", a, text[a:b], draw(st.text(max_size=6))) for a, b in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    return text, edits


@given(texts_with_edits())
def test_undo_gives_the_text_back_to_the_byte(case):
    text, edits = case
    assert unedit_text(edit_text(text, edits), edits) == text


def test_edits_in_every_kind_of_field():
    problem = Problem("p", "p", "p", "d", ("one", "two"), "how?", "", (), "span", table=(("a", "b"), ("c", "d")))
    edits = [Edit("context[1]", 0, "", "X "), Edit("table[1][0]", 0, "c", "C"), Edit("question", 0, "how", "why")]
    edited = apply_edits(problem, edits)
    assert (edited.context, edited.table, edited.question) == (("one", "X two"), (("a", "b"), ("C", "d")), "why?")
    assert [edit.field for edit in edited.edits] == ["context[1]", "table[1][0]", "question"]
    restored = undo(edited)
    assert (restored.context, restored.table, restored.question) == (problem.context, problem.table, problem.question)


@pytest.mark.parametrize("edit", [
    Edit("context[0]", 1, "1", "2"),  # not what stands there
    Edit("context[7]", 0, "", "x"),  # no such paragraph
    Edit("title", 0, "", "x"),  # no such field
    Edit("table[0][0]", 0, "", "x"),  # no table
])  # fmt: skip
def test_edits_that_do_not_fit_are_refused(edit):
    with pytest.raises(EditError):
        apply_edits(make_problem("12 pens"), [edit])


def test_edits_that_overlap_and_texts_that_were_tampered_with_are_refused():
    with pytest.raises(EditError):
        edit_text("abcdef", [Edit("q", 0, "abc", "x"), Edit("q", 2, "cd", "y")])
    with pytest.raises(EditError):
        unedit_text("13 pens", [Edit("q", 0, "12", "14")])


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


def test_equations_without_a_value_and_with_other_numbers():
    with pytest.raises(EquationError, match="division by zero"):
        parse_equation("1 / (2 - 2)").value()
    assert parse_equation("(12-3)*12").rewrite({0: "12.5", 2: "9"}) == "(12.5 - 3) * 9"


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(1, 10**6), st.sampled_from("+-*/"))
def test_agrees_with_exact_arithmetic(a, b, c, symbol):
    operations = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y, "/": lambda x, y: x / y}
    expected = operations[symbol](Fraction(a + b), Fraction(c))
    assert parse_equation(f"({a}+{b}){symbol}{c}").value() == expected


def test_the_draws_of_a_key_never_change():
    """Today and tomorrow: a changed value here means every release changes."""
    rng = Rng(1, "noise\x1f1", "nluds-0001")
    assert [rng.below(10**6) for _ in range(3)] == [431044, 282350, 131866]


@pytest.mark.parametrize("other", [(2, "noise", "a"), (1, "extra", "a"), (1, "noise", "b")])
def test_each_part_of_the_key_counts(other):
    assert Rng(1, "noise", "a").uniform() != Rng(*other).uniform()


def test_neighbouring_seeds_are_not_shifted_copies():
    first = [Rng(1, "noise", str(i)).uniform() for i in range(50)]
    second = [Rng(2, "noise", str(i)).uniform() for i in range(50)]
    assert not set(first) & set(second)


@pytest.mark.parametrize("name", sorted(set(PERTURBATIONS) - {"extra"}))
def test_a_problem_is_perturbed_the_same_whatever_stands_beside_it(name, sample):
    """Rows can be made alone, in any order (extra draws its sentence from the split)."""
    problems = sample.splits["train"]
    together = perturb_split(Split(problems), name)
    reverse = perturb_split(Split(problems[::-1]), name)[::-1]
    alone = [perturb_split(Split([problem]), name)[0] for problem in problems]
    assert together == reverse == alone
