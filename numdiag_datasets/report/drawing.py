"""Shared parts of a report's pictures: colours, an empty figure, whiskers, and the bytes of a file."""

from __future__ import annotations

import io
import logging
import os
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING

from numdiag_datasets.core.visible_text import visible
from numdiag_datasets.report.outcomes import ReportError
from numdiag_datasets.report.summary import Value

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, FAINT = "#1a1a1a", "#595959"
#: Colours of systems, from the palette of Okabe and Ito.
BARS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000")
#: With more systems than this, the values over the bars would overlap.
LABELLED = 9


def figure_of(width: float, height: float) -> Figure:
    # A user's backend and style must not change a report; a wrong name of one would end the import, or be complained of.
    os.environ["MPLBACKEND"] = "agg"
    logging.getLogger("matplotlib").setLevel(logging.CRITICAL)
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ReportError("pictures need matplotlib: pip install 'numdiag[report]'") from error
    except (OSError, ValueError) as error:
        raise ReportError(f"matplotlib cannot read its settings (matplotlibrc): {error}") from error
    matplotlib.rcdefaults()
    # The same results must produce the same bytes.
    matplotlib.rcParams["svg.hashsalt"] = "numdiag"
    # A system's name must not be parsed as a formula.
    matplotlib.rcParams["text.parse_math"] = False
    return Figure(figsize=(width, height), layout="constrained")


def whiskers(cells: Iterable[Value]) -> list[list[float]]:
    """Return the distances of the interval ends below and above each mean; 0 without an interval."""
    ends = [(c.mean, *(c.interval or (c.mean, c.mean))) for c in cells]
    below = [max(0, mean - low) for mean, low, _ in ends]
    return [below, [max(0, high - mean) for mean, _, high in ends]]


def picture_bytes(figure: Figure, form: str) -> bytes:
    """Return a picture as ``png`` or ``svg``, without the date."""
    out = io.BytesIO()
    stamp = {"Date": None} if form == "svg" else {"Software": None}
    with warnings.catch_warnings():
        # A character missing from the font is drawn as a box.
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        figure.savefig(out, format=form, dpi=160, metadata=stamp, facecolor="white")
    # SVG repeats each text in a comment.
    return visible(out.getvalue().decode()).encode() if form == "svg" else out.getvalue()
