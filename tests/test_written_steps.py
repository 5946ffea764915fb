"""The steps of a worked solution: annotated ones, and calculations in its prose."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.texts.solution.binding import bind_solution
from numdiag_datasets.texts.solution.rationale import rewrite_rationale
from numdiag_datasets.texts.solution.written_steps import SolutionError, read_steps


@pytest.mark.parametrize(("trap", "rationale", "answer", "reason"), [
    ("no calculation", "So there are 7.\n#### 7", 7, "no_annotation"),
    ("an unknown", "<<x+4=7>>7\n#### 7", 7, "annotation_unreadable"),
    ("a wrong result", "<<3+4=8>>8\n#### 8", 8, "step_inexact"),
    ("a rounded result", "<<10/3=3.33>>3.33\n#### 3.33", 3, "step_inexact"),
    ("a result without end", "<<1/3=1/3>>1/3\n#### 1", 1, "step_inexact"),
    ("a result below zero", "<<3-4=-1>>-1\n#### -1", -1, "step_inexact"),
    ("a last line without a calculation", "<<3+4=7>>7\nOne comes, so there are 8.\n#### 8", 8, "answer_of_no_step"),
    ("a last line with a wrong one", "<<3+4=7>>7\nSo 7 + 1 = 9\n#### 9", 9, "answer_of_no_step"),
    ("too many steps", "<<1+1=2>>" * 41, 2, "annotation_unreadable"),
])  # fmt: skip
def test_solutions_that_cannot_be_replayed(trap, rationale, answer, reason):
    with pytest.raises(SolutionError, match=reason):
        read_steps(rationale, Fraction(answer))


# (trap, solution, its steps)
STEPS = [
    ("no annotation at all", "So 3 + 4 = 7.\n#### 7", "3 + 4"),
    ("a last line without one", "<<3+4=7>>7\nSo 7 + 1 = 8\n#### 8", "3 + 4; 7 + 1"),
    ("a unit follows", "It spins at 121 / 11 = 11 meters.\n11 * 5 = <<11*5=55>>55\n#### 55", "121 / 11; 11 * 5"),
    ("the annotation repeats the result", "She has 3 + 2 = <<5=5>>5 pens, and 5 * 4 = <<5*4=20>>20.\n#### 20", "3 + 2; 5 * 4"),
    ("an annotation of one number with another before it", "Let 9 be <<5=5>>5.\n5 * 4 = <<5*4=20>>20\n#### 20", "5; 5 * 4"),
    ("a decimal without a zero, and money", "10% is .10*60 = $6.00\n60-6=$<<60-6=54.00>>54.00\n#### 54", "0.10 * 60; 60 - 6"),
    ("a percentage", "The tax is 20% * 50 = 10.\n50+10=<<50+10=60>>60\n#### 60", "(20 / 100) * 50; 50 + 10"),
    ("a percentage of", "He adds 10% of $150 = $15.\n150+15=<<150+15=165>>165\n#### 165", "(10 / 100) * 150; 150 + 15"),
    ("percentages are added", "That is 20% + 30% = 50%.\n50*4=<<50*4=200>>200\n#### 200", "20 + 30; 50 * 4"),
    ("units between the operands", "They eat 50 grams/day * 7 days/week = 350 grams.\n<<350*2=700>>700\n#### 700", "50 * 7; 350 * 2"),
    ("a product without a sign", "Food:400(.10)=40\n400-40=<<400-40=360>>360\n#### 360", "400 * (0.10); 400 - 40"),
    ("other signs", "5 × $3 = $15, 20 − 15 = 5\n#### 5", "5 * 3; 20 - 15"),
    ("a chain of equals is one step", "It has 5+2(3)=5+6=11 trees.\n11-3=<<11-3=8>>8\n#### 8", "5 + 2 * (3); 11 - 3"),
    ("a chain that goes on is two", "2 * 3 = 6 + 4 = 10\n#### 10", "2 * 3; 6 + 4"),
    ("a remark that nothing uses", "A week has 3 + 4 = 7 days.\n5 * 4 = <<5*4=20>>20\n#### 20", "5 * 4"),
    ("the same calculation twice", "5 * 4 = 20, so <<5*4=20>>20 pens\n20-1=<<20-1=19>>19\n#### 19", "5 * 4; 20 - 1"),
    ("an unknown before it", "x + 5 = 15\n2x = 20\n10+1=<<10+1=11>>11\n#### 11", "10 + 1"),
    ("a part of a longer calculation", "apples + 5 - 2 = 3\n3*4=<<3*4=12>>12\n#### 12", "3 * 4"),
    ("a wrong one", "5 * 1.5 = 7.25\n7*2=<<7*2=14>>14\n#### 14", "7 * 2"),
    ("a fraction as its result", "1 - 3/5 = 2/5\n2*6=<<2*6=12>>12\n#### 12", "2 * 6"),
    ("a clock time as its result", "2 + 1 = 3:00\n3*6=<<3*6=18>>18\n#### 18", "3 * 6"),
    ("a mixed number", "12 x 1 and 1/4 = 15\n15*2=<<15*2=30>>30\n#### 30", "15 * 2"),
    ("a hyphen", "For a 6-8 = 2 game\n2*7=<<2*7=14>>14\n#### 14", "2 * 7"),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "rationale", "steps"), STEPS)
def test_what_is_a_step(trap, rationale, steps):
    answer = Fraction(rationale.rpartition("#### ")[2])
    assert "; ".join(step.equation.text for step in read_steps(rationale, answer)) == steps


@given(st.text(alphabet="0123456789 +-*/x()=$%.,<>abc\n", max_size=80))
def test_a_step_is_exact(text):
    """Of any text, each step has the value of its calculation, and a place within the text."""
    try:
        steps = read_steps(f"{text}\n#### 7", Fraction(7))
    except SolutionError:
        return
    assert steps[-1].result == 7
    assert all(step.equation.value() == step.result >= 0 for step in steps)
    assert all(0 <= step.start <= step.end <= len(text) for step in steps)


# (what, text of the problem, its solution, the new first amount, the solution rewritten)
REWRITTEN = [
    ("a step of the prose", "She has 30 pens, sells 10 and buys twice the rest.",
     "She keeps 30 - 10 = 20 pens.\nShe buys 20 * 2 = <<20*2=40>>40 pens.\n#### 40", "30.5",
     "She keeps 30.5 - 10 = 20.5 pens.\nShe buys 20.5 * 2 = <<20.5*2=41>>41 pens.\n#### 41"),
    ("an annotation that repeats the result", "She has 30 pens and gets 12 more, each for $3.",
     "She has 30 + 12 = <<42=42>>42 pens.\n42 * 3 = $<<42*3=126>>126\n#### 126", "31",
     "She has 31 + 12 = <<43=43>>43 pens.\n43 * 3 = $<<43*3=129>>129\n#### 129"),
    ("the steps between two signs of a chain have no numbers of the text", "She has 30 pens and gets twice 7 more.",
     "She has 30 + 7(2) = 30 + 14 = 44 pens.\n#### 44", "31", ""),
]  # fmt: skip


@pytest.mark.parametrize(("what", "text", "rationale", "first", "rewritten"), REWRITTEN)
def test_solutions_are_rewritten_with_their_prose(what, text, rationale, first, rewritten):
    old = bind_solution(rationale, Fraction(rationale.rpartition("#### ")[2]), text, find_numbers(text))
    new = old.with_literals({0: first})
    told = {number.value for number in find_numbers(text)}
    assert rewrite_rationale(rationale, old, new, told, {}) == rewritten
