import pytest

from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem


def perturbed(context):
    (problem,) = perturb_split(Split([make_problem(context)]), "type")
    return problem


@pytest.mark.parametrize(("before", "after"), [
    ("12 pens", "12.0 pens"),
    ("He has 16.", "He has 16.0."),
    ("$8 and 1,222 nails", "$8.0 and 1,222.0 nails"),
    ("45% of 6", "45.0% of 6.0"),  # never "45%.0"
    ("12.5 feet by 8", "12.5 feet by 8.0"),  # never "12.5.0"
    ("a 10-year plan for 6", "a 10.0-year plan for 6.0"),
    ("the 3rd of 6", "the 3rd of 6.0"),
    ("seven or 6", "seven or 6.0"),
])  # fmt: skip
def test_integers_get_a_decimal_point(before, after):
    assert perturbed(before).context == (after,)


@pytest.mark.parametrize(("before", "after"), [
    ("Seven apples.", "7.0 apples."),
    ("Sam ate twelve of twenty-one figs.", "Sam ate 12.0 of 21.0 figs."),
    ("a three-day trip with two men", "a 3.0-day trip with 2.0 men"),
    ("The two of them ate nine figs.", "The two of them ate 9.0 figs."),  # who were named before
])  # fmt: skip
def test_words_get_a_decimal_point_where_no_number_is_in_digits(before, after):
    problem = perturbed(before)
    assert (problem.context, problem.rule) == ((after,), "from_words")


def test_the_second_form_has_two_zeros_everywhere():
    (problem,) = perturb_split(Split([make_problem("12 pens, two caps and $8")]), "type-second")
    assert problem.context == ("12.00 pens, 2.00 caps and $8.00",)


@pytest.mark.parametrize(("before", "after"), [
    ("Seven men made a 41-yard pass.", "Seven men made a 41.0-yard pass."),
    ("He was 8-for-18 for 59 yards.", "He was 8-for-18 for 59.0 yards."),  # never "8.0-for-18"
    ("the 6 men of a 17-year-old", "the 6.0 men of a 17-year-old"),
    ("6 points by a 2-point conversion", "6.0 points by a 2-point conversion"),  # its name
])  # fmt: skip
def test_a_passage_keeps_its_words(before, after):
    passage = make_problem(before, answer_type="number")
    for name, decimals in (("type", ".0"), ("type-second", ".00")):
        (problem,) = perturb_split(Split([passage]), name)
        assert problem.context == (after.replace(".0", decimals),)


@pytest.mark.parametrize("text", ["It cost $8.50.", "In 2015 he left."])
def test_no_integer(text):
    problem = perturbed(text)
    assert (problem.status, problem.reason, problem.context) == ("unchanged", "no_integer", (text,))
