"""Number words in several languages: spelled, read, cut into chunks, shaped, and put into a wrong order."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from num2words import num2words

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.text_pairs.number_words.chunks import chunks_of, has_held_out, trigrams_of
from numdiag_datasets.text_pairs.number_words.errors import CELLS, GLOBAL, LOCAL, NumberWord, candidates, scope_of
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES, MAX_VALUE, LanguageError, language_of
from numdiag_datasets.text_pairs.number_words.probe_rows import quotas

CODES = list(LANGUAGES)


@pytest.mark.parametrize("code", CODES)
def test_what_is_spelled_is_read(code):
    """All small numbers, and every 41st up to 99,999."""
    language = language_of(code)
    values = [*range(2000), *range(2000, 100_000, 41), 99_999]
    assert [n for n in values if language.read(language.spell(n)) != n] == []


#: Numbers with as many groups of digits left out as not, and with groups that are spelled in several ways.
GROUPS = st.lists(
    st.sampled_from([0, 0, 0, 1, 2, 11, 21, 71, 80, 100, 101, 200]) | st.integers(0, 999), min_size=4, max_size=4
)
VALUES = st.integers(0, MAX_VALUE) | GROUPS.map(lambda groups: sum(group * 1000**n for n, group in enumerate(groups)))


@pytest.mark.parametrize("code", CODES)
@given(value=VALUES)
def test_what_is_spelled_is_read_beyond(code, value):
    language = language_of(code)
    assert language.read(language.spell(value)) == value


@pytest.mark.parametrize("code", CODES)
@given(value=VALUES)
def test_groups_are_spelled_as_num2words_spells_the_whole(code, value):
    language = language_of(code)
    whole = num2words(value, lang=language.num2words or code)
    for pattern, replacement in language.corrections:
        whole = re.sub(pattern, replacement, whole)
    assert language.spell(value) == whole


@pytest.mark.parametrize("code", CODES)
@given(value=VALUES)
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
    ("en", 2_000_080, "two million and eighty"),
    ("ja", 300_000_010_000, "三千億一万"),
    ("da", 1_000_000, "en million"),  # num2words: en millioner
    ("da", 1_001_000_000, "en milliard en million"),
    ("da", 101_000_001, "et hundrede og en millioner og et"),  # num2words: ethundrede og et millioner et
    ("fr", 80_200_000, "quatre-vingts millions deux cent mille"),  # a noun: s before million
    ("fr1990", 2_001_000, "deux-millions-mille"),
    ("de", 1_001_001, "eine Million eintausendeins"),
    ("de", 101_000_000, "einhunderteine Millionen"),  # num2words: einhunderteins Millionen
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
    ("en", "two thousand three hundred million", 2_300_000_000),  # the older English billion
    ("fr", "deux mille milliards", 2 * 10**12),
    ("de", "zweitausend Milliarden", 2 * 10**12),
    ("en", "two million five thousand", 2_005_000),
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
    ("en", "two million six billion and one", None),
    ("en", "two hundred and six thousand three hundred and forty-one thousand", None),
    ("ja", "二千万三百億", None),
    ("fr", "deux millions trois millions", None),
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
        language_of("en").spell(10**12)


@pytest.mark.parametrize("code", CODES)
@given(value=VALUES)
def test_chunks_make_the_number_word_again(code, value):
    chunks = chunks_of(LANGUAGES[code])
    text = LANGUAGES[code].spell(value)
    assert chunks.join(chunks.cut(text)) == text


@pytest.mark.parametrize(("code", "value", "shape"), [
    ("en", 0, "zero"),
    ("en", 245, "unit hundred and compound"),
    ("en", 1_001, "unit thousand and unit"),  # "one" stands before scales too
    ("en", 20_015_000_000, "tens billion teen million"),
    ("da", 43_500, "compound thousand unit hundred"),  # the "og" of treogfyrre is within a chunk
    ("da", 105, "unit hundred and unit"),
    ("fr", 101_000, "hundred one thousand"),  # "un" stands before no scale
    ("fr", 80_080, "vigesimal~ thousand vigesimal"),  # quatre-vingt mille quatre-vingts
    ("fr", 1_200_000_000, "one billion unit hundred~ million~"),  # deux cents millions
    ("fr", 71, "vigesimal"),
    ("fr1990", 200_021, "unit hundred thousand compound"),  # one word with hyphens
    ("de", 1_001, "one~~ thousand one"),  # ein and eins
    ("de", 1_002_000, "one~ million unit thousand"),  # eine
    ("ja", 11_011, "one myriad thousand ten one"),  # 一万千十一
    ("ja", 240_030, "unit ten unit myriad unit ten"),
])  # fmt: skip
def test_shape(code, value, shape):
    chunks = chunks_of(LANGUAGES[code])
    assert " ".join(chunks.shape(chunks.cut(LANGUAGES[code].spell(value)))) == shape


@pytest.mark.parametrize("code", CODES)
@given(value=VALUES)
def test_every_trigram_of_a_number_word_is_known(code, value):
    """ "deux millions mille deux cents" has three groups in three neighbouring words."""
    chunks = chunks_of(LANGUAGES[code])
    assert chunks.trigrams.issuperset(trigrams_of(chunks.shape(chunks.cut(LANGUAGES[code].spell(value)))))


@pytest.mark.parametrize(("code", "value", "held_out"), [
    ("en", 3_015_000, True),  # fifteen thousand
    ("en", 3_000_015, False),
    ("en", 240_000_000, True),
    ("en", 241_000_000, False),
    ("en", 240_000, False),
    ("fr", 10_000, True),
    ("da", 230_000_000, True),  # "millioner", another form of the scale
    ("de", 80_000_001, True),
    ("ja", 300_000, True),
    ("ja", 310_000, False),
    ("ja", 50_000_000_000, True),
])  # fmt: skip
def test_combinations_that_are_held_out(code, value, held_out):
    chunks = chunks_of(LANGUAGES[code])
    assert has_held_out(chunks.shape(chunks.cut(LANGUAGES[code].spell(value)))) is held_out


@pytest.mark.parametrize(("total", "weights", "parts"), [
    (10, {"a": 1, "b": 1}, [5, 5]), (10, {"a": 1, "b": 1, "c": 1}, [4, 3, 3]), (1, {"a": 4, "b": 96}, [0, 1]), (0, {"a": 1}, [0]),
])  # fmt: skip
def test_quotas_add_up(total, weights, parts):
    assert list(quotas(total, weights).values()) == parts


def errors(code, value):
    """(error, scope) -> the words of a number in the orders of that kind, of several draws."""
    chunks = chunks_of(LANGUAGES[code])
    word = NumberWord(chunks, chunks.cut(LANGUAGES[code].spell(value)))
    rngs = [Rng(seed, "errors", code) for seed in range(40)]
    return {cell: {chunks.join(parts) for rng in rngs for parts in candidates(cell, word, rng)} for cell in CELLS}


@pytest.mark.parametrize(("code", "value", "cell", "text"), [
    ("en", 31_206_045_301, ("scales", "global"), "thirty-one million two hundred and six billion forty-five thousand three hundred and one"),
    ("en", 455_024, ("scales", "local"), "four thousand and fifty-five hundred and twenty-four"),
    ("en", 36_777, ("connector", "local"), "thirty-six thousand seven and hundred seventy-seven"),
    ("en", 580_715, ("connector", "local"), "five hundred and eighty and thousand seven hundred fifteen"),  # doubled
    ("en", 580_301, ("moved", "local"), "five hundred and three hundred eighty thousand and one"),
    ("en", 206_341_502, ("repeated", "global"), "two hundred and six million three hundred and forty-one million five hundred and two"),
    ("en", 5_043_002, ("tens_units", "local"), "five million three-forty thousand and two"),
    ("da", 43_500, ("tens_units", "local"), "fyrreogtre tusind fem hundrede"),  # as the Swedes say it
    ("da", 43_500, ("connector", "local"), "trefyrreog tusind fem hundrede"),
    ("fr", 21_000_000_600, ("tens_units", "local"), "un et vingt milliards six cents"),
    ("fr", 99_300, ("vigesimal", "local"), "dix-quatre-vingt-neuf mille trois cents"),
    ("fr1990", 71_300, ("vigesimal", "local"), "et-soixante-onze-mille-trois-cents"),
    ("de", 43_500, ("tens_units", "local"), "vierzigunddreitausendfünfhundert"),  # as the English say it
    ("de", 43_500, ("connector", "local"), "unddreivierzigtausendfünfhundert"),
    ("de", 31_206_045_301, ("scales", "global"), "einunddreißig Millionen zweihundertsechs Milliarden fünfundvierzigtausenddreihunderteins"),
    ("ja", 230_500_506_315, ("scales", "global"), "二千三百五万五十億六千三百十五"),
    ("ja", 600_315, ("scales", "local"), "六百万三十十五"),
    ("ja", 3_654, ("kanji_order", "local"), "三千百六五十四"),
])  # fmt: skip
def test_kinds(code, value, cell, text):
    assert text in errors(code, value)[cell]


@pytest.mark.parametrize(("trap", "code", "text", "scope"), [
    ("four words apart", "en", "two million three hundred and forty-one billion and two", GLOBAL),
    ("nothing between the scales", "en", "two million billion and two", LOCAL),
    ("a plural", "da", "en millioner tre hundrede", LOCAL),
    ("a number word", "de", "eine Million eintausendeins", GLOBAL),
    ("s before mille", "fr", "deux cents mille", LOCAL),
    ("s before million", "fr", "deux cents millions", GLOBAL),
    ("within a compound", "da", "treogfyrre tusind fyrreogtre", LOCAL),
])  # fmt: skip
def test_scope(trap, code, text, scope):
    chunks = chunks_of(LANGUAGES[code])
    assert scope_of(chunks, chunks.shape(chunks.cut(text))) == scope, trap
