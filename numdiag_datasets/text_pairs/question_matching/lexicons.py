"""Numdiag's own lexicons: questions with a place for a word, and the words that fit there.

Each kind of line makes questions whose labels follow from hand-written entries: names of one thing, words
with synonyms and other words, insertions, things to exchange. What a question is about (its group) is in one
split only, so that no word of a test row is one of a train row.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.text_pairs.question_matching.own_questions import expanded
from numdiag_datasets.text_pairs.question_matching.question_edits import (
    DIFFERENT,
    EQUIVALENT,
    Change,
    change_between,
)
from numdiag_datasets.text_pairs.question_matching.splits import dealt

_DIRECTORY = Path(__file__).with_name("lexicons")
_PLACE = "{}"

#: (group, its split, question, change).
Made = tuple[str, str, str, Change]
#: Kind of a line -> the other cells of every such line.
_Lines = dict[str, list[list[str]]]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The questions of a lexicon file.

    Attributes:
        changes: question -> every change of it.
        groups: question -> what it is about: a word, or things.
        splits: question -> the split of its group.
    """

    changes: dict[str, list[Change]]
    groups: dict[str, str]
    splits: dict[str, str]


@cache
def lexicon(name: str, different: str, equivalent: str) -> Lexicon:
    """Read ``lexicons/NAME.tsv``.

    Args:
        name: the name of the contrast.
        different, equivalent: the operations of the pairs with these labels, for lines that do not name them.
    """
    by_kind: dict[str, list[list[str]]] = defaultdict(list)
    for line in (_DIRECTORY / f"{name}.tsv").read_text(encoding="utf-8").splitlines():
        kind, *cells = line.split("\t")
        by_kind[kind].append(cells)
    found = Lexicon(defaultdict(list), {}, {})
    for make in _MAKERS:
        for group, split, question, change in make(by_kind, different, equivalent):
            is_first = found.groups.setdefault(question, group) == group
            if is_first and change not in found.changes[question]:
                found.changes[question].append(change)
                found.splits[question] = split
    return found


def _frames(cell: str) -> list[str]:
    """Return the frames of a cell, ``{} {a b} |``-separated, expanded for each choice."""
    return [made for frame in cell.split("|") for made in expanded(frame)]


def _made(
    group: str, split: str, frame: str, before: str, after: str, label: int, operation: str
) -> Made:
    """Fill a frame with a word, and return it with the change of that word into another."""
    change = Change(frame.index(_PLACE), before, after, label, operation)
    return group, split, frame.replace(_PLACE, before), change


def _named(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """Apply ``names CLASS NAMES`` and ``frame CLASS FRAME``: replace a name by any other of its class."""
    things = _by_class(lines["names"])
    for group, frame in lines["frame"]:
        names = [name for (name,) in things[group]]
        splits = dealt(names, least=2)  # a thing and its replacement
        for one, other in product(names, repeat=2):
            label, operation = (EQUIVALENT, equivalent) if one == other else (DIFFERENT, different)
            for before, after in product(one.split(), other.split()):
                if splits[one] == splits[other] and before != after:
                    yield _made(one, splits[one], frame, before, after, label, operation)


def _replaced(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """Apply ``replaced OPERATION WORD EQUALS OTHERS FRAMES`` and ``inserted OPERATION EQUALS OTHERS FRAMES``.

    A word is replaced by a synonym or by another word, or a word is put in that the frames imply or do not.
    """
    entries = [(word, word, *cells) for _, word, *cells in lines["replaced"]]
    entries += [(_about(cells[-1]), "", *cells) for _, *cells in lines["inserted"]]
    operations = [operation for kind in ("replaced", "inserted") for operation, *_ in lines[kind]]
    splits = dealt(about for about, *_ in entries)
    for operation, (about, word, equals, others, frames) in zip(operations, entries, strict=True):
        for frame in _frames(frames):
            for label, name, words in (
                (EQUIVALENT, equivalent, equals),
                (DIFFERENT, operation, others),
            ):
                for after in words.split():
                    yield _made(about, splits[about], frame, word, after, label, name)


def _about(frames: str) -> str:
    return _frames(frames)[0].replace(_PLACE, "")


def _phrases(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """Apply ``frames PLACE FRAMES``, ``particle PLACE SPLIT PHRASES``, ``content …``.

    Particles keep the meaning of a question; contents narrow it.

    Lines of phrases include their split, since many share a character (问, 求). Characters of
    particles in one split occur in contents of another.
    """
    for place, frames in lines["frames"]:
        for frame, split in dealt(_frames(frames)).items():
            for kind, label, name in (
                ("particle", EQUIVALENT, equivalent),
                ("content", DIFFERENT, different),
            ):
                for where, its, phrases in lines[kind]:
                    if (where, its) == (place, split):
                        for phrase in phrases.split():
                            yield _made(frame, split, frame, "", phrase, label, name)


def _events(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """Apply ``negated CLASS OPERATION WORD FRAME`` and ``events CLASS ONE OTHER``.

    The word, put into the frame, adds nothing before the first event, but negates the second.
    """
    events = _by_class(lines["events"])
    for group, operation, word, frame in lines["negated"]:
        splits = dealt(map(" ".join, events[group]))
        for one, other in events[group]:
            about = f"{one} {other}"
            for event, label, name in (
                (one, EQUIVALENT, equivalent),
                (other, DIFFERENT, operation),
            ):
                question = frame.replace("{E}", event)
                yield _made(about, splits[about], question, "", word, label, name)


def _crossed(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """Apply ``pair CLASS A B``, ``words CLASS WORD OPPOSITE``, ``links LINK SAME REVERSED`` and ``crossed CLASS FRAME``.

    A and B are exchanged, the link reversed, the opposite word taken. Each of these reverses what is asked, so that
    an even number of them asks the same: 羊肉不如牛肉贵吗 is 牛肉比羊肉贵吗, and 牛肉没羊肉贵吗 is not.
    """
    pairs, words = _by_class(lines["pair"]), _by_class(lines["words"])
    for group, its in pairs.items():
        splits = dealt(map(" ".join, its))
        frames = [frame for name, frame in lines["crossed"] if name in ("*", group)]
        for (a, b), frame, (link, *links), both in product(
            its, frames, lines["links"], words.get(group, [[""]])
        ):
            question = frame.format(A=a, B=b, L=link, W=both[0])
            for swapped, reversed_, opposite in product(range(2), range(2), range(len(both))):
                one, two = (b, a) if swapped else (a, b)
                made = frame.format(A=one, B=two, L=links[reversed_], W=both[opposite])
                keeps = (swapped + reversed_ + opposite) % 2 == 0
                name = equivalent if keeps else "antonym_adjective" if opposite else different
                change = change_between(question, made, int(keeps), name)
                yield f"{a} {b}", splits[f"{a} {b}"], question, change


def _exchanged(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """Apply ``things CLASS THINGS`` and ``first CLASS FRAME``, ``last CLASS FRAME``: exchange two of three things.

    The frame treats the first two alike, or the last two. Each thing is once the first of three.
    """
    for (group, things), split in product(lines["things"], SPLITS):
        its = [thing for thing, its in dealt(things.split(), least=3).items() if its == split]
        frames = [
            (alike, frame)
            for alike in ("first", "last")
            for name, frame in lines[alike]
            if name == group
        ]
        for n, (alike, frame) in product(range(len(its)), frames):
            a, b, c = three = [its[(n + k) % len(its)] for k in range(3)]
            question = frame.format(*three)
            for exchanged, order in (("first", (b, a, c)), ("last", (a, c, b))):
                label, name = (
                    (EQUIVALENT, equivalent) if exchanged == alike else (DIFFERENT, different)
                )
                change = change_between(question, frame.format(*order), label, name)
                yield " ".join(three), split, question, change


def _by_class(lines: Sequence[Sequence[str]]) -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = defaultdict(list)
    for group, *cells in lines:
        found[group].append(cells)
    return found


_MAKERS: tuple[Callable[[_Lines, str, str], Iterator[Made]], ...] = (
    _named, _replaced, _phrases, _events, _crossed, _exchanged,
)  # fmt: skip
