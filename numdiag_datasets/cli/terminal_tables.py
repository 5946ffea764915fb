"""Tables for terminals of any width: numbers are never cut, and heads break only between words.

The same rule applies to all commands. If the columns fit, they are printed side by side; labels and heads may
break between words, figures may not. Otherwise each row becomes a block: its label, and its cells below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

_GAP = 1  # between two columns, where the box has a space
_INDENT = 2  # of the cells of a block, below its label
#: The rule below the heads, for terminals that support only ASCII.
_ASCII = box.Box(
    "    \n    \n -- \n    \n    \n -- \n    \n    \n",
    ascii=True,
)


@dataclass(slots=True)
class TerminalTable:
    """A table that a console prints in its available width.

    Attributes:
        title: above the table.
        heads: of the columns. The first column contains labels, the others figures unless listed in ``texts``.
        rows: their cells; cells missing at the end of a row are empty.
        texts: heads of further columns of words, which may break like labels.
        folds: whether figures may break between words as well, if a cell contains two.
    """

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]] = ()
    texts: Sequence[str] = ()
    folds: bool = False
    _parted: set[int] = field(default_factory=set)

    def add_row(self, *cells: str) -> None:
        """Add a row; cells missing at its end are empty."""
        self.rows = [*self.rows, cells]

    def add_section(self) -> None:
        """Separate the rows so far from the following ones."""
        self._parted.add(len(self.rows))

    def _cells(self) -> list[list[str]]:
        return [[*row, *[""] * (len(self.heads) - len(row))] for row in self.rows]

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        if self.title:
            yield Text(self.title, style="bold")
        widths = self._widths(options.max_width)
        if widths:
            yield self._side_by_side(widths, options)
        else:
            yield from self._blocks(options.max_width)
        yield ""

    def _is_text(self, column: int) -> bool:
        return column == 0 or self.heads[column] in self.texts

    def _widths(self, width: int) -> list[int]:
        """Return the width of each column; an empty list if the columns do not fit."""
        widest, narrowest = [], []
        for column, head in enumerate(self.heads):
            cells = [row[column] for row in self._cells()]
            can_break = self.folds or self._is_text(column)
            needed = [_word(head), *map(_word if can_break else cell_len, cells)]
            narrowest.append(max(needed))
            # A head breaks before any other cell.
            widest.append(max(_word(head), *map(cell_len, cells), 0))
            if self._is_text(column):
                widest[-1] = max(widest[-1], cell_len(head))
        spare = sum(widest) + _GAP * (len(widest) - 1) - width
        while spare > 0:
            most = max(range(len(widest)), key=lambda i: (widest[i] > narrowest[i], widest[i]))
            if widest[most] == narrowest[most]:
                return []
            widest[most] -= 1
            spare -= 1
        return widest

    def _side_by_side(self, widths: Sequence[int], options: ConsoleOptions) -> RichTable:
        lines = _ASCII if options.ascii_only else box.SIMPLE_HEAD
        made = RichTable(box=lines, padding=0, pad_edge=False, show_edge=False)
        for column, (head, width) in enumerate(zip(self.heads, widths, strict=True)):
            made.add_column(
                Text(head),
                justify="left" if self._is_text(column) else "right",
                width=width,
                overflow="fold",
            )
        for number, row in enumerate(self._cells()):
            if number and number in self._parted:
                made.add_section()
            made.add_row(*map(Text, row))
        return made

    def _blocks(self, width: int) -> Iterator[RenderableType]:
        """Yield each row as a block: ``language``, and below it ``rows 16, A 81.2, B 62.5``."""
        for number, (label, *cells) in enumerate(self._cells()):
            if number and number in self._parted:
                yield ""
            yield Text(label, overflow="fold")
            pairs = [
                f"{h} {cell}".strip() for h, cell in zip(self.heads[1:], cells, strict=True) if cell
            ]
            for line in _filled(pairs, width - _INDENT):
                yield Text(" " * _INDENT + line, overflow="fold")


def _word(text: str) -> int:
    """Return the width of the longest word."""
    return max(map(cell_len, text.split()), default=0)


def _filled(parts: Iterable[str], width: int) -> Iterator[str]:
    """Yield lines of whole parts, separated by commas."""
    line = ""
    for part in parts:
        longer = f"{line}, {part}" if line else part
        if line and cell_len(f"{longer},") > width:
            yield f"{line},"
            longer = part
        line = longer
    if line:
        yield line
