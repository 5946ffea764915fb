"""What all pictures of a report share: colours, an empty figure, whiskers, and the bytes of a file."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING

from numdiag_datasets.report.outcomes import ReportError
from numdiag_datasets.report.summary import Value

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, FAINT = "#1a1a1a", "#595959"
#: Bars of systems, from the palette of Okabe and Ito.
BARS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000")
#: With more systems the values over the bars would run into each other.
LABELLED = 9


def figure_of(width: float, height: float) -> Figure:
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


def whiskers(cells: Iterable[Value]) -> list[list[float]]:
    """How far the intervals reach below and above their means; 0 where there is none."""
    ends = [(c.mean, *(c.interval or (c.mean, c.mean))) for c in cells]
    below = [max(0, mean - low) for mean, low, _ in ends]
    return [below, [max(0, high - mean) for mean, _, high in ends]]


def picture_bytes(figure: Figure, form: str) -> bytes:
    """A picture as ``png`` or ``svg``, without the date."""
    out = io.BytesIO()
    stamp = {"Date": None} if form == "svg" else {"Software": None}
    with warnings.catch_warnings():
        # A character of a name that the font has not is drawn as a box.
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        figure.savefig(out, format=form, dpi=160, metadata=stamp, facecolor="white")
    return out.getvalue()
