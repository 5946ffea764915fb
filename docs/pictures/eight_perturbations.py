"""Draw one problem in eight perturbations, as a release holds it: python docs/pictures/eight_perturbations.py [RELEASE]

The sample release is taken where none is named. What was put in is set bold, coloured and underlined; the answer stands at the right.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from datasets import load_dataset
from rich.text import Text

from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.core.problem import Problem, texts, undo
from numdiag_datasets.core.schema import from_row
from numdiag_datasets.release.display.marking import marked_text

PICTURE = Path(__file__).with_name("eight-perturbations.svg")
PROBLEM = "sample-056"
#: The perturbations of the DNC paper.
EIGHT = ("language", "type", "noise", "distribution", "verbosity", "extra", "logic", "order")
#: Pixels.
WIDTH, LEFT, RIGHT, TOP, LINE, PADDING = 940, 216, 796, 14, 21, 11
#: What a character takes in a wide font, plain and bold, so that no line runs out.
CHARACTER = {False: 7.6, True: 8.8}

#: A part of a line, and whether it was put in.
Part = tuple[str, bool]

_STYLE = """
  text { font: 14px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1b1f24 }
  .page { fill: #ffffff; stroke: #d0d7de } .line { stroke: #d8dee4 }
  .name { font-weight: 600 } .capability { font-size: 12px; fill: #57606a }
  .new { font-weight: 700; fill: #0a5bb5; text-decoration: underline } .answer { font-weight: 600; text-anchor: end }
  .changed { fill: #b3400a }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .page { fill: #0d1117; stroke: #3d444d } .line { stroke: #30363d }
    .capability { fill: #9198a1 } .new { fill: #79b8ff } .changed { fill: #ffa657 }
  }
"""


def main(release: str) -> None:
    """Write the picture."""
    original = _problem(release, "asdiv_a")
    rows = [("original", "", original, "")]
    for name in EIGHT:
        problem = _problem(release, f"asdiv_a-{name}-attack")
        rows.append((name, PERTURBATION_TABLE[name].capability, problem, original.answers[0]))
    PICTURE.write_text("".join(f"{line}\n" for line in _drawn(rows)), encoding="utf-8")


def _problem(release: str, config: str) -> Problem:
    rows = load_dataset(release, config, split="test")
    return from_row(next(row for row in rows if row["id"] == PROBLEM))


def _drawn(rows: list[tuple[str, str, Problem, str]]) -> Iterator[str]:
    body: list[str] = []
    y = TOP
    for name, capability, problem, old in rows:
        lines = _wrapped(_parts(problem), RIGHT - LEFT)
        if y > TOP:
            body.append(f'<line class="line" x1="16" x2="{WIDTH - 16}" y1="{y}" y2="{y}"/>')
        base = y + PADDING + 14
        body.append(f'<text class="name" x="24" y="{base}">{name}</text>')
        body.append(f'<text class="capability" x="24" y="{base + 18}">{capability}</text>')
        for number, line in enumerate(lines):
            spans = "".join(_span(text, is_new) for text, is_new in line).rstrip()
            body.append(
                f'<text x="{LEFT}" y="{base + number * LINE}" xml:space="preserve">{spans}</text>'
            )
        answer = problem.answers[0]
        kind = "answer changed" if old and answer != old else "answer"
        body.append(
            f'<text class="{kind}" x="{WIDTH - 24}" y="{base}">{answer} {problem.unit}</text>'
        )
        y += max(len(lines), 2) * LINE + 2 * PADDING - 4
    height = y + 8
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'role="img" aria-labelledby="title">'
    )
    yield '<title id="title">One problem, and the same under each of the eight perturbations</title>'
    yield f"<style>{_STYLE}</style>"
    yield f'<rect class="page" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>'
    yield from body
    yield "</svg>"


def _span(text: str, is_new: bool) -> str:
    """A piece of a line; no space at its end is underlined."""
    plain = text.rstrip() if is_new else ""
    marked = f'<tspan class="new">{escape(plain)}</tspan>' if plain else ""
    return marked + escape(text[len(plain) :])


def _parts(problem: Problem) -> Iterator[Part]:
    """The text of a row: what stayed, and what was put in or moved."""
    for field, text in texts(undo(problem)):
        edits = [edit for edit in problem.edits if edit.field == field]
        marked = marked_text(text, edits, True)
        for start, stop, style in _runs(marked):
            if "strike" not in style:
                yield marked.plain[start:stop], bool(style)
        yield " ", False


def _runs(marked: Text) -> Iterator[tuple[int, int, str]]:
    """(start, stop, style) of the pieces of a marked text, plain ones with an empty style."""
    position = 0
    for span in marked.spans:
        yield position, span.start, ""
        yield span.start, span.end, str(span.style)
        position = span.end
    yield position, len(marked.plain), ""


def _wrapped(parts: Iterator[Part], width: float) -> list[list[Part]]:
    """Lines of whole words, neighbouring words of one kind together."""
    lines: list[list[Part]] = [[]]
    length = 0.0
    for text, is_new in parts:
        for word in text.replace(" ", " \n").split("\n"):
            if not word or (word == " " and not lines[-1]):
                continue
            if length + len(word.rstrip()) * CHARACTER[is_new] > width:
                lines.append([])
                length = 0.0
            length += len(word) * CHARACTER[is_new]
            if lines[-1] and lines[-1][-1][1] == is_new:
                lines[-1][-1] = (lines[-1][-1][0] + word, is_new)
            else:
                lines[-1].append((word, is_new))
    return [line for line in lines if "".join(text for text, _ in line).strip()]


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "numdiag")
