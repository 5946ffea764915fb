"""Pictures of number words: systems by language, and accuracy by layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numdiag_datasets.core.data_sets import NUMBER_WORDS as NAME
from numdiag_datasets.core.errors import short
from numdiag_datasets.report.drawing import BARS, FAINT, INK, LABELLED, figure_of, whiskers
from numdiag_datasets.report.label_tables import CHANCE, LabelSummary
from numdiag_datasets.report.number_word_tables import (
    languages_of,
    layers_of,
    systems_of,
)
from numdiag_datasets.report.outcomes import IN_PICTURES
from numdiag_datasets.report.summary import Value
from numdiag_datasets.text_pairs.number_words.family import config_name
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    TASKS,
    VARIANTS,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STYLES = ("-", "--", ":", "-.")


def by_language(summary: LabelSummary, task: str) -> Figure:
    """Draw bars: accuracy by language and system, a panel for each tested variant, bare and in sentences.

    As in figure 2 of Johnson et al. (2020), with 95% intervals and a line at chance level.

    Raises:
        ReportError: matplotlib is not installed.
    """
    systems = systems_of(summary)
    codes = languages_of(summary, task)
    tested = set(summary.configs_of(NAME))
    variants = [v for v in VARIANTS if tested & {config_name(task, v, code) for code in codes}]
    figure = figure_of(11, 3 * len(variants))
    grid = figure.subplots(len(variants), 1, squeeze=False, sharey=True)
    for variant, axes in zip(variants, grid[:, 0], strict=True):
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
                yerr=whiskers(cells.values()), ecolor=INK, error_kw={"elinewidth": 0.8},
                color=BARS[i % len(BARS)], label=short(system, IN_PICTURES),
                hatch="//" if i >= len(BARS) else None,
            )  # fmt: skip
            if len(systems) * len(codes) <= 4 * LABELLED:
                axes.bar_label(bars, fmt="%.1f", padding=1.5, fontsize=6.5, color=INK)
        axes.axhline(CHANCE, color=FAINT, linewidth=0.8, linestyle="--")
        axes.set_xticks(range(len(codes)), [LANGUAGES[code].name for code in codes])
        axes.set_xlim(-0.5, len(codes) - 0.5)
        axes.set_ylim(0, 108)
        axes.set_ylabel("accuracy", fontsize=8)
        axes.tick_params(length=0, labelsize=9, colors=INK)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_title(f"{task}, {variant}; dashed: chance", loc="left", fontsize=10)
        if axes.containers:  # absent if only single layers were tested
            axes.legend(fontsize=7.5, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    return figure


def by_layer(summary: LabelSummary) -> Figure:
    """Draw lines: accuracy on bare number words by layer.

    There is a panel per task, a colour per language, and a line style per encoder.

    Raises:
        ReportError: matplotlib is not installed.
    """
    figure = figure_of(11, 6)
    grid = figure.subplots(len(TASKS), 1, squeeze=False, sharey=True)
    for task, axes in zip(TASKS, grid[:, 0], strict=True):
        for style, (base, layers) in zip(_STYLES, layers_of(summary).items(), strict=False):
            for colour, code in zip(BARS, languages_of(summary, task), strict=False):
                config = config_name(task, VARIANTS[0], code)
                cells = {n: summary.accuracy(system, config) for n, system in layers.items()}
                told = {n: cell.mean for n, cell in cells.items() if isinstance(cell, Value)}
                if told:
                    axes.plot(
                        list(told), list(told.values()), style, color=colour,
                        label=f"{short(base, IN_PICTURES)}: {LANGUAGES[code].name}", linewidth=1.2,
                    )  # fmt: skip
        axes.axhline(CHANCE, color=FAINT, linewidth=0.8, linestyle="--")
        axes.set_ylim(40, 102)
        axes.set_xlabel("layer", fontsize=8)
        axes.set_ylabel("accuracy", fontsize=8)
        axes.tick_params(length=0, labelsize=9, colors=INK)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_title(f"{task}, {VARIANTS[0]}; dashed: chance", loc="left", fontsize=10)
        if axes.lines[:-1]:
            axes.legend(fontsize=7, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    return figure
