"""The verbs of a statement, their subject, and whether they name a state or an action."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import WORD, words_of

#: (base form, third person, past) of verbs: a question needs the base form.
VERB_FORMS = tuple(
    tuple(line.split())
    for line in Path(__file__).with_name("verb_forms.txt").read_text(encoding="utf-8").splitlines()
)

_STATES = word_list("states")
_ACTIONS = word_list("actions")
# Past tenses and others -> the base form in a question with "did" or "do".
_BASES = {
    "has": "have", "had": "have", "ran": "run", "ate": "eat", "sold": "sell", "got": "get",
    "made": "make", "bought": "buy", "brought": "bring", "took": "take", "found": "find", "won": "win",
    "caught": "catch", "gave": "give", "spent": "spend", "paid": "pay", "drank": "drink",
    "drove": "drive", "flew": "fly", "grew": "grow", "lost": "lose", "rode": "ride", "saw": "see",
    "swam": "swim", "went": "go", "wrote": "write",
}  # fmt: skip
# "his friend", "Cindy's mom", "Mrs. Hale", "Pinky the Pig": the subject directly before the verb.
_SUBJECT = re.compile(
    r"(?P<who>(?:[Hh]is|[Hh]er|[Tt]heir|[A-Z]\w+'s) (?!and )[a-z]+(?: [A-Z]\w+)?"
    r"|(?:(?:Mrs?|Ms|Dr)\. )?(?!There\b)[A-Z]\w+)(?: the [A-Z]\w+)? (?:(?:was|were) able to )?$"
)


def verbs_of(statement: str) -> frozenset[str]:
    """Return the words of a statement that are verbs: those of a list, and all in -ed."""
    return frozenset(word for word in words_of(statement) if is_verb(word))


def is_verb(word: str) -> bool:
    """Return whether a word in lower case is a verb of the lists, or ends in -ed."""
    return word in _STATES or word in _ACTIONS or (word.endswith("ed") and len(word) > 4)


def is_form_of(verb: str, base: str) -> bool:
    """Return whether a verb is a form of the base in a question: "ran" of "run"."""
    return verb in (base, f"{base}s", f"{base}d", f"{base}ed") or _BASES.get(verb) == base


def subject_of(statement: str) -> str:
    """Return the subject of a statement: the name, or "his friend", before its first verb; "" if neither."""
    for match in WORD.finditer(statement):
        if match.start() and is_verb(match[0].lower()):
            found = _SUBJECT.search(statement, 0, match.start())
            return found["who"] if found else ""
    return ""


def has_subject_and_verb(clause: str) -> bool:
    """Return whether a clause has a verb with a subject before it, "there are" included."""
    return any(is_verb(word[0].lower()) for word in islice(WORD.finditer(clause), 1, 8))


def same_time(first: str, second: str) -> bool:
    """Return whether two statements both name states, or both the same actions.

    Actions that follow one another ("had 8 ducks", "3 flew away") keep their order.
    """
    one, two = verbs_of(first), verbs_of(second)
    return bool(one and two) and (one == two or one | two <= _STATES)
