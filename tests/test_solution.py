"""Worked solutions: read, bound to the text, written as a derivation, and told again with other numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.equation import EquationError, parse_equation
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.texts.solution.annotated_steps import SolutionError, read_steps
from numdiag_datasets.texts.solution.binding import bind_solution
from numdiag_datasets.texts.solution.rationale import rationale_until, rewrite_rationale
from numdiag_datasets.texts.solution.steps import parse_solution

DUCKS = "Ann's ducks lay 16 eggs a day. She eats three and bakes with four. She sells the rest for $2 each. How much?"
SOLUTION = "She sells 16 - 3 - 4 = <<16-3-4=9>>9 eggs.\nShe makes 9 * 2 = $<<9*2=18>>18 a day.\n#### 18"


def bound(text, rationale):
    answer = Fraction(rationale.rpartition("####")[2].strip())
    return bind_solution(rationale, answer, text, find_numbers(text))


@pytest.mark.parametrize(("trap", "rationale", "answer", "reason"), [
    ("no annotation", "So 3 + 4 = 7.\n#### 7", 7, "no_annotation"),
    ("an unknown", "<<x+4=7>>7\n#### 7", 7, "annotation_unreadable"),
    ("a wrong result", "<<3+4=8>>8\n#### 8", 8, "step_inexact"),
    ("a rounded result", "<<10/3=3.33>>3.33\n#### 3.33", 3, "step_inexact"),
    ("a result without end", "<<1/3=1/3>>1/3\n#### 1", 1, "step_inexact"),
    ("a result below zero", "<<3-4=-1>>-1\n#### -1", -1, "step_inexact"),
    ("a later line without one", "<<3+4=7>>7\nSo 7 + 1 = 8\n#### 8", 8, "answer_of_no_step"),
    ("too many steps", "<<1+1=2>>" * 41, 2, "annotation_unreadable"),
])  # fmt: skip
def test_solutions_that_cannot_be_replayed(trap, rationale, answer, reason):
    with pytest.raises(SolutionError, match=reason):
        read_steps(rationale, Fraction(answer))


@pytest.mark.parametrize(("what", "text", "rationale", "derivation"), [
    ("amounts and a result", DUCKS, SOLUTION, "16 - 3 - 4 = 9; #1 * 2 = 18"),
    ("a fact", "He walks 3 miles a day. How many miles a week?", "<<3*7=21>>21\n#### 21", "3 * 7[days of a week] = 21"),
    ("a percentage and what is left of it", "A book of 200 pages. He reads 20% of it. How many pages are left?",
     "<<200*.8=160>>160\n#### 160", "200 * 0.8[20 percent] = 160"),
    ("a result that is an amount too: every result is used", "She has 2 bags of 3 pens and finds 6 more. How many?",
     "<<2*3=6>>6\n<<6+6=12>>12\n#### 12", "2 * 3 = 6; 6 + #1 = 12"),
    ("half, which is also an amount, stays", "He has 2 boxes of 8 pens and sells half. How many pens does he sell?",
     "<<2*8=16>>16\n<<16/2=8>>8\n#### 8", "2[half, or of the text] * 8 = 16; #1 / 2[half, or of the text] = 8"),
    ("an amount that is added is no half of anything", "He has 2 pens, and half of his 8 caps are red. How many pens and caps?",
     "<<2+8=10>>10\n#### 10", "2 + 8 = 10"),
])  # fmt: skip
def test_each_operand_has_its_origin(what, text, rationale, derivation):
    solution = bound(text, rationale)
    assert solution.text == derivation
    assert parse_solution(derivation) == solution


@pytest.mark.parametrize(("trap", "text", "rationale", "reason"), [
    ("a share that nobody told", "40% are boys. How many girls are there of 200?", "<<200*.55=110>>110\n#### 110", "operand_in_no_text"),
    ("seven, and no week", "She has 3 pens. How many?", "<<3*7=21>>21\n#### 21", "operand_in_no_text"),
    ("a result that nothing uses", "She has 3 pens and 4 caps, and 5 keys. How many pens and keys?", "<<3+4=7>>7\n<<3+5=8>>8\n#### 8", "step_unused"),
    ("an amount or the same result", "She has 6 red pens, 2 bags of 3 pens, and 6 caps. How many?",
     "<<2*3=6>>6\n<<6*6=36>>36\n<<36-6=30>>30\n#### 30", "two_readings"),
])  # fmt: skip
def test_what_has_no_reading_has_a_reason(trap, text, rationale, reason):
    with pytest.raises(SolutionError, match=reason):
        bound(text, rationale)


def test_a_result_that_is_used_twice_is_worked_out_once():
    solution = parse_solution("3 + 4 = 7; #1 * #1 = 49")
    graph = solution.graph()
    assert list(map(int, graph.operands)) == [3, 4]
    assert graph.results([Fraction(1), Fraction(2)]) == [3, 9]
    assert solution.expression == "(3 + 4) * (3 + 4)"
    assert parse_equation(solution.expression).value() == 49


def test_what_a_step_does_not_need_is_left_out():
    solution = parse_solution("3 + 4 = 7; 5 * 2 = 10; #2 - 1 = 9; #1 + #3 = 16")
    assert solution.until(3).text == "5 * 2 = 10; #1 - 1 = 9"


@pytest.mark.parametrize("text", ["", "3 + 4", "3 + 4 = 8", "#1 + 4 = 8", "3 + 4 = 7; #2 + 1 = 8", "3 + = 3", "x = 3"])
def test_no_derivations(text):
    with pytest.raises(EquationError):
        parse_solution(text)


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=5))
def test_new_operands_lead_to_their_own_results(values):
    solution = parse_solution("3 + 4 = 7; #1 * 2[twice] = 14; 5 + #2 + #1 = 26")
    literals = {i: str(v) for i, v in zip((0, 1, 3), values, strict=False)}
    new = solution.with_literals(literals)
    operands = [Fraction(literals.get(i, str(o))) for i, o in enumerate((3, 4, 2, 5))]
    assert new.results()[-1] == solution.graph().results(operands)[-1]
    assert parse_solution(new.text) == new
    assert parse_equation(new.expression).value() == new.results()[-1]


def test_a_solution_is_told_again_in_the_same_words():
    old = bound(DUCKS, SOLUTION)
    new = old.with_literals({0: "16.4", 1: "3.1", 2: "4.7"})
    assert rewrite_rationale(SOLUTION, old, new, {Fraction(2)}, {}) == (
        "She sells 16.4 - 3.1 - 4.7 = <<16.4-3.1-4.7=8.6>>8.6 eggs.\n"
        "She makes 8.6 * 2 = $<<8.6*2=17.2>>17.20 a day.\n#### 17.2"
    )


@pytest.mark.parametrize(("trap", "line"), [
    ("a number of which nothing is known", "Of the 11 ducks, she sells 16 - 3 - 4 = <<16-3-4=9>>9."),
    ("a count that has the value of an amount", "The 3 of them sell 16 - 3 - 4 = <<16-3-4=9>>9."),
    ("a word that says the amount once more", "Triple is 3: 16 - 3 - 4 = <<16-3-4=9>>9."),
    ("an ordinal", "On the 16th she sells 16 - 3 - 4 = <<16-3-4=9>>9."),
])  # fmt: skip
def test_no_old_number_is_told(trap, line):
    rationale = f"{line}\n#### 9"
    old = bound(DUCKS, rationale)
    new = old.with_literals({0: "16.4", 1: "3.1", 2: "4.7"})
    assert rewrite_rationale(rationale, old, new, set(), {}) == ""


def test_a_solution_ends_with_a_step():
    assert rationale_until(SOLUTION, 1, "9") == ("She sells 16 - 3 - 4 = <<16-3-4=9>>9 eggs.\n#### 9")
