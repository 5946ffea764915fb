"""Rows for readers: the original text with removed, added and moved parts marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING

from numdiag_datasets.core.problem import Edit, Problem, edits_by_field, texts, undo
from numdiag_datasets.core.visible_text import visible_line

if TYPE_CHECKING:
    from rich.text import Text

_WORD = re.compile(r"\w+|\W")
_FEWEST_CHARACTERS = 6  # the shortest part that counts as moved

#: Kind of edit, as in the legend -> its mark without colour, and its style in colour.
_MARKS = {
    "taken out": ("[-{}-]", "red strike"),
    "put in": ("{{+{}+}}", "bold green"),
    "moved away": ("[<{}<]", "yellow strike"),
    "moved here": ("{{>{}>}}", "bold cyan"),
}


def marked_row(problem: Problem, colour: bool, *, moves: bool) -> Text:
    """Return id, status and rule, the text with the edits marked, equation, answer, lints and error answers.

    Paragraphs come first, then the table, a line for each row, then the question.

    Args:
        problem: a row of any config.
        colour: mark by colours instead of ``[-12-]{+12.4+}`` and ``[<moved away<]{>moved here>}``.
        moves: show text that one edit removes and another inserts as moved.
    """
    why = " ".join(part for part in (problem.reason, problem.rule) if part)
    # Imported here: the library can be imported without rich.
    from rich.text import Text

    shown = Text().append(f"{visible_line(problem.id)}  {problem.status}", style="bold")
    shown.append(f" ({why})\n" if why else "\n", style="bold")
    original = undo(problem)
    edits = edits_by_field(problem.edits)
    row_starts = {f"table[{r}][0]" for r in range(len(original.table))}
    row_ends = {f"table[{r}][{len(row) - 1}]" for r, row in enumerate(original.table)}
    for field, text in texts(original):
        in_row = field.startswith("table") and field not in row_starts
        shown.append(" | " if in_row else "  ")
        others = problem.edits if moves else ()
        shown.append_text(marked_text(text, edits.get(field, []), colour, others))
        if not field.startswith("table") or field in row_ends:
            shown.append("\n")
    stated = (*problem.answers, problem.scale, problem.unit)
    answer = " ".join(part for part in stated if part)
    shown.append(f"  {problem.equation} = {answer}" if problem.equation else f"  {answer}")
    if problem.lints:
        shown.append(f"  ({', '.join(problem.lints)})")
    for error, found in groupby(problem.error_answers, key=attrgetter("error")):
        answers = ", ".join(each.answer for each in found)
        shown.append(f"\n  {error.replace('_', ' ')}: {answers}")
    return shown


def marked_text(text: str, edits: Sequence[Edit], colour: bool, moved: Sequence[Edit] = ()) -> Text:
    """Return a text with its edits marked.

    A part that one edit removes and another of the ``moved`` edits inserts is marked as moved.

    Args:
        text: the original.
        edits: its edits, in order.
        colour: see `marked_row`.
        moved: edits between which text may have moved.
    """
    # Imported here: the library can be imported without rich.
    from rich.text import Text

    marked, position = Text(), 0
    for edit in edits:
        others = [other for other in moved if other is not edit]
        marked.append(text[position : edit.start])
        for part, happened in (
            *_parts(edit.before, [other.after for other in others], "moved away", "taken out"),
            *_parts(edit.after, [other.before for other in others], "moved here", "put in"),
        ):
            plain, style = _MARKS[happened]
            marked.append(part if colour else plain.format(part), style=style)
        position = edit.start + len(edit.before)
    marked.append(text[position:])
    return marked


def legend(shown: Iterable[Text], colour: bool) -> Text:
    """Return the marks used in some texts, each around its meaning: ``Marks: [-taken out-] {+put in+}``.

    The result is empty if the texts have no marks.
    """
    # Imported here: the library can be imported without rich.
    from rich.text import Text

    styles = {span.style for text in shown for span in text.spans}
    marks = [
        Text(meaning if colour else plain.format(meaning), style)
        for meaning, (plain, style) in _MARKS.items()
        if style in styles
    ]
    return Text(" ").join([Text("Marks:"), *marks]) if marks else Text()


def _parts(text: str, others: Sequence[str], moved: str, plain: str) -> list[tuple[str, str]]:
    """Split ``text`` into parts that also occur in one of the others, and parts that do not."""
    words = _WORD.findall(text)
    kinds = [plain] * len(words)
    folded = [word.casefold() for word in words]
    for other in others:
        match = SequenceMatcher(
            None, folded, [word.casefold() for word in _WORD.findall(other)], autojunk=False
        )
        for block in match.get_matching_blocks():
            if sum(map(len, words[block.a : block.a + block.size])) >= _FEWEST_CHARACTERS:
                kinds[block.a : block.a + block.size] = [moved] * block.size
    grouped = groupby(zip(words, kinds, strict=True), key=itemgetter(1))
    return [("".join(word for word, _ in group), kind) for kind, group in grouped]
