"""Significance of a drop or a share: original against perturbed, the same rows paired by id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
from numdiag_datasets.core.errors import NumdiagError

#: The draws of the bootstrap, and their seed.
RESAMPLES, SEED = 10_000, 1
_CONFIDENCE = 0.95
_POWER = 0.8
#: Rows that must differ, all in one direction, before the exact McNemar test reaches p <= 0.05.
_FEWEST_DIFFERING = 6
#: The fewest groups of an interval. If all of five groups lost, the exact test of signs over groups
#: (`sign_flip`) would still return p > 0.05 (2 / 2**5), so that no drop would differ significantly from 0.
#: Besides, the ends of the bootstrap interval are moved out for few groups until they are single draws.
#: With four groups one of 10,000 draws lies beyond them, with two none: the interval is then -100 to 100
#: for any data.
FEWEST_GROUPS = 6
#: Shown instead of an interval.
TOO_FEW_GROUPS = "too few groups"
_CELLS_AT_ONCE = 4_000_000
#: Bytes of the draws for one number of groups, of which the last few are kept: several results share them.
_MOST_KEPT = 25_000_000


@dataclass(frozen=True, slots=True)
class Drop:
    """The cost of a perturbation on one metric; scores and drops in points (0 to 100).

    Attributes:
        rows, groups: the number of paired rows, and of the texts they share.
        original, perturbed: the two scores.
        absolute: original - perturbed.
        interval: 95% interval of ``absolute``; None for fewer than `FEWEST_GROUPS` groups.
        relative: ``absolute`` in percent of ``original``; None if that is 0.
        relative_interval: its 95% interval; None if ``original`` is 0 or ``interval`` is None.
        worse, better: the number of rows that score lower (higher) when perturbed; of all runs.
        p_value: of `sign_flip` for one run: exact, by group. Of several runs, see `compare_runs`.
        smallest_detectable: the drop that this many rows would show with a power of 80% at the 5%
            level (2.8 standard errors), at least 6 rows; not reliable if ``interval`` is None.
    """

    rows: int
    groups: int
    original: float
    perturbed: float
    absolute: float
    interval: tuple[float, float] | None
    relative: float | None
    relative_interval: tuple[float, float] | None
    worse: int
    better: int
    p_value: float | None
    smallest_detectable: float

    @property
    def tested_p_value(self) -> float | None:
        """`p_value` for a correction for several tests (`holm`).

        None for fewer than `FEWEST_GROUPS` groups: such a test cannot find anything, so it is none of the several.
        """
        return self.p_value if self.interval else None

    @property
    def is_at_floor(self) -> bool:
        """Whether even the loss of all right answers could be chance."""
        is_told = self.p_value is not None and self.p_value < 1 - _CONFIDENCE
        return bool(self.interval) and not is_told and self.original <= self.smallest_detectable


def compare(
    original: Sequence[float],
    perturbed: Sequence[float],
    groups: Sequence[str],
) -> Drop:
    """Compare the scores of the same rows before and after a perturbation.

    The intervals are those of a bootstrap that draws whole groups: rows that share a text are drawn together,
    and so are both scores of a pair (Cameron, Gelbach and Miller, REStat 2008). The plain percentile
    interval is too narrow for small sets, which two changes correct. First, its ends are moved out for the
    number of groups (Hesterberg, American Statistician 2015, section 5.3). Second, two pairs are added to
    the data: one that only the original has right, and one that only the perturbed row has right (Bonett
    and Price, JEBS 2012). Thus rows that all agree do not count as proof.

    In simulations with 30 to 122 groups the interval contained the true drop in 94% to 99% of the cases, the
    plain one in 61% to 94%. It depends neither on the order of the rows nor on global state. With fewer than
    `FEWEST_GROUPS` groups there is no interval.

    Args:
        original, perturbed: one score per row, 0 to 1, in hundredths, or a sum of such scores.
        groups: one name per row, shared by rows that share a text.

    Raises:
        NumdiagError: no rows, or lists of different lengths.
    """
    return compare_metrics({"": original}, {"": perturbed}, groups)[""]


def compare_metrics(
    original: Mapping[str, Sequence[float]],
    perturbed: Mapping[str, Sequence[float]],
    groups: Sequence[str],
) -> dict[str, Drop]:
    """Compare the scores of the same rows on several metrics, over the same draws; see `compare`."""
    return compare_runs([(original, perturbed)], groups)


def compare_runs(
    runs: Sequence[tuple[Mapping[str, Sequence[float]], Mapping[str, Sequence[float]]]],
    groups: Sequence[str],
) -> dict[str, Drop]:
    """Compare the scores of the same rows in several runs, such as trainings with several seeds.

    The drop is the mean of the runs. Both the problems and the runs are samples, and every run has every
    problem. The variance of the mean is therefore that of a bootstrap of groups, the same for all runs, plus
    what the runs differ by beyond the noise of their rows (the crossed random effects of Searle, Casella and
    McCulloch, 1992, chapter 4). To draw runs as well as groups would count that noise three times (Owen,
    Annals of Applied Statistics 2007). The test is a t-test with Satterthwaite's degrees of freedom
    (Biometrics 1946), so that three runs that disagree prove little; the interval is that of the test.

    Args:
        runs: for each run the scores before and after, by metric, see `compare`.
        groups: see `compare`.

    Raises:
        NumdiagError: no rows or runs, or lists of different lengths.
    """
    lengths = [len(scores) for run in runs for side in run for scores in side.values()]
    if not runs or not groups or {*lengths} != {len(groups)}:
        raise NumdiagError(
            f"expected as many scores as groups, at least one; got {', '.join(map(str, lengths))}, {len(groups)}"
        )
    names = list(runs[0][0])
    columns = [
        [round(100 * score) for score in side[name]]
        for name in names
        for run in runs
        for side in run
    ]
    drawn = _resampled(columns, groups)
    width = 2 * len(runs)
    return {
        name: _drop(
            columns[width * i : width * (i + 1)],
            groups,
            drawn[width * i : width * (i + 1)],
            drawn[-1],
        )
        for i, name in enumerate(names)
    }


def _drop(
    columns: Sequence[Sequence[int]], groups: Sequence[str], sums: np.ndarray, sizes: np.ndarray
) -> Drop:
    """Return the drop of one metric.

    Args:
        columns: the scores of each row in hundredths: those before and after of the first run, of the second, ...
        groups: one name per row.
        sums, sizes: of each draw of the bootstrap the sum of each column, and the number of rows.
    """
    rows, runs = len(groups), len(columns) // 2
    changes = [
        [a - b for a, b in zip(*pair, strict=True)]
        for pair in zip(columns[::2], columns[1::2], strict=True)
    ]
    before, after = (sum(map(sum, side)) / rows / runs for side in (columns[::2], columns[1::2]))
    drawn_before, drawn_after = sums[::2].mean(axis=0), sums[1::2].mean(axis=0)
    drops = (drawn_before - drawn_after) / sizes
    seen = drawn_before > 0
    relative_drops = 100 * (drawn_before - drawn_after)[seen] / drawn_before[seen]
    number, error = len(set(groups)), float(drops.std())
    if runs == 1:
        interval = _interval(drops, number)
        relative_interval = _interval(relative_drops, number) if before else None
        p_value = sign_flip([change / 100 for change in changes[0]], groups)
    else:
        interval, p_value, error = _of_runs(changes, groups, error)
        low, high = interval or (0.0, 0.0)
        relative_interval = (
            (100 * low / before, 100 * high / before) if interval and before else None
        )
    return Drop(
        rows=rows,
        groups=number,
        original=before,
        perturbed=after,
        absolute=before - after,
        interval=interval,
        relative=100 * (before - after) / before if before else None,
        relative_interval=relative_interval,
        worse=sum(change > 0 for of_run in changes for change in of_run),
        better=sum(change < 0 for of_run in changes for change in of_run),
        p_value=p_value,
        smallest_detectable=max(_errors() * error, 100 * _FEWEST_DIFFERING / rows),
    )


def _of_runs(
    changes: Sequence[Sequence[int]], groups: Sequence[str], of_rows: float
) -> tuple[tuple[float, float] | None, float, float]:
    """Return the interval, the p-value and the standard error of the mean drop of several runs, see `compare_runs`.

    Args:
        changes: for each run the change of each row, in hundredths.
        groups: one name per row.
        of_rows: the standard error of the mean over the problems, for these runs.
    """
    import numpy as np
    from scipy.special import stdtr, stdtrit

    names = {name: i for i, name in enumerate(dict.fromkeys(groups))}
    runs, number, rows = len(changes), len(names), len(groups)
    sums = np.zeros((number, runs))
    np.add.at(sums, [names[name] for name in groups], np.array(changes, dtype=float).T)
    sizes = np.bincount([names[name] for name in groups])[:, np.newaxis] / rows
    mean, drops = sums.sum() / runs / rows, sums.sum(axis=0) / rows
    # What is left of a group's sum in a run after the group, the run and the mean.
    noise = sums - sums.mean(axis=1, keepdims=True) - sizes * rows * (drops - mean)
    within = number / max(number - 1, 1) * (noise**2).sum() / (runs - 1) / runs / rows**2
    between = drops.var(ddof=1) / runs
    total = of_rows**2 + max(between - within, 0.0)
    freedom = total**2 / (of_rows**4 / max(number - 1, 1) + between**2 / (runs - 1))
    error = sqrt(total)
    half = -float(stdtrit(freedom, (1 - _CONFIDENCE) / 2)) * error
    interval = (max(mean - half, -100.0), min(mean + half, 100.0))
    p_value = 2 * float(stdtr(freedom, -abs(mean) / error))
    return interval if number >= FEWEST_GROUPS else None, p_value, error


def _resampled(columns: Sequence[Sequence[int]], groups: Sequence[str]) -> np.ndarray:
    """Return the sums of each draw of the bootstrap, and last the number of its rows: of shape (columns + 1, draws).

    Args:
        columns: scores in hundredths, one per row: before, after, before, after, ...
        groups: one name per row.
    """
    # Imported here, like scipy below: most users of the library compare nothing.
    import numpy as np

    names = sorted(set(groups))
    place = {name: i for i, name in enumerate(names)}
    totals = np.zeros((len(names) + 2, len(columns) + 1), dtype=np.int64)
    np.add.at(
        totals,
        [place[name] for name in groups],
        np.array([*columns, [1] * len(groups)], dtype=np.int64).T,
    )
    # The two added pairs, see `compare`.
    totals[-2:, -1] = 1
    totals[-2, :-1:2] = totals[-1, 1:-1:2] = 100
    # Single precision is exact and twice as fast if no sum of these integers can exceed its 24 bits.
    kind = np.float32 if len(totals) * totals.max() < 2**24 else np.float64
    drawn = [counts.astype(kind) @ totals.astype(kind) for counts in _draws(len(totals))]
    return np.concatenate(drawn).astype(float).T


def recovered(
    runs: Sequence[tuple[Sequence[float], Sequence[float], Sequence[float]]], groups: Sequence[str]
) -> tuple[float | None, tuple[float, float] | None]:
    """Return how much of a drop something wins back, in percent of the drop, with its 95% interval.

    Groups are drawn, and with several runs also the runs, which is wide rather than narrow (Owen, Annals of
    Applied Statistics 2007).

    Args:
        runs: for each run the scores of the rows before the drop, after it, and with what wins it back.
        groups: see `compare`.

    Returns:
        The share, None if there is no drop. The interval is None for too few groups, and if the drop is 0 or
        a gain in more than 1 of 40 draws, so that the share may be of anything.
    """
    import numpy as np

    scores = np.array([[[round(100 * x) for x in side] for side in run] for run in runs])
    before, after, again = scores.mean(axis=(0, 2))
    if before <= after:
        return None, None
    names = {name: i for i, name in enumerate(sorted(set(groups)))}
    sums = np.zeros((len(names), 3 * len(runs)))
    columns = scores.reshape(3 * len(runs), len(groups))
    np.add.at(sums, [names[name] for name in groups], columns.T.astype(float))
    drawn = np.concatenate([counts @ sums for counts in _draws(len(names))])
    drawn = drawn.reshape(RESAMPLES, len(runs), 3)
    chosen = np.random.default_rng(SEED).integers(len(runs), size=(RESAMPLES, len(runs), 1))
    before_, after_, again_ = np.take_along_axis(drawn, chosen, axis=1).mean(axis=1).T
    seen = before_ > after_
    share = 100 * (again - after) / (before - after)
    if seen.mean() < (1 + _CONFIDENCE) / 2:
        return float(share), None
    shares = 100 * (again_ - after_)[seen] / (before_ - after_)[seen]
    return float(share), _interval(shares, len(names))


def _draws(groups: int) -> Iterable[np.ndarray]:
    """Return how often each draw of the bootstrap takes each group, of shape (draws, groups), in blocks."""
    return _drawn(groups) if groups * RESAMPLES > _MOST_KEPT else _kept(groups)


@lru_cache(maxsize=16)
def _kept(groups: int) -> list[np.ndarray]:
    # A byte holds a count: on average a group is drawn once, and 256 times never.
    return [counts.astype("uint8") for counts in _drawn(groups)]


def _drawn(groups: int) -> Iterator[np.ndarray]:
    import numpy as np

    generator = np.random.default_rng(SEED)
    at_once = max(1, _CELLS_AT_ONCE // groups)
    for done in range(0, RESAMPLES, at_once):
        draws = min(at_once, RESAMPLES - done)
        # Drawn groups, then counted: a fifth of the time of a multinomial distribution, which is the same.
        drawn = generator.integers(groups, size=(draws, groups), dtype="uint32").astype("int64")
        drawn += np.arange(draws)[:, np.newaxis] * groups
        yield np.bincount(drawn.ravel(), minlength=draws * groups).reshape(draws, groups)


def _interval(drops: np.ndarray, groups: int) -> tuple[float, float] | None:
    import numpy as np
    from scipy.special import ndtr, stdtrit

    if groups < FEWEST_GROUPS:
        return None
    freedom = groups - 1
    tail = ndtr(sqrt(groups / freedom) * stdtrit(freedom, (1 - _CONFIDENCE) / 2))
    low, high = np.quantile(drops, [tail, 1 - tail])
    return float(low), float(high)


def sign_flip(differences: Sequence[float], groups: Sequence[str]) -> float:
    """Return the two-sided p-value of differences that come in groups.

    This is the probability that their sum is as far from 0, if each group is equally likely to have the
    opposite sign. It is exact: the distribution of the sum over all signs is computed, not drawn. The
    difference of a group must be equally likely in both directions; the rows within a group may depend on
    each other (Canay, Romano and Shaikh, Econometrica 2017). For right or wrong rows that are their own
    groups it is McNemar's exact test.

    Args:
        differences: one per row, in hundredths.
        groups: one name per row, shared by rows that share a text.

    Raises:
        NumdiagError: lists of different lengths.
    """
    sums = _group_sums(differences, groups)
    sizes = Counter(abs(total) for total in sums.values() if total)
    unit = gcd(*sizes) or 1
    reach = sum(size * count for size, count in sizes.items()) // unit
    distance = abs(sum(sums.values())) // unit
    tail = float(_chances(sizes, unit)[: (reach - distance) // 2 + 1].sum())
    return min(1.0, 2 * tail)


def _group_sums(values: Sequence[float], groups: Sequence[str]) -> dict[str, int]:
    """Return the sum of each group, in hundredths."""
    if len(values) != len(groups):
        raise NumdiagError(f"expected as many values as groups; got {len(values)}, {len(groups)}")
    sums: dict[str, int] = {}
    for value, name in zip(values, groups, strict=True):
        sums[name] = sums.get(name, 0) + round(100 * value)
    return sums


def _chances(sizes: Mapping[int, int], unit: int) -> np.ndarray:
    """Return the probability of each sum of positive sizes, if each is included with probability 1/2.

    The sums range from none of the sizes to all.

    Args:
        sizes: size -> its count.
        unit: a divisor of all sizes.
    """
    import numpy as np
    from scipy.special import gammaln

    chances = np.ones(1)
    # The most frequent size first, while the array is short.
    for size, count in sorted(sizes.items(), key=lambda item: (-item[1], item[0])):
        taken = np.arange(count + 1)
        ways = gammaln(count + 1) - gammaln(taken + 1) - gammaln(count - taken + 1)
        moved = np.zeros(len(chances) + size // unit * count)
        for number, chance in zip(taken, np.exp(ways - count * log(2)), strict=True):
            start = size // unit * number
            moved[start : start + len(chances)] += chance * chances
        chances = moved
    return chances


def standard_error(values: Sequence[float], groups: Sequence[str]) -> float:
    """Return the standard error of a mean of rows that come in groups (Miller, 2024, arXiv 2411.00640).

    It is the root of the squared sums of each group's deviations from the mean, over the number of rows. With
    groups of one row it is the usual one.

    Args:
        values, groups: see `sign_flip`.

    Raises:
        NumdiagError: no values, or lists of different lengths.
    """
    if not values:
        raise NumdiagError("a standard error needs at least one value")
    sums, sizes = _group_sums(values, groups), Counter(groups)
    rows, everything = len(values), sum(sums.values())
    # Multiplied by the number of rows all terms are integers, so that their order does not matter.
    squares = sum((rows * total - sizes[name] * everything) ** 2 for name, total in sums.items())
    return sqrt(squares) / rows**2 / 100


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number (Holm, Scandinavian Journal of Statistics 1979), in order.

    The smallest of m is multiplied by m, the next by m - 1, and so on; none becomes smaller than one before
    it, or larger than 1. If every value up to 0.05 counts as a difference, any of them is wrong in at most
    5% of cases.
    """
    adjusted = [1.0] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def wilson_interval(
    right: float, rows: float, confidence: float = _CONFIDENCE
) -> tuple[float, float]:
    """Return the Wilson score interval of the share that is right, 0 to 1 (Wilson, JASA 1927)."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = right / rows
    centre = (share + z * z / (2 * rows)) / (1 + z * z / rows)
    half = z / (1 + z * z / rows) * sqrt(share * (1 - share) / rows + z * z / (4 * rows * rows))
    return max(0.0, centre - half), min(1.0, centre + half)


def clustered_interval(scores: Sequence[float], groups: Sequence[str]) -> tuple[float, float]:
    """Return the Wilson interval of a share, 0 to 1, with as many rows as independent ones would have its error.

    See Korn and Graubard (Survey Methodology 1998). Groups of one row give the usual interval; rows that are
    all right, or all wrong, count as one a group.

    Args:
        scores: 0 or 1 a row; at least one.
        groups: see `sign_flip`.
    """
    rows, share = len(scores), sum(scores) / len(scores)
    independent: float = len(set(groups))
    if independent < rows and (error := standard_error(scores, groups)):
        independent = min(rows, share * (1 - share) / error**2)
    return wilson_interval(share * independent, independent)


def _errors() -> float:
    """Return the number of standard errors that make a drop detectable with `_POWER`."""
    from scipy.special import ndtri

    return float(ndtri((1 + _CONFIDENCE) / 2) + ndtri(_POWER))
