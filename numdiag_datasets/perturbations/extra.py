"""Extra: a sentence of another problem, with numbers that do not matter, is inserted."""

from __future__ import annotations

import re

from numdiag_datasets.donors import Donor
from numdiag_datasets.draws import Draws
from numdiag_datasets.perturbations.base import reject
from numdiag_datasets.places import insertion_places
from numdiag_datasets.problem import Edit, Problem, apply_edits
from numdiag_datasets.reading import Reading
from numdiag_datasets.split import Split

# Questions that a reader may take to ask about everything that is counted.
_ASKS_FOR_ALL = re.compile(
    r"\b(?:altogether|all|total|combined|sum|together|things|items|objects|pieces|everything|"
    r"everyone|people|animals|toys|pets)\b",
    re.IGNORECASE,
)


def perturb(reading: Reading, draws: Draws, split: Split) -> Problem:
    """ "Sam has 12 pens." -> "Lena fed 4 goats. Sam has 12 pens."

    DNC paper, Appendix A. The donor sentence comes from the same split; it shares no content word
    and no number with the problem, counts another class of thing than the question asks for, and
    stands where no pronoun could refer to it.
    """
    problem = reading.problem
    places = insertion_places(reading)
    if not places:
        return reject(problem, "no_place")
    donors = split.donors
    first_place = draws.below(len(places))
    first_donor = draws.below(len(donors)) if donors else 0
    for place in (*places[first_place:], *places[:first_place]):
        for i in range(len(donors)):
            donor = donors[(first_donor + i) % len(donors)]
            if (donor.impersonal or not place.impersonal) and _unrelated(donor, reading):
                edit = Edit(place.field, place.offset, "", f"{donor.text} ")
                return apply_edits(problem, [edit])
    return reject(problem, "no_donor")


def _unrelated(donor: Donor, reading: Reading) -> bool:
    """Whether the donor can be taken neither for a part of the problem nor for what it asks."""
    problem = reading.problem
    if donor.problem_id == problem.id or not donor.values.isdisjoint(reading.values):
        return False
    if not donor.words.isdisjoint(reading.words):
        return False
    if not donor.classes.isdisjoint(reading.asked):
        return False
    if not reading.asked or _ASKS_FOR_ALL.search(problem.question):
        return donor.classes.isdisjoint(reading.counted)
    return True
