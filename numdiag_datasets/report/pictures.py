"""Pictures of a report: a heatmap of drops, and the drops by capability as bars."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from numdiag_datasets.perturbations import PERTURBATIONS
from numdiag_datasets.report.formats import cell_text
from numdiag_datasets.report.label_tables import CHANCE, LabelSummary, languages_of
from numdiag_datasets.report.outcomes import ReportError, System
from numdiag_datasets.report.summary import NOT_RUN, Cell, Summary, Value
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.text_pairs.number_words.family import NAME as NUMBER_WORDS
from numdiag_datasets.text_pairs.number_words.family import config_name
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.number_words.rows import VARIANTS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Orange for losses, purple for gains: people of every colour vision can tell them apart.
_COLOURS = "PuOr_r"
_INK, _FAINT = "#1a1a1a", "#595959"
#: Bars of systems, from the palette of Okabe and Ito.
_BARS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000")
#: With more systems the values over the bars would run into each other.
_LABELLED = 9
_SETTING = "attack"


def heatmap(summary: Summary) -> Figure:
    """Systems by perturbations, a panel a data set: drops under attack, with their intervals.

    Where rows were not paired, the change over all rows stands for the drop, without an interval.

    Raises:
        ReportError: matplotlib is not installed.
    """
    panels = _panels(summary)
    heights = [len(systems) for _, systems in panels] or [1]
    figure = _figure(11, 0.6 * sum(heights) + 0.8 * len(heights))
    grid = figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)
    for (dataset, systems), axes in zip(panels, grid[:, 0], strict=False):
        _panel(axes, summary, dataset, systems)
    if not panels:
        grid[0, 0].text(0.5, 0.5, "no attack was scored", ha="center", color=_FAINT)
        grid[0, 0].axis("off")
    return figure


def _panel(axes: Any, summary: Summary, dataset: str, systems: Sequence[System]) -> None:
    metric = scorer_of(dataset).metrics[0]
    cells = [[attack_drop(summary, s, dataset, name) for name in PERTURBATIONS] for s in systems]
    points = [[c.mean if isinstance(c, Value) else math.nan for c in row] for row in cells]
    image = axes.imshow(points, cmap=_COLOURS, vmin=-70, vmax=70, aspect="auto")
    axes.set_xticks(range(len(PERTURBATIONS)), PERTURBATIONS, color=_INK)
    axes.set_yticks(range(len(systems)), [system.label for system in systems], color=_INK)
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelsize=9)
    axes.spines[:].set_visible(False)
    axes.set_title(
        f"{dataset}: drop of {metric.replace('_', ' ')}", loc="left", fontsize=10, pad=22
    )
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            if isinstance(cell, str):
                short = NOT_RUN if cell == NOT_RUN else "n/a"
                axes.text(x, y, short, ha="center", va="center", fontsize=7.5, color=_FAINT)
                continue
            value, _, interval = cell_text(cell, "drop").partition(" (")
            ink = ink_on(image.cmap(image.norm(cell.mean)))
            offset = 0.14 * bool(interval)
            axes.text(x, y - offset, value, ha="center", va="center", fontsize=9, color=ink)
            told = interval.replace(") n.s.", ", n.s.").removesuffix(")")
            axes.text(x, y + 0.24, told, ha="center", va="center", fontsize=6.5, color=ink)


def ink_on(colour: Sequence[float]) -> str:
    """Black or white, whichever stands out more: at least 4.5 to 1 (WCAG 2, 1.4.3).

    Args:
        colour: red, green and blue, 0 to 1.
    """
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "black" if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "white"


def capabilities(summary: Summary) -> Figure:
    """Bars: the mean drop under attack of each capability, a panel a data set.

    Raises:
        ReportError: matplotlib is not installed.
    """
    names = list(dict.fromkeys(p.capability for p in PERTURBATIONS.values()))
    panels = _panels(summary)
    figure = _figure(11, 2.9 * max(len(panels), 1) + 0.3)
    # One scale for all panels, so that bars can be compared.
    grid = figure.subplots(max(len(panels), 1), 1, squeeze=False, sharey=True)
    for (dataset, systems), axes in zip(panels, grid[:, 0], strict=False):
        width = 0.8 / max(len(systems), 4)
        for i, system in enumerate(systems):
            means = [_mean_drop(summary, system, dataset, name) for name in names]
            places = [x + (i - (len(systems) - 1) / 2) * width for x in range(len(names))]
            bars = axes.bar(
                places, [0 if m is None else m for m in means], width * 0.92,
                color=_BARS[i % len(_BARS)], label=system.label,
                hatch="//" if i >= len(_BARS) else None,
            )  # fmt: skip
            texts = ["n/a" if mean is None else f"{mean:.1f}" for mean in means]
            if len(systems) <= _LABELLED:
                axes.bar_label(bars, texts, padding=1.5, fontsize=6.5, color=_INK)
        axes.axhline(0, color=_FAINT, linewidth=0.8)
        axes.margins(y=0.12)
        axes.set_xticks(range(len(names)), names)
        axes.set_xlim(-0.5, len(names) - 0.5)
        axes.set_ylabel("points", fontsize=8)
        axes.tick_params(length=0, labelsize=9, colors=_INK)
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        axes.set_title(f"{dataset}: mean drop under attack by capability", loc="left", fontsize=10)
        axes.legend(fontsize=7.5, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    if not panels:
        grid[0, 0].axis("off")
    return figure


def number_words(summary: LabelSummary, task: str) -> Figure:
    """Bars: accuracy by language and system, a panel for bare number words and one for sentences.

    As figure 2 of Johnson et al. (2020), with 95% intervals and the line of chance.

    Raises:
        ReportError: matplotlib is not installed.
    """
    systems = summary.systems_of(NUMBER_WORDS)
    codes = languages_of(summary, task)
    figure = _figure(11, 6)
    grid = figure.subplots(len(VARIANTS), 1, squeeze=False, sharey=True)
    for variant, axes in zip(VARIANTS, grid[:, 0], strict=True):
        width = 0.8 / max(len(systems), 4)
        for i, system in enumerate(systems):
            cells = {
                x: cell
                for x, code in enumerate(codes)
                if isinstance(
                    cell := summary.accuracy(system, config_name(task, variant, code)), Value
                )
            }
            if not cells:
                continue
            bars = axes.bar(
                [x + (i - (len(systems) - 1) / 2) * width for x in cells],
                [cell.mean for cell in cells.values()], width * 0.92,
                yerr=_errors(cells.values()), ecolor=_INK, error_kw={"elinewidth": 0.8},
                color=_BARS[i % len(_BARS)], label=system,
                hatch="//" if i >= len(_BARS) else None,
            )  # fmt: skip
            if len(systems) * len(codes) <= 4 * _LABELLED:
                axes.bar_label(bars, fmt="%.1f", padding=1.5, fontsize=6.5, color=_INK)
        axes.axhline(CHANCE, color=_FAINT, linewidth=0.8, linestyle="--")
        axes.set_xticks(range(len(codes)), [LANGUAGES[code].name for code in codes])
        axes.set_xlim(-0.5, len(codes) - 0.5)
        axes.set_ylim(0, 108)
        axes.set_ylabel("accuracy", fontsize=8)
        axes.tick_params(length=0, labelsize=9, colors=_INK)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_title(f"{task}, {variant}; dashed: chance", loc="left", fontsize=10)
        if axes.containers:  # a variant that nobody was tested on has no legend
            axes.legend(fontsize=7.5, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    return figure


def _errors(cells: Iterable[Value]) -> list[list[float]]:
    """How far the intervals reach below and above their means; 0 where there is none."""
    ends = [(c.mean, *(c.interval or (c.mean, c.mean))) for c in cells]
    below = [max(0, mean - low) for mean, low, _ in ends]
    return [below, [max(0, high - mean) for mean, _, high in ends]]


def attack_drop(summary: Summary, system: System, dataset: str, name: str) -> Cell:
    """The drop under attack over the rows that were changed; over all rows where they were not paired."""
    metric = scorer_of(dataset).metrics[0]
    row = (_SETTING, name)
    drop = summary.drop(system, dataset, row, metric)
    change = summary.change(system, dataset, row, metric)
    if isinstance(drop, str) and isinstance(change, Value):
        return Value(-change.mean, change.runs)
    return drop


def _mean_drop(summary: Summary, system: System, dataset: str, capability: str) -> float | None:
    drops = [
        attack_drop(summary, system, dataset, name)
        for name, p in PERTURBATIONS.items()
        if p.capability == capability
    ]
    told = [drop.mean for drop in drops if isinstance(drop, Value)]
    return sum(told) / len(told) if told else None


def _panels(summary: Summary) -> list[tuple[str, list[System]]]:
    """The data sets of which some attack was scored, each with the systems that it was scored for."""
    panels = []
    for dataset in summary.datasets:
        attacked = [
            system
            for system in summary.systems_of(dataset)
            if any(
                isinstance(attack_drop(summary, system, dataset, name), Value)
                for name in PERTURBATIONS
            )
        ]
        if attacked:
            panels.append((dataset, attacked))
    return panels


def _figure(width: float, height: float) -> Figure:
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ReportError("pictures need matplotlib: pip install 'numdiag[report]'") from error
    # The same bytes from the same results.
    matplotlib.rcParams["svg.hashsalt"] = "numdiag"
    # The name of a system is no formula.
    matplotlib.rcParams["text.parse_math"] = False
    return Figure(figsize=(width, height), layout="constrained")


def picture_bytes(figure: Figure, form: str) -> bytes:
    """A picture as ``png`` or ``svg``, without the date."""
    out = io.BytesIO()
    stamp = {"Date": None} if form == "svg" else {"Software": None}
    with warnings.catch_warnings():
        # A character of a name that the font has not is drawn as a box.
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        figure.savefig(out, format=form, dpi=160, metadata=stamp, facecolor="white")
    return out.getvalue()
