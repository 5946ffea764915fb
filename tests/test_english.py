"""What English sentences are taken for: names, nouns, verbs, phrases, and what a clause leans on."""

import pytest

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


@pytest.mark.parametrize(("sentence", "is_name"), [
    ("Brian has 3 pens", True),
    ("There are 3 pens", False),
    ("Seven pens", False),
    ("Pens cost $3", False),
    ("Will has 3 pens", True),  # also a function word
    ("Penny has 3 pens", True),  # also a coin
    ("I have 3 pens", True),  # a capital anywhere
    ("14 pens", False),
])  # fmt: skip
def test_a_capital_that_belongs_to_a_name(sentence, is_name):
    assert begins_with_name(sentence) == is_name


@pytest.mark.parametrize(("noun", "expected"), [
    ("Children", {"person"}), ("boxes", {"container"}), ("geese", {"animal"}), ("items", {"general"}),
    ("fish", {"animal", "food"}), ("dollars", {"money"}), ("xyzzy", set()),
])  # fmt: skip
def test_classes(noun, expected):
    assert classes_of(noun) == expected


@pytest.mark.parametrize(("plural", "expected"), [
    ("cherries", "cherry"), ("knives", "knife"), ("buses", "bus"), ("grandchildren", "grandchild"),
    ("glass", "glass"), ("people", "person"), ("feet", "foot"),
])  # fmt: skip
def test_singular(plural, expected):
    assert singular(plural) == expected


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


@pytest.mark.parametrize(("statement", "subject"), [
    ("Janet has nine plums", "Janet"),
    ("Mrs. Hale has nine plums", "Mrs. Hale"),
    ("his friend scored 9 points", "his friend"),
    ("Cindy's mom baked 9 pies", "Cindy's mom"),
    ("Pinky the Pig bought 9 pies", "Pinky"),
    ("Working overtime, Robyn sold 9 packs", "Robyn"),
    ("John was able to gather 9 cans", "John"),
    ("Now they have 9 left", ""),
    ("There are 9 cats", ""),
    ("nine cats", ""),
])  # fmt: skip
def test_who_a_statement_is_about(statement, subject):
    assert subject_of(statement) == subject


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


@pytest.mark.parametrize(("paragraph", "continues"), [
    ("Sales rose 5% in 2019.", False),
    ("These costs rose 5%.", True),
    ("The remaining costs rose 5%.", True),
    ("Furthermore, costs rose 5%.", True),
    ("As a result, costs rose 5%.", True),
    ("As noted in part 2, costs rose 5%.", True),
    ("It also rose 5%.", True),
    ("Rents rose 5%. These costs fell.", False),  # only the opening counts
    ("", False),
])  # fmt: skip
def test_what_continues_a_paragraph(paragraph, continues):
    assert continues_paragraph(paragraph) == continues


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
