"""What a clause leans on, and what a paragraph goes on from."""

import pytest

from numdiag_datasets.english.cohesion import continues_paragraph, introduces, leans_back, points_into, refers_back


@pytest.mark.parametrize(("statement", "leans"), [
    ("Bo has 3 pens", False),
    ("Bo has 3 more pens than Ann", False),
    ("Bo has 3 more pens", True),
    ("then Bo had 3 pens", True),
    ("the first box has 3 pens", True),
    ("the rest are red", True),
    ("Bo gave 3 of them away", True),
])  # fmt: skip
def test_what_leans_on_the_sentence_before(statement, leans):
    assert leans_back(statement) == leans


def test_a_floor_may_be_the_first():
    assert not leans_back("on the first floor", ordinals=True)


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
