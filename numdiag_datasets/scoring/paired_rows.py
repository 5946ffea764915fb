"""The scores of each row beside those of its original: results keep them, so that several runs can be pooled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from numdiag_datasets.core.significance import Drop, compare_runs
from numdiag_datasets.scoring.scored_rows import ScoredRow

#: Values of `PairedRows.changed`.
UNCHANGED, CHANGED, TOUCHING = range(3)
_NO_RULE = "-"
#: The width of a group's number, so that texts and numbers have the same order.
_WIDTH = 20


@dataclass(frozen=True, slots=True)
class PairedRows:
    """The rows of a config, in the order of the ids of their originals. Each text has one word per row, which is short in a file.

    Attributes:
        groups: the number of the text that rows share: ``0 1 1 2``.
        changed: 0 for a row that the perturbation did not change, 1 for a changed one, 2 for one in which it
            edited a number that the answer needs.
        rules: the rule that changed the row, ``-`` for none.
        original, perturbed: metric -> the scores, 0 to 1.
    """

    groups: str
    changed: str
    rules: str
    original: dict[str, str]
    perturbed: dict[str, str]

    @classmethod
    def of(cls, baseline: Iterable[ScoredRow], rows: Sequence[ScoredRow]) -> PairedRows:
        """Return the rows with their originals, all of which the baseline has."""
        rows = sorted(rows, key=lambda scored: str(scored.original))
        before = {scored.row["id"]: scored for scored in baseline}
        # In the order of the bootstrap, so that `drops` gives the same figures.
        groups = sorted({scored.row["group"] for scored in rows})
        names = {name: number for number, name in enumerate(groups)}
        return cls(
            _words(names[scored.row["group"]] for scored in rows),
            _words(scored.applied * (CHANGED + scored.edits_evidence) for scored in rows),
            _words(scored.row.get("rule") or _NO_RULE for scored in rows),
            _scores([before[scored.original] for scored in rows]),
            _scores(rows),
        )

    def rows(self, least: int = UNCHANGED, rule: str = "") -> set[int]:
        """Return the places of the rows that are changed at least so much, by one rule or by any."""
        told = zip(self.changed.split(), self.rules.split(), strict=True)
        return {
            i for i, (how, by) in enumerate(told) if int(how) >= least and (not rule or by == rule)
        }

    def drops(self, least: int, rule: str = "") -> dict[str, Drop]:
        """Return metric -> the drop over some `rows`; there must be one."""
        return self._drops(self.original, self.perturbed, self.rows(least, rule))

    def drops_between(self, other: PairedRows) -> tuple[dict[str, Drop], dict[str, Drop]]:
        """Return the drops from the originals to another setting, and from there to this one, over the rows that both change.

        Both are empty if there are none. The other setting has the same originals.
        """
        if not (rows := self.rows(CHANGED) & other.rows(CHANGED)):
            return {}, {}
        return (
            self._drops(other.original, other.perturbed, rows),
            self._drops(other.perturbed, self.perturbed, rows),
        )

    def _drops(
        self, before: Mapping[str, str], after: Mapping[str, str], rows: Collection[int]
    ) -> dict[str, Drop]:
        scores = (
            {metric: scores_of(text, rows) for metric, text in before.items()},
            {metric: scores_of(text, rows) for metric, text in after.items()},
        )
        groups = [word.zfill(_WIDTH) for word in words_of(self.groups, rows)]
        return compare_runs([scores], groups)

    def is_like(self, other: PairedRows) -> bool:
        """Return whether another run has the same rows."""
        return (self.groups, self.changed) == (other.groups, other.changed)

    def fault(self) -> str:
        """Return what does not fit in values that were read from a file, "" if all is well."""
        scores = [*self.original.values(), *self.perturbed.values()]
        texts = [self.groups, self.changed, self.rules, *scores]
        if (
            self.original.keys() != self.perturbed.keys()
            or len({len(t.split()) for t in texts}) > 1
        ):
            return "`paired` of a result has rows without a score"
        if not set(self.changed.split()) <= {"0", "1", "2"}:
            return "`paired changed` of a result is 0, 1 or 2 for each row"
        if not all(word.isdecimal() for word in self.groups.split()):
            return "`paired groups` of a result has a number for each row"
        try:
            if all(0 <= float(word) <= 1 for text in scores for word in text.split()):
                return ""
        except ValueError:
            pass
        return "`paired` of a result has a score that is not from 0 to 1"


def pooled_drop(
    before: Sequence[str], after: Sequence[str], groups: str, rows: Collection[int]
) -> Drop | None:
    """Return the drop of several runs over some rows, see `significance.compare_runs`; None for no rows.

    Args:
        before, after: the scores of each run, as `PairedRows` has them.
        groups: those of the rows.
        rows: the places of the rows that count.
    """
    if not rows:
        return None
    runs = [
        ({"": scores_of(one, rows)}, {"": scores_of(two, rows)})
        for one, two in zip(before, after, strict=True)
    ]
    return compare_runs(runs, words_of(groups, rows))[""]


def words_of(text: str, rows: Collection[int]) -> list[str]:
    """Return the words of some rows, in the order of the rows."""
    words = text.split()
    return [words[i] for i in sorted(rows)]


def scores_of(text: str, rows: Collection[int]) -> list[float]:
    """Return the scores of some rows, see `words_of`."""
    return [float(word) for word in words_of(text, rows)]


def _words(values: Iterable[object]) -> str:
    return " ".join(str(value).replace(" ", "_") for value in values)


def _scores(rows: Sequence[ScoredRow]) -> dict[str, str]:
    found = [scored.for_drops or scored.scores for scored in rows]
    return {
        metric: _words(f"{float(scores[metric]):.2g}" for scores in found) for metric in found[0]
    }
