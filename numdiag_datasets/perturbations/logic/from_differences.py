"""Rules that turn a question for a difference into one for a total, a ratio or an average."""

from __future__ import annotations

import re

from numdiag_datasets.perturbations.logic.owned_amounts import (
    NewQuestion,
    OwnedAmounts,
    average,
    has_verb,
    largest_and_smallest,
    ratio,
    sentence,
    total,
)

_MORE_THAN = re.compile(
    r"(?P<how>[Hh]ow (?:many|much)) (?:more|fewer|less)(?: (?P<unit>[\w' -]+?))? (?P<aux>do|does|did)"
    r" (?P<one>[A-Z]\w+) (?P<verb>[a-z]+)(?: more)?(?: th[ae]n (?P<two>[A-Z]\w+))?\?"
)
_OWNED = r"(?:your|your friend's|[A-Z][\w.]*(?: [A-Z]\w+)?'s) [a-z ]+"
_DIFFERENCE_OF_NUMBERS = re.compile(
    r"(?P<what>[Ww]hat)(?:'s| is) the difference (?:of|between) the number of"
    rf" (?P<both>{_OWNED} and {_OWNED})\?"
)
_KIND_THAN_KIND = re.compile(
    r"(?P<how>[Hh]ow many) more (?P<one>[a-z ]+?)(?: are there than (?P<two>[a-z ]+)"
    r"| than (?P<other>[a-z ]+?) (?P<tail>(?:did|does|do|are|were) [^?]+))\?"
)


def total_of_owners(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: "How many more pens does Ann have than Bo?" -> "How many pens do Ann and Bo have
    in all?"."""
    match = _of_owners(story)
    if match is None:
        return None
    aux = "did" if match["aux"] == "did" else "do"
    both = " and ".join(story.owners)
    question = sentence(match["how"], match["unit"], aux, both, match["verb"], "in all")
    return total(question, story, story.unit)


def ratio_of_difference(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: as above -> "How many times as many pens does Ann have as Bo?"."""
    match = _of_owners(story)
    if match is None:
        return None
    owners = story.owners
    big, small = largest_and_smallest(story.amounts)
    one, two = (owners[story.amounts.index(amount)] for amount in (big, small))
    much = match["how"].lower() == "how much"
    times = f"{match['how'][:4]}many times as {'much' if much else 'many'}"
    aux = "did" if match["aux"] == "did" else "does"
    question = sentence(times, match["unit"], aux, one, match["verb"], "as", two)
    return ratio(question, big, small)


def average_of_difference(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: as above -> "How many pens does each of the two have on average?"."""
    match = _of_owners(story)
    if match is None:
        return None
    aux = "did" if match["aux"] == "did" else "does"
    who = "each of the two"
    return average(
        sentence(match["how"], match["unit"], aux, who, match["verb"], "on average"), story
    )


def _of_owners(story: OwnedAmounts) -> re.Match[str] | None:
    """Return the match of a question how much more one of two people has than the other, or None."""
    match = _MORE_THAN.fullmatch(story.question)
    owners = story.owners if match and not story.is_total else []
    if match is None or match["one"] not in owners or not has_verb(story, match["verb"]):
        return None
    return match if match["two"] in (None, *owners) else None


def total_of_numbers(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: "What's the difference of the number of Ann's pens and Bo's pens?" -> "What is
    the total number of Ann's pens and Bo's pens?"."""
    match = _DIFFERENCE_OF_NUMBERS.fullmatch(story.question)
    if match is None or story.is_total:
        return None
    question = sentence(match["what"], "is the total number of", match["both"])
    return total(question, story, story.unit)


def ratio_of_kind_difference(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: "How many more dogs are there than cats?" -> "How many times as many dogs are there as
    cats?"."""
    match = _of_kinds(story)
    if match is None:
        return None
    big, small = largest_and_smallest(story.amounts)
    times = f"{match['how'][:4]}many times as many {match['one']}"
    if match["two"]:
        question = sentence(times, "are there as", match["two"])
    else:
        question = sentence(times, "as", match["other"], match["tail"])
    return ratio(question, big, small)


def total_of_kinds(story: OwnedAmounts) -> NewQuestion | None:
    """Input -> output: "How many more dogs are there than cats?" -> "How many dogs and cats are there
    in all?"."""
    match = _of_kinds(story)
    if match is None:
        return None
    kinds = f"{match['one']} and {match['two'] or match['other']}"
    question = sentence(match["how"], kinds, match["tail"] or "are there", "in all")
    one, two = (phrase.counted.partition(" of ")[0].split()[-1:] for phrase in story.phrases)
    return total(question, story, one[0] if one and one == two else kinds)


def _of_kinds(story: OwnedAmounts) -> re.Match[str] | None:
    """Return the match of a question how many more there are of one kind of a list than of another, or None."""
    match = _KIND_THAN_KIND.fullmatch(story.question)
    return None if match is None or story.is_total or not story.is_list else match
