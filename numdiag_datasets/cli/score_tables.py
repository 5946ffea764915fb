"""Tables of scoring results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from rich.console import Console

from numdiag_datasets.cli.terminal_tables import TerminalTable
from numdiag_datasets.core.configs import TRANSFER, parse_config, why_not
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.errors import some
from numdiag_datasets.core.manifest import SAMPLE, SAMPLE_MARK
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.core.significance import TOO_FEW_GROUPS, Drop, holm
from numdiag_datasets.scoring.answers_alone import metrics_without_equations
from numdiag_datasets.scoring.resamples import OverDraws, over_draws
from numdiag_datasets.scoring.result_warnings import (
    AT_FLOOR,
    CONTROL_AT_FLOOR,
    CONTROL_LOSES,
    result_warnings,
)
from numdiag_datasets.scoring.results import Result
from numdiag_datasets.scoring.scored_files import Scored
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.scoring.signature import Signature

#: The last line below scores on the sample.
SAMPLE_NOTE = "SAMPLE: these rows are the bundled sample, and scores on them mean nothing. `numdiag build --source official` builds the data."
_SMALLEST_P = 0.001
_INTERVAL = "95% interval"
_MOST_SIGNATURES = 3
#: Points that two scores need to differ by to be shown as different.
_LEAST_SHOWN = 0.05
_TOUCHING = "touching the answer"
#: The meaning of the column heads in the table of several configs.
_OF_TRANSFER = "transfer: the second form of the attack; "
_LEGEND = (
    "rows: those that the perturbation changed, or all originals; drop: from the originals of the same rows; "
    "cost: control minus attack, what the attack takes beyond an edit that does not need the capability; "
    "p: exact test by text, corrected for the number of tests in the table (Holm)"
)
_OF_ERRORS = (
    "wrong answers that the attack provokes: p compares in how many rows attack and control have such an answer, right "
    "answers included; it does not test the two shares of wrong answers"
)


def print_scores(console: Console, scored: Scored, *, by_rule: bool = False) -> None:
    """Print the tables of results, the notes below them, and the signature of each result."""
    is_sample = any(
        made.about.get("source") == SAMPLE and made.dataset in DATA_SETS for made in scored.results
    )
    for line in score_warnings(scored):
        console.print(line, soft_wrap=True)
    for table in score_tables(scored, by_rule=by_rule):
        table.title += SAMPLE_MARK * is_sample
        console.print(table)
    for line in score_notes(scored):
        console.print(line, soft_wrap=True)
    print_signatures(console, [made.signature for made in scored.results])
    if is_sample:
        console.print(SAMPLE_NOTE, soft_wrap=True)


def score_warnings(scored: Scored) -> Iterator[str]:
    """Yield the warnings above the tables, each with the configs that it concerns."""
    floor = [(made, 0) for made in scored.results if _is_at_floor(made.dataset, made.drop)]
    of_control = [
        (made, 0)
        for made in scored.results
        if "control" in made.matched and _is_at_floor(made.dataset, made.matched["control"].other)
    ]
    losing = [(made, 0) for made in scored.results if _loses_by_control(made)]
    more = ((AT_FLOOR, floor), (CONTROL_AT_FLOOR, of_control), (CONTROL_LOSES, losing))
    for text, concerned in (*result_warnings(scored.results), *more):
        if concerned:
            names = [_where(made, scored) + f" ({n})" * bool(n) for made, n in concerned]
            yield f"{some(names)}: {text}"


def _is_at_floor(dataset: str, drops: Mapping[str, Drop] | None) -> bool:
    return drops is not None and drops[scorer_of(dataset).metrics[0]].is_at_floor


def _loses_by_control(made: Result) -> bool:
    """Return whether the control has fewer right than the originals, beyond chance, and the attack as many as the control."""
    control, metric = made.matched.get("control"), scorer_of(made.dataset).metrics[0]
    if control is None or control.original is None or control.other[metric].absolute > 0:
        return False
    interval = control.original[metric].interval
    return interval is not None and interval[0] > 0


def print_signatures(console: Console, signatures: Sequence[Signature | str]) -> None:
    """Print the signature of each result; of many results where to find them."""
    if len(signatures) > _MOST_SIGNATURES:
        console.print("signatures: --json prints them", soft_wrap=True)
        return
    for signature in signatures:
        console.print(f"signature: {signature}", soft_wrap=True)


def score_tables(scored: Scored, *, by_rule: bool = False) -> Iterator[TerminalTable]:
    """Yield the tables of results.

    A single config is shown with all its metrics and breakdowns. Several configs are shown with the first metric
    of each, the comparisons of settings over matched rows, and the averages.

    Args:
        by_rule: whether to show the drops of each rule instead.
    """
    results = scored.results
    if draws := over_draws(results):
        yield from map(_draws_table, draws)
        return
    hidden = metrics_without_equations(results)
    if by_rule:
        yield from _rule_tables(results)
        return
    if len(results) == 1:
        yield _config_table(results[0], hidden)
        yield from _split_table(results[0].dataset, results)
        yield from _errors_table(results[0].dataset, results)
        for name, cells in results[0].breakdown.items():
            yield _means_table(f"by {name.replace('_', ' ')}", results[0].dataset, cells, hidden)
        return
    for dataset in dict.fromkeys(made.dataset for made in results):
        alike = [made for made in results if made.dataset == dataset]
        yield from _matched_table(dataset, alike, "control", "control", "cost")
        yield _configs_table(dataset, alike)
        yield from _matched_table(dataset, alike, "transfer", "transfer", "difference")
        yield from _split_table(dataset, alike)
        yield from _errors_table(dataset, alike)
    for dataset, settings in scored.averages.items():
        for setting, averages in settings.items():
            if averages["applied_rows"]:
                yield _averages_table(dataset, setting, averages["applied_rows"], hidden)


def score_notes(scored: Scored) -> Iterator[str]:
    """Yield the notes below the tables, one line each.

    They explain the column heads, the hidden metrics, the share of rows scored, and the unreadable answers.
    """
    results = scored.results
    if not over_draws(results):
        if len(results) > 1 and not all(scorer_of(made.dataset).is_binary for made in results):
            has_transfer = any(parse_config(made.config).setting == TRANSFER for made in results)
            yield _OF_TRANSFER * has_transfer + _LEGEND
        if hidden := metrics_without_equations(results):
            names = ", ".join(metric.replace("_", " ") for metric in hidden)
            yield f"{names}: left out here, since only answers were written; --json has them"
    for dataset in dict.fromkeys(made.dataset for made in results if _is_lenient(made)):
        yield (
            f"{dataset}: drops and costs also accept a right span in its original wording, and scores do not, so a drop can be smaller than "
            "original minus score"
        )
    for made in scored.results:
        if made.left_out is not None:
            rows = made.scores["rows"]
            paired = next(iter(made.drop_all_rows.values())).rows if made.drop_all_rows else rows
            line = f"{_where(made, scored)}: {rows} of {rows + made.left_out} rows scored, {made.left_out} left out"
            if made.left_out or paired < rows:
                yield line + f"; drops over the {paired} that the baseline has" * (paired < rows)
        if made.unreadable and (len(results) == 1 or made.unreadable["all_rows"]):
            yield f"{_where(made, scored)}: unreadable answers: {_unreadable(made.unreadable)}"
    baselines = [made.error_baseline(name) for made in results for name in made.error_answers]
    if any(found and found.p_value is not None for found in baselines):
        yield _OF_ERRORS
    yield from scored.notes


def _is_lenient(made: Result) -> bool:
    """Return whether the drop of a result counts answers as right that its score does not."""
    metric = scorer_of(made.dataset).metrics[0]
    if not made.drop or not made.applied or made.drop[metric].rows != made.applied["rows"]:
        return False
    return made.drop[metric].perturbed > made.applied[metric] + _LEAST_SHOWN


def _unreadable(counted: Mapping[str, int]) -> str:
    """Return the number of unreadable answers: ``3``, or ``3 (2 applied)``."""
    applied = counted.get("applied_rows")
    return f"{counted['all_rows']}" + ("" if applied is None else f" ({applied} applied)")


def _where(made: Result, scored: Scored) -> str:
    """Return a label that distinguishes a result from the others."""
    several = len({other.config for other in scored.results}) < len(scored.results)
    return f"{made.config}, {made.about['split']}" if several else made.config


def _draws_table(drawn: OverDraws) -> TerminalTable:
    """Return the table of one config over its draws: a row for each draw, then mean, spread and the worst draw."""
    title = f"{drawn.config}, applied rows of {len(drawn.scores)} draws"
    drops = drawn.drops
    columns = ("rows", drawn.metric, *(["drop"] if drops else []))

    def line(name: str, rows: str, score: float, drop: float | None) -> Sequence[str]:
        cells = (name, rows, points_text(score), "" if drop is None else points_text(drop))
        return cells[: len(columns) + 1]

    lines = [
        line(split, str(drawn.rows[split]), score, drops.get(split))
        for split, score in drawn.scores.items()
    ]
    table = new_table(title, columns, lines)
    table.add_section()
    mean_drop = fmean(drops.values()) if drops else None
    table.add_row(*line("mean", "", drawn.mean, mean_drop))
    table.add_row(*line("standard deviation", "", drawn.deviation, None))
    worst = drawn.worst
    table.add_row(*line(f"worst ({worst})", "", drawn.scores[worst], drops.get(worst)))
    return table


def _config_table(made: Result, hidden: Collection[str]) -> TerminalTable:
    """Return the table of one config: metrics as columns, scores and drops as rows."""
    metrics = _metrics(made.dataset, [made.scores], hidden)
    parts = {"all rows": made.scores, "applied rows": made.applied, _TOUCHING: made.touching}
    sizes = zip(("rows", "applied", _TOUCHING), parts.values(), strict=True)
    counted = ", ".join(f"{means['rows']} {part}" for part, means in sizes if means)
    rows = [
        (label, *(points_text(means[metric]) for metric in metrics))
        for label, means in parts.items()
        if means
    ]
    table = new_table(f"{made.config}, {made.about['split']}: {counted}", metrics, rows)
    if made.interval:
        table.add_row(_INTERVAL, interval_text(made.interval))
    for part, drop in (("applied rows", made.drop), (_TOUCHING, made.drop_touching)):
        if drop:
            table.add_section()
            by_line = [_drop_lines(drop[metric], part) for metric in metrics]
            for label in by_line[0]:
                table.add_row(label, *(lines[label] for lines in by_line))
    return table


def _drop_lines(drop: Drop, rows: str) -> dict[str, str]:
    """Return the values of a drop over some rows, by label."""
    return {
        f"{rows}, original": points_text(drop.original),
        "drop": points_text(drop.absolute),
        _INTERVAL: interval_text(drop.interval),
        "relative drop": "" if drop.relative is None else f"{drop.relative:.1f}%",
        "p (exact, by text)": "" if drop.p_value is None else p_text(drop.p_value),
        "detectable from": points_text(drop.smallest_detectable) if drop.interval else "",
    }


def _configs_table(dataset: str, results: Sequence[Result]) -> TerminalTable:
    """Return the table of several configs of a data set, with its first metric."""
    scorer = scorer_of(dataset)
    metric = scorer.metrics[0]
    if scorer.is_binary:
        rows = [
            (
                config_label(made.config),
                str(made.scores["rows"]),
                points_text(made.scores[metric]),
                interval_text(made.interval) if made.interval else "",
            )
            for made in results
        ]
        return new_table(f"{dataset}: {metric}", ("rows", metric, _INTERVAL), rows)
    columns = ("rows", "score", "original", "drop", _INTERVAL, "p")
    p_values = _corrected([_chance((made.drop or {}).get(metric)) for made in results])
    table = new_table(f"{dataset}: {metric.replace('_', ' ')}", columns)
    tested = [made.config for made in results]
    for made, p_value in zip(results, p_values, strict=True):
        means = made.applied or made.scores
        cells = [str(means["rows"]), points_text(means[metric])]
        if not made.has_changed:
            cells = ["0"]
        if made.drop:
            drop = made.drop[metric]
            if drop.rows < means["rows"]:  # the baseline has fewer
                cells = [str(drop.rows), points_text(drop.perturbed)]
            cells += [
                points_text(drop.original),
                points_text(drop.absolute),
                interval_text(drop.interval),
                p_value,
            ]
        # A diagnosis tests several models on the same config.
        training = f", trained on {_training(made)}" if tested.count(made.config) > 1 else ""
        table.add_row(config_label(made.config) + training, *cells)
    return table


def _corrected(chances: Sequence[float | None]) -> list[str]:
    """Return p-values corrected for their number (`significance.holm`), as text; "" for None."""
    p_values = iter(map(p_text, holm([chance for chance in chances if chance is not None])))
    return ["" if chance is None else next(p_values) for chance in chances]


def _chance(drop: Drop | None) -> float | None:
    return drop.tested_p_value if drop else None


def _matched_table(
    dataset: str, results: Sequence[Result], setting: str, name: str, difference: str
) -> Iterator[TerminalTable]:
    """Yield the table of the attacks that are compared with another setting over the rows that both change.

    Args:
        setting, name: the other setting, and its name in the heads.
        difference: the head of its score minus that of the attack.
    """
    metric = shown_metric(dataset, results)
    compared = {made.config: made.matched[setting] for made in results if setting in made.matched}
    p_values = _corrected([_chance(both.other[metric]) for both in compared.values()])
    rows = []
    for (config, both), p_value in zip(compared.items(), p_values, strict=True):
        other = both.other[metric]
        cells = [
            str(other.rows),
            points_text(both.original[metric].original) if both.original else "",
        ]
        cells += map(points_text, (other.original, other.perturbed, other.absolute))
        rows.append((config_label(config), *cells, interval_text(other.interval), p_value))
    if rows:
        heads = ("rows", "original", name, "attack", difference, _INTERVAL, "p")
        title = f"{dataset}: {metric.replace('_', ' ')} on the rows that {name} and attack change"
        yield new_table(title, heads, rows)


def _split_table(dataset: str, results: Sequence[Result]) -> Iterator[TerminalTable]:
    """Yield the table of drops that are split into calculation and the rest."""
    rows = [
        (
            f"{config_label(made.config)} from {setting}",
            str(split.rest.rows),
            _drop_text(split.whole),
            _drop_text(split.calculation),
            f"{points_text(split.rest.difference)} ({interval_text(split.rest.interval)})",
        )
        for made in results
        for setting, split in made.drop_split.items()
    ]
    if rows:
        heads = ("rows", "drop", "calculation", "the rest")
        yield new_table(f"{dataset}: drops split into calculation and the rest", heads, rows)


def _errors_table(dataset: str, results: Sequence[Result]) -> Iterator[TerminalTable]:
    """Yield the table of wrong answers by type; of several configs only the errors that they provoke.

    An error of ``error_answers`` has the mean number of its answers in a row, and a baseline: wrong answers to the
    control with the same error answer, or the error answers of other rows.
    """
    rows: list[list[str]] = []
    chances: list[float | None] = []
    for made in results:
        for name in made.errors:
            stated = made.error_answers.get(name)
            is_shown = name != "wrong" and (stated is not None or len(results) == 1)
            if is_shown and parse_config(made.config).setting != "control":
                baseline = made.error_baseline(name) if stated is not None else None
                label = f"{config_label(made.config)}: {name.replace('_', ' ')}"
                cells = [label, f"{made.errors[name]} of {made.errors['wrong']}"]
                cells.append("" if stated is None else f"{stated:.1f}")
                cells.append(f"{baseline} ({baseline.name})" if baseline else "")
                rows.append(cells)
                chances.append(baseline.p_value if baseline else None)
    for cells, p_value in zip(rows, _corrected(chances), strict=True):
        cells.append(p_value)
    if rows:
        heads = ("count", "error answers per row", "baseline", "p")
        shown = (
            "types of wrong answers"
            if len(results) == 1
            else "wrong answers that the attack provokes"
        )
        yield new_table(f"{dataset}: {shown}", heads, rows)


def _drop_text(drop: Drop) -> str:
    """Return a drop with its interval: ``12.0 (3.1 to 20.5)``."""
    return f"{points_text(drop.absolute)} ({interval_text(drop.interval)})"


def _rule_tables(results: Sequence[Result]) -> Iterator[TerminalTable]:
    """Yield a table for each data set with the drop of each rule; one rule is that of the whole config."""
    for dataset in dict.fromkeys(made.dataset for made in results if made.drop):
        alike = [made for made in results if made.dataset == dataset and made.drop]
        metric = shown_metric(dataset, alike)
        rows = []
        for made in alike:
            for rule, drops in (made.drop_by_rule or {"": made.drop or {}}).items():
                drop = drops[metric]
                label = f"{config_label(made.config)} {rule}".strip()
                cells = map(points_text, (drop.original, drop.perturbed, drop.absolute))
                rows.append((label, str(drop.rows), *cells, interval_text(drop.interval)))
        heads = ("rows", "original", "perturbed", "drop", _INTERVAL)
        yield new_table(f"{dataset}: {metric.replace('_', ' ')} by rule", heads, rows)


def shown_metric(dataset: str, results: Sequence[Result]) -> str:
    """Return the first metric of a data set, or the first of answers if only answers were written."""
    hidden = metrics_without_equations(results)
    return next(metric for metric in scorer_of(dataset).metrics if metric not in hidden)


def _averages_table(
    dataset: str, setting: str, averages: Mapping[str, Any], hidden: Collection[str]
) -> TerminalTable:
    cells = {f"{name}, macro": means["macro"] for name, means in averages["by_capability"].items()}
    cells |= {f"{name} average": averages[name] for name in ("micro", "macro")}
    title = f"{dataset}, {setting}: averages over applied rows"
    told = [name for name in PERTURBATION_TABLE if name in averages["by_perturbation"]]
    if not all(name in told or why_not(dataset, name, setting) for name in PERTURBATION_TABLE):
        title += f" of {', '.join(told)} alone"
    return _means_table(title, dataset, cells, hidden)


def _means_table(
    title: str, dataset: str, cells: Mapping[str, Mapping[str, Any]], hidden: Collection[str]
) -> TerminalTable:
    metrics = _metrics(dataset, cells.values(), hidden)
    rows = [_means_row(metrics, name, means) for name, means in cells.items()]
    return new_table(title, ("rows", *metrics), rows)


def _metrics(
    dataset: str, cells: Iterable[Mapping[str, Any]], hidden: Collection[str]
) -> tuple[str, ...]:
    """Return the metrics of a data set that all cells have and that are not hidden.

    Some cells lack metrics, since macro averages are over groups only.
    """
    common = set(scorer_of(dataset).metrics).intersection(*cells) - {*hidden}
    return tuple(metric for metric in scorer_of(dataset).metrics if metric in common)


def _means_row(metrics: Sequence[str], name: str, means: Mapping[str, Any]) -> Sequence[str]:
    return name, str(means["rows"]), *(points_text(means[metric]) for metric in metrics)


def new_table(
    title: str, columns: tuple[str, ...], rows: Iterable[Sequence[str]] = ()
) -> TerminalTable:
    """Return a table with a column for labels before the named columns."""
    heads = ("", *(column.replace("_", " ") for column in columns))
    return TerminalTable(title, heads, list(rows))


def config_label(config: str) -> str:
    """Return a label that distinguishes a config in its data set, as words between which a line may break."""
    return config.partition("-")[2].removesuffix("-attack").replace("-", " ") or "originals"


def _training(made: Result) -> str:
    """Return the setting on which the model of a result was trained, or "originals"."""
    run = made.about.get("run")
    config = run.get("config") if isinstance(run, dict) else ""
    return (config and parse_config(config).setting) or "originals"


def interval_text(interval: tuple[float, float] | None) -> str:
    """Return an interval as ``-3.0 to 1.5``, or a note that there were too few groups."""
    return " to ".join(map(points_text, interval)) if interval else TOO_FEW_GROUPS


def p_text(p: float) -> str:
    """Return a p-value as ``0.031``, or ``<0.001``."""
    return f"<{_SMALLEST_P}" if p < _SMALLEST_P else f"{p:.3f}"


def points_text(value: float) -> str:
    """Return a score with one decimal."""
    return f"{value + 0.0:.1f}"
