"""Language, type and verbosity of texts, and gold spans that move along."""

import re
from fractions import Fraction

import pytest

from numdiag_datasets.core.problem import Edit, Problem
from numdiag_datasets.english.number_phrases import amounts_in_words
from numdiag_datasets.english.number_words import TEENS, TENS, UNITS
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.perturbations.rewording.gold_spans import moved_answers
from numdiag_datasets.texts.evidence import occurrences
from numdiag_datasets.texts.split import Split
from tests.conftest import make_problem

_WORD = "|".join([*UNITS, *TEENS, *TENS, "hundred"])
WORDS = rf"(?:{_WORD})(?:[- ](?:and )?(?:{_WORD}))*\b"


def perturbed(name, context, question="How many are there?", seed=1, **columns):
    (problem,) = perturb_split(Split([make_problem(context, question, **columns)]), name, seed)
    return problem


@pytest.mark.parametrize(("before", "after"), [
    ("Sam has 12 pens.", "Sam has twelve pens."),
    ("17 plums fell.", "Seventeen plums fell."),  # a sentence start is capitalised
    ("It rained. 23 men left.", "It rained. Twenty-three men left."),
    ("Mrs. 5 cats", "Mrs. five cats"),  # "Mrs." ends no sentence
    ("He has 16.", "He has sixteen."),  # the full stop stays
    ("It cost $8.", "It cost eight dollars."),  # never "$eight"
    ("It cost $1.", "It cost one dollar."),
    ("It cost $0.25.", "It cost twenty-five cents."),
    ("It cost $4.28.", "It cost four dollars and twenty-eight cents."),
    ("It cost $900.00.", "It cost nine hundred dollars."),
    ("It cost $1.5 million.", "It cost one point five million dollars."),
    ("an app for $5 dollars", "an app for five dollars"),  # the slip is not doubled
    ("a $90 scooter", "a ninety-dollar scooter"),
    ("his $399.00 discount", "his three-hundred-and-ninety-nine-dollar discount"),
    ("the $5 she had", "the five dollars she had"),
    ("$8 each", "Eight dollars each"),
    ("a $1.5 million payment", "a one-point-five-million-dollar payment"),
    ("the $0.7 million allocated to it", "the zero point seven million dollars allocated to it"),
    ("he was 16-of-23 for 3 scores", "he was 16-of-23 for three scores"),
    ("a 70%-owned company", "a seventy-percent-owned company"),
    ("45% of 1,410", "Forty-five percent of one thousand four hundred and ten"),
    ("a 41-yard pass", "a forty-one-yard pass"),
    ("a 36 mile hike with 2 men", "a thirty-six-mile hike with two men"),  # a compound
    ("He ran 36 miles of road", "He ran thirty-six miles of road"),  # none
    ("He saw 29 second graders", "He saw twenty-nine second graders"),  # which graders?
    ("He saw 3 dollar toys and 4 caps", "He saw three-dollar toys and four caps"),
    ("Bus No. 7 has 3 seats", "Bus No. 7 has three seats"),
    ("a 120-yard field and 4.5-inch heels", "a one-hundred-and-twenty-yard field and four-point-five-inch heels"),
    ("on May 5 at 7:30 in 2015, 3rd of 6", "on May 5 at 7:30 in 2015, 3rd of six"),
    ("the 49ers won 13-9 before 8 fans", "the 49ers won 13-9 before eight fans"),
])  # fmt: skip
def test_digits_become_words(before, after):
    assert perturbed("language", before).context == (after,)


OTHER_WORDS = [
    # (trap, before, after, the value in words)
    ("a dozen", "Al has 12 eggs.", "Al has a dozen eggs.", 12),
    ("two of them", "Al has 24 eggs.", "Al has two dozen eggs.", 24),
    ("the start of a sentence", "12 eggs fell.", "A dozen eggs fell.", 12),
    ("whole hundreds", "It has 1,500 pages.", "It has fifteen hundred pages.", 1500),
    ("hundreds without a hyphen", "It has 2500 pages.", "It has twenty five hundred pages.", 2500),
    ("dollars", "It cost $1,500.", "It cost fifteen hundred dollars.", 1500),
    ("no and", "It has 105 pages.", "It has one hundred five pages.", 105),
    ("no hyphen", "Al has 21 pens.", "Al has twenty one pens.", 21),
    ("dollars of a sum", "It cost $121.", "It cost one hundred twenty one dollars.", 121),
    ("a half", "He ran 2.5 miles.", "He ran two and a half miles.", Fraction(5, 2)),
    ("a half of a hundred", "He ran 102.5 miles.", "He ran one hundred two and a half miles.", Fraction(205, 2)),
    ("a share", "He ate 12.5% of it.", "He ate twelve and a half percent of it.", Fraction(25, 2)),
    ("a decimal that is no half", "He ran 21.25 miles.", "He ran twenty one point two five miles.", Fraction(85, 4)),
]  # fmt: skip


@pytest.mark.parametrize(("trap", "before", "after", "value"), OTHER_WORDS)
def test_other_number_words(trap, before, after, value):
    """The second form of language; its words are read back with the value of the digits."""
    problem = perturbed("language-second", before)
    assert (problem.context, problem.rule) == ((after,), "other_words")
    assert [found for *_, found in amounts_in_words(after, 0, len(after))] == [value]


@pytest.mark.parametrize(("trap", "before", "after"), [
    ("one of several has another wording", "Al has 7 pens and 21 caps.", "Al has seven pens and twenty one caps."),
    ("an attributive hyphen", "a 41-yard pass for 21 points", "a forty-one-yard pass for twenty one points"),
    ("a compound", "a 36 mile hike with 21 men", "a thirty-six-mile hike with twenty one men"),
    ("a determiner", "the 12 men and 21 boys", "the twelve men and twenty one boys"),
    ("the others", "The other 12 men saw 21 boys", "The other twelve men saw twenty one boys"),
    ("no plural noun", "12 more and 21 pens", "Twelve more and twenty one pens"),
    ("dozens", "12 dozen eggs for 21 men", "Twelve dozen eggs for twenty one men"),
    ("hours of a day", "It took 24 hours and 21 men.", "It took twenty four hours and twenty one men."),
    ("an age", "He is 12 years old and has 21 pens.", "He is twelve years old and has twenty one pens."),
    ("cents", "It cost $1,500.25.", "It cost one thousand five hundred dollars and twenty five cents."),
    ("thousands", "It has 3,000 pages for 21 men.", "It has three thousand pages for twenty one men."),
    ("a magnitude", "It cost $2.5 million for 21 men.", "It cost two point five million dollars for twenty one men."),
    ("one and a half", "It took 1.5 hours and 21 men.", "It took one point five hours and twenty one men."),
    ("a year", "In 1500 came 21 men.", "In 1500 came twenty one men."),
])  # fmt: skip
def test_what_has_no_other_words_stays_as_in_the_first_form(trap, before, after):
    problem = perturbed("language-second", before)
    assert problem.context == (after,)


def test_context_and_question_are_one_text_for_the_reader():
    """A question that begins with a digit is capitalised; both fields are edited."""
    problem = perturbed("language", "If 3 men work,", "4 men do how much?")
    assert (problem.context[0], problem.question) == ("If three men work,", "Four men do how much?")


@pytest.mark.parametrize(("form", "rule", "before", "after"), [
    ("language-control", "words_and_digits", "Sam has 12 pens.", "Sam has twelve (12) pens."),
    ("language-control", "words_and_digits", "a 30-day visit for a $2 million prize",
     "a thirty (30)-day visit for a two-million-dollar ($2 million) prize"),
    ("language-control", "words_and_digits", "It cost $8 and 45%.", "It cost eight dollars ($8) and forty-five percent (45%)."),
    ("language-control", "words_and_digits", "a 36-mile hike", "a thirty-six (36)-mile hike"),
    ("language-control", "words_and_digits", "3 more of ten thousand", "Three (3) more of ten thousand"),
    ("type", "from_digits", "12 pens", "12.0 pens"),
    ("type", "from_digits", "He has 16.", "He has 16.0."),
    ("type", "from_digits", "$8 and 1,222 nails", "$8.0 and 1,222.0 nails"),
    ("type", "from_digits", "45% of 6", "45.0% of 6.0"),  # never "45%.0"
    ("type", "from_digits", "12.5 feet by 8", "12.5 feet by 8.0"),  # never "12.5.0"
    ("type", "from_digits", "a 10-year plan for 6", "a 10.0-year plan for 6.0"),
    ("type", "from_digits", "the 3rd of 6", "the 3rd of 6.0"),
    ("type", "from_digits", "seven or 6", "seven or 6.0"),
    ("type", "from_words", "Seven apples.", "7.0 apples."),
    ("type", "from_words", "Sam ate twelve of twenty-one figs.", "Sam ate 12.0 of 21.0 figs."),
    ("type", "from_words", "a three-day trip with two men", "a 3.0-day trip with 2.0 men"),
    ("type", "from_words", "The two of them ate nine figs.", "The two of them ate 9.0 figs."),  # who were named before
    ("type-second", "two_zeros", "12 pens, two caps and $8", "12.00 pens, 2.00 caps and $8.00"),
])  # fmt: skip
def test_rules_and_second_forms(form, rule, before, after):
    problem = perturbed(form, before)
    assert (problem.context, problem.rule) == ((after,), rule)


@pytest.mark.parametrize(("before", "unit", "after"), [
    ("It cost $0.34.", "stamps", "It cost thirty-four cents."),
    ("It cost $0.34, then $1.02.", "stamps", "It cost zero point three four dollars, then one dollar and two cents."),
    ("It cost $0.34.", "dollars", "It cost zero point three four dollars."),
])  # fmt: skip
def test_the_unit_of_the_answer_stays(before, unit, after):
    """ "thirty-four cents" beside dollars, or asked for in dollars, would be another problem."""
    problem = perturbed("language", before, unit=unit)
    assert problem.context == (after,)


@pytest.mark.parametrize(("form", "text", "columns", "reason"), [
    ("language", "In 2015 he left.", {}, "no_digits"),
    ("language", "It cost $300,000 thousand.", {}, "no_digits"),
    ("language", "Seven men ate figs.", {"answer_type": "number"}, "no_digits"),
    ("language", "Seven men ate ten thousand figs on a three-day trip.", {}, "no_digits"),  # digits are easier to find
    ("language-second", "In 2015 he left.", {}, "no_digits"),
    ("language-second", "Al has 7 pens and a 41-yard rope.", {}, "no_other_wording"),
    ("language-control", "In 2015 he left.", {}, "not_attacked"),
    ("type", "It cost $8.50.", {}, "no_integer"),
    ("type", "In 2015 he left.", {}, "no_integer"),
    ("verbosity", "In 2015 he left.", {}, "no_quantity"),
    ("verbosity", "a 2 dollar tip", {}, "no_room_for_distractor"),  # which would break the phrase
])  # fmt: skip
def test_nothing_to_rewrite(form, text, columns, reason):
    problem = perturbed(form, text, **columns)
    assert (problem.status, problem.reason, problem.context) == ("unchanged", reason, (text,))


@pytest.mark.parametrize(("before", "after"), [
    ("Seven men made a 41-yard pass.", "Seven men made a 41.0-yard pass."),
    ("He was 8-for-18 for 59 yards.", "He was 8-for-18 for 59.0 yards."),  # never "8.0-for-18"
    ("the 6 men of a 17-year-old", "the 6.0 men of a 17-year-old"),
    ("6 points by a 2-point conversion", "6.0 points by a 2-point conversion"),  # its name
])  # fmt: skip
def test_a_passage_keeps_its_words(before, after):
    for name, decimals in (("type", ".0"), ("type-second", ".00")):
        problem = perturbed(name, before, answer_type="number")
        assert problem.context == (after.replace(".0", decimals),)


@pytest.mark.parametrize(("before", "after"), [
    ("6 pens", "6 (not N) pens"),
    ("Seven pens", "Seven (not N) pens"),  # words too
    ("He has 16.", "He has 16 (not N)."),
    ("$8 each", "$8 (not $N) each"),
    ("45% of them", "45% (not N%) of them"),
    ("50 cents", "50 (not N) cents"),
    ("$1.5 million", "$1.5 million (not $N million)"),
    ("the 3rd of 6", "the 3rd of 6 (not N)"),  # never "3 (not 143)rd"
    ("a 41-yard pass, 6 men", "a 41-yard pass, 6 (not N) men"),
    ("a 2 dollar tip, 6 men", "a 2 dollar tip, 6 (not N) men"),  # not "a 2 (not 124) dollar tip"
    ("one day, 6 men", "one day, 6 (not N) men"),
    ("five dollar games for 6 men", "five dollar games for 6 (not N) men"),
    ("the three of them ate 6 figs", "the three of them ate 6 (not N) figs"),
    ("all two boxes with 6 figs", "all two boxes with 6 (not N) figs"),
    ("the two ate 6 figs", "the two ate 6 (not N) figs"),
    ("4 cats, 6 dogs, and as many as the first two together", "4 (not N) cats, 6 (not N) dogs, and as many as the first two together"),
    ("4 cats, 6 dogs, and more than the last 2.", "4 (not N) cats, 6 (not N) dogs, and more than the last 2."),
    ("the first 6 cats", "the first 6 (not N) cats"),
    ("4 cats, 6 dogs; the next 2 came, the first 3 and last 9 slept", "4 (not N) cats, 6 (not N) dogs; the next 2 (not N) came, the first 3 (not N) and last 9 (not N) slept"),
    ("4 cats, and her other 6 slept", "4 (not N) cats, and her other 6 (not N) slept"),
    ("6 cars on each of the 3 days", "6 (not N) cars on each of the 3 days"),  # no operand
])  # fmt: skip
def test_a_distractor_follows_each_quantity(before, after):
    text = perturbed("verbosity", before).context[0]
    assert re.sub(rf"(?<=not )(\$?)(?:\d+|{WORDS})", r"\1N", text) == after


@pytest.mark.parametrize("form", ["verbosity", "verbosity-second"])
@pytest.mark.parametrize("seed", range(8))
def test_a_distractor_is_written_as_its_number(form, seed):
    """Otherwise the number words alone would be the operands of a text."""
    for edit in perturbed(form, "Six men ate 6 figs and twenty-one eggs.", seed=seed).edits:
        numbers = find_numbers(edit.after)
        assert {number.form for number in numbers} == {"digits" if edit.before == "6" else "words"}
        assert len({number.value for number in numbers}) == 2


@pytest.mark.parametrize(("before", "after"), [
    ("A 41-yard pass.", "A 41-yard (not N-yard) pass."),
    ("A three-game streak, 6 men", "A three-game streak, 6 (not N) men"),  # a count in words
    ("He went 8-for-18, 6 men", "He went 8-for-18, 6 (not N) men"),
    ("its 50%-owned partner, 6 men", "its 50%-owned partner, 6 (not N) men"),
])  # fmt: skip
def test_an_attributive_number_of_a_passage_keeps_its_noun(before, after):
    text = perturbed("verbosity", before, answer_type="number").context[0]
    assert re.sub(r"(?<=not )\d+", "N", text) == after


def test_distractors_differ_from_everything():
    """No distractor is a number of the problem, its answer, or another distractor."""
    numbers = list(range(70, 130))
    context = " ".join(f"{n} nails." for n in numbers)
    for seed in range(20):
        problem = perturbed("verbosity", context, seed=seed, equation="70 - 5", answer="65")
        drawn = [int(n) for n in re.findall(r"not (\d+)", problem.context[0])]
        assert len(drawn) == len(set(drawn)) == len(numbers)
        assert not {*numbers, 5, 65} & set(drawn)
        assert min(drawn) > 0


def test_distractors_follow_the_papers_distribution():
    """Mean 100, deviation 30 (DNC paper, Appendix A)."""
    drawn = [
        int(perturbed("verbosity", "6 pens", seed=seed).edits[0].after.rpartition(" ")[2].rstrip(")"))
        for seed in range(2000)
    ]
    mean = Fraction(sum(drawn), len(drawn))
    assert 97 < mean < 102
    deviation = (sum((n - mean) ** 2 for n in drawn) / len(drawn)) ** Fraction(1, 2)
    assert 27 < deviation < 33


@pytest.mark.parametrize(("before", "wordings"), [
    ("He has 16 pens.", {"He has 16, not N, pens.", "He has 16 rather than N pens.", "He has not N but 16 pens."}),
    ("Twelve men.", {"Twelve, not N, men.", "Twelve rather than N men.", "Not N but twelve men."}),
    ("He has $8.", {"He has $8, not $N.", "He has $8 rather than $N.", "He has not $N but $8."}),
    ("He has 3, 4 or 5.", {"He has 3 rather than N, 4 rather than N or 5 rather than N.", "He has not N but 3, not N but 4 or not N but 5."}),  # no comma in a list
    ("He laid all but 6 bricks.", {"He laid all but 6, not N, bricks.", "He laid all but 6 rather than N bricks."}),
    ("Only 6 men.", {"Only 6, not N, men.", "Only 6 rather than N men."}),  # never "only not N"
])  # fmt: skip
def test_the_second_form_has_three_wordings(before, wordings):
    """Each is drawn, and all numbers of a problem have the same one."""
    found = set()
    for seed in range(40):
        problem = perturbed("verbosity-second", before, seed=seed)
        found.add(re.sub(rf"(?i)\b(not|than) (\$?)(?:\d+|{WORDS})", r"\1 \2N", problem.context[0]))
    assert found == wordings


def problem(context, answers, scale=""):
    return Problem(
        id="q", source_id="q", group="t", dataset="tatqa_a", context=context, question="What?",
        equation="", answers=answers, answer_type="multi-span", scale=scale, table=(("", "7"),),
    )  # fmt: skip


@pytest.mark.parametrize(("trap", "text", "edits", "span", "scale", "moved"), [
    ("untouched", "They sold 12 pens.", [("12", "twelve")], "pens", "", "pens"),
    ("the span is the number", "Sold 12 pens.", [("12", "twelve")], "12", "", "twelve"),
    ("the number is in the span", "Sold 12 pens.", [("12", "twelve")], "12 pens", "", "twelve pens"),
    ("two numbers", "3 of 12 pens", [("3", "three"), ("12", "twelve")], "3 of 12", "", "three of twelve"),
    ("a part of the number", "It cost $1.5 million.", [("$1.5 million", "one point five million dollars")], "1.5", "million", "one point five"),
    ("the scale is not said", "It cost $1.5 million.", [("$1.5 million", "one point five million dollars")], "$1.5 million", "million",
     "one point five million dollars"),
    ("the sign is not in the edit", "It cost $169.", [("169", "169.0")], "$169", "", "$169.0"),
    ("a distractor behind it", "a rate of 45%", [("45%", "45% (not 87%)")], "45%", "percent", "45%"),
    ("a distractor within", "a rate of 45% here", [("45%", "45% (not 87%)")], "45% here", "", "45% (not 87%) here"),
    ("a distractor at the end", "rose by 45%", [("45%", "45% (not 87%)")], "rose by 45%", "", "rose by 45%"),
    ("also in the table", "They sold 7 pens.", [("7", "seven")], "7", "", "7"),
    ("in a longer number", "In 2015 they sold 15.", [("15.", "15.0.")], "2015", "", "2015"),
    ("nowhere in the text", "Sold 12 pens.", [("12", "twelve")], "dozen", "", "dozen"),
])  # fmt: skip
def test_spans(trap, text, edits, span, scale, moved):
    changes = []
    position = 0
    for before, after in edits:
        start = text.index(before, position)
        if trap == "in a longer number":
            start = text.rindex(before)
        changes.append(Edit("context[0]", start, before, after))
        position = start + len(before)
    assert moved_answers(problem((text,), (span,), scale), changes) == (moved,), trap


def test_an_untouched_occurrence_keeps_the_span():
    texts = ("Sold 12 pens.", "The 12 pens")
    change = Edit("context[0]", 5, "12", "twelve")
    assert moved_answers(problem(texts, ("12 pens",)), [change]) == ("12 pens",)


@pytest.mark.parametrize(("span", "text", "count"), [
    ("5", "15 5.5 5", 1), ("0%", "10% 0%", 1), ("a.", "a. b", 1), ("5", "5,000 and 5, 6", 1),
])  # fmt: skip
def test_occurrences_are_whole_words_and_numbers(span, text, count):
    assert len(list(occurrences(span, text))) == count
