"""Gold spans move along with the edits of their text."""

import pytest

from numdiag_datasets.core.problem import Edit, Problem
from numdiag_datasets.perturbations.rewording.gold_spans import moved_answers
from numdiag_datasets.texts.evidence import occurrences


def problem(context, answers, scale=""):
    return Problem(
        id="q", source_id="q", group="t", dataset="tatqa_a", context=context, question="What?",
        equation="", answers=answers, answer_type="multi-span", scale=scale, table=(("", "7"),),
    )  # fmt: skip


def edit(text, before, after, field="context[0]"):
    return Edit(field, text.index(before), before, after)


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
    change = edit(texts[0], "12", "twelve")
    assert moved_answers(problem(texts, ("12 pens",)), [change]) == ("12 pens",)


@pytest.mark.parametrize(("span", "text", "count"), [
    ("5", "15 5.5 5", 1), ("0%", "10% 0%", 1), ("a.", "a. b", 1), ("5", "5,000 and 5, 6", 1),
])  # fmt: skip
def test_occurrences_are_whole_words_and_numbers(span, text, count):
    assert len(list(occurrences(span, text))) == count
