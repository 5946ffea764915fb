"""The wordings of verbosity: a number with its distractor, written and read."""

from __future__ import annotations

import re
from fractions import Fraction

from numdiag_datasets.core.problem import Edit

#: Wording -> the number with its distractor.
WORDINGS = {
    "parenthesis": "{number} (not {other})",
    "comma": "{number}, not {other},",
    "rather_than": "{number} rather than {other}",
    "not_but": "not {other} but {number}",
}
_PATTERNS = {
    "parenthesis": re.compile(
        r"(?P<number>.*) \(not [^\d()]{0,4}(?P<other>\d+)[^\d()]*\)", re.DOTALL
    ),
    "comma": re.compile(r"(?P<number>.*), not [^\d()]{0,4}(?P<other>\d+)[^\d(),]*,?", re.DOTALL),
    "rather_than": re.compile(
        r"(?P<number>.*) rather than [^\d()]{0,4}(?P<other>\d+)[^\d()]*", re.DOTALL
    ),
    "not_but": re.compile(
        r"not [^\d()]{0,4}(?P<other>\d+)[^\d()]* but (?P<number>.*)", re.DOTALL | re.IGNORECASE
    ),
}


def distractor_in(edit: Edit, wording: str) -> Fraction | None:
    """Return the distractor that an edit adds to its number, None if it does something else."""
    match = _PATTERNS[wording].fullmatch(edit.after)
    if match is None or match["number"].casefold() != edit.before.casefold():
        return None
    return Fraction(match["other"])
