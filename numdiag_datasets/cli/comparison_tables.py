"""Tables that compare two systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from numdiag_datasets.cli.score_tables import (
    config_label,
    interval_text,
    new_table,
    p_text,
    points_text,
)
from numdiag_datasets.cli.terminal_tables import TerminalTable
from numdiag_datasets.core.errors import some
from numdiag_datasets.scoring.comparison import CORRECTION, Comparison, ConfigComparison, Difference
from numdiag_datasets.scoring.result_warnings import (
    ANSWERS_CUT,
    AT_FLOOR,
    LESS_READ,
    MORE_READ,
    SAME,
    UNREAD,
    UNSCALED,
    is_less_read,
)

#: Column heads for scores, and for drops.
_COLUMNS = (
    "rows",
    "A",
    "B",
    "B-A",
    "95% interval",
    "just A",
    "just B",
    "p",
    f"p ({CORRECTION})",
)
_DROP_COLUMNS = tuple(column.replace("just", "more") for column in _COLUMNS)


def comparison_tables(made: Comparison) -> Iterator[TerminalTable]:
    """Yield the tables of each data set: scores over all rows, scores over applied rows, drops, and costs."""
    for dataset in dict.fromkeys(each.dataset for each in made.configs):
        configs = [each for each in made.configs if each.dataset == dataset]
        metric = configs[0].metric.replace("_", " ")
        yield from _table(f"{dataset}: {metric}, all rows", configs, "all_rows")
        yield from _table(f"{dataset}: {metric}, applied rows", configs, "applied_rows")
        over = made.over_perturbations.get(dataset)
        yield from _table(f"{dataset}: drop of {metric}, applied rows", configs, "drop", over)
        title = f"{dataset}: cost (control - attack) of {metric}, on the rows that both change"
        yield from _table(title, configs, "cost")


def _table(
    title: str, configs: Sequence[ConfigComparison], kind: str, over: Difference | None = None
) -> Iterator[TerminalTable]:
    """Yield a table of one kind of difference, with the configs that have it."""
    found = {each.config: getattr(each, kind) for each in configs}
    found = {config: difference for config, difference in found.items() if difference}
    if not found:
        return
    rows = [(config_label(config), *_cells(difference)) for config, difference in found.items()]
    table = new_table(title, _DROP_COLUMNS if kind in ("drop", "cost") else _COLUMNS, rows)
    if over:
        table.add_section()
        table.add_row("attacks above", *_cells(over))
    yield table


def _cells(made: Difference) -> list[str]:
    return [
        str(made.rows),
        points_text(made.a),
        points_text(made.b),
        points_text(made.difference),
        interval_text(made.interval),
        str(made.a_higher),
        str(made.b_higher),
        p_text(made.p_value),
        "" if made.p_adjusted is None else p_text(made.p_adjusted),
    ]


def warnings(made: Comparison) -> Iterator[str]:
    """Yield warnings above the tables: two ways of asking, then those of each system, with their configs."""
    first = made.configs[0]
    if first.prompt_b is not None:
        yield f"asked in two ways, so the difference may be that of the prompts: A {first.signature.prompt or 'unknown'}, B {first.prompt_b or 'unknown'}"
    for system in ("a", "b"):
        unread = {
            c.config: (c.unreadable or {}).get(system, 0) / c.all_rows.rows for c in made.configs
        }
        changed = [c for c in made.configs if c.drop and c.dataset in unread]
        concerned = {
            ANSWERS_CUT: [c for c in made.configs if (c.cut or {}).get(system)],
            UNREAD: [c for c in made.configs if unread[c.config] > 1 / 2],
            LESS_READ: [c for c in changed if is_less_read(unread[c.config], unread[c.dataset])],
            MORE_READ: [c for c in changed if is_less_read(unread[c.dataset], unread[c.config])],
            UNSCALED: [c for c in made.configs if system in (c.unscaled or ())],
            SAME: [c for c in made.configs if system in (c.of_originals or ())],
            AT_FLOOR: [c for c in made.configs if system in (c.at_floor or ())],
        }
        for text, configs in concerned.items():
            if configs:
                yield f"{system.upper()}, {some([c.config for c in configs])}: {text}"


def comparison_notes(made: Comparison) -> Iterator[str]:
    """Yield the notes below the tables, one line each."""
    yield f"p ({CORRECTION}): corrected for the number of configs in its table."
    if any(each.drop for each in made.configs):
        yield "Drops and costs: where B - A is below 0, B loses less. Just A, more A: rows that A alone has right or loses, or with more points of A."
    for each in made.configs:
        if each.left_out is not None:
            rows = each.all_rows.rows
            line = f"{each.config}: {rows} of {rows + each.left_out} rows compared, {each.left_out} left out"
            fewer = each.drop and each.applied_rows and each.drop.rows < each.applied_rows.rows
            yield line + (
                f"; drops over {each.drop.rows} applied rows" if each.drop and fewer else ""
            )
        if each.unreadable and any(each.unreadable.values()):
            yield f"{each.config}: unreadable answers, A {each.unreadable['a']}, B {each.unreadable['b']}"
        if each.cut:
            yield f"{each.config}: answers cut at the limit of tokens, A {each.cut['a']}, B {each.cut['b']}"
    yield from made.notes
