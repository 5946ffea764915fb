"""Cohesion: whether a sentence, a clause or a paragraph depends on the text before it."""

from __future__ import annotations

import re

from numdiag_datasets.english.cohesive_words import (
    ADDITIVE,
    ADVERSATIVE,
    COMPARATIVES,
    DEMONSTRATIVES,
    DISTRIBUTIVES,
    EVERYDAY_TIES,
    HE_SHE,
    HIM_HER,
    HIMSELF_HERSELF,
    IT,
    ITSELF_THEMSELVES,
    PLACES_AND_EVENTS,
    QUANTIFIERS,
    RESULT,
    SEQUENCE,
    THEY,
    alternatives,
)
from numdiag_datasets.english.names import names_someone
from numdiag_datasets.english.sentences import first_sentence
from numdiag_datasets.english.words import content_words, words_of

#: Pronouns for one person.
PERSONAL = HE_SHE | HIM_HER | HIMSELF_HERSELF
PERSONAL_PRONOUN = re.compile(rf"\b(?:{alternatives(HE_SHE | HIM_HER | THEY)})\b", re.IGNORECASE)
#: Pronouns that can mean things, so that any inserted noun could be taken for their antecedent.
IMPERSONAL_PRONOUN = re.compile(rf"\b(?:{alternatives(IT | THEY)})\b", re.IGNORECASE)
_ANY_PRONOUN = re.compile(rf"\b(?:{alternatives(HE_SHE | HIM_HER | IT | THEY)})\b", re.IGNORECASE)

# Words that point back from a clause of a word problem, or along the time of its story.
_LEANS_BACK_IN_CLAUSE = (
    EVERYDAY_TIES
    | ITSELF_THEMSELVES
    # "both were red", "half of it", "the last box"
    | {"both", "half", "last"}
    # "so she had 3", "only 3 came back", "in the end"
    | {"so", "only", "even", "finally", "back", "end", "ended"}
)

#: Beginnings of a sentence that continues the one before it.
CONTINUATION = re.compile(
    rf"(?:{alternatives(DEMONSTRATIVES | QUANTIFIERS | ADVERSATIVE | SEQUENCE)}"
    r"|and|but|so|if|also|together|here|now|after|finally|suddenly|unfortunately"
    r"|(?:the|a) (?:total|rest|remaining|others?|first|second|third|last|next|same|following|sum))\b",
    re.IGNORECASE,
)
# Further beginnings of a paragraph that continues one; "further" also matches "furthermore".
_CONTINUES_PARAGRAPH = re.compile(
    rf"{alternatives(ADDITIVE | RESULT)}|such\b|the (?:above|foregoing)"
    r"|following (?:this|these|the above)|of (?:these|those|this)"
    r"|as (?:noted|described|discussed|mentioned)",
    re.IGNORECASE,
)
# Beginnings of a passage of prose that continues another one.
_CONTRASTS = re.compile(
    rf"(?:{alternatives(ADVERSATIVE)}|but|also|meanwhile|nevertheless|therefore|thus)\b",
    re.IGNORECASE,
)
# "Hoping to rebound from their loss, the Bills flew home": the pronoun refers to the words that follow.
_LOOKS_AHEAD = re.compile(
    r"(?:Still |Again )?(?:[A-Z]?[a-z]+ing|After|Following)\b[^.]{0,120}?,? the [A-Z]"
)
# "The median age in the city": which city? It could be a place that an inserted sentence names.
_UNNAMED_PLACE = re.compile(
    rf"\b(?:[Tt]he|[Ii]ts) (?:{alternatives(PLACES_AND_EVENTS)}"
    r"|district|municipality|median|school|average)\b"
)

_DEFINITE = re.compile(r"\bthe (\w+)(?: (\w+))?", re.IGNORECASE)
_INDEFINITE = re.compile(r"\b(?:an?|some) (\w+)(?: (\w+))?", re.IGNORECASE)
_DISTRIBUTIVE = re.compile(rf"\b(?:{alternatives(DISTRIBUTIVES)}) (\w+)(?: (\w+))?", re.IGNORECASE)


def leans_back(clause: str, ordinals: bool = False) -> bool:
    """Return whether a clause points back at the text before it, or along the time of a story.

    Args:
        ordinals: whether "first" is allowed: "on the first floor" does not point back.
    """
    words = words_of(clause)
    if not _LEANS_BACK_IN_CLAUSE.isdisjoint(words):
        return True
    if not COMPARATIVES.isdisjoint(words) and "than" not in words:
        return True
    if "as many " in clause.lower() or "as much " in clause.lower():
        return True
    return not ordinals and "first" in words


def states_rate(clause: str) -> bool:
    """Return whether a clause states an amount of something for each of something else."""
    return not DISTRIBUTIVES.isdisjoint(words_of(clause))


def points_into(second: str, first: str) -> bool:
    """Return whether ``second`` contains "the cats" for cats that ``first`` names, or any "of the"."""
    return " of the " in second or _determines(_DEFINITE, second, first)


def distributes_over(second: str, first: str) -> bool:
    """Return whether ``second`` contains "each boat" or "per boat" for boats that ``first`` names."""
    return _determines(_DISTRIBUTIVE, second, first)


def introduces(first: str, second: str) -> bool:
    """Return whether ``first`` introduces "a bus" that ``second`` then names."""
    return _determines(_INDEFINITE, first, second)


def _determines(determiner: re.Pattern[str], text: str, other: str) -> bool:
    """Return whether a determiner of a text precedes a content word of another text."""
    named = content_words(other)
    return any(
        not content_words(" ".join(filter(None, match.groups()))).isdisjoint(named)
        for match in determiner.finditer(text)
    )


def continues_paragraph(paragraph: str) -> bool:
    """Return whether a paragraph continues the one before it: "These costs ...", "It also ..."."""
    return bool(
        CONTINUATION.match(paragraph)
        or _CONTINUES_PARAGRAPH.match(paragraph)
        or refers_back(first_sentence(paragraph), prose=True)
    )


def refers_back(opening: str, prose: bool) -> bool:
    """Return whether the first sentence has a pronoun and no name before it, as in "Next she bought".

    Args:
        prose: whether it opens a passage of prose, where contrasts and unnamed places refer back too.
    """
    if prose and (
        _CONTRASTS.match(opening)
        or ((place := _UNNAMED_PLACE.search(opening)) and not _names(opening[: place.start()]))
    ):
        return True
    pronoun = (_ANY_PRONOUN if prose else PERSONAL_PRONOUN).search(opening)
    if pronoun is None or (prose and _LOOKS_AHEAD.match(opening)):
        return False
    return not _names(opening[: pronoun.start()])


def _names(beginning: str) -> bool:
    return names_someone(beginning, doubtful=False)
