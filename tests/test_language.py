import pytest

from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem


def perturbed(context, question="How many are there?"):
    (problem,) = perturb_split(Split([make_problem(context, question)]), "language")
    return problem


@pytest.mark.parametrize(("before", "after"), [
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
    ("a $1.5 million payment", "a one-point-five-million-dollar payment"),
    ("the $0.7 million allocated to it", "the zero point seven million dollars allocated to it"),
    ("he was 16-of-23 for 3 scores", "he was 16-of-23 for three scores"),
    ("a 70%-owned company", "a seventy-percent-owned company"),
    ("45% of 1,410", "Forty-five percent of one thousand four hundred and ten"),
    ("a 41-yard pass", "a forty-one-yard pass"),
    ("a 36 mile hike with 2 men", "a thirty-six-mile hike with two men"),  # a compound
    ("He ran 36 miles of road", "He ran thirty-six miles of road"),  # none
    ("He saw 29 second graders", "He saw twenty-nine second graders"),  # which graders?
    ("He saw 3 dollar toys and 4 caps", "He saw three-dollar toys and four caps"),
    ("Bus No. 7 has 3 seats", "Bus No. 7 has three seats"),
    ("on May 5 at 7:30 in 2015, 3rd of 6", "on May 5 at 7:30 in 2015, 3rd of six"),
    ("the 49ers won 13-9 before 8 fans", "the 49ers won 13-9 before eight fans"),
])  # fmt: skip
def test_digits_become_words(before, after):
    assert perturbed(before).context == (after,)


def test_context_and_question_are_one_text_for_the_reader():
    """A question that begins with a digit is capitalised; both fields are edited."""
    problem = perturbed("If 3 men work,", "4 men do how much?")
    assert (problem.context[0], problem.question) == ("If three men work,", "Four men do how much?")


@pytest.mark.parametrize(("before", "after"), [
    ("Seven apples.", "7 apples."),
    ("Ann ate twenty-one of ten thousand figs.", "Ann ate 21 of 10,000 figs."),
    ("a three-day trip", "a 3-day trip"),
    ("In 2015 two men left on the first day.", "In 2015 2 men left on the first day."),
])  # fmt: skip
def test_words_become_digits_where_no_number_is_in_digits(before, after):
    problem = perturbed(before)
    assert (problem.context, problem.rule) == ((after,), "to_digits")


@pytest.mark.parametrize(("before", "unit", "after"), [
    ("It cost $0.34.", "stamps", "It cost thirty-four cents."),
    ("It cost $0.34, then $1.02.", "stamps", "It cost zero point three four dollars, then one dollar and two cents."),
    ("It cost $0.34.", "dollars", "It cost zero point three four dollars."),
])  # fmt: skip
def test_the_unit_of_the_answer_stays(before, unit, after):
    """ "thirty-four cents" beside dollars, or asked for in dollars, would be another problem."""
    (problem,) = perturb_split(Split([make_problem(before, unit=unit)]), "language")
    assert problem.context == (after,)


@pytest.mark.parametrize(("before", "after"), [
    ("Sam has 12 pens.", "Sam has twelve (12) pens."),
    ("Twelve pens lay there.", "Twelve (12) pens lay there."),
    ("a 30-day visit for a $2 million prize", "a thirty (30)-day visit for a two-million-dollar ($2 million) prize"),
    ("It cost $8 and 45%.", "It cost eight dollars ($8) and forty-five percent (45%)."),
    ("a 36-mile hike", "a thirty-six (36)-mile hike"),
    ("3 more of ten thousand", "Three (3) more of ten thousand (10,000)"),
])  # fmt: skip
def test_the_second_form_writes_both(before, after):
    (problem,) = perturb_split(Split([make_problem(before)]), "language-second")
    assert (problem.context, problem.rule) == ((after,), "words_and_digits")


def test_a_passage_keeps_its_words():
    passage = make_problem("Seven men ate figs.", answer_type="number")
    (problem,) = perturb_split(Split([passage]), "language")
    assert (problem.status, problem.reason) == ("unchanged", "no_number_to_rewrite")


@pytest.mark.parametrize("text", ["In 2015 he left.", "It cost $300,000 thousand."])
def test_nothing_to_rewrite(text):
    problem = perturbed(text)
    assert (problem.status, problem.reason) == ("unchanged", "no_number_to_rewrite")
    assert problem.context == (text,)
