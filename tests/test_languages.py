"""Number words in several languages: spelled by num2words, read by our grammar."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES, MAX_VALUE, LanguageError, language_of

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
])  # fmt: skip
def test_other_spellings_are_numbers_too(code, text, value):
    """What people also write must never pass for no number."""
    assert language_of(code).read(text) == value


@pytest.mark.parametrize(("code", "text"), [
    ("en", "seventy-four six hundred and thirty-eight"),  # the paper's examples
    ("en", "fifty-five two hundred"),
    ("en", "two fifty-five hundred"),
    ("en", "thousand thousand"),
    ("en", ""),
    ("ja", "二十三十"),
    ("ja", "〇二"),
    ("ja", "十百"),
    ("da", "og tyve"),
    ("da", "tyveogen"),
    ("da", "hundrede tusind tusind"),
    ("fr", "vingt quatre-vingts"),
    ("fr", "trois deux"),
    ("de", "zwanzigundeins"),
])  # fmt: skip
def test_what_is_no_number(code, text):
    assert language_of(code).read(text) is None


def test_an_unknown_language_names_the_others():
    with pytest.raises(LanguageError, match="unknown language 'sv'; choose from en, ja, da, fr, fr1990, de"):
        language_of("sv")
    with pytest.raises(ValueError, match="not in 0"):
        language_of("en").spell(1_000_000)
