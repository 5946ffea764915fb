"""Lexicons of numdiag's own: questions with a place for a word, and the words that may stand there.

Every kind of line makes questions whose labels follow from what a person wrote down: names of one thing, words with
what equals them and what does not, what may be inserted, two things that may be exchanged. What is exchanged is dealt
to the splits, so that an edit of a test row is in no train row.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from numdiag_datasets.text_pairs.question_matching.changes import (
    DIFFERENT,
    EQUIVALENT,
    Change,
    change_between,
)
from numdiag_datasets.text_pairs.question_matching.own_questions import expanded
from numdiag_datasets.text_pairs.question_matching.splits import dealt

_DIRECTORY = Path(__file__).with_name("lexicons")
_PLACE = "{}"

#: (split, question, change).
Made = tuple[str, str, Change]
#: Kind of a line -> the other cells of every such line.
_Lines = dict[str, list[list[str]]]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What a file makes.

    Attributes:
        changes: question -> every change of it.
        splits: question -> its split.
    """

    changes: dict[str, list[Change]]
    splits: dict[str, str]


@cache
def lexicon(name: str, different: str, equivalent: str) -> Lexicon:
    """Read ``lexicons/NAME.tsv``.

    Args:
        name: of the contrast.
        different, equivalent: the operations of the pairs with these labels, where a line does not name them.
    """
    by_kind: dict[str, list[list[str]]] = defaultdict(list)
    for line in (_DIRECTORY / f"{name}.tsv").read_text(encoding="utf-8").splitlines():
        kind, *cells = line.split("\t")
        by_kind[kind].append(cells)
    changes: dict[str, list[Change]] = defaultdict(list)
    splits: dict[str, str] = {}
    for make in _MAKERS:
        for split, question, change in make(by_kind, different, equivalent):
            if splits.setdefault(question, split) == split and change not in changes[question]:
                changes[question].append(change)
    return Lexicon(dict(changes), splits)


def _frames(cell: str) -> list[str]:
    """The frames of a cell, ``{} {a b} |``-separated, with every choice made."""
    return [made for frame in cell.split("|") for made in expanded(frame)]


def _made(split: str, frame: str, before: str, after: str, label: int, operation: str) -> Made:
    """A frame with one word in its place, and the change of it into another."""
    change = Change(frame.index(_PLACE), before, after, label, operation)
    return split, frame.replace(_PLACE, before), change


def _named(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """``names CLASS NAMES`` and ``frame CLASS FRAME``: one name by another of the same thing, or of another thing."""
    things: dict[str, list[str]] = defaultdict(list)
    for group, names in lines["names"]:
        things[group].append(names)
    for group, frame in lines["frame"]:
        splits = dealt(things[group], least=2)  # one to stand for another
        for one, other in product(things[group], repeat=2):
            label, operation = (EQUIVALENT, equivalent) if one == other else (DIFFERENT, different)
            for before, after in product(one.split(), other.split()):
                if splits[one] == splits[other] and before != after:
                    yield _made(splits[one], frame, before, after, label, operation)


def _replaced(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """``replaced OPERATION WORD EQUALS OTHERS FRAMES``: a word by what equals it, or by what does not."""
    splits = dealt(word for _, word, *_ in lines["replaced"])
    for operation, word, equals, others, frames in lines["replaced"]:
        for frame in _frames(frames):
            for same in equals.split():
                yield _made(splits[word], frame, word, same, EQUIVALENT, equivalent)
            for other in others.split():
                yield _made(splits[word], frame, word, other, DIFFERENT, operation)


def _inserted(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """``inserted OPERATION WORDS FRAMES FRAMES``: words that change nothing in the first frames, and something in others."""
    for operation, words, nothing, something in lines["inserted"]:
        for frames, label, name in (
            (nothing, EQUIVALENT, equivalent),
            (something, DIFFERENT, operation),
        ):
            for (frame, split), word in product(dealt(_frames(frames)).items(), words.split()):
                yield _made(split, frame, "", word, label, name)


def _phrases(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """``frames PLACE FRAMES``, ``particle PLACE SPLIT PHRASES``, ``content …``: particles, and what narrows a question.

    Phrases tell their split themselves, since many share a character (问, 求): what particles of one split are written
    with, contents of another are.
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
                            yield _made(split, frame, "", phrase, label, name)


def _exchanged(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """``pair CLASS A B`` and ``exchange CLASS LABEL OPERATION FRAME FRAME``: what a question of A and B becomes.

    Where a frame has both labels, the things are in one split only; else its frame is, since it alone tells the label.
    """
    pairs = defaultdict(list)
    for group, a, b in lines["pair"]:
        pairs[group].append((a, b))
    labels: dict[str, set[str]] = defaultdict(set)
    frames: dict[tuple[str, str], list[str]] = defaultdict(list)
    for group, label, _, frame, _ in lines["exchange"]:
        labels[frame].add(label)
        frames[group, label].append(frame)
    for group, label, operation, frame, other in lines["exchange"]:
        of_things = dealt(map("\t".join, pairs[group]))
        of_frames = {} if len(labels[frame]) > 1 else dealt(frames[group, label])
        for a, b in pairs[group]:
            split = of_things[f"{a}\t{b}"]
            if of_frames.get(frame, split) == split:
                question = frame.format(A=a, B=b)
                made = other.format(A=a, B=b)
                yield split, question, change_between(question, made, int(label), operation)


_MAKERS: tuple[Callable[[_Lines, str, str], Iterator[Made]], ...] = (
    _named, _replaced, _inserted, _phrases, _exchanged,
)  # fmt: skip
