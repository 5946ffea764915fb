"""Extra, second form: facts about the things of a word problem that change nothing."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.problem import undo
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.wordings import NOUN_SETS, SIDE_FACTS
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.perturbations.extra.related_word_problem import RULES, candidates, perturb, statement_of
from numdiag_datasets.perturbations.extra.story import Story
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem

HAVE = "How many pens does Sam have?"


def facts(rule, context, question=HAVE, unit="pens", equation="12 + 5", answer="17"):
    """What a rule may say of a problem, by one draw or another."""
    story = Story(Reading(make_problem(context, question, equation, answer, unit=unit)))
    found = (
        statement_of(fact, things, story, Rng(i, "extra\x1f2", "a"))
        for fact, things in candidates(story)
        for i in range(20)
        if fact.rule == rule
    )
    return {statement.text for statement in found if statement}


@pytest.mark.parametrize(("rule", "context", "like"), [
    ("size", "Sam has 12 pens.", r"of the pens are a little (?:longer|shorter) than the rest"),
    ("size", "Sam had 12 pens.", r"of the pens were a little"),
    ("looks", "12 students are on a bus.", r"of the students (?:wear|have|are)"),
    ("ripeness", "Sam has 12 peaches.", r"of the peaches (?:are|have)"),
    ("pattern", "Sam bought 12 mugs for $8 each.", r"of the mugs had"),
    ("shade", "Ann has 12 red balls. Bo has 15 blue balls.", r"of the balls have"),
    ("drawn", "Sam saw 12 birds.", r"once drew \d+ birds on a"),
    ("told", "Sam bought 12 pens.", r"Sam told a neighbor about \d of the pens\."),
    ("earlier", "Sam has 12 pens.", r"A year ago, Sam had \d+ pens\."),
    ("earlier", "A toy store had 12 pens.", r"A year ago, the toy store had \d+ pens\."),
    ("relative", "Sam has 12 pens.", r"Sam's (?:cousin|neighbor) has \d+ pens\."),
    ("relative", "Sam found 12 bottle caps and lost 9 bottle caps.", r"had \d+ bottle caps\."),
    ("told", "Sam has 12 bottles of soda and 15 bottles of cold soda.", r"\d of the bottles\."),
    ("elsewhere", "Sam has 12 pens.", r"(?:shop|store) .*\d+ pens"),
    ("guess", "Sam saw 12 pens.", r"there were \d+ pens\."),
    ("label", "Sam has 5 different pens.", r"\d of the pens have"),
    ("poster", "Sam met 9 other students.", r"\d students"),
    ("animals", "A zoo has 16 monkeys. 7 monkeys are eating.", r"of the monkeys are asleep"),
    ("ripeness", "Sam has 16 carrots. 7 of them are new.", r"of the carrots have a small spot"),
    ("wear", "Sam has 16 lamps. 7 of the lamps are round.", r"of the lamps are a little dusty"),
    ("liked", "Sam has twelve pens.", r"Sam likes (?:two|three|four|five|six) of the pens best\.|A neighbor"),
])  # fmt: skip
def test_each_rule_tells_of_what_the_problem_names(rule, context, like):
    found = facts(rule, context)
    assert any(re.search(like, text) for text in found), found


@pytest.mark.parametrize(("trap", "rule", "context", "question"), [
    ("counts by colour", "size", "Sam has 12 pens.", "How many red pens has Sam?"),
    ("counts by size", "size", "Sam has 12 pens.", "How many small pens are there?"),
    ("tells the rest apart", "size", "Sam has 12 pens. The rest are Tom's.", HAVE),
    ("what is the same for each", "size", "Sam has 12 pens. Each pen costs $2.", HAVE),
    ("a word of the story", "birth", "12 students who were born in June ran.", HAVE),
    ("too few", "liked", "Sam has 3 pens.", HAVE),
    ("too few are left", "liked", "Sam has 12 pens. Tom has 2 of them and 3 are left.", HAVE),
    ("what is for each", "label", "Each backpack holds 12 books.", HAVE),
    ("what may be", "liked", "Sam wants 12 pens.", HAVE),
    ("what will be", "liked", "12 pens will be bought.", HAVE),
    ("nothing to count wrong", "guess", "Pens cost $2 each.", "How much are 4 pens?"),
    ("one pail of water is like another", "liked", "Sam has 12 pails of water.", "How many pails has Sam?"),
    ("no things", "liked", "Sam has 12 problems.", HAVE),
    ("a measure", "liked", "Sam put in 12 cups of flour and 5 cups of sugar.", "How many cups did Sam put in?"),
    ("only a price of them", "guess", "A bag costs $20 less than 3 times as much as the shoes.", "If the shoes cost $80, how much did the bag cost?"),
    ("only a measure of them", "guess", "A pound of walnuts costs $15.", "How much is a mixture of 1/2 pound almonds and 1/3 pound walnuts?"),
    ("no number counts them, nor does the question", "dream", "Sam carried the towels home.", "How much did Sam pay?"),
    ("a rate of things that nobody has told of", "liked", "Each box holds 12 pens.", HAVE),
    ("room for things", "size", "There is space for 12 pens in the box.", HAVE),
    ("things in the making", "taste", "Sam is baking 12 cookies today.", "How many cookies does Sam bake?"),
    ("the shop of the story", "elsewhere", "Sam bought 12 apples from the store.", "How many apples does Sam have?"),
    ("stripes of an animal", "liked", "A zebra has 12 stripes.", "How many stripes does it have?"),
    ("a measure that is asked for", "guess", "Sam put in some flour.", "How many cups of flour did Sam put in?"),
    ("what is still to be made", "liked", "A box makes 12 cups.", "How many cups are there?"),
    ("a letter is part of the name", "pictured", "There are 20 pupils of class C.", "How many pupils are there?"),
    ("people who are still sought", "birth", "A clinic is looking for 45 nurses.", "How many nurses are there?"),
    ("no shop sells them", "elsewhere", "A port has 12 ships.", "How many ships are there?"),
    ("half of a name", "guess", "Sam bought 12 bags of M&Ms.", "How much did Sam pay?"),
    ("caps that nobody wears", "wear", "Sam has 12 bottle caps.", HAVE),
    ("made by hand", "origin", "Sam made 12 necklaces.", "How many necklaces has Sam?"),
    ("what a box can hold", "guess", "Each box holds 12 pens.", HAVE),
    ("a measure of them is told", "guess", "There are 40 pounds of carrots.", "How many pounds of carrots are left?"),
    ("too few to be counted wrong", "guess", "Sam has 5 pens.", HAVE),
    ("the story sorts by it", "taste", "Sam has 12 sweet apples and 9 sour apples.", "How many more sweet apples are there?"),
    ("the story sorts by it, as it ends in -y", "shade", "Sam has 12 shiny coins and 9 coins.", "How many coins has Sam?"),
    ("the story tells who sleeps", "animals", "A zoo has 16 monkeys. 7 monkeys sleep.", "How many monkeys are up?"),
    ("the story tells who is sleeping", "animals", "A zoo has 16 monkeys. 7 monkeys are sleeping.", "How many monkeys are up?"),
    ("the opposite is asked for", "animals", "A zoo has 16 monkeys.", "How many monkeys are awake?"),
    ("the opposite is told", "wear", "Sam has 16 lamps. 7 of the lamps are clean.", "How many lamps has Sam?"),
    ("a spot, spotted", "ripeness", "Sam has 16 carrots. 7 of them are spotted.", "How many carrots has Sam?"),
    ("drawn on", "pictured", "Sam has 12 pieces of paper.", "How many pieces of paper has Sam?"),
    ("too many to be counted wrong", "guess", "169000 kids came to a camp.", "How many kids were there?"),
    ("hardly any of very many", "looks", "169000 kids came to a camp.", "How many kids were there?"),
    ("from the garden", "origin", "Sam has 12 tomatoes in his garden.", "How many tomatoes has Sam?"),
    ("wild animals", "relative", "Sam saw 12 bees.", "How many bees did Sam see?"),
    ("at first", "earlier", "Sam has 12 pens.", "How many pens did Sam have at first?"),
    ("what was done since", "earlier", "Sam has 12 pens.", "How many pens did Sam sell?"),
    ("whose?", "elsewhere", "Sam has 12 pens.", "How many pens are there in all?"),
    ("a row of houses", "elsewhere", "Sam passed 12 blocks.", "How many blocks did Sam pass?"),
    ("a cousin may be one of them", "relative", "Sam has 12 pens.", "How many pens do they have?"),
    ("a cousin counts in all", "relative", "Sam has 12 pens.", "How many pens does Sam see in all?"),
])  # fmt: skip
def test_what_a_reader_could_count_is_not_said(trap, rule, context, question):
    assert facts(rule, context, question) == set(), trap


@pytest.mark.parametrize(("trap", "context", "name"), [
    ("a verb behind people", "A family of 4 people books the tour.", "people"),
    ("a verb behind people of a kind", "A class of 20 new students visits a zoo.", "new students"),
    ("what people get", "Ann gave 6 children books, 3 to each.", "children books"),
    ("a noun behind a singular", "Ann wants 4 guest books the size of a card.", "guest books"),
    ("a plural that is a kind", "Sam's 12 sports cars the size of a shoe are red.", "sports cars"),
])  # fmt: skip
def test_the_name_of_things_has_no_verb(trap, context, name):
    story = Story(Reading(make_problem(context, HAVE, "12 + 5", "17")))
    assert [things.name for things in story.things if things.counts][:1] == [name]


@pytest.mark.parametrize(("trap", "context", "people"), [
    ("named", "When Sam has 12 pens, it rains.", {"Sam"}),
    ("with a title", "Mrs. Hale has 12 pens.", {"Mrs. Hale"}),
    ("a role", "A mailman has 12 letters.", set()),
    ("a part of a name", "Furniture United has 12 pens.", set()),
    ("a surname", "Then Grandma Jones had 12 pens.", set()),
    ("an animal", "Bo, the gorilla, had 12 pens.", set()),
    ("a city", "The city of Farwell has 3 parks. Farwell has 12 pens.", set()),
    ("a person of a town", "Sam lives in a town. Sam has 12 pens.", {"Sam"}),
    ("a population", "The population ate 12 pens.", set()),
    ("a group", "The girl scouts have 12 pens.", set()),
    ("a team", "The Wildcats scored 12 points.", set()),
    ("a building", "The Empire State Building was painted.", set()),
    ("a food at the start of a sentence", "Sam has 12 jello cups. Jello is cheap.", {"Sam"}),
    ("a name in lower case", "Danny has 12 pens. He gave danny 3 pens.", {"Danny"}),
    ("a name that is a word too", "Mark has a mark. Mark was glad.", {"Mark"}),
    ("a month, a feast", "June is warm. Halloween was wet.", set()),
])  # fmt: skip
def test_people_of_a_story(trap, context, people):
    story = Story(Reading(make_problem(context, "How many pens are there?", unit="pens")))
    assert set(story.people) == people, trap


def test_every_form_has_a_rule_a_number_and_nouns_that_exist():
    kinds = {"*", "persons", "sold"}
    assert {fact.rule for fact in SIDE_FACTS} == set(RULES)
    for fact in SIDE_FACTS:
        assert fact.now.count("{n}") == fact.then.count("{n}") == 1
        assert set(fact.nouns) <= kinds | NOUN_SETS.keys(), fact
        assert not find_numbers(re.sub(r"\{.*?\}", "it", fact.now)), "a number of its own"


def related(context, question=HAVE, seed=1, unit="pens"):
    problem = make_problem(context, question, "12 + 5", "17", unit=unit)
    return perturb(Reading(problem), Rng(seed, "extra\x1f2", problem.id), Split([problem]))


@given(seed=st.integers(0, 10**6), count=st.integers(4, 40), more=st.integers(2, 40))
def test_a_number_is_new_and_a_part_is_less_than_the_whole(seed, count, more):
    context = f"Sam had {count} pens. He bought {more} pens."
    row = related(context, seed=seed)
    assert row.status == "applied"
    assert row.rule in RULES
    (edit,) = row.edits
    (number,) = (mention.value for mention in find_numbers(edit.after))
    assert number not in {Fraction(n) for n in (count, more, 12, 5, 17)}
    if re.search(rf"{number} of the", edit.after):
        assert number < min(n for n in (count, more) if n >= 3)
        assert edit.start > 0
    assert undo(row).context == (context,)
    assert (row.equation, row.answers) == ("12 + 5", ("17",))


@pytest.mark.parametrize(("trap", "context", "least", "most"), [
    ("near the count", "Sam has 40 pens and 60 hats.", 40, 60),
    ("near the numbers of a story that does not count the things", "Sam has 40 hats and 60 cups. He likes the pens.", 40, 60),
    ("a price counts nothing", "Sam bought a hat at $90. He likes the pens.", 2, 40),
])  # fmt: skip
def test_a_number_is_one_that_the_story_could_have(trap, context, least, most):
    said = {
        n.value
        for rule in ("relative", "elsewhere", "dream")
        for text in facts(rule, context)
        for n in find_numbers(text)
    }
    assert said, trap
    assert least <= min(said) <= max(said) <= most, trap


def test_what_was_a_year_ago_stands_behind_all_events():
    """9 more pens "after" those of a year ago would be added to those."""
    story = Story(Reading(make_problem("Sam has 12 pens. Sam got 9 more pens.", HAVE, "12 + 9", "21", unit="pens")))
    found = [
        statement
        for fact, things in candidates(story)
        if fact.rule == "earlier" and (statement := statement_of(fact, things, story, Rng(1, "a", "b")))
    ]
    assert found
    assert all(statement.at_end for statement in found)


def test_who_is_told_of_is_whom_a_later_pronoun_means():
    """Behind "Sam likes 4 of the pens best", "he" is Sam, unless the story has someone else."""

    def starts(context: str) -> set[int]:
        question = "How many plums does he eat?"
        rows = [related(context, question, seed, "plums") for seed in range(60)]
        return {row.edits[0].start for row in rows if row.edits and row.edits[0].after.strip().startswith("Sam ")}

    assert len(starts("Sam has 12 pens. He buys 9 pens. He eats some plums.")) > 1
    assert starts("Sam has 12 pens. He meets his friend Tom. He eats some plums.") <= {0}


def test_a_sentence_has_the_blanks_of_the_text():
    problem = make_problem("Sam has 12 pens . Sam buys 5 pens .", HAVE, "12 + 5", "17", unit="pens")
    (made,) = perturb_split(Split([problem]), "extra-second")
    assert made.edits[0].after.rstrip().endswith(" .")


def test_the_rules_take_turns():
    problems = [
        replace(
            make_problem("Sam has 40 pens.", HAVE, "40", "40", unit="pens"), id=f"{i}", source_id=f"{i}", group=f"{i}"
        )
        for i in range(40)
    ]
    rules = Counter(row.rule for row in perturb_split(Split(problems), "extra-second"))
    assert max(rules.values()) - min(rules.values()) <= 1
    assert len(rules) > 5


@pytest.mark.parametrize(("reason", "context", "question"), [
    ("no_rule", "If you add 45 you get 92.", "What is the number?"),
    ("no_rule", "Sam has 12 pens. " * 200, HAVE),
    ("no_place", "", HAVE),
])  # fmt: skip
def test_a_reason_is_given(reason, context, question):
    row = related(context, question)
    assert (row.status, row.reason) == ("unchanged", reason)


@pytest.mark.parametrize("behind", ["Each box holds 5 pens.", "The boxes are full of pens.", "They are full of pens."])
def test_no_other_things_stand_where_a_sentence_means_those_of_the_story(behind):
    """ "Each box" behind "a neighbor dreamed of 7 boxes" would be one of those."""
    context = f"Sam has 12 boxes. {behind} He likes them."
    found = [related(context, "How many pens has Sam?", seed, "pens") for seed in range(60)]
    others = [row.edits[0] for row in found if row.edits and re.search(r"\d+ boxes", row.edits[0].after)]
    assert others
    assert all(edit.start != context.index(behind) for edit in others)


def test_no_one_joins_the_people_that_are_counted():
    """A reporter on the bus would be one more."""
    story = Story(Reading(make_problem("12 people are on the bus.", "How many people are on the bus?", unit="people")))
    found = [fact.now for fact, _ in candidates(story)]
    assert found
    assert not [form for form in found if re.search("reporter|neighbor|visitor|child", form)]


def test_a_guess_is_near_the_truth_and_not_the_owners():
    said = facts("guess", "Sam saw 60 pens and 4 mugs.", "How many things did Sam see?")
    assert said
    assert all(30 <= n.value <= 120 for text in said for n in find_numbers(text))
    assert not any("Sam" in text for text in said)


@pytest.mark.parametrize("seed", range(20))
def test_a_wrong_guess_is_no_sum_of_two_parts(seed):
    """There may be as many: "4 tubes of blue paint and 3 tubes of yellow paint"."""
    problem = make_problem(
        "Ben has 4 blue tubes and 6 red tubes and 3 small tubes.", "How many tubes has Ben?", unit="tubes"
    )
    story = Story(Reading(problem))
    for fact, things in candidates(story):
        if fact.rule == "guess" and (made := statement_of(fact, things, story, Rng(seed, "x", "y"))):
            assert not {7, 9, 10} & set(map(int, re.findall(r"\d+", made.text))), made.text
