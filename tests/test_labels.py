"""Labels that another place of the text shows."""

import pytest

from numdiag_datasets.texts.reading import Reading
from tests.conftest import make_problem

#: (the trap, context, question, the numbers that may be perturbed)
CASES = [
    ("the same noun elsewhere", "Ann read chapters 3 and 4 of it. Chapter 3 has 18 pages.", "How many pages?", ["18"]),
    ("a label in the context, the question asks", "On Friday bus 5 brought 64 visitors and bus 7 brought 38.", "How many more came with bus 5 than with bus 7?", ["64", "38"]),
    ("a list of three", "He cleaned rooms 4, 5 and 6. Room 4 has 2 beds.", "How many beds?", ["2"]),
    ("a thing that is counted", "There are 5 buses. Bus 4 has 30 seats.", "How many seats have 5 buses?", ["5", "30", "5"]),
    ("an article", "Room 3 is full. In the room 5 boys sit.", "How many boys?", ["5"]),
    ("an amount behind a label", "There are 12 rugs in house 1, 20 rugs in house 2.", "How many rugs?", ["12", "20"]),
    ("no label elsewhere", "They came by bus 7 times.", "How many times?", ["7"]),
]  # fmt: skip


@pytest.mark.parametrize(("context", "question", "left"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_number_behind_a_numbered_thing_is_a_label(context, question, left):
    problem = make_problem(context, question)
    assert [number.text for number in Reading(problem).quantities] == left
