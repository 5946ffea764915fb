"""Figures of a table under language, type and verbosity, in both forms; and the answers that quote them."""

import re
from dataclasses import replace

import pytest

from numdiag_datasets.core.problem import Problem, undo
from numdiag_datasets.perturbations import FORMS, perturb_split
from numdiag_datasets.release.verify.invariants import check_perturbed
from numdiag_datasets.scoring.predictions import to_prediction
from numdiag_datasets.scoring.scored_rows import drops, score_rows
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

PLAIN = Problem(
    id="q", source_id="q", group="t", dataset="tatqa_a", context=("Sales rose.",), question="What?",
    equation="", answers=("Sales",), answer_type="span", answer_from="text",
    table=(("", "2019"), ("Sales", "7")),
)  # fmt: skip


def perturbed(name, problem=PLAIN, *, cell="", **columns):
    if cell:
        problem = replace(problem, table=(("", "2019", "Note"), ("Sales (2)", cell, "6")))
    problem = replace(problem, **columns)
    (made,) = perturb_split(Split([problem]), name)
    assert list(check_perturbed(made, Reading(problem), FORMS[name])) == []
    assert undo(made).table == problem.table
    return made


@pytest.mark.parametrize(("cell", "words", "both", "beside"), [
    ("44", "forty-four", "forty-four (44)", "44 (not N)"),
    ("$1,496.5", "one thousand four hundred and ninety-six point five dollars",
     "one thousand four hundred and ninety-six point five dollars ($1,496.5)", "$1,496.5 (not $N)"),
    ("$ 1", "one dollar", "one dollar ($ 1)", "$ 1 (not $N)"),
    ("(71)", "(seventy-one)", "(seventy-one (71))", "(71) (not N)"),  # brackets stay: a loss
    ("$ (62 )", "(sixty-two dollars)", "(sixty-two dollars ($ 62))", "$ (62 ) (not $N)"),
    ("(17", "(seventeen", "(seventeen (17)", "(17 (not N)"),  # the next cell closes it
    ("4.00%", "four percent", "four percent (4.00%)", "4.00% (not N%)"),
    ("(48.3)%", "(forty-eight point three percent)", "(forty-eight point three percent (48.3%))", "(48.3)% (not N%)"),
    ("−8.7", "minus eight point seven", "minus eight point seven (−8.7)", "−8.7 (not N)"),
    ("+1%", "plus one percent", "plus one percent (+1%)", "+1% (not N%)"),
    ("8.78c", "eight point seven eight cents", "eight point seven eight cents (8.78c)", "8.78c (not Nc)"),
    ("63 bps", "sixty-three basis points", "sixty-three basis points (63 bps)", "63 bps (not N bps)"),
    ("(0.1) pts", "(zero point one points)", "(zero point one points (0.1 pts))", "(0.1) pts (not N pts)"),
    ("(2) bps", "(two basis points)", "(two basis points (2 bps))", "(2) bps (not N bps)"),
    ("£26m", "twenty-six million pounds", "twenty-six million pounds (£26m)", "£26m (not £Nm)"),
    ("445,000 (1)", "four hundred and forty-five thousand (1)", "four hundred and forty-five thousand (445,000) (1)", "445,000 (not N) (1)"),  # a footnote
])  # fmt: skip
def test_how_a_figure_is_written(cell, words, both, beside):
    for name, expected in (("language", words), ("language-control", both)):
        found = perturbed(name, cell=cell).table[1]
        assert " ".join(found[1].split()) == expected
        assert (found[0], found[2]) == ("Sales (2)", "6")  # a label and a note stay
    found = perturbed("verbosity", cell=cell).table[1][1]
    assert re.sub(r"(?<=not )([$£]?)\d+", r"\1N", found) == beside


@pytest.mark.parametrize("cell", ["2019", "-", "£000", "n/a", "1 to 3 years"])
def test_what_is_no_figure_stays(cell):
    for name in ("language", "type", "verbosity"):
        assert perturbed(name, cell=cell).status == "unchanged"


@pytest.mark.parametrize(
    ("cell", "first", "second"),
    [("$1,496", "$1,496.0", "$1,496.00"), ("(13%)", "(13.0%)", "(13.00%)"), ("(17", "(17.0", "(17.00")],
)
def test_whole_figures_get_decimals(cell, first, second):
    assert perturbed("type", cell=cell).table[1][1] == first
    assert perturbed("type-second", cell=cell).table[1][1] == second


def test_an_answer_that_quotes_a_cell_moves_with_it_and_strict_takes_both():
    made = perturbed("language", cell="$ 5,686", answers=("$ 5,686",), scale="million")
    assert made.answers == ("five thousand six hundred and eighty-six dollars",)
    assert made.published_answers == ("$ 5,686",)
    row = {"answers": made.answers, "published_answers": made.published_answers,
           "answer_type": "span", "scale": "million"}  # fmt: skip
    score = scorer_of("tatqa_a").score
    for prediction in (*made.answers, "5686"):
        read = to_prediction({"answer": prediction, "scale": "million"})
        assert score(read, row, "strict")["exact_match"] == 1
        official = float(prediction in made.answers)
        assert score(read, row, "official")["exact_match"] == official
    wrong = to_prediction({"answer": "5687", "scale": "million"})
    assert score(wrong, row, "strict")["exact_match"] == 0


@pytest.mark.parametrize(("answer", "scale", "official", "in_drops"), [
    ("five thousand six hundred and eighty-six dollars", "million", 1, 1),
    ("5686", "million", 0, 1),
    ("5687", "million", 0, 0),
    ("5686", "thousand", 0, 0),
])  # fmt: skip
def test_an_answer_as_the_original_words_it_is_right_in_drops(answer, scale, official, in_drops):
    original = {"id": "a", "group": "a", "dataset": "tatqa_a", "answers": ["$ 5,686"], "answer_type": "span",
                "scale": "million"}  # fmt: skip
    row = original | {"source_id": "a", "id": "a-language", "answers": ["five thousand six hundred and eighty-six dollars"],
                      "published_answers": ["$ 5,686"]}  # fmt: skip
    (before,) = score_rows("tatqa_a", [original], [to_prediction({"answer": "5686", "scale": "million"})])
    (after,) = score_rows("tatqa_a", [row], [to_prediction({"answer": answer, "scale": scale})])
    assert after.scores["exact_match"] == official
    assert after.is_right == bool(in_drops)
    assert drops([before], [after])["exact_match"].perturbed == 100 * in_drops


def test_an_answer_in_prose_and_cell_is_edited_in_both_or_neither():
    """In the second, "7" also stands in a date, which no perturbation touches."""
    both = perturbed("language", answers=("7",), context=("They sold 7 of 12 pens.",))
    assert both.context == ("They sold seven of twelve pens.",)
    assert (both.table[1][1], both.answers) == ("seven", ("seven",))
    neither = perturbed("language", answers=("7",), context=("On 7 May they sold 7 of 12 pens.",))
    assert neither.context == ("On 7 May they sold 7 of twelve pens.",)
    assert (neither.table[1][1], neither.answers) == ("7", ("7",))
    assert neither.published_answers == ()


def test_all_questions_about_a_table_see_the_same():
    """Also where one of them has a number of its own, or an answer that must stay."""
    table = (("", "2019"), ("Sales", "7"), ("Costs", "$12"), ("Gain", "31%"))
    problems = [
        replace(PLAIN, table=table, context=("On 7 May 5 shops, 6 and 9 opened.",), **columns)
        for columns in (
            {"id": "a", "answers": ("7",)},
            {"id": "b", "question": "What is 5 more than 3, or 4?"},
            {"id": "c", "answers": ("$12",)},
        )
    ]
    for name in ("language", "type", "verbosity", "language-control", "type-second", "verbosity-second"):
        made = perturb_split(Split(problems), name)
        assert len({(problem.context, problem.table) for problem in made}) == 1
        assert made[0].table[1][1] == "7"
        assert made[0].table[2][1] != "$12"


@pytest.mark.parametrize(("trap", "name", "columns", "touches"), [
    ("the cell that it quotes", "language", {"answers": ("7",)}, "yes"),
    ("a name", "language", {}, "no"),
    ("a sibling's number", "language", {"answers": ("12",), "context": ("On 12 May.",)}, "no"),
    ("a number from nowhere", "language", {"answers": ("99",)}, "unknown"),
    ("a count", "language", {"answers": ("2",), "answer_type": "count"}, "unknown"),
    ("the question", "language", {"question": "What is 7% of it?"}, "yes"),
    ("a year is no number to edit", "language", {"answers": ("2019",)}, "no"),
])  # fmt: skip
def test_whether_an_edit_touches_the_answer(trap, name, columns, touches):
    assert perturbed(name, **columns).edits_evidence == touches, trap
