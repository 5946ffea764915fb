"""The greatest plausible numbers of stories: every line of the table, and numbers that it must not limit."""

from pathlib import Path

import pytest

from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations.new_values import plausible_ranges
from numdiag_datasets.perturbations.new_values.plausible_ranges import most_plausible, most_plausible_result

TABLE = Path(plausible_ranges.__file__).with_name("plausible_ranges.tsv")
LINES = [line.split("\t") for line in TABLE.read_text("utf-8").splitlines()[1:]]


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line[0].split()[0]}-{line[1]}")
def test_each_line_decides_its_example(line):
    _, most, _, _, example = line
    assert int(most) in [most_plausible(number) for number in find_numbers(example)]


# (trap, text, its numbers that have a limit, with the limit)
CASES = [
    ("a height in either order of words", "Fred's height is 98 inches. Ted is 39 inches tall.", {98: 150, 39: 150}),
    ("a building is no person", "The tower is 900 feet tall.", {900: 1500}),
    ("a person", "Her cousin is 7 feet tall.", {7: 8}),
    ("inches beside feet", "Vlad is 6 feet, 3 inches tall.", {6: 7, 3: 11}),
    ("a rope of feet and inches", "The rope is 60 feet, 3 inches long.", {60: 9999, 3: 11}),
    ("people on one bus", "There were 46 passengers on the bus.", {46: 120}),
    ("people of a school", "There are 460 students in the school. They need 9 buses.", {9: 9999, 460: 9999}),
    ("what somebody weighs", "Alexa knows she weighs 46 pounds.", {46: 400}),
    ("a load of stones", "The stones weigh 460 pounds.", {460: 9999}),
    ("hours of a day, told elsewhere", "He reads every day. Today it was 3 hours.", {3: 24}),
    ("hours of a journey", "The ship sailed 300 hours.", {}),
    ("minutes of an hour", "She rests 5 minutes every hour and 9 minutes in every hour of the night.", {5: 60, 9: 60}),
    ("minutes of several hours", "She gets $4 an hour and rests 5 minutes.", {5: 3600}),
    ("hours of a day", "She works 5 hours of the day, 4 hours per day.", {5: 24, 4: 24}),
    ("days of a week", "He teaches on 4 days of the week.", {4: 7}),
    ("days after a week", "At the end of the week 4 days passed.", {}),
    ("days of a month", "It rained on 4 days in May.", {4: 31}),
    ("days and a week that is another unit", "He ran 4 days, a week and 2 hours.", {4: 7, 2: 24}),
    ("months of a year", "The shop is open 8 months of the year.", {8: 12}),
    ("weeks of a year", "She fasts 3 weeks of the year.", {3: 52}),
    ("seconds of a minute", "A lamp blinks 20 seconds of each minute.", {20: 60}),
    ("several of the larger unit", "It took 4 minutes of the 3 hours.", {}),
    ("a price, not what somebody owns", "A pencil costs $2. She has $500.", {2: 50}),
    ("a dear thing", "A house costs $900.", {}),
    ("times as a comparison", "It is 3 times as long.", {3: 100}),
    ("a room of several", "The rooms are 12 feet long.", {12: 150}),
    ("people on a seat", "Each seat can hold 4 people.", {4: 30}),
    ("seats of a hall", "The hall has 400 seats for people.", {400: 9999}),
    ("kinds", "They saw 4 kinds of birds and 70 birds.", {4: 300}),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "text", "limits"), CASES)
def test_what_has_a_limit(trap, text, limits):
    found = {int(number.value): most_plausible(number) for number in find_numbers(text)}
    assert {value: most for value, most in found.items() if most} == limits


@pytest.mark.parametrize(("trap", "unit", "text", "most"), [
    ("an age", "years", "How many years old is she?", 110),
    ("a sum of hours of several days", "hours", "How many hours is it in all?", None),
    ("hours of one day", "hours", "How many hours did she work today?", 24),
    ("slices of several pizzas", "slices", "How many slices of pizza are there?", None),
    ("no unit", "", "How many are there?", None),
])  # fmt: skip
def test_results_have_limits_too(trap, unit, text, most):
    assert most_plausible_result(unit, text) == most
