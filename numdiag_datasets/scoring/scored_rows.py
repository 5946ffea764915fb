"""Scored rows: their means, breakdowns, drops and averages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, repeat
from typing import Any

from numdiag_datasets.core.configs import CONTROLLED, ConfigError, dataset_of, parse_config
from numdiag_datasets.core.data_sets import DATA_SETS, NUMBER_WORDS, QUESTION_MATCHING, AnswerForm
from numdiag_datasets.core.equation import Equation
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.core.problem import APPLIED, EDITS_EVIDENCE, ORIGINAL, UNCHANGED
from numdiag_datasets.core.schema import RowError, check_row
from numdiag_datasets.core.significance import FEWEST_GROUPS, Drop, compare_metrics, sign_flip
from numdiag_datasets.scoring.equation import check_equation
from numdiag_datasets.scoring.error_types import (
    count_errors,
    error_of,
    is_error_answer,
    predicted_equation,
    predicted_value,
    type_of,
)
from numdiag_datasets.scoring.harness.prompts import style_of
from numdiag_datasets.scoring.predictions import (
    Prediction,
    PredictionError,
    to_prediction,
    with_list,
)
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.scoring.tatqa import Mode

#: Family of text pairs -> a column that only its rows have.
_OWN_COLUMN = {NUMBER_WORDS: "stratum", QUESTION_MATCHING: "contrast"}
#: Metric -> mean in points (0 to 100), and ``rows``, the number of rows.
Means = dict[str, int | float]
#: Columns that are read where a row has them.
_IF_THERE = ("published_answers", "lints", "error_answers")

#: Between spans that are written in one text.
_JOINTS = (re.compile("; ?"), re.compile(", (?:and )?| and "))
#: In the metric's column ``error``: the row states no error answers.
NO_ERROR = "none"


@dataclass(frozen=True, slots=True)
class ScoredRow:
    """A row with the scores of its prediction.

    Attributes:
        row: the row; ``id``, ``group``, ``status``, ``edits_evidence`` and the columns of breakdowns are
            read.
        config: the row's config, "" if unknown.
        scores: metric -> 0 to 1, in hundredths.
        is_unreadable: whether its prediction has no answer that can be scored, and so is wrong.
        prompt, system, is_cut, is_inferred: as in `Prediction`.
        predicted_scale: the scale of its prediction.
        has_scale_twice: whether its number names that scale too, as in "27 million".
        is_joined: whether it has all gold spans, of several, in one text.
        value: the predicted number, or the value of the predicted equation; None if it is neither.
        equation: the predicted equation; None if it is a number or neither.
        is_right: whether the first metric of the data set counts it as right, in ``for_drops``.
        for_drops: like scores, but an answer may also be worded as the original's is. An edit may change how a
            gold answer is written ("5,686" to "five thousand ..."), and a form is not an ability. Equals scores
            if empty.
        calculation: the scored answer to its equation without the story; None if it was not asked.
    """

    row: Mapping[str, Any]
    config: str
    scores: Mapping[str, float]
    is_unreadable: bool = False
    prompt: str = ""
    value: Fraction | None = None
    equation: Equation | None = None
    is_right: bool = False
    for_drops: Mapping[str, float] = field(default_factory=dict)
    calculation: ScoredRow | None = None
    system: str = ""
    is_cut: bool = False
    is_inferred: bool = False
    predicted_scale: str = ""
    has_scale_twice: bool = False
    is_joined: bool = False

    @property
    def original(self) -> Any:
        """The id of the row's original; an original's own."""
        return self.row.get("source_id") or self.row["id"]

    @property
    def applied(self) -> bool:
        """Whether the perturbation changed the row."""
        return bool(self.row.get("status") == APPLIED)

    @property
    def edits_evidence(self) -> bool:
        """Whether a number that its answer needs was edited."""
        return bool(self.row.get("edits_evidence") == EDITS_EVIDENCE)

    @property
    def perturbation(self) -> str:
        """The perturbation of its config, "" for originals."""
        return parse_config(self.config).perturbation if self.config else ""


def score_rows(
    dataset: str,
    rows: Iterable[Mapping[str, Any]],
    predictions: Iterable[
        Prediction | str | float | Sequence[str | float] | Mapping[str, Any] | None
    ],
    *,
    configs: Iterable[str] = repeat(""),
    mode: Mode = "official",
) -> list[ScoredRow]:
    """Score one prediction per row.

    Args:
        dataset: a data set, or a family of text pairs.
        rows: with ``equation``, ``answers``, ``answer_type`` and ``scale``.
        predictions: one per row: results of `read_completion`, or as users write them: a text, a number, a
            list of spans, ``{"answer": ..., "scale": ...}``, None for no answer.
        configs: the config of each row.
        mode: for TAT-QA: ``official`` scores like its official scorer, ``strict`` corrects its reading of
            numbers.

    Returns:
        The rows in their order, each with the scores of its prediction.

    Raises:
        PredictionError: a prediction is of the wrong kind (the message names its row), or the numbers of
            predictions, configs and rows differ.
        RowError: a row lacks a column, or its own answer cannot be read.
        DataSetError: an unknown data set.
        ConfigError: an unknown config, or one of another data set.
        NumdiagError: a mode that the data set does not have.
    """
    scorer = scorer_of(dataset)
    if mode == "strict" and not scorer.has_modes:
        raise NumdiagError(f"mode strict is for tatqa_a, not for {dataset}")
    rows = list(rows)
    predictions = list(islice(predictions, len(rows) + 1))
    configs = list(islice(configs, len(rows)))
    for config in filter(None, dict.fromkeys(configs)):
        check_config_of(config, dataset)
    for row in rows:
        check_data_set(row, dataset)
        check_label(row)
    for given, name in ((predictions, "predictions"), (configs, "configs")):
        if len(given) != len(rows):
            raise PredictionError(f"{len(given)} {name} for {len(rows)} rows")
    has_equations = dataset in DATA_SETS and DATA_SETS[dataset].form is AnswerForm.EQUATION
    has_spans = dataset in DATA_SETS and not DATA_SETS[dataset].kind.is_story
    scored: list[ScoredRow] = []
    for row, value, config in zip(rows, predictions, configs, strict=True):
        check_row(row, (*scorer.columns, *(c for c in _IF_THERE if row.get(c) is not None)))
        if "answers" in scorer.columns and not len(row["answers"]):
            raise RowError(f"row {row.get('id', len(scored))}: has no answer")
        if config and not _may_be_of(row, config):
            raise RowError(f"row {row.get('id', len(scored))}: is not a row of {config!r:.60}")
        try:
            if has_equations and "lints" in row:
                check_equation(row)
            prediction = value if isinstance(value, Prediction) else to_prediction(value)
            if has_spans:
                prediction = with_list(prediction)
            is_bare = style_of(prediction.prompt) == "calculation"
            if is_bare and predicted_equation(prediction) is not None:
                prediction = replace(prediction, spans=())  # the question, repeated or cut
            scores = scorer.score(prediction, row, mode)
            whole = scores.keys() - {*scorer.of_free_text}
            unreadable = not (any(scores[m] for m in whole) or scorer.is_readable(prediction))
            number = (
                None
                if scorer.is_binary
                else predicted_value(prediction, str(row.get("scale") or ""))
            )
            for_drops = scores
            if row.get("published_answers"):
                as_original = {**row, "answers": row["published_answers"]}
                other = scorer.score(prediction, as_original, mode)
                for_drops = max(scores, other, key=lambda found: tuple(found.values()))
            is_right = for_drops[scorer.metrics[0]] == 1
            scored.append(
                ScoredRow(
                    row,
                    config,
                    scores,
                    unreadable,
                    prediction.prompt,
                    number,
                    None if scorer.is_binary else predicted_equation(prediction),
                    is_right,
                    for_drops,
                    system=prediction.system,
                    is_cut=prediction.is_cut,
                    is_inferred=prediction.is_inferred,
                    predicted_scale=prediction.scale,
                    has_scale_twice=bool(prediction.scale)
                    and any(prediction.scale in span for span in prediction.spans),
                    is_joined=has_spans and _is_joined(prediction, row),
                )
            )
        except PredictionError as error:
            raise PredictionError(f"id {row.get('id', len(scored))}: {error}") from error
        except (ValueError, IndexError) as error:  # scorers accept any prediction
            raise RowError(
                f"row {row.get('id', len(scored))}: its own answer cannot be read ({error!s:.80})"
            ) from error
    return scored


def _is_joined(prediction: Prediction, row: Mapping[str, Any]) -> bool:
    gold = sorted(str(answer).lower() for answer in row["answers"])
    told = [sorted(re.split(joint, text.lower())) for text in prediction.spans for joint in _JOINTS]
    return len(prediction.spans) == 1 < len(gold) and gold in told


def check_label(row: Mapping[str, Any]) -> None:
    """Refuse a row of number words whose label is not that of its values: it would count right answers as wrong.

    Raises:
        RowError: names them.
    """
    one, other = row.get("value"), row.get("value_pair")
    if isinstance(one, int) and isinstance(other, int) and row.get("label") != (one < other):
        raise RowError(f"label {row.get('label')!r:.40} is not that of {one} and {other}")


def check_data_set(row: Mapping[str, Any], dataset: str) -> None:
    """Raise an error for a row that says it is of another data set.

    Raises:
        RowError: names the row and both data sets, or a value that is not a row.
    """
    if not isinstance(row, Mapping):
        raise RowError(f"a row is a dict of columns, not {row!r:.60}")
    others = (family for family, column in _OWN_COLUMN.items() if row.get(column))
    named = row.get("dataset") or next(others, dataset)
    if named != dataset:
        raise RowError(f"row {row.get('id', '')} is of {named}, not of {dataset}")


def _may_be_of(row: Mapping[str, Any], config: str) -> bool:
    """Return whether the columns of a row, of the same data set, allow that it is of a config."""
    dataset, _, rest = config.partition("-")
    if dataset in DATA_SETS:
        named = parse_config(config)
        if not named.perturbation:
            return row.get("status") not in (APPLIED, UNCHANGED)
        stated = errors_stated(row)
        if stated is None or row.get("status") != APPLIED:
            return row.get("status") != ORIGINAL
        if named.setting == CONTROLLED:
            return not stated
        if not stated and DATA_SETS[dataset].form is AnswerForm.EQUATION:
            return PERTURBATION_TABLE[named.perturbation].error is None
        of_others = {e.error for e in PERTURBATION_TABLE.values() if e.name != named.perturbation}
        return not stated & of_others
    if dataset == QUESTION_MATCHING:
        return not rest or row.get("contrast") in (None, "", rest)
    is_comparison = bool(row.get("stratum")) and not row.get("error")
    return not row.get("stratum") or is_comparison == rest.startswith("comparison")


def errors_stated(row: Mapping[str, Any]) -> set[str] | None:
    """Return the errors of a row's error answers; None if its columns leave that open.

    A row has them in the column ``error_answers``, or for the metric one of them, or `NO_ERROR`, in ``error``.
    """
    if (found := row.get("error_answers")) is not None:
        return {str(each["error"]) for each in found}
    if not row.get("error"):
        return None
    return {str(row["error"])} - {NO_ERROR}


def check_config_of(config: str, dataset: str) -> None:
    """Raise an error for a config that is unknown, or of another data set.

    Raises:
        ConfigError: names the config.
    """
    if dataset_of(config) != dataset:
        raise ConfigError(
            f"config {config!r:.60} is not a config of {dataset}, whose rows are scored"
        )
    if dataset in DATA_SETS:
        parse_config(config)


def means(rows: Sequence[ScoredRow]) -> Means:
    """Return the mean of every metric, in points, and the number of rows.

    Scores come in hundredths, so their sums are exact and the order of the rows does not matter.
    """
    totals: dict[str, int] = {}
    for scored in rows:
        for metric, score in scored.scores.items():
            totals[metric] = totals.get(metric, 0) + round(100 * score)
    return {"rows": len(rows)} | {metric: total / len(rows) for metric, total in totals.items()}


def breakdown(rows: Sequence[ScoredRow], key: Callable[[ScoredRow], str]) -> dict[str, Means]:
    """Return the means of the rows that share a key, by key."""
    groups: dict[str, list[ScoredRow]] = {}
    for scored in rows:
        groups.setdefault(key(scored), []).append(scored)
    return {name: means(groups[name]) for name in sorted(groups)}


def drops(baseline: Sequence[ScoredRow], rows: Sequence[ScoredRow]) -> dict[str, Drop]:
    """Return `significance.compare_metrics` of `ScoredRow.for_drops`, with each row paired with its original.

    Raises:
        PredictionError: the baseline lacks an id.
    """
    before = {scored.row["id"]: scored for scored in baseline}
    originals = [scored.original for scored in rows]
    if missing := [identity for identity in originals if identity not in before]:
        raise PredictionError(
            f"the baseline lacks {len(missing)} of {len(rows)} ids, such as {missing[0]}"
        )
    pairs = [(before[identity], after) for identity, after in zip(originals, rows, strict=True)]
    groups = [after.row["group"] for _, after in pairs]
    metrics = pairs[0][1].scores
    return compare_metrics(
        {metric: [(a.for_drops or a.scores)[metric] for a, _ in pairs] for metric in metrics},
        {metric: [(b.for_drops or b.scores)[metric] for _, b in pairs] for metric in metrics},
        groups,
    )


def drops_by_rule(
    baseline: Sequence[ScoredRow], rows: Sequence[ScoredRow]
) -> dict[str, dict[str, Drop]]:
    """Return rule -> the drops over its rows, most frequent first; empty if all rows are of one rule."""
    by_rule: dict[str, list[ScoredRow]] = {}
    for scored in rows:
        by_rule.setdefault(str(scored.row.get("rule", "")), []).append(scored)
    if len(by_rule) < 2:
        return {}
    in_order = sorted(by_rule.items(), key=lambda item: (-len(item[1]), item[0]))
    return {rule: drops(baseline, found) for rule, found in in_order}


@dataclass(frozen=True, slots=True)
class Matched:
    """Two settings of one perturbation and the originals, over the rows that both settings change.

    Attributes:
        original: metric -> the drop from the originals to the other setting; None without originals.
        other: metric -> the drop from the other setting to this one.
        errors: the wrong answers of this setting, and how many have an error answer of their row (`count_errors`);
            without the rows whose right answer in the other setting is such an answer.
        other_errors: the same of the other setting with the error answers of this one: how often they occur
            without the edit that provokes them.
        p_values: error -> the probability of so large a difference between the two settings in how many rows have
            its answer, if the settings do not matter: `significance.sign_flip`, exact, by texts.
    """

    original: dict[str, Drop] | None
    other: dict[str, Drop]
    errors: dict[str, int] = field(default_factory=dict)
    other_errors: dict[str, int] = field(default_factory=dict)
    p_values: dict[str, float] = field(default_factory=dict)


def matched(
    rows: Sequence[ScoredRow], others: Sequence[ScoredRow], baseline: Sequence[ScoredRow] = ()
) -> Matched | None:
    """Compare two settings of one perturbation over the rows that both change; None if there are none.

    Args:
        rows, others: the scored rows of the two settings, such as attack and control.
        baseline: those of the originals; rows without one are left out, if there are any.
    """
    changed = {scored.original: scored for scored in others if scored.applied}
    there = {scored.row["id"] for scored in baseline} or changed.keys()
    both = [s for s in rows if s.applied and s.original in changed.keys() & there]
    if not both:
        return None
    found = [changed[scored.original] for scored in both]
    told = [
        (scored, other)
        for scored, other in zip(both, found, strict=True)
        if not is_error_answer(other.row, scored.row)
    ]
    pairs = [(_error_in(scored, scored), _error_in(other, scored)) for scored, other in told]
    groups = [scored.row["group"] for scored, _ in told]
    wrong = [
        error for (_, error), (_, other) in zip(pairs, told, strict=True) if not other.is_right
    ]
    return Matched(
        drops(baseline, found) if baseline else None,
        drops(found, both),
        errors_of([scored for scored, _ in told]),
        count_errors(wrong, (scored.row for scored, _ in told)),
        {
            error: sign_flip([(mine == error) - (its == error) for mine, its in pairs], groups)
            for error in sorted({error for pair in pairs for error in pair if error})
        },
    )


def _error_in(answered: ScoredRow, stating: ScoredRow) -> str:
    """Return the error of a row's error answers that a wrong answer has, "" for none."""
    return "" if answered.is_right else error_of(answered.value, stating.row, answered.equation)


def errors_of(rows: Sequence[ScoredRow]) -> dict[str, int]:
    """Return the number of wrong answers, and type -> how many of them are of it, see `type_of`."""
    wrong = (
        type_of(
            each.value,
            each.row,
            each.equation,
            is_miscalculated=each.calculation is not None and not each.calculation.is_right,
        )
        for each in rows
        if not each.is_right
    )
    return count_errors(wrong, (each.row for each in rows))


def averages(rows: Sequence[ScoredRow]) -> dict[str, Any]:
    """Return the scores of several attacks on a data set: by perturbation, by capability, and averaged.

    Micro averages weight rows equally, macro averages perturbations (as DuQM does its categories: Zhu et al.,
    2022, section 4.2). Both are over the changed rows and over all rows, without perturbations that have rows of
    fewer than `FEWEST_GROUPS` texts, unless all have: one row would weigh as much as a thousand.

    Args:
        rows: of attack or defense configs of one data set, each with its ``config``.
    """
    return {
        "applied_rows": _averages([scored for scored in rows if scored.applied]),
        "all_rows": _averages(rows),
    }


def _averages(scored: Sequence[ScoredRow]) -> dict[str, Any]:
    groups: dict[str, set[object]] = {}
    for number, row in enumerate(scored):
        groups.setdefault(row.perturbation, set()).add(row.row.get("group") or number)
    rows = [row for row in scored if len(groups[row.perturbation]) >= FEWEST_GROUPS] or scored
    if not rows:
        return {}
    by_perturbation = breakdown(rows, lambda scored: scored.perturbation)
    capability = {name: PERTURBATION_TABLE[name].capability for name in by_perturbation}
    by_capability = {
        name: {
            "micro": micro,
            "macro": macro([m for p, m in by_perturbation.items() if capability[p] == name]),
        }
        for name, micro in breakdown(rows, lambda scored: capability[scored.perturbation]).items()
    }
    return {
        "by_perturbation": by_perturbation,
        "by_capability": by_capability,
        "micro": means(rows),
        "macro": macro(list(by_perturbation.values())),
    }


def macro(parts: Sequence[Means]) -> Means:
    """Return the mean of the means of groups, each group weighted equally, with all of their rows."""
    total = {"rows": sum(part["rows"] for part in parts)}
    return total | {
        metric: sum(part[metric] for part in parts) / len(parts)
        for metric in parts[0]
        if metric != "rows"
    }
