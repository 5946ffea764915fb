import pytest

from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.perturbations.split import Split
from tests.conftest import make_problem


def perturbed(context):
    (problem,) = perturb_split(Split([make_problem(context)]), "type")
    return problem


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("12 pens", "12.0 pens"),
        ("He has 16.", "He has 16.0."),
        ("$8 and 1,222 nails", "$8.0 and 1,222.0 nails"),
        ("45% of 6", "45.0% of 6.0"),  # never "45%.0"
        ("12.5 feet by 8", "12.5 feet by 8.0"),  # never "12.5.0"
        ("a 10-year plan for 6", "a 10-year plan for 6.0"),  # never "10.0-year"
        ("the 3rd of 6", "the 3rd of 6.0"),
        ("seven or 6", "seven or 6.0"),
    ],
)
def test_integers_get_a_decimal_point(before, after):
    assert perturbed(before).context == (after,)


@pytest.mark.parametrize("text", ["Seven apples.", "It cost $8.50.", "In 2015 he left."])
def test_no_integer_in_digits(text):
    problem = perturbed(text)
    assert (problem.status, problem.reason, problem.context) == (
        "unchanged",
        "no_integer_digits",
        (text,),
    )
