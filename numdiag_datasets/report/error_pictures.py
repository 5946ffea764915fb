"""Picture of wrong answers by type: a stacked bar for each perturbation."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.error_answers import Error
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.report.drawing import FAINT, INK, figure_of
from numdiag_datasets.report.outcomes import System
from numdiag_datasets.report.summary import Summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Label -> its types and its colour (Okabe and Ito), from the bottom of a bar to its top.
PARTS: dict[str, tuple[tuple[str, ...], str]] = {
    "the mistake that the perturbation provokes": (tuple(Error), "#D55E00"),
    "another operation, or a part of the equation": (
        ("other_operation", "reversed", "operand_left_out"),
        "#E69F00",
    ),
    "a copied number": (("number_copied",), "#CC79A7"),
    "the bare calculation is wrong too": (("calculation",), "#0072B2"),
    "like a slip of calculation": (("power_of_ten", "sign", "near"), "#56B4E9"),
    "other": (("other",), "#bbbbbb"),
    "unreadable": (("unreadable",), "#000000"),
}


def has_types(summary: Summary) -> bool:
    """Return whether any attack of a summary has types of wrong answers."""
    return bool(_panels(summary))


def error_types(*summaries: Summary) -> Figure:
    """Draw stacked bars: the wrong answers to the changed rows by type, a panel per system and data set.

    Raises:
        ReportError: matplotlib is not installed.
    """
    panels = [(summary, *panel) for summary in summaries for panel in _panels(summary)]
    figure = figure_of(11, 2.4 * len(panels) + 0.4)
    grid = figure.subplots(len(panels), 1, squeeze=False, sharey=True)
    tops = [0.0]
    for (summary, dataset, system), axes in zip(panels, grid[:, 0], strict=True):
        tops += _stack(axes, _heights(summary, dataset, system))
        title = f"{summary.title_of(dataset)}, {system.short_label}: wrong answers under attack, in percent of the changed rows"
        axes.set_title(title, loc="left", fontsize=10)
    grid[0, 0].set_ylim(0, 1.15 * max(tops) or 1)  # of all panels, so that bars can be compared
    grid[0, 0].legend(
        fontsize=7.5, frameon=False, loc="upper left", bbox_to_anchor=(1, 1), reverse=True
    )
    return figure


def _panels(summary: Summary) -> list[tuple[str, System]]:
    """Return the data sets and systems with types of wrong answers."""
    return [
        (dataset, system)
        for dataset in summary.datasets
        for system in summary.systems_of(dataset)
        if not all(map(math.isnan, _heights(summary, dataset, system)["other"]))
    ]


def _heights(summary: Summary, dataset: str, system: System) -> dict[str, list[float]]:
    """Return part -> for each perturbation the percent of the changed rows of all runs that are of its types.

    It is not a number where the perturbation was not run.
    """
    found: dict[str, list[float]] = {part: [] for part in PARTS}
    for name in PERTURBATION_TABLE:
        outcomes = summary.outcomes(system, dataset, ("attack", name))
        results = [o.result for o in outcomes if o.result.errors and o.result.applied]
        rows = sum(made.applied["rows"] for made in results if made.applied)
        for part, (types, _) in PARTS.items():
            count = sum(made.errors.get(kind, 0) for made in results for kind in types)
            found[part].append(100 * count / rows if rows else math.nan)
    return found


def _stack(axes: Any, heights: dict[str, list[float]]) -> list[float]:
    """Draw the bars of a panel, and return their heights."""
    places = range(len(PERTURBATION_TABLE))
    below = [0.0] * len(PERTURBATION_TABLE)
    for part, parts in heights.items():
        axes.bar(places, parts, 0.7, bottom=below, color=PARTS[part][1], label=part)
        below = [low + height for low, height in zip(below, parts, strict=True)]
    for place, top in enumerate(below):
        is_run = not math.isnan(top)
        said, ink = (f"{top:.1f}", INK) if is_run else ("n/a", FAINT)
        axes.text(
            place, top if is_run else 0, said, ha="center", va="bottom", fontsize=7, color=ink
        )
    axes.set_xticks(places, [*PERTURBATION_TABLE])
    axes.set_ylabel("percent", fontsize=8)
    axes.tick_params(length=0, labelsize=9, colors=INK)
    axes.spines[["top", "right", "bottom"]].set_visible(False)
    return [top for top in below if not math.isnan(top)]
