"""The result of a config: scores, breakdowns and drops, with the signature that they need."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from numdiag_datasets._version import __version__
from numdiag_datasets.core.errors import InputError, NumdiagError, some
from numdiag_datasets.core.significance import (
    FEWEST_GROUPS,
    Drop,
    clustered_interval,
)
from numdiag_datasets.scoring.calculation import Split
from numdiag_datasets.scoring.equation import TOLERANCE
from numdiag_datasets.scoring.error_baselines import answers_per_row, errors_of_other_rows
from numdiag_datasets.scoring.paired_rows import PairedRows
from numdiag_datasets.scoring.predictions import (
    CUT,
    INFERRED,
    NO_SCALES,
    OF_ORIGINALS,
    SHIFTED,
    PredictionError,
)
from numdiag_datasets.scoring.result_checks import impossible
from numdiag_datasets.scoring.result_checksum import CHECKSUM, checksum_of
from numdiag_datasets.scoring.scored_rows import (
    Matched,
    ScoredRow,
    breakdown,
    drops,
    drops_by_rule,
    errors_of,
    macro,
    means,
)
from numdiag_datasets.scoring.scorers import Scorer, scorer_of
from numdiag_datasets.scoring.signature import BOOTSTRAP, Signature, partial_of
from numdiag_datasets.scoring.suspect_predictions import are_of_originals, are_shifted, lack_scales
from numdiag_datasets.scoring.tatqa import Mode

if TYPE_CHECKING:
    from pydantic import TypeAdapter

#: Columns whose empty value is a group of its own -> its name: an answer may have no scale.
_EMPTY = {"scale": "none"}


#: A result counts its inferred answers from this share on.
_MANY_INFERRED = 0.05
#: The first major version whose results have a checksum.
_FIRST_CHECKED = 2


class ResultError(InputError):
    """A value that is not a result, or a damaged one; the message names the value."""


@dataclass(frozen=True, slots=True)
class ErrorBaseline:
    """How often wrong answers show an error where nothing provokes it.

    Attributes:
        name: ``control``, or ``other rows``, see `error_baselines.errors_of_other_rows`.
        hits: the number of wrong answers with the error; an expectation for ``other rows``.
        wrong: the number of wrong answers.
        p_value: of the difference from the attack, row by row; None for ``other rows``.
    """

    name: str
    hits: float
    wrong: int
    p_value: float | None

    def __str__(self) -> str:
        hits = self.hits if self.name == "control" else f"{self.hits:.1f}"
        return f"{hits} of {self.wrong}"


@dataclass(frozen=True, slots=True)
class Result:
    """What a system scored on one config, in points (0 to 100).

    Attributes:
        signature: how it was measured.
        config, dataset: the predicted data; a family of text pairs counts as a data set.
        scores: metric -> points over all rows, with ``rows``.
        interval: the 95% interval of the first metric, if rows are right or wrong (labels).
        applied: like ``scores`` over the rows that the perturbation changed; None if there are none.
        touching: like ``applied``, over the rows with an edited number that the answer needs; None if there
            are none.
        breakdown: columns -> value -> means, for labels with their ``interval``.
        drop_all_rows, drop, drop_touching: metric -> the drop under the perturbation, over all rows, over
            the changed rows, and over those in which it touches what the answer needs.
        drop_by_rule: rule -> metric -> the drop over the changed rows that it made; empty if one rule made all.
        errors: ``wrong``, the number of wrong answers on the changed rows, and error -> how many of them have
            the answer of that error (column ``error_answers``); empty if the rows state none.
        error_answers: error -> the mean number of its error answers in a changed row.
        errors_of_other_rows: how many of the wrong answers have an error answer of another row, see
            `error_baselines.errors_of_other_rows`.
        drop_split: ``original`` or ``control`` -> the drop from there under attack, split into calculation and the rest.
        matched: another setting of the same perturbation -> the comparison over the rows that both change.
        paired: the scores of each row beside its original's, from which reports compute drops of several runs;
            None without drops, and in results of older versions.
        unreadable: the number of predictions without anything to score, in ``all_rows`` and ``applied_rows``;
            None for labels, which are required, and if they were not counted.
        left_out: the number of rows of the split that were not scored, since they have no prediction; None if
            every row had to have one.
        about: further facts: ``split``, ``predictions``, ``system``, ``run``, ``training`` and more.
    """

    signature: Signature
    config: str
    dataset: str
    scores: dict[str, int | float]
    interval: tuple[float, float] | None = None
    applied: dict[str, int | float] | None = None
    touching: dict[str, int | float] | None = None
    breakdown: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    drop_all_rows: dict[str, Drop] | None = None
    drop: dict[str, Drop] | None = None
    drop_touching: dict[str, Drop] | None = None
    drop_by_rule: dict[str, dict[str, Drop]] = field(default_factory=dict)
    errors: dict[str, int] = field(default_factory=dict)
    error_answers: dict[str, float] = field(default_factory=dict)
    errors_of_other_rows: dict[str, float] = field(default_factory=dict)
    drop_split: dict[str, Split] = field(default_factory=dict)
    matched: dict[str, Matched] = field(default_factory=dict)
    paired: PairedRows | None = None
    unreadable: dict[str, int] | None = None
    left_out: int | None = None
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def has_changed(self) -> bool:
        """Whether there is a changed row, if the config is perturbed; without one, its scores are those of originals."""
        return self.config == self.dataset or self.signature.applied != "0"

    def error_baseline(self, error: str) -> ErrorBaseline | None:
        """Return how often an error is shown without its cause: on the control, else by the error answers of other rows."""
        control = self.matched.get("control")
        found = control.other_errors if control else self.errors_of_other_rows
        if error not in found:
            return None
        return ErrorBaseline(
            "control" if control else "other rows",
            found[error],
            int(found["wrong"]),
            control.p_values.get(error) if control else None,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain values, without missing ones.

        ``applied`` is None, and not left out, if rows may be perturbed; so is ``drop`` if drops were
        requested.
        """
        values = asdict(self) | {"signature": str(self.signature)}
        about = values.pop("about")
        stated = {"applied"} if self.signature.applied else set()
        stated |= {"drop"} if self.drop_all_rows is not None else set()
        kept = {k: v for k, v in values.items() if k in stated or v not in (None, {})}
        made = {**kept, **about}
        return {**made, CHECKSUM: checksum_of(made)}

    @classmethod
    def from_json(cls, value: object) -> Result:
        """Read a result that `to_json` wrote, or one of another tool, which needs ``config`` and ``scores``.

        Raises:
            ResultError: another value, or a result that was changed after it was written; the message names the
                fault and its place.
        """
        # Imported here, as in `_adapter`: only reports read results.
        from pydantic import ValidationError

        if not isinstance(value, Mapping):
            raise ResultError("a result is an object")
        if missing := [key for key in ("config", "scores") if key not in value]:
            raise ResultError(f"a result lacks {' and '.join(f'`{key}`' for key in missing)}")
        signature = Signature.parse(str(value.get("signature", "")))
        major, given = signature.version.partition(".")[0], value.get(CHECKSUM)
        has_none = given is None and not (major.isdecimal() and int(major) >= _FIRST_CHECKED)
        if not has_none and given != checksum_of(value):
            raise ResultError(
                f"a result of {value['config']!r:.60} was changed after it was written, since its `{CHECKSUM}` differs; score the predictions again"
            )
        known = {f.name for f in fields(cls)} - {"about"}
        values = {key: _without_nulls(value[key], key) for key in known & value.keys()}
        first_config = str(value["config"]).partition(",")[0]  # several may be scored together
        values |= {
            "signature": asdict(signature),
            "dataset": values.get("dataset") or first_config.partition("-")[0],
        }
        values = {key: item for key, item in values.items() if item is not None}
        try:
            # For JSON, strict means that numbers are numbers, but a list may be a tuple.
            made = _adapter().validate_json(json.dumps(values, default=str), strict=True)
        except ValidationError as error:
            raise ResultError(_what_is_wrong(error.errors()[0])) from error
        about = {str(key): item for key, item in value.items() if key not in {*known, CHECKSUM}}
        made = replace(made, about=about)
        if wrong := next(impossible(made), ""):
            raise ResultError(wrong)
        return replace(
            made,
            drop=_without_wild_intervals(made.drop),
            drop_all_rows=_without_wild_intervals(made.drop_all_rows),
            drop_touching=_without_wild_intervals(made.drop_touching),
        )


def _without_wild_intervals(drops: dict[str, Drop] | None) -> dict[str, Drop] | None:
    """Return drops without the intervals of too few groups that older results have."""
    return drops and {
        metric: replace(drop, interval=None, relative_interval=None)
        if drop.groups < FEWEST_GROUPS
        else drop
        for metric, drop in drops.items()
    }


def _what_is_wrong(error: Mapping[str, Any]) -> str:
    """Return one of pydantic's errors as a line; "int" and "float" are its names for types of a number."""
    place = " ".join(str(part) for part in error["loc"] if part not in ("int", "float"))
    if error["type"] == "missing":
        return f"a result lacks `{place}`"
    found = f"`{place}` of a result is {error['input']!r:.60}"
    if {"int", "float"} & set(error["loc"]):
        return f"{found}, not a number"
    message = error["msg"]
    wanted = message.removeprefix("Input should be ")
    return f"{found}: {message}" if wanted == message else f"{found}, not {wanted}"


def _without_nulls(item: Any, key: str) -> Any:
    """Return means without the metrics that a tool left at None; in a drop None has a meaning."""
    if isinstance(item, Mapping) and key in ("scores", "applied", "touching", "breakdown"):
        return {name: _without_nulls(v, key) for name, v in item.items() if v is not None}
    return item


@cache
def _adapter() -> TypeAdapter[Result]:
    from pydantic import TypeAdapter

    return TypeAdapter(Result)


def result(
    rows: Sequence[ScoredRow],
    *,
    dataset: str,
    config: str = "",
    revision: str = "",
    mode: Mode = "official",
    baseline: Sequence[ScoredRow] = (),
    total: int = 0,
    about: Mapping[str, Any] | None = None,
) -> Result:
    """Return the result of one config.

    Args:
        rows: all scored rows of a split, at least one.
        dataset, config, revision, mode: the scored data, for the signature.
        baseline: the same ids scored on other texts (the originals), in any order; adds drops.
        total: the number of rows of the split, if `rows` may be some of them, each with an ``id``; drops
            are then over the rows that the baseline has too. 0: `rows` and the baseline are complete.
        about: see `Result`.

    Raises:
        NumdiagError: there are no rows.
        PredictionError: the baseline lacks an id (with `total`: all of them), or the model was asked in
            several ways.
    """
    if not rows:
        raise NumdiagError(f"{config or dataset}: no rows to score")
    scorer = scorer_of(dataset)
    applied = [scored for scored in rows if scored.applied]
    touching = [scored for scored in applied if scored.edits_evidence]
    is_typed = bool(applied) and not scorer.is_binary
    paired = _paired(rows, baseline) if baseline and total else rows
    system = system_of(rows, baseline)
    told = ({"system": system} if system else {}) | dict(about or {})
    if system and told["system"] != system:
        raise PredictionError(
            f"predictions of {system!r:.80}, not of {told['system']!r:.80}; leave the name out (a report takes another as NAME=PATH)"
        )
    if cut := sum(scored.is_cut for scored in rows):
        told[CUT] = cut
    inferred = sum(scored.is_inferred for scored in rows)
    if inferred > _MANY_INFERRED * len(rows):
        told[INFERRED] = inferred
    if lack_scales(rows):
        told[NO_SCALES] = True
    if baseline and are_of_originals(rows, baseline):
        told[OF_ORIGINALS] = True
    if not scorer.is_binary and are_shifted(rows):
        told[SHIFTED] = True
    return Result(
        signature=signature_of(
            rows,
            dataset=dataset,
            config=config or dataset,
            revision=revision,
            mode=mode,
            is_resampled=bool(baseline),
            partial=partial_of(_ids(rows), _ids(paired), total) if total else "",
        ),
        config=config or dataset,
        dataset=dataset,
        scores=_with_macro(means(rows), rows, scorer),
        interval=_interval(rows, scorer),
        applied=means(applied) if applied else None,
        touching=means(touching) if touching else None,
        breakdown=_breakdowns(rows, scorer),
        drop_all_rows=_drops(baseline, paired),
        drop=_drops(baseline, [scored for scored in paired if scored.applied]),
        drop_touching=_drops(
            baseline, [scored for scored in paired if scored.applied and scored.edits_evidence]
        ),
        drop_by_rule=drops_by_rule(baseline, [scored for scored in paired if scored.applied])
        if baseline
        else {},
        errors=errors_of(applied) if is_typed else {},
        error_answers=answers_per_row(applied) if is_typed else {},
        errors_of_other_rows=errors_of_other_rows(applied) if is_typed else {},
        paired=PairedRows.of(baseline, paired) if baseline else None,
        unreadable=_unreadable(rows, applied, scorer),
        left_out=total - len(rows) if total else None,
        about=told,
    )


def _paired(rows: Sequence[ScoredRow], baseline: Sequence[ScoredRow]) -> list[ScoredRow]:
    """Return the rows whose original the baseline has."""
    there = {scored.row["id"] for scored in baseline}
    paired = [scored for scored in rows if scored.original in there]
    if not paired:
        raise PredictionError(
            f"the baseline has a prediction for none of the {len(rows)} rows that were predicted; "
            "a drop needs rows that both have"
        )
    return paired


def _drops(baseline: Sequence[ScoredRow], rows: Sequence[ScoredRow]) -> dict[str, Drop] | None:
    return drops(baseline, rows) if baseline and rows else None


def _unreadable(
    rows: Sequence[ScoredRow], applied: Sequence[ScoredRow], scorer: Scorer
) -> dict[str, int] | None:
    if scorer.is_binary:
        return None
    counted = {"all_rows": rows} | ({"applied_rows": applied} if applied else {})
    return {name: sum(each.is_unreadable for each in found) for name, found in counted.items()}


def _ids(rows: Sequence[ScoredRow]) -> list[str]:
    return [str(scored.row["id"]) for scored in rows]


def signature_of(
    rows: Sequence[ScoredRow],
    *,
    dataset: str,
    config: str,
    revision: str,
    mode: Mode,
    is_resampled: bool,
    partial: str = "",
) -> Signature:
    """Return the signature of a measurement on some rows.

    Args:
        rows: all of them.
        dataset, config, revision, mode: the scored data.
        is_resampled: whether there are intervals of a bootstrap.
        partial: see `Signature`.
    """
    scorer = scorer_of(dataset)
    applied = sum(scored.applied for scored in rows)
    has_status = any(scored.row.get("status") for scored in rows)
    has_perturbations = not scorer.is_binary
    return Signature(
        config=config,
        data=revision or "unknown",
        rows=str(len(rows)),
        partial=partial,
        applied=(str(applied) if has_status else "unknown") if has_perturbations else "",
        prompt=_prompt(rows),
        mode=mode if scorer.has_modes else "",
        tolerance=str(float(TOLERANCE)) if "answer_accuracy" in scorer.metrics else "",
        bootstrap=BOOTSTRAP if is_resampled else "",
        version=__version__,
    )


def system_of(rows: Sequence[ScoredRow], baseline: Sequence[ScoredRow]) -> str:
    """Return the system that predicted rows and their originals; "" if unknown.

    Raises:
        PredictionError: there are several, or it was asked in several ways.
    """
    if baseline and _prompt(baseline) != _prompt(rows):
        raise PredictionError(
            f"the originals were asked in another way: {_prompt(baseline) or 'unknown'}, not {_prompt(rows) or 'unknown'}; "
            "a drop needs one way to ask"
        )
    systems = sorted({scored.system for scored in (*rows, *baseline)} - {""})
    if len(systems) > 1:
        raise PredictionError(
            f"predictions of {len(systems)} systems: {some(systems)}; a result is of one, with its drops"
        )
    return systems[0] if systems else ""


def _prompt(rows: Sequence[ScoredRow]) -> str:
    """Return how a language model was asked about all the rows; "" if unknown.

    Raises:
        PredictionError: it was asked in several ways.
    """
    ways = sorted({scored.prompt for scored in rows})
    if len(ways) > 1:
        raise PredictionError(
            f"the model was asked in {len(ways)} ways: {' and '.join(way or 'unknown' for way in ways)}"
        )
    return ways[0]


def _interval(rows: Sequence[ScoredRow], scorer: Scorer) -> tuple[float, float] | None:
    """Return the 95% interval of the first metric, by group, if rows are right or wrong."""
    if not scorer.is_binary:
        return None
    right = [float(scored.scores[scorer.metrics[0]] == 1) for scored in rows]
    groups = [_value(scored, "group") or f"row {n}" for n, scored in enumerate(rows)]
    low, high = clustered_interval(right, groups)
    return 100 * low, 100 * high


def _breakdowns(rows: Sequence[ScoredRow], scorer: Scorer) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the means by columns, over the rows that have a value there."""
    found = {}
    for columns in scorer.breakdowns:
        told = [scored for scored in rows if all(_value(scored, c) for c in columns)]
        groups: dict[str, list[ScoredRow]] = {}
        for scored in told:
            groups.setdefault(" x ".join(_value(scored, c) for c in columns), []).append(scored)
        if groups:
            is_wider = not set(columns) & set(scorer.macro_over)
            found[" x ".join(columns)] = {
                name: _group(groups[name], scorer, is_wider)
                for name in (groups if scorer.is_binary else sorted(groups))
            }
    return found


def _value(scored: ScoredRow, column: str) -> str:
    value = scored.row.get(column)
    return "" if value is None else str(value) or _EMPTY.get(column, "")


def _group(rows: Sequence[ScoredRow], scorer: Scorer, is_wider: bool) -> dict[str, Any]:
    made: dict[str, Any] = dict(means(rows))
    if interval := _interval(rows, scorer):
        made["interval"] = list(interval)
    return _with_macro(made, rows, scorer) if is_wider else made


def _with_macro(made: dict[str, Any], rows: Sequence[ScoredRow], scorer: Scorer) -> dict[str, Any]:
    """Return the means with the macro average over the values of a column, if there are any."""
    for column in scorer.macro_over:
        if told := [scored for scored in rows if _value(scored, column)]:
            break
    else:
        return made
    parts = breakdown(told, lambda scored: _value(scored, column))
    metric = scorer.metrics[0]
    return made | {f"macro_{metric}": macro(list(parts.values()))[metric]}
