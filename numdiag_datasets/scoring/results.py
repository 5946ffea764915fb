"""From predictions to results: scored rows, their means and breakdowns, drops, and a signature."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import repeat
from typing import Any

from numdiag_datasets._version import __version__
from numdiag_datasets.perturbations import PERTURBATIONS
from numdiag_datasets.problems.problem import APPLIED
from numdiag_datasets.release.configs import parse_config
from numdiag_datasets.scoring.equation import TOLERANCE
from numdiag_datasets.scoring.predictions import Prediction, PredictionError
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.scoring.tatqa import Mode
from numdiag_datasets.significance import RESAMPLES, SEED, compare

#: Metric -> mean in points (0 to 100), and ``rows``, the number of rows.
Means = dict[str, float]


@dataclass(frozen=True, slots=True)
class ScoredRow:
    """A row with what a prediction for it scored.

    Attributes:
        row: the row, of which ``id``, ``group``, ``status`` and the columns of breakdowns are read.
        config: the config it was read from, "" if unknown.
        scores: metric -> 0 to 1, in hundredths.
    """

    row: Mapping[str, Any]
    config: str
    scores: Mapping[str, float]

    @property
    def applied(self) -> bool:
        """Whether the perturbation changed the row."""
        return bool(self.row.get("status") == APPLIED)

    @property
    def perturbation(self) -> str:
        """The perturbation of its config, "" for originals."""
        return parse_config(self.config).perturbation if self.config else ""


def score_rows(
    dataset: str,
    rows: Iterable[Mapping[str, Any]],
    predictions: Iterable[Prediction],
    *,
    configs: Iterable[str] = repeat(""),
    mode: Mode = "official",
) -> list[ScoredRow]:
    """Score one prediction a row.

    Args:
        dataset: a key of `DATA_SETS`.
        rows: with ``equation``, ``answers``, ``answer_type`` and ``scale``.
        predictions: as many.
        configs: the config of each row.
        mode: for TAT-QA, see `scoring.tatqa.score_row`.

    Raises:
        PredictionError: a prediction of the wrong kind; names the row.
        ValueError: more rows than predictions or the other way round.
    """
    score = scorer_of(dataset).score
    scored = []
    for (row, prediction), config in zip(
        zip(rows, predictions, strict=True), configs, strict=False
    ):
        try:
            scored.append(ScoredRow(row, config, score(prediction, row, mode)))
        except PredictionError as error:
            raise PredictionError(f"id {row.get('id', len(scored))}: {error}") from error
    return scored


def means(rows: Sequence[ScoredRow]) -> Means:
    """The mean of every metric, in points, and the number of rows.

    Scores come in hundredths, so their sums are exact and the order of the rows does not matter.
    """
    totals: dict[str, int] = {}
    for scored in rows:
        for metric, score in scored.scores.items():
            totals[metric] = totals.get(metric, 0) + round(100 * score)
    return {"rows": len(rows)} | {metric: total / len(rows) for metric, total in totals.items()}


def breakdown(rows: Sequence[ScoredRow], key: Callable[[ScoredRow], str]) -> dict[str, Means]:
    """The means of the rows that share a key, by key."""
    groups: dict[str, list[ScoredRow]] = {}
    for scored in rows:
        groups.setdefault(key(scored), []).append(scored)
    return {name: means(groups[name]) for name in sorted(groups)}


def result(
    rows: Sequence[ScoredRow],
    *,
    dataset: str,
    config: str = "",
    revision: str = "",
    mode: Mode = "official",
    baseline: Sequence[ScoredRow] = (),
) -> dict[str, Any]:
    """The result of one config, ready for JSON.

    Args:
        rows: all scored rows of a split, at least one.
        dataset, config, revision, mode: what was scored; they stand in the signature.
        baseline: the same ids scored on other texts (the originals), in any order; adds ``drop``.

    Returns:
        ``signature``, ``rows`` and ``scores`` over all rows, ``applied`` (rows and scores over the
        rows that the perturbation changed, None if there are none), ``breakdown`` by column and by
        both columns where the family has some, ``drop`` and ``drop_all_rows``: metric ->
        `significance.Drop`, over applied rows and over all.

    Raises:
        ValueError: an id that the baseline lacks.
    """
    applied = [scored for scored in rows if scored.applied]
    told = any(scored.row.get("status") for scored in rows)
    everything = means(rows)
    made: dict[str, Any] = {
        "signature": signature(
            dataset=dataset,
            config=config,
            revision=revision,
            mode=mode,
            rows=len(rows),
            applied=len(applied) if told else None,
            compared=bool(baseline),
        ),
        "config": config or dataset,
        "dataset": dataset,
        "scores": everything,
        "applied": means(applied) if applied else None,
    }
    if columns := scorer_of(dataset).breakdowns:
        by = [(column,) for column in columns] + [columns]
        made["breakdown"] = {" x ".join(c): breakdown(rows, _columns(c)) for c in by}
    if baseline:
        made["drop_all_rows"] = drops(baseline, rows)
        made["drop"] = drops(baseline, applied) if applied else None
    return made


def _columns(names: tuple[str, ...]) -> Callable[[ScoredRow], str]:
    return lambda scored: " x ".join(scored.row.get(name, "") for name in names)


def drops(baseline: Sequence[ScoredRow], rows: Sequence[ScoredRow]) -> dict[str, dict[str, Any]]:
    """`significance.compare` of every metric, each row paired with its original, as dictionaries.

    Raises:
        ValueError: an id that the baseline lacks.
    """
    before = {scored.row["id"]: scored for scored in baseline}
    originals = [scored.row.get("source_id") or scored.row["id"] for scored in rows]
    if missing := [identity for identity in originals if identity not in before]:
        raise ValueError(
            f"the baseline lacks {len(missing)} of {len(rows)} ids, such as {missing[0]}"
        )
    pairs = [(before[identity], after) for identity, after in zip(originals, rows, strict=True)]
    groups = [after.row["group"] for _, after in pairs]
    return {
        metric: asdict(
            compare(
                [a.scores[metric] for a, _ in pairs], [b.scores[metric] for _, b in pairs], groups
            )
        )
        for metric in pairs[0][1].scores
    }


def averages(rows: Sequence[ScoredRow]) -> dict[str, Any]:
    """What several attacks on a data set say together: by perturbation, by capability, and averaged.

    Micro averages count every row the same, macro averages every perturbation (as DuQM does its
    categories: Zhu et al., 2022, section 4.2). Over the rows that were changed, and over all rows.

    Args:
        rows: of attack or defense configs of one data set, each with its ``config``.
    """
    return {
        "applied_rows": _averages([scored for scored in rows if scored.applied]),
        "all_rows": _averages(rows),
    }


def _averages(rows: Sequence[ScoredRow]) -> dict[str, Any]:
    if not rows:
        return {}
    by_perturbation = breakdown(rows, lambda scored: scored.perturbation)
    capability = {name: PERTURBATIONS[name].capability for name in by_perturbation}
    by_capability = {
        name: {
            "micro": micro,
            "macro": _macro([m for p, m in by_perturbation.items() if capability[p] == name]),
        }
        for name, micro in breakdown(rows, lambda scored: capability[scored.perturbation]).items()
    }
    return {
        "by_perturbation": by_perturbation,
        "by_capability": by_capability,
        "micro": means(rows),
        "macro": _macro(list(by_perturbation.values())),
    }


def _macro(parts: Sequence[Means]) -> Means:
    total = {"rows": sum(part["rows"] for part in parts)}
    return total | {
        metric: sum(part[metric] for part in parts) / len(parts)
        for metric in parts[0]
        if metric != "rows"
    }


def signature(
    *,
    dataset: str,
    config: str,
    revision: str,
    mode: Mode,
    rows: int,
    applied: int | None,
    compared: bool = False,
) -> str:
    """What a number needs to be compared with another: ``config:...|data:...|rows:...|version:...``.

    Args:
        dataset, config: the config, or the data set where no config was named.
        revision: of the data: a commit of the Hub, or the checksum of what was scored.
        mode: shown for TAT-QA only; for equations the tolerance is shown.
        rows, applied: how many rows were scored, and how many of them the perturbation changed;
            None where the rows do not say.
        compared: whether drops were resampled.
    """
    family = scorer_of(dataset)
    parts = {"config": config or dataset, "data": revision or "unknown"}
    parts |= {"rows": str(rows), "applied": "unknown" if applied is None else str(applied)}
    if "scale_accuracy" in family.metrics:
        parts["mode"] = mode
    if "answer_accuracy" in family.metrics:
        parts["tolerance"] = str(float(TOLERANCE))
    if compared:
        parts["bootstrap"] = f"{RESAMPLES} by group, seed {SEED}"
    parts["version"] = __version__
    return "|".join(f"{key}:{value}" for key, value in parts.items())
