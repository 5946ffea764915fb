"""Controls: what each changes and leaves out, and that they are made for attacked rows alone."""

import pytest

from numdiag_datasets.core.configs import CONFIGS, why_not
from numdiag_datasets.core.perturbation_table import CONTROL, PERTURBATION_TABLE
from numdiag_datasets.core.problem import APPLIED
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.perturbations.extra.control import without_numbers
from numdiag_datasets.sources import load_source
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem

CONTROLS = [name for name, form in FORMS.items() if form.control_of]


def controlled(name, context, equation, answer):
    [made] = perturb_split(Split([make_problem(context, "How many?", equation, answer)]), f"{name}{CONTROL}")
    return made


def test_language_keeps_the_digits():
    made = controlled("language", "Ann has 12 pens and two caps.", "12 - 2", "10")
    assert made.context == ("Ann has twelve (12) pens and two caps.",)


def test_noise_and_distribution_share_other_whole_numbers():
    made = controlled("noise", "Ann has 120 pens and 80 caps.", "120 + 80", "200")
    one, two = (int(edit.after) for edit in made.edits)
    assert 60 <= one <= 240
    assert 40 <= two <= 160
    assert {one, two}.isdisjoint({120, 80})
    assert made.answers == (str(one + two),) != ("200",)
    for config in ("asdiv_a-noise-control", "asdiv_a-distribution-control"):
        assert CONFIGS[config].form("control") == "noise-control"


def test_notes_stand_where_the_distractors_are():
    split = Split([make_problem("Ann has 12 pens and two caps.", "How many?", "12 - 2", "10")])
    [attack], [made] = perturb_split(split, "verbosity"), perturb_split(split, f"verbosity{CONTROL}")
    assert [(e.field, e.start, e.before) for e in made.edits] == [(e.field, e.start, e.before) for e in attack.edits]
    assert len(find_numbers(made.context[0])) == len(find_numbers("Ann has 12 pens and two caps."))


@pytest.mark.parametrize(("trap", "sentence", "expected"), [
    ("things", "Beatrix has 7 peppers and two pumpkins.", "Beatrix has several peppers and several pumpkins."),
    ("many things", "There are 40 houses on a block.", "There are many houses on a block."),
    ("a large sum", "Roger bought a car for $12,500.", "Roger bought a car for a large sum."),
    ("there were", "There were 100 dollars in a wallet.", ""),
    ("at the start", "Five boys ran.", "Several boys ran."),
    ("money", "A pen costs $2.", "A pen costs some money."),
    ("money in words", "Ann paid 5 dollars.", "Ann paid some money."),
    ("millions", "We paid $4.7 million in taxes.", "We paid several million dollars in taxes."),
    ("a price that is the predicate", "A scoop is $3.", ""),
    ("a measure that describes", "Tom took a 3-mile walk.", "Tom took a walk."),
    ("the article of the noun", "Ann saw a 5 pound apple.", "Ann saw an apple."),
    ("a definite group", "The 5 boys paid $12.", "The boys paid some money."),
    ("roughly", "Bo drove about 30 miles.", "Bo drove many miles."),
    ("one", "Ann has 1 hour a day.", "Ann has an hour a day."),
    ("one of several", "One of the boys ran 3 miles.", "One of the boys ran several miles."),
    ("an age", "Mark is 18 years old.", "Mark is of a certain age."),
    ("every", "A bus leaves every 20 minutes.", "A bus leaves every few minutes."),
    ("a range", "It takes between 5 and 9 days.", ""),
    ("hours and minutes", "The trip takes 5 hours 20 minutes.", ""),
    ("percent of things", "It had 52% girls.", "It had some girls."),
    ("long ago", "Wheat was grown by 7,000 years ago.", "Wheat was grown long ago."),
    ("a record", "He had a career-high 93 yards.", ""),
    ("dimensions", "The bar is 12 cm by 8 cm.", ""),
    ("a size between a count and its noun", "Ann saw 4 twenty pound bags.", "Ann saw several bags."),
    ("two numbers side by side", "Ann saw 4 twenty pounds bags.", ""),
    ("percent", "Prices rose by 5%.", "Prices rose by a certain percentage."),
    ("an abbreviated measure", "A parcel weighs 30 kg.", ""),
    ("money for a time", "Bo pays $30 a month.", ""),
    ("money in words for a time", "Bo pays 30 dollars per month.", ""),
    ("years stay", "In 2018 it had 6 ships.", "In 2018 it had several ships."),
])  # fmt: skip
def test_a_sentence_without_its_numbers(trap, sentence, expected):
    assert without_numbers(sentence) == expected, trap


def test_order_changes_places_that_do_not_matter():
    """Addends change places; what is subtracted stays."""
    story = "Ann has 30 pens and 20 caps. Bo took 3 of the pens and left the room."
    split = Split([make_problem(story, "How many things?", "(30 + 20) - 3", "47")])
    assert perturb_split(split, f"order{CONTROL}")[0].reason == "not_attacked"
    form = FORMS[f"order{CONTROL}"]
    split.attacks = {"p": split.readings[0].problem}
    made = form.perturb[split.readings[0].problem.kind](split.readings[0], Rng(1, "order", "p"), split)
    assert made.context == ("Ann has 20 caps and 30 pens. Bo took 3 of the pens and left the room.",)
    assert not list(form.check(made, Reading(split.readings[0].problem)))


@pytest.mark.parametrize("dataset", ["asdiv_a", "gsm8k", "svamp", "drop_num", "tatqa_a"])
@pytest.mark.parametrize("name", CONTROLS)
def test_controls_are_made_for_attacked_rows(dataset, name):
    split = Split(load_source(dataset).splits["test"])
    attacked = {row.id for of in FORMS[name].control_of for row in perturb_split(split, of) if row.status == APPLIED}
    for made in perturb_split(split, name):
        assert (made.reason == "not_attacked") == (made.id not in attacked)
        assert not made.error_answers


@pytest.mark.parametrize("name", CONTROLS)
def test_a_split_can_be_perturbed_again(name, sample):
    """The attack is made for its control once more, with the same rows."""
    split = Split(sample.splits["test"])
    attacks = perturb_split(split, FORMS[name].control_of[0])
    controls = perturb_split(split, name)
    assert perturb_split(split, FORMS[name].control_of[0]) == attacks
    assert perturb_split(split, name) == controls


def test_type_and_logic_have_none():
    without = {name for name in PERTURBATION_TABLE if why_not("asdiv_a", name, "control")}
    assert without == {"type", "logic"}
