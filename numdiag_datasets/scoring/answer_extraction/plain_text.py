"""Markdown, LaTeX, code and spellings of numbers, rewritten as plain text with plain numbers."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from numdiag_datasets.core.decimals import MOST_DIGITS, plain_decimal, plain_number
from numdiag_datasets.english.numerals import GROUPED
from numdiag_datasets.scoring.answer_extraction.traced_text import Parts, TracedText

#: Enclose the content of ``\boxed{}``, and bold text.
BOX, BOX_END = "\ue000", "\ue001"
BOLD, BOLD_END = "\ue002", "\ue003"
#: Replaces the number of a list item.
BULLET = "• "

_TYPOGRAPHY: dict[int, str] = str.maketrans(
    dict.fromkeys("×·⋅∗✕✖⨯∙＊", "*")
    | dict.fromkeys("÷⁄∕／", "/")
    | {
        "：": ":",
        "＋": "+",
        "＝": "=",
        "．": ".",
        "（": "(",
        "）": ")",
        "％": "%",
        "＄": "$",
        "￥": "¥",
        "٫": ".",
        "٬": ",",
    }
    | dict.fromkeys("\u00a0\u202f\u2009", " ")
)
#: Digits of other scripts, "١٧" and "１７".
_OTHER_DIGIT = re.compile(r"(?![0-9])\d")
_SUPERSCRIPTS = str.maketrans(dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True)))
_FRACTIONS = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
    "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
}  # fmt: skip

#: Soft hyphens, and characters without width; some change the direction of writing.
_UNSEEN = re.compile("[\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")

# Code

_FENCE = re.compile(r"^[ \t]*```[ \t]*([\w+-]*)[^\n]*$", re.MULTILINE)
_LANGUAGES = frozenset(
    "python py python3 javascript js typescript ts java c cpp c++ csharp go rust r bash sh ruby sql matlab julia".split()
)
_CODE_LINE = re.compile(
    r"^[ \t]*(?:def \w+\(|import \w+|from \w+ import\b|print ?\(|return\b|class \w+[:(]|for \w+ in |if __name__|console\.log|"
    r"#include|[a-z]+(?:_[a-z0-9]+)+ *[-+*/]?= *)[^\n]*$",
    re.MULTILINE,
)
_ASSIGNMENT = re.compile(r"^[ \t]*[A-Za-z_]\w* *[-+*/]?= ", re.MULTILINE)
_ASSIGNMENT_LINE = re.compile(
    r"^[ \t]*[A-Za-z_]\w*(?:, ?[A-Za-z_]\w*)* *[-+*/]?= [^\n]*$", re.MULTILINE
)
_OUTPUT_COMMENT = re.compile(
    r"(?:#|//)[ \t]*((?:output|result|answer|prints?|returns?)?[ \t]*(?::|=>|->)?[ \t]*(?:[^\n]*\d[^\n]*))$",
    re.IGNORECASE | re.MULTILINE,
)

#: Markdown and LaTeX, replaced in this order.
_MARKUP: tuple[tuple[re.Pattern[str], Parts], ...] = tuple(
    (re.compile(pattern, re.MULTILINE), parts)
    for pattern, parts in (
        # The terms above the result of a sum in columns
        (
            r"^(?:[ \t]*[-+*x]?[ \t]*[$€£]?\d[\d.,]*[ \t]*\n){2,12}[ \t]*[-=_]{3,}[ \t]*\n(?=[ \t]*-?[$€£]?\d)",
            ("",),
        ),
        # The rules of tables and headings
        (r"^[ \t]*[|+:=*-][|+:=* -]{2,}$", ("",)),
        (r"\\(?:text|textbf|textit|mathrm|mathbf|mathit|mbox|operatorname)\s*\{([^{}]*)\}", (1,)),
        (
            r"[ \t]?\\(?:[dtc]|nice|s)?frac\s*(?:\{\s*(\d{1,9})\s*\}|(\d))\s*(?:\{\s*(\d{1,9})\s*\}|(\d))",
            (" ", 1, 2, "/", 3, 4),
        ),
        (r"\\[dtc]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}", ("(", 1, ") / (", 2, ")")),
        (
            r"\\(?:f?boxed|framebox)\s*(?:\{((?:[^{}]|\{[^{}]*\})*)\}|(\d[\d.,]*))",
            (BOX, 1, 2, BOX_END),
        ),
        # Inline LaTeX of a number or a box
        (rf"(?<!\\)\$({BOX}[^{BOX_END}\n]*{BOX_END}(?:\\?%)?|-?\d[\d.,]*)\$", (1,)),
        (r"\\(?:times|cdot|ast)(?![a-zA-Z]) ?", ("*",)),
        (r"\\div(?![a-zA-Z]) ?", ("/",)),
        (r"\\approx(?![a-zA-Z]) ?", ("≈ ",)),
        (
            r"(?:\\left)?(?:\\lceil(?![a-zA-Z]) ?|⌈)|(?i:\b(?:math\.)?(?:ceil(?:ing)?|round_?up)\()",
            ("ceil(",),
        ),
        (
            r"(?:\\left)?(?:\\lfloor(?![a-zA-Z]) ?|⌊)|(?i:\b(?:math\.)?(?:floor|round_?down)\()",
            ("floor(",),
        ),
        (r" ?(?:\\right)?(?:\\r(?:ceil|floor)(?![a-zA-Z])|[⌉⌋])", (")",)),
        (r"(?<=\d)[ \t]*\\(?:Rightarrow|rightarrow|implies|to)\b[ \t]*(?=[$\d\\])", (" → ",)),
        (r"\\(?:Rightarrow|rightarrow|implies|to)\b", (" ",)),
        (r"(?<=\d)(?:\{,\}|,\\!|\\,)(?=\d)", (",",)),
        (r"\^\{?\\circ\}?", ("°",)),
        (r"\^\{(-?\d{1,3})\}", ("^", 1)),
        (r"\\(?:left|right|displaystyle|quad|qquad|[()\[\],;!:> ])", ("",)),
        (r"\\([$%#&_{}*])", (1,)),
        (r"\\euro(?:\{\})?", ("€",)),
        (r"(?<!\$)\$\$(?!\$)", ("",)),
        (r"~~[^~\n]{1,300}~~", ("",)),
        (r"\*\*([^*\n]{1,300})\*\*|(?<!\w)__([^_\n]{1,300})__(?!\w)", (BOLD, 1, 2, BOLD_END)),
        # Italics: "*42*", "_$5.45_"; "2 *3* 4" is a product
        (
            r"(?<![\w*] )(?<![\w*])\*(?=[^\s*])([^*\n]{0,80}[^*\s])\*(?![\w*]| [\w*])|(?<!\w)_(?=[^\s_])([^_\n]{0,80}[^_\s])_(?!\w)",
            (1, 2),
        ),
        (r"\*\*|__|`|^[ \t]*#{1,3}[ \t]+|</?(?:b|strong|em|i|u)>", ("",)),
        # The heading "Answer" on a line of its own
        (
            rf"(?i:^([ \t]*{BOLD}?(?:final )?(?:answer|result)s?{BOLD_END}?)[ \t]*$)(?=\n\s*\S)",
            (1, ":"),
        ),
        # A calculation on two lines; what its terms count: "38 (red) + 80 (green) = 118"
        (r"\n[ \t]*(?==[ \t]*[-$€£(\d])", (" ",)),
        (r"(?<=\d) \([A-Za-z' ]{1,40}\)(?= ?[-+*/=] ?[$€£]?\d)", ("",)),
        (r"(?i:^[ \t\ue002#]*Step[ \t]\d{1,3}[.:)]\ue003?[ \t]*)", ("",)),
    )
)
_LIST_MARK = re.compile(r"^[ \t\ue002]*(\d{1,3})[.)][ \t]+(?=\S)", re.MULTILINE)
#: "1. **8 pens**", a list of one item; "1. She had 5" is an answer, and "1. 0" may be a decimal.
_ONLY_ITEM = re.compile(
    rf"\A\s*1[.)][ \t]+(?!\d+\s*(?:\n|\Z))([$€£¥({BOLD}]*\d)(?![^\n]*\n[ \t{BOLD}]*2[.)])"
)

# JSON

_JSON_ANSWER = re.compile(
    r"[\"'](?:final[_ ]?)?answer[\"']\s*:\s*(?:\"([^\"\n]*)\"|'([^'\n]*)'|\[\s*\"([^\"\n]*)\"\s*\]|\[([^\]\n]*)\]|([-+\d.,]*\d))",
    re.IGNORECASE,
)
_JSON_SCALE = re.compile(
    r"[\"'](?:scale|unit)[\"']\s*:\s*[\"'](thousand|million|billion|percent)s?[\"']", re.IGNORECASE
)

# Numbers

#: "10**3", before Markdown is read; the base of a bold text is not one: "**10**3".
_POWER_IN_CODE = re.compile(r"(?<![\w.*])(\d[\d.]{0,30}|[a-z]|(?<=\w)\))(?:\*\*| \*\* )(?=[\d(])")
#: Chinese and Japanese put no blank around a number, and none behind a full stop.
_HAN = r"[\u3040-\u30ff\u3400-\u9fff]"
_BEFORE_NUMBER = re.compile(rf"(?<={_HAN})(?=[-$€£¥]?\d)")
_BEHIND_NUMBER = re.compile(rf"(?<=\d)(?={_HAN})")
_FULL_STOP = re.compile(r"[。！？]")
_STOPS = {"。": ". ", "！": "! ", "？": "? "}
_MINUS = re.compile(r"[−–－﹣‑‒](?= ?[$€£¥(]{0,3}\.?\d)")
#: Colours of a terminal, and tags of HTML with attributes, whose numbers are none of the text.
_TERMINAL = re.compile(r"\x1b\[[\d;]{0,20}[A-Za-z]")
_STYLED = re.compile(r"<[a-z]{1,10} [a-z-]{1,20}=[^<>\n]{0,200}>", re.IGNORECASE)
# "The answer is 12 345." Before a word there may be two numbers: "5 250 ml bottles".
_BEFORE_END = r"(?=[.*_\"'`$)}\]\s]*(?:\n|\Z|</)|\. [A-Z])"
_GROUPED_BY_SPACES = (
    (re.compile(r"(?<![\d.,])(?<!\d )([1-9]\d{0,2}) (\d{3}) (\d{3})" + _BEFORE_END), (1, 2, 3)),
    (re.compile(r"(?<![\d.,])(?<!\d )([1-9]\d{0,2}) (\d{3})" + _BEFORE_END), (1, 2)),
)  # fmt: skip
_GROUPED_BY_THIN_SPACES = re.compile(r"(?<=\d)[\u00a0\u202f\u2009_](?=\d{3}(?!\d))")
#: "17 .5" and "1 ,700" are one number; "Rs.17" has no decimal point.
_BLANK_BEFORE_MARK = re.compile(r"(?<=\d) (?=,\d{3}(?!\d)|\.\d)")
CURRENCY_CODES = (
    "USD|EUR|GBP|JPY|CNY|RMB|INR|CHF|HKD|SGD|AUD|CAD|NZD|TWD|KRW|SEK|NOK|DKK|ILS|ZAR|BRL|MXN"
)
#: "RMB400", "Rs.400"
_CODE_BEFORE_NUMBER = re.compile(rf"(?:(?<=\b(?i:rs)\.)|(?<=\b(?:{CURRENCY_CODES})))(?=\d)")
_SUPERSCRIPT = re.compile(r"(?<=\d)(?=[⁰¹²³⁴⁵⁶⁷⁸⁹⁻])")
_VULGAR = re.compile(f"[ \t]?([{''.join(_FRACTIONS)}])")
#: 1.234,5 and 1 234,5 are certain; 3,75 counts if no decimal point or thousands comma contradicts it.
_SURE_COMMA = re.compile(r"(?<![\d.,])\d{1,3}(?:[. ]\d{3})+,\d{1,2}(?![\d,])")
_LIKELY_COMMA = re.compile(r"(?<![\d.,])\d+,\d{1,2}(?!\d|[.,]\d)")
_FOREIGN = re.compile(
    r"\b(?:de|la|el|los|las|les|le|des|du|est|en|una?|y|et|con|por|para|pour|der|die|das|und|ist|sind|mit|für|von|il|di|che|è|per|os|são|é|een|het|van)\b",
    re.IGNORECASE,
)
_ENGLISH = re.compile(
    r"\b(?:the|of|is|and|to|are|was|in|for|so|each|has|he|she|they)\b", re.IGNORECASE
)
_POINT_DECIMAL = re.compile(rf"(?<![\d.,])(?:{GROUPED}|\d+)\.\d{{1,2}}(?![\d.,]*\d)")
_THOUSANDS_COMMA = re.compile(rf"(?<![\d.,]){GROUPED}(?![\d,])")
_FOREIGN_GROUP = re.compile(r"(?<![\d.,])(\d{1,3})((?:[. ]\d{3})+)(?=,\d|(?![\d.]))")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
#: A product without its sign: "3(5)", "(2)(6)"; "3x5".
_PRODUCT = re.compile(r"(?<=[\d)])(?=\((?:[-+*/ ]?[\d.]{1,30}(?: ?[-+*/] ?[\d.]{1,30}){0,9})\))")
_CROSS = re.compile(r"(?<![\w.,])([1-9]\d{0,8}|\d{1,9}\.\d{1,9})[xX](?=\d)")
_SCIENTIFIC = re.compile(
    r"(?<![\w.])(\d{1,20}(?:\.\d{1,20})?)(?:[ \t]?[x*X][ \t]?10[ \t]?(?:\^|\*\*)[ \t]?[({]?[ \t]?(-?\d{1,2})[ \t]?[)}]?|[eE]\+?(-?\d{1,2}))(?!\w)"
)
_POWER_OF_TEN = re.compile(r"(?<![\w.^*/])10\^(\d{1,2})(?![\w^])")
_MIXED = re.compile(
    rf"(?<![\w.,/])({GROUPED}|\d{{1,9}})(?:[ \t]|-| and )(\d{{1,2}})/(\d{{1,3}})(?![\w/]|\.\d)"
)


def plain_text(completion: str, start: int, end: int) -> TracedText:
    """Return a part of a completion as plain text.

    ``\\boxed{3\\tfrac12}`` -> ``3.5`` between `BOX` and `BOX_END`.

    Code is removed, except its output and comments that show the output. Markdown is removed, except the
    marks of bold text. LaTeX is written out. Numbers get a decimal point: mixed fractions, powers of ten,
    and decimal commas if the text shows that it uses them.
    """
    text = TracedText.of(completion, start, end).sub(_TERMINAL, ("",)).sub(_STYLED, ("",))
    text = _without_code(text.sub(_UNSEEN, ("",)))
    scale = _JSON_SCALE.search(text.text)
    text = text.sub(
        _JSON_ANSWER, ("\nAnswer: ", 1, 2, 3, 4, 5, f" {scale[1]}\n" if scale else "\n")
    )
    text = text.sub(_OTHER_DIGIT, lambda match: (str(unicodedata.decimal(match[0])),))
    text = text.sub(_BLANK_BEFORE_MARK, ("",)).sub(_CODE_BEFORE_NUMBER, (" ",))
    text = text.sub(_GROUPED_BY_THIN_SPACES, ("",)).sub(_SUPERSCRIPT, ("^",))
    for grouped, kept in _GROUPED_BY_SPACES:
        text = text.sub(grouped, kept)
    text = text.translated(_TYPOGRAPHY | _SUPERSCRIPTS).sub(_MINUS, ("-",))
    text = text.sub(_POWER_IN_CODE, (1, "^")).sub(_FULL_STOP, lambda match: (_STOPS[match[0]],))
    for pattern, parts in _MARKUP:
        text = text.sub(pattern, parts)
    text = text.sub(_BEFORE_NUMBER, (" ",)).sub(_BEHIND_NUMBER, (" ",))
    return _plain_numbers(_with_bullets(text))


def _without_code(text: TracedText) -> TracedText:
    fences = list(_FENCE.finditer(text.text))
    pieces: list[tuple[int, int]] = []
    done = 0
    for opening, closing in zip(fences[::2], fences[1::2], strict=False):
        pieces.append((done, opening.start()))
        inner = (opening.end(), closing.start())
        if _is_code(opening[1], text.text[inner[0] : inner[1]]):
            pieces += _told_outputs(text.text, *inner)
        else:
            pieces.append(inner)
        done = closing.end()
    is_cut = len(fences) % 2 and _is_code(fences[-1][1], text.text[fences[-1].end() :])
    kept = text.parts([*pieces, (done, fences[-1].start() if is_cut else len(text.text))])
    shown = kept.sub(_CODE_LINE, _told_output)
    return kept if shown is kept else shown.sub(_ASSIGNMENT_LINE, ("",))


def _is_code(language: str, block: str) -> bool:
    looks_like_it = _CODE_LINE.search(block) or len(_ASSIGNMENT.findall(block)) > 1
    return language.lower() in _LANGUAGES or bool(not language and looks_like_it)


def _told_outputs(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the spans of the output in comments after ``print`` and ``# Output``, one per line."""
    return [
        (match.start(1), min(match.end(1) + 1, end))
        for match in _OUTPUT_COMMENT.finditer(text, start, end)
        if "print" in text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        or re.match(r"output|result|answer", match[1], re.IGNORECASE)
    ]


def _told_output(match: re.Match[str]) -> Parts | None:
    told = _OUTPUT_COMMENT.search(match[0])
    return (told[1],) if told and "print" in match[0] else ("",)


def _with_bullets(text: TracedText) -> TracedText:
    """Replace the numbers of list items by bullets.

    "1. Add them up" with a "2." further down is a list; "17. She had 5" is an answer.
    """
    text = text.sub(_ONLY_ITEM, (1,))
    marks = [int(mark[1]) for mark in _LIST_MARK.finditer(text.text)]
    return text.sub(_LIST_MARK, (BULLET,)) if marks[:2] == [1, 2] else text


def _plain_numbers(text: TracedText) -> TracedText:
    if _has_decimal_commas(text.text):
        text = text.sub(_FOREIGN_GROUP, lambda m: (m[1] + re.sub(r"[. ]", "", m[2]),))
        text = text.sub(_DECIMAL_COMMA, (".",))
    text = text.sub(_VULGAR, lambda m: (f" {_FRACTIONS[m[1]]}",))
    text = text.sub(_PRODUCT, ("*",)).sub(_CROSS, (1, "*"))
    text = text.sub(_SCIENTIFIC, _power).sub(_POWER_OF_TEN, lambda m: ("1" + "0" * int(m[1]),))
    return text.sub(_MIXED, _mixed)


def _has_decimal_commas(text: str) -> bool:
    if _SURE_COMMA.search(text):
        return True
    if not _LIKELY_COMMA.search(text) or _POINT_DECIMAL.search(text):
        return False
    is_foreign = len(_FOREIGN.findall(text)) > len(_ENGLISH.findall(text))
    return is_foreign or not _THOUSANDS_COMMA.search(text)


def _power(match: re.Match[str]) -> Parts | None:
    exponent = int(match[2] or match[3])
    is_short = abs(exponent) <= MOST_DIGITS
    return (plain_decimal(Fraction(match[1]) * Fraction(10) ** exponent),) if is_short else None


def _mixed(match: re.Match[str]) -> Parts | None:
    whole, part, parts = int(match[1].replace(",", "")), int(match[2]), int(match[3])
    return (plain_number(whole + Fraction(part, parts)),) if 0 < part < parts else None
