import re
from fractions import Fraction

import pytest

from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem


def perturbed(context, seed=1, **columns):
    (problem,) = perturb_split(Split([make_problem(context, **columns)]), "verbosity", seed)
    return problem


@pytest.mark.parametrize(("before", "after"), [
    ("6 pens", "6 (not N) pens"),
    ("Seven pens", "Seven (not N) pens"),  # words too
    ("He has 16.", "He has 16 (not N)."),
    ("$8 each", "$8 (not $N) each"),
    ("45% of them", "45% (not N%) of them"),
    ("50 cents", "50 (not N) cents"),
    ("$1.5 million", "$1.5 million (not $N million)"),
    ("the 3rd of 6", "the 3rd of 6 (not N)"),  # never "3 (not 143)rd"
    ("a 41-yard pass, 6 men", "a 41-yard pass, 6 (not N) men"),
    ("a 2 dollar tip, 6 men", "a 2 dollar tip, 6 (not N) men"),  # not "a 2 (not 124) dollar tip"
    ("one day, 6 men", "one day, 6 (not N) men"),
    ("five dollar games for 6 men", "five dollar games for 6 (not N) men"),
    ("the three of them ate 6 figs", "the three of them ate 6 (not N) figs"),
    ("all two boxes with 6 figs", "all two boxes with 6 (not N) figs"),
    ("the two ate 6 figs", "the two ate 6 (not N) figs"),
    ("6 cars on each of the 3 days", "6 (not N) cars on each of the 3 days"),  # no operand
])  # fmt: skip
def test_a_distractor_follows_each_quantity(before, after):
    text = perturbed(before).context[0]
    assert re.sub(r"(?<=not )(\$?)\d+", r"\1N", text) == after


@pytest.mark.parametrize(("before", "after"), [
    ("A 41-yard pass.", "A 41-yard (not N-yard) pass."),
    ("A three-game streak, 6 men", "A three-game streak, 6 (not N) men"),  # a count in words
    ("He went 8-for-18, 6 men", "He went 8-for-18, 6 (not N) men"),
    ("its 50%-owned partner, 6 men", "its 50%-owned partner, 6 (not N) men"),
])  # fmt: skip
def test_an_attributive_number_of_a_passage_keeps_its_noun(before, after):
    text = perturbed(before, answer_type="number").context[0]
    assert re.sub(r"(?<=not )\d+", "N", text) == after


def test_distractors_differ_from_everything():
    """No distractor is a number of the problem, its answer, or another distractor."""
    numbers = list(range(70, 130))
    context = " ".join(f"{n} nails." for n in numbers)
    for seed in range(20):
        problem = perturbed(context, seed, equation="60 + 5", answer="65")
        drawn = [int(n) for n in re.findall(r"not (\d+)", problem.context[0])]
        assert len(drawn) == len(set(drawn)) == len(numbers)
        assert not {*numbers, 60, 5, 65} & set(drawn)
        assert min(drawn) > 0


def test_distractors_follow_the_papers_distribution():
    """Mean 100, deviation 30 (DNC paper, Appendix A)."""
    drawn = [int(perturbed("6 pens", seed).edits[0].after.rpartition(" ")[2].rstrip(")")) for seed in range(2000)]
    mean = Fraction(sum(drawn), len(drawn))
    assert 97 < mean < 102
    deviation = (sum((n - mean) ** 2 for n in drawn) / len(drawn)) ** Fraction(1, 2)
    assert 27 < deviation < 33


def test_a_text_without_quantities():
    assert perturbed("In 2015 he left.").reason == "no_quantity"


@pytest.mark.parametrize(("before", "wordings"), [
    ("He has 16 pens.", {"He has 16, not N, pens.", "He has 16 rather than N pens.", "He has not N but 16 pens."}),
    ("Twelve men.", {"Twelve, not N, men.", "Twelve rather than N men.", "Not N but twelve men."}),
    ("He has $8.", {"He has $8, not $N.", "He has $8 rather than $N.", "He has not $N but $8."}),
    ("He has 3, 4 or 5.", {"He has 3 rather than N, 4 rather than N or 5 rather than N.", "He has not N but 3, not N but 4 or not N but 5."}),  # no comma in a list
    ("Only 6 men.", {"Only 6, not N, men.", "Only 6 rather than N men."}),  # never "only not N"
])  # fmt: skip
def test_the_second_form_has_three_wordings(before, wordings):
    """Each is drawn, and all numbers of a problem have the same one."""
    found = set()
    for seed in range(40):
        (problem,) = perturb_split(Split([make_problem(before)]), "verbosity-second", seed)
        found.add(re.sub(r"(?i)\b(not|than) (\$?)\d+", r"\1 \2N", problem.context[0]))
    assert found == wordings


def test_only_phrases_that_a_distractor_would_break():
    problem = perturbed("a 2 dollar tip")
    assert (problem.status, problem.reason) == ("unchanged", "no_room_for_distractor")
