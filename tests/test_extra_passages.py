"""Extra in passages and reports: sentences of others, facts about what a text names, and where they may stand."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from numdiag_datasets.core.problem import DOUBTFUL_ANSWER, undo
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.english import wordings
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.english.words import content_words
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.perturbations.extra.blocks import block_of, most_rows
from numdiag_datasets.perturbations.extra.donors import find_donors, is_for_train
from numdiag_datasets.perturbations.extra.passage_sentences import stands_in_any_passage
from numdiag_datasets.perturbations.extra.table_sentences import stands_in_any_report
from numdiag_datasets.release.building.units import read_splits
from numdiag_datasets.release.verify.invariants import check_perturbed
from numdiag_datasets.texts.insertion_points import points_between_paragraphs, points_in_prose
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem

TABLE = (("", "2019", "2018"), ("Trade receivables", "$410", "$380"), ("Prepayments", "75", "61"))


def problems(context, questions, group, **columns):
    """Questions about the paragraphs of one text."""
    made = (make_problem("", text, "", "4", id=f"{group}-{i}", group=group) for i, text in enumerate(questions))
    return [replace(problem, context=tuple(context), **columns) for problem in made]


def passage(text, *questions, group="p"):
    return problems([text], questions or ["How many lakes are there?"], group, answer_type="number")


def report(
    *paragraphs, questions=("What was the change in trade receivables in 2019 from 2018?",), group="r", table=TABLE
):
    return problems(paragraphs, questions, group, table=table, answer_type="arithmetic", answer_from="table")


@pytest.mark.parametrize(("fault", "sentence"), [
    ("", "In 2003 Paraguay's hotel occupancy rate was 38 percent."),
    ("", "The Diocese of Karelia has 22,000 church members in 12 parishes."),
    ("", "In the second quarter, kicker Matt Stover converted a 43-yard field goal for the Ravens."),
    ("about whom?", "Males had a median income of $35,549 versus $26,721 for females."),
    ("pronoun", "In 1950 it had 300 members in France."),
    ("which quarter?", "The first wave of 150 Spanish soldiers reached land."),
    ("which war?", "According to Le Monde, the five-day war cost 12 billion rubles."),
    ("cases of what?", "By 1961 only 161 cases were recorded in the United States."),
    ("which Saturday?", "By Saturday, up to 1,000 rebels had been mobilised in Dublin."),
    ("a score so far", "In the third quarter, the Chargers took the lead with a 41-yard run."),
    ("a reply", "The Lions replied with a 41-yard field goal."),
    ("open bracket", "Judith had three children, Susan (born in London, who died at 12."),
    ("a contrast", "The School of Law received 1,764 letters, only 39 replies were sent."),
    ("after what?", "After that the Swedish army lost 300 men."),
])  # fmt: skip
def test_sentences_of_passages_that_lean_are_no_donors(fault, sentence):
    assert stands_in_any_passage(sentence) == (not fault), fault


def places_in(text, question="How many lakes are there?"):
    (problem,) = passage(text, question)
    return ["END" if p.at_end else text[p.offset : p.offset + 3] for p in points_in_prose(Reading(problem))]


@pytest.mark.parametrize(("trap", "text", "expected"), [
    ("plain", "Finland has 9 towns. Norway has 5 towns.", ["Fin", "Nor", "END"]),
    ("he", "Otto had 9 towns. He lost 5 towns.", ["Ott", "END"]),
    ("he, behind his name", "Otto had 9 towns. Karl lost 5 towns and his horse.", ["Ott", "Kar", "END"]),
    ("the war", "Otto had 9 towns. The war took 5 towns.", ["Ott", "END"]),
    ("during the war", "Otto had 9 towns. During the war Karl took 5 towns.", ["Ott", "END"]),
    ("a quarter", "Otto had 9 yards. In the third quarter, Karl ran 5 yards.", ["Ott", "In ", "END"]),
    ("then", "Otto had 9 towns. Karl then took 5 towns.", ["Ott", "END"]),
    ("years later", "Otto had 9 towns. Two years later Karl took 5 towns.", ["Ott", "END"]),
    ("a number without its noun", "Otto had 9 towns. Karl took 5.", ["Ott", "END"]),
    ("more", "Otto had 9 towns. More towns fell to Karl.", ["Ott", "END"]),
    ("percent of what", "Otto had 9 towns. By 1980, 65% were lost to Karl.", ["Ott", "END"]),
    ("there were", "Otto had 9 towns. There were 5 towns near Karl.", ["Ott", "END"]),
    ("this", "Otto had 9 towns. Karl wanted this land of 5 towns.", ["Ott", "END"]),
    ("an answer", "Otto ran 9 yards. Karl responded with 5 yards.", ["Ott", "END"]),
    ("the game", "Otto ran 9 yards. After the win, Karl ran 5 yards.", ["Ott", "END"]),
    ("cut off at the end", "Otto had 9 towns. Norway has 5 towns", ["Ott", "Nor"]),
])  # fmt: skip
def test_places_in_a_passage(trap, text, expected):
    """Only where nothing behind the place could mean what is inserted."""
    assert places_in(text) == expected, trap


def test_the_end_is_no_place_where_a_question_leans_on_it():
    assert "END" not in places_in("Finland has 9 towns.", "How many are left?")
    assert "END" not in places_in("Finland has 9 towns.", "How many towns had he?")


LENDERS = [
    "In 2003 Paraguay's hotel occupancy rate was {} percent.",
    "The Diocese of Karelia has {}000 church members in old parishes.",
    "Nepal exported {} products including noodles to China.",
    "The Department of Tourism counted {} foreign visitors to Bangkok.",
]


def test_one_sentence_stands_in_a_fiftieth_of_the_rows_or_nine():
    """The questions of a long list about one passage share several sentences."""
    target = passage(
        "Finland has 9 towns. Norway has 5 towns.", *(f"How many lakes has lake number {i + 200}?" for i in range(30))
    )
    lenders = [p for i, text in enumerate(LENDERS) for p in passage(text.format(41 + i), group=f"d{i}")]
    rows = perturb_split(Split([*target, *lenders]), "extra")[:30]
    uses = Counter(p.edits[0].after.strip() for p in rows if p.edits)
    assert len(uses) == 4
    assert max(uses.values()) <= most_rows(34) == 9
    assert sum(uses.values()) == 30


@pytest.mark.parametrize(("trap", "text", "question", "rule"), [
    ("none", "Finland has 9 towns.", "How many lakes are there?", "unrelated"),
    ("a word of the passage", "Finland has 9 churches.", "How many lakes are there?", "shared_word"),
    ("a name of the passage", "Karelia has 9 towns.", "How many lakes are there?", None),
    ("a word of the question", "Finland has 9 towns.", "How many churches are there?", None),
    ("a number", "Finland has 22000 towns.", "How many lakes are there?", None),
    ("its own subject", "The census counted the residents, households and families of 9 towns by median age.", "How many lakes are there?",
     "unrelated"),
])  # fmt: skip
def test_what_a_sentence_may_share_with_a_passage(trap, text, question, rule):
    (target,) = passage(text, question)
    lender = passage("The Diocese of Karelia has 22,000 church members in 12 parishes.", group="d")
    result = perturb_split(Split([target, *lender]), "extra")[0]
    assert (result.rule or None) == rule, trap


def test_a_match_gets_no_sentence_of_another_match():
    match = "The Bears got a touchdown. The Bears had a fumble. The Bears led at halftime by 3 points."
    (target,) = passage(match, "How many points was the lead?")
    lender = passage("Dion Lewis rushed for a 4-yard score and 88 yards.", group="d")
    assert perturb_split(Split([target, *lender]), "extra")[0].reason == "no_donor"


@pytest.mark.parametrize(("fault", "sentence"), [
    ("", "We borrowed $72.3 million under our credit facilities during 2019."),
    ("", "The Company leases office space in Austin for $2.3 million a year."),
    ("", "In December 2019, the Company made a minority investment in a supplier for $8.0 million."),
    ("its result", "Revenue of the Company increased by $6.8 billion or 21% during the year."),
    ("its auditor", "The audit fees of the Company were $2.3 million in the year."),
    ("its seat", "Our principal executive offices are located on 150,000 square feet."),
    ("which of them?", "Of the 50 offices acquired in 2017, we closed eight of them."),
    ("those", "Those contracts are generally five to seven years long."),
    ("a defined term", "The 2013 Plan provides for 2,600,000 shares of our common stock."),
    ("a trade", "Our total flock consisted of approximately 9.4 million pullets."),
    ("no subject", "Denominated in USD with an original principal amount of $2.5 million."),
    ("no subject either", "Secured by real estate, it was repaid in 2019 for $4.5 million."),
    ("people of one report", "Kapuria and Taylor each earned an individual performance factor of 100%."),
    ("shares of which it was told", "As of December 31, 2018, the 380,952 shares remained in escrow."),
    ("available for what?", "As of December 31, 2019, $138.5 million was available."),
    ("absent", "Absent resolution by the parties, the impact was estimated at $5 million."),
    ("reported where?", "As reported, the U.K., France and Italy decreased 2.9 percent in 2019."),
    ("reported", "Germany decreased 4.1 percent as reported in fiscal 2019."),
    ("", "Cash paid for income taxes in 2019 and 2018 was $4.7 million and $4.3 million, respectively."),
    ("no number that counts", "The dividend yield is zero as the Company has no plans to pay 5 dividends."),
    ("run-in heading", "Goodwill Impairment During the year we recorded a charge of $1,244."),
])  # fmt: skip
def test_sentences_of_reports_that_lean_or_contradict_are_no_donors(fault, sentence):
    assert stands_in_any_report(sentence) == (not fault), fault


@pytest.mark.parametrize(("trap", "paragraphs", "expected"), [
    ("texts", ["We sold a building.", "Interest was paid."], ["0 start", "1 start", "1 end"]),
    ("a heading first", ["4. INVENTORIES", "We sold a building."], ["1 end"]),
    ("a heading that ends in a stop", ["Item 14. FEES AND SERVICES.", "We sold land."], ["1 start", "1 end"]),
    ("goes on", ["We sold a building.", "It was old."], ["0 start", "1 end"]),
    ("goes on further in", ["We sold a building.", "The Group needed this building."], ["0 start", "1 end"]),
    ("others", ["We sold a building.", "No other building was sold."], ["0 start", "1 end"]),
    ("introduces the table", ["We sold a building.", "Assets were as follows:"], ["0 start", "1 start"]),
    ("nothing but headings", ["4. INVENTORIES"], ["0 end"]),
    ("below headings", ["4. INVENTORIES", "Inventories were as follows:"], ["1 start"]),
])  # fmt: skip
def test_places_among_paragraphs(trap, paragraphs, expected):
    (problem,) = report(*paragraphs)
    points = points_between_paragraphs(Reading(problem))
    assert [f"{p.field[8:-1]} {'end' if p.at_end else 'start'}" for p in points] == expected, trap


@pytest.mark.parametrize(("trap", "donor", "applied"), [
    ("plain", "The Company leases office space in Austin for $390 a year.", True),
    ("a word of a row", "The Company pledged receivables of $390 to a bank.", False),
    ("a number of the table", "The Company leases office space in Austin for $410 a year.", False),
    ("another currency", "The Company leases office space in Austin for £390 a year.", False),
    ("calls itself otherwise", "The Group leases office space in Austin for $390 a year.", False),
    ("another year's end", "The Company had leased offices for $390 as of June 30, 2016.", False),
    ("a date that the report has", "The Company had leased offices for $390 as of March 31, 2019.", True),
    ("that day of another year", "The Company had leased offices for $390 as of March 31, 2016.", False),
    ("no fiscal years here", "In fiscal 2016 the Company leased office space for $390.", False),
    ("of another size", "The Company leases office space in Austin for $2.3 million a year.", False),
    ("of a much smaller size", "The Company leases office space in Austin for $0.50 a year.", False),
    ("of a smaller size", "The Company leases office space in Austin for $2 a year.", True),
    ("speaks of itself as we", "We lease office space in Austin for $390 a year.", False),
])  # fmt: skip
def test_what_a_sentence_must_agree_with(trap, donor, applied):
    (target,) = report("The Company closed its books on March 31, 2019.")
    lender = report(donor, group="d", table=(("", "2019"), ("Wages", "$5")))
    result = perturb_split(Split([target, *lender]), "extra")[0]
    assert (result.status == "applied") is applied, trap


def test_reports_and_passages_of_test_borrow_from_train():
    sentences = [
        f"The Company leases {rooms} in Austin for $390 a year." for rooms in ("an office", "a barn", "a shed")
    ]
    target = report("The Company closed its books.", group="t")
    lent = set()
    for sentence in sentences:
        splits = {"train": report(sentence, group="d"), "test": target}
        made = {name: perturb_split(split, "extra") for name, split in read_splits(splits).items()}
        assert made["train"][0].reason == "no_donor"
        if made["test"][0].edits:
            assert made["test"][0].edits[0].after.strip() == sentence
            lent.add(sentence)
        assert (sentence in lent) is not is_for_train(sentence, TextKind.TABLE)
    assert lent


def test_doubtful_problems_and_sentences_without_an_amount_lend_nothing():
    doubtful = replace(make_problem("Marta picked 46 lemons."), lints=(DOUBTFUL_ANSWER,))
    for problem in (doubtful, *report("The Company leases office space in Austin since June 2015.")):
        assert list(find_donors([Reading(problem)])) == []


MATCH = (
    "The Bears hosted the Lions. Smith caught a touchdown pass of 9 yards. Jones kicked a field goal of 31 yards. "
    "The quarterback of the Lions fell."
)
CENSUS = "As of 2000, there were 812 people. The median age was 41 years. Some 12% were over 60."
WAR = "The army of Sweden lost 900 soldiers in 1705. The siege of Riga cost 700 soldiers, and the war went on."
PLACES = "Otto came from Vienna, where he ran 3 shops. Karl lived in Salzburg, near 2 lakes."
BALANCE = (
    ("", "2019", "2018"),
    ("Trade receivables", "$410", "$380"),
    ("Deferred income", "75", "61"),
    ("Total", "485", "441"),
)


def related_in_text(asked, seed=1):
    rows = perturb_split(Split(asked), "extra-second", seed)
    for row, problem in zip(rows, asked, strict=True):
        assert list(check_perturbed(row, Reading(problem), FORMS["extra-second"])) == []
    return rows


def sold(*questions, table=BALANCE):
    return report("We sold a building.", "Interest was paid, some deferred.", questions=questions, table=table)


def rules(asked):
    return {related_in_text(asked, seed)[0].rule for seed in range(30)} - {""}


@pytest.mark.parametrize(("text", "expected"), [
    (MATCH, {"match_day"}),
    (CENSUS, {"about_figures"}),
    (WAR, {"about_events"}),
    (PLACES, {"about_name"}),
    ("Nobody knows how many there were.", set()),
])  # fmt: skip
def test_each_rule_has_passages_of_its_own(text, expected):
    assert rules(passage(text)) == expected


def test_what_a_passage_names_is_spoken_of():
    sentences = {related_in_text(passage(PLACES), seed)[0].edits[0].after for seed in range(40)}
    assert all("Vienna" in s or "Salzburg" in s for s in sentences)
    assert len(sentences) > 20


@pytest.mark.parametrize(("trap", "text", "question"), [
    ("a name of the question", "Otto came from Vienna, with 3 dogs.", "How many dogs came from Vienna?"),
    ("a month", "Otto came in January, with 3 dogs.", "How many dogs?"),
    ("an adjective", "It was made of British, with 3 dogs.", "How many dogs?"),
    ("a name that describes a noun", "Otto was head of Vienna schools with 3 dogs.", "How many dogs?"),
])  # fmt: skip
def test_what_is_no_name_to_speak_of(trap, text, question):
    assert related_in_text(passage(text, question))[0].reason == "no_rule", trap


def test_no_word_of_a_question_and_no_number_of_the_text_is_said():
    """The wordings about quizzes and lectures stand back where a question has their words."""
    asked = ["How many questions were in the quiz?", "How long was the lecture of 12 listeners?"]
    for seed in range(40):
        for row in related_in_text(passage(PLACES, *asked), seed):
            said = row.edits[0].after
            assert content_words(said).isdisjoint(content_words(" ".join(asked)))
            assert not {m.value for m in find_numbers(said)} & Reading(undo(row)).values


def test_no_wording_stands_in_more_than_a_fiftieth_of_the_rows_or_nine():
    rows = related_in_text(passage(PLACES, *[f"How many lakes has lake number {i + 200}?" for i in range(40)]))
    forms = Counter(re.sub(r"\d+", "#", row.edits[0].after.strip()) for row in rows)
    assert len(forms) == 5
    assert max(forms.values()) <= most_rows(40) == 9


def test_blocks_are_of_one_size_and_hold_every_question():
    group = Split(passage(PLACES, *[f"How many {i}?" for i in range(31)])).groups["p"]
    blocks = Counter(block_of(reading, group, 9) for reading in group.readings)
    assert blocks == {(0, 8): 8, (1, 8): 8, (2, 8): 8, (3, 7): 7}


def test_a_report_is_spoken_of_by_a_row_that_nobody_asks_about_or_itself():
    asked = sold("What was the change in trade receivables?", "What was the total in 2018?")
    for seed in range(20):
        rows = related_in_text(asked, seed)
        assert {row.rule for row in rows} == {"work_on_item"}
        assert "deferred income" in rows[0].edits[0].after
        assert rows[0].edits == rows[1].edits
    asked = sold("What was the change in trade receivables?", "What was deferred income in 2018?")
    assert rules(asked) == {"the_company"}


@pytest.mark.parametrize(
    "name", ["Total", "Net", "Granted", "Current", "Balance at end", "2019", "Japan", "Less discounts"]
)
def test_names_of_rows_that_are_nothing_to_speak_of(name):
    table = (("", "2019"), (name, "$410"))
    assert rules(sold("What was it?", table=table)) == {"the_company"}


def test_every_wording_has_one_number_and_a_range():
    tables = (
        wordings.MATCH_DAY, wordings.ABOUT_NAME, wordings.ABOUT_FIGURES, wordings.ABOUT_EVENTS,
        wordings.WORK_ON_ITEM, wordings.THE_COMPANY,
    )  # fmt: skip
    forms = [wording for table in tables for wording in table]
    assert len({wording.form for wording in forms}) == len(forms) > 150
    for wording in forms:
        said = wording.form.format(n=wording.most, name="Vienna")
        assert [m.value for m in find_numbers(said)] == [wording.most], said
        assert wording.most - wording.least >= 4, said
        assert said.endswith(".")
        assert said[0].isupper() or said[0].isdigit()
