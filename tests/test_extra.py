"""Extra: sentences of other word problems, and where they may stand."""

from collections import Counter
from dataclasses import replace

import pytest

from numdiag_datasets.core.problem import undo
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.english.names import names_someone
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.perturbations.extra.donors import MOST_USES, find_donors, is_for_train
from numdiag_datasets.release.building.units import read_splits
from numdiag_datasets.texts.insertion_points import points_in_prose
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from numdiag_datasets.texts.word_problem.insertion_points import points_in_problem
from tests.conftest import make_problem


def donors(text):
    return [donor.text for donor in find_donors([Reading(make_problem(text))])]


@pytest.mark.parametrize(("fault", "sentence"), [
    ("", "Marta picked 46 lemons."),
    ("", "There are 64 pigs in the barn."),
    ("", "A pen costs $2 at the shop."),
    ("", "Fifteen cranes landed on the lake."),
    ("pronoun", "He picked 46 lemons."),
    ("possessive", "Marta gave her 46 lemons."),
    ("comparison", "Marta has 6 more lemons."),
    ("older than who?", "Marta is 5 years older."),
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
    ("no verb", "There 95 lamps on a tree."),
    ("which day?", "For the day, Marta picked 46 lemons."),
    ("a change", "Marta got off with 46 lemons."),
    ("for whose purpose?", "There are 46 lemons to make juice in the kitchen."),
    ("all of which?", "Marta sold 46 lemons to all the girls."),
    ("a year", "Marta picked 46 lemons in 2015."),
    ("size of what?", "11 boys need size extra-small."),
    ("pays for what?", "Marta pays with a $20 bill."),
    ("everything of what?", "Marta used 720 grams of sugar to bake everything."),
    ("bottles of what?", "Marta drinks 6 bottles a day."),
    ("a slip of the pen", "Marta sold 30 lemons and and 20 plums."),
    ("which party?", "16 boys can not come to the party."),
    ("which game?", "47 people came to the game."),
    ("which basket?", "17 plums were in the basket."),
    ("which wheel?", "The giant wheel can seat 56 people."),
    ("they", "They picked 46 lemons."),
    ("some", "There are 46 lemons and some plums in a shop."),
    ("that", "Marta thought that 46 lemons fell."),
    ("of what?", "17 questions are word problems."),
    ("which ducks?", "3 ducks flew away."),
    ("taken by whom?", "Five oranges were taken from a box."),
    ("mere existence", "There are 37 baskets."),
    ("mere existence of two", "There are 6 birds and 3 nests."),
    ("whose errand?", "Ed comes to help and brings 17 cookies."),
    ("what is always so", "A bee has 6 legs."),
    ("today", "Marta picked 46 lemons today."),
])  # fmt: skip
def test_what_leans_on_its_context_or_is_odd_alone_is_no_donor(fault, sentence):
    assert donors(sentence) == ([] if fault else [sentence]), fault


HAVE = "How many pens does Sam have?"
TARGET = ("Sam has 12 pens. Sam buys 5 pens.", HAVE, "12 + 5", "17")


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
    assert result.rule == "unrelated"
    assert result.context[0] in {
        "Marta picked 46 lemons. Sam has 12 pens. Sam buys 5 pens.",
        "Sam has 12 pens. Marta picked 46 lemons. Sam buys 5 pens.",
        "Sam has 12 pens. Sam buys 5 pens. Marta picked 46 lemons.",
    }
    assert undo(result).context == (TARGET[0],)


@pytest.mark.parametrize(("donor", "target", "fits"), [
    ("Marta picked 46 lemons .", "Sam has 12 pens . Sam buys 5 pens .", True),
    ("Marta picked 46 lemons .", "Sam has 12 pens. Sam buys 5 pens.", False),
    ("Marta picked 46 lemons.", "Sam has 12 pens . Sam buys 5 pens .", False),
    ("Marta picked 46 lemons.", "Sam has 12 pens. Tom has 9 caps. Sam buys 5 pens .", True),
    ("In a week , Marta picked 46 lemons.", "Sam has 12 pens. Sam buys 5 pens.", False),
])  # fmt: skip
def test_a_sentence_has_the_blanks_of_the_text(donor, target, fits):
    assert (inserted(donor, (target, *TARGET[1:])).status == "applied") is fits


@pytest.mark.parametrize(("trap", "question", "unit", "donor"), [
    ("the asked thing", HAVE, "pens", "Marta has 46 pens."),
    ("the same person", HAVE, "pens", "Sam picked 46 lemons."),
    ("an operand", HAVE, "pens", "Marta picked 12 lemons."),
    ("the answer", HAVE, "pens", "Marta picked 17 lemons."),
    ("the same class as the asked", HAVE, "pens", "Marta has 46 crayons."),
    # A total needs another class of thing.
    ("hypernym", "How many animals are there altogether?", "animals", "Marta has 46 geese."),
    ("people", "How many people came in all?", "people", "Marta met 46 boys there."),
    ("no unit", "How many things are there in total?", "", "Marta has 46 pens there."),
    ("money", "How much money was spent in total?", "dollars", "Marta paid $46 for lemons."),
])  # fmt: skip
def test_related_sentences_are_not_inserted(trap, question, unit, donor):
    context = "Sam saw 12 dogs and 5 pencils." if unit != "pens" else TARGET[0]
    result = inserted(donor, (context, question, "12 + 5", "17"), unit)
    assert (result.status, result.reason) == ("unchanged", "no_donor"), trap


def places(context, question="How many pens are there?", unit="pens"):
    found = points_in_problem(Reading(make_problem(context, question, unit=unit)))
    return [
        (context[place.offset :][:3], place.impersonal) for place in found if not place.at_end and not place.of_story
    ]


@pytest.mark.parametrize(("opening", "impersonal", "in_prose"), [
    ("Next on her list are the homes where she spent $900.", True, None),
    ("She also ate a hearty breakfast.", True, None),
    ("Finally, he wanted to add colour.", True, None),
    ("2 trees in Haley's garden died. Then she planted 5 pens.", True, None),
    ("2 trees of Haley died. Then she planted 5 pens.", False, None),
    ("It's getting dark so he took a cab.", True, None),
    ("Sam had 5 pens and gave her 2.", False, None),
    ("After recess, Buddy lost his hat.", False, None),
    ("There are 5 pens.", False, None),
    ("It takes 7 minutes.", False, None),
    ("Hoping to rebound from their loss, the Bills flew home.", True, False),  # "their" means the team named next
    ("He has been Man of the Match 13 times.", True, True),
])  # fmt: skip
def test_an_opening_pronoun_needs_an_impersonal_donor(opening, impersonal, in_prose):
    """In prose it may look ahead."""
    start = points_in_problem(Reading(make_problem(opening, "How many pens are there?", unit="pens")))[0]
    assert (start.offset, start.impersonal) == (0, impersonal)
    if in_prose is not None:
        problem = replace(make_problem(opening, "How many times?"), answer_type="number")
        assert points_in_prose(Reading(problem))[0].impersonal is in_prose


@pytest.mark.parametrize(("opening", "fits"), [
    ("They entered the tent.", False),
    ("Upon a hill Bo's mother served them lunch.", False),
    ("The pens have boxes around them.", True),
    ("Al and Bo have their pens.", True),
])  # fmt: skip
def test_nothing_stands_before_an_opening_without_its_group(opening, fits):
    assert points_in_problem(Reading(make_problem(opening, unit="pens")))[0].of_story is not fits


@pytest.mark.parametrize(("donor", "fits"), [
    ("Lucy picked 46 lemons.", False),  # she
    ("Sally picked 46 lemons.", False),  # a name that looks like an adverb
    ("A waiter served 46 plates.", False),  # he
    ("There are 46 pigs in the barn.", False),  # they
    ("There are 46 trucks in town.", False),  # they, who entered the tent
    ("There are 46 trees in town.", True),
])  # fmt: skip
def test_no_being_stands_before_an_opening_pronoun(donor, fits):
    target = ("She had 12 pens and 5 more.", "How many pens did she have?", "12 + 5", "17")
    assert (inserted(donor, target).status == "applied") is fits


@pytest.mark.parametrize(("sentence", "named"), [
    ("There are 64 pigs.", False),
    ("Lucy has 5 pigs.", True),
    ("Forty pigs ate.", False),
    ("A van met Lucy.", True),
    ("Billy has 5 pigs.", None),  # as may be "Finally has ..."
    ("Ted is tall.", None),
    ("Feeling sad,", None),
    ("", False),
])  # fmt: skip
def test_names(sentence, named):
    """None: a name or an adverb; each caller says which is the safer guess."""
    for doubtful in (True, False):
        assert names_someone(sentence, doubtful=doubtful) is (doubtful if named is None else named)


@pytest.mark.parametrize(("trap", "context", "question", "second"), [
    ("plain", "Sam has 12 pens. Tom has 5 pens.", "How many pens are there?", [False]),
    ("he", "Sam has 12 pens. He buys 5 pens.", "How many pens are there?", [True]),
    ("she asks", "Sam has 12 pens. Tom has 5 pens.", "How many pens has she?", [True]),
    ("they", "Sam has 12 pens. They are 5 pens.", "How many pens are there?", []),
    ("they who act", "Sam has 12 pens. They buy 5 pens.", "How many pens are there?", []),
    ("their", "A club has 12 pens. If their class buys 5 pens,", "how many pens are there?", []),
    ("they, of this sentence", "Sam has 12 pens. The girls say they have 5 pens.", "How many pens are there?", [True]),
    ("they ask", "A shop has 12 pens. A school has 5 pens.", "How many pens did they have?", []),
    ("the rest", "Sam has 12 pens. Tom sells the rest of the pens.", "How many pens are there?", []),
    ("than before", "Sam has 12 pens. Then Tom sells 5 fewer pens.", "How many pens are there?", []),
    ("than those of Sam", "Sam has 12 pens. Tom sells 5 fewer pens than Sam.", "How many pens are there?", [False]),
    ("at which time", "Sam has 12 pens. At the same time, Tom has 5 pens.", "How many pens are there?", []),
    ("to help whom", "Sam has 12 pens. To help, Tom buys 5 pens.", "How many pens are there?", []),
    ("joins whom", "12 ducks swam. 5 more ducks joined.", "How many ducks are there?", []),
    ("joins them", "12 ducks swam. 5 ducks and 3 geese came to join them.", "How many ducks are there?", []),
    ("there, a place", "Sam went to a home. There he had 5 pens.", "How many pens were given?", []),
    ("there, no place", "Sam has 12 pens. There are 5 pens here.", "How many pens were given?", [False]),
    ("them", "Sam has 12 pens. Tom breaks 5 of them.", "How many pens are there?", []),
    ("them, of this sentence", "Sam has 12 pens. Tom buys 5 pens and eats 2 of them.", "How many pens are there?", [True]),
    ("it, and no one thing", "Sam has 12 pens. Tom puts pens in it.", "How many pens are there?", []),
    ("it, of this sentence", "Sam has 12 pens. Tom fills a box and sells it.", "How many pens are there?", [False]),
    ("a condition", "Sam has 12 pens. If Tom buys 5 pens,", "how many pens are there?", [False]),
    ("each of what is named", "Sam has 12 boxes. Each box holds 5 pens.", "How many pens are there?", [False]),
    ("each of what is not", "Sam has 12 boxes. Each holds 5 pens.", "How many pens are there?", []),
    ("it", "Sam has 12 pens. Tom has 5 pens.", "How many pens does it hold?", []),
    ("number without noun", "Sam has 12 pens. 6 are blue.", "How many pens are red?", []),
    ("goes on", "Sam has 12 pens. The rest are 5 pens.", "How many pens are there?", []),
    ("asks without noun", "Sam has 12 pens. Tom has 5 pens.", "How many are there?", []),
    ("of the two", "Sam has 12 pens. Tom has 5 pens.", "How many pens have the two?", []),
    ("that much", "A pen costs 12 cents. A cap costs 5 times that much.", "How many pens are there?", []),
    ("this time", "Sam has 12 pens. Tom has 5 pens.", "How many pens are there this time?", [False]),
])  # fmt: skip
def test_places_between_sentences(trap, context, question, second):
    """Only where nothing refers over the inserted sentence; behind "he", impersonal ones only."""
    assert [impersonal for _, impersonal in places(context, question)][1:] == second, trap


@pytest.mark.parametrize(("trap", "context", "question", "at_end"), [
    ("plain", "Sam has 12 pens.", "How many pens are there?", [False]),
    ("he", "Sam has 12 pens.", "How many pens has he?", [True]),
    ("a clause that the question ends", "If Sam has 12 pens,", "how many pens are there?", []),
    ("it", "Sam has 12 pens.", "How much does it hold?", []),
    ("it for nothing", "Sam has 12 pens.", "How many days did it take Tom?", [False]),
    ("no noun", "Sam has 12 pens.", "How many are there?", []),
])  # fmt: skip
def test_the_end_of_the_story_is_a_place(trap, context, question, at_end):
    """Before the question, behind a full stop, where the question leans on nothing."""
    found = points_in_problem(Reading(make_problem(context, question, unit="pens")))
    ends = [place for place in found if place.at_end]
    assert [place.impersonal for place in ends] == at_end, trap
    assert all(place.offset == len(context) for place in ends)


@pytest.mark.parametrize(("sentence", "impersonal"), [
    ("A shop sold 46 lemons.", True),
    ("There are 234 people at a lunch.", False),  # "people" is a function word elsewhere
    ("Will had 28 bottles of water.", False),  # no verb begins a statement
    ("A shop had 3 packs of paper.", True),  # a pack of wolves is a being
    ("There were 7 trucks in the barn.", False),
])  # fmt: skip
def test_impersonal_donors_mention_no_being(sentence, impersonal):
    (donor,) = find_donors([Reading(make_problem(sentence))])
    assert donor.impersonal is impersonal


def test_a_personal_pronoun_behind_an_impersonal_sentence_is_no_bar():
    target = ("Sam has 12 pens. He buys 5 pens.", "How many pens does he have?", "12 + 5", "17")
    assert len(starts("A shop sold 46 lemons.", target)) == 3
    assert starts("Mrs. Hale picked 46 lemons.", target) == {0}


def starts(donor, target):
    """Where a donor is inserted by one seed or another."""
    context, question, equation, answer = target
    problem = make_problem(context, question, equation, answer, unit="pens")
    lender = make_problem(donor, id="d", source_id="d", group="d")
    return {perturb_split(Split([problem, lender]), "extra", seed)[0].edits[0].start for seed in range(60)}


@pytest.mark.parametrize(("trap", "donor", "rule"), [
    ("a word of the story", "Marta picked 46 lemons at the market.", "shared_word"),
    ("a day", "Marta picked 46 lemons on Monday.", "shared_word"),
    ("none", "Marta picked 46 lemons.", "unrelated"),
    ("a word of the question", "Marta picked 46 lemons at the station.", None),
    ("what it counts itself", "Marta met 46 birds.", None),
    ("introduced again", "In a market Marta picked 46 lemons.", None),
    ("introduced again, behind an adjective", "Marta picked 46 lemons at a new market.", None),
    ("the class that is asked", "Marta sold 46 crayons at the market.", None),
])  # fmt: skip
def test_a_word_may_be_shared_outside_of_what_is_asked(trap, donor, rule):
    target = (
        "A boy bought 12 pens at the market on Monday. A girl saw 5 birds.",
        "How many pens are at the station?", "12 + 5", "17",
    )  # fmt: skip
    result = inserted(donor, target)
    assert (result.rule or None) == rule, trap


@pytest.mark.parametrize(("trap", "donor", "expected"), [
    ("a person", "Marta picked 46 lemons.", "Sam picked 46 lemons."),
    ("one with the same name", "Sam picked 46 lemons.", "Sam picked 46 lemons."),
    ("two people", "Marta and Tom picked 46 lemons.", "Marta and Tom picked 46 lemons."),
    ("another name within", "Marta gave Tom 46 lemons.", "Marta gave Tom 46 lemons."),
    ("no person", "Forty-six lemons lay in a bowl.", "Forty-six lemons lay in a bowl."),
    ("what the story counts", "Marta saw 46 birds.", None),
    ("a word of the question", "Marta picked 46 lemons at the station.", None),
])  # fmt: skip
def test_a_sentence_about_a_person_may_be_about_the_person_of_the_story(trap, donor, expected):
    """The story's own name makes the sentence harder to tell; nothing of a kind that the story counts."""
    target = ("Sam bought 12 pens and saw 5 birds.", "How many pens are at the station?", "12 + 5", "17")
    problem = make_problem(*target, unit="pens")
    lender = make_problem(donor, id="d", source_id="d", group="d")
    rows = [perturb_split(Split([problem, lender]), "extra", seed)[0] for seed in range(20)]
    said = {row.edits[0].after.strip() for row in rows if row.edits}
    if expected is None or not expected.startswith("Sam"):
        assert not any(text.startswith("Sam") for text in said), trap
    else:
        assert expected in said, trap
        assert {row.rule for row in rows if row.edits and row.edits[0].after.strip() == expected} == {"story_person"}


def test_nobody_of_the_story_is_named_where_a_pronoun_behind_it_could_mean_another():
    context, question = "Sam has 12 pens. Tom met Sam. He buys 5 pens.", "How many pens are there?"
    behind = starts("Marta picked 46 lemons.", (context, question, "12 + 5", "17"))
    assert behind
    assert context.index("He buys") not in behind


def test_insertions_are_spread_over_the_thirds_of_the_text():
    fruits = "lemons plums apples pears cherries oranges peaches melons grapes figs".split()
    lenders = [
        replace(p, id=f"d{p.id}", group=f"d{p.id}")
        for p in word_problems(10, [f"Kim had {40 + i} {f}." for i, f in enumerate(fruits)])
    ]
    targets = word_problems(30, ["Red boxes held 12 pens. Blue boxes held 5 pens. White boxes held 8 pens."] * 30)
    rows = perturb_split(Split([*targets, *lenders]), "extra")[:30]
    thirds = Counter(3 * row.edits[0].start // (len(undo(row).context[0]) + 1) for row in rows)
    assert max(thirds.values()) - min(thirds[i] for i in range(3)) <= 1


@pytest.mark.parametrize(("one", "other"), [
    ("There are 6 houses on a block.", "There are 20 houses on a block."),
    ("Marta picked 46 lemons.", "Sam picked forty lemons."),
])  # fmt: skip
def test_sentences_that_differ_in_names_and_numbers_go_to_the_same_splits(one, other):
    for kind in TextKind:
        assert is_for_train(one, kind) is is_for_train(other, kind)


def test_sentences_are_parted_between_train_and_the_other_splits():
    for kind in TextKind:
        halves = {
            is_for_train(f"A shop sold lemons of {word}.", kind) for word in "oak ash elm fir yew fig pine".split()
        }
        assert halves == {True, False}


def word_problems(count, contexts):
    return [
        make_problem(context, "How many pens are there?", "12", "12", id=f"{i}", source_id=f"{i}", group=f"{i}", unit="pens")
        for i, context in zip(range(count), contexts, strict=False)
    ]  # fmt: skip


def test_test_and_validation_borrow_from_all_splits_and_train_from_none():
    """Nothing that train inserts is inserted elsewhere, and nothing stands more than twice where all lend."""
    fruits = "lemons plums apples pears cherries oranges peaches melons grapes figs".split()
    texts = [f"Kim had {20 + i} {fruit}." for i, fruit in enumerate(fruits)]
    splits = {
        "train": word_problems(6, texts[:6]),
        "test": word_problems(10, [f"A box held {60 + i} pens." for i in range(8)] + texts[6:8]),
    }
    read = read_splits(splits)
    made = {name: perturb_split(split, "extra") for name, split in read.items()}
    sentences = {name: Counter(p.edits[0].after.strip() for p in rows if p.edits) for name, rows in made.items()}
    assert set(sentences["train"]) <= set(texts[:6])
    assert set(sentences["test"]) & set(texts[:6])
    assert set(sentences["test"]).isdisjoint(sentences["train"])
    assert max(sentences["test"].values()) <= MOST_USES
    # Again, in another process, or after another seed: the same.
    again = read_splits(splits)["test"]
    perturb_split(again, "extra", seed=2)
    assert perturb_split(again, "extra") == made["test"]


def test_a_sentence_is_used_again_only_where_all_others_were():
    texts = [f"Kim had {40 + i} lemons." for i in range(5)]
    targets = word_problems(10, [f"A box held {60 + i} pens." for i in range(10)])
    lenders = [replace(p, id=f"d{p.id}", group=f"d{p.id}") for p in word_problems(5, texts)]
    rows = perturb_split(Split([*targets, *lenders]), "extra")[:10]
    uses = Counter(p.edits[0].after.strip() for p in rows)
    assert set(uses.values()) == {2}


def test_donors_come_from_the_same_split_and_share_no_number(sample):
    """On the whole sample: source, numbers and words of donor and target are apart."""
    for split in sample.splits.values():
        contexts = {p.id: p.context[0] for p in split}
        for problem in perturb_split(Split(split), "extra"):
            if problem.status == "unchanged":
                continue
            sentence = problem.edits[0].after.strip()
            tail = sentence.partition(" ")[2] if problem.rule == "story_person" else sentence
            lenders = [i for i, context in contexts.items() if tail in context]
            assert lenders
            assert problem.id not in lenders
            reading = Reading(undo(problem))
            assert not reading.values & {m.value for m in find_numbers(sentence)}
