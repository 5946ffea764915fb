"""What a number word consists of, the shapes that it has, and what each kind of error makes of one."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.text_pairs.number_words.chunks import chunks_of
from numdiag_datasets.text_pairs.number_words.errors import GLOBAL, arranged, arrangements_of, within_chunks
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


def arrangements(code, value):
    """(error, scope) -> the words of a number in every order of that kind."""
    chunks = chunks_of(LANGUAGES[code])
    words = chunks.cut(LANGUAGES[code].spell(value))
    shape = chunks.shape(words)
    return {
        cell: {chunks.join(arranged(words, shape, found.shape)) for found in orders}
        for cell, orders in arrangements_of(LANGUAGES[code]).of(shape).items()
    }


@pytest.mark.parametrize(("code", "value", "cell", "text"), [
    ("en", 73_231, ("appended", "local"), "two hundred and seventy-three thirty-one thousand"),
    ("en", 580_301, ("appended", "global"), "five hundred and three hundred and eighty thousand one"),
    ("en", 455_024, ("scales", "local"), "four thousand and fifty-five hundred and twenty-four"),
    ("en", 36_777, ("connector", "local"), "thirty-six thousand seven and hundred seventy-seven"),
    ("en", 580_715, ("connector", "local"), "five hundred and eighty and thousand seven hundred fifteen"),  # doubled
    ("en", 4_709, ("missing", "local"), "four hundred thousand seven and nine"),
    ("da", 470_302, ("appended", "global"), "fire hundrede og tre hundrede og halvfjerds tusind to"),
    ("fr", 206_694, ("scales", "global"), "deux mille six cent six cent quatre-vingt-quatorze"),
    ("de", 901_002, ("missing", "local"), "neunhunderttausendeinzwei"),
    ("ja", 600_315, ("scales", "local"), "六百万三十十五"),
    ("ja", 3_654, ("kanji_order", "local"), "三千百六五十四"),
])  # fmt: skip
def test_kinds(code, value, cell, text):
    assert text in arrangements(code, value)[cell]


@pytest.mark.parametrize(("code", "value", "error", "text"), [
    ("en", 43, "tens_units", "three-forty"),
    ("da", 43, "tens_units", "fyrreogtre"),  # as the Swedes say it
    ("da", 43, "connector", "trefyrreog"),
    ("da", 77_024, "vigesimal", "syvogfjerds tusind og fireoghalvtyve"),
    ("fr", 43, "tens_units", "trois-quarante"),
    ("fr", 21_000, "tens_units", "un et vingt mille"),
    ("fr", 21_000, "connector", "vingt un et mille"),
    ("fr", 99, "vigesimal", "dix-quatre-vingt-neuf"),
    ("fr", 71, "vigesimal", "et soixante onze"),
    ("fr1990", 71, "vigesimal", "et-soixante-onze"),
    ("de", 43, "tens_units", "vierzigunddrei"),  # as the English say it
    ("de", 43, "connector", "unddreivierzig"),
])  # fmt: skip
def test_errors_within_chunks(code, value, error, text):
    language, chunks = LANGUAGES[code], chunks_of(LANGUAGES[code])
    found = within_chunks(language, chunks.cut(language.spell(value)))
    made = [chunks.join(words) for words in found[error]]
    assert text in made
    assert language.spell(value) not in made
    assert {"".join(sorted(other)) for other in made} == {"".join(sorted(text))}


def test_halves_are_not_moved_where_the_rest_is_a_number_of_its_own():
    """Without its "halv", "halvtreds" is an old spelling of 60, and "tres" with one sounds like 50."""
    words = chunks_of(LANGUAGES["da"]).cut(LANGUAGES["da"].spell(50_060))
    assert within_chunks(LANGUAGES["da"], words)["vigesimal"] == []


@pytest.mark.parametrize("code", CODES)
def test_pairs_of_neighbouring_words_do_not_give_a_global_error_away(code):
    for shape in shapes_of(LANGUAGES[code]).patterns:
        pairs = Counter(pairwise(("", *shape, "")))
        for (_, scope), orders in arrangements_of(LANGUAGES[code]).of(shape).items():
            for order in orders[:20]:
                same = pairs == Counter(pairwise(("", *order.shape, "")))
                assert same == (scope == GLOBAL)
