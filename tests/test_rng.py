import pytest

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.perturbations import PERTURBATIONS, perturb_split
from numdiag_datasets.texts.split import Split


def test_the_draws_of_a_key_never_change():
    """Today and tomorrow: a changed value here means every release changes."""
    rng = Rng(1, "noise\x1f1", "nluds-0001")
    assert [rng.below(10**6) for _ in range(3)] == [431044, 282350, 131866]


@pytest.mark.parametrize("other", [(2, "noise", "a"), (1, "extra", "a"), (1, "noise", "b")])
def test_each_part_of_the_key_counts(other):
    assert Rng(1, "noise", "a").uniform() != Rng(*other).uniform()


def test_neighbouring_seeds_are_not_shifted_copies():
    first = [Rng(1, "noise", str(i)).uniform() for i in range(50)]
    second = [Rng(2, "noise", str(i)).uniform() for i in range(50)]
    assert not set(first) & set(second)


@pytest.mark.parametrize("name", sorted(set(PERTURBATIONS) - {"extra"}))
def test_a_problem_is_perturbed_the_same_whatever_stands_beside_it(name, sample):
    """Rows can be made alone, in any order (extra draws its sentence from the split)."""
    problems = sample.splits["train"]
    together = perturb_split(Split(problems), name)
    reverse = perturb_split(Split(problems[::-1]), name)[::-1]
    alone = [perturb_split(Split([problem]), name)[0] for problem in problems]
    assert together == reverse == alone
