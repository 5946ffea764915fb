"""Number words by language: num2words spells, our own grammar reads. A language is a row of `LANGUAGES`.

The grammar combines words and does not list numbers. Below a hundred it combines units, teens and tens;
above, a scale word separates its multiplier from the part that is added. It accepts more than num2words
writes (without "and", with "septante", with or without blanks, "five ninety-seven", 九七万, "two thousand
million"). So a text that it rejects is certainly not a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from numdiag_datasets.core.errors import InputError, NumdiagError

MAX_VALUE = 10**12 - 1


class LanguageError(InputError):
    """An unknown language; the message lists the available ones."""


# Compared by identity, as each is a row of the table and a key of caches.
@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """The spelling of numbers in a language.

    Attributes:
        code: as in ISO 639-1 and in config names.
        name: in English.
        small: every accepted spelling below the smallest scale, without blanks and hyphens -> value.
        scales: (value, its words, its largest multiplier), the largest first; the longest word of each first.
        connectors: words that may occur between a scale and the part that is added.
        lexicon: the words that a number word is made of; it may be cut between them.
        separator: the text between the parts of a number.
        group: the language groups numbers by thousands, or by myriads.
        joiner: the word, if any, that joins a ten and a unit: "et" in "vingt et un".
        said: a pattern of what people say that is not one number word: 五六千, five or six thousand; a million
            billion.
        corrections: (pattern, replacement) where num2words is wrong or unidiomatic.
        num2words: its code in num2words, if that differs.
        vigesimal_from: the first number counted by twenties: "soixante-dix"; 0 for none.
    """

    code: str
    name: str
    small: Mapping[str, int]
    scales: Sequence[tuple[int, Sequence[str], int]]
    connectors: Sequence[str]
    lexicon: Sequence[str]
    separator: str = " "
    joiner: str = ""
    group: int = 1000
    said: str = ""
    corrections: Sequence[tuple[str, str]] = ()
    num2words: str = ""
    vigesimal_from: int = 0

    def spell(self, value: int) -> str:
        """Return the number in words: 248 -> "two hundred and forty-eight".

        Raises:
            NumdiagError: it is not in 0 .. 999,999,999,999.
        """
        if not 0 <= value <= MAX_VALUE:
            raise NumdiagError(f"{value} is not in 0 .. {MAX_VALUE:,}")
        text, above, scale, rest = "", 0, self.group ** len(str(value)), value
        while rest or not text:
            scale //= self.group
            part, rest = rest - rest % scale, rest % scale
            if part or not value:
                text += self._part(part, above)
                above = scale
        return text

    def _part(self, part: int, above: int) -> str:
        """Return the words of one group, such as the millions, after a scale word or, if 0, at the start."""
        code, corrections = self.num2words or self.code, tuple(self.corrections)
        whole = _spell(code, above + part, corrections)
        return whole.removeprefix(_spell(code, above, corrections)) if above else whole

    def read(self, text: str) -> int | None:
        """Return the value of a number word in any accepted spelling; None if it is not a number."""
        joined = re.sub(r"[\s,-]+", " ", text.strip().lower()).strip()
        return self._read(joined, len(self.scales)) if joined else None

    def _read(self, text: str, scales: int) -> int | None:
        """Read with only the given number of smallest scales."""
        text = text.strip()
        if not scales:
            return self.small.get(text.replace(" ", ""))
        value, words, most = self.scales[-scales]
        for word in words:
            left, found, right = text.partition(word.lower())
            if found:
                break
        else:
            return self._read(text, scales - 1)
        times = self._read(left, scales - 1) if left.strip() else 1
        rest = self._without_connector(right)
        added = self._read(rest, scales - 1) if rest else 0
        if times is None or added is None or not 0 < times <= most or added >= value:
            return None
        return times * value + added

    def _without_connector(self, text: str) -> str:
        text = text.strip()
        for word in self.connectors:
            if text == word or text.startswith(f"{word} "):
                return text[len(word) :].strip()
        return text

    def words(self, text: str) -> list[str]:
        """Cut a number word into the words of the lexicon: "femogfyrre" -> fem, og, fyrre."""
        return _lexer(tuple(self.lexicon)).findall(text)


@lru_cache(maxsize=1 << 18)  # enough for every group of a language after every scale
def _spell(code: str, value: int, corrections: tuple[tuple[str, str], ...]) -> str:
    from num2words import num2words

    text: str = num2words(value, lang=code)
    for pattern, replacement in corrections:
        text = re.sub(pattern, replacement, text)
    return text


@lru_cache(maxsize=16)
def _lexer(lexicon: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, lexicon), key=len, reverse=True)))


# --- below a hundred ------------------------------------------------------------------------------


def _below_hundred(
    ones: Mapping[str, int], teens: str, tens: str, join: Callable[[str, str], str]
) -> dict[str, int]:
    """Return spelling without blanks -> value: ones and teens unchanged, tens alone and joined with ones.

    Args:
        ones: word -> 1 to 9, in every form that may be joined.
        teens: the words of 10 to 19.
        tens: the words of 20, 30, ...
        join: (one, ten) -> the joined word.
    """
    small = {**ones, **{word: value for value, word in enumerate(teens.split(), 10)}}
    for count, ten in enumerate(tens.split(), 2):
        small[ten] = 10 * count
        small |= {join(one, ten): 10 * count + value for one, value in ones.items()}
    return small


def _numbered(words: str) -> dict[str, int]:
    return {word: value for value, word in enumerate(words.split(), 1)}


def _without_hundred(small: Mapping[str, int]) -> dict[str, int]:
    """Return spellings of 110 to 999 without the hundred, as in speech: "five ninety-seven" is 597."""
    tens = {word: value for word, value in small.items() if 10 <= value < 100}
    return {
        one + ten: 100 * hundreds + value
        for one, hundreds in small.items()
        if 0 < hundreds < 10
        for ten, value in tens.items()
    }


def _positional(digits: str) -> dict[str, int]:
    """Return sequences of up to four digits, as in newspapers: 九七 is 97."""
    written = str.maketrans("0123456789", "〇" + digits.replace(" ", ""))
    return {str(number).translate(written): number for number in range(10_000)}


def _french() -> dict[str, int]:
    """Return French spellings: 70 is sixty-ten, 80 four twenties, 90 four-twenty-ten; "et" joins 1 and 11."""
    ones = _numbered("un deux trois quatre cinq six sept huit neuf") | {"une": 1}
    teens = "dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf"
    small = _below_hundred(
        ones, teens, "vingt trente quarante cinquante soixante", lambda o, t: t + o
    )
    below_twenty = {word: value for word, value in small.items() if value < 20}
    for ten, start in (("soixante", 60), ("quatrevingt", 80)):
        small |= {ten + word: start + value for word, value in below_twenty.items()}
    small |= {"quatrevingts": 80, "quatrevingt": 80}
    for ten, start in (("septante", 70), ("huitante", 80), ("octante", 80), ("nonante", 90)):
        small |= {ten: start} | {ten + one: start + value for one, value in ones.items()}
    with_et = {
        re.sub(r"(une?|onze)$", r"et\1", word): value
        for word, value in small.items()
        if value > 20 and value % 10 == 1
    }
    # "quatre vingt" must be 80, not 420.
    return {"zéro": 0} | _without_hundred(small | with_et) | small | with_et


def _with_and() -> dict[str, int]:
    """Return forms of old verse: seven and thirty, thirty and seven."""
    return {
        f"{first}and{second}": 10 * count + value
        for one, value in _numbered(_EN).items()
        for count, ten in enumerate(_EN_TENS.split(), 2)
        for first, second in ((one, ten), (ten, one))
    }


#: "two thousand million" is 2,000 millions, but nothing is so many "million billion".
_LARGE = 999_999
_EN = "one two three four five six seven eight nine"
_EN_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_DA = "et to tre fire fem seks syv otte ni"
_DA_TEENS = "ti elleve tolv tretten fjorten femten seksten sytten atten nitten"
_DA_TENS = "tyve tredive fyrre halvtreds tres halvfjerds firs halvfems"
_DE = "ein zwei drei vier fünf sechs sieben acht neun"
_DE_TEENS = "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"
_DE_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
_FR = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt vingts "
    "trente quarante cinquante soixante cent cents mille million millions milliard milliards et"
)
_FR_SCALES = (
    (10**9, ("milliards", "milliard"), _LARGE),
    (10**6, ("millions", "million"), _LARGE),
    (1000, ("mille",), 9999),
    (100, ("cents", "cent"), 99),
)
_ENGLISH = _below_hundred(_numbered(_EN), _EN_TEENS, _EN_TENS, lambda o, t: t + o)
_JA = "一 二 三 四 五 六 七 八 九"

LANGUAGES: dict[str, Language] = {
    language.code: language
    for language in (
        Language(
            "en",
            "English",
            {"zero": 0} | _without_hundred(_ENGLISH) | _ENGLISH | _with_and(),
            (
                (10**9, ("billion",), _LARGE),
                (10**6, ("million",), _LARGE),
                (1000, ("thousand",), 9999),
                (100, ("hundred",), 99),
            ),
            ("and",),
            f"zero {_EN} {_EN_TEENS} {_EN_TENS} hundred thousand million billion and".split(),
            # num2words writes "one thousand, two hundred"; running text has no comma:
            # https://github.com/savoirfairelinux/num2words/issues/496
            corrections=((",", ""),),
        ),
        Language(
            "ja",
            "Japanese",
            {"零": 0} | _positional(_JA),
            (
                (10**8, ("億",), 9999),
                (10_000, ("万",), 9999),
                (1000, ("千",), 99),
                (100, ("百",), 9),
                (10, ("十",), 9),
            ),
            (),
            f"零 〇 {_JA} 十 百 千 万 億".split(),
            "",
            group=10_000,
            said="一二|二三|三四|四五|五六|六七|七八|八九|万億",
        ),
        Language(
            "da",
            "Danish",
            {"nul": 0}
            | _below_hundred(
                _numbered(_DA) | {"en": 1}, _DA_TEENS, _DA_TENS, lambda o, t: f"{o}og{t}"
            ),
            (
                (10**9, ("milliarder", "milliard"), _LARGE),
                (10**6, ("millioner", "million"), _LARGE),
                (1000, ("tusinde", "tusind"), 9999),
                (100, ("hundreder", "hundrede"), 99),
            ),
            ("og",),
            f"nul {_DA} en {_DA_TEENS} {_DA_TENS} hundrede tusind tusinde "
            "million millioner milliard milliarder og".split(),
            joiner="og",
            corrections=(
                # 60 is "tres"; num2words has "treds", which is the end of 50, "halvtreds".
                (r"(?<!halv)treds", "tres"),
                # "totusinde og trehundrede og fem": "og" occurs only before the last part, and only if that
                # is below a hundred: https://github.com/savoirfairelinux/num2words/pull/286
                (r"tusinde og(?= \w+hundrede)", "tusind"),
                (r"tusinde(?= og)", "tusind"),
                # From 100,000 on num2words omits both: "ettusindet" for 1 after the thousands.
                (r"tusind(?=\w+hundrede)", "tusind "),
                (r"tusind(?=\w)", "tusind og "),
                # "et hundrede og femogtyve tusind": if only the last part were joined to it, the word would
                # read as 100 and 25,000.
                (r"(?<=\w)(hundrede|tusind)", r" \1"),
                # "en millioner", "hundrede og et millioner", "to millioner et"
                (r"\bet (?=milli)", "en "),
                (r"(?<!og )\ben (million|milliard)er", r"en \1"),
                (r"(milli\w+) (?=\w+$)", r"\1 og "),
            ),
        ),
        Language(
            "fr",
            "French",
            _french(),
            _FR_SCALES,
            ("et",),  # "cent et un", an old form
            _FR.split(),
            joiner="et",
            vigesimal_from=70,
        ),
        Language(
            "fr1990",
            "French, spelling of 1990",
            _french(),
            _FR_SCALES,
            ("et",),  # "cent et un", an old form
            _FR.split(),
            "-",
            # "deux-cent-vingt-et-un": all parts are joined, as the reform of 1990 recommends.
            corrections=((" ", "-"),),
            num2words="fr",
            joiner="et",
            vigesimal_from=70,
        ),
        Language(
            "de",
            "German",
            {"null": 0}
            | _below_hundred(
                _numbered(_DE) | {"eins": 1, "eine": 1},
                _DE_TEENS,
                _DE_TENS,
                lambda o, t: f"{o}und{t}",
            ),
            (
                (10**9, ("Milliarden", "Milliarde"), _LARGE),
                (10**6, ("Millionen", "Million"), _LARGE),
                (1000, ("tausend",), 9999),
                (100, ("hundert",), 99),
            ),
            ("und",),
            f"null {_DE} eins eine {_DE_TEENS} {_DE_TENS} hundert tausend "
            "Million Millionen Milliarde Milliarden und".split(),
            "",
            joiner="und",
            # "hunderteintausend", "hunderteine Millionen": "eins" has its s only at the end of a number.
            corrections=(("einstausend", "eintausend"), ("eins (?=Milli)", "eine ")),
        ),
    )
}


def language_of(code: str) -> Language:
    """Return a language by its code.

    Raises:
        LanguageError: the code is unknown.
    """
    if code not in LANGUAGES:
        raise LanguageError(f"unknown language {code!r}; choose from {', '.join(LANGUAGES)}")
    return LANGUAGES[code]
