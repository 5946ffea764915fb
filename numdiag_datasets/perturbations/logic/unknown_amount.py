"""Wordings of an amount that is not told, and of the question for it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from numdiag_datasets.core.problem import Edit
from numdiag_datasets.english.asked_unit import asked_unit
from numdiag_datasets.english.number_words import TEENS, TENS, UNITS
from numdiag_datasets.english.numbers import NumberMention
from numdiag_datasets.english.sentences import sentence_spans
from numdiag_datasets.english.verbs import VERB_FORMS
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import words_of
from numdiag_datasets.perturbations.logic.owned_amounts import HAPPENS
from numdiag_datasets.texts.reading import Reading, counted_noun

#: The names of the rules.
SOME, LETTER = "asks_for_some", "asks_for_letter"

_FORMS: dict[str, tuple[str, str]] = {}
for _base, *_written in VERB_FORMS:
    for _form, _aux in zip((*_written, _base), ("does", "did", "do"), strict=True):
        _FORMS.setdefault(_form, (_base, _aux))
_FORMS["read"] = ("read", "did")
_NUMBER_WORDS = frozenset((*UNITS, *TEENS, *TENS))
_LETTERS = ("X", "N", "K")
_ARTICLE = re.compile(r"\b(?:an?|another) [$€£]?$", re.IGNORECASE)
_ENDS_NUMBER = re.compile(r"(?! (?:and a|dozen|hundred|thousand|million|percent)\b)[ .,;?!]")
_PRONOUNS = word_list("pronouns of solutions")
_STATES = word_list("verbs of state in solutions")
_TIMES = word_list("units of time with plurals") | {"hours", "minutes", "seconds"}
# "Tom bought 12 red apples at the market", "Last week, she earned $50", "Each box holds 6 eggs"
_CLAUSE = re.compile(
    r"(?:(?P<when>Yesterday|Today|On [A-Z][a-z]+day|In [A-Z][a-z]+|Last [a-z]+),? )?"
    r"(?P<who>(?:(?:Mrs?|Ms|Dr)\. )?(?!It |Th[aeio]|A )[A-Z][a-z]+|[Hh]e|[Ss]he|[Tt]hey|There|We|I"
    r"|(?:[Tt]he|[Ee]ach|[Ee]very)(?: (?!(?:he|she|they|of|the|an?) )[a-z]+){1,3})"
    r" (?P<verb>[a-z]+) $"
)
_NOUN = r"(?!(?:more|other|extra|additional|total|less|fewer|of|times|dozen|hundred|thousand|million)\b)(?:(?!\w+ing\b)[a-z-]+ ){0,2}?[a-z]+s\b(?: of [a-z]+\b)?"
# "eggs in a box" and its end, or "eggs" where a comma or an "and" begins another statement.
_REST = r"(?:(?P<rest> (?:in|on|from|to|for|a|an|per|each|every|with|by|during)\b (?:(?! and )[^,;:.()\d$])*?)(?=[.;]|$)|(?=[.,;]|$| (?:and|but|then|at \$|for \$)))"
_THINGS = re.compile(rf" (?P<noun>{_NOUN}){_REST}")
_MONEY = re.compile(_REST)
_RATE = re.compile(
    r"\b(?:(?:every|per) \w+|(?:an?|each) (?:hour|day|night|week|month|year)|daily|weekly|monthly)\b"
)
_SHORT = 4
_LEANS = re.compile(
    r"\b(?:or|that|which|who|it|them|him|this|these|those|each other|one|two|three|so|because|if|when|while|before|after)\b"
)


@dataclass(frozen=True, slots=True)
class Unknown:
    """An amount that the text no longer tells.

    Attributes:
        edit: the edit that takes its number out of the text.
        question: the question for it.
        unit: the unit of the answer, in the words of the text; "" if none is found.
        rule: the name of the wording.
    """

    edit: Edit
    question: str
    unit: str
    rule: str


def with_letter(reading: Reading, number: NumberMention) -> Unknown | None:
    """Input -> output: "Each box holds 12 eggs." -> "Each box holds X eggs." and "What is X?"; None if it reads badly."""
    text = number.field_text
    words = " ".join(text for _, text in reading.texts)
    letter = next((x for x in _LETTERS if not re.search(rf"\b{x}\b", words)), "")
    is_plain = (
        not number.hyphenated
        and not number.magnitude
        and (number.form == "digits" or _NUMBER_WORDS.issuperset(words_of(number.text)))
        and not _ARTICLE.search(text, 0, number.start)
        and (number.end == len(text) or _ENDS_NUMBER.match(text, number.end))
    )
    if not letter or not is_plain:
        return None
    behind = text[number.end : number.end + 60]
    is_money = number.start < number.numeral_start
    unit = "dollars" if is_money else asked_unit("", f"How many{behind}?")
    edit = Edit(number.field, number.numeral_start, number.numeral, letter)
    return Unknown(edit, f"What is {letter}?", unit, LETTER)


def with_some(reading: Reading, number: NumberMention) -> Unknown | None:
    """Input -> output: "Tom bought 12 eggs." -> "Tom bought some eggs." and "How many eggs did Tom buy?"

    None unless the number stands in a plain sentence of subject, verb and object, whose verb names an action,
    and no other number counts the same things.
    """
    text = number.field_text
    start, end = next(
        (span for span in sentence_spans(text) if span[0] <= number.start < span[1]), (0, 0)
    )
    clause = _CLAUSE.fullmatch(text, start, number.start)
    is_money = number.start < number.numeral_start
    behind = (_MONEY if is_money else _THINGS).match(text, number.end, end)
    if clause is None or behind is None or number.field == "question" or _LEANS.search(behind[0]):
        return None
    rest = (behind["rest"] or "").rstrip()
    if not rest and _RATE.search(text, behind.end(), end):
        return None  # "12 rolls and 60 pies a day"
    noun = "money" if is_money else behind["noun"]
    asks = _asks(reading, clause)
    is_told_once = not _is_counted_again(reading, number) or _occurs_once(reading, clause["verb"])
    if not asks or noun in _TIMES or not is_told_once:
        return None
    how = "How much money" if is_money else f"How many {noun}"
    question = f"{how} {asks}{rest}?"
    happens = any(HAPPENS.search(text) for _, text in reading.texts)
    is_state = asks.endswith(" there") or asks.rpartition(" ")[2] in _STATES
    if is_money and is_state:
        return None  # "some money and 200 quarters"
    if happens and is_state and " each " not in asks:
        is_first = not start and asks.endswith((" have", " there"))
        if not is_first or clause["when"] or len(rest.split()) > _SHORT:
            return None  # which of its states?
        question = f"{question[:-1]} at first?"
    if clause["when"]:
        question = f"{clause['when']}, h{question[1:]}"
    edit = Edit(number.field, number.start, number.text, "some money" if is_money else "some")
    return Unknown(edit, question, "dollars" if is_money else noun, SOME)


def _asks(reading: Reading, clause: re.Match[str]) -> str:
    """Return the words that ask for the object of a clause: "did Tom buy", "are there"; "" if its verb is unknown."""
    who, verb = clause["who"], clause["verb"]
    if who == "There":
        return f"{verb} there" if verb in ("are", "were") else ""
    base, aux = _FORMS.get(verb, ("", ""))
    if who.lower() in _PRONOUNS or who.startswith(("The ", "Each ", "Every ")):
        who = who if who == "I" else f"{who[0].lower()}{who[1:]}"
    if who in _PRONOUNS and who not in words_of(reading.problem.question):
        return ""
    if aux == "do" and who not in ("they", "we", "I"):
        return ""
    return f"{aux} {who} {base}" if base else ""


def _occurs_once(reading: Reading, verb: str) -> bool:
    """Return whether the texts have one word that is a form of a verb."""
    base = _FORMS.get(verb, ("", ""))[0]
    words = (word for _, text in reading.texts for word in words_of(text))
    return sum(_FORMS.get(word, ("", ""))[0] == base for word in words) == 1


def _is_counted_again(reading: Reading, number: NumberMention) -> bool:
    """Return whether another number counts the same things, or money where the number does."""
    noun = counted_noun(number)
    return any(
        other is not number
        and other.role == number.role
        and (number.role == "money" or not counted_noun(other) or counted_noun(other) == noun)
        for other in reading.quantities
    )
