"""Sentences of word problems: which ones fit into any other problem, and which words tie them to one."""

from __future__ import annotations

import re

from numdiag_datasets.english.cohesive_words import (
    MULTIPLES,
    QUANTIFIERS,
    SUPERLATIVES,
    alternatives,
)
from numdiag_datasets.english.names import DATES, begins_with_name, names_someone
from numdiag_datasets.english.nouns import classes_of
from numdiag_datasets.english.number_words import TEENS, TENS, UNITS
from numdiag_datasets.english.verbs import is_verb
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import WORD, content_words

# Places, times and things that are known without an introduction.
_KNOWN = (
    "zoo|parks?|arcade|lake|pond|sea|ocean|beach|farm|barn|store|shop|supermarket|mall|market|library|gym|"
    "kitchen|garden|museum|bakery|cafeteria|playground|woods|forest|marsh|river|street|town|village|city|"
    "fair|state fair|grocery store|flea market|fish market|farm(?:er)?'s market|mountains?|sky|"
    "school (?:track|bus|library|cafeteria)|baseball stadium|sports center|checkout counter|train station|"
    "bus stop|morning|afternoon|evening|night|summer|winter|spring|fall|autumn|weekend|week|day|month|year|"
    "internet|radio|rooftop|fence|shed|words"
)
# "16 people can not come to the party": which party? "The giant wheel", "the Statue of Liberty" is a name.
_DEFINITE = re.compile(rf"\b[Tt]he (?!(?:{_KNOWN})\b)(?!['‘]?[A-Z])")
# "There are 37 baskets.": where, and whose? Not "There are 64 pigs in the barn."
_MERE_EXISTENCE = re.compile(
    r"There (?:is|are|was|were) (?!.* (?:in|on|at|near|inside|outside|under|behind|beside|around|along"
    r"|waiting|attending|listening|playing|going|trying|displayed)\b)"
)
# Sentences that are not a plain statement of a story.
_ODD = re.compile(
    # a result: "8 mirrors are broken"
    r"^[\w-]+ \w+ (?:are|were) (?!(?:in|on|at|\w+ing)\b)"
    # a change: "3 ducks flew away", "Karen loses 11 markers", "Five people got off the bus"
    r"|\b(?:flew|went|came|ran|drove|swam|walked) (?:away|off|home|down|out|back|in)\b"
    r"|\bgot (?:off|on)\b|\b(?:lose|loses|taken|removed|broken|traded|split|helps?|to be|will not|can ?not|come|came|did)\b"
    r"|\b(?:today|[Yy]esterday|tomorrow)\b"
    # always true: "A bee has 6 legs", "A quarter equals $0.25", "A cubic foot of water is 25 liters"
    r"|^An? \w+ has [\w-]+ (?:legs|wings|eyes|wheels|sides)\b|^An? book has\b|\bequals?\b|\bcubic\b"
    # no verb, or a purpose of the story: "There 95 lamps on a tree", "There are 3 cars to take people"
    r"|^There \d|^There (?:are|were) [\w-]+ \w+ to "
    # contractions and connectives: "He's cooking for 8 people", "For the roof, ...", "Inside, there are 20 marbles"
    r"|\b(?:[Hh]e|[Ss]he|[Ii]t|[Tt]hey|[Ww]e|I|[Yy]ou|[Tt]hat|[Tt]here|[Ww]ho|[Ww]hat)['’](?:s|re|ll|d|ve|m)\b"
    r"|^(?:For|Beside|Down|With|Because of) (?:the|at)\b|^(?:And|But|So|Or|Any|Meanwhile,?|However,?|Also,?) |^(?:Inside|Outside|Afterwards?),"
    # of what it speaks stands before it: "to bake everything", "need size small", "pays with a $20 bill", "drinks 6 bottles a day"
    r"|\beverything\b|\bsize \w|\b(?:pay|pays|paid) with\b|\b(?:drinks?|drank|eats?|ate) [\w-]+ (?:bottles|cans|glasses|cups|boxes|bags|packs|plates|bowls)\b(?! of\b)"
    # a slip of the pen: "and and"
    r"|\b(\w+) \1\b"
    # an item of a list: "1 pack of buns for $1.50", "Basket B contains 6 marbles"
    r"|^(?:1|Basket|Box) "
)
# One of these words depends on the sentence before the donor.
_LEANING = re.compile(
    rf"\b(?:{alternatives((QUANTIFIERS - {'one'}) | SUPERLATIVES | MULTIPLES)}|different|another|various)\b",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(r"\b[Aa]n? (\w+(?: \w+)?)")
# Events that a whole story may be about: another sentence about a party would seem to mean the same one.
_EVENTS = word_list("events")
#: Number words, which tie a sentence to nothing.
NUMBER_WORDS = frozenset((*UNITS, *TEENS, *TENS))


def stands_in_any_problem(text: str) -> bool:
    """Return whether a plain statement needs nothing from earlier or later sentences of its own problem."""
    return not (
        _DEFINITE.search(text)
        or _MERE_EXISTENCE.match(text)
        or _ODD.search(text)
        or _LEANING.search(text)
    )


def ties_of(text: str) -> set[str]:
    """Return the content words that can tie a statement to another text: all but the names of someone."""
    first, *further = WORD.findall(text)
    # "A garden has 52 rows" and "In a garden" after "her garden" would mean that garden.
    introduced = content_words(" ".join(_INTRODUCED.findall(text)))
    names = [first] if names_someone(first, doubtful=True) and not classes_of(first) else []
    names += [word for word in further if word[0].isupper() and not DATES.fullmatch(word)]
    ties = content_words(text) - content_words(" ".join(names)) - introduced
    return {word for word in ties - _EVENTS if word.isalpha() and word not in NUMBER_WORDS}


def only_person(text: str) -> str:
    """Return the name with which a statement begins, "" if it is not followed by a verb or there are other names."""
    name, verb, *rest = text.split()
    is_alone = name.isalpha() and begins_with_name(name) and is_verb(verb)
    return name if is_alone and not any(word[:1].isupper() for word in rest) else ""
