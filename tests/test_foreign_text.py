"""Text of others neither stops a function nor costs it more than its length."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numdiag_datasets import find_numbers, perturb
from numdiag_datasets.english.number_words import MAGNITUDES, ORDINALS, TEENS, TENS, UNITS
from tests.foreign_text import FUNCTIONS, Shape
from tests.foreign_text import UNITS as PIECES

_ROOT = Path(__file__).parents[1]

#: (function, shape, length, calls): each took minutes, or for ever, when its pattern or loop was mended.
SLOW: tuple[tuple[str, Shape, int, int], ...] = (
    ("table_numbers", Shape("", " ", "5!"), 1_000, 1),  # n^4
    ("find_period", Shape("x", " ", "x"), 5_000, 1),  # n^3
    ("sentence_spans", Shape("", ".", ""), 200_000, 1),
    ("answer_in, drop_num", Shape("", "so it is ", ""), 20_000, 100),  # no tag of a thought
    ("answer_in, drop_num", Shape("x", " ", "x"), 20_000, 100),  # a distractor
    ("answer_in, tatqa_a", Shape("5", " ", "x"), 15_000, 1),  # a scale
    ("score, tatqa", Shape("", "1", ""), 4_000, 100),
    ("type, own question", Shape("", "1 ", ""), 60_000, 1),  # the question found again for each edit
    ("type, own table", Shape("", "1 ", ""), 40_000, 1),
    ("type, problem", Shape("", "1 ", ""), 30_000, 1),  # a span, wherever it stands
    ("noise, own body", Shape("5 pens and 6 pens", " and 3 pens", "."), 100_000, 1),
    ("verbosity, own body", Shape("", "3 pens. ", ""), 2_080, 1),  # for ever
    ("order, own body", Shape("", "Ann has 3 pens. ", ""), 25_000, 1),
    ("order, own table", Shape("", "3 ", ""), 20_000, 1),
    ("logic, own story", Shape("How many", " did", "!"), 200_000, 1),
    ("logic, problem", Shape("", "5 3 ", ""), 20_000, 1),
    ("pairs, time_replacement", Shape("", "1", ""), 100_000, 1),
)
_SECONDS = 100
_CHILD = "from tests.test_foreign_text import run_slow; run_slow()"


def run_slow() -> None:
    """Every case of `SLOW`, named before it begins."""
    for name, shape, length, calls in SLOW:
        print(name, shape, flush=True)
        function, text = FUNCTIONS[name], shape.text(length)
        for _ in range(calls):
            function(text)


def test_hostile_shapes_end() -> None:
    """What took minutes takes seconds: all cases together, in a process of their own."""
    with subprocess.Popen([sys.executable, "-c", _CHILD], cwd=_ROOT, stdout=subprocess.PIPE, text=True) as child:
        try:
            said, _ = child.communicate(timeout=_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            said, _ = child.communicate()
            pytest.fail(f"not over after {_SECONDS} s: {said.splitlines()[-1]}")
    assert child.returncode == 0, said
    assert len(said.splitlines()) == len(SLOW)


_NUMBER_WORDS = (*UNITS, *TEENS, *TENS, *MAGNITUDES, *ORDINALS, *"a an and point hundred minus half".split())
_JOINTS = (" ", " ", " ", "-", ", ", "", ".", "/", ":", "–", "\n", " $", "% ", "'", "(")
_ODD = ("ſix", "bıllion", "\u212a", "٣", "²", "½", "1", "9,000", ".5", "1.2.3-4", "7" * 5000, "\ud800", "&#8212;")


@st.composite
def number_like(draw: Any) -> str:
    """Number words, digits and look-alikes in any order, in any case."""
    words = draw(st.lists(st.sampled_from((*_NUMBER_WORDS, *_ODD)), max_size=8))
    text = "".join(word + draw(st.sampled_from(_JOINTS)) for word in words)
    cased: str = draw(st.sampled_from((text, text.title(), text.upper())))
    return cased


@settings(max_examples=300)
@given(st.one_of(number_like(), st.text()))
def test_any_text_has_numbers_or_none(text: str) -> None:
    """`find_numbers` never fails; its mentions are ordered parts of the text."""
    end = 0
    for mention in find_numbers(text):
        assert end <= mention.start <= mention.numeral_start < mention.numeral_end <= mention.end <= len(text)
        assert mention.text == text[mention.start : mention.end]
        end = mention.end


@settings(max_examples=200)
@given(
    st.sampled_from(sorted(FUNCTIONS)),
    st.lists(st.one_of(st.sampled_from(PIECES), number_like(), st.text(max_size=5)), max_size=8),
)
def test_any_text_is_read(name: str, pieces: list[str]) -> None:
    """No function fails on text; whatever a perturbation makes of a row can be undone (asserted within)."""
    FUNCTIONS[name]("".join(pieces))


@pytest.mark.parametrize(("text", "values"), [
    ("They won twenty zero", [20, 0]),
    ("one million one million", [10**6, 10**6]),
    ("One thousand two thousand men", [1000, 2000]),
    ("zero hundred", [0]),
    ("one hundred zero", [100, 0]),
    ("two hundred three hundred", [200, 300]),
    ("one thousand million", [1000]),
    ("one million two hundred thousand and six", [1_200_006]),
    ("two hundred thousand million", [200_000]),
    ("zero thousand and five", [0, 5]),
    ("a million and a thousand", [10**6, 1000]),
    ("fivemillion", []),  # one word is none
    ("ſix", []),  # whose capital is that of "six"
    ("1 bıllion", [1]),  # whose capitals are those of "billion"
    ("7" * 31, []),  # a code
    ("7" * 30, [int("7" * 30)]),
    ("1.2.3-4", [Any, 3, 4]),
])  # fmt: skip
def test_number_words_that_are_several(text: str, values: list[Any]) -> None:
    """Words that form no one number are several."""
    mentions = find_numbers(text)
    found = [mention.value for mention in mentions]
    assert len(found) == len(values)
    assert all(mention.magnitude.lower() in ("", *MAGNITUDES) for mention in mentions)
    assert all(wanted is Any or value == wanted for value, wanted in zip(found, values, strict=True))


@pytest.mark.parametrize(("numbers", "reason"), [(10, ""), (260, ""), (3_000, ""), (9_000, "too_many_numbers")])
def test_distractors_of_many_numbers(numbers: int, reason: str) -> None:
    """Distractors differ however many there are, up to a named end."""
    row = perturb("verbosity").row({"question": "3 pens. " * numbers})
    assert row["reason"] == reason
    distractors = [m.value for m in find_numbers(row["question"])][1::2]
    if not reason:
        assert len(set(distractors)) == numbers
