"""One worked example for each perturbation on the card, taken from the rows of the release."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from numdiag_datasets.core.manifest import Manifest, read_rows
from numdiag_datasets.core.problem import APPLIED
from numdiag_datasets.core.schema import from_row
from numdiag_datasets.core.visible_text import visible
from numdiag_datasets.perturbations import PERTURBATIONS
from numdiag_datasets.release.display.marking import marked_row

_MOST_CHARACTERS = 400  # longer examples are rarely read


def card_examples(manifest: Manifest, directory: Path) -> list[dict[str, str]]:
    """Return an example for every perturbation that has an applied test row, in the usual order.

    An example has its ``perturbation``, its ``config`` (``asdiv_a-noise``), and the ``text`` of the row with its
    edits marked, removed text as ``[-12-]``, added text as ``{+12.4+}``, inside a Markdown fence.

    Args:
        manifest: of the release, or of some of its data sets.
        directory: of its Parquet files.
    """
    return [example for name in PERTURBATIONS for example in _first(manifest, directory, name)]


def _first(manifest: Manifest, directory: Path, perturbation: str) -> Iterator[dict[str, str]]:
    """Yield the first short row of the first data set with applied rows; if none is short, its shortest row."""
    for dataset in manifest.sources:
        path = f"{dataset}/{perturbation}/test.parquet"
        if path not in manifest.files:
            continue
        rows = (from_row(row) for row in read_rows(directory, [path]) if row["status"] == APPLIED)
        moves = PERTURBATIONS[perturbation].moves_text
        long: list[str] = []
        for row in rows:
            text = visible(marked_row(row, colour=False, moves=moves).plain)
            if len(text) <= _MOST_CHARACTERS:
                break
            long.append(text)
        else:
            if not long:
                continue
            text = min(long, key=len)
        config = f"{dataset}-{perturbation}"
        yield {"perturbation": perturbation, "config": config, "text": fenced(text)}
        return


def fenced(text: str) -> str:
    """Return a Markdown code block that shows any text unchanged."""
    fence = max(["``", *re.findall("`+", text)], key=len) + "`"
    return f"{fence}text\n{text}\n{fence}"
