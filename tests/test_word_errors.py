"""The kinds of error of number words: what each makes of one, and that none of it is a number."""

from collections import Counter
from itertools import pairwise

import pytest

from numdiag_datasets.text_pairs.number_words.chunks import chunks_of
from numdiag_datasets.text_pairs.number_words.errors import GLOBAL, arranged, arrangements_of, within_chunks
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.number_words.shapes import shapes_of

CODES = list(LANGUAGES)


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
