"""Sentences of passages: which ones fit into any other passage, and the subject of each."""

from __future__ import annotations

import re

from numdiag_datasets.english.cohesive_words import (
    ADDITIVE,
    ANAPHORIC_ADJECTIVES,
    BEFORE_AFTER,
    COMPARATIVES,
    DISTRIBUTIVES,
    EQUALS,
    EVERYDAY_TIES,
    FIRST_PERSON_PLURAL,
    HE_SHE,
    HIM_HER,
    INFERENCE,
    MULTIPLES,
    ORDINALS_TO_THIRD,
    PAIRS,
    PLACE_ADVERBS,
    PLACES_AND_EVENTS,
    RELATIVE_PRONOUNS,
    SPEAKER_AND_HEARER,
    SUBORDINATORS,
    TEMPORAL,
    alternatives,
)
from numdiag_datasets.english.numerals import MONTHS
from numdiag_datasets.english.words import WORD, content_words

_LEAST_WORDS, _MOST_WORDS = 5, 26

# Words that continue another sentence. "Only" and "that" are part of most statements with a figure; clauses
# with "which" follow their antecedent.
_LEANING = (
    EVERYDAY_TIES
    | HE_SHE
    | HIM_HER
    | FIRST_PERSON_PLURAL
    | SPEAKER_AND_HEARER
    | EQUALS
    | MULTIPLES
    | PAIRS
    | DISTRIBUTIVES
    | SUBORDINATORS
    | ANAPHORIC_ADJECTIVES
    | PLACE_ADVERBS
    | (ADDITIVE - {"likewise"})
    | INFERENCE
    | (TEMPORAL - {"lastly"})
    | (COMPARATIVES - {"more", "less"})
    | {"again", "consequently", "otherwise", "respectively", "overall", "remainder", "last", "so", "but"}
    # the reply of one side of a war or a match to the other
    | set("respond responded responding reply replied replying answer answered answering counter".split())
    | set("countered retaliation continued continuing end final finally another".split())
) - RELATIVE_PRONOUNS - BEFORE_AFTER - {"that", "which", "only", "total", "per"}  # fmt: skip
# "The first wave", but "in the first quarter"; "of this", "after that".
_ORDINAL = re.compile(
    rf"\b(?:{alternatives(ORDINALS_TO_THIRD)})\b(?! (?:quarter|half|period))", re.IGNORECASE
)
_POINTS = re.compile(
    r"\b(?:in|on|at|of|to|by|for|with|from|after|before|since|until) (?:that|which)\b|^That\b"
    r"|\b(?:that|which) (?:year|day|month|time|season|game|number|figure|amount|period|point)\b"
    # "Only 161 cases were recorded", "by Saturday", "the new king", "the five-day war"
    r"|\bcases were\b|\b(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day\b|\ba number of \d|\bcloser to\b|\bneighbouring\b"
    r"|\bthe (?:new|two|three|other|incoming|current|five-day|scoring)\b|^(?:During one|In contrast|In terms of|By region|In all|In total|Although)\b|^The (?:incoming|current)\b"
    r"|\b(?:after|before)(?: the)? (?:win|loss|victory|defeat|game|war|battle|bye)\b",
    re.IGNORECASE,
)
# "The price was high": which? "During the battle": which?
_DEFINITE = re.compile(
    rf"^(?:[A-Z][a-z]+ )?[Tt]he (?!(?:{alternatives(ORDINALS_TO_THIRD)}|fourth|late|early|year|\d+s|\d+(?:st|nd|rd|th))\b)"
    r"(?!(?:[a-z]+ ){0,4}[A-Z])"
    rf"|\b[Tt]he (?:{alternatives(PLACES_AND_EVENTS)}|party|membership|king|queen|passage|area|game)\b(?! of [A-Z])"
)
# Brackets and quotes that a cut may have left open, entities, abbreviations at the end, lists.
_LOOSE = re.compile(r"[()\[\]\"“”;:&–_]|\s[.,]|\b\w{1,2}\.$|  |\n|^With the (?:loss|win|victory)")
# The sentence names its subject: a capital within the sentence, except for months, abbreviations and "I".
_NAME = re.compile(
    rf"(?<=[a-z\d,] )(?!(?:{MONTHS}|TD|QB|RB|WR|TE|FG|DB|LB|AD|BC|BCE|CE|USD)\b)[A-Z][a-z]{{2,}}"
)
_VERB = re.compile(
    r"\b(?:was|were|is|are|has|have|had|will|may|can|grew|rose|fell|paid|sold|bought|made|did|got|won|lost"
    r"|threw|ran|caught|hit|took|led|saw|held|said|set|gave|cost|rank|ranks|account|accounts|include|includes"
    r"|\w{3,}ed)\b"
)

# Sensitive topics, a word that is repeated by mistake, and "only", which compares with what was said.
_UNFIT = re.compile(
    r"\b(?:Jews|Holocaust|massacres?|massacred|genocides?|put to death)\b|\b(\w{4,})s? \1|^Only\b|, only \d",
    re.IGNORECASE,
)
# The score of a match so far, which is known only from its own report.
_SCORE_SO_FAR = re.compile(
    r"\b(?:leads?|led|trail\w*|rall\w+|ties?|tied|(?<!running )(?<!defensive )back|board|off to|retook|regain\w*|scoreless"
    r"|early|late|turnover|opening|drive|toss|struck|pulled|pull|kickoff|overtime|ended the|closed|only score|down|sacks|comeback|catch|followed|gap|tried|advantage|deal|retaliate|wrapped)\b"
    r"|^(?:Things|After|With|Defensively|Offensively)\b",
    re.IGNORECASE,
)

#: In a passage on one of these subjects, inserted numbers on the same subject would seem to belong to it.
_SUBJECTS = (
    re.compile(
        r"\b(?:touchdowns?|TDs?|quarterbacks?|QB|yards?|yardage|field goals?|overtime|NFL|interceptions?|halftime"
        r"|kickers?|fumbles?|punts?|innings?|home runs?|RBI|ERA|pitch\w*|ppg|playoffs?|season|league|batsman"
        r"|runs|saves|Cup|games?|matches|championships?|super bowl)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:median|census|households?|per capita|inhabitants|populations?|residents|ancestry|housing|births?"
        r"|ethnic\w*|males?|females?|unemployment|families|religio\w*|speakers|enrollment)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:GDP|inflation|exports?|imports?|economy|tariff|trade|growth|billion|market|budget)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:troops|soldiers|army|armies|navy|fleet|battle|siege|war|casualties|killed|wounded|captured"
        r"|regiments?|rebels|prisoners|invaded|forces|warships?)\b",
        re.IGNORECASE,
    ),
)
#: The index of the subject war.
WAR = 3
# A passage with this many words of a subject has that subject; for a sentence one word is enough.
_OFTEN = 3


def stands_in_any_passage(text: str) -> bool:
    """Return whether a sentence is a plain statement that names its subject and needs no preceding text."""
    words = {word.lower() for word in WORD.findall(text)}
    return bool(
        _LEAST_WORDS <= len(text.split()) <= _MOST_WORDS
        and text.endswith(".")
        and text[0].isupper()
        and _NAME.search(text)
        and _VERB.search(text)
        and not _LEANING & words
        and not _ORDINAL.search(text)
        and not _POINTS.search(text)
        and not _DEFINITE.search(text)
        and not _LOOSE.search(text)
        and not _UNFIT.search(text)
        and not (_SUBJECTS[0].search(text) and _SCORE_SO_FAR.search(text))
    )


def subjects_of(text: str, *, often: bool) -> frozenset[int]:
    """Return the indices of the subjects of a text.

    Args:
        often: whether one word is not enough, as in a whole passage.
    """
    least = _OFTEN if often else 1
    return frozenset(
        i
        for i, words in enumerate(_SUBJECTS)
        if sum(1 for _, _ in zip(words.finditer(text), range(least), strict=False)) == least
    )


def ties_of_prose(text: str) -> set[str]:
    """Return the content words that can tie a statement to another passage: not names or the first word."""
    first, *further = WORD.findall(text)
    names = [first, *(word for word in further if word[0].isupper())]
    return content_words(text) - content_words(" ".join(names))
