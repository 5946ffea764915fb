"""Which numbers of a passage give the answer: what the wording asks for, the one way, and what is unknown."""

import pytest

from numdiag_datasets.core.problem import Problem
from numdiag_datasets.core.reasons import Rejected
from numdiag_datasets.texts.passage.asked_operation import COMPLEMENT, DIFFERENCE, ONE, SUM, asked_for
from numdiag_datasets.texts.passage.evidence import find_passage_evidence
from numdiag_datasets.texts.reading import Reading

GAME = (
    "Elam kicked a 43-yard field goal. Brown answered with a 28-yard field goal. Young ran 9 yards for a "
    "touchdown. Elam ended the game with a 51-yard field goal."
)
CENSUS = "There were 4,510 people, 1,830 households, and 1,207 families residing in the town."
BEARS = "There are 2,500 large bears in Sweden and 2,200 in Finland, and 700 wolves in Norway."


def reading_of(passage, question, answer):
    return Reading(Problem("q", "q", "p", "drop_num", (passage,), question, "", (answer,), "number"))


@pytest.mark.parametrize(("question", "operation", "kind"), [
    ("How many more bears are there in Sweden than in Finland?", DIFFERENCE, "count"),
    ("How many yards longer was Elam's first field goal than Brown's?", DIFFERENCE, "yard"),
    ("How many yards difference was there between the two field goals?", DIFFERENCE, "yard"),
    ("How many fewer dollars did women earn than men?", DIFFERENCE, "money"),
    ("How many degrees higher was it in May?", DIFFERENCE, "degree"),
    ("How many days longer was the siege?", DIFFERENCE, "day"),
    ("How many field goals longer than 40 yards did Elam kick?", ONE, "yard"),  # which are counted
    ("How many touchdowns of 20 yards or more were scored?", ONE, "yard"),
    ("How many more people than households and families combined were there?", ONE, "count"),
    ("How many times as many men had Sobieski?", ONE, "count"),
    ("How many yards of field goals did Elam kick in total?", SUM, "yard"),
    ("How many households and families were there altogether?", SUM, "count"),
    ("How many percent of the people were not Irish?", COMPLEMENT, "percent"),
    ("How many percent more were Irish than not?", ONE, "percent"),  # two operations
    ("How many yards was the longest field goal?", ONE, "yard"),
    ("x " * 5000, ONE, "count"),
])  # fmt: skip
def test_the_wording_names_the_operation(question, operation, kind):
    asked = asked_for(question)
    assert (asked.operation, asked.kind) == (operation, kind)


@pytest.mark.parametrize(
    ("trap", "passage", "question", "answer", "expected"),
    [
        ("a difference", BEARS, "How many more large bears are there in Sweden than in Finland?", "300", ("-", 2500, 2200)),
        ("the smaller first", BEARS, "How many fewer bears are there in Finland than in Sweden?", "300", ("-", 2500, 2200)),
        ("the sides are exchanged", BEARS, "How many more bears are there in Finland than in Sweden?", "300", "no_unique_derivation"),
        ("somebody else's", BEARS, "How many more bears are there in Sweden than in Norway's Oslo?", "300", "no_unique_derivation"),
        ("other things", CENSUS, "How many more households than families were there?", "623", ("-", 1830, 1207)),
        ("a unit", GAME, "How many yards longer was Elam's first field goal than Brown's field goal?", "15", ("-", 43, 28)),
        ("two pairs", GAME + " Brown missed from 36 yards.", "How many yards longer was Elam's first field goal than Brown's?", "15", "no_unique_derivation"),
        ("shown, of whatever", GAME + " He ran 15 yards.", "How many yards longer was Elam's first field goal than his second?", "15", "no_unique_derivation"),
        ("shown, but words tell", CENSUS + " Some 623 people left.", "How many more households than families were there?", "623", ("-", 1830, 1207)),
        ("two pairs, but words tell", CENSUS + " Of 1,000 men 377 left.", "How many more households than families were there?", "623", ("-", 1830, 1207)),
        ("a pass is no run", "Orton threw a 21-yard touchdown pass. Young got a 1-yard touchdown run.", "How many total yards of rushing touchdowns were there?", "22", "no_unique_derivation"),
        ("not all of them", GAME, "How many total yards of field goals were there?", "79", "no_unique_derivation"),
        ("a part of the other", "There were 110 wounded, 71 seriously.", "How many people were wounded in total?", "181", "no_unique_derivation"),
        ("what is listed", CENSUS, "How many people, households and families were there?", "7547", ("+", 4510, 1830, 1207)),
        ("the rest of a whole", "It has 3,255 schools, of which 1,134 are private.", "How many schools are not private?", "2121", ("-", 3255, 1134)),
        ("between two years", "It made 750 cars in 1905 and 1,400 in 1906.", "By how many cars did it increase from 1905 to 1906?", "650", ("-", 1400, 750)),
        ("other years", "It made 750 cars in 1905 and 1,400 in 1906.", "By how many cars did it increase from 1904 to 1906?", "650", "no_unique_derivation"),
        ("nobody of that name", GAME, "How many yards longer was Tom Ward's first field goal than his second?", "15", "no_unique_derivation"),
        ("the longest of all", GAME, "How many yards longer was the longest field goal than the shortest?", "23", ("-", 51, 28)),
        ("not the longest", GAME, "How many yards longer was the longest field goal than the shortest?", "15", "no_unique_derivation"),
        ("a sum", CENSUS, "How many households and families were there in total?", "3037", ("+", 1830, 1207)),
        ("a sum of three", GAME, "How many total yards of field goals were there?", "122", ("+", 43, 28, 51)),
        ("the rest of a hundred", "Of the people 24% were Irish.", "How many percent were not Irish?", "76", ("100 -", 24)),
        ("another unit", GAME, "How many more field goals had Elam than Brown?", "15", "no_unique_derivation"),
        ("no operation", GAME, "How many yards was the longest field goal?", "51", "wording_names_no_operation"),
        ("a line is no length", "He ran from the 43-yard line to the 28-yard line.", "How many yards difference is there between the lines?", "15", "no_unique_derivation"),
        ("no answer", CENSUS, "How many more households than families were there?", "9" * 3000, "answer_unreadable"),
    ],
)  # fmt: skip
def test_one_way_or_none(trap, passage, question, answer, expected):
    """Search and wording agree on one way, or there is a reason why none is proved."""
    found: str | tuple[object, ...]
    try:
        derivation = reading_of(passage, question, answer).passage_derivation
        found = (derivation.operation, *derivation.values)
    except Rejected as rejected:
        found = rejected.reason
    assert found == expected, trap


@pytest.mark.parametrize(("trap", "passage", "question", "answer", "texts"), [
    ("operands", GAME, "How many yards longer was Elam's first field goal than Brown's field goal?", "15", {"43", "28"}),
    ("the number itself", GAME, "How many yards was Elam's longest field goal?", "51", {"51"}),
    ("what it counts", CENSUS, "How many families were there?", "1207", {"1,207"}),
    ("a coincidence", "Ann saw 3 ships. Tom kicked a field goal.", "How many field goals did Tom kick?", "3", None),
    ("a count", GAME, "How many field goals did Elam kick?", "2", None),
    ("years", "It began in 1915 and ended in 1942.", "How many years did it last?", "27", {"1915", "1942"}),
    ("two spans of years", "In 1915, 1942, 1969 and 1970.", "How many years did it last?", "27", None),
    ("too many numbers", "5 pens and 6 " * 3000, "How many more pens than hats?", "1", None),
])  # fmt: skip
def test_needed_numbers(trap, passage, question, answer, texts):
    """Where the numbers stand that the answer needs, None where nothing tells."""
    needed = find_passage_evidence(reading_of(passage, question, answer))
    shown = needed and {passage[start : start + len(t)] for _, start in needed for t in texts or ()}
    assert (needed is None) == (texts is None), trap
    assert not texts or texts <= (shown or set()), trap
    assert not texts or len(needed or ()) == len(texts), trap
