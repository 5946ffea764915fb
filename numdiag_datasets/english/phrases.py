"""Phrases of a sentence: a number with the things that it counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from numdiag_datasets.english.nouns import classes_of, has_plural_form, singular
from numdiag_datasets.english.number_roles import MEASURE_WORDS, MONEY_WORDS
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import WORD

_UNIT_AND_NOUN = re.compile(r" (?P<unit>[a-z]+) (?P<noun>[a-z]+)")
_HYPHENATED = re.compile(r"[-‐‑]\s?([^\W\d_]+)(?![-‐‑\w])")
# Words that are not units of a number: "3-for-4", "11-straight", "two-pronged", "three-and-out".
_NO_UNITS = word_list("no units")
# "a two-point conversion" is a name.
_NAMED = re.compile(r"[-‐‑](?:point conversion|minute (?:drill|warning))", re.IGNORECASE)
_GLUED = re.compile(r"[a-zA-Z]+(?![\w'’])")
_SHORT_UNITS = frozenset({"L", "mL", "kph"})
_POINTING = re.compile(r"\b(?:the|these|those|all)(?: other)? $", re.IGNORECASE)
_NEXT_WORD = re.compile(rf" ({WORD.pattern})")
# "4 people books the tour"; "people" is not a kind of book.
_OF_VERB = re.compile(r" (?:the|an?|his|her|its|their)\b")
_MOST_WORDS = 7
PREPOSITIONS = word_list("prepositions")
# Words that do not continue a noun phrase.
_NOT_IN_PHRASE = PREPOSITIONS | frozenset(
    "and or but is are was were has have had than that they them he she it who which if do does did "
    "as each every while when left more fewer less total altogether this last yesterday today "
    "later then equally apiece in all".split()
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A number with the noun phrase that it counts.

    Attributes:
        number: the mention.
        start, end: of the phrase; ``end`` is that of the number if no noun follows.
        noun: the head in the singular, "" if no noun follows.
    """

    number: NumberMention
    start: int
    end: int
    noun: str

    @property
    def counted(self) -> str:
        """The counted things, with their adjectives: "cans of chicken soup"."""
        return self.number.field_text[self.number.end : self.end].strip()

    @property
    def complete(self) -> bool:
        """Whether the phrase names the things that it counts, "$8" included."""
        return bool(self.noun)


def attributive_unit(number: NumberMention) -> str:
    """Return the unit that describes a noun together with the number, "" if there is none.

    Input -> output: "a 36 mile hike" -> "mile", "five dollar games" -> "dollar"; "12 second
    graders", "43 kg of pears", "36 miles" -> "".
    """
    match = _UNIT_AND_NOUN.match(number.field_text, number.end)
    if match is None or number.value == 1 or number.role == "percent":
        return ""
    unit, noun = match["unit"], match["noun"]
    is_unit = (unit in MEASURE_WORDS or unit in MONEY_WORDS) and unit + "s" in (
        MEASURE_WORDS | MONEY_WORDS
    )
    describes = bool(classes_of(noun)) or noun.endswith(("ing", "thon"))
    if not is_unit or len(unit) < 3 or not describes or noun in _NOT_IN_PHRASE:
        return ""
    return "" if unit == "second" else unit  # "29 second graders": which?


def hyphenated_word(number: NumberMention) -> str:
    """Return the word that a hyphen joins to a number, "" for none.

    Input -> output: "a 41-yard pass" -> "yard", "70%-owned" -> "owned"; "3-for-4", "a 17-year-old" -> "".
    """
    match = _HYPHENATED.match(number.field_text, number.end)
    if (
        match is None
        or match[1].lower() in _NO_UNITS
        or _NAMED.match(number.field_text, match.start())
    ):
        return ""
    return match[1]


def is_attributive(number: NumberMention) -> bool:
    """Return whether an amount is attributive: "a 41-yard pass"; in words only a measure ("a three-hour trip")."""
    word = hyphenated_word(number) if number.hyphenated and number.is_quantity else ""
    return bool(word) and (number.form == "digits" or word in MEASURE_WORDS)


def has_glued_unit(number: NumberMention) -> bool:
    """Return whether a unit of measure is glued to a number: "18mph", "40g of sugar"."""
    letters = _GLUED.match(number.field_text, number.end) if number.role == "name" else None
    return letters is not None and letters[0] in MEASURE_WORDS | _SHORT_UNITS


def is_definite_count(number: NumberMention, is_operand: Callable[[NumberMention], bool]) -> bool:
    """Return whether a number counts a group that the text points at: "the three of them", "all two boxes".

    Args:
        is_operand: whether the equation uses a number. A number in digits counts such a group only if the
            equation does not use it ("on the 3 days"): "the 8 sections" may be a first mention.
    """
    text, mention = number.field_text, number
    if not _POINTING.search(text, max(0, mention.start - 14), mention.start):
        return False
    in_words = mention.form == "words" and mention.value <= 10
    return (
        in_words or text.startswith((" of them", " of us"), mention.end) or not is_operand(number)
    )


def no_operand(number: NumberMention) -> bool:
    """Return False, for numbers that are known not to be operands, or where operands do not matter."""
    return False


def phrase_of(number: NumberMention) -> Phrase:
    """Return the phrase of a number.

    Input -> output: "6 cans of chicken soup on Monday" -> "6 cans of chicken soup", head "can";
    "$8 on food" -> "$8", head "dollar"; "5 more" -> "5", head "".
    """
    text, mention = number.field_text, number
    if mention.role == "money" and mention.start < mention.numeral_start:
        return Phrase(number, mention.start, mention.end, "dollar")
    end = position = mention.end
    head, in_noun, behind_of, are_people = "", False, False, False
    for _ in range(_MOST_WORDS):
        match = _NEXT_WORD.match(text, position)
        word = match[1].lower() if match else ""
        if match is None or word in _NOT_IN_PHRASE:
            break
        position = match.end()
        if word == "of":
            if not in_noun or behind_of:
                break
            behind_of, in_noun = True, False
        elif classes_of(word) or word in MEASURE_WORDS or word in MONEY_WORDS:
            if in_noun and are_people and _OF_VERB.match(text, position):
                break
            are_people = singular(word) != word and "person" in classes_of(word)
            head = head if behind_of else singular(word)
            in_noun, end = True, position
        elif in_noun:
            break
    return Phrase(number, mention.start, end, head)


def same_detail(first: Phrase, second: Phrase) -> bool:
    """Return whether two phrases are equally detailed.

    "16 pieces of candy" and "5 pieces" are not, nor are "18 soccer cards" and "32 cards".
    """
    if first.noun != second.noun:
        return True
    shorter = len(second.counted.split()) < len(first.counted.split())
    in_first = second.counted in first.counted
    return not (shorter and in_first) and (" of " in first.counted) == (" of " in second.counted)


def is_plural(phrase: Phrase) -> bool:
    """Return whether the phrase counts in the plural, unlike the first of "2 apple and 4 pecan pies"."""
    head = phrase.counted.partition(" of ")[0]
    return not head or has_plural_form(head.rpartition(" ")[2])
