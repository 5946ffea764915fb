"""Logic: the question that each rule words, and the problems that keep theirs."""

import pytest

from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.perturbations.logic.gate import question_gate
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.equation import parse_equation
from numdiag_datasets.problems.problem import undo
from numdiag_datasets.problems.table_figures import mentions_of
from tests.conftest import make_problem


def asked(context, question, equation, unit="pens"):
    problem = make_problem(context, question, equation, "0", unit=unit)
    return perturb_split(Split([problem]), "logic")[0]


@pytest.mark.parametrize(
    ("rule", "context", "question", "equation", "new", "derived"),
    [
        ("difference_of_kinds", "Ann has 41 red pens and 64 blue pens.",
         "How many pens does she have altogether?", "41 + 64",
         "How many more blue pens than red pens does she have?", "64 - 41 = 23 pens"),
        ("difference_of_kinds", "There were 58 geese and 37 ducks in the marsh.",
         "How many birds were there in all?", "58 + 37",
         "How many more geese than ducks were there?", "58 - 37 = 21 geese"),
        ("difference_of_kinds", "If she sold 3 cans of peas, 9 cans of corn and 5 cans of soup,",
         "how many cans did she sell total? ", "3 + 9 + 5",
         "how many more cans of corn than of peas did she sell?", "9 - 3 = 6 cans of corn"),
        ("difference_of_occasions", "Ann read 2 books in May, 6 in June and 10 in July.",
         "How many books did Ann read?", "2 + 6 + 10",
         "How many more books did Ann read in July than in May?", "10 - 2 = 8 pens"),
        ("difference_of_occasions", "Ann spent $45 on food and $33.50 on drinks.",
         "How much did Ann spend total?", "45 + 33.50",
         "How much more did Ann spend on food than on drinks?", "45 - 33.50 = 11.5 pens"),
        ("difference_of_occasions", "Liz ran 4 miles on Monday. She ran 7 miles on Friday.",
         "How many miles did Liz run in all?", "4 + 7",
         "How many more miles did Liz run on Friday than on Monday?", "7 - 4 = 3 pens"),
        ("difference_of_owners", "Ann has nine pens and Bo has seven pens.",
         "How many pens do they have together?", "9 + 7",
         "How many more pens does Ann have than Bo?", "9 - 7 = 2 pens"),
        ("difference_of_owners", "Hazel caught 24 pens and her dad caught 27.",
         "How many pens did they catch in total?", "24 + 27",
         "How many fewer pens did Hazel catch than her dad?", "27 - 24 = 3 pens"),
        ("total_of_owners", "Kate has 223 pens. John has 388 pens.",
         "How many more pens does John have?", "388 - 223",
         "How many pens do Kate and John have in all?", "223 + 388 = 611 pens"),
        ("total_of_owners", "Dave earned $53.90. Sara earned $39.33.",
         "How much more money did Dave earn than Sara?", "53.90 - 39.33",
         "How much money did Dave and Sara earn in all?", "53.90 + 39.33 = 93.23 pens"),
        ("total_of_numbers", "Mrs. Hale has 11 cats. Mrs. Dunn has 24 cats.",
         "What's the difference of the number of Mrs. Hale's cats and Mrs. Dunn's cats?", "24 - 11",
         "What is the total number of Mrs. Hale's cats and Mrs. Dunn's cats?", "11 + 24 = 35 pens"),
        ("total_of_kinds", "A shop has 600 bags of dog food and 327 bags of cat food.",
         "How many more bags of dog food are there than cat food?", "600 - 327",
         "How many bags of dog food and cat food are there in all?", "600 + 327 = 927 pens"),
    ],
)  # fmt: skip
def test_rules(rule, context, question, equation, new, derived):
    problem = asked(context, question, equation)
    assert (problem.rule, problem.question) == (rule, new)
    assert f"{problem.equation} = {problem.answers[0]} {problem.unit}" == derived
    assert problem.context == (context,)
    assert undo(problem).question == question


@pytest.mark.parametrize(
    ("trap", "context", "question", "equation"),
    [
        ("together is no one's own", "Ann and Cat weigh 95 pounds together. Cat and Sara weigh 87.",
         "How much more does Ann weigh than Sara?", "95 - 87"),
        ("a change", "Ann had 54 pens. Later she got 12 pens.", "How many pens does Ann have total?",
         "54 + 12"),
        ("before and after", "A shop had 49 pens. After selling some it had 28 pens.",
         "What's the difference between the number of pens before selling and after selling?",
         "49 - 28"),
        ("more", "Ann counted 16 pens. Bo counted 28 more pens.",
         "How many pens did they count in all?", "16 + 28"),
        ("a comparison", "Bo has five more pens than Ann. Ann has nine pens.",
         "How many pens does Bo have?", "5 + 9"),
        ("units differ", "Ann ran 4 miles on Monday and 3 laps on Friday.",
         "How many times did Ann run in all?", "4 + 3 + 1"),
        ("kinds differ", "Ann has 4 pens and 3 cats.", "How many things does Ann have in all?",
         "4 + 3"),
        ("equal", "Ann has 4 red pens and 4 blue pens.", "How many pens does Ann have in all?",
         "4 + 4"),
        ("the old answer", "Ann has 4 red pens and 0 blue pens.",
         "How many pens does Ann have in all?", "4 + 0"),
        ("another step", "Ann had 9 red pens and 5 blue pens. She lost 3 pens.",
         "How many pens does Ann have?", "(9 + 5) - 3"),
        ("a rate", "Greg read 18 pages a day. Brad read 26 pages a day.",
         "How many more pages did Brad read than Greg?", "26 - 18"),
        ("a need", "Ann has 57 dollars. She wants a bike for 90 dollars.",
         "How much more money does Ann need?", "90 - 57"),
        ("a number in the question", "Ann bought 4 red pens and 3 blue pens.",
         "How many pens did she buy for the 2 girls in all?", "4 + 3"),
        ("what is asked is not what is told", "Ann ate 11 plums. Bo ate 18 plums.",
         "How many more plums does Ann have than Bo?", "18 - 11"),
        ("an unequal tail", "Ann got 12 pens at the shop in May and 14 pens in June.",
         "How many pens did Ann get in all?", "12 + 14"),
        ("the question names the place itself", "Ann spent 4 hours on maths and 3 hours on art.",
         "How many hours did Ann spend on maths and art in all?", "4 + 3"),
        ("2 apple what", "He made 2 apple, 4 pecan and 7 pumpkin pies.",
         "How many pies did he make total?", "2 + 4 + 7"),
        ("now is no name", "The fair sold four pens. Now they have two pens left.",
         "How many pens did they have to begin with?", "4 + 2"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_otherwise_is_left_alone(trap, context, question, equation):
    problem = asked(context, question, equation)
    assert problem.status == "unchanged", (trap, problem.question)
    assert problem.reason in ("no_rule", "answer_not_positive", "same_answer"), trap


ORIGINAL = make_problem("Ann has 8 pens and 2 cups. One cup is red.", "How many?", "8 + 2", "10")


@pytest.mark.parametrize(
    ("equation", "question", "reason"),
    [
        ("8 - 2", "How many more?", ""),
        ("8 / 2", "How many times as many?", ""),
        ("8 - 3", "How many more?", "operand_not_shown"),
        ("8 - 3", "How many more than 3?", "operand_not_shown"),
        ("8 * 2", "How many if she buys 8 more?", ""),
        ("8 * 3", "How many if she has 3 times as many?", "operand_not_shown"),
        ("2 - 8", "How many more?", "answer_not_positive"),
        ("8 - 8", "How many more?", "answer_not_positive"),
        ("2 + 8", "How many?", "same_answer"),
        ("(8 + 2) / 8", "How many?", ""),
        ("2 / (8 + 8 + 8)", "How many?", "too_many_decimals"),
    ],
)
def test_the_gate_of_new_questions(equation, question, reason):
    new = make_problem(ORIGINAL.context[0], question, equation)
    equations = parse_equation(ORIGINAL.equation), parse_equation(equation)
    text = f"{ORIGINAL.context[0]} {question}"
    gate = question_gate(mentions_of(ORIGINAL), mentions_of(new), *equations, text)
    assert gate == reason
