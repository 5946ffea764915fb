"""Templates, exchanges and the edits that lead to a new order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.problem import apply_edits, undo
from numdiag_datasets.perturbations.order.rearrangement import (
    TemplateError,
    exchanged,
    read_template,
    rearrangement_edits,
    rendered,
)
from numdiag_datasets.texts.word_problem.clauses import Span
from tests.conftest import make_problem

TEXT = "Mrs. Hilt has 1,050 pens. Sam has $8."


@pytest.mark.parametrize(("template", "expected"), [
    ("{8-12} {1-7}", "Sam has $8. Mrs. Hilt has 1,050 pens."),
    ("{1-7}", "Mrs. Hilt has 1,050 pens."),
    ("Of {5} {6}{7}", "Of 1,050 pens."),
    ("{9-11} for {1-4} more", "has $8 for Mrs. Hilt has more"),
])  # fmt: skip
def test_a_template_names_words_by_number(template, expected):
    assert rendered(read_template(template, TEXT), TEXT) == expected


@pytest.mark.parametrize("template", ["{0}", "{13}", "{5-4}", "{5-13}", "{a}", "{1", "1}"])
def test_a_template_that_does_not_fit_is_refused(template):
    with pytest.raises(TemplateError):
        read_template(template, TEXT)


@pytest.mark.parametrize(("trap", "text", "one", "two", "expected"), [
    ("a name keeps its capital", "Kate has 2. John has 3.", "Kate has 2", "John has 3", "John has 3. Kate has 2."),
    ("a number word loses it", "Two pens and 3 cats sat.", "Two pens", "3 cats", "3 cats and two pens sat."),
    ("a moved word gains it", "5 pens and two cats sat.", "5 pens", "two cats", "Two cats and 5 pens sat."),
    ("a function word loses it", "There are 2 cats. Sam has 3 cats.", "There are 2 cats", "Sam has 3 cats", "Sam has 3 cats. There are 2 cats."),
    ("a name that is a word", "Will has 2 and Bo has 3.", "Will has 2", "Bo has 3", "Bo has 3 and Will has 2."),
])  # fmt: skip
def test_exchanged_parts_begin_as_their_new_place_asks(trap, text, one, two, expected):
    spans = [Span(text.index(part), text.index(part) + len(part)) for part in (one, two)]
    assert rendered(exchanged(text, [(spans[0], spans[1])]), text) == expected, trap


def test_as_much_as_can_stays_where_it_is():
    """The edits take a sentence out at one place and put it in at another; the longer one stays."""
    text = "A book holds 126 stamps. There are 81."
    edits = rearrangement_edits("context[0]", text, read_template("{7-10} {1-6}", text))
    assert [(edit.start, edit.before, edit.after) for edit in edits] == [
        (0, "", "There are 81. "),
        (len("A book holds 126 stamps."), " There are 81.", ""),
    ]


pieces = st.lists(
    st.one_of(
        st.text(alphabet="ab .1", max_size=4),
        st.tuples(st.integers(0, 12), st.integers(0, 12)).map(lambda pair: Span(*sorted(pair))),
    ),
    max_size=6,
)


@given(pieces)
def test_the_edits_lead_to_the_new_text_and_back(pieces):
    """Whatever the pieces are: doubled, overlapping, out of order or none at all."""
    text = "ab 1. ba 11."
    problem = make_problem(text)
    edits = rearrangement_edits("context[0]", text, pieces)
    changed = apply_edits(problem, edits)
    assert changed.context == (rendered(pieces, text),)
    assert undo(changed).context == (text,)
