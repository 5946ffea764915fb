"""Logic: the question that each rule words, of word problems and of reports, and the problems that keep theirs."""

from dataclasses import replace

import pytest

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.problem import undo
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.perturbations.logic.gate import question_gate
from numdiag_datasets.perturbations.logic.table_series import read_series
from numdiag_datasets.perturbations.logic.table_shares import read_share
from numdiag_datasets.perturbations.logic.word_problem_rules import new_questions
from numdiag_datasets.release.verify.invariants import check_perturbed
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.table.derivation import read_derivation
from numdiag_datasets.texts.table.figures import mentions_of
from tests.conftest import make_problem


def asked(context, question, equation, unit="pens", seed=1):
    problem = make_problem(context, question, equation, "0", unit=unit)
    return perturb_split(Split([problem]), "logic", seed)[0]


def worded(context, question, equation, unit="pens"):
    """Rule -> the question that it words."""
    problem = make_problem(context, question, equation, "0", unit=unit)
    return dict(new_questions(Reading(problem)))


@pytest.mark.parametrize(("rule", "context", "question", "equation", "new", "derived"), [
    ("difference_of_kinds", "Ann has 41 red pens and 64 blue pens.", "How many pens does she have altogether?", "41 + 64",
     "How many more blue pens than red pens does she have?", "64 - 41 = 23 pens"),
    ("difference_of_kinds", "There were 58 geese and 37 ducks in the marsh.", "How many birds were there in all?", "58 + 37",
     "How many more geese than ducks were there?", "58 - 37 = 21 geese"),
    ("difference_of_kinds", "If she sold 3 cans of peas, 9 cans of corn and 5 cans of soup,", "how many cans did she sell total? ",
     "3 + 9 + 5", "how many more cans of corn than of peas did she sell?", "9 - 3 = 6 cans of corn"),
    ("difference_of_occasions", "Ann read 2 books in May, 6 in June and 10 in July.", "How many books did Ann read?", "2 + 6 + 10",
     "How many more books did Ann read in July than in May?", "10 - 2 = 8 pens"),
    ("difference_of_occasions", "Ann spent $45 on food and $33.50 on drinks.", "How much did Ann spend total?", "45 + 33.50",
     "How much more did Ann spend on food than on drinks?", "45 - 33.50 = 11.5 pens"),
    ("difference_of_occasions", "Liz ran 4 miles on Monday. She ran 7 miles on Friday.", "How many miles did Liz run in all?", "4 + 7",
     "How many more miles did Liz run on Friday than on Monday?", "7 - 4 = 3 pens"),
    ("difference_of_owners", "Ann has nine pens and Bo has seven pens.", "How many pens do they have together?", "9 + 7",
     "How many more pens does Ann have than Bo?", "9 - 7 = 2 pens"),
    ("difference_of_owners", "Hazel caught 24 pens and her dad caught 27.", "How many pens did they catch in total?", "24 + 27",
     "How many fewer pens did Hazel catch than her dad?", "27 - 24 = 3 pens"),
    ("total_of_owners", "Kate has 223 pens. John has 388 pens.", "How many more pens does John have?", "388 - 223",
     "How many pens do Kate and John have in all?", "223 + 388 = 611 pens"),
    ("total_of_owners", "Dave earned $53.90. Sara earned $39.33.", "How much more money did Dave earn than Sara?", "53.90 - 39.33",
     "How much money did Dave and Sara earn in all?", "53.90 + 39.33 = 93.23 pens"),
    ("total_of_numbers", "Mrs. Hale has 11 cats. Mrs. Dunn has 24 cats.",
     "What's the difference of the number of Mrs. Hale's cats and Mrs. Dunn's cats?", "24 - 11",
     "What is the total number of Mrs. Hale's cats and Mrs. Dunn's cats?", "11 + 24 = 35 pens"),
    ("total_of_kinds", "A shop has 600 bags of dog food and 327 bags of cat food.",
     "How many more bags of dog food are there than cat food?", "600 - 327", "How many bags of dog food and cat food are there in all?",
     "600 + 327 = 927 bags"),
    ("ratio_of_kind_difference", "A shop has 600 bags of dog food and 32 bags of cat food.",
     "How many more bags of dog food are there than cat food?", "600 - 32", "How many times as many bags of dog food are there as cat food?",
     "600 / 32 = 18.75 times"),
    ("ratio_of_kind_difference", "Bo ate 9 red plums and 6 blue plums.", "How many more red plums than blue plums did he eat?", "9 - 6",
     "How many times as many red plums as blue plums did he eat?", "9 / 6 = 1.5 times"),
    ("ratio_of_kinds", "If she sold 3 cans of peas, 9 cans of corn and 5 cans of soup,", "how many cans did she sell total? ", "3 + 9 + 5",
     "how many times as many cans of corn as of peas did she sell?", "9 / 3 = 3 times"),
    ("ratio_of_occasions", "Ann spent $45 on food and $36 on drinks.", "How much did Ann spend total?", "45 + 36",
     "How many times as much did Ann spend on food as on drinks?", "45 / 36 = 1.25 times"),
    ("ratio_of_owners", "Ann has nine pens and Bo has six pens.", "How many pens do they have together?", "9 + 6",
     "How many times as many pens does Ann have as Bo?", "9 / 6 = 1.5 times"),
    ("average_of_owners", "Hazel caught 24 pens and her dad caught 27.", "How many pens did they catch in total?", "24 + 27",
     "How many pens did each of them catch on average?", "(24 + 27) / 2 = 25.5 pens"),
    ("average_of_occasions", "Ann read 2 books in May, 6 in June and 10 in July.", "How many books did Ann read?", "2 + 6 + 10",
     "How many books did Ann read on average in each of these months?", "(2 + 6 + 10) / 3 = 6 pens"),
    ("average_of_occasions", "Liz ran 4 miles on Monday. She ran 7 miles on Friday.", "How many miles did Liz run in all?", "4 + 7",
     "How many miles did Liz run on average on each of these days?", "(4 + 7) / 2 = 5.5 pens"),
    ("ratio_of_difference", "Kate has 20 pens. John has 50 pens.", "How many more pens does John have?", "50 - 20",
     "How many times as many pens does John have as Kate?", "50 / 20 = 2.5 times"),
    ("average_of_difference", "Dave earned $53. Sara earned $39.", "How much more money did Dave earn than Sara?", "53 - 39",
     "How much money did each of the two earn on average?", "(53 + 39) / 2 = 46 pens"),
    ("total_of_parts", "If she had 34 plain cookies and 29 oat cookies, and a bag holds 7,", "how many bags could she fill?",
     "(34 + 29) / 7", "how many plain cookies and oat cookies were there in all?", "34 + 29 = 63 cookies"),
    ("total_of_parts", "A shop had 13 white cats and 5 black cats. They sold 10 cats.", "How many cats do they have left?", "(13 + 5) - 10",
     "How many white cats and black cats were there in all at first?", "13 + 5 = 18 cats"),
    ("difference_of_parts", "There are 5 boys and 4 girls in a room. After 3 boys left, 2 girls came in.", "How many children are there now?",
     "5 + 4 - 3 + 2", "How many more boys than girls were there at first?", "5 - 4 = 1 boys"),
    ("total_of_parts", "There are 14 ducks and 9 geese on a pond. 3 flew off.", "How many birds are on the pond?", "14 + 9 - 3",
     "How many ducks and geese were there in all at first?", "14 + 9 = 23 ducks and geese"),
    ("ratio_of_parts", "Ann has 14 cups and 7 mugs. She breaks 3 of them.", "How many are left?", "14 + 7 - 3",
     "How many times as many cups as mugs were there at first?", "14 / 7 = 2 times"),
    ("difference_of_parts", "There are 79 adults and 41 kids, and 56 of all the people are male.", "How many are female?", "79 + 41 - 56",
     "How many more adults than kids are there?", "79 - 41 = 38 adults"),
    ("total_of_parts", "There are 14 red pens and 9 blue pens in a box. Bo took out 3.", "How many pens are in the box?", "14 + 9 - 3",
     "How many red pens and blue pens were there in all at first?", "14 + 9 = 23 pens"),
    ("difference_of_parts", "Ann has 9 red pens and 5 blue pens. Each pen costs 3 dollars.", "How much did they cost?", "(9 + 5) * 3",
     "How many more red pens than blue pens are there?", "9 - 5 = 4 pens"),
    ("ratio_of_parts", "The team had 22 old players and 4 new players. It made groups of 13.", "How many groups were there?",
     "(22 + 4) / 13", "How many times as many old players as new players were there?", "22 / 4 = 5.5 times"),
    ("one_group_more", "Ben was given 7 trays of eggs. If each tray has 10 eggs,", "how many eggs did Ben examine in total?", "7 * 10",
     "how many eggs would there be with one more such tray?", "7 * 10 + 10 = 80 eggs"),
    ("all_groups_but_one", "Bo could fit nine jars on each shelf. He has three shelves.", "How many jars could his shelves hold?", "9 * 3",
     "How many jars fit on all of the shelves but one?", "9 * 3 - 9 = 18 jars"),
    ("all_groups_but_one", "Ed had 763 cards in 7 binders with as many in each binder.", "How many cards are in each binder?", "763 / 7",
     "How many cards are there in all of the binders but one?", "763 - 763 / 7 = 654 cards"),
    ("some_of_the_groups", "Ann fills boxes with eight games in each box. She has ninety-six games.", "How many boxes does she fill?",
     "96 / 8", "How many games are there in eight of the boxes?", "8 * 8 = 64 games"),
    ("twice_as_many_groups", "Bo bought five boxes of books. If each box had seven books,", "how many books did he buy?", "5 * 7",
     "how many books would there be with twice as many such boxes?", "5 * 7 * 2 = 70 books"),
    ("half_of_the_groups", "A man put 30 chairs into rows with 5 chairs in each row.", "How many rows were there?", "30 / 5",
     "How many chairs are there in half of the rows?", "30 / 2 = 15 chairs"),
    ("change_since_first", "Ann had 43 lives. She lost 14 lives. Then she won 27 lives.", "How many lives does she have now?",
     "43 - 14 + 27", "How many more lives does she have now than at first?", "27 - 14 = 13 pens"),
    ("change_since_first", "There are 92 lamps. 31 lamps are sold. 20 lamps are shipped away.", "How many lamps are left?", "92 - 31 - 20",
     "How many fewer lamps are there now than there were at first?", "31 + 20 = 51 pens"),
    ("ratio_to_first", "Faye had 12 apps. She deleted 8 of the apps.", "How many apps did she have left?", "12 - 8",
     "How many times as many apps were there at first as in the end?", "12 / (12 - 8) = 3 times"),
    ("ratio_to_first", "Joe had fifty cars. If he gets ten more cars,", "how many cars will he have then?", "50 + 10",
     "how many times as many cars would there be in the end as at first?", "(50 + 10) / 50 = 1.2 times"),
])  # fmt: skip
def test_rules(rule, context, question, equation, new, derived):
    found = worded(context, question, equation)[rule]
    value = plain_decimal(parse_equation(found.equation).value())
    assert (found.question, f"{found.equation} = {value} {found.unit}") == (new, derived)
    applied = [asked(context, question, equation, seed=seed) for seed in range(40)]
    fewer = len(parse_equation(found.equation).steps) < len(parse_equation(equation).steps)
    assert fewer or rule in {problem.rule for problem in applied}
    for problem in applied:
        assert problem.context == (context,)
        assert undo(problem).question == question


def test_as_many_operations_are_preferred():
    """A sum of three has an average with three operations, and a difference with one."""
    context = "Ann read 2 books in May, 6 in June and 10 in July."
    rules = {asked(context, "How many books did Ann read?", "2 + 6 + 10", seed=seed).rule for seed in range(40)}
    assert rules == {"average_of_occasions"}


def test_an_average_over_days_is_over_those_that_the_text_tells():
    """ "She swam on Wednesday": is that one of "these days"?"""
    story = "Liz ran 4 miles on Monday. She ran 7 miles on Friday."
    asked_for = "How many miles did Liz run in all?", "4 + 7"
    assert "average_of_occasions" in worded(story, *asked_for)
    assert "average_of_occasions" not in worded(f"{story} She swam on Wednesday.", *asked_for)


def test_a_story_that_contradicts_itself_keeps_its_question():
    context, question = (
        "A baker made 9 red pies and 6 blue pies. He sold 70 red pies.",
        "How many more red pies than blue pies did he make?",
    )
    assert asked(context, question, "9 - 6").status == "applied"
    problem = replace(make_problem(context, question, "9 - 6", "3"), lints=("source_inconsistent",))
    assert perturb_split(Split([problem]), "logic", 1)[0].reason == "no_second_question"


@pytest.mark.parametrize(("trap", "context", "question", "equation"), [
    ("together is no one's own", "Ann and Cat weigh 95 pounds together. Cat and Sara weigh 87.", "How much more does Ann weigh than Sara?", "95 - 87"),
    ("a ratio without end", "Ann had 54 pens. Later she got 12 pens.", "How many pens does Ann have total?", "54 + 12"),
    ("before and after", "A shop had 49 pens. After selling some it had 28 pens.",
     "What's the difference between the number of pens before selling and after selling?", "49 - 28"),
    ("more", "Ann counted 16 pens. Bo counted 28 more pens.", "How many pens did they count in all?", "16 + 28"),
    ("a comparison", "Bo has five more pens than Ann. Ann has nine pens.", "How many pens does Bo have?", "5 + 9"),
    ("units differ", "Ann ran 4 miles on Monday and 3 laps on Friday.", "How many times did Ann run in all?", "4 + 3 + 1"),
    ("kinds differ", "Ann has 4 pens and 3 cats.", "How many things does Ann have in all?", "4 + 3"),
    ("equal", "Ann has 4 red pens and 4 blue pens.", "How many pens does Ann have in all?", "4 + 4"),
    ("the old answer", "Ann has 4 red pens and 0 blue pens.", "How many pens does Ann have in all?", "4 + 0"),
    ("one group of many", "She had eight boxes and in each box there were 4 caps and 6 hats.", "How many clothes did she find?", "(4 + 6) * 8"),
    ("another's gain", "Ann had 5 pens. Bo bought 5 pens.", "How many pens does Bo have now?", "5 + 5"),
    ("groups that nobody has yet", "Ann has to sell 710 bars. Each box has five bars.", "How many boxes does she need to sell?", "710 / 5"),
    ("shelves that may not be there", "Ann has 64 dolls. Each shelf can hold eight dolls.", "How many shelves does she use?", "64 / 8"),
    ("people are no groups", "Each dog had five puppies. Ty had 15 dogs.", "How many puppies does Ty have?", "15 * 5"),
    ("money is not held", "A shop has 620 dollars in 4 boxes with as many in each box.", "How many dollars are in each box?", "620 / 4"),
    ("no more come", "58 children took a bus. They sat 2 children in every seat.", "How many seats will the children need in all?", "58 / 2"),
    ("unlike things", "There are 4 cats in a tree with 2 nuts.", "What's the difference of the number of cats and nuts over there?", "4 - 2"),
    ("a rate", "Greg read 18 pages a day. Brad read 26 pages a day.", "How many more pages did Brad read than Greg?", "26 - 18"),
    ("a need", "Ann has 57 dollars. She wants a bike for 90 dollars.", "How much more money does Ann need?", "90 - 57"),
    ("a number in the question", "Ann bought 4 red pens and 3 blue pens.", "How many pens did she buy for the 2 girls in all?", "4 + 3"),
    ("what is asked is not what is told", "Ann ate 11 plums. Bo ate 18 plums.", "How many more plums does Ann have than Bo?", "18 - 11"),
    ("an unequal tail", "Ann got 12 pens at the shop in May and 14 pens in June.", "How many pens did Ann get in all?", "12 + 14"),
    ("the question names the place itself", "Ann spent 4 hours on maths and 3 hours on art.",
     "How many hours did Ann spend on maths and art in all?", "4 + 3"),
    ("2 apple what", "He made 2 apple, 4 pecan and 7 pumpkin pies.", "How many pies did he make total?", "2 + 4 + 7"),
    ("a condition that the new question does not need", "Rachel bought seven chairs and three tables. If she spent four minutes on each,",
     "how many minutes did it take her?", "(7 + 3) * 4"),
    ("a condition of another thing", "Ann baked 16 pecan pies and 8 plum pies. If a row has 6 pies,", "how many rows will she have?", "(16 + 8) / 6"),
    ("a condition without a comma", "There are 8 old books and 10 new books. If he read 7 of the old books", "How many more new books than old books are there?", "10 - 8"),
    ("a condition without a number", "Ann has 4 red pens and 9 blue pens. If she sells them all,", "how many pens does she sell in all?", "4 + 9"),
    ("a loaf of which there is a part", "A baker used 0.2 loaf of white bread and 0.4 loaf of brown bread.", "How many loaves did he use in all?", "0.2 + 0.4"),
    ("a cup of which there is a part", "It has 0.3 cup of milk and 0.6 cup of water.", "How many cups are there in all?", "0.3 + 0.6"),
    ("more of a kind elsewhere", "Ann had 57 new games and 39 old games. Bo had 34 new games.", "How many more games does Ann have than Bo?", "57 + 39 - 34"),
    ("now is no name", "The fair sold four pens. Now they have two pens left.", "How many pens did they have to begin with?", "4 + 2"),
])  # fmt: skip
def test_what_cannot_be_asked_otherwise_is_left_alone(trap, context, question, equation):
    problem = asked(context, question, equation)
    assert problem.status == "unchanged", (trap, problem.question)
    reasons = ("no_rule", "no_second_question", "answer_not_positive", "same_answer", "too_many_decimals")
    assert problem.reason in reasons, trap


ORIGINAL = make_problem("Ann has 8 pens and 2 cups. One cup is red.", "How many?", "8 + 2", "10")


@pytest.mark.parametrize(("equation", "question", "reason"), [
    ("8 - 2", "How many more?", ""),
    ("8 / 2", "How many times as many?", ""),
    ("8 - 3", "How many more?", "operand_not_shown"),
    ("8 - 3", "How many more than 3?", "operand_not_shown"),
    ("8 * 2", "How many if she buys 8 more?", ""),
    ("8 * 3", "How many if she has 3 times as many?", "operand_not_shown"),
    ("8 * 2", "How many if she has twice as many pens?", ""),
    ("8 / 2", "How many are half of the pens?", ""),
    ("8 + 2 * 3", "How many if she has twice as many?", "operand_not_shown"),
    ("2 - 8", "How many more?", "answer_not_positive"),
    ("8 - 8", "How many more?", "answer_not_positive"),
    ("2 + 8", "How many?", "same_answer"),
    ("(8 + 2) / 8", "How many?", ""),
    ("2 / (8 + 8 + 8)", "How many?", "too_many_decimals"),
])  # fmt: skip
def test_the_gate_of_new_questions(equation, question, reason):
    new = make_problem(ORIGINAL.context[0], question, equation)
    equations = parse_equation(ORIGINAL.equation), parse_equation(equation)
    text = f"{ORIGINAL.context[0]} {question}"
    gate = question_gate(mentions_of(ORIGINAL), mentions_of(new), *equations, text)
    assert gate == reason


TABLE = (
    ("", "2019", "2018", "2017"),
    ("Audit fees", "$1,250", "$1,000", "$910"),
    ("Tax fees", "250", "300", "350"),
    ("Total fees", "1,500", "1,300", "1,260"),
    ("Staff", "80", "75", "90"),
    ("Refunds", "(20)", "(30)", "(10)"),
)


def table_asked(question, derivation, answer, scale="", name="q", table=TABLE):
    equation = read_derivation(derivation, answer, scale).equation.text
    problem = make_problem("Fees.", question, equation, answer, id=name, source_id=name, group="g")
    return replace(
        problem, table=table, derivation=derivation, scale=scale, answer_type="arithmetic", answer_from="table"
    )


def questions_of_any_seed(problem, *siblings):
    """What any seed makes of a problem: question -> (answer, scale)."""
    made = {}
    for seed in range(40):
        result = perturb_split(Split([problem, *siblings]), "logic", seed)[0]
        assert list(check_perturbed(result, Reading(problem), FORMS["logic"])) == []
        if result.status == "applied":
            made[result.question] = (result.answers[0], result.scale)
    return made


@pytest.mark.parametrize(("question", "derivation", "answer", "scale", "expected"), [
    ("What is the percentage change in audit fees from 2018 to 2019?", "(1,250-1,000)/1,000", "25", "percent",
     {"What is the ratio of audit fees in 2019 to the 2018 figure?": ("1.25", "")}),
    ("What is the percentage of tax fees in total fees in 2019?", "250/1,500", "16.67", "percent",
     {"What is the ratio of total fees to tax fees in 2019?": ("6", ""), "What percentage of total fees in 2019 is made up of items other than tax fees?": ("83.33", "percent")}),
    ("In 2019, what was the value of the tax fees as a percentage of total fees?", "250/1,500", "16.67", "percent",
     {"What was the ratio of total fees to the tax fees in 2019?": ("6", ""), "What percentage of total fees in 2019 was made up of items other than the tax fees?": ("83.33", "percent")}),
    ("What percentage of the total fees were tax fees in 2019?", "250/1,500", "16.67", "percent",
     {"What was the ratio of the total fees to tax fees in 2019?": ("6", ""), "What percentage of the total fees in 2019 was made up of items other than tax fees?": ("83.33", "percent")}),
    ("What is the ratio of audit fees to tax fees in 2018?", "1,000/300", "3.33", "",
     {"What is the ratio of tax fees to audit fees in 2018?": ("0.3", "")}),
    ("What is the sum of audit fees and tax fees in 2019?", "1,250+250", "1500", "thousand",
     {"What is the difference between audit fees and tax fees in 2019?": ("1000", "thousand")}),
    ("What was the average tax fees from 2017-2019?", "(250+300+350)/3", "300", "thousand",
     {"What was the change in the tax fees from 2017 to 2019?": ("-100", "thousand"), "What was the difference between the highest and the lowest tax fees from 2017-2019?": ("100", "thousand")}),
    ("What is the average number of staff?", "(80+75+90)/3", "81.67", "",
     {"What is the change in the number of staff from 2017 to 2019?": ("-10", ""), "What is the difference between the highest and the lowest number of staff from 2017 to 2019?": ("15", "")}),
])  # fmt: skip
def test_what_else_may_be_asked(question, derivation, answer, scale, expected):
    assert questions_of_any_seed(table_asked(question, derivation, answer, scale)) == expected


def test_a_sibling_states_the_scale_of_the_parts_of_a_share():
    """A share says nothing of thousands or millions."""
    share = table_asked("What is the ratio of audit fees to tax fees in 2019?", "1,250/250", "5")
    parts = table_asked(
        "What was the sum of audit fees and tax fees in 2019?", "1,250+250", "1500", "thousand", name="s"
    )
    asks = "What is the difference between audit fees and tax fees in 2019?"
    assert asks not in questions_of_any_seed(share)
    percent = table_asked("What is audit fees as a percentage of tax fees in 2019?", "1,250/250", "500", "percent")
    assert questions_of_any_seed(percent, parts)[asks] == ("1000", "thousand")


@pytest.mark.parametrize(("trap", "read", "question", "derivation", "answer"), [
    ("the other way round", read_share, "What is the percentage of total fees in tax fees in 2019?", "250/1,500", "16.67"),
    ("two years, not two items", read_share, "What is the percentage of tax fees in tax fees of 2018?", "250/300", "83.33"),
    ("a share of a change", read_share, "What is the change in tax fees as a percentage of total fees?", "250/1,500", "16.67"),
    ("a part without a noun", read_share, "What percentage of total fees was accounted for by tax?", "250/1,500", "16.67"),
    ("no share", read_share, "How large are tax fees beside total fees?", "250/1,500", "16.67"),
    ("negative figures", read_series, "What is the average refunds from 2017-2019?", "(-20-30-10)/3", "-20"),
    ("a column", read_series, "What is the average fees in 2019?", "(1,250+250+1,500)/3", "1000"),
    ("an average of changes", read_series, "What is the average increase in tax fees from 2017-2019?", "(250+300+350)/3", "300"),
    ("two rows", read_series, "What is the average staff and tax fees?", "(250+300+350)/3", "300"),
    ("two years", read_series, "What is the average tax fees for 2018 and 2019?", "(250+300)/2", "275"),
])  # fmt: skip
def test_what_is_no_share_of_two_items_and_no_average_of_three_years(trap, read, question, derivation, answer):
    scale = "percent" if read is read_share else ""
    assert read(Reading(table_asked(question, derivation, answer, scale)), []) is None, trap


def test_a_rest_is_asked_of_a_total_only():
    """Audit fees are no part of tax fees."""
    made = questions_of_any_seed(
        table_asked("What is the percentage of tax fees to audit fees in 2019?", "250/1,250", "20", "percent")
    )
    assert list(made) == ["What is the ratio of audit fees to tax fees in 2019?"]


@pytest.mark.parametrize("question", [
    "What is the percentage of " + "tax in " * 20_000 + "?",
    "What is " + "a as a percentage of " * 5_000,
    "What is the average " + "of the " * 20_000,
])  # fmt: skip
def test_long_questions_are_left_alone(question):
    problem = replace(table_asked("?", "250/1,500", "16.67", "percent"), question=question)
    assert read_share(Reading(problem), []) is None
    assert read_series(Reading(problem), []) is None
