"""GSM8K: its worked solutions read, bound to the text and told again; split, and perturbed by them."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.equation import EquationError, parse_equation
from numdiag_datasets.core.problem import APPLIED, Problem
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.sources import load_source
from numdiag_datasets.sources.gsm8k.reader import read_gsm8k
from numdiag_datasets.sources.source_files import SourceError, SourceFile
from numdiag_datasets.texts.solution.binding import bind_solution
from numdiag_datasets.texts.solution.inverse import inverse_of
from numdiag_datasets.texts.solution.rationale import rewrite_rationale
from numdiag_datasets.texts.solution.steps import parse_solution
from numdiag_datasets.texts.solution.written_steps import SolutionError
from tests.conftest import REAL

DUCKS = "Ann's ducks lay 16 eggs a day. She eats three and bakes with four. She sells the rest for $2 each. How much?"
SOLUTION = "She sells 16 - 3 - 4 = <<16-3-4=9>>9 eggs.\nShe makes 9 * 2 = $<<9*2=18>>18 a day.\n#### 18"


def bound(text, rationale):
    answer = Fraction(rationale.rpartition("####")[2].strip())
    return bind_solution(rationale, answer, text, find_numbers(text))


@pytest.mark.parametrize(("what", "text", "rationale", "derivation"), [
    ("amounts and a result", DUCKS, SOLUTION, "16 - 3 - 4 = 9; #1 * 2 = 18"),
    ("a fact", "He walks 3 miles a day. How many miles a week?", "<<3*7=21>>21\n#### 21", "3 * 7[days of a week] = 21"),
    ("a measure that the text tells too", "There are 128 ounces in a gallon. She has 3 gallons. How many ounces is that?", "<<3*128=384>>384\n#### 384",
     "3 * 128[ounces of a gallon, or of the text] = 384"),
    ("a percentage and what is left of it", "A book of 200 pages. He reads 20% of it. How many pages are left?",
     "<<200*.8=160>>160\n#### 160", "200 * 0.8[20 percent] = 160"),
    ("a result that is an amount too: every result is used", "She has 2 bags of 3 pens and finds 6 more. How many?",
     "<<2*3=6>>6\n<<6+6=12>>12\n#### 12", "2 * 3 = 6; 6 + #1 = 12"),
    ("half, which is also an amount, stays", "He has 2 boxes of 8 pens and sells half. How many pens does he sell?",
     "<<2*8=16>>16\n<<16/2=8>>8\n#### 8", "2[half, or of the text] * 8 = 16; #1 / 2[half, or of the text] = 8"),
    ("an amount that describes a noun", "She reads a 90-page book in 3 days. How many pages a day?", "<<90/3=30>>30\n#### 30", "90 / 3 = 30"),
    ("an amount with a glued unit", "He drives 4 hours at 18mph. How far?", "<<18*4=72>>72\n#### 72", "18 * 4 = 72"),
    ("a ratio is no time, and stays", "They share 36 pens in the ratio 7:11. How many has the second?",
     "<<7+11=18>>18\n<<36*11/18=22>>22\n#### 22", "7[of the text] + 11[of the text] = 18; 36 * 11[of the text] / #1 = 22"),
    ("a step of the prose: its result is not the equal amount", "A cat runs 5 times as fast as a dog, a horse 11 times. A horse runs at 121 feet a second. And a cat?",
     "A dog runs 121 / 11 = 11 feet a second.\nA cat runs 11 * 5 = <<11*5=55>>55.\n#### 55", "121 / 11 = 11; #1 * 5 = 55"),
    ("a measure in words that describes a noun", "He earns $9 an hour. How much does he earn in an eight-hour day?", "<<8*9=72>>72\n#### 72", "8 * 9 = 72"),
    ("the number of a bill stays", "A pen costs $4. He gives one fifty-dollar bill. How much change does he get?", "<<50-4=46>>46\n#### 46", "50[of the text] - 4 = 46"),
    ("a fraction's part is no equal amount", "Of 40 chairs for 2 people each 2/5 are empty. How many are empty?", "<<2/5*40=16>>16\n#### 16",
     "2[of the text, or of the text] / 5[fifth] * 40 = 16"),
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
    ("a result by itself, which an unread number states", "From room 12 on he has 4 pens in each of 3 boxes. How many has he in as many rooms?",
     "<<4*3=12>>12\n<<12*12=144>>144\n#### 144", "two_readings"),
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


LINE = {
    "question": "Mia has 14 jars. She sells 5 jars. How many jars does she have left?",
    "answer": "Mia has 14-5=<<14-5=9>>9 jars left.\n#### 9",
}


def read(train: bytes, test: bytes) -> dict[str, list[Problem]]:
    return read_gsm8k(SourceFile("train", train, "train.jsonl"), SourceFile("test", test, "test.jsonl"))[0]


def problem_of(question: str, answer: str) -> Problem:
    line = json.dumps({"question": question, "answer": answer}).encode()
    return read(line, line)["test"][0]


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
        read(content, json.dumps(LINE).encode())


def test_one_in_ten_validates_and_the_published_test_stays():
    train = "\n".join([json.dumps(LINE)] * 2000).encode()
    splits = read(train, json.dumps(LINE).encode())
    assert 150 < len(splits["validation"]) < 250
    assert len(splits["train"]) + len(splits["validation"]) == 2000
    assert [p.id for p in splits["test"]] == ["test-1"]


STORY = "A farm has 12 cows. Each cow gives 30 liters a day. A liter is sold for $4. "
WORKED = "<<12*30=360>>\n<<360*4=1440>>\n#### 1440"


def perturbed(text, solution, form, seed=1):
    return perturb_split([problem_of(text, solution)], form, seed)[0]


@pytest.mark.parametrize("seed", range(1, 30))
def test_money_ends_in_cents(seed):
    made = perturbed(
        f"{STORY}How much does the farm earn a day?", "<<12*30=360>>\n$<<360*4=1440>>1440\n#### 1440", "noise", seed
    )
    if made.status == APPLIED:
        assert len(made.answers[0].partition(".")[2]) <= 2


@pytest.mark.parametrize(("trap", "text", "solution", "reason"), [
    ("a rounded answer", "12 pens a box, 50 pens. How many full boxes of pens in 48?", "<<48/12=4>>4\n#### 4", "asks_rounded"),
    ("a percentage that never ends", "12 of 48 pens are red. What percentage of the pens is red?", "<<12/48*100=25>>25\n#### 25", "too_many_decimals"),
    ("a ratio", "12 pens are red and 48 blue. What is the ratio of blue to red pens?", "<<48/12=4>>4\n#### 4", "asks_rounded"),
    ("the nearest", "12 pens cost $48. What does a pen cost to the nearest dollar?", "<<48/12=4>>4\n#### 4", "asks_rounded"),
    ("enough boxes", "12 pens a box, and 48 pens. What do enough boxes of $3 cost?", "<<48/12=4>>4\n<<4*3=12>>12\n#### 12", "asks_rounded"),
    ("a bound in the text", "12 pens a box. She needs at least 48 pens. How many boxes?", "<<48/12=4>>4\n#### 4", "asks_rounded"),
    ("the result in the text", "She has 14 jars, sells 5 jars and has 9 jars. She doubles them. How many jars?",
     "<<14-5=9>>9\n<<9*2=18>>18\n#### 18", "contradicts_context"),
    ("the other days of a week", "He sleeps 6 hours on 5 days a week and 10 hours on the other 2. How many hours is that?",
     "<<6*5=30>>\n<<10*2=20>>\n<<30+20=50>>50\n#### 50", "contradicts_context"),
    ("an unknown that is solved", "3 times as many as Bo has, less 5 and more by the rest of s, are 90. Bo has 20. How many are s?",
     "<<3*20=60>>60\n60-5=<<60-5=55>>55\n55+s-20=90\ns=<<55=55>>55\n#### 55", "annotation_unreadable"),
    ("a whole of parts that stay", "Bob had 7 fish: 3 were red, and 4 were white. He got 17 fish. Then 3 in 8 were white. How many white fish did he get?",
     "<<7+17=24>>24\n<<24/3=8>>8\n<<8-4=4>>4\n#### 4", "contradicts_context"),
    ("parts of a whole that no step uses", "She asked 16 people. 10 people want soup for $7 each, and 6 people want pie for $6 each. What will she pay?",
     "<<10*7=70>>70\n<<6*6=36>>36\n<<70+36=106>>106\n#### 106", "contradicts_context"),
    ("a time in two units", "He ran 6 miles a day for 14 days. During these two weeks he sold 90 caps. How many miles did he run in all?",
     "<<6*14=84>>84\n<<84*2=168>>168\n#### 168", "contradicts_context"),
    ("two equal parts", "6 cages hold pets. In 3 of the cages are 10 hamsters each, in the other 3 cages 5 snakes each. How many pets are in 6 cages?",
     "<<3*10=30>>30\n<<3*5=15>>15\n<<30+15=45>>45\n#### 45", "contradicts_context"),
    ("a division by one", "12 pens make a set. He has 48 pens and one cap. How many sets can he make, and sets of sets, with the rest?",
     "<<48/12=4>>4\n<<4/1=4>>4\n<<48+4+1=53>>53\n#### 53", "two_readings"),
    ("one for the other", "Ann raised $300, Bo raised $400. Each gave $20. How much do both have?",
     "<<400-20=380>>\n<<400-20=380>>\n<<380+380=760>>\n#### 760", "two_readings"),
])  # fmt: skip
def test_gates_of_solutions(trap, text, solution, reason):
    assert perturbed(text, solution, "noise").reason == reason


def test_an_amount_that_steps_repeat_is_no_spare_number():
    """The 3 days are told by three steps, and stay."""
    made = perturbed(
        "A plague infects 10 people. Every day, each infects 6 others. How many are infected after 3 days?",
        "<<10*6=60>>\n<<10+60=70>>\n<<70*6=420>>\n<<420+70=490>>\n<<490*6=2940>>\n<<2940+490=3430>>\n#### 3430",
        "noise",
    )
    assert made.status == APPLIED
    assert "after 3 days" in made.question


@pytest.mark.parametrize(("text", "solution"), [
    ("A pen of $40 has a discount of 20%. What does it cost if he pays 20% less?", "<<40*.2=8>>8\n<<40-8=32>>32\n#### 32"),
    ("He fills a full jar of 48 pens, and sells 12 for $3 each. How much does he get?", "<<12*3=36>>36\n#### 36"),
    ("She sees who eats the most. It is approximately 40 miles to go, at 5 miles a day for 3 days. How far is left?", "<<5*3=15>>15\n<<40-15=25>>25\n#### 25"),
    ("She has 30 pens and gives away 6 and 9. What percentage of them does she give away?", "<<6+9=15>>15\n15/30*100%=50%\n#### 50"),
    ("The elevator has a maximum of 700 pounds, and 8 people of 90 pounds are in it. By how much is that too much?", "<<8*90=720>>720\n<<720-700=20>>20\n#### 20"),
    ("He works 9 hours a day for $12. How much does he earn in a full week of 5 days?", "<<9*12=108>>108\n<<108*5=540>>540\n#### 540"),
    ("She saved enough for 12 pens of $3 each. How much did she save?", "<<12*3=36>>36\n#### 36"),
])  # fmt: skip
def test_a_percent_sign_or_a_full_jar_asks_for_no_rounding(text, solution):
    assert perturbed(text, solution, "noise").reason != "asks_rounded"


def test_a_count_of_a_list_stays():
    text = "Her three cats, Bink, Fay and Spot, eat 12 cans a day. How many cans in 5 days?"
    made = perturbed(text, "<<12*5=60>>60\n#### 60", "noise")
    assert "three cats" in f"{made.context} {made.question}"


@pytest.mark.parametrize(("derivation", "unknown", "inverse"), [
    ("16 - 3 = 13; #1 * 2 = 26", 0, "26 / 2 = 13; #1 + 3 = 16"),
    ("16 - 3 = 13; #1 * 2 = 26", 1, "26 / 2 = 13; 16 - #1 = 3"),  # a subtrahend is no minuend
    ("16 - 3 = 13; #1 * 2[twice] = 26", 2, "16 - 3 = 13; 26 / #1 = 2"),
    ("12 / 4 = 3; 5 + #1 = 8", 1, "8 - 5 = 3; 12 / #1 = 4"),  # a divisor is no dividend
    ("3 * 4 = 12; 2 * 5 = 10; #1 + #2 = 22", 2, "3 * 4 = 12; 22 - #1 = 10; #2 / 5 = 2"),
    ("(20 - 5) / 3 = 5", 0, "5 * 3 = 15; #1 + 5 = 20"),
    ("8 + 4 = 12; #1 + #1 = 24", 0, None),  # a result that is used twice
    ("3 - 3 = 0; #1 * 7 = 0", 2, None),  # any amount leads to 0
    ("5 * 7 = 35; 3 * 7 = 21; 18 - #1 + #2 = 4", 2, None),  # 18 - 35 is negative, and 4 - -17 no equation
])  # fmt: skip
def test_the_inverse_leads_from_the_answer_to_an_operand(derivation, unknown, inverse):
    found = inverse_of(parse_solution(derivation), unknown)
    assert (found and found.solution.text) == inverse


@pytest.mark.parametrize("shape", ["3 + 4 = 7; #1 * 2 = 14; 5 + #2 = 19", "5 * 7 = 35; 18 - #1 + 4 = -13"])
@given(values=st.lists(st.integers(1, 99), min_size=4, max_size=4), unknown=st.integers(0, 3))
def test_the_inverse_ends_in_the_operand(shape, values, unknown):
    """In a step below zero a minus could be taken for a sign."""
    found = inverse_of(parse_solution(shape).with_literals(dict(enumerate(map(str, values)))), unknown)
    assert found is None or parse_solution(found.solution.text).results()[-1] == values[unknown]
    assert found is None or parse_equation(found.solution.expression).value() == values[unknown]


PENS = "Tom bought 12 pens. He lost 3 of them. How many pens are left?"
PENS_SOLUTION = "He has 12 - 3 = <<12-3=9>>9 pens left.\n#### 9"


@pytest.mark.parametrize(("trap", "text", "solution", "new_text", "answer"), [
    ("a plain statement", PENS, PENS_SOLUTION,
     "Tom bought some pens. He lost 3 of them. How many pens are left? The answer to that is 9. How many pens did Tom buy?", "12"),
    ("a state before it changed", "Tom has 12 pens. He lost 3 of them. How many pens are left?", PENS_SOLUTION,
     "Tom has some pens. He lost 3 of them. How many pens are left? The answer to that is 9. How many pens does Tom have at first?", "12"),
    ("no money is some money and coins", "A pen costs $4. How much do 3 pens cost?", "They cost 3 * 4 = $<<3*4=12>>12.\n#### 12",
     "A pen costs $X. How much do 3 pens cost? The answer to that is $12. What is X?", "4"),
    ("the letter of the text is another", "Robot X made 12 pens an hour for 5 hours, 12 in a box. How many pens did it make?", "<<12*5=60>>60\n#### 60",
     "Robot X made 12 pens an hour for N hours, 12 in a box. How many pens did it make? The answer to that is 60. What is N?", "5"),
    ("money that the solution tells", "Tom had $90 and sold 3 pens for $5 each. How much does he have?", "<<3*5=15>>15\nHe has 90 + 15 = $<<90+15=105>>105.\n#### 105",
     None, None),
])  # fmt: skip
def test_an_amount_is_asked_for(trap, text, solution, new_text, answer):
    (row,) = perturb_split([problem_of(text, solution)], "logic")
    if new_text is None:
        assert "The answer to that is $105." in row.question
        return
    assert (" ".join((*row.context, row.question)), row.answers) == (new_text, (answer,))
    assert row.rationale.endswith(f"#### {answer}")


@pytest.mark.parametrize(("trap", "text", "solution", "asked"), [
    ("told twice", "Tom bought 12 pens. The 12 pens cost $2 each and a bag of $2. How much in all?", "<<12*2=24>>24\n<<24+2=26>>26\n#### 26", ""),
    ("96 to 107 eggs fill 8 boxes", "Tom has 96 eggs and puts 12 in a box. How many boxes can he fill?", "<<96/12=8>>8 boxes\n#### 8", ""),
    ("9 and 15 differ from 12 by 3", "Tom has 12 pens and Ann has 15. What is the difference?", "<<15-12=3>>3\n#### 3", ""),
    ("pay changes at 40 hours", "Tom earns $10 an hour for the first 40 hours and $15 for overtime. He works 45 hours. How much is his pay?",
     "<<45-40=5>>5\n<<5*15=75>>75\n<<40*10=400>>400\n<<400+75=475>>475\n#### 475", ""),
    ("either of two may earn more", "Tom earns $9 for each of 5 pens, and Ann $60. How much more does the one with the higher pay earn?",
     "<<9*5=45>>45\n<<60-45=15>>15\n#### 15", ""),
    ("either of two may be the faster", "Each of Tom's 4 laps takes 55 seconds. Ann takes 222 seconds. By how many seconds does the faster one win?",
     "<<4*55=220>>220\n<<222-220=2>>2\n#### 2", ""),
    ("the old sum on the result is right", "Tom had 12 pens and 12 caps and lost 3 pens. How many pens are left?", "<<12-3=9>>9\n#### 9", ""),
    ("5 times more may be 6 times", "Tom has 12 pens, 12 caps and 5 times more cups than pens. How many cups?", "<<12*5=60>>60\n#### 60", ""),
    ("the parts tell the whole", "Tom has 12 pens at $3 each: 5 are red and 7 are blue. How much do they cost?", "<<12*3=36>>36\n#### 36", "3"),
])  # fmt: skip
def test_no_amount_is_asked_for_that_the_result_does_not_determine(trap, text, solution, asked):
    (row,) = perturb_split([problem_of(text, solution)], "logic")
    assert (row.answers[0] if row.status == APPLIED else "") == asked


FORMS = ("noise", "distribution")


@pytest.fixture(scope="module")
def applied():
    """The applied rows of 400 problems of the real test split, by form."""
    if not (REAL / "gsm8k" / "test.jsonl").is_file():
        pytest.skip("the real GSM8K is not on this machine; the bundled sample covers the code")
    data = load_source("gsm8k", REAL)
    assert {name: len(split) for name, split in data.splits.items()} == {"train": 6725, "validation": 748, "test": 1319}
    some = random.Random(1).sample(data.splits["test"], 400)
    return {form: [row for row in perturb_split(some, form) if row.status == APPLIED] for form in FORMS}


@pytest.mark.parametrize("form", FORMS)
def test_a_part_of_the_real_test_split_can_be_worked_out_again(applied, form):
    for row in applied[form]:
        assert parse_solution(row.derivation).results()[-1] == Fraction(row.answers[0])
        assert row.rationale == "" or row.rationale.endswith(f"#### {row.answers[0]}")


@pytest.mark.parametrize(("form", "least"), [
    ("noise", 0.45),
    pytest.param("distribution", 0.25, marks=pytest.mark.xfail(strict=True, reason="prices of clothes and toys stay: 24%")),
])  # fmt: skip
def test_so_much_of_the_real_test_split_is_applied(applied, form, least):
    assert len(applied[form]) >= least * 400
