"""Distribution of worked solutions: amounts grow several times, together, or the story binds them."""

from fractions import Fraction

import pytest

from numdiag_datasets.core.problem import APPLIED
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.perturbations.new_values.growth import MOST_FACTOR

from .test_gsm8k import problem_of

# (trap, text with its question, solution, the amounts that grow)
GROW = [
    ("added and compared amounts grow together", "Sam had 30 pens and gave away 12. How many pens are left?", "<<30-12=18>>18\n#### 18", {30, 12}),
    ("a rate stays", "A farm has 12 cows. Each cow gives 30 liters a day. How many liters is that?", "<<12*30=360>>360\n#### 360", {12}),
    ("money grows, and what each gets stays", "Tom paid $60 for 5 pens each. How much did the 3 boys pay?", "<<60*3=180>>180\n#### 180", {60}),
    ("goods and money", "Al bought 6 pens at $2 each and paid with $20. How much change did he get?", "<<6*2=12>>12\n<<20-12=8>>8\n#### 8", {6, 20}),
    ("a share stays", "There were 40 visitors. 20% of them left. How many visitors left?", "<<20/100*40=8>>8\n#### 8", {40}),
    ("a long way", "The ship sailed 60 miles and then 45 miles. How many miles is that?", "<<60+45=105>>105\n#### 105", {60, 45}),
    ("no two kinds of one number", "A shop sold 14 pens and 9 coins. How many more pens did it sell?", "<<14-9=5>>5\n#### 5", {14, 9}),
    ("the price of many things together", "A shop bought 50 melons for $80. It sold them at a profit of 25%. What did it get?", "<<80*25/100=20>>20\n<<80+20=100>>100\n#### 100", {80}),
    ("what each has is not a price", "Al and Bo each had $60. Al lost $20. How much has Al?", "<<60-20=40>>40\n#### 40", {60, 20}),
    ("a dear thing", "A camera costs $130 each. What do 2 cameras cost?", "<<130*2=260>>260\n#### 260", {130}),
]  # fmt: skip


@pytest.mark.parametrize("seed", range(1, 8))
@pytest.mark.parametrize(("trap", "text", "solution", "grow"), GROW)
def test_amounts_grow_together(trap, text, solution, grow, seed):
    (made,) = perturb_split([problem_of(text, solution)], "distribution", seed)
    assert made.status == APPLIED
    moved = {_value(edit.before): _value(edit.after) for edit in made.edits}
    assert set(moved) == grow
    factors = [new / old for old, new in moved.items()]
    assert min(factors) > 3
    assert max(factors) < MOST_FACTOR * Fraction(5, 4)
    assert max(factors) < Fraction(3, 2) * min(factors)


def _value(text):
    (number,) = find_numbers(text)
    return number.value


# (trap, text with its question, solution)
BOUND = [
    ("an age", "Ann is 12 years old and Ben is 5 years older. How old is Ben?", "<<12+5=17>>17\n#### 17"),
    ("a wage", "She earns $12 an hour. How much does she earn in 5 hours?", "<<12*5=60>>60\n#### 60"),
    ("a meal", "He ate 6 figs and she ate 8 figs. How many figs did they eat?", "<<6+8=14>>14\n#### 14"),
    ("people of a class", "There are 24 boys and 13 girls in a class. How many children is that?", "<<24+13=37>>37\n#### 37"),
    ("more than stories tell of", "Ann had 40 hats and lost 12 hats. How many hats has she?", "<<40-12=28>>28\n#### 28"),
    ("an age beside what is said of ages elsewhere", "Ben is twice older than Chris. If Chris is 4, how old is Ben?", "<<4*2=8>>8\n#### 8"),
    ("friends", "Al has 3 friends. Bo has 5 friends more. How many friends has Bo?", "<<3+5=8>>8\n#### 8"),
    ("hours", "He sailed 5 hours and then 7 hours. How many hours did he sail?", "<<5+7=12>>12\n#### 12"),
    ("a walk", "He walked 5 miles and then 7 miles. How many miles did he walk?", "<<5+7=12>>12\n#### 12"),
    ("what somebody weighs", "Al weighed 60 kg and lost 7 kg. What does he weigh?", "<<60-7=53>>53\n#### 53"),
    ("the price of a small thing", "A pen costs $2. How much do 2 pens for each of 3 boys cost?", "<<2*2*3=12>>12\n#### 12"),
    ("the price of clothes", "A shirt costs $30. How much do 2 shirts for each of 3 boys cost?", "<<2*30*3=180>>180\n#### 180"),
    ("the price of one thing, for it", "He bought a red ball at the store for $22 for each of his 3 sons. How much did they cost?", "<<22*3=66>>66\n#### 66"),
    ("an amount that is added to what stays", "Sam had $30. He worked 5 hours at $4 an hour. How much does he have?", "<<5*4=20>>20\n<<30+20=50>>50\n#### 50"),
    ("speed", "A ship does 18 mph for 4 hours. How many miles is that?", "<<18*4=72>>72\n#### 72"),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "text", "solution"), BOUND)
def test_what_the_story_binds_stays(trap, text, solution):
    (made,) = perturb_split([problem_of(text, solution)], "distribution", 1)
    assert (made.status, made.reason) == ("unchanged", Reason.AMOUNT_IS_BOUNDED)


def test_a_fraction_that_no_amount_enters_may_have_any_decimals():
    text = "She sells hats at 11/8 of the price. She bought the hats for $72. What is her profit?"
    (made,) = perturb_split([problem_of(text, "<<11/8*72=99>>99\n<<99-72=27>>27\n#### 27")], "distribution", 1)
    assert made.status == APPLIED


def test_what_is_asked_for_as_a_percentage_stays_below_the_whole():
    text = "Each of 60 jobs takes 15 minutes. What percentage of 1800 minutes is that?"
    (made,) = perturb_split([problem_of(text, "<<60*15=900>>900\n<<900/1800*100=50>>50\n#### 50")], "distribution", 1)
    assert (made.status, made.answers) == ("unchanged", ("50",))
