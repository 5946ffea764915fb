"""Numdiag's own lexicons: questions with a place for a word, and the words that fit there.

Each kind of line makes questions whose labels follow from hand-written entries: names of one thing, words
with synonyms and other words, insertions, two things to exchange. Exchanged things are divided among the
splits, so that no edit of a test row occurs in a train row.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

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

#: (split, question, change).
Made = tuple[str, str, Change]
#: Kind of a line -> the other cells of every such line.
_Lines = dict[str, list[list[str]]]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The questions of a lexicon file.

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
        name: the name of the contrast.
        different, equivalent: the operations of the pairs with these labels, for lines that do not name them.
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
    """Return the frames of a cell, ``{} {a b} |``-separated, expanded for each choice."""
    return [made for frame in cell.split("|") for made in expanded(frame)]


def _made(split: str, frame: str, before: str, after: str, label: int, operation: str) -> Made:
    """Fill a frame with a word, and return it with the change of that word into another."""
    change = Change(frame.index(_PLACE), before, after, label, operation)
    return split, frame.replace(_PLACE, before), change


def _named(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """Apply ``names CLASS NAMES`` and ``frame CLASS FRAME``: replace a name by any other of its class."""
    things: dict[str, list[str]] = defaultdict(list)
    for group, names in lines["names"]:
        things[group].append(names)
    for group, frame in lines["frame"]:
        splits = dealt(things[group], least=2)  # a thing and its replacement
        for one, other in product(things[group], repeat=2):
            label, operation = (EQUIVALENT, equivalent) if one == other else (DIFFERENT, different)
            for before, after in product(one.split(), other.split()):
                if splits[one] == splits[other] and before != after:
                    yield _made(splits[one], frame, before, after, label, operation)


def _replaced(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """Apply ``replaced OPERATION WORD EQUALS OTHERS FRAMES``: replace a word by a synonym or another word."""
    splits = dealt(word for _, word, *_ in lines["replaced"])
    for operation, word, equals, others, frames in lines["replaced"]:
        for frame in _frames(frames):
            for same in equals.split():
                yield _made(splits[word], frame, word, same, EQUIVALENT, equivalent)
            for other in others.split():
                yield _made(splits[word], frame, word, other, DIFFERENT, operation)


def _inserted(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """Apply ``inserted OPERATION WORDS FRAMES FRAMES``.

    The words keep the meaning of the first frames and change that of the second.
    """
    for operation, words, nothing, something in lines["inserted"]:
        for frames, label, name in (
            (nothing, EQUIVALENT, equivalent),
            (something, DIFFERENT, operation),
        ):
            for (frame, split), word in product(dealt(_frames(frames)).items(), words.split()):
                yield _made(split, frame, "", word, label, name)


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
                            yield _made(split, frame, "", phrase, label, name)


def _exchanged(lines: _Lines, different: str, equivalent: str) -> Iterator[Made]:
    """Apply ``pair CLASS A B`` and ``exchange CLASS LABEL OPERATION FRAME FRAME``: rewrite frames of A and B.

    If a frame has both labels, the things are divided among the splits. Otherwise the frame is too, since it
    alone determines the label.
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
