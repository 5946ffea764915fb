"""Passages: which numbers give the answer, what changes with them, and what keeps a row as it is."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from numdiag_datasets.core.equation import parse_equation
from numdiag_datasets.core.problem import APPLIED, Problem, apply_edits, undo
from numdiag_datasets.core.reasons import Rejected
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.release.verify.invariants import check_perturbed
from numdiag_datasets.texts.passage.asked_operation import COMPLEMENT, DIFFERENCE, ONE, SUM, asked_for
from numdiag_datasets.texts.passage.evidence import find_passage_evidence, possible_evidence
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

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


@pytest.mark.parametrize(("trap", "passage", "question", "answer", "expected"), [
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
])  # fmt: skip
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


MORE_BEARS = "How many more large bears are there in Sweden than in Finland?"
LONGER = "How many yards longer was Elam's first field goal than Brown's field goal?"
BOTH = "How many households and families were there?"


def original(passage, question, *answers):
    return Problem("q", "q", "p", "drop_num", (passage,), question, "", answers, "number")


def perturbed(passage, question, *answers, name="noise", seed=1):
    problem = original(passage, question, *answers)
    (result,) = perturb_split(Split([problem]), name, seed)
    assert list(check_perturbed(result, Reading(problem), FORMS[name])) == []
    return result


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", ["noise", "distribution"])
@pytest.mark.parametrize(("passage", "question", "answers", "shape"), [
    (BEARS, MORE_BEARS, ("300",), "a - b"),
    (BEARS, "How many bears are there in Sweden and Finland combined?", ("4700", "4,700"), "a + b"),
    (GAME.replace("43", "33").replace("28", "20").replace("51", "9"), LONGER, ("13",), "a - b"),
    ("A force of 900 men met the 300 riders of Ann. She lost six riders and four horses.", "How many riders and horses did Ann lose?",
     ("10",), "a + b"),
    ("It has 3,255 schools, of which 1,134 are private.", "How many schools are not private?", ("2121",), "a - b"),
])  # fmt: skip
def test_operands_equation_and_answer_change_together(passage, question, answers, shape, name, seed):
    """The row states its derivation, the one answer replaces all published ones, and nothing else moves."""
    row = perturbed(passage, question, *answers, name=name, seed=seed)
    assert (row.status, row.rule) == (APPLIED, "in_passage")
    letters = iter("abc")
    assert re.sub(r"[\d.]+", lambda _: next(letters), row.equation) == shape
    equation = parse_equation(row.equation)
    assert [Fraction(answer) for answer in row.answers] == [equation.value()]
    assert Fraction(answers[0].replace(",", "")) != equation.value()
    assert undo(row).context == (passage,)
    of_operands = [e for e in row.edits if set(equation.operands) & {m.value for m in find_numbers(e.after)}]
    assert len(of_operands) == len(equation.operands)
    assert name == "noise" or len(row.edits) == len(of_operands)
    for edit in row.edits:
        old, new = (re.sub(r"[^\d.]", "", text) for text in (edit.before, edit.after))
        if not old:  # in words
            continue
        grown = Fraction(new) / Fraction(old)
        if name == "noise":
            assert 0 < Fraction(new) - Fraction(old) < 1
        else:
            assert Fraction(13, 10) <= grown <= 4
            assert "." not in new


@pytest.mark.parametrize(("trap", "more", "moves"), [
    ("another kind of animal", "It has 640 wolves.", {"640"}),
    ("an equal number", "It has 2,500 wolves.", {"2,500"}),
    ("few are told one by one", "Ann shot 3 wolves.", set()),
    ("a rule of a game", "He saw a 20-point game.", set()),
    ("a duration", "He counted for 40 years.", set()),
    ("a density", "The population density was 460 people per square mile (178/km2).", set()),
    ("roughly", "It has about 640 wolves.", set()),
    ("a share", "Of the wolves 64% are grey.", set()),
    ("parts of one sum", "Of 640 wolves 400 are grey and 240 brown.", set()),
    ("a number that is no amount", "In 1940 it had none.", set()),
])  # fmt: skip
def test_decimals_do_not_mark_the_operands(trap, more, moves):
    """Noise moves other amounts too, if nothing hangs on them."""
    passage = "There are 2,200 bears in Finland and 2,500 bears in Sweden. " + more
    row = perturbed(passage, "How many more bears are there in Sweden than in Finland?", "300")
    assert row.status == APPLIED
    assert {edit.before for edit in row.edits if edit.start >= passage.index(more)} == moves, trap
    grown = perturbed(passage, "How many more bears are there in Sweden than in Finland?", "300", name="distribution")
    assert {edit.before for edit in grown.edits} <= {"2,200", "2,500"}, trap


@pytest.mark.parametrize(("trap", "passage", "question", "answer", "texts"), [
    ("all yards", "Tom ran 5 yards and Al 9 yards.", "How many yards did the team run?", "14", {"5", "9"}),
    ("years and times", "It began in 1915. After 3 days it rained on 40 men.", "How many years later did it end?", "27", {"1915", "3"}),
    ("events are not told by numbers", GAME, "How many field goals did Elam kick?", "2", None),
    ("one amount is not enough for a sum", "Tom ran 5 yards.", "How many total yards did he run?", "14", None),
    ("several published answers", "Tom ran 5 yards and Al 9 yards.", "How many yards did the team run?", ("14", "15"), None),
])  # fmt: skip
def test_numbers_that_may_be_needed(trap, passage, question, answer, texts):
    answers = answer if isinstance(answer, tuple) else (answer,)
    found = possible_evidence(Reading(original(passage, question, *answers)))
    assert found == {("context[0]", passage.index(text)) for text in texts or ()}, trap


def test_what_changes_with_the_operands():
    question = "How many yards longer was Elam's 43-yard field goal than Brown's 28-yard field goal?"
    row = perturbed(GAME, question, "15")
    assert [edit.field for edit in row.edits if edit.before in ("43", "28")] == ["context[0]"] * 2 + ["question"] * 2
    shown = row.equation.split(" - ")
    assert all(f"{value}-yard" in row.question and f"{value}-yard" in row.context[0] for value in shown)
    passage = GAME + " The 43-yard field goal was his first. 28 men saw it."
    row = perturbed(passage, LONGER, "15")
    first, second, again = (edit for edit in row.edits if edit.before in ("43", "28"))
    assert (first.before, second.before, again.before) == ("43", "28", "43")
    assert first.after == again.after
    passage = "Men earned $32,429 and women earned $22,065 a year."
    row = perturbed(passage, "How many more dollars did men earn than women?", "10364")
    assert all(re.fullmatch(r"\d\d,\d{3}\.\d0", edit.after) for edit in row.edits)


WHY_NOT = [
    # (trap, passage, question, answer, reason under noise, reason under distribution)
    ("no operation", GAME, "How many yards was the longest field goal?", "51", *["wording_names_no_operation"] * 2),
    ("years stay", "It began in 1915 and ended in 1942.", "How many years did it last?", "27", *["wording_names_no_operation"] * 2),
    ("no way", CENSUS, BOTH, "99", *["no_unique_derivation"] * 2),
    ("other shares", "Of them 24% were Irish and 76% Welsh.", "How many percent were not Irish?", "76", *["share_of_whole"] * 2),
    ("a magnitude", "There are 3 million Zazas and 2 million Bosniaks.", "How many more Zazas are there than Bosniaks?", "1000000", *["no_integral_operand"] * 2),
    ("one person", "1 soldier and 20 sailors died.", "How many soldiers and sailors died?", "21", *["singular_number"] * 2),
    ("roughly", BEARS.replace("2,500", "about 2,500"), MORE_BEARS, "300", *["approximate_amount"] * 2),
    ("a range", BEARS.replace("2,200", "2,100 to 2,200"), MORE_BEARS, "300", *["approximate_amount"] * 2),
    ("events", "Rice had 9 touchdowns and Craig had 10 touchdowns.", "How many touchdowns did Rice and Craig have combined?", "19", *["told_one_by_one"] * 2),
    ("a sum", CENSUS.replace("4,510", "3,037"), BOTH, "3037", *["contradicts_context"] * 2),
    ("a list with its sum", "Of 130 ships 60 were galleys, 45 were boats and 25 transports.", "How many galleys and boats were there?", "105", *["contradicts_context"] * 2),
    ("a ratio", BEARS.replace(" and 2,200", ", twice as many as wolves, and 2,200"), MORE_BEARS, "300", *["contradicts_context"] * 2),
    ("shares behind", "There were 990 (55.0%) women and 410 (22.8%) men in it.", "How many women and men were there?", "1400", *["contradicts_context"] * 2),
    ("a condition", GAME, LONGER.replace("first field goal", "field goal in the first 10 minutes"), "15", *["number_in_question"] * 2),
    ("a density", CENSUS + " The population density was 46 people per square mile.", "How many more people than families were there?", "3303", "", "contradicts_context"),
    ("a share of it", BEARS + " They are 15% of all.", MORE_BEARS, "300", "", "contradicts_context"),
    ("nearly a sum", "Of 178,031 citizens 147,405 were born here, 27,333 in Turkey, 2,482 in Britain.", "How many citizens were not born in Turkey?", "150698", "", "contradicts_context"),
    ("parts of nearly all", "Of 178,031 citizens 147,405 were born here, 27,333 in Turkey, 2,482 in Britain.", "How many more citizens were born in Turkey than in Britain?", "24851", "", "contradicts_context"),
    ("the field ends", GAME.replace("43", "62"), LONGER, "34", "", "impossible_amount"),
    ("the order stays", BEARS.replace("700 wolves", "2,700 bears and 2,350 more"), MORE_BEARS, "300", "", "contradicts_context"),
    ("days", "The first siege took 43 days, the second siege took 28 days.", "How many days longer was the first siege than the second siege?", "15", "", "impossible_amount"),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "passage", "question", "answer", "noise", "distribution"), WHY_NOT)
def test_a_row_stays_for_a_reason_that_is_true_of_it(trap, passage, question, answer, noise, distribution):
    for name, reason in (("noise", noise), ("distribution", distribution)):
        row = perturbed(passage, question, answer, name=name)
        assert row.reason == reason, f"{trap}: {name}"


ROW = perturbed(BEARS, MORE_BEARS, "300")


@pytest.mark.parametrize(("trap", "broken", "message"), [
    ("another answer", replace(ROW, answers=("1",)), "is not the value of"),
    ("two answers", replace(ROW, answers=(*ROW.answers, "300")), "is not the value of"),
    ("another operation", replace(ROW, equation=ROW.equation.replace("-", "+")), "does not give its answer"),
    ("no operation", replace(ROW, equation=ROW.equation.partition(" ")[0]), "no difference of two"),
    ("four terms", replace(ROW, equation="1 + 2 + 3 + 4"), "no difference of two"),
    ("an operand of its own", replace(ROW, equation="9999.9 - 2200.5"), "does not show"),
    ("one number more",
     apply_edits(original(BEARS, MORE_BEARS, "300"), [*(e for e in ROW.edits if e.before != "700"), replace(ROW.edits[0], start=BEARS.index("700"), before="700", after="701")], equation=ROW.equation, answers=ROW.answers, rule=ROW.rule),
     "the numbers that moved"),
    ("nothing moved", replace(ROW, equation="2500 - 2200", answers=("300",)), "the text does not show"),
])  # fmt: skip
def test_every_promise_of_a_row_is_checked(trap, broken, message):
    found = list(check_perturbed(broken, Reading(original(BEARS, MORE_BEARS, "300")), FORMS["noise"]))
    assert any(message in what for what in found), (trap, found)


@pytest.mark.parametrize("name", ["noise", "distribution"])
def test_a_passage_of_many_numbers_takes_no_time(name):
    passage = "Ann saw 12 ships and 14 boats, 5-yard runs, $3 and 45% of them. " * 2000
    assert perturbed(passage, "How many more boats than ships?", "2", name=name).reason
