"""``python -m tests.benchmarks.tatqa_statistics RELEASE``: what tables 1, 2 and 7 of Zhu et al. (2021) count, of TATQA-a.

Words are what blanks part. The paper counted header rows by hand, in 100 contexts; here they are the rows above the first row
with a figure, but for those that name a section (text in the first column only) behind the last heading.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from datasets import load_dataset

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.problem import cell_of
from numdiag_datasets.texts.table.figures import table_numbers

_TYPES = ("span", "multi-span", "count", "arithmetic")
_PLACES = ("table", "text", "table-text")
Row = Mapping[str, Any]


def header_rows(table: Sequence[Sequence[str]]) -> int:
    """How many rows stand above the body of a table, at least one; all of a table without figures.

    >>> header_rows([["", "2019", "2018"], ["", "(in millions)", ""], ["Net sales:", "", ""], ["Bread", "$1,204", "1,146"]])
    2
    """
    figures = (cell_of(number.field) for number in table_numbers(table) if number.is_quantity)
    first = min((cell[0] for cell in figures if cell), default=len(table))
    headings = [r for r in range(first) if any(cell.strip() for cell in table[r][1:])]
    return max(headings, default=0) + 1


def _words(text: str) -> int:
    return len(text.split())


def main() -> None:
    splits = {name: load_dataset(sys.argv[1], "tatqa_a", split=name).to_list() for name in SPLITS}
    for name, rows in splits.items():
        _print_split(name, rows)
    everything = [row for rows in splits.values() for row in rows]
    counts = Counter((row["answer_type"], row["answer_from"]) for row in everything)
    for kind in _TYPES:
        found = [counts[kind, place] for place in _PLACES]
        print(f"{kind}: {', '.join(map(str, found))}; {sum(found)}")
    print("all:", *(sum(counts[kind, place] for kind in _TYPES) for place in _PLACES), len(everything))
    tables = {row["group"]: row["table"] for row in everything}
    heads = Counter(min(header_rows(table), 4) for table in tables.values())
    shares = (f"{n}: {100 * heads[n] / len(tables):.1f}%" for n in sorted(heads))
    print(f"header rows of {len(tables)} tables (4: more than 3):", *shares)


def _print_split(name: str, rows: Sequence[Row]) -> None:
    contexts = list({row["group"]: row for row in rows}.values())
    arithmetic = sum(row["answer_type"] == "arithmetic" for row in rows)
    print(f"{name}: {len(contexts)} contexts, {len(rows)} questions, {arithmetic} arithmetic")
    for what, values in (
        ("rows a table", [len(c["table"]) for c in contexts]),
        ("columns a table", [len(c["table"][0]) for c in contexts]),
        ("paragraphs a table", [len(c["context"]) for c in contexts]),
        ("words a paragraph", [_words(text) for c in contexts for text in c["context"]]),
        ("words a question", [_words(row["question"]) for row in rows]),
        ("words an answer", [sum(map(_words, row["answers"])) for row in rows]),
    ):
        print(f"  {fmean(values):.1f} {what}")


if __name__ == "__main__":
    main()
