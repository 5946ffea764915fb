import pytest

from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.perturbations.split import Split
from tests.conftest import make_problem


def perturbed(context, question="How many are there?"):
    (problem,) = perturb_split(Split([make_problem(context, question)]), "language")
    return problem


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Sam has 12 pens.", "Sam has twelve pens."),
        ("17 plums fell.", "Seventeen plums fell."),  # a sentence start is capitalised
        ("It rained. 23 men left.", "It rained. Twenty-three men left."),
        ("Mrs. 5 cats", "Mrs. five cats"),  # "Mrs." ends no sentence
        ("He has 16.", "He has sixteen."),  # the full stop stays
        ("It cost $8.", "It cost eight dollars."),  # never "$eight"
        ("It cost $1.", "It cost one dollar."),
        ("It cost $0.25.", "It cost twenty-five cents."),
        ("It cost $4.28.", "It cost four dollars and twenty-eight cents."),
        ("It cost $900.00.", "It cost nine hundred dollars."),
        ("It cost $1.5 million.", "It cost one point five million dollars."),
        ("an app for $5 dollars", "an app for five dollars"),  # the slip is not doubled
        ("a $90 scooter", "a ninety-dollar scooter"),
        ("his $399.00 discount", "his three-hundred-and-ninety-nine-dollar discount"),
        ("the $5 she had", "the five dollars she had"),
        ("$8 each", "Eight dollars each"),
        ("45% of 1,410", "Forty-five percent of one thousand four hundred and ten"),
        ("a 41-yard pass", "a forty-one-yard pass"),
        ("Bus No. 7 has 3 seats", "Bus No. 7 has three seats"),
        ("on May 5 at 7:30 in 2015, 3rd of 6", "on May 5 at 7:30 in 2015, 3rd of six"),
        ("the 49ers won 13-9 before 8 fans", "the 49ers won 13-9 before eight fans"),
    ],
)
def test_digits_become_words(before, after):
    assert perturbed(before).context == (after,)


def test_context_and_question_are_one_text_for_the_reader():
    """A question that begins with a digit is capitalised; both fields are edited."""
    problem = perturbed("If 3 men work,", "4 men do how much?")
    assert (problem.context[0], problem.question) == ("If three men work,", "Four men do how much?")


@pytest.mark.parametrize(
    "text", ["Seven apples.", "In 2015 he left.", "It cost $300,000 thousand."]
)
def test_nothing_to_say_in_words(text):
    problem = perturbed(text)
    assert (problem.status, problem.reason) == ("unchanged", "no_digit_quantity")
    assert problem.context == (text,)
