"""What a number word consists of, how many numbers have each shape, and which split a shape belongs to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.text_pairs.number_words.chunks import chunks_of
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES, MAX_VALUE
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions, RangeError, quotas
from numdiag_datasets.text_pairs.number_words.shapes import FIRST_PARTED, Shapes, deal_bags, shapes_of

CODES = list(LANGUAGES)


@pytest.mark.parametrize("code", CODES)
@given(value=st.integers(0, MAX_VALUE))
def test_chunks_make_the_number_word_again(code, value):
    chunks = chunks_of(LANGUAGES[code])
    text = LANGUAGES[code].spell(value)
    assert chunks.join(chunks.cut(text)) == text


@pytest.mark.parametrize(("code", "value", "shape"), [
    ("en", 0, "zero"),
    ("en", 245, "unit hundred and compound"),
    ("en", 1_001, "unit thousand and unit"),  # "one" stands before scales too
    ("da", 43_500, "compound thousand unit hundred"),  # the "og" of treogfyrre is within a chunk
    ("da", 105, "unit hundred and unit"),
    ("fr", 101_000, "hundred one thousand"),  # "un" stands before no scale
    ("fr", 80_080, "vigesimal thousand vigesimal"),  # quatre-vingt mille quatre-vingts
    ("fr", 71, "vigesimal"),
    ("fr1990", 200_021, "unit hundred thousand compound"),  # one word with hyphens
    ("de", 1_001, "unit thousand one"),  # ein and eins
    ("ja", 11_011, "one myriad thousand ten one"),  # 一万千十一
    ("ja", 240_030, "unit ten unit myriad unit ten"),
])  # fmt: skip
def test_shape(code, value, shape):
    chunks = chunks_of(LANGUAGES[code])
    assert " ".join(chunks.shape(chunks.cut(LANGUAGES[code].spell(value)))) == shape


@pytest.mark.parametrize("code", CODES)
@given(value=st.integers(0, MAX_VALUE))
def test_the_shape_of_a_number_is_known_without_spelling_it(code, value):
    language = LANGUAGES[code]
    chunks = chunks_of(language)
    assert shapes_of(language).of(value) == chunks.shape(chunks.cut(language.spell(value)))


@pytest.mark.parametrize("code", CODES)
def test_every_number_from_1000_on_is_counted_once(code):
    shapes = Shapes(LANGUAGES[code], 29_999)
    assert sum(len(p) for found in shapes.patterns.values() for p in found) == 30_000 - FIRST_PARTED


@pytest.mark.parametrize(("total", "weights", "parts"), [
    (10, {"a": 1, "b": 1}, [5, 5]), (10, {"a": 1, "b": 1, "c": 1}, [4, 3, 3]), (1, {"a": 4, "b": 96}, [0, 1]), (0, {"a": 1}, [0]),
])  # fmt: skip
def test_quotas_add_up(total, weights, parts):
    assert list(quotas(total, weights).values()) == parts


def test_a_range_with_too_few_shapes_is_told():
    with pytest.raises(RangeError, match="0 to 1001 has too few kinds of number words for the split"):
        deal_bags(Shapes(LANGUAGES["ja"], 1_001), ProbeOptions(1_001, 1))
