"""The wordings of verbosity: a number with its distractor, written and read."""

from __future__ import annotations

import re
from fractions import Fraction

from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.problem import Edit
from numdiag_datasets.english.number_words import parse_words

#: Wording -> the number with its distractor.
WORDINGS = {
    "parenthesis": "{number} (not {other})",
    "comma": "{number}, not {other},",
    "rather_than": "{number} rather than {other}",
    "not_but": "not {other} but {number}",
}
# A distractor in digits with its unit, "$30", "30-yard", or in words.
_OTHER = r"(?:(?!not\b)[^\d()]{0,4}(?P<digits>\d+)[^\d(),]*|(?P<words>[a-z]+(?:[ -][a-z]+)*))"
_PATTERNS = {
    "parenthesis": re.compile(rf"(?P<number>.*) \(not {_OTHER}\)", re.DOTALL),
    "comma": re.compile(rf"(?P<number>.*), not {_OTHER},?", re.DOTALL),
    "rather_than": re.compile(rf"(?P<number>.*) rather than {_OTHER}", re.DOTALL),
    "not_but": re.compile(rf"[Nn]ot {_OTHER} but (?P<number>.*)", re.DOTALL),
}


def distractor_in(edit: Edit, wording: str) -> Fraction | None:
    """Return the distractor that an edit adds to its number, None if it does something else."""
    match = _PATTERNS[wording].fullmatch(edit.after)
    if match is None or match["number"].casefold() != edit.before.casefold():
        return None
    try:
        return Fraction(match["digits"] or parse_words(match["words"]))
    except NumdiagError:
        return None
