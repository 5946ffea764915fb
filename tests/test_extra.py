from dataclasses import replace

import pytest

from numdiag_datasets.english.names import names_someone
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.perturbations.extra.donors import find_donors
from numdiag_datasets.perturbations.extra.insertion_points import points_between_sentences
from numdiag_datasets.perturbations.split import Split
from numdiag_datasets.problems.problem import undo
from numdiag_datasets.problems.reading import Reading
from tests.conftest import make_problem


def donors(text):
    return [donor.text for donor in find_donors([Reading(make_problem(text))])]


@pytest.mark.parametrize(
    "sentence",
    ["Marta picked 46 lemons.", "There are 64 pigs in the barn.", "A pen costs $2 at the shop.",
     "Fifteen cranes landed on the lake."],
)  # fmt: skip
def test_plain_statements_are_donors(sentence):
    assert donors(sentence) == [sentence]


@pytest.mark.parametrize(
    ("trap", "sentence"),
    [
        ("pronoun", "He picked 46 lemons."),
        ("possessive", "Marta gave her 46 lemons."),
        ("comparison", "Marta has 6 more lemons."),
        ("anaphor", "The rest ate 12 lemons."),
        ("other", "Another man ate 12 lemons."),
        ("if", "If Marta has 12 lemons."),
        ("each", "Each girl has 12 lemons."),
        ("partitive", "28 of the geese flew away."),
        ("a verb behind the number", "2 go home to eat dinner."),
        ("the owner of what?", "The owner sold 48 lemons."),
        ("pieces of what?", "Grace used 45 pieces today."),
        ("which scale?", "The scale read 95 pounds."),
        ("joined whom?", "Eight kids decided to join in."),
        ("question", "Has Marta 46 lemons?"),
        ("comma", "Marta has 46 lemons,"),
        ("too short", "46 lemons fell."),
        ("too long", "Marta " + "very " * 15 + "gladly picked 46 lemons."),
        ("no number", "Marta picked the lemons."),
        ("unknown noun", "Marta picked 46 gromps there."),
        ("a year", "Marta picked 46 lemons in 2015."),
    ],
)
def test_what_leans_on_its_context_is_no_donor(trap, sentence):
    assert donors(sentence) == [], trap


TARGET = ("Sam has 12 pens. Sam buys 5 pens.", "How many pens does Sam have?", "12 + 5", "17")


def inserted(donor, target=TARGET, unit="pens"):
    """The target with that one donor on offer."""
    context, question, equation, answer = target
    problem = make_problem(context, question, equation, answer, unit=unit)
    lender = make_problem(donor, id="d", source_id="d", group="d")
    return perturb_split(Split([problem, lender]), "extra")[0]


def test_an_unrelated_sentence_is_inserted():
    result = inserted("Marta picked 46 lemons.")
    assert result.status == "applied"
    assert (result.equation, result.answers) == ("12 + 5", ("17",))
    assert result.context[0] in {
        "Marta picked 46 lemons. Sam has 12 pens. Sam buys 5 pens.",
        "Sam has 12 pens. Marta picked 46 lemons. Sam buys 5 pens.",
    }
    assert undo(result).context == (TARGET[0],)


@pytest.mark.parametrize(
    ("trap", "donor"),
    [
        ("the asked thing", "Marta has 46 pens."),
        ("the same person", "Sam picked 46 lemons."),
        ("an operand", "Marta picked 12 lemons."),
        ("the answer", "Marta picked 17 lemons."),
        ("the same class as the asked", "Marta has 46 crayons."),
    ],
)
def test_related_sentences_are_not_inserted(trap, donor):
    result = inserted(donor)
    assert (result.status, result.reason) == ("unchanged", "no_donor"), trap


@pytest.mark.parametrize(
    ("trap", "question", "unit", "donor"),
    [
        ("hypernym", "How many animals are there altogether?", "animals", "Marta has 46 geese."),
        ("people", "How many people came in all?", "people", "Marta met 46 boys there."),
        ("no unit", "How many things are there in total?", "", "Marta has 46 pens there."),
        ("money", "How much money was spent in total?", "dollars", "Marta paid $46 for lemons."),
    ],
)
def test_questions_for_a_total_need_another_class_of_thing(trap, question, unit, donor):
    target = ("Sam saw 12 dogs and 5 pencils.", question, "12 + 5", "17")
    assert inserted(donor, target, unit).reason == "no_donor", trap


def places(context, question="How many pens are there?", unit="pens"):
    found = points_between_sentences(Reading(make_problem(context, question, unit=unit)))
    return [(context[place.offset :][:3], place.impersonal) for place in found]


@pytest.mark.parametrize(
    ("opening", "impersonal"),
    [
        ("Next on her list are the homes where she spent $900.", True),
        ("She also ate a hearty breakfast.", True),
        ("Finally, he wanted to add colour.", True),
        ("They entered the tent.", True),
        ("It's getting dark so he took a cab.", True),
        ("Sam had 5 pens and gave her 2.", False),
        ("After recess, Buddy lost his hat.", False),
        ("There are 5 pens.", False),
        ("It takes 7 minutes.", False),
    ],
)
def test_an_opening_pronoun_needs_an_impersonal_donor(opening, impersonal):
    assert places(opening) == [(opening[:3], impersonal)]


@pytest.mark.parametrize(
    ("opening", "impersonal"),
    [
        ("Hoping to rebound from their loss, the Bills flew home.", False),
        ("They flew home.", True),
        ("He has been Man of the Match 13 times.", True),
    ],
)
def test_a_pronoun_of_prose_may_look_ahead(opening, impersonal):
    """In a passage, "their" of an opening phrase means the team named next."""
    problem = make_problem(opening, "How many times?")
    (place,) = points_between_sentences(Reading(replace(problem, answer_type="number")))
    assert place.impersonal is impersonal


@pytest.mark.parametrize(
    ("donor", "fits"),
    [
        ("Lucy picked 46 lemons.", False),  # she
        ("Sally picked 46 lemons.", False),  # a name that looks like an adverb
        ("A waiter served 46 plates.", False),  # he
        ("There are 46 pigs in the barn.", False),  # they
        ("There are 46 trucks in town.", False),  # they, who entered the tent
        ("There are 46 trees in town.", True),
    ],
)
def test_no_being_stands_before_an_opening_pronoun(donor, fits):
    target = ("She had 12 pens and 5 more.", "How many pens did she have?", "12 + 5", "17")
    assert (inserted(donor, target).status == "applied") is fits


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("There are 64 pigs.", False),
        ("Lucy has 5 pigs.", True),
        ("Forty pigs ate.", False),
        ("A van met Lucy.", True),
        ("Billy has 5 pigs.", None),  # as may be "Finally has ..."
        ("Ted is tall.", None),
        ("Feeling sad,", None),
        ("", False),
    ],
)
def test_names(sentence, named):
    """None: a name or an adverb; each caller says which is the safer guess."""
    for doubtful in (True, False):
        assert names_someone(sentence, doubtful=doubtful) is (doubtful if named is None else named)


@pytest.mark.parametrize(
    ("trap", "context", "question", "second"),
    [
        ("plain", "Sam has 12 pens. Tom has 5 pens.", "How many pens are there?", [False]),
        ("he", "Sam has 12 pens. He buys 5 pens.", "How many pens are there?", [True]),
        ("she asks", "Sam has 12 pens. Tom has 5 pens.", "How many pens has she?", [True]),
        ("they", "Sam has 12 pens. They are 5 pens.", "How many pens are there?", []),
        ("it", "Sam has 12 pens. Tom has 5 pens.", "How many pens does it hold?", []),
        ("number without noun", "Sam has 12 pens. 6 are blue.", "How many pens are red?", []),
        ("goes on", "Sam has 12 pens. The rest are 5 pens.", "How many pens are there?", []),
        ("asks without noun", "Sam has 12 pens. Tom has 5 pens.", "How many are there?", []),
    ],
)
def test_places_between_sentences(trap, context, question, second):
    """Only where nothing refers over the inserted sentence; behind "he", impersonal ones only."""
    assert [impersonal for _, impersonal in places(context, question)][1:] == second, trap


def test_donors_come_from_the_same_split_and_share_nothing(sample):
    """On the whole sample: source, numbers and words of donor and target are apart."""
    for split in sample.splits.values():
        contexts = {p.id: p.context[0] for p in split}
        for problem in perturb_split(Split(split), "extra"):
            if problem.status == "unchanged":
                continue
            sentence = problem.edits[0].after.strip()
            lenders = [i for i, context in contexts.items() if sentence in context]
            assert lenders
            assert problem.id not in lenders
            reading = Reading(undo(problem))
            assert not reading.values & {m.value for m in find_numbers(sentence)}
