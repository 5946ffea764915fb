"""The control of extra: the same sentence without its numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numdiag_datasets.core.problem import Edit, Problem, apply_edits
from numdiag_datasets.core.reasons import Reason
from numdiag_datasets.core.rng import Rng
from numdiag_datasets.english.numbers import NumberMention, find_numbers
from numdiag_datasets.english.phrases import attributive_unit
from numdiag_datasets.perturbations.extra.check import check_insertions
from numdiag_datasets.perturbations.perturbation import reject
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

NO_NUMBERS = "no_numbers"
# From these numbers on there are many of a thing, and money is a large sum.
_LEAST_OF_MANY, _LARGE = 20, 1000
_SEVERAL, _MANY, _SOME = "several", "many", "some"
#: Currency sign -> its unit in the plural.
_CURRENCIES = {"$": "dollars", "€": "euros", "£": "pounds", "¥": "yen", "₹": "rupees"}
# Words before a number that do not fit before "several": "the 5 pens" become "the pens".
_DEFINITE = re.compile(
    r"\b(?:the|all|these|those|his|her|their|its|our|my|your|\w+['’]s?|both|first|last|next|other|same) $",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(?:about|around|at least|at most|only|just|exactly|nearly|almost|approximately|roughly|some|up to"
    r"|more than|less than|fewer than|as many as|as much as|an additional|another|additional) $",
    re.IGNORECASE,
)
_OVER = re.compile(r"\bover $", re.IGNORECASE)
_IS = re.compile(r"\b(?:is|are|was|were) $")
_BY = re.compile(r"\bby $")
_EVERY = re.compile(r"\b(?:every|each|per) $", re.IGNORECASE)
_ARTICLE = re.compile(r"\ban? $", re.IGNORECASE)
_RANGE = re.compile(
    r"\b(?:between|from) (?:\S+ (?:and|to) )?$|\d(?: ?[-–x/] ?| to )$", re.IGNORECASE
)
# "a career-high 105 yards", "USD 74 billion", "estimated to be 3,500"
_UNFIT = re.compile(r"(?:[- ](?:high|record|best)|\bto be|\b(?!USD)[A-Z]{3}) $")
_CODE = re.compile(r"\bUSD $")
_GOES_ON = re.compile(r" ?[-–x×/*+=] ?\d| to [$\d]|:\d")
_NOUN = re.compile(r" [A-Za-z]")
_OF = re.compile(
    r" (?:of|to|in|on|at|for|from|and|or|but|are|were|is|was|according|as|by|with|when|while|after|before|during|since)\b|[.,;!?]|$"
)
_ONE_OF = re.compile(r" of\b")
_ATTRIBUTE = re.compile(r"[-‐‑][A-Za-z]+(?:[-‐‑][A-Za-z]+)* ?")
_MONEY = re.compile(r" (?:dollars?|cents?)\b(?! bills?| coins?)")
_PERCENT = re.compile(r" per ?cent\b")
# "many kg", "some money a month", "several 20 kg bags"
_ABBREVIATED = re.compile(r" ?(?:[kcm]?[gml]|[km]m/h|lbs?|oz|ft|cc|mph|kph|hrs?|mins?)\b")
_RATE = re.compile(r" (?:an?|per|each|every|apiece)\b|/")
# "by 7,000 years ago"
_AGO = re.compile(r" years? ago\b")
_AGE = re.compile(r" years? old\b")
# "12 cm by 8 cm", "4 twenty pound bags"
_COMPOUND = re.compile(r"\b(?:several|many) (?:\w+ )?(?:by +)?(?:several|many)\b")
_LEFT_OVER = frozenset({"range", "score", "fraction"})
_VOWEL = re.compile(r"[aeiou]|hour\b", re.IGNORECASE)


def perturb(reading: Reading, rng: Rng, split: Split) -> Problem:
    """Input -> output: "Beatrix has 7 peppers and 2 pumpkins." -> "Beatrix has several peppers and several pumpkins."

    The sentence is the inserted sentence of the attacked row, in the same place.
    """
    edit = _without_numbers(split.attacks[reading.problem.id])
    if not edit:
        return reject(reading.problem, Reason.NO_OTHER_WORDING)
    return apply_edits(reading.problem, [edit], rule=NO_NUMBERS)


def _without_numbers(attack: Problem) -> Edit | None:
    """Return the insertion of an attacked row without its numbers, None if that does not read well."""
    (given,) = attack.edits
    sentence = given.after.strip()
    without = without_numbers(sentence)
    after = given.after.replace(sentence, without)
    return Edit(given.field, given.start, "", after) if without else None


def check(problem: Problem, original: Reading) -> Iterator[str]:
    """Check that one sentence without amounts was inserted."""
    yield from check_insertions(problem, original)
    amounts = [n.text for edit in problem.edits for n in find_numbers(edit.after) if n.is_quantity]
    if len(problem.edits) != 1 or amounts:
        yield f"the insertion has the amounts {amounts}"


def check_beside(problem: Problem, attack: Problem) -> Iterator[str]:
    """Check that the insertion is that of the attacked row without its numbers, at its place."""
    if len(attack.edits) != 1:
        yield f"the attacked row has {len(attack.edits)} insertions"
    elif [*problem.edits] != [_without_numbers(attack)]:
        yield "its insertion is not that of the attacked row without its numbers"


def without_numbers(sentence: str) -> str:
    """Return a sentence with words for each amount, "" if that does not read well.

    Input -> output: "The 5 boys paid $12 for a 3-mile ride." -> "The boys paid some money for a ride."
    """
    pieces: list[str] = []
    position = 0
    for number in find_numbers(sentence):
        if not number.is_quantity:
            continue
        found = _replacement(sentence, number)
        if found is None or found[0] < position:
            return ""
        start, end, words = found
        pieces += (sentence[position:start], words)
        position = end
    text = "".join((*pieces, sentence[position:]))
    text = f"{text[:1].upper()}{text[1:]}"
    shown = (n.is_quantity or n.role in _LEFT_OVER for n in find_numbers(text))
    return "" if _COMPOUND.search(text) or any(shown) else text


def _replacement(sentence: str, number: NumberMention) -> tuple[int, int, str] | None:
    """Return the span that goes with a number, and the words in its place; None if none fit."""
    start, end = number.start, number.end
    before = sentence[:start]
    if _RANGE.search(before) or _UNFIT.search(before) or _GOES_ON.match(sentence, end):
        return None
    is_money = number.text[0] in _CURRENCIES
    attribute = _ATTRIBUTE.match(sentence, end)
    article = _ARTICLE.search(before)
    unit = attributive_unit(number)
    if attribute or unit or (article and (is_money or _NOUN.match(sentence, end))):
        # "a 3-mile ride", "a 5 pound bag", "a $5 ticket"
        last = attribute.end() if attribute else end + 1 + (len(unit) + 1 if unit else 0)
        if not sentence[last : last + 1].isalpha():
            return None
        if not article:
            return start, last, ""
        fits = "an " if _VOWEL.match(sentence, last) else "a "
        return article.start(), last, fits if article[0][0] == "a" else fits.capitalize()
    if bound := _BOUND.search(before) or (number.role == "quantity" and _OVER.search(before)):
        start = bound.start()
        before = sentence[:start]
    return _words_for(sentence, number, before)


def _words_for(sentence: str, number: NumberMention, before: str) -> tuple[int, int, str] | None:
    """Return the span and the words for an amount that follows ``before``."""
    start, end = len(before), number.end
    if number.text[0] in _CURRENCIES and number.magnitude:
        return start, end, f"{_SEVERAL} {number.magnitude} {_CURRENCIES[number.text[0]]}"
    money = _MONEY.match(sentence, end)
    if money or number.text[0] in _CURRENCIES:
        if _IS.search(before) or _RATE.match(sentence, money.end() if money else end):
            return None  # "a scoop is some money", "there were some money", "some money a month"
        words = "a large sum" if number.value >= _LARGE else "some money"
        return start, money.end() if money else end, words
    if ago := _AGO.match(sentence, end):
        by = _BY.search(before)
        return by.start() if by else start, ago.end(), "long ago" if by else f"{_MANY} years ago"
    if code := _CODE.search(before):
        return code.start(), end, "a large sum"
    if age := _AGE.match(sentence, end):
        return start, age.end(), "of a certain age"
    if number.role == "percent":
        word = _PERCENT.match(sentence, end)
        end = word.end() if word else end
        return start, end, "a certain percentage" if _OF.match(sentence, end) else _SOME
    if number.magnitude:
        return start, end, f"{_SEVERAL} {number.magnitude}"
    if _EVERY.search(before):
        return start, end, "few" if before.rstrip().lower().endswith("every") else _SEVERAL
    if number.value == 1:
        if _ONE_OF.match(sentence, end):
            return None
        return start, end, "an" if _VOWEL.match(sentence, end + 1) else "a"
    if _DEFINITE.search(before) and _NOUN.match(sentence, end):
        return start, end + 1, ""
    if _ABBREVIATED.match(sentence, end):
        return None
    is_many = number.value > _LEAST_OF_MANY
    if _OF.match(sentence, end):
        return start, end, "a certain number" if number.value >= _LARGE else _SOME
    return start, end, _MANY if is_many else _SEVERAL
