"""Two systems on the same rows: paired differences of their scores and of their drops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from numdiag_datasets.core.significance import compare, holm, sign_flip, standard_error
from numdiag_datasets.scoring.scored_rows import ScoredRow
from numdiag_datasets.scoring.signature import Signature

#: The correction of a table's p-values for their number.
CORRECTION = "Holm"
#: The comparisons of a config, each in a table of its own.
KINDS = ("all_rows", "applied_rows", "drop", "cost")


@dataclass(frozen=True, slots=True)
class Difference:
    """The scores or drops of system B minus those of system A on the same rows, in points.

    Attributes:
        rows, groups: the number of compared rows, and of the texts they share.
        a, b: the mean of each system.
        difference: ``b - a``.
        interval: its 95% interval, see `significance.compare`; None if there are too few groups.
        standard_error: its standard error by group, see `significance.standard_error`.
        a_higher, b_higher: rows on which A (B) is higher; for right or wrong rows, those only A (B) has
            right.
        p_value: exact, by group, see `significance.sign_flip`.
        p_adjusted: corrected for the number of configs in the table, see `significance.holm`; None for a
            difference over several configs, or of too few groups.
        smallest_detectable: the difference that this many rows would show with a power of 80% at the 5%
            level.
    """

    rows: int
    groups: int
    a: float
    b: float
    difference: float
    interval: tuple[float, float] | None
    standard_error: float
    a_higher: int
    b_higher: int
    p_value: float
    p_adjusted: float | None
    smallest_detectable: float


@dataclass(frozen=True, slots=True)
class ConfigComparison:
    """The comparison of two systems on one config.

    Attributes:
        signature: how it was measured.
        config, dataset: the predicted data.
        metric: the compared metric, the first of the data set.
        all_rows: the difference of the scores over all rows that both predicted.
        applied_rows: the same over the rows that the perturbation changed; None if there are none.
        drop: the difference of the drops over the applied rows: below 0 if B loses less. None if there are
            none, or if a system did not predict their originals.
        cost: the same for the drops from the control, over the rows that control and attack change.
        unreadable: the numbers of unreadable answers, ``a`` and ``b``; None for labels.
        left_out: the number of rows of the split that were not compared; None if all had to be predicted.
        prompt_b: how B was asked, if A was asked in another way.
        cut: the numbers of answers that ended at the limit of tokens, ``a`` and ``b``; None for none.
        at_floor: which of ``a`` and ``b`` have too few originals right for their drops to show anything.
        unscaled: which of them have no scale, or an unknown one, though gold answers have one.
        of_originals: which of them have the predictions for the originals, see `suspect_predictions.are_of_originals`.
    """

    signature: Signature
    config: str
    dataset: str
    metric: str
    all_rows: Difference
    applied_rows: Difference | None = None
    drop: Difference | None = None
    cost: Difference | None = None
    unreadable: dict[str, int] | None = None
    left_out: int | None = None
    prompt_b: str | None = None
    cut: dict[str, int] | None = None
    at_floor: tuple[str, ...] | None = None
    unscaled: tuple[str, ...] | None = None
    of_originals: tuple[str, ...] | None = None

    @property
    def full_signature(self) -> str:
        """The signature, followed by how B was asked if that is another way."""
        return "|prompt of B:".join(map(str, filter(None, (self.signature, self.prompt_b))))

    def to_json(self) -> dict[str, Any]:
        """Return all fields as plain values, without those that are None."""
        values = asdict(self) | {"signature": str(self.signature)}
        return {key: value for key, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of two systems on all configs that both predicted.

    Attributes:
        a, b: the paths of their predictions.
        split: the predicted split.
        configs: the comparisons, in the order of the release.
        over_perturbations: data set -> the difference of the drops over the applied rows of all attacks,
            each row weighted equally; only for several attacks.
        notes: further remarks, a line each.
    """

    a: str
    b: str
    split: str
    configs: Sequence[ConfigComparison]
    over_perturbations: Mapping[str, Difference] = field(default_factory=dict)
    notes: Sequence[str] = ()

    def to_json(self) -> dict[str, Any]:
        """Return all fields as plain values."""
        return {
            "a": self.a,
            "b": self.b,
            "split": self.split,
            "correction": CORRECTION,
            "configs": [made.to_json() for made in self.configs],
            "over_perturbations": {
                name: {"drop": asdict(made)} for name, made in self.over_perturbations.items()
            },
            "notes": [*self.notes],
        }


def compare_scores(a: Sequence[ScoredRow], b: Sequence[ScoredRow], metric: str) -> Difference:
    """Return the difference of two systems' scores.

    Args:
        a, b: the same rows in the same order, at least one.
        metric: the compared score.

    Raises:
        NumdiagError: there are no rows, or different numbers of them.
    """
    return _difference(_scores(a, metric), _scores(b, metric), _groups(b))


def compare_drops(
    a: tuple[Sequence[ScoredRow], Sequence[ScoredRow]],
    b: tuple[Sequence[ScoredRow], Sequence[ScoredRow]],
    metric: str,
) -> Difference:
    """Return the difference of the drops (`ScoredRow.for_drops`) that a perturbation causes in two systems.

    Args:
        a, b: the originals of each system and the same rows perturbed, all in the same order.
        metric: the compared score.

    Raises:
        NumdiagError: see `compare_scores`.
    """
    (a_before, a_after), (b_before, b_after) = (
        tuple([(scored.for_drops or scored.scores)[metric] for scored in rows] for rows in pair)
        for pair in (a, b)
    )
    # (b - b') - (a - a') is (b + a') - (a + b'), the difference of two sums, which `compare` accepts.
    first = [before + after for before, after in zip(a_before, b_after, strict=True)]
    second = [before + after for before, after in zip(b_before, a_after, strict=True)]
    return replace(
        _difference(first, second, _groups(b[1])),
        a=_points(a_before) - _points(a_after),
        b=_points(b_before) - _points(b_after),
    )


def _difference(a: Sequence[float], b: Sequence[float], groups: Sequence[str]) -> Difference:
    # The draws of `compare` do not treat the two rows that it adds symmetrically. The larger system comes
    # first, so that exchanging the systems only changes signs.
    is_turned = (sum(a), sorted(zip(groups, a, strict=True))) > (
        sum(b),
        sorted(zip(groups, b, strict=True)),
    )
    more, less = (a, b) if is_turned else (b, a)
    made = compare(more, less, groups)
    interval = made.interval
    if is_turned and interval:
        interval = (-interval[1], -interval[0])
    changes = [y - x for x, y in zip(a, b, strict=True)]
    return Difference(
        rows=made.rows,
        groups=made.groups,
        a=_points(a),
        b=_points(b),
        difference=-made.absolute if is_turned else made.absolute,
        interval=interval,
        standard_error=100 * standard_error(changes, groups),
        a_higher=sum(change < 0 for change in changes),
        b_higher=sum(change > 0 for change in changes),
        p_value=sign_flip(changes, groups),
        p_adjusted=None,
        smallest_detectable=made.smallest_detectable,
    )


def _scores(rows: Sequence[ScoredRow], metric: str) -> list[float]:
    return [scored.scores[metric] for scored in rows]


def _groups(rows: Sequence[ScoredRow]) -> list[str]:
    """Return each row's group of rows that share a text; a row with a label is its own group."""
    return [str(scored.row.get("group") or scored.row["id"]) for scored in rows]


def _points(scores: Sequence[float]) -> float:
    return sum(round(100 * score) for score in scores) / len(scores)


def corrected(configs: Sequence[ConfigComparison]) -> list[ConfigComparison]:
    """Return the comparisons with p-values corrected for their number in a table: one data set, one kind."""
    made = list(configs)
    for dataset in dict.fromkeys(each.dataset for each in configs):
        for kind in KINDS:
            found = {i: getattr(c, kind) for i, c in enumerate(made) if c.dataset == dataset}
            # See `Drop.tested_p_value`.
            found = {i: d for i, d in found.items() if d and d.interval}
            p_values = holm([difference.p_value for difference in found.values()])
            for (i, difference), p in zip(found.items(), p_values, strict=True):
                made[i] = replace(made[i], **{kind: replace(difference, p_adjusted=p)})
    return made
