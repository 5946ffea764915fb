"""How the sentences of a short story hang together: who and what they point back at, and when."""

from __future__ import annotations

import re
from functools import lru_cache

from numdiag_datasets.english.names import names_someone
from numdiag_datasets.english.sentences import sentence_spans
from numdiag_datasets.english.words import content_words

PERSONAL = frozenset("he she him her his hers himself herself".split())
# Words that point back at something said before, or along the time of a story.
_GOING_ON = frozenset(
    "it its they them their theirs this these those such other others another same rest remaining "
    "then now later after before next also too again still already left back together altogether "
    "instead however finally extra additional combined that else half most least last only even "
    "itself themselves so end ended both".split()
)
_STATES = frozenset(
    "is are was were has have had cost costs weigh weighs weighed hold holds held contain contains "
    "contained can could need needs needed want wants wanted own owns owned know knows take takes "
    "serve serves stand stands".split()
)
_ACTIONS = frozenset(
    "ate bought brought built came caught chose cut dug drank drew drove earned fed fell felt flew "
    "found gave gives get gets got grew grow grows hit kept learn learns left lent lost made make "
    "makes met paid pay pays picked put ran read reads ride rides rode saw sell sells sent shot sold "
    "spend spends spent swam taught threw took use used walk walks went win wins won work works wrote".split()
)
_RATE = frozenset("each every per".split())
_BASES = {
    "has": "have", "had": "have", "ran": "run", "ate": "eat", "sold": "sell", "got": "get",
    "made": "make", "bought": "buy", "brought": "bring", "took": "take", "found": "find", "won": "win",
    "caught": "catch", "gave": "give", "spent": "spend", "paid": "pay", "drank": "drink",
    "drove": "drive", "flew": "fly", "grew": "grow", "lost": "lose", "rode": "ride", "saw": "see",
    "swam": "swim", "went": "go", "wrote": "write",
}  # fmt: skip
# "his friend", "Cindy's mom", "Mrs. Hale", "Pinky the Pig"; what stands right before the verb.
_SUBJECT = re.compile(
    r"(?P<who>(?:[Hh]is|[Hh]er|[Tt]heir|[A-Z]\w+'s) (?!and )[a-z]+(?: [A-Z]\w+)?"
    r"|(?:(?:Mrs?|Ms|Dr)\. )?(?!There\b)[A-Z]\w+)(?: the [A-Z]\w+)? (?:(?:was|were) able to )?$"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_DEFINITE = re.compile(r"\bthe (\w+)(?: (\w+))?", re.IGNORECASE)
_EACH = re.compile(r"\b(?:each|every|per) (\w+)(?: (\w+))?", re.IGNORECASE)
_INDEFINITE = re.compile(r"\b(?:an?|some) (\w+)(?: (\w+))?", re.IGNORECASE)


@lru_cache(maxsize=16384)  # every rule asks for the words of the same clauses
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in lower case."""
    return tuple(_WORD.findall(text.lower()))


def goes_on(statement: str, ordinals: bool = False) -> bool:
    """Whether a statement points back at what was said before it, or along the time of a story.

    Args:
        ordinals: whether "first" may stand in it: "on the first floor" does not point back.
    """
    words = words_of(statement)
    if not _GOING_ON.isdisjoint(words):
        return True
    if not {"more", "fewer", "less"}.isdisjoint(words) and "than" not in words:
        return True
    if "as many " in statement.lower() or "as much " in statement.lower():
        return True
    return not ordinals and "first" in words


def verbs_of(statement: str) -> frozenset[str]:
    """The words of a statement that are verbs: those of a list, and all in -ed."""
    return frozenset(word for word in words_of(statement) if _is_verb(word))


def _is_verb(word: str) -> bool:
    return word in _STATES or word in _ACTIONS or (word.endswith("ed") and len(word) > 4)


def is_form_of(told: str, verb: str) -> bool:
    """Whether a text tells what a question asks with the base form: "ran" for "run"."""
    return told in (verb, f"{verb}s", f"{verb}d", f"{verb}ed") or _BASES.get(told) == verb


def subject_of(statement: str) -> str:
    """Who a statement is about: the name, or "his friend", before its first verb; "" if neither."""
    for match in _WORD.finditer(statement):
        if match.start() and _is_verb(match[0].lower()):
            found = _SUBJECT.search(statement, 0, match.start())
            return found["who"] if found else ""
    return ""


def sounds_complete(clause: str) -> bool:
    """Whether a clause has a verb with a subject before it, "there are" included."""
    words = words_of(clause)
    return any(_is_verb(word) for word in words[1:8])


def tells_rate(statement: str) -> bool:
    """Whether a statement says how much there is of something for each of something else."""
    return not _RATE.isdisjoint(words_of(statement))


def same_time(first: str, second: str) -> bool:
    """Whether two statements both say how things are, or both that the same thing was done.

    What was done in turn ("had 8 ducks", "3 flew away") has to be told in turn.
    """
    one, two = verbs_of(first), verbs_of(second)
    return bool(one and two) and (one == two or one | two <= _STATES)


def points_into(second: str, first: str) -> bool:
    """Whether ``second`` says "the cats" of cats that ``first`` has named, or "of the" anything."""
    named = content_words(first)
    return " of the " in second or any(
        not content_words(" ".join(filter(None, match.groups()))).isdisjoint(named)
        for match in _DEFINITE.finditer(second)
    )


def speaks_of_each(second: str, first: str) -> bool:
    """Whether ``second`` says "each boat" or "per boat" of boats that ``first`` has named."""
    named = content_words(first)
    return any(
        not content_words(" ".join(filter(None, match.groups()))).isdisjoint(named)
        for match in _EACH.finditer(second)
    )


def introduces(first: str, second: str) -> bool:
    """Whether ``first`` introduces "a bus" that ``second`` then speaks of."""
    named = content_words(second)
    return any(
        not content_words(" ".join(filter(None, match.groups()))).isdisjoint(named)
        for match in _INDEFINITE.finditer(first)
    )


PERSONAL_PRONOUN = re.compile(
    r"\b(?:he|she|him|her|his|hers|they|them|their|theirs)\b", re.IGNORECASE
)


# Pronouns that can stand for things, so that any inserted noun could be taken for them.
IMPERSONAL_PRONOUN = re.compile(r"\b(?:it|its|they|them|their|theirs)\b", re.IGNORECASE)


_ANY_PRONOUN = re.compile(
    rf"{PERSONAL_PRONOUN.pattern}|{IMPERSONAL_PRONOUN.pattern}", re.IGNORECASE
)


# What begins a sentence that goes on from the one before it.
CONTINUATION = re.compile(
    r"(?:(?:the|a) (?:total|rest|remaining|others?|first|second|third|last|next|same|following|sum)"
    r"|then|each|both|all|some|another|now|after|later|next|finally|also|so|but|and|that|this|these|"
    r"those|one|most|half|if|together|here|however|unfortunately|instead|suddenly)\b",
    re.IGNORECASE,
)


# "Hoping to rebound from their loss, the Bills flew home": the pronoun means what follows.
_LOOKS_AHEAD = re.compile(
    r"(?:Still |Again )?(?:[A-Z]?[a-z]+ing|After|Following)\b[^.]{0,120}?,? the [A-Z]"
)


# "The median age in the city": which city? A place that an inserted sentence names.
_UNNAMED_PLACE = re.compile(
    r"\b(?:[Tt]he|[Ii]ts) (?:city|county|town|village|township|borough|district|municipality|region"
    r"|country|state|island|population|revolt|battle|siege|war|median|school|average)\b"
)


_CONTRASTS = re.compile(
    r"(?:instead|however|but|also|meanwhile|nevertheless|therefore|thus)\b", re.IGNORECASE
)


_ADDS = re.compile(
    r"additionally|in addition|further|furthermore|moreover|similarly|as a result|accordingly|likewise"
    r"|consequently|the (?:above|foregoing)|following (?:this|these|the above)|of (?:these|those|this)|such\b|as (?:noted|described|discussed|mentioned)",
    re.IGNORECASE,
)


def leans_back(paragraph: str) -> bool:
    """Whether a paragraph goes on from the one before it: "These costs ...", "It also ..."."""
    opening = paragraph[slice(*sentence_spans(paragraph)[0])] if paragraph.strip() else ""
    return bool(
        CONTINUATION.match(paragraph) or _ADDS.match(paragraph) or refers_back(opening, prose=True)
    )


def refers_back(opening: str, prose: bool) -> bool:
    """Whether the first sentence has a pronoun and no name before it, as in "Next she bought"."""
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
