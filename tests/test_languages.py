"""Number words in several languages: spelled, read, cut into chunks, shaped, and put into a wrong order."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.text_pairs.number_words.chunks import chunks_of
from numdiag_datasets.text_pairs.number_words.errors import GLOBAL, arranged, arrangements_of, within_chunks
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES, MAX_VALUE, LanguageError, language_of
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions, RangeError, quotas
from numdiag_datasets.text_pairs.number_words.shapes import FIRST_PARTED, Shapes, deal_bags, shapes_of

CODES = list(LANGUAGES)


@pytest.mark.parametrize("code", CODES)
def test_what_is_spelled_is_read(code):
    """All small numbers, and every 41st up to 99,999."""
    language = language_of(code)
    values = [*range(2000), *range(2000, 100_000, 41), 99_999]
    assert [n for n in values if language.read(language.spell(n)) != n] == []


@pytest.mark.parametrize("code", CODES)
@given(value=st.integers(0, MAX_VALUE))
def test_what_is_spelled_is_read_beyond(code, value):
    language = language_of(code)
    assert language.read(language.spell(value)) == value


@pytest.mark.parametrize("code", CODES)
@given(value=st.integers(0, MAX_VALUE))
def test_words_are_cut_from_the_whole(code, value):
    """Nothing is lost between them."""
    language = language_of(code)
    text = language.spell(value)
    joined = "".join(character for character in text if character not in " -,")
    assert "".join(language.words(text)) == joined


@pytest.mark.parametrize(("code", "value", "text"), [
    ("en", 248, "two hundred and forty-eight"),
    ("en", 12_345, "twelve thousand three hundred and forty-five"),
    ("ja", 0, "零"),
    ("ja", 1000, "千"),  # no 一 before 千 and below
    ("ja", 11_000, "一万千"),
    ("da", 60, "tres"),  # num2words: treds
    ("da", 50, "halvtreds"),
    ("da", 163, "et hundrede og treogtres"),
    ("da", 7300, "syv tusind tre hundrede"),  # num2words: syvtusinde og trehundrede
    ("da", 12_345, "tolv tusind tre hundrede og femogfyrre"),
    ("da", 1001, "et tusind og et"),
    ("da", 101_001, "et hundrede og et tusind og et"),  # num2words: ettusindet
    ("da", 248_300, "to hundrede og otteogfyrre tusind tre hundrede"),
    ("fr", 71, "soixante et onze"),
    ("fr", 80, "quatre-vingts"),
    ("fr", 81, "quatre-vingt-un"),
    ("fr", 80_080, "quatre-vingt mille quatre-vingts"),  # no s before mille
    ("fr", 200, "deux cents"),
    ("fr", 201, "deux cent un"),
    ("fr", 21_000, "vingt et un mille"),
    ("de", 401_000, "vierhunderteintausend"),  # num2words: vierhunderteinstausend
    ("de", 101, "einhunderteins"),
    ("fr1990", 21_271, "vingt-et-un-mille-deux-cent-soixante-et-onze"),
    ("fr1990", 80_200, "quatre-vingt-mille-deux-cents"),
    ("de", 21_316, "einundzwanzigtausenddreihundertsechzehn"),
])  # fmt: skip
def test_spelling(code, value, text):
    assert language_of(code).spell(value) == text


@pytest.mark.parametrize(("code", "text", "value"), [
    ("en", "two hundred forty eight", 248),  # without "and" and the hyphen
    ("en", "hundred", 100),
    ("ja", "一千", 1000),
    ("ja", "千二百万", 12_000_000),
    ("da", "tolvtusinde og trehundrede og femogfyrre", 12_345),
    ("da", "en og tyve", 21),
    ("fr", "septante et un", 71),
    ("fr", "cent mille quatre cinquante-neuf", 100_459),  # without its cent
    ("fr", "quatre vingt", 80),  # and not 420
    ("en", "five ninety-seven thousand hundred and forty-four", 597_144),
    ("ja", "九七万千二百", 971_200),  # digits one after the other, as in newspapers
    ("fr", "onze cents", 1100),
    ("fr", "deux-cent-un", 201),  # the spelling of 1990
    ("de", "hunderteins", 101),
    ("de", "zwölfhundertsechstausend", 1_206_000),  # 1.2 million, as if of hundreds
    ("en", "three hundred thousand seven and fifty", 300_057),  # as in old verses
    ("fr", "six cent et soixante onze", 671),
    ("da", "ethundrede og femogtyvetusind", 125_000),  # in one word
    ("ja", "九十五千", 95_000),  # as accountants count
    ("en", "seventy-four six hundred and thirty-eight", None),  # the paper's examples
    ("en", "fifty-five two hundred", None),
    ("en", "two fifty-five hundred", None),
    ("en", "thousand thousand", None),
    ("en", "", None),
    ("ja", "二十三十", None),
    ("ja", "〇二", None),
    ("ja", "十百", None),
    ("da", "og tyve", None),
    ("da", "tyveogen", None),
    ("da", "hundrede tusind tusind", None),
    ("fr", "vingt quatre-vingts", None),
    ("fr", "trois deux", None),
    ("de", "zwanzigundeins", None),
])  # fmt: skip
def test_other_spellings_are_numbers_too(code, text, value):
    """What people also write must never pass for no number, nor what is none for one."""
    assert language_of(code).read(text) == value


def test_an_unknown_language_names_the_others():
    with pytest.raises(LanguageError, match="unknown language 'sv'; choose from en, ja, da, fr, fr1990, de"):
        language_of("sv")
    with pytest.raises(ValueError, match="not in 0"):
        language_of("en").spell(1_000_000)


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
