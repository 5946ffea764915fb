"""What English sentences are taken for: names, nouns, verbs, phrases, and what a clause leans on."""

import pytest

from numdiag_datasets.english.asked_unit import asked_unit
from numdiag_datasets.english.cohesion import continues_paragraph, introduces, leans_back, points_into, refers_back
from numdiag_datasets.english.names import begins_with_name
from numdiag_datasets.english.nouns import classes_of, singular
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.phrases import is_plural, same_detail
from numdiag_datasets.english.sentences import sentence_spans, starts_sentence
from numdiag_datasets.english.verbs import same_time, subject_of
from numdiag_datasets.texts.reading import Reading, counted_noun
from tests.conftest import make_problem


@pytest.mark.parametrize(("text", "sentences"), [
    ("He has 16. 4 are red.", ["He has 16.", "4 are red."]),  # a stop behind a number
    ("Mrs. Hilt ran 3 miles. She rested.", ["Mrs. Hilt ran 3 miles.", "She rested."]),
    ("It costs $1.50. Two cost $3.", ["It costs $1.50.", "Two cost $3."]),  # decimals
    ("Lions vs. Bears ended 3-1.", ["Lions vs. Bears ended 3-1."]),
    ("Bus No. 7 left. It rained.", ["Bus No. 7 left.", "It rained."]),
    ("He has 234 lbs. of rope. J. T. left.", ["He has 234 lbs. of rope.", "J. T. left."]),
    ("Nice People Inc. organized a fair.", ["Nice People Inc. organized a fair."]),
    ("Really? Yes! Good.", ["Really?", "Yes!", "Good."]),
    ('"I came." He left.', ['"I came."', "He left."]),
    ("One line\nthat goes on.\nAnother line", ["One line\nthat goes on.", "Another line"]),
    ("A heading\n\nA line", ["A heading", "A line"]),
    ("no stop at all, ", ["no stop at all,"]),
    ("", []),
])  # fmt: skip
def test_sentence_spans(text, sentences):
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


@pytest.mark.parametrize(("before", "starts"), [
    ("", True), ("He left. ", True), ("Why? ", True), ("Mrs. ", False), ("has ", False),
    ("It costs $0.68. ", True), ("No. ", False), ('He said. "', True), ("so, ", False),
])  # fmt: skip
def test_starts_sentence(before, starts):
    assert starts_sentence(before + "17 plums", len(before)) is starts


@pytest.mark.parametrize(("function", "text", "expected"), [
    (begins_with_name, "Brian has 3 pens", True),
    (begins_with_name, "There are 3 pens", False),
    (begins_with_name, "Seven pens", False),
    (begins_with_name, "Pens cost $3", False),
    (begins_with_name, "Will has 3 pens", True),  # also a function word
    (begins_with_name, "Penny has 3 pens", True),  # also a coin
    (begins_with_name, "I have 3 pens", True),  # a capital anywhere
    (begins_with_name, "14 pens", False),
    (classes_of, "Children", {"person"}), (classes_of, "boxes", {"container"}), (classes_of, "geese", {"animal"}), (classes_of, "items", {"general"}),
    (classes_of, "fish", {"animal", "food"}), (classes_of, "dollars", {"money"}), (classes_of, "xyzzy", set()),
    (singular, "cherries", "cherry"), (singular, "knives", "knife"), (singular, "buses", "bus"), (singular, "grandchildren", "grandchild"),
    (singular, "glass", "glass"), (singular, "people", "person"), (singular, "feet", "foot"),
    (subject_of, "Janet has nine plums", "Janet"),
    (subject_of, "Mrs. Hale has nine plums", "Mrs. Hale"),
    (subject_of, "his friend scored 9 points", "his friend"),
    (subject_of, "Cindy's mom baked 9 pies", "Cindy's mom"),
    (subject_of, "Pinky the Pig bought 9 pies", "Pinky"),
    (subject_of, "Working overtime, Robyn sold 9 packs", "Robyn"),
    (subject_of, "John was able to gather 9 cans", "John"),
    (subject_of, "Now they have 9 left", ""),
    (subject_of, "There are 9 cats", ""),
    (subject_of, "nine cats", ""),
    (continues_paragraph, "Sales rose 5% in 2019.", False),
    (continues_paragraph, "These costs rose 5%.", True),
    (continues_paragraph, "The remaining costs rose 5%.", True),
    (continues_paragraph, "Furthermore, costs rose 5%.", True),
    (continues_paragraph, "As a result, costs rose 5%.", True),
    (continues_paragraph, "As noted in part 2, costs rose 5%.", True),
    (continues_paragraph, "It also rose 5%.", True),
    (continues_paragraph, "Rents rose 5%. These costs fell.", False),  # only the opening counts
    (continues_paragraph, "", False),
])  # fmt: skip
def test_names_nouns_subjects_and_openings(function, text, expected):
    assert function(text) == expected


@pytest.mark.parametrize(("text", "noun"), [
    ("12 red apples in a box", "apple"),
    ("5 more", ""),
    ("5 of them", ""),
    ("6 boxes of cookies", "box"),
    ("9 of the pears", "pear"),
    ("He has 16. Apples are red", ""),  # the next sentence says nothing about 16
    ("28 and 5 cats", ""),  # nor does the next number's noun
    ("4 stamps cost $2", "stamp"), ("56 pens cost?", "pen"), ("one bus costs $40", "bus"),  # a verb behind
    ("16 people can not come", "person"), ("3 restaurants serve soup", "restaurant"), ("18 people can ride", "person"),
    ("3 touchdowns worth 7 points", "touchdown"), ("19 minutes drawing a cat", "minute"), ("8 hours painting", "hour"),
    ("89 leaves fell", "leaf"), ("4 tea leaves", "leaf"), ("12 ounce cans", "can"), ("15 bus rides", "ride"),
    ("5 bowling balls", "ball"), ("2 wedding rings", "ring"), ("8 people leave", "person"),
])  # fmt: skip
def test_counted_noun(text, noun):
    assert counted_noun(find_numbers(text)[0]) == noun


@pytest.mark.parametrize(("one", "two", "same"), [
    ("Bo sold 3 pens", "Ann sold 2 pens", True),
    ("Bo had 3 pens", "Ann took 2 pens", False),
    ("3 pens", "2 pens", False),  # no verb: not known
])  # fmt: skip
def test_actions_in_turn_keep_their_order(one, two, same):
    assert same_time(one, two) == same


def phrases(text):
    return Reading(make_problem(text)).phrases


@pytest.mark.parametrize(("text", "counted", "head"), [
    ("She bought 12 red apples on Monday.", "red apples", "apple"),
    ("She bought 6 cans of chicken soup and left.", "cans of chicken soup", "can"),
    ("She spent $8 on food.", "", "dollar"),
    ("She ate 5 more.", "", ""),
    ("She ate 5 of the plums.", "", ""),
    ("She drew 3.", "", ""),
])  # fmt: skip
def test_what_a_number_counts(text, counted, head):
    phrase = phrases(text)[0]
    assert (phrase.counted, phrase.noun, phrase.complete) == (counted, head, bool(head))


@pytest.mark.parametrize(("text", "same"), [
    ("16 pieces of candy and 5 pieces", False),
    ("18 soccer cards and 32 cards", False),
    ("4 red pens and 3 blue pens", True),
    ("4 cats and 3 dogs", True),
    ("5 pens and 3", True),
])  # fmt: skip
def test_whether_the_second_leans_on_the_first(text, same):
    assert same_detail(*phrases(text)) == same


def test_what_leans_on_the_sentence_before():
    assert leans_back("Bo has 3 more pens")
    assert not leans_back("Bo has 3 more pens than Ann")
    assert not leans_back("on the first floor", ordinals=True)  # which may be the first


def test_the_cats_and_a_bus():
    assert points_into("The cats ate 3 fish", "Ann has 4 cats")
    assert points_into("3 of the pens broke", "Ann has a cup")
    assert not points_into("The dogs ate 3 fish", "Ann has 4 cats")
    assert introduces("Ann saw a bus with 3 seats", "The bus has 4 doors")
    assert not introduces("Ann saw a bus with 3 seats", "Bo saw 4 cars")


@pytest.mark.parametrize(("opening", "prose", "refers"), [
    ("Next she bought 3 pens.", False, True),
    ("Ann says she bought 3 pens.", False, False),  # the name comes first
    ("It has 3 doors.", False, False),  # of persons only, in a word problem
    ("It has 3 doors.", True, True),
    ("Hoping to rebound from their loss, the Bills flew home.", True, False),
    ("The median age in the city was 34.", True, True),
    ("In Berlin the median age was 34.", True, False),
    ("However, the Bills lost.", True, True),
])  # fmt: skip
def test_what_an_opening_refers_back_to(opening, prose, refers):
    assert refers_back(opening, prose) == refers


@pytest.mark.parametrize(
    ("text", "plural"),
    [("9 geese", True), ("72 fish", True), ("3 cans of corn", True), ("2 apple", False), ("7", True)],
)
def test_plurals(text, plural):
    assert is_plural(phrases(f"We saw {text}.")[0]) == plural


@pytest.mark.parametrize(("trap", "question", "unit"), [
    ("the first words of a count", "How many more red pens did Ann buy?", "red pens"),
    ("a number in a condition", "If the number of boys is 60, how many girls are there?", "girls"),
    ("a number in a condition of money", "How much money does he make if the number of sheep is 60?", "dollars"),
    ("a number that the question asks for", "What is the total number of pens?", "pens"),
    ("money before a count", "How much does he pay if he needs how many cans there are?", "dollars"),
    ("a double in the condition", "If Cape May has double the number of sightings of Daytona, how many sightings does it have?", "sightings"),
    ("a measure", "How long is it in miles?", "miles"),
    ("no unit", "How much taller is he?", ""),
])  # fmt: skip
def test_the_unit_that_a_question_asks_for(trap, question, unit):
    assert asked_unit("He has $5.", question) == unit
