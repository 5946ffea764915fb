import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.problem import Edit, EditError, Problem, apply_edits, edit_text, undo, unedit_text
from tests.conftest import make_problem


@st.composite
def texts_with_edits(draw):
    text = draw(st.text(max_size=80))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True)))
    edits = [
        Edit("question", a, text[a:b], draw(st.text(max_size=6))) for a, b in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    return text, edits


@given(texts_with_edits())
def test_undo_gives_the_text_back_to_the_byte(case):
    text, edits = case
    assert unedit_text(edit_text(text, edits), edits) == text


def test_edits_in_every_kind_of_field():
    problem = Problem("p", "p", "p", "d", ("one", "two"), "how?", "", (), "span", table=(("a", "b"), ("c", "d")))
    edits = [Edit("context[1]", 0, "", "X "), Edit("table[1][0]", 0, "c", "C"), Edit("question", 0, "how", "why")]
    edited = apply_edits(problem, edits)
    assert (edited.context, edited.table, edited.question) == (("one", "X two"), (("a", "b"), ("C", "d")), "why?")
    assert [edit.field for edit in edited.edits] == ["context[1]", "table[1][0]", "question"]
    restored = undo(edited)
    assert (restored.context, restored.table, restored.question) == (problem.context, problem.table, problem.question)


@pytest.mark.parametrize("edit", [
    Edit("context[0]", 1, "1", "2"),  # not what stands there
    Edit("context[7]", 0, "", "x"),  # no such paragraph
    Edit("title", 0, "", "x"),  # no such field
    Edit("table[0][0]", 0, "", "x"),  # no table
])  # fmt: skip
def test_edits_that_do_not_fit_are_refused(edit):
    with pytest.raises(EditError):
        apply_edits(make_problem("12 pens"), [edit])


def test_overlapping_edits_are_refused():
    with pytest.raises(EditError):
        edit_text("abcdef", [Edit("q", 0, "abc", "x"), Edit("q", 2, "cd", "y")])


def test_undo_of_a_tampered_text_is_refused():
    with pytest.raises(EditError):
        unedit_text("13 pens", [Edit("q", 0, "12", "14")])
