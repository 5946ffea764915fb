"""Mathematical notation in a text, whose numbers are no amounts of the story: ``$x=3$``, ``\\frac{1}{2}``, ``10^3``."""

from __future__ import annotations

import re

_COMMAND = r"\\[a-zA-Z]++(?:\{(?:[^{}]|\{[^{}]*\})*+\}|\[[^\[\]]*\]|\d)*+"
_OPERAND = r"[(\[]*+(?:\d[\d.,]*+|\?|[a-z](?![a-z]))[)\]]*+"
_FORMULA = re.compile(
    rf"""\\\((?:[^\\]|\\(?![()]))*+\\\) | \\\[(?:[^\\]|\\(?![\[\]]))*+\\\] | \$\$[^$]++\$\$
    # As in Markdown, no blank within next to a dollar sign: "$5 and $7" is money.
    | (?<![\w$\\])\$(?!\s)(?P<inline>(?:[^$\\]|\\.)++)(?<!\s)\$(?![\w$])
    | (?<![\w$\\])\$\s(?P<spaced>(?:[^$\\]|\\.)++)\s\$(?![\w$])
    | {_COMMAND}
    | (?<![\w.,(\[]){_OPERAND}(?:\s?[-+*/×÷=]\s?{_OPERAND}){{2,}}+  # "2 + 3 = 5"
    | (?<![\w.*])(?:\d[\d.]*+|[a-z]|\))(?:\*\*|\s\*\*\s)[\da-z(]\S*  # "10**3"; "5 **big** cakes" is bold
    | (?<!\S)(?:\d[\d.,]{{0,20}}\s[x×·*]\s)?[^\s^_]*+(?:\s?\^\s?|_)\S*  # "6.02 x 10^23", "x ^ 2", "a_1"
    """,
    re.VERBOSE | re.DOTALL,
)
_MARKS = frozenset("\\^_=×÷*")
_NOTATION = re.compile(r"[\\^_=]")
_PROSE = re.compile(r"[A-Za-z]{2} [A-Za-z]{2}|\n\n")


def formula_spans(text: str) -> list[tuple[int, int]]:
    """Return the spans of mathematical notation: TeX between dollars or in brackets, commands, powers, indices, arithmetic.

    Input -> output: "$x=3$ pens at $5 and $7" -> the span of "$x=3$".
    """
    if _MARKS.isdisjoint(text) and text.count("$") < 2:
        return []
    return [match.span() for match in _FORMULA.finditer(text) if _is_formula(match)]


def _is_formula(match: re.Match[str]) -> bool:
    content = match["inline"] or match["spaced"]
    if content is None:
        return True
    if "\\" not in content and _PROSE.search(content):
        return False
    return match["spaced"] is None or bool(_NOTATION.search(content))
