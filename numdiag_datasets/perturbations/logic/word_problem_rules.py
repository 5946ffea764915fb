"""The rules that ask another question about a word problem, grouped by their reading of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from numdiag_datasets.perturbations.logic import (
    from_changes,
    from_differences,
    from_equal_groups,
    from_parts,
    from_totals,
)
from numdiag_datasets.perturbations.logic.owned_amounts import (
    NewQuestion,
    Operands,
    OwnedAmounts,
    read_parts,
    read_story,
)
from numdiag_datasets.perturbations.perturbation import Rule
from numdiag_datasets.texts.reading import Reading

_S = TypeVar("_S")


class _Family(Generic[_S]):
    """Rules that share a reading; each returns a question, or None if it does not fit."""

    def __init__(
        self,
        read: Callable[[Reading, Operands], _S | None],
        *rules: tuple[str, str, Callable[[_S], NewQuestion | None]],
    ) -> None:
        self.read = read
        self.rules = tuple(Rule(name, summary, apply) for name, summary, apply in rules)

    def questions(self, reading: Reading, operands: Operands) -> list[tuple[str, NewQuestion]]:
        """Return the name of each rule that fits, with its question."""
        story = self.read(reading, operands)
        if story is None:
            return []
        asked = ((rule.name, rule.apply(story)) for rule in self.rules)
        return [(name, question) for name, question in asked if question]


_TOTALS: _Family[OwnedAmounts] = _Family(
    read_story,
    (
        "difference_of_kinds",
        "total -> how many more red than blue",
        from_totals.difference_of_kinds,
    ),
    (
        "difference_of_occasions",
        "total -> how many more on Friday than on Monday",
        from_totals.difference_of_occasions,
    ),
    (
        "difference_of_owners",
        "total -> how many more Ann has than Bo",
        from_totals.difference_of_owners,
    ),
    (
        "ratio_of_kinds",
        "total -> how many times as many red as blue",
        from_totals.ratio_of_kinds,
    ),
    (
        "ratio_of_occasions",
        "total -> how many times as many on Friday as on Monday",
        from_totals.ratio_of_occasions,
    ),
    (
        "ratio_of_owners",
        "total -> how many times as many Ann has as Bo",
        from_totals.ratio_of_owners,
    ),
    (
        "average_of_occasions",
        "total -> how many on average on each of the days",
        from_totals.average_of_occasions,
    ),
    (
        "average_of_owners",
        "total -> how many each of two people has on average",
        from_totals.average_of_owners,
    ),
    (
        "total_of_owners",
        "how many more Ann has than Bo -> how many they have in all",
        from_differences.total_of_owners,
    ),
    (
        "ratio_of_difference",
        "how many more Ann has than Bo -> how many times as many",
        from_differences.ratio_of_difference,
    ),
    (
        "average_of_difference",
        "how many more Ann has than Bo -> how many each has on average",
        from_differences.average_of_difference,
    ),
    (
        "total_of_numbers",
        "difference of the numbers of cats and dogs -> their total",
        from_differences.total_of_numbers,
    ),
    (
        "total_of_kinds",
        "how many more cats than dogs -> how many cats and dogs",
        from_differences.total_of_kinds,
    ),
    (
        "ratio_of_kind_difference",
        "how many more cats than dogs -> how many times as many cats as dogs",
        from_differences.ratio_of_kind_difference,
    ),
)
_PARTS: _Family[OwnedAmounts] = _Family(
    read_parts,
    (
        "total_of_parts",
        "several steps -> the total that the first one takes",
        from_parts.total_of_parts,
    ),
    (
        "difference_of_parts",
        "several steps -> how many more of one kind than of another",
        from_parts.difference_of_parts,
    ),
    (
        "ratio_of_parts",
        "several steps -> how many times as many of one kind as of another",
        from_parts.ratio_of_parts,
    ),
)
_GROUPS: _Family[from_equal_groups.Groups] = _Family(
    from_equal_groups.read_groups,
    (
        "one_group_more",
        "equal groups -> how many with one more group",
        from_equal_groups.one_group_more,
    ),
    (
        "all_groups_but_one",
        "equal groups -> how many in all groups but one",
        from_equal_groups.all_groups_but_one,
    ),
    (
        "some_of_the_groups",
        "equal groups -> how many in some of the groups",
        from_equal_groups.some_of_the_groups,
    ),
    (
        "twice_as_many_groups",
        "equal groups -> how many in twice as many groups",
        from_equal_groups.twice_as_many_groups,
    ),
    (
        "half_of_the_groups",
        "equal groups -> how many in half of the groups",
        from_equal_groups.half_of_the_groups,
    ),
)
_CHANGES: _Family[from_changes.ChangeOverTime] = _Family(
    from_changes.read_change,
    (
        "change_since_first",
        "how many in the end -> how many more or fewer than at first",
        from_changes.change_since_first,
    ),
    (
        "ratio_to_first",
        "how many in the end -> how many times as many at first, or the other way round",
        from_changes.ratio_to_first,
    ),
)
_FAMILIES: tuple[
    _Family[OwnedAmounts]
    | _Family[from_equal_groups.Groups]
    | _Family[from_changes.ChangeOverTime],
    ...,
] = (
    _TOTALS,
    _PARTS,
    _GROUPS,
    _CHANGES,
)

#: Rule name -> its one-line summary.
LOGIC_RULES: dict[str, str] = {
    rule.name: rule.summary for family in _FAMILIES for rule in family.rules
}


def new_questions(reading: Reading) -> list[tuple[str, NewQuestion]]:
    """Return the questions that the rules ask about a problem, each with the name of its rule."""
    operands = Operands(reading)
    return [found for family in _FAMILIES for found in family.questions(reading, operands)]
