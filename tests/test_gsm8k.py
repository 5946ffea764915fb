"""GSM8K: read, split, and perturbed by its solutions."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import pytest

from numdiag_datasets.core.problem import APPLIED, Problem
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.perturbations.logic.solution import step_questions
from numdiag_datasets.sources import load_source
from numdiag_datasets.sources.gsm8k.reader import read_gsm8k
from numdiag_datasets.sources.source_files import SourceError
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.solution.steps import parse_solution
from tests.conftest import REAL

LINE = {
    "question": "Mia has 14 jars. She sells 5 jars. How many jars does she have left?",
    "answer": "Mia has 14-5=<<14-5=9>>9 jars left.\n#### 9",
}


def problem_of(question: str, answer: str) -> Problem:
    line = json.dumps({"question": question, "answer": answer}).encode()
    return read_gsm8k(line, line, "train", "test")["test"][0]


def test_a_line_is_a_problem():
    problem = problem_of(**LINE)
    assert (problem.id, problem.dataset) == ("test-1", "gsm8k")
    assert problem.context == ("Mia has 14 jars. She sells 5 jars.",)
    assert problem.question == "How many jars does she have left?"
    assert (problem.derivation, problem.equation) == ("14 - 5 = 9", "14 - 5")
    assert (problem.answers, problem.unit) == (("9",), "jars")
    assert problem.rationale == LINE["answer"]


def test_a_solution_without_reading_is_kept_as_it_is():
    problem = problem_of("Mia has 14 jars. How many are 7 times as many less one?", "14*8\n#### 97")
    assert (problem.derivation, problem.equation) == ("", "")
    (made,) = perturb_split([problem], "noise")
    assert (made.status, made.reason) == ("unchanged", "no_annotation")


@pytest.mark.parametrize(("trap", "content", "message"), [
    ("no JSON", b"{", "line 1: not valid JSON"),
    ("no lines", b"\n\n", "a problem a line"),
    ("no answer", b'{"question": "a"}', "line 1 has no 'answer'"),
    ("no text", b'{"question": " ", "answer": "#### 1"}', "line 1 has no text"),
    ("no mark", b'{"question": "a", "answer": "1"}', "no number behind ####"),
    ("a word", b'{"question": "a", "answer": "#### one"}', "no number behind ####"),
    ("bytes", b"\xff\n", "is not UTF-8"),
])  # fmt: skip
def test_bad_input_names_file_and_line(trap, content, message):
    with pytest.raises(SourceError, match=message):
        read_gsm8k(content, json.dumps(LINE).encode(), "train.jsonl", "test.jsonl")


def test_one_in_ten_validates_and_the_published_test_stays():
    train = "\n".join([json.dumps(LINE)] * 2000).encode()
    splits = read_gsm8k(train, json.dumps(LINE).encode(), "train", "test")
    assert 150 < len(splits["validation"]) < 250
    assert len(splits["train"]) + len(splits["validation"]) == 2000
    assert [p.id for p in splits["test"]] == ["test-1"]


STORY = "A farm has 12 cows. Each cow gives 30 liters a day. A liter is sold for $4. "
SOLUTION = "<<12*30=360>>\n<<360*4=1440>>\n#### 1440"


def perturbed(text, solution, form, seed=1):
    return perturb_split([problem_of(text, solution)], form, seed)[0]


@pytest.mark.parametrize("seed", range(1, 30))
def test_distribution_keeps_the_magnitude_and_wholes(seed):
    made = perturbed(f"{STORY}How much does the farm earn a day?", SOLUTION, "distribution", seed)
    steps = parse_solution(made.derivation)
    assert made.rule == "own_magnitude"
    for old, new in zip((12, 30, 4), steps.graph().operands, strict=True):
        assert new == int(new) != old
        assert old / 2 <= new <= 2 * old
    assert made.rationale.endswith(f"#### {made.answers[0]}")


@pytest.mark.parametrize("seed", range(1, 30))
def test_money_ends_in_cents(seed):
    made = perturbed(
        f"{STORY}How much does the farm earn a day?", "<<12*30=360>>\n$<<360*4=1440>>1440\n#### 1440", "noise", seed
    )
    if made.status == APPLIED:
        assert len(made.answers[0].partition(".")[2]) <= 2


@pytest.mark.parametrize(("trap", "text", "solution", "reason"), [
    ("a rounded answer", "12 pens a box, 50 pens. How many full boxes of pens in 48?", "<<48/12=4>>4\n#### 4", "asks_rounded"),
    ("a share", "12 of 48 pens are red. What percentage of the pens is red?", "<<12/48*100=25>>25\n#### 25", "asks_rounded"),
    ("the result in the text", "She has 14 jars, sells 5 jars and has 9 jars. She doubles them. How many jars?",
     "<<14-5=9>>9\n<<9*2=18>>18\n#### 18", "contradicts_context"),
    ("one for the other", "Ann raised $300, Bo raised $400. Each gave $20. How much do both have?",
     "<<400-20=380>>\n<<400-20=380>>\n<<380+380=760>>\n#### 760", "two_readings"),
])  # fmt: skip
def test_gates_of_solutions(trap, text, solution, reason):
    assert perturbed(text, solution, "noise").reason == reason


def test_a_count_of_a_list_stays():
    text = "Her three cats, Bink, Fay and Spot, eat 12 cans a day. How many cans in 5 days?"
    made = perturbed(text, "<<12*5=60>>60\n#### 60", "noise")
    assert "three cats" in f"{made.context} {made.question}"


@pytest.mark.parametrize(("text", "solution", "question", "answer"), [
    ("Nora picks 4 baskets of plums with 12 plums each. She sells a plum for $2. How much does she earn?",
     "Nora picks 4*12=<<4*12=48>>48 plums.\nShe earns 48*2=$<<48*2=96>>96.\n#### 96", "How many plums does Nora pick?", "48"),
    (
        "A pen costs $3 and a cap $5. If Ann buys 4 pens and 2 caps, how much does she pay?",
        "The cost of the pens is 4*3=$<<4*3=12>>12.\nThe caps are 2*5=$<<2*5=10>>10.\nShe pays 12+10=$<<12+10=22>>22.\n#### 22",
        "",  # a part of what is asked for, without a word of its own
        "",
    ),
    (
        "Bo has 52 marbles and gets 28. Then he loses 20. How many marbles does Bo have left?",
        "Bo has 52+28=<<52+28=80>>80 marbles.\nHe has 80-20=<<80-20=60>>60 left.\n#### 60",
        "",  # true at one time of the story, and false at another
        "",
    ),
])  # fmt: skip
def test_an_earlier_step_is_asked_for(text, solution, question, answer):
    found = list(step_questions(Reading(problem_of(text, solution))))
    assert [(q.question, q.answer) for q in found] == ([(question, answer)] if question else [])


def test_a_part_of_the_real_test_split():
    """Both forms of new numbers reach half of it, and each row can be worked out again."""
    if not (REAL / "gsm8k" / "test.jsonl").is_file():
        pytest.skip("the real GSM8K is not on this machine; the bundled sample covers the code")
    data = load_source("gsm8k", REAL)
    assert {name: len(split) for name, split in data.splits.items()} == {"train": 6725, "validation": 748, "test": 1319}
    some = random.Random(1).sample(data.splits["test"], 400)
    for form in ("noise", "distribution"):
        made = [row for row in perturb_split(some, form) if row.status == APPLIED]
        assert len(made) >= 0.45 * len(some), form
        for row in made:
            assert parse_solution(row.derivation).results()[-1] == Fraction(row.answers[0])
            assert row.rationale == "" or row.rationale.endswith(f"#### {row.answers[0]}")
