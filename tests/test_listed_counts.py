"""Counts of what a text lists one by one stay under noise and distribution; other counts move."""

import pytest

from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem

# (trap, context, question, equation, answer, the count that stays as it is written)
LISTED = [
    ("scores before it", "Malou got 91, 90 and 92 in her 3 quizzes.", "What is her average score?", "(91 + 90 + 92) / 3", "91", "3 quizzes"),
    ("scores behind it", "In 4 games Tom scored 12, 15, 21 and 16 points.", "How many points did he score on average?", "(12 + 15 + 21 + 16) / 4", "16", "4 games"),
    ("terms in sentences", "Ray ran 12 miles on Monday. He ran 18 miles on Tuesday.", "How far did he run on average on these 2 days?", "(12 + 18) / 2", "15", "2 days"),
    ("terms that are products", "A class of 20 averaged 70 points, a class of 30 averaged 80.", "What is the mean of the 2 totals?", "(20 * 70 + 30 * 80) / 2", "1900", "2 totals"),
    ("count in words", "The five dogs weigh 20, 24, 31, 15 and 10 pounds.", "What is their average weight?", "(20 + 24 + 31 + 15 + 10) / 5", "20", "five dogs"),
    ("names with amounts", "Mark weighs 150 pounds, Susan weighs 130 pounds and Bob weighs 260 pounds.", "How much more do the 3 friends weigh than a piano of 500 pounds?", "150 + 130 + 260 - 500", "40", "3 friends"),
    ("names alone", "Ana, Ben and Cleo went to the fair. Each of the 3 children paid 12 dollars.", "How much did they pay?", "3 * 12", "36", "3 children"),
    ("names across sentences", "Ana went with Ben. Later Cleo joined. The three friends ate 7 tacos each.", "How many tacos did they eat?", "3 * 7", "21", "three friends"),
    ("a narrator too", "Dan split the cost with Eve and Flo. The bill was 96 dollars, split evenly 3 ways.", "How much did each pay?", "96 / 3", "32", "3 ways"),
    ("two people", "Gus and Hal are brothers. Both of the 2 boys have 14 cars.", "How many cars have they?", "2 * 14", "28", "2 boys"),
    ("listed colours", "Ann bought red, blue and green paper. She bought 12 sheets of each of the 3 colors.", "How many sheets did she buy?", "12 * 3", "36", "3 colors"),
    ("listed things", "The menu has soup, fish, salad and cake. The chef made 25 of all 4 dishes.", "How many plates are there?", "25 * 4", "100", "4 dishes"),
    ("listed things behind", "He planted 30 of each of these 3 flowers: roses, tulips and lilies.", "How many flowers did he plant?", "30 * 3", "90", "3 flowers"),
    ("listed with articles", "A pen, a ruler and a cap are in each bag. The 3 things cost 9 dollars together.", "How much do 3 bags and a box of 14 dollars cost?", "3 * 9 + 14", "41", "3 things"),
    ("listed days", "Jo runs on Monday, Wednesday and Friday. On each of the 3 days she runs 8 miles.", "How many miles does she run?", "3 * 8", "24", "3 days"),
    ("days of a range", "Peter runs 14 kilometers each day from Monday to Friday.", "How many kilometers does he run in these 5 days?", "14 * 5", "70", "5 days"),
    ("hours told one by one", "In the first hour 80 people came in and 20 left. In the second hour 18 came in and 9 left.", "How many were in the shop after 2 hours?", "80 - 20 + 18 - 9", "69", "2 hours"),
    ("weeks told one by one", "He saved 15 dollars in the first week and 22 in the second week.", "How much did he save in the 2 weeks?", "15 + 22", "37", "2 weeks"),
    ("chapters told one by one", "A book has 3 chapters. The first chapter is 35 pages long, the second is 18 and the third is 31 pages long.", "How many pages has the book?", "35 + 18 + 31", "84", "3 chapters"),
    ("1st and 2nd", "On the 1st day 14 boats came, on the 2nd day 25.", "How many boats came in 2 days?", "14 + 25", "39", "2 days"),
    ("first and the other", "Two boxes hold pens. The first box holds 12 pens and the other box 17.", "How many pens do the 2 boxes hold?", "12 + 17", "29", "2 boxes"),
    ("shelves", "There are 3 shelves. The top shelf has 14 books, the middle one 22 and the bottom one 19.", "How many books are on the 3 shelves?", "14 + 22 + 19", "55", "3 shelves"),
    ("days before", "583 visitors came that day. 246 came the previous day.", "How many came within 2 days?", "583 + 246", "829", "2 days"),
    ("yesterday and today", "Mia read 35 pages yesterday and 48 pages today.", "How many pages did she read in 2 days?", "35 + 48", "83", "2 days"),
    ("morning and afternoon", "He sold 25 cakes on Saturday. He sold 38 cakes on Sunday.", "How many cakes did he sell over the 2 days?", "25 + 38", "63", "2 days"),
    ("this and last", "The mill made 120 bags last week and 135 bags this week.", "How many bags did it make in the past 2 weeks?", "120 + 135", "255", "2 weeks"),
    ("the first five", "Brin has scores of 89, 71, 92, 100 and 86 on the first five tests, and needs 500 points.", "How many points are left?", "500 - (89 + 71 + 92 + 100 + 86)", "62", "five tests"),
    ("groups of two kinds", "The 20 kids made two equal groups of girls and boys. Each girl found 60 shells.", "How many shells did the girls find?", "20 / 2 * 60", "600", "two equal groups"),
    ("kinds of colours", "He has 3 kinds of red, blue and green pens, 14 of each.", "How many pens has he?", "3 * 14", "42", "3 kinds"),
    ("the first ones, without a noun", "A cat weighs 14 pounds, a dog 30 pounds. A pig is 5 times as heavy as the first two together.", "How heavy is it?", "5 * (14 + 30)", "220", "first two together"),
    ("the last ones, at a mark", "Ann has 14 pens, Bo has 30 and Cy 25. Di has 6 times as many as the last 2.", "How many has she?", "6 * (30 + 25)", "330", "last 2."),
    ("the other ones together", "Ann has 14 pens, Bo has 30. Di has 6 times as many as the other 2 together.", "How many has she?", "6 * (14 + 30)", "264", "other 2 together"),
    ("an operand of the same value", "A cat weighs 2 pounds, a dog 30 pounds. A pig is as heavy as the first two together.", "How heavy is it?", "2 + 30", "32", "first two together"),
    ("days that the text numbers", "Eve walked 14 miles on each of the first 3 days and 30 miles on day 4.", "How far did she walk?", "14 * 3 + 30", "72", "first 3 days"),
    ("all days, of which the text numbers the last", "Ida rode for 4 days, 16 miles on each of the first 3 days and 25 miles on day 4.", "How far did she ride?", "3 * 16 + 25", "73", "4 days"),
    ("all days, with the last one", "Ida rode for 4 days, 16 miles on each of the first three days and 25 miles on the last day.", "How far did she ride?", "3 * 16 + 25", "73", "4 days"),
    ("the first days before the last one", "Ida rode for 4 days, 16 miles on each of the first three days and 25 miles on the last day.", "How far did she ride?", "3 * 16 + 25", "73", "three days"),
    ("all days, with an ordinal", "On a trip of 5 days Lea took 40 photos on each of the first 4 days and 15 photos on the fifth day.", "How many photos did she take?", "4 * 40 + 15", "175", "5 days"),
    ("the first days before an ordinal", "On a trip of 5 days Lea took 40 photos on each of the first 4 days and 15 photos on the fifth day.", "How many photos did she take?", "4 * 40 + 15", "175", "first 4 days"),
    ("all days, of which several are the last", "In 7 days Lea took 40 photos on each of the first 4 days and 15 on each of the last 3 days.", "How many photos did she take?", "4 * 40 + 3 * 15", "205", "7 days"),
    ("the last days of all", "In 7 days Lea took 40 photos on each of the first 4 days and 15 on each of the last 3 days.", "How many photos did she take?", "4 * 40 + 3 * 15", "205", "last 3 days"),
    ("the next days of all", "In 4 days Lea took 40 photos on the first day and 15 on each of the next 3 days.", "How many photos did she take?", "40 + 3 * 15", "85", "next 3 days"),
    ("a group that was named before, no operand", "The 9 men ate 40 pies and 20 cakes.", "How many did they eat?", "40 + 20", "60", "The 9 men"),
    ("months by name", "It rained 14 times in May and 19 times in June.", "How often did it rain in those 2 months?", "14 + 19", "33", "2 months"),
]  # fmt: skip

# (trap, context, question, equation, answer, the count that may move)
COUNTED = [
    ("days that are not told one by one", "Mia read 35 pages a day for 4 days.", "How many pages did she read?", "35 * 4", "140", "4 days"),
    ("the first days, without numbered ones", "Eve walked 14 miles on each of the first 3 days and 30 miles later.", "How far did she walk?", "14 * 3 + 30", "72", "first 3 days"),
    ("numbered things of another kind", "On day 4 Eve walked 14 miles in each of the first 3 hours.", "How far did she walk?", "14 * 3", "42", "first 3 hours"),
    ("the first hours and the last of unknown many", "A kiosk sold 210 maps in the first 4 hours and 56 maps in the last hour.", "How many more maps did it sell in the first 4 hours?", "210 - 56", "154", "first 4 hours"),
    ("the last day of more days", "In 9 days Ida rode 16 miles on each of the first 3 days and 25 miles on the last day.", "How far did she ride on these days?", "3 * 16 + 25", "73", "first 3 days"),
    ("the same time twice", "Al stores 12 tons in each of the next 2 months and loses 5 tons.", "How many tons has he after the 2 months?", "12 * 2 - 5", "19", "2 months"),
    ("another part as long", "Of 20 kids 8 fall asleep in the first 5 minutes and 3 a minute in another 5 minutes.", "How many are awake?", "20 - 8 - 3", "9", "first 5 minutes"),
    ("more than a list has, no operand", "Of the 64 flats in a tower, 40 have a balcony. 12 of these are empty.", "How many of these are not?", "40 - 12", "28", "64 flats"),
    ("more than a list has, told twice", "There are 64 flats. Of the 64 flats, 40 have a balcony. 12 of these are empty.", "How many of these are not?", "40 - 12", "28", "64 flats"),
    ("the first of all miles", "A taxi takes 5 dollars for the first 2 miles and 3 dollars for each further mile. Ann rode 11 miles.", "How much did she pay?", "5 + 3 * (11 - 2)", "32", "11 miles"),
    ("the last of other things", "Ida rode for 4 days, 16 miles on each of the first 3 tours and 25 miles on the last tour.", "How far did she ride?", "3 * 16 + 25", "73", "4 days"),
    ("an ordinal of other things", "Ida, in fourth grade, read 35 pages on each of the first 3 days.", "How many pages did she read?", "3 * 35", "105", "first 3 days"),
    ("the first of more", "Of 40 pens of 3 dollars the first 9 were sold.", "How much are the others?", "(40 - 9) * 3", "93", "first 9 were"),
    ("the other ones, an amount", "Ann has 4 red pens of 3 dollars. Her other 2 cost 9 dollars.", "How much are they?", "4 * 3 + 2 * 9", "30", "other 2 cost"),
    ("friends without names", "Each of his 6 friends has 14 cards.", "How many cards have they?", "6 * 14", "84", "6 friends"),
    ("a list of another length", "She bought red, blue and green paper, 12 sheets for each of the 5 tables.", "How many sheets?", "12 * 5", "60", "5 tables"),
    ("a divisor that counts no terms", "He put 12 apples and 18 pears in 5 bags.", "How many pieces are in each bag?", "(12 + 18) / 5", "6", "5 bags"),
    ("a race, not a count", "She won the second race. She ran 8 races of 12 miles.", "How far did she run?", "8 * 12", "96", "8 races"),
    ("a price beside two names", "Ann and Bob sold 35 bars of 2 dollars.", "How much did they earn?", "35 * 2", "70", "2 dollars"),
    ("shares of two amounts", "He spent 15 dollars on red and 9 dollars on green paper. A sheet costs 2 dollars.", "How many sheets did he buy?", "(15 + 9) / 2", "12", "2 dollars"),
    ("an amount beside two names", "Allan has 2 balloons and Jake has 4.", "How many have Allan and Jake?", "2 + 4", "6", "2 balloons"),
    ("people beside names", "Ann and Bob invited 9 people who ate 4 tacos each.", "How many tacos were eaten?", "9 * 4", "36", "9 people"),
]  # fmt: skip


def perturbed(name, context, question, equation, answer, seed):
    problem = make_problem(context, question, equation, answer, unit="")
    (result,) = perturb_split(Split([problem]), name, seed)
    return result


@pytest.mark.parametrize("name", ["noise", "distribution"])
@pytest.mark.parametrize(("trap", "context", "question", "equation", "answer", "stays"), LISTED)
def test_a_count_of_what_is_listed_stays(name, trap, context, question, equation, answer, stays):
    for seed in range(5):
        result = perturbed(name, context, question, equation, answer, seed)
        assert stays in f"{result.context[0]} {result.question}", (trap, result.context, result.question)


@pytest.mark.parametrize(("trap", "context", "question", "equation", "answer", "moves"), COUNTED)
def test_a_count_of_what_is_not_listed_may_move(trap, context, question, equation, answer, moves):
    texts = [
        f"{result.context[0]} {result.question}"
        for seed in range(8)
        if (result := perturbed("noise", context, question, equation, answer, seed)).status == "applied"
    ]
    assert any(moves not in text for text in texts), trap
