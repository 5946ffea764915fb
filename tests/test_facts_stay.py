"""Facts of the world stay under noise and distribution: calendar, clock, alphabet, rainbow, circles."""

import pytest

from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem

# (trap, context, question, equation, answer, the fact as it is written)
FACTS = [
    ("days of the week", "Ann made 3 cakes for each of the 7 days of the week.", "How many cakes?", "3 * 7", "21", "7 days"),
    ("days a week", "He runs 4 miles a day, 7 days a week.", "How many miles a week?", "4 * 7", "28", "7 days"),
    ("days of a month", "February has 28 days. She reads 5 pages a day.", "How many pages?", "28 * 5", "140", "28 days"),
    ("the month behind", "She reads 5 pages on each of the 31 days of May.", "How many pages?", "5 * 31", "155", "31 days"),
    ("a month with a number in words", "He saves 2 dollars on all thirty days in June.", "How many dollars?", "2 * 30", "60", "thirty days"),
    ("hours of a day", "A shop is open 24 hours a day and sells 12 pies an hour.", "How many pies?", "24 * 12", "288", "24 hours"),
    ("minutes of an hour", "He types 40 words a minute. There are 60 minutes in an hour.", "How many words?", "40 * 60", "2400", "60 minutes"),
    ("months of the year", "She pays 15 dollars in each of the 12 months of the year.", "How many dollars?", "15 * 12", "180", "12 months"),
    ("weeks per year", "He earns 300 dollars a week for 52 weeks per year.", "How many dollars?", "300 * 52", "15600", "52 weeks"),
    ("weeks of a named month", "He earns 80 dollars a week, and there are 4 weeks in April.", "How many dollars?", "80 * 4", "320", "4 weeks"),
    ("five weeks of a month", "She ran 9 miles in each of the 5 weeks of this month.", "How many miles?", "9 * 5", "45", "5 weeks"),
    ("the alphabet", "Bo wrote each of the 26 letters of the alphabet 5 times.", "How many letters?", "26 * 5", "130", "26 letters"),
    ("letters of a name", "Bo has 6 letters in his first name and wrote it 9 times.", "How many letters?", "6 * 9", "54", "6 letters"),
    ("the rainbow", "Kim has 9 pens of each of the 7 colors of the rainbow.", "How many pens?", "9 * 7", "63", "7 colors"),
    ("the rainbow in words", "A rainbow has seven colors. Kim has 9 pens of each.", "How many pens?", "9 * 7", "63", "seven colors"),
]  # fmt: skip


@pytest.mark.parametrize("name", ["noise", "distribution"])
@pytest.mark.parametrize(("trap", "context", "question", "equation", "answer", "fact"), FACTS)
def test_a_fact_stays(name, trap, context, question, equation, answer, fact):
    problem = make_problem(context, question, equation, answer, unit="")
    for seed in range(5):
        (made,) = perturb_split(Split([problem]), name, seed)
        assert fact in made.context[0], trap


@pytest.mark.parametrize(("trap", "context", "moves"), [
    ("hours of work", "He works 6 hours a day and earns 14 dollars an hour.", "6 hours"),
    ("days of a trip", "They drive 80 miles on each of the 9 days of the trip.", "9 days"),
    ("weeks of a job", "He worked 9 hours in each of 4 weeks of training.", "4 weeks"),
    ("a part of a month", "It rained on 13 days of May, 4 inches each.", "13 days"),
    ("letters to friends", "She wrote 26 letters of 3 pages to friends.", "26 letters"),
    ("seven other days", "He fished 12 carps a day on 7 days.", "7 days"),
    ("pens of some colors", "He has 5 pens in 7 colors each.", "7 colors"),
])  # fmt: skip
def test_what_is_no_fact_may_move(trap, context, moves):
    numbers = [word for word in context.split() if word.isdigit()]
    equation = " * ".join(numbers[:2])
    problem = make_problem(context, "How many are there?", equation, str(product_of(numbers[:2])), unit="")
    made = [perturb_split(Split([problem]), "noise", seed)[0] for seed in range(6)]
    assert any(one.status == "applied" and moves not in one.context[0] for one in made), trap


def product_of(numbers):
    one, two = map(int, numbers)
    return one * two


@pytest.mark.parametrize(("context", "question", "equation", "answer"), [
    ("The diameter of the lake is 2 miles.", "How much shorter is the way across than around half of it? (pi = 3.14)", "3.14 - 2", "1.14"),
    ("A ring has a radius of 5 inches.", "What is its circumference (use pi = 3)?", "2 * 3 * 5", "30"),
    ("A round bed is 4 feet across. Pi is 3.", "How long is its border?", "3 * 4", "12"),
    ("The circumference of a wheel is 6 feet.", "How far does it roll in 9 turns?", "6 * 9", "54"),
    ("A pipe of 3 inches in diameter carries 7 gallons.", "How many gallons do 4 pipes carry?", "7 * 4", "28"),
])  # fmt: skip
def test_circles_are_left_alone(context, question, equation, answer):
    """3.14 - 2 may be 3.14 * 2 / 2 - 2: a factor that cancels does not for other numbers."""
    problem = make_problem(context, question, equation, answer, unit="")
    for name in ("noise", "distribution"):
        (made,) = perturb_split(Split([problem]), name)
        assert made.status == "unchanged"
