"""Checks of a result that was read: numbers outside their bounds, and numbers that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import nan
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.data_sets import DATA_SETS, AnswerForm
from numdiag_datasets.core.error_answers import MOST_ERROR_ANSWERS, Error
from numdiag_datasets.core.manifest import SAMPLE
from numdiag_datasets.core.significance import Drop, wilson_interval
from numdiag_datasets.scoring.equation import TOLERANCE
from numdiag_datasets.scoring.error_types import ALL_TYPES
from numdiag_datasets.scoring.paired_checks import ROWS_OF, contradicting_pairs, figures
from numdiag_datasets.scoring.predictions import CUT, INFERRED
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.scoring.signature import BOOTSTRAP

if TYPE_CHECKING:
    from numdiag_datasets.scoring.results import Result

#: The bounds of a result's numbers: lowest, highest, and in words.
_POINTS = (0, 100, "points from 0 to 100")
_COUNTS = (0, 1e15, "a number from 0")
_CHANCES = (0, 1, "a probability")
#: Fields of a drop -> their place in messages after its own, and their bounds.
_DROP_BOUNDS: tuple[tuple[tuple[str, ...], str, tuple[float, float, str]], ...] = (
    (("original", "perturbed"), "", _POINTS),
    (("absolute", "interval"), "", (-100, 100, "a change from -100 to 100 points")),
    (("relative", "relative_interval"), "", (-1e15, 1e15, "a percentage")),
    (("p_value",), " p_value", _CHANCES),
    (("rows", "groups"), "", (1, 1e15, "a number from 1")),
    (("worse", "better"), "", _COUNTS),
    (("smallest_detectable",), "", (1e-3, 1e15, "a number above 0")),
)
#: The rounding error that is allowed at the bounds, and in a share of rows.
_ROUNDING = 1e-6
_IN_ROWS = 5.1e-5  # scores with two decimals
_IN_POINTS = 0.1
#: Metrics in which a row is right or wrong.
_OF_WHOLE_ROWS = frozenset(
    {
        "answer_accuracy",
        "equation_accuracy",
        "equation_equivalence",
        "exact_match",
        "scale_accuracy",
        "accuracy",
    }
)
_TOLERANCE = str(float(TOLERANCE))
#: Data set -> the metric by which its answers count as wrong.
_FIRST = {name: scorer_of(name).metrics[0] for name in DATA_SETS}
#: Data sets whose edits change how an answer is worded.
_OF_SPANS = frozenset(n for n, data_set in DATA_SETS.items() if data_set.form is AnswerForm.SPANS)


def impossible(made: Result) -> Iterator[str]:
    """Yield an error message for each number outside its bounds, with its place."""
    for name in ("scores", "applied", "touching"):
        yield from _impossible_means(getattr(made, name) or {}, name)
    for columns, groups in made.breakdown.items():
        for group, cells in groups.items():
            yield from _impossible_means(cells, f"breakdown {columns} {group}")
    yield from _impossible_numbers("interval", made.interval, _POINTS)
    yield from _reversed("scores", made.interval)
    yield from _impossible_numbers("unreadable", [*(made.unreadable or {}).values()], _COUNTS)
    yield from _impossible_numbers("left_out", made.left_out, _COUNTS)
    yield from _contradicting_counts(made)
    yield from _contradictions(made)
    if made.signature.config not in ("", made.config):
        yield f"`signature` of a result is of {made.signature.config:.60}, its `config` is {made.config:.60}"
    yield from _impossible_errors("errors", made.errors)
    for setting, both in made.matched.items():
        chances = [*both.p_values.values()]
        yield from _impossible_numbers(f"matched {setting} p_values", chances, _CHANCES)
        yield from _impossible_errors(f"matched {setting} errors", both.errors)
        yield from _impossible_errors(f"matched {setting} other_errors", both.other_errors)
    yield from _contradicting_answers(made)
    yield from _contradicting_marks(made)
    for name in ("error_answers", "errors_of_other_rows"):
        yield from _impossible_numbers(name, [*getattr(made, name).values()], _COUNTS)
    for name, drops_ in _all_drops(made):
        for metric, drop in drops_.items():
            for parts, place, bounds in _DROP_BOUNDS:
                for part in parts:
                    value = getattr(drop, part)
                    yield from _impossible_numbers(f"{name} {metric}{place}", value, bounds)
            for interval in (drop.interval, drop.relative_interval):
                yield from _reversed(f"{name} {metric}", interval)
            yield from _contradicting_parts(name, metric, drop)


def _contradicting_counts(made: Result) -> Iterator[str]:
    """Yield an error message for each number of rows that is larger than, or not equal to, another."""
    rows = made.scores.get("rows")
    applied = (made.applied or {}).get("rows")
    touching = (made.touching or {}).get("rows")
    unreadable = made.unreadable or {}
    counts = [
        ("applied rows", applied, rows),
        ("touching rows", touching, applied),
        ("unreadable all_rows", unreadable.get("all_rows"), rows),
        ("unreadable applied_rows", unreadable.get("applied_rows"), applied),
        ("errors wrong", made.errors.get("wrong"), applied),
        ("unreadable applied_rows", unreadable.get("applied_rows"), unreadable.get("all_rows")),
    ]
    for columns, groups in made.breakdown.items():
        counts += [
            (f"breakdown {columns} {group} rows", cells.get("rows"), rows)
            for group, cells in groups.items()
        ]
    for name, by_metric in _all_drops(made):
        for metric, drop in by_metric.items():
            counts.append((f"{name} {metric} rows", drop.rows, rows))
            counts.append((f"{name} {metric} groups", drop.groups, drop.rows))
            counts.append(
                (f"{name} {metric} worse and better", drop.worse + drop.better, drop.rows)
            )
    for place, count, most in counts:
        if count is not None and most is not None and count > most:
            yield f"`{place}` of a result is {count}, and there are {most}"
    for part, found in (("rows", rows), ("applied", applied)):
        stated = getattr(made.signature, part)
        if stated.isdecimal() and found is not None and stated != str(found):
            yield f"`signature` of a result has {part}:{stated:.20}, and its scores {found}"


def _contradictions(made: Result) -> Iterator[str]:
    """Yield an error message for each drop that contradicts the scores, or the scores of the rows."""
    if made.paired and (fault := made.paired.fault()):
        yield fault
        return
    yield from contradicting_pairs(made)
    yield from _contradicting_breakdowns(made)
    for (name, least), over in zip(
        ROWS_OF.items(), (made.scores, made.applied, made.touching), strict=True
    ):
        is_whole = made.paired and len(made.paired.rows()) == made.scores.get("rows")
        count = len(made.paired.rows(least)) if made.paired else 0
        if is_whole and over and count != over.get("rows", count):
            yield f"`paired` of a result has {count} rows for its `{name}`, and its scores {over['rows']}"
        for metric, drop in (getattr(made, name) or {}).items():
            if drop.rows > (over or {}).get("rows", drop.rows):
                yield f"`{name} {metric}` of a result has {drop.rows} rows, and its scores {over['rows']}"  # type: ignore[index]
            if metric in (over or {}) and over["rows"] == drop.rows:  # type: ignore[index]
                # An answer worded as the original's counts in a drop, so there the score may be higher.
                expected = max(over[metric], drop.perturbed if made.dataset in _OF_SPANS else 0)  # type: ignore[index]
                if abs(expected - drop.perturbed) > _ROUNDING:
                    yield f"`{name} {metric} perturbed` of a result contradicts its other figures: {drop.perturbed:.1f} and {expected:.1f}"


def _contradicting_parts(name: str, metric: str, drop: Drop) -> Iterator[str]:
    """Yield an error message for a drop whose figures contradict each other."""
    name = f"{name} {metric}"
    if abs(drop.original - drop.perturbed - drop.absolute) > _ROUNDING:
        yield (
            f"`{name} absolute` of a result contradicts its other figures: {drop.absolute:.1f} and "
            f"{drop.original - drop.perturbed:.1f}"
        )
    low, high = drop.interval or (drop.absolute, drop.absolute)
    if not low - _ROUNDING <= drop.absolute <= high + _ROUNDING:
        yield f"`{name} interval` of a result is {low:.1f} to {high:.1f}, without its drop of {drop.absolute:.1f}"
    if drop.relative is not None and drop.original:
        expected = 100 * drop.absolute / drop.original
        if abs(drop.relative - expected) > _ROUNDING * max(1, abs(expected)):
            yield f"`{name} relative` of a result is {drop.relative:.1f}, and its figures give {expected:.1f}"
    lost = drop.absolute * drop.rows / 100
    if metric in _OF_WHOLE_ROWS and abs(lost - drop.worse + drop.better) > _IN_ROWS * drop.rows:
        yield f"`{name}` of a result has {drop.worse} worse and {drop.better} better rows, and a drop of {drop.absolute:.1f}"
    # The exact test of signs cannot give less.
    if drop.p_value is not None and drop.p_value < 2.0 ** -(drop.worse + drop.better):
        yield f"`{name} p_value` of a result is {drop.p_value:.1g} for {drop.worse + drop.better} rows that differ"


def _contradicting_breakdowns(made: Result) -> Iterator[str]:
    """Yield an error message for parts of the rows that do not add up to all of them."""
    if not made.signature.rows:  # other tools may write means of several runs
        return
    for columns, groups in made.breakdown.items():
        yield from _not_the_sum(f"by {columns}", [*groups.values()], "scores", made.scores)
        for side, column in enumerate(columns.split(" x ") if " x " in columns else ()):
            for value, whole in made.breakdown.get(column, {}).items():
                parts = [c for name, c in groups.items() if name.split(" x ")[side] == value]
                place = f"breakdown {column} {value}"
                yield from _not_the_sum(f"by {columns}", parts, place, whole)
    for column in scorer_of(made.dataset).macro_over:
        if column in made.breakdown and "macro_accuracy" in made.scores:
            cells_of = made.breakdown[column].values()
            mean = fmean(cells.get("accuracy", nan) for cells in cells_of)
            if not abs(mean - made.scores["macro_accuracy"]) <= _IN_POINTS:
                yield f"`scores macro_accuracy` of a result is {made.scores['macro_accuracy']:.2f}, and the parts by {column} give {mean:.2f}"
            break
    places = [("scores", made.scores, made.interval)]
    places += [(name, getattr(made, name) or {}, None) for name in ("applied", "touching")]
    places += [
        (f"breakdown {columns} {group}", cells, cells.get("interval"))
        for columns, groups in made.breakdown.items()
        for group, cells in groups.items()
    ]
    for place, cells, interval in places:
        for metric in sorted(_OF_WHOLE_ROWS & cells.keys()):
            yield from _parts_of_rows(f"{place} {metric}", cells[metric], cells.get("rows", 0))
        right, rows_of = cells.get("accuracy"), cells.get("rows")
        if interval and right is not None and rows_of and not _may_be_of(interval, right, rows_of):
            yield f"`{place} interval` of a result is {figures(interval)}, which cannot be that of {right:.2f}% of {rows_of} rows"


def _not_the_sum(
    by: str, parts: Sequence[Mapping[str, Any]], place: str, whole: Mapping[str, Any]
) -> Iterator[str]:
    """Yield an error message for means of rows that are not those of their parts together."""
    rows = [cells.get("rows", 0) for cells in parts]
    if sum(rows) != whole.get("rows"):
        yield f"`{place}` of a result has {whole.get('rows')} rows, and its parts {by} {sum(rows)}"
        return
    for metric in whole.keys() - {"rows", "interval"}:
        told = [cells.get(metric) for cells in parts]
        if metric.startswith("macro_") or None in told or not rows:
            continue
        mean = sum(n * part for n, part in zip(rows, told, strict=True)) / sum(rows)
        if abs(mean - whole[metric]) > _IN_POINTS:
            yield f"`{place} {metric}` of a result is {whole[metric]:.2f}, and the parts {by} give {mean:.2f}"


def _may_be_of(interval: Sequence[float], points: float, rows: float) -> bool:
    """Return whether an interval is Wilson's of a share, with as many independent rows as there are or fewer."""
    share, farthest = points / 100, max(interval, key=lambda end: abs(end - points)) / 100
    if share == farthest:
        return False
    z = NormalDist().inv_cdf(0.975)
    independent = min(rows, z * z * farthest * (1 - farthest) / (share - farthest) ** 2)
    expected = wilson_interval(share * independent, independent) if independent else (0, 0)
    return all(
        abs(100 * end - told) <= _IN_POINTS for end, told in zip(expected, interval, strict=True)
    )


def _parts_of_rows(place: str, points: float, rows: int | float) -> Iterator[str]:
    """Yield an error message for a score of a whole number of rows that is not."""
    right = points * rows / 100
    if abs(right - round(right)) > _IN_ROWS * max(rows, 1):
        yield f"`{place}` of a result is {points:.2f}% of {rows} rows, which is no whole number"


def _contradicting_answers(made: Result) -> Iterator[str]:
    """Yield an error message for wrong or unreadable answers that the scores contradict."""
    unreadable = made.unreadable or {}
    applied: Mapping[str, int | float] = made.applied or {}
    for name, cells in (("all_rows", made.scores), ("applied_rows", applied)):
        best = max((float(cells[m]) for m in _OF_WHOLE_ROWS & cells.keys()), default=None)
        rows, count = cells.get("rows"), unreadable.get(name)
        if best is None or rows is None:
            continue
        wrong = round(rows - best * rows / 100)
        if count is not None and count > wrong:
            yield f"`unreadable {name}` of a result is {count}, and {wrong} answers are wrong"
    first, changed = _FIRST.get(made.dataset, ""), applied.get("rows")
    if made.errors and first in applied and changed is not None and made.dataset not in _OF_SPANS:
        wrong = round(changed - applied[first] * changed / 100)
        if made.errors.get("wrong", wrong) != wrong:
            yield f"`errors wrong` of a result is {made.errors['wrong']}, and its scores leave {wrong}"
    yield from _not_added_up("errors", made.errors)
    yield from _contradicting_matches(made, changed)
    for metric in made.drop or {}:
        parts = [
            by_metric[metric].rows
            for by_metric in made.drop_by_rule.values()
            if metric in by_metric
        ]
        if parts and sum(parts) != made.drop[metric].rows:  # type: ignore[index]
            yield f"`drop_by_rule` of a result has {sum(parts)} rows of {metric}, and its drop {made.drop[metric].rows}"  # type: ignore[index]


def _contradicting_marks(made: Result) -> Iterator[str]:
    """Yield an error message for a source, a number of left rows or a type of error that cannot be."""
    stated, data = made.about.get("source"), made.signature.data
    is_named = stated and "@" in data and made.dataset in DATA_SETS
    if is_named and (stated == SAMPLE) != (f"+{SAMPLE}@" in data):
        yield f"`source` of a result is {stated!r:.60}, and its signature has data:{data:.60}"
    for key in (CUT, INFERRED):
        number = made.about.get(key, 0)
        if type(number) is not int or not 0 <= number <= made.scores.get("rows", number):
            yield f"`{key}` of a result is {number!r:.60}, which is no number of its rows"
    if made.left_out and made.signature.rows and not made.signature.partial:
        yield f"`left_out` of a result is {made.left_out}, and its signature has all rows"
    applied = (made.applied or {}).get("rows")
    if made.errors_of_other_rows.get("wrong", 1) <= 0:
        yield "`errors_of_other_rows wrong` of a result is 0, which stands for none"
    if made.signature.tolerance not in ("", _TOLERANCE):
        yield f"`signature` of a result has tolerance:{made.signature.tolerance:.60}, and scores have {_TOLERANCE}"
    if made.signature.bootstrap not in ("", BOOTSTRAP):
        yield f"`signature` of a result has bootstrap:{made.signature.bootstrap:.60}, and intervals are of {BOOTSTRAP}"
    most = made.errors.get("wrong", applied)
    for name, count in made.errors_of_other_rows.items():
        if most is not None and count > most + _ROUNDING:
            yield f"`errors_of_other_rows {name}` of a result is {count:.4g}, and {most} answers are wrong"
    for name, mean in made.error_answers.items():
        whole = mean * (applied or 0)
        if mean > MOST_ERROR_ANSWERS or (
            applied and abs(whole - round(whole)) > _ROUNDING * applied
        ):
            yield f"`error_answers {name}` of a result is {mean:.4g} in each of {applied} rows, which cannot be"
    kinds = [made.errors, *(e for b in made.matched.values() for e in (b.errors, b.other_errors))]
    known = {"wrong", *Error, *ALL_TYPES}
    if unknown := sorted({name for errors in kinds for name in errors} - known):
        yield f"a result has errors of the unknown type {unknown[0]!r:.60}"


def _contradicting_matches(made: Result, changed: int | float | None) -> Iterator[str]:
    """Yield an error message for each comparison with another setting that contradicts itself, or the changed rows."""
    first = _FIRST.get(made.dataset, "")
    for setting, both in made.matched.items():
        most = min((drop.rows for drop in both.other.values()), default=0)
        for name, errors in (("errors", both.errors), ("other_errors", both.other_errors)):
            wrong_of = {"errors": "perturbed", "other_errors": "original"}[name]
            scored = both.other.get(first)
            if errors and scored and made.dataset not in _OF_SPANS:
                wrong = round(scored.rows - getattr(scored, wrong_of) * scored.rows / 100)
                # Rows are left out whose right answer under one setting is an error answer of the other.
                if errors.get("wrong", 0) > wrong:
                    yield f"`matched {setting} {name} wrong` of a result is {errors.get('wrong', 0)}, and its scores leave {wrong}"
            if errors.get("wrong", 0) > most:
                yield f"`matched {setting} {name} wrong` of a result is {errors['wrong']}, of {most} rows"
        yield from _not_added_up(f"matched {setting} errors", both.errors)
        for name, count in both.errors.items():
            if made.errors and count > made.errors.get(name, 0):
                yield f"`matched {setting} errors {name}` of a result is {count}, and `errors` has {made.errors.get(name, 0)}"
        yield from _contradicting_chances(made, setting)
        sizes = {drop.rows for part in (both.original or {}, both.other) for drop in part.values()}
        if len(sizes) > 1:
            yield f"`matched {setting}` of a result has {' and '.join(map(str, sorted(sizes)))} rows"
        if changed is not None and most > changed:
            yield f"`matched {setting}` of a result has {most} rows, and {changed} were changed"


def _not_added_up(place: str, errors: Mapping[str, int]) -> Iterator[str]:
    """Yield an error message if the types of wrong answers do not add up to them."""
    by_type = sum(errors.values()) - errors.get("wrong", 0)
    if by_type != errors.get("wrong", by_type):
        yield f"`{place} wrong` of a result is {errors['wrong']}, and its types add up to {by_type}"


def _contradicting_chances(made: Result, setting: str) -> Iterator[str]:
    """Yield an error message for the p-value of a type that one setting alone has, where no rows share a text.

    Then all rows that differ speak for the same setting, and the exact test of signs needs only their number.
    """
    both, groups = made.matched[setting], made.paired.groups.split() if made.paired else []
    if not groups or len(set(groups)) < len(groups):
        return
    for name, told in both.p_values.items():
        counts = (both.errors.get(name, 0), both.other_errors.get(name, 0))
        expected = min(1.0, 2.0 ** (1 - max(counts)))
        if not min(counts) and abs(told - expected) > _ROUNDING:
            yield f"`matched {setting} p_values {name}` of a result is {told:.4g}, and {max(counts)} rows against none give {expected:.4g}"


def _all_drops(made: Result) -> Iterator[tuple[str, dict[str, Drop]]]:
    """Yield the drops of a result by metric, each with its place."""
    for name in ("drop", "drop_all_rows", "drop_touching"):
        yield name, getattr(made, name) or {}
    for rule, by_metric in made.drop_by_rule.items():
        yield f"drop_by_rule {rule}", by_metric
    for setting, both in made.matched.items():
        yield f"matched {setting} original", both.original or {}
        yield f"matched {setting} other", both.other
    for setting, split in made.drop_split.items():
        yield f"drop_split {setting}", {"whole": split.whole, "calculation": split.calculation}


def _impossible_means(cells: Mapping[str, Any], place: str) -> Iterator[str]:
    for name, value in cells.items():
        if (len(value) if isinstance(value, list) else 0) != (2 if name == "interval" else 0):
            yield f"`{place} {name}` of a result is {value!r:.60}, which it cannot be"
        bounds = _COUNTS if name == "rows" else _POINTS
        yield from _impossible_numbers(f"{place} {name}", value, bounds)
        if name == "rows" and value != int(value):
            yield f"`{place} rows` of a result is {value!r:.60}, not a whole number"
        if name == "interval":
            yield from _reversed(place, value)


def _impossible_errors(place: str, errors: Mapping[str, int]) -> Iterator[str]:
    """Yield an error message for each number of errors that is larger than that of wrong answers."""
    wrong = errors.get("wrong", 0)
    for name, count in errors.items():
        if not 0 <= count <= wrong:
            yield f"`{place} {name}` of a result is {count}, which it cannot be for {wrong} wrong answers"
    if sum(errors.values()) > 2 * wrong:
        yield f"`{place}` of a result has {sum(errors.values()) - wrong} errors in {wrong} wrong answers"


def _reversed(place: str, interval: Any) -> Iterator[str]:
    """Yield an error message for an interval whose ends are in the wrong order."""
    if interval is not None and interval[0] > interval[1]:
        yield f"`{place} interval` of a result ends before it begins: {interval[0]:.1f} to {interval[1]:.1f}"


def _impossible_numbers(place: str, value: Any, bounds: tuple[float, float, str]) -> Iterator[str]:
    """Yield an error message for each number outside its bounds: of one, of several, or of none (None)."""
    low, high, said = bounds
    numbers = value if isinstance(value, list | tuple) else [value]
    for number in numbers if value is not None else ():
        if not isinstance(number, int | float) or isinstance(number, bool):
            yield f"`{place}` of a result is {number!r:.60}, not a number"
        elif not low - _ROUNDING <= number <= high + _ROUNDING:  # excludes nan too
            yield f"`{place}` of a result is {number!r:.60}, not {said}"
