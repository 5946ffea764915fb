"""Insertion points of a word problem: at the start, between sentences, at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.core.text_kinds import TextKind
from numdiag_datasets.english.cohesion import CONTINUATION, PERSONAL_PRONOUN, refers_back
from numdiag_datasets.english.names import DATES, begins_with_name, names_or_means_beings
from numdiag_datasets.english.nouns import classes_of, singular
from numdiag_datasets.english.words import WORD, content_words
from numdiag_datasets.texts.insertion_points import InsertionPoint
from numdiag_datasets.texts.reading import Reading
from numdiag_datasets.texts.split import Split

# "If she spent three dollars": the condition continues the story, not the sentence before it.
_IF = re.compile(r"If ", re.IGNORECASE)
# "Each pizza", "Some of the balls": these repeat their noun.
_NAMES_AGAIN = re.compile(
    r"(?:each|every|all|(?:some|most|all|each|half) of (?:the|his|her|their)) (\w+)", re.IGNORECASE
)
# "It takes 7 minutes" refers to nothing.
_FOR_THINGS = re.compile(
    r"\b(?:its?(?! (?:takes?|took|costs?|would (?:cost|take)|is getting)\b)|them|themselves|itself)\b"
    # "She gave some to her sister"
    # "Jenny eats the rest of the cookies"
    r"|\bthe (?:rest|remaining|remainder|others?)\b"
    r"|\b(?:some|any|several|most|none)(?= (?:to|away|in|for|with|and|back|at|on|from)\b|[.,])"
    r"|\bthey (?:are|were|have been|will be|costs?|weigh(?:ed)?|fit|last(?:ed)?|holds?|held|fell|grew)\b",
    re.IGNORECASE,
)
# In a story of many sentences each continues the one before it.
_TAKES_UP = re.compile(
    r"^(?:They|He|She|It|We|I|This|These|Those|That|Their|His|Her|Its|Our|My|Then|Each|Every|All|Some|Both|Of|Out|After|Inside|There|The (?!\w+s?['’]))\b"
    r"|\b(?:this|that|these|those|it|them|there)\b"
)
# "They scored 72 points", "There he packed 8 boxes": the group or the place is that of the sentence before.
_GROUP_OR_PLACE = re.compile(
    r"[^,.]*?\b(?:they|their|theirs)\b|There (?!(?:is|are|was|were|will|would)\b)", re.IGNORECASE
)
# "A cap costs 5 times that much". "At the same time, a truck came", "To help, Ann gave 5", "Finally, they had 9": the sentence before says of what. "They
# used ten fewer pads": than in the sentence before.
_TIED = re.compile(
    r"^(?:At the same time|Meanwhile|To [a-z]+,|Finally,|Then,|In (?:total|all|return|addition)|(?:On|At|In|During) the (?:next|second|third|last|other|following)\b)"
    r"|.*\b(?:this|that) (?:much|many|amount|number)\b"
    r"|^(?!.*\bthan\b).*\b(?:more|fewer|less)\b(?! (?:days?|weeks?|months?|years?|hours?|minutes?)\b)",
    re.IGNORECASE,
)
_FINALLY_THEY = re.compile(r"(?:Finally|Then|Next|Afterwards?|Later),? they\b")
_JOINS = re.compile(r"\bjoin(?:s|ed)?\b")
_EXPLETIVE = re.compile(r"\b(?:did|does|will|would) it (?:take|cost|end up)\b", re.IGNORECASE)
# "Since the mayor asks, he ...", "During Halloween, she ...": capitals that are not names. "For Gwen's
# birthday she ...": she may be somebody else.
_NO_NAMES = re.compile(
    rf"\b[A-Z]\w+['’]s\b|^(?:Since|During|Upon|While|When|Because|Although|With|Without)\b|\b(?:{DATES.pattern})\b"
)
# "How many more does Brian have?": than whom?
_COMPARES_WITH_SOMEONE = re.compile(
    r"\bhow (?:many|much) (?:more|fewer|less)\b(?!.*\bthan\b).*\b(?:has|have|had|got)\b",
    re.IGNORECASE,
)
_DEFINITE = re.compile(r"\b[Tt]he (\w+)")
# "How many are left?", "How long are they?": the question refers to the sentence before.
_NAMES_NOTHING = re.compile(
    r"how many (?:(?:more|fewer|less|in all|in total|total) )*(?:of (?:them|these|those)\b"
    r"|(?:are|is|were|was|will|would|should|could|can|did|do|does|has|have|had|must|might|does|left|"
    r"he|she|they|you|we|i)\b|\?|$)"
    r"|\b(?:these|those|this(?! (?:time|year|week|month|day|summer|season))|that|both|the (?:two|three|others?|same|rest|remaining)|in there|in all\?)\b"
    r"|\b(?:are|were|do|are|how (?:long|heavy|tall|far|old|big)\b.*) they\b",
    re.IGNORECASE,
)


def points_in_problem(reading: Reading) -> list[InsertionPoint]:
    """Return the start of the context, then the safe points further in, including the end.

    At the start, a first sentence such as "Next she bought ..." allows only impersonal sentences. So does any
    point before a personal pronoun in the next sentence or the question. Further in, the question must name
    the thing that it asks for. The next sentence must not refer to things, continue the one before ("The rest
    ...") or count without a noun ("6 are blue"), since the inserted sentence would become the referent.
    """
    if not reading.sentences:
        return []
    problem = reading.problem
    paragraphs = {f"context[{i}]": text for i, text in enumerate(problem.context)}
    first = {field: _first_places(text) for field, text in paragraphs.items()}
    field, start, end = reading.sentences[0]
    nameless = _NO_NAMES.sub("the", paragraphs[field][start:end])
    compares = bool(_COMPARES_WITH_SOMEONE.search(problem.question))
    opening_leans = refers_back(nameless, prose=False) or _means_someone(
        paragraphs[field], start, end, first[field]
    )
    # "2 trees in Haley's garden died. ... she has": whoever is named before them would be she.
    rest = f"{paragraphs[field][end:]} {problem.question}"
    names_nobody = PERSONAL_PRONOUN.search(rest) and not any(
        word[0].isupper() and begins_with_name(word) for word in WORD.findall(nameless)
    )
    points = [
        InsertionPoint(
            field,
            start,
            opening_leans or compares or bool(names_nobody),
            of_story=any(
                means(paragraphs[field][start:end])
                for means in (_means_a_group, _means_them, _FINALLY_THEY.match)
            ),
        )
    ]
    if not _stands_apart(problem.question):
        return points
    asks_of_group = _means_a_group(problem.question)
    asks_of_someone = compares or bool(PERSONAL_PRONOUN.search(problem.question))
    before = [paragraphs[field][start:end]]
    named: set[str] = set()
    for field, start, end in reading.sentences[1:]:
        sentence = paragraphs[field][start:end]
        opening = _IF.match(sentence)
        after_if = opening.end() if opening else 0
        goes_on = CONTINUATION.match(sentence, after_if)
        if goes_on and (again := _NAMES_AGAIN.match(sentence, after_if)):
            named |= content_words(" ".join(before))
            before.clear()
            goes_on = goes_on if content_words(again[1]).isdisjoint(named) else None
        before.append(sentence)
        if (
            not goes_on
            and not _TIED.search(sentence)
            and not (problem.kind is TextKind.SOLUTION and _TAKES_UP.search(sentence))
            and not _refers_to_things(sentence)
            and not _counts_bare(reading, field, start, end)
        ):
            personal = (
                asks_of_someone
                or bool(PERSONAL_PRONOUN.search(sentence))
                or _means_someone(paragraphs[field], start, end, first[field])
            )
            of_story = asks_of_group or _means_a_group(sentence)
            points.append(InsertionPoint(field, start, personal, of_story=of_story))
    field, start, end = reading.sentences[-1]
    # "If Tom buys 71 packages, how many ...?": a clause that the question ends.
    ends = paragraphs[field].endswith((".", "!"), 0, end)
    if ends and not _IF.match(paragraphs[field], start):
        points.append(
            InsertionPoint(field, end, asks_of_someone, at_end=True, of_story=asks_of_group)
        )
    return points


def _means_someone(text: str, start: int, end: int, first: Mapping[str, int]) -> bool:
    """Return whether a sentence refers to somebody whom the text has not named so before: "The owner sold 48".

    Args:
        first: word, in the singular -> the start of its first occurrence.
    """
    return any(
        names_or_means_beings(noun) and first[singular(noun)] >= start
        for noun in _DEFINITE.findall(text, start, end)
    )


def _first_places(text: str) -> dict[str, int]:
    """Return word, in the singular -> the start of its first occurrence."""
    places: dict[str, int] = {}
    for match in re.finditer(r"\w+", text):
        places.setdefault(singular(match[0]), match.start())
    return places


def by_third(
    points: list[InsertionPoint], reading: Reading, split: Split, rng: Rng
) -> Iterator[InsertionPoint]:
    """Yield the points in the order in which they are tried; the last one yielded counts as used.

    The third of the text with the fewest insertions in the split so far comes first, so that no place tells
    an insertion.
    """
    used = split.once(("thirds", rng.stream), lambda: [0, 0, 0])
    length = len(reading.problem.context[0]) + 1

    def third(point: InsertionPoint) -> int:
        return 3 * point.offset // length if point.field == "context[0]" else 2

    first = rng.below(len(points))
    for point in sorted([*points[first:], *points[:first]], key=lambda point: used[third(point)]):
        used[third(point)] += 1
        yield point
        used[third(point)] -= 1


def _stands_apart(question: str) -> bool:
    """Return whether a question names the thing that it asks for.

    "How many pens are left?" does, "How many are left?" does not.
    """
    if _NAMES_NOTHING.search(question):
        return False
    return not _FOR_THINGS.search(_EXPLETIVE.sub("", question))


def _refers_to_things(sentence: str) -> bool:
    """Return whether a pronoun may refer to things that the sentence has not named before it."""
    first: dict[bool, int] = {}  # of singular and plural pronouns
    for pronoun in _FOR_THINGS.finditer(sentence):
        if pronoun[0].lower().startswith("they "):
            return True
        first.setdefault(pronoun[0].lower().startswith("it"), pronoun.start())
    return any(not _names_thing(sentence[:start], is_one) for is_one, start in first.items())


def _means_them(sentence: str) -> bool:
    """Return whether "them" has nothing in a sentence before it that it may mean."""
    before, found, _ = sentence.partition(" them")
    return bool(found) and not _names_thing(before, is_one=False) and " and " not in before


def _means_a_group(sentence: str) -> bool:
    """Return whether a sentence speaks of a group or a place that the text has named before it."""
    if _JOINS.search(sentence):
        return True
    match = _GROUP_OR_PLACE.match(sentence)
    return match is not None and not (
        " and " in match[0]
        or any(
            "person" in classes_of(word) and singular(word) != word
            for word in WORD.findall(match[0])
        )
    )


def _names_thing(beginning: str, is_one: bool) -> bool:
    """Return whether one thing, or several, are named at the beginning of a sentence."""
    return any(
        (classes := classes_of(word))
        and "person" not in classes
        and (singular(word) == word) == is_one
        for word in WORD.findall(beginning)
    )


def _counts_bare(reading: Reading, field: str, start: int, end: int) -> bool:
    """Return whether the first number of a sentence has no noun; a later one counts the same thing."""
    passage = reading.passage
    numbers = passage.within(field, start, end)
    for number, noun in zip(passage.numbers[numbers], passage.nouns[numbers], strict=True):
        return not noun and number.role != "money"
    return False
