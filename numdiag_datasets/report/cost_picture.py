"""A picture of the costs of capabilities, with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numdiag_datasets.report.drawing import BARS, FAINT, INK, figure_of, whiskers
from numdiag_datasets.report.formats import FLOOR, NOT_SEEN, mark_of
from numdiag_datasets.report.matched_tables import cost_tables, costs_of
from numdiag_datasets.report.summary import Summary, Value

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MARKS = "osD^vP*"
#: Points that an axis has at least, above and below 0.
_LEAST = 5
#: The intervals of fewer rows would make the axis so long that those of more rows look alike.
_FEW = 30


def _kind(cost: Value) -> str:
    """Return why a cost shows no difference, "" if it does."""
    mark = mark_of(cost, "drop")
    return NOT_SEEN if mark not in ("", FLOOR) else mark


def has_costs(summary: Summary) -> bool:
    """Return whether any attack was compared with its control."""
    return any(costs_of(table) for table in cost_tables(summary))


def costs(*summaries: Summary) -> Figure:
    """Draw the cost of each capability (control - attack) with its 95% interval, a panel per data set.

    A cost that may be chance has a hollow mark; one at the floor is a cross.

    Raises:
        ReportError: matplotlib is not installed.
    """
    tables = [table for each in summaries for table in cost_tables(each) if costs_of(table)]
    figure = figure_of(11, 2.9 * len(tables) + 0.3)
    # One scale for all panels, so that they can be compared.
    grid = figure.subplots(len(tables), 1, squeeze=False, sharey=True)
    ends: list[float] = [-_LEAST, _LEAST]
    every = [c for t in tables for cells in costs_of(t).values() for c in cells]
    few = min(_FEW, max(cost.rows for cost in every if isinstance(cost, Value)))
    for table, axes in zip(tables, grid[:, 0], strict=True):
        rows = costs_of(table)
        columns = [
            (label, told)
            for (label, _), cells in zip(
                table.columns, zip(*rows.values(), strict=True), strict=True
            )
            if (told := [(x, cost) for x, cost in enumerate(cells) if isinstance(cost, Value)])
        ]
        width = 0.8 / max(len(columns), 4)
        for i, (label, told) in enumerate(columns):
            offset = (i - (len(columns) - 1) / 2) * width
            for kind in ("", NOT_SEEN, FLOOR):
                its = [(x + offset, cost) for x, cost in told if _kind(cost) == kind]
                axes.errorbar(
                    [x for x, _ in its], [cost.mean for _, cost in its], yerr=whiskers(cost for _, cost in its),
                    fmt="x" if kind == FLOOR else _MARKS[i % len(_MARKS)], color=BARS[i % len(BARS)], markersize=5, capsize=2,
                    label=None if kind else label, markerfacecolor="white" if kind else None,
                )  # fmt: skip
        for _, cost in (each for _, told in columns for each in told):
            ends += [cost.mean, *(cost.interval if cost.interval and cost.rows >= few else ())]
        axes.axhline(0, color=FAINT, linewidth=0.8)
        axes.set_xticks(range(len(rows)), rows)
        axes.set_xlim(-0.5, len(rows) - 0.5)
        axes.set_ylabel("points", fontsize=8)
        axes.tick_params(length=0, labelsize=9, colors=INK)
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        title = f"{table.title.partition(':')[0]}: cost of each capability (control - attack), with its 95% interval (hollow: may be chance; cross: at the floor)"
        axes.set_title(title, loc="left", fontsize=10)
        axes.legend(fontsize=7.5, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    margin = (max(ends) - min(ends)) / 20
    grid[0, 0].set_ylim(min(ends) - margin, max(ends) + margin)
    return figure
