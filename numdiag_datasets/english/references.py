"""Words that make the number after them one of a series: "Room 12", "in week 6"."""

from __future__ import annotations

import re
from itertools import chain

from numdiag_datasets.english.nouns import classes_of, singular
from numdiag_datasets.english.verbs import VERB_FORMS, is_verb
from numdiag_datasets.english.word_lists import word_list

#: With a capital: "Room 12", "Hill 950".
REFERENCES = word_list("references")
#: In lower case: "in week 6", "see note 12", "at number 11 on the chart"; "the number 35" is a value.
PLAIN_REFERENCES = word_list("plain references")
_PLAIN_REFERENCE = re.compile(
    r"\b(?:weeks?|notes?|pages|verses|(?:on|in|see|at) page|(?:in|to|of|after|before|wins?|won|lost|loses?|played) (?:game|round)|versions?|p\.|pp\.?|levels?|scope|tier|(?<!can )(?<!to )(?<!could )(?<!will )(?<!he )(?<!they )type|sections?"
    r"|squadrons?|(?:[Oo]f|[Ii]n|[Dd]uring|[Ss]ince|[Uu]ntil) seasons?|(?<!the )wells"
    r"|(?:in|of) year) $"
    r"|(?<!\bthe )(?<!\bThe )(?<!\bthey )(?<!\bThey )\bnumber $"
)
#: Numbered things in a row, if no article marks a single one: "read page 12", "bus 7 has 30 seats", "on day 2
#: she". In "in the room 5 boys" and "by bus 7 times" the number counts.
_ONE = (
    "aisle apartment box bus chapter day exercise floor gate grade house lane lesson line locker page platform problem "
    "question room station"
).split()
_SEVERAL = "days grades chapters houses lanes rooms".split()
SERIES = frozenset((*_ONE, *_SEVERAL))
_BEFORE_ONE = (
    "in on at of from to for and or than as reads? until through between is if when after before then perhaps"
).split()
_ONE_OF_SERIES = re.compile(
    rf"(?:(?:^|[.!?;:,(] ?|\b(?:{'|'.join(_BEFORE_ONE)}) )(?:{'|'.join(_ONE)})|\b(?:in|on) (?:{'|'.join(_SEVERAL)})"
    r"(?: \w{1,12},? (?:and|or|to))?) $",
    re.IGNORECASE,
)


#: "every week 6 trucks"
_EACH = re.compile(
    r"\b(?:every|each|per|this|that|last|next|another) (?:game|page|round|season|week|year)s? $",
    re.IGNORECASE,
)

#: Things of other classes may be numbered: "tank 2 holds 90 litres".
_NOT_NUMBERED = frozenset("animal clothing drink food money plant score time volume weight".split())
#: Names of places that need no article, "at school 5 boys", "in class 12 wear glasses", and words that name nothing or have amounts: "groups of size 9".
_NO_ARTICLE = frozenset(
    "camp church class college court home office school town work no nos number top hot "
    "age amount depth height length price rate size speed width".split()
)
_FAR = 36  # characters before a number
_BARE = re.compile(
    r"(?:(?P<first>^|[.!?;:,(\n] ?|\b(?:and|or|but|while|if|when|because|since) )|\b(?:in|on|at|of|from|for|than|as|between|before|after|behind|past|near) "
    r"|\b(?P<asks>do|does|did|can|could|will|would|is|was|has|have|had) )(?P<noun>[A-Za-z]+) $",
    re.IGNORECASE,
)
#: "table 1 and table 3"
_SECOND = re.compile(r"\b(?P<noun>[a-z]+) \d{1,4},? (?:and|or|to) (?P=noun) $", re.IGNORECASE)
_FIRST = re.compile(r"\b(?P<noun>[a-z]+) \d{1,4},? (?:and|or) (?P=noun) \d", re.IGNORECASE)
_COMPARES = re.compile(r"than|more|less|\w+er")
#: "chapters 3 and 4 have": the word behind the last of several numbers
_SEVERAL_BEHIND = re.compile(
    r"\d{1,4}(?:, \d{1,4}){0,8},? (?:and|or) \d{1,4}(?: (?P<word>[a-z]+)|(?=[.?!]))"
)
_VERBS = frozenset(chain.from_iterable(VERB_FORMS)) | set(
    "is are was were has had have will would can could hold holds held weigh weighs came come fell fill fills go goes grew "
    "kept led leave left meet met pass ran rose run runs sat stand stood went".split()
)
_ENDS = frozenset(["", "and", "or", "but", "than", "as", "if", "by", "in", "on", "at", "to"])


def is_reference(text: str, start: int) -> bool:
    """Return whether a word in lower case before a number makes it a reference: "in week four"."""
    place = max(0, start - 24), start
    return bool(_PLAIN_REFERENCE.search(text, *place) and not _EACH.search(text, *place))


def is_one_of_series(text: str, start: int) -> bool:
    """Return whether a number identifies one of many things in a row: "page 12"."""
    return bool(_ONE_OF_SERIES.search(text, max(0, start - _FAR), start))


def names_one(text: str, start: int, following: str) -> bool:
    """Return whether a number names one thing: its noun lacks an article, and the next word is not counted by it.

    Args:
        text: any text.
        start: the offset of the number.
        following: the word after it, "" at a mark.
    """
    match = _BARE.search(text, max(0, start - _FAR), start)
    if match is None or not match["noun"][1:].islower():
        return False
    noun, is_followed_by_verb = match["noun"].lower(), following in _VERBS or is_verb(following)
    is_one_of_two = bool(
        _SECOND.search(text, max(0, start - _FAR), start) or _FIRST.match(text, match.start("noun"))
    )
    is_thing = noun in SERIES | REFERENCES or bool(classes_of(noun) - _NOT_NUMBERED)
    if noun != singular(noun) and (several := _SEVERAL_BEHIND.match(text, start)):
        noun, following = singular(noun), several["word"] or ""
        is_followed_by_verb = following in _VERBS or is_verb(following)
    if noun != singular(noun) or not is_thing or (noun in _NO_ARTICLE and not is_one_of_two):
        return False
    if (match["asks"] or "").lower() in ("has", "have", "had"):
        return following == "than"  # "how many more floors has house 9 than"
    if (match["asks"] or "").lower() in ("is", "was"):
        return _COMPARES.fullmatch(following) is not None  # "how much heavier is tank 2 than"
    if match["first"] is not None or match["asks"]:
        return is_followed_by_verb or is_one_of_two
    return is_followed_by_verb or is_one_of_two or following in _ENDS
