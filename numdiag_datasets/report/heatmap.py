"""A heatmap of drops: systems by perturbations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.report.drawing import FAINT, INK, figure_of
from numdiag_datasets.report.formats import cell_text
from numdiag_datasets.report.outcomes import System
from numdiag_datasets.report.summary import NOT_RUN, ORIGINALS, Cell, Summary, Value
from numdiag_datasets.report.tables import Kind
from numdiag_datasets.scoring.scorers import scorer_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Orange for losses, purple for gains: distinguishable with every kind of colour vision.
_COLOURS = "PuOr_r"
_SETTING = "attack"
_ORIGINALS = "originals"
#: Background of a row at the floor; the note below its name.
_GREY = "#e4e4e4"
_LEGEND = "orange loses, violet gains; without colour: not significant (n.s.), not tested, or too few texts for an interval; figures of papers are coloured by their size"
_AT_FLOOR = "\nat the floor: too few right"


def heatmap(*summaries: Summary) -> Figure:
    """Draw systems by perturbations, a panel per data set: scores on the originals, and drops under attack.

    Intervals are shown too. If rows were not paired, the cell shows the change over all rows, without an
    interval. Drops indistinguishable from 0 have no colour, and a system at the floor is grey.

    Raises:
        ReportError: matplotlib is not installed.
    """
    panels = _panels(summaries)
    heights = [len(systems) for _, _, systems in panels] or [1]
    figure = figure_of(12, 0.6 * sum(heights) + 0.8 * len(heights))
    grid = figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)
    for (summary, dataset, systems), axes in zip(panels, grid[:, 0], strict=False):
        _panel(axes, summary, dataset, systems)
    figure.supxlabel(_LEGEND, fontsize=7.5, color=FAINT)
    if not panels:
        grid[0, 0].text(0.5, 0.5, "no attack was scored", ha="center", color=FAINT)
        grid[0, 0].axis("off")
    return figure


def _panel(axes: Any, summary: Summary, dataset: str, systems: Sequence[System]) -> None:
    metric = scorer_of(dataset).metrics[0]
    cells = [
        [attack_drop(summary, s, dataset, name) for name in PERTURBATION_TABLE] for s in systems
    ]
    # The first column has scores, not drops, and no colour.
    points = [[math.nan, *map(_coloured, row)] for row in cells]
    image = axes.imshow(points, cmap=_COLOURS, vmin=-70, vmax=70, aspect="auto")
    axes.set_xticks(
        range(len(PERTURBATION_TABLE) + 1), [_ORIGINALS, *PERTURBATION_TABLE], color=INK
    )
    values = [[cell for cell in row if isinstance(cell, Value)] for row in cells]
    at_floor = [bool(row) and all(cell.is_floor for cell in row) for row in values]
    labels = [
        f"{s.short_label}{_AT_FLOOR * is_low}" for s, is_low in zip(systems, at_floor, strict=True)
    ]
    axes.set_yticks(range(len(systems)), labels, color=INK)
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelsize=9)
    axes.spines[:].set_visible(False)
    axes.axvline(0.5, color=FAINT, linewidth=0.8)
    title = (
        f"{summary.title_of(dataset)}: {metric.replace('_', ' ')} on the originals, and its drop"
    )
    axes.set_title(title, loc="left", fontsize=10, pad=22)
    for y, (system, row, is_low) in enumerate(zip(systems, cells, at_floor, strict=True)):
        if is_low:
            axes.axhspan(y - 0.5, y + 0.5, color=_GREY, linewidth=0)
            axes.get_yticklabels()[y].set_color(FAINT)
        before = summary.score(system, dataset, ORIGINALS, metric)
        for x, cell in enumerate((before, *row)):
            if isinstance(cell, str):
                short = NOT_RUN if cell == NOT_RUN else "n/a"
                axes.text(x, y, short, ha="center", va="center", fontsize=7.5, color=FAINT)
                continue
            kind: Kind = "drop" if x else "score"
            value, _, interval = cell_text(cell, kind).partition(" (")
            drawn = points[y][x]
            ink = INK if math.isnan(drawn) else ink_on(image.cmap(image.norm(drawn)))
            ink = FAINT if is_low else ink
            offset = 0.14 * bool(interval)
            axes.text(x, y - offset, value, ha="center", va="center", fontsize=9, color=ink)
            told = interval.replace(") ", ", ").removesuffix(")")
            axes.text(x, y + 0.24, told, ha="center", va="center", fontsize=7, color=ink)


def _coloured(cell: Cell) -> float:
    """Return the drop that colours a cell; nan if it is indistinguishable from 0 or missing."""
    return cell.mean if isinstance(cell, Value) and cell.is_told else math.nan


def ink_on(colour: Sequence[float]) -> str:
    """Return black or white, the one with more contrast: at least 4.5 to 1 (WCAG 2, 1.4.3).

    Args:
        colour: red, green and blue, 0 to 1.
    """
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "black" if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "white"


def attack_drop(summary: Summary, system: System, dataset: str, name: str) -> Cell:
    """Return the drop under attack over the changed rows; over all rows if these were not paired."""
    metric = scorer_of(dataset).metrics[0]
    row = (_SETTING, name)
    drop = summary.drop(system, dataset, row, metric)
    change = summary.change(system, dataset, row, metric)
    if isinstance(drop, str) and isinstance(change, Value):
        return Value(-change.mean, change.runs)
    return drop


def _panels(summaries: Sequence[Summary]) -> list[tuple[Summary, str, list[System]]]:
    """Return the data sets with a scored attack, each with the systems that have one."""
    panels = []
    for summary, dataset in ((s, dataset) for s in summaries for dataset in s.datasets):
        attacked = [
            system
            for system in summary.systems_of(dataset)
            if any(
                isinstance(attack_drop(summary, system, dataset, name), Value)
                for name in PERTURBATION_TABLE
            )
        ]
        if attacked:
            panels.append((summary, dataset, attacked))
    return panels
