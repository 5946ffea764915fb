"""Rules that put the numbers of a text in another order and keep its meaning.

Every rule exchanges parts of the first paragraph: members of a list, clauses, predicates or sentences. It
yields candidates; the first that passes the gate of `order.word_problem` is applied. A part that depends on
its position (a pronoun, "the rest", "then", "the cats" after "12 cats") keeps it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from numdiag_datasets.english.cohesion import (
    PERSONAL,
    distributes_over,
    introduces,
    leans_back,
    points_into,
    states_rate,
)
from numdiag_datasets.english.names import DATES
from numdiag_datasets.english.number_words import ORDINALS
from numdiag_datasets.english.phrases import PREPOSITIONS, Phrase, is_plural, same_detail
from numdiag_datasets.english.verbs import has_subject_and_verb, is_verb, same_time, verbs_of
from numdiag_datasets.english.word_lists import word_list
from numdiag_datasets.english.words import words_of
from numdiag_datasets.perturbations.order.rearrangement import Pieces, exchanged, recased
from numdiag_datasets.perturbations.perturbation import Rule
from numdiag_datasets.texts.word_problem.clauses import (
    CLAUSE_SEPARATOR,
    MOST_CHARACTERS,
    Clause,
    Paragraph,
    Span,
)

_LIST_SEPARATOR = re.compile(r"(?: ?, and| ?,| and) $")
# "on utensils and other stuff": the list continues without a number.
_JOINED = re.compile(r",? (?:and|or) (?!\$?\d)")
_CAPITAL = re.compile(r"[A-Z]")
_INFINITIVE = re.compile(r" to (?!(?:the|an?|his|her|its|their|my|our|your) )[a-z]")
_ORDINALS = frozenset(ORDINALS)
# Words before two numbers that belong together: "between 3 and 5", "6 inches by 6 inches and 15 inches tall".
_RANGE = re.compile(
    r"\b(?:between|from|both|of|by|x|out of (?:the|his|her|their)) $", re.IGNORECASE
)
# "3 $50 bills": the count would be left alone.
_COUNT_BEFORE = re.compile(r"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)) $")
# Words after a list that belong to all of it, or only to its last member: "4 pounds of beans and 5 pounds of
# peas at $2 a pound", "5 bars, three times that amount".
_OF_LAST = re.compile(
    r"[, ]*(?:at|for|with|that|who|which|whose|costing|worth|by) (?!(?:the|his|her|their|its|my|our) )|[, ]*(?:each|apiece|times|per|less|more|fewer|as (?:many|much))\b| to (?!(?:the|an?|his|her|its|their) )[a-z]"
)
_INSIDE = re.compile(
    r"\b(?:with|for|that|holds?|holding|which|who|than) $"
    r"|\b(?:hours?|minutes?|foot|feet|pounds?|years?) and $"
)
_DAYS = re.compile(
    r"\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:first|second|third|next|last) (?:day|week|month|year)|grade)"
)
_THEN = re.compile(r"\b(?:then|back home)\b")
# Words at the start of a sentence or clause: "After 30 days, 100 people leave".
_ADVERBIAL = re.compile(
    r"(?:^|[.!?,] +)(?:after|at|before|by|during|for|from|in|of|on|over|since|until|with|within) $",
    re.IGNORECASE,
)
_REST_OF_NAME = re.compile(r" [A-Z][a-z]")
_TITLE = re.compile(r"\b(?:Mrs?|Ms|Dr|St)$")
# A clause that depends on the noun before it: "each of which cost $1", "who is five years older".
_RELATIVE = re.compile(
    r"(?:who|whose|which|all|each (?:one )?of|each (?:\w+ed|bought|got|had|has|sold|ate|costs?|is|was)|both)\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"((?:(?:Mrs?\.|Ms\.|Dr\.|The) )?[A-Z][\w'’]*(?: and [A-Z]\w+)?) ([a-z]+) (?=[^.]*\w)"
)
_PRONOUN_SUBJECTS = frozenset(("He", "She", "They"))
# Words that occur only in a clause of its own, or that tie an adverbial to the words before it.
_CLAUSAL = word_list("clause starters")
# Words that must not be in a condition: "If ... and Bob and his friends decided to divide the bill,".
_PLANS = word_list("words of plans")
_DIMENSIONS = word_list("dimensions")
# A question about one moment of a story, which is identified by the order of the sentences.
_ASKS_WHEN = word_list("words that ask when")


def coordinated_quantities(paragraph: Paragraph) -> Iterator[Pieces]:
    """Input -> output: "41 red markers and 64 blue markers" -> "64 blue markers and 41 red markers".

    If the second number shares the noun of the first ("3 books on Monday and 4 on Friday"), the noun stays
    with the first number in the text: "4 books on Friday and 3 on Monday".
    """
    text = paragraph.text
    for first, second in pairwise(paragraph.phrases):
        separator = _LIST_SEPARATOR.search(text, first.end, second.start)
        if (
            separator is None
            or not first.complete
            or _RANGE.search(text, max(0, first.start - 13), first.start)
            or (paragraph.is_long and _belongs_elsewhere(text, first, second))
            or _COUNT_BEFORE.search(text, max(0, first.start - 6), first.start)
            or (separator[0] == ", " and _is_no_list(text, first, second))
        ):
            continue
        tail = Span(first.end, separator.start())
        rest = Span(second.end, second.end + len(paragraph.clause_rest(second.end)))
        if not _parallel(text, first, tail, second, rest) or _leans_on_list(
            text, first, second, rest
        ):
            continue
        if not words_of(text[tail.start : tail.end]):
            if _starts_clause(paragraph, first, second):
                continue
            rest = Span(second.end, second.end)
        if second.complete:
            yield exchanged(text, [(Span(first.start, tail.end), Span(second.start, rest.end))])
        elif rest.start < rest.end:
            numbers = first.number, second.number
            yield exchanged(
                text,
                [
                    (Span(first.start, numbers[0].end), Span(second.start, numbers[1].end)),
                    (tail, rest),
                ],
            )


def _parallel(text: str, first: Phrase, tail: Span, second: Phrase, rest: Span) -> bool:
    """Return whether two members of a list have the same form, so that no words belong to both or only one."""
    before, after = (words_of(text[span.start : span.end]) for span in (tail, rest))
    if not before:
        return (
            not states_rate(" ".join(after))
            and (" of " in first.counted) == (" of " in second.counted)
            and is_plural(first) == is_plural(second)
            and not _is_compound(first, second)
        )
    if "," in text[tail.start : tail.end] or not after or _JOINED.match(text, rest.end):
        return False
    if not PERSONAL.isdisjoint(after) and _CAPITAL.search(text, tail.start, tail.end):
        return False  # "2 for Haley and 3 for her sister"
    if not _ORDINALS.isdisjoint((*before, *after)):
        return False  # "4 in the second week and 6 in the first"
    if any(_INFINITIVE.match(text, span.start) for span in (tail, rest)):
        return False  # "24 minutes to mix and 16 minutes to bake"
    if {"from", "to"} <= set(before) & set(after):
        return False  # "2 miles from home to school and 4 miles from school to the park"
    if text[tail.end : tail.end + 2].lstrip()[:1] == "," and _CAPITAL.search(
        text, tail.start, tail.end
    ):
        return False  # "3 on Monday, 2 on Wednesday and 7 on Friday" keep their order
    leads = before[0], after[0]
    alike = leads[0] == leads[1] or any(set(leads) <= kind for kind in (PREPOSITIONS, _DIMENSIONS))
    return (
        alike
        and same_detail(first, second)
        and _CLAUSAL.isdisjoint((*before, *after))
        and not leans_back(" ".join((*before, *after)))
        and sum(w in PREPOSITIONS for w in before) == sum(w in PREPOSITIONS for w in after)
        and (leads[0] == "to") == (leads[1] == "to")
    )


def _belongs_elsewhere(text: str, first: Phrase, second: Phrase) -> bool:
    """Return whether a list in a long story has parts that belong to other words.

    It may begin inside a phrase ("a box with 2 red pens, 3 caps"), continue as a clause ("ten students
    scored"), or follow the time.
    """
    behind = words_of(text[second.end : second.end + 24])[:1]
    return bool(
        _INSIDE.search(text, max(0, first.start - 12), first.start)
        or (behind and is_verb(behind[0]))
        or _OF_LAST.match(text, second.end)
        or _DAYS.search(text, first.start, second.end + 24)
    )


def _is_no_list(text: str, first: Phrase, second: Phrase) -> bool:
    """Return whether a comma between two phrases ends an adverbial ("After 30 days, 100 people"), or an object."""
    behind = words_of(text[second.end : second.end + 24])[:1]
    is_spent = first.number.role != second.number.role and behind and behind[0].endswith("ing")
    return bool(_ADVERBIAL.search(text, max(0, first.start - 12), first.start) or is_spent)


def _starts_clause(paragraph: Paragraph, first: Phrase, second: Phrase) -> bool:
    """Return whether the second phrase is the subject of a clause: "Ann has 10 pens, and 3 pens broke".

    In "10 boys and 3 girls came" both are the subject, and no verb precedes them.
    """
    text = paragraph.text
    start = next((s.start for s in paragraph.sentences if s.start <= first.start < s.end), 0)
    behind = words_of(text[second.end : second.end + 24])[:1]
    # "he had 15 files and 6 apps left"
    is_clause = (
        behind and is_verb(behind[0]) and (behind != ("left",) or first.counted == second.counted)
    )
    return bool(is_clause and verbs_of(text[start : first.start]))


def _leans_on_list(text: str, first: Phrase, second: Phrase, rest: Span) -> bool:
    """Return whether a list member is short for another, or the words after the list belong to the last one."""
    counted = first.counted.split(), second.counted.split()
    roles = {phrase.number.role == "money" for phrase in (first, second)}
    return (
        any("ones" in one and "ones" not in two for one, two in (counted, counted[::-1]))
        or any(words[:1] == ["times"] for words in counted)
        or (len(roles) > 1 and not words_of(text[first.end : second.start].replace("and", "")))
        or _THEN.search(text, first.end, rest.end) is not None
        or bool(_TITLE.search(text, rest.start, rest.end))
        or bool(
            _REST_OF_NAME.match(text, second.end) and second.counted.rpartition(" ")[2].istitle()
        )
        or bool(_OF_LAST.match(text, rest.end))
    )


def _is_compound(first: Phrase, second: Phrase) -> bool:
    """Return whether two phrases are one quantity: "1 hour and 15 minutes", "5 dollars and 20 cents"."""
    return first.noun != second.noun and all(
        phrase.number.role in ("measure", "money") for phrase in (first, second)
    )


def clauses(paragraph: Paragraph) -> Iterator[Pieces]:
    """Input -> output: "Ann has nine pens and Bo has seven caps." -> "Bo has ... and Ann has ..."."""
    text = paragraph.text
    for sentence in paragraph.sentences:
        start, end = (inner := paragraph.inner(sentence)).start, inner.end
        for separator in CLAUSE_SEPARATOR.finditer(text, start, end):
            first = paragraph.clause(start, separator.start())
            second = paragraph.clause(separator.end(), end)
            if (
                first
                and second
                and _exchangeable(first, second)
                and _clauses_in_any_order(first, second)
            ):
                yield _exchanged_statements(text, first, second)


def _clauses_in_any_order(first: Clause, second: Clause) -> bool:
    one, two = str(first), str(second)
    words = words_of(one), words_of(two)
    if _RELATIVE.match(two):
        return False
    if not PERSONAL.isdisjoint(words[1]) and PERSONAL.isdisjoint(words[0]):
        return False  # "Ann has 3 pens and she ...": who is she?
    if (words[0][0] in PREPOSITIONS) != (words[1][0] in PREPOSITIONS):
        return False  # "For Halloween Frank got 3 and Gwen got 4": true for both
    return _in_any_order(one, two)


def _exchanged_statements(text: str, first: Clause, second: Clause) -> Pieces:
    """Return the pieces with the two exchanged; a noun that both share stays after the first number."""
    if second.phrase.complete:
        return exchanged(text, [(first.span, second.span)])
    return exchanged(text, [(first.up_to_number, second.up_to_number)])


def _exchangeable(first: Clause, second: Clause) -> bool:
    """Return whether neither of two statements depends on the other."""
    one, two = str(first), str(second)
    if not first.phrase.complete or not same_detail(first.phrase, second.phrase):
        return False
    if not second.phrase.complete and (first.tail or second.tail):
        return False  # a shared noun can move only at the end of both
    if verbs_of(one) == verbs_of(two) and bool(first.tail) != bool(second.tail):
        return False  # "Allan brought two and Jake brought four to the park": both did
    if points_into(two, one) or introduces(one, two):
        return False
    start = first.span.start
    before = first.text[max(0, start - MOST_CHARACTERS) : start]
    return not distributes_over(two, one) or distributes_over(two, before)


def _in_any_order(one: str, two: str) -> bool:
    """Return whether two clauses are complete, refer to nothing before, and are not actions in sequence."""
    if any(
        leans_back(part) or "," in part or not has_subject_and_verb(part) for part in (one, two)
    ):
        return False
    return states_rate(one) or states_rate(two) or same_time(one, two)


def sentences(paragraph: Paragraph) -> Iterator[Pieces]:
    """Input -> output: "Kate has 223 pennies. John has 388 pennies." -> "John has ... Kate has ..."."""
    text = paragraph.text
    for first, second, end in _neighbours(paragraph):
        one, two = str(first), str(second)
        if (
            (states_rate(one) or states_rate(two) or verbs_of(one) & verbs_of(two))
            and same_time(one, two)
            and not _is_part_of(second, first)
            and not any(
                leans_back(part) or PERSONAL.intersection(words_of(part)) for part in (one, two)
            )
            and not paragraph.says_behind(end, PERSONAL | {"it", "its"})
        ):
            yield _exchanged_statements(text, first, second)


def _is_part_of(second: Clause, first: Clause) -> bool:
    """Return whether one counts a part of the other: "There are 45 questions. 17 questions are hard"."""
    return first.phrase.noun == second.phrase.noun and (
        str(first).startswith("There ") and not str(second).startswith("There ")
    )


def predicates(paragraph: Paragraph) -> Iterator[Pieces]:
    """Input -> output: "Liz ran 3 miles on Monday. She ran 5 miles on Friday." -> "Liz ran 5 miles on
    Friday. She ran 3 miles on Monday."."""
    text = paragraph.text
    for first, second, _ in _neighbours(paragraph):
        one = _SUBJECT.match(text, first.span.start, first.span.end)
        two = _SUBJECT.match(text, second.span.start, second.span.end)
        if one is None or two is None or one[2] != two[2] or not second.phrase.complete:
            continue
        is_pronoun = two[1] in _PRONOUN_SUBJECTS
        if two[1] != one[1] and not is_pronoun:
            continue
        spans = Span(one.end(), first.span.end), Span(two.end(), second.span.end)
        parts = [text[span.start : span.end] for span in spans]
        if is_pronoun and _CAPITAL.search(DATES.sub("", parts[1])):
            continue  # "... older than his grandson Theo. He ...": who is he?
        if (
            not any(leans_back(part) for part in parts)
            and not points_into(parts[1], parts[0])
            and not introduces(*parts)
        ):
            yield exchanged(text, [spans])


def _neighbours(paragraph: Paragraph) -> Iterator[tuple[Clause, Clause, int]]:
    """Yield two adjacent sentences with a quantity each, without full stops, and the end of the second."""
    text = paragraph.text
    for a, b in pairwise(paragraph.sentences):
        if not (text[a.end - 1] == text[b.end - 1] == "."):
            continue
        first = paragraph.clause(a.start, a.end - 1)
        second = paragraph.clause(b.start, b.end - 1)
        if (
            first
            and second
            and _exchangeable(first, second)
            and not paragraph.says_behind(b.end, _ASKS_WHEN)
        ):
            yield first, second, b.end


def condition(paragraph: Paragraph) -> Iterator[Pieces]:
    """Input -> output: "Ann has 4 vases. If each vase holds 9 roses," -> "If each vase holds 9 roses
    and Ann has 4 vases,"."""
    text = paragraph.text
    for a, b in pairwise(paragraph.sentences):
        if not (
            text.startswith("If ", b.start) and text[b.end - 1] == "," and text[a.end - 1] == "."
        ):
            continue
        first = paragraph.clause(a.start, a.end - 1)
        second = paragraph.clause(b.start + 3, b.end - 1)
        if first is None or second is None or not second.phrase.complete:
            continue
        one, two = str(first), str(second)
        if (
            _exchangeable(first, second)
            and _in_any_order(one, two)
            and words_of(one)[0] != words_of(two)[0]
            and not two.startswith("the ")
            and _PLANS.isdisjoint(words_of(one))
            and PERSONAL.isdisjoint(words_of(two))
        ):
            yield [
                Span(0, a.start),
                Span(b.start, b.end - 1),
                " and ",
                *recased(text, first.span, b.end - 1),
                Span(b.end - 1, len(text)),
            ]


#: Each rule yields candidates. The first that passes the gate is applied.
ORDER_RULES: tuple[Rule[Callable[[Paragraph], Iterator[Pieces]]], ...] = (
    Rule(
        "coordinated_quantities",
        "neighbouring members of a list change places",
        coordinated_quantities,
    ),
    Rule("clause_swap", "two clauses of a sentence change places", clauses),
    Rule("sentence_swap", "two sentences change places", sentences),
    Rule("predicate_swap", "what two sentences say of one person changes places", predicates),
    Rule("condition_swap", "a condition moves in front of what it rests on", condition),
)
