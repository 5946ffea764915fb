"""What solvers without understanding look at in a pair of questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from numdiag_datasets.text_pairs.family import Row, Shallow


def _edited_characters(row: Row) -> Hashable:
    one: Counter[str] = Counter(row["text"])
    two: Counter[str] = Counter(row["text_pair"])
    return tuple(sorted((one - two).elements())), tuple(sorted((two - one).elements()))


_SHALLOW = Shallow(
    traits={
        "majority": lambda row: None,
        "first character": lambda row: (row["text"][:1], row["text_pair"][:1]),
        "last character": lambda row: (row["text"][-1:], row["text_pair"][-1:]),
        "length": lambda row: (len(row["text"]), len(row["text_pair"])),
        "longer text": lambda row: len(row["text"]) - len(row["text_pair"]),
        "edited characters": _edited_characters,
    }
)


def shallow_solvers(config: str) -> Shallow:
    """The solvers of a config; they are the same for all."""
    return _SHALLOW
