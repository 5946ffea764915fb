"""Packs, trips and other things that come whole are bought whole: a quotient that counts them stays whole under noise."""

from fractions import Fraction

import pytest

from numdiag_datasets.texts.solution.steps import parse_solution
from tests.test_gsm8k import perturbed

# (trap, text, solution, the steps whose results are whole)
WHOLE = [
    ("bags of soil", "A bed needs 60 cubic feet. A bag holds 3 cubic feet and costs $12. What does the soil cost?",
     "He needs 60 / 3 = <<60/3=20>>20 bags.\nThey cost 20 * 12 = $<<20*12=240>>240.\n#### 240", [0]),
    ("packs of candles", "A cake needs 24 candles. A pack of 6 candles costs $3. How much does he spend?",
     "He buys 24 / 6 = <<24/6=4>>4 packs.\nHe spends 4 * 3 = $<<4*3=12>>12.\n#### 12", [0]),
    ("loads of washing", "He has 40 shirts. A load holds 8 shirts and takes 45 minutes. How long does he wash?",
     "That is 40 / 8 = <<40/8=5>>5 loads.\nIt takes 5 * 45 = <<5*45=225>>225 minutes.\n#### 225", [0]),
    ("trips of a boat", "A boat takes 9 people and 54 wait. A trip takes 20 minutes. How long until all are over?",
     "It takes 54 / 9 = <<54/9=6>>6 trips.\nThat is 6 * 20 = <<6*20=120>>120 minutes.\n#### 120", [0]),
    ("tiles, in the line before the step", "A floor of 120 feet has tiles of 5 feet, for $4 each. What do they cost?",
     "The number of tiles is 120 / 5 = <<120/5=24>>24.\nThey cost 24 * 4 = $<<24*4=96>>96.\n#### 96", [0]),
    ("trays of muffins", "She bakes 96 muffins, 12 in a tray, with 3 cups of flour in each tray. How many cups?",
     "She fills 96 / 12 = <<96/12=8>>8 trays.\nShe uses 8 * 3 = <<8*3=24>>24 cups.\n#### 24", [0]),
    ("years until it pays", "A tree costs $90 and brings $9 a year. How many years will it take until the second tree of $36 is paid?",
     "It takes 90 / 9 = <<90/9=10>>10 years.\nThe second takes 36 / 9 = <<36/9=4>>4 years.\nThat is 10 + 4 = <<10+4=14>>14 years.\n#### 14",
     [0, 1]),
    ("tickets of two prices", "He has $84. A ticket costs $7, and each ride takes 2 tickets of 30 minutes. How many minutes does he ride?",
     "He buys 84 / 7 = <<84/7=12>>12 tickets.\nThat is 12 * 30 = <<12*30=360>>360 minutes.\n#### 360", [0]),
    ("guests after a share of one's own", "He buys 20 pounds and wants 2 pounds for each. How many people can he invite if he eats too?",
     "He can serve 20 / 2 = <<20/2=10>>10.\nHe can invite 10 - 1 = <<10-1=9>>9 people.\n#### 9", [1]),
    ("teams and one more", "There are 24 boys, and 6 are a team. How many teams do they need with the team of 4 girls?",
     "They need 24 / 6 = <<24/6=4>>4.\nThat is 4 + 1 = <<4+1=5>>5 teams.\n#### 5", [1]),
    ("full amounts of a reward", "You get $1 off for every $20. He spent $80 and pays $43. How much is it with twice as much off?",
     "He gets 80 / 20 = <<80/20=4>>4.\nThat is 4 * 2 = <<4*2=8>>8.\nHe pays 43 - 8 = $<<43-8=35>>35.\n#### 35", [0]),
]  # fmt: skip


@pytest.mark.parametrize("form", ["noise", "noise-second"])
@pytest.mark.parametrize(("trap", "text", "solution", "whole"), WHOLE)
def test_what_comes_whole_stays_whole(form, trap, text, solution, whole):
    for seed in range(6):
        made = perturbed(text, solution, form, seed)
        if made.status == "applied":
            results = parse_solution(made.derivation).results()
            assert all(results[step].denominator == 1 for step in whole), (trap, made.derivation)


@pytest.mark.parametrize(("trap", "text", "solution"), [
    ("a share of fruit", "He picks 24 apples and gives 6 friends as much each, then eats 2 of his. How many are left of a friend's 3 less?",
     "Each gets 24 / 6 = <<24/6=4>>4 apples.\nThat leaves 4 - 3 = <<4-3=1>>1 apple.\n#### 1"),
    ("half of the cards", "He has 30 cards and sells half of them, for $3 each. How much does he get?",
     "He sells 30 / 2 = <<30/2=15>>15 cards.\nHe gets 15 * 3 = $<<15*3=45>>45.\n#### 45"),
    ("a mean price", "Two pens cost $30, a book $6 and 3 caps $9. What is the mean of a pen and a third of the caps?",
     "A pen costs 30 / 2 = $<<30/2=15>>15.\nThat is 15 + 9 = $<<15+9=24>>24.\n#### 24"),
    ("pounds of candy", "He has 24 pounds of candy for 6 friends and 3 pounds for himself. How many pounds have a friend and he?",
     "Each gets 24 / 6 = <<24/6=4>>4 pounds of candy.\nThat is 4 + 3 = <<4+3=7>>7.\n#### 7"),
    ("hours on the way", "He drives 120 miles at 40 miles an hour and earns $15 an hour. How much does he earn?",
     "He drives 120 / 40 = <<120/40=3>>3 hours.\nHe earns 3 * 15 = $<<3*15=45>>45.\n#### 45"),
])  # fmt: skip
def test_what_can_be_a_fraction_may_become_one(trap, text, solution):
    derivations = [
        made.derivation for seed in range(12) if (made := perturbed(text, solution, "noise", seed)).status == "applied"
    ]
    assert any(Fraction(result).denominator > 1 for d in derivations for result in parse_solution(d).results()[:1]), (
        trap
    )
