"""A part of a text as an answer: its spans, without units, and their scale."""

from __future__ import annotations

import json
import re
from contextlib import suppress

from numdiag_datasets.core.decimals import plain_decimal
from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.english.number_words import parse_words
from numdiag_datasets.english.numerals import MONTHS
from numdiag_datasets.scoring.answer_extraction.expressions import evaluated
from numdiag_datasets.scoring.answer_extraction.found_numbers import HEDGE, SIGNED, Found
from numdiag_datasets.scoring.answer_extraction.plain_text import (
    BOLD,
    BOLD_END,
    BOX,
    BOX_END,
    CURRENCY_CODES,
)
from numdiag_datasets.scoring.answer_extraction.quoted_spans import Quotes
from numdiag_datasets.scoring.answer_extraction.sentences import Place
from numdiag_datasets.scoring.answer_extraction.whole_amounts import NUMBER_WORD

SCALES = ("thousand", "million", "billion", "percent")
_SCALE = rf"(?:{'|'.join(_ for _ in SCALES)})"
_SHORT_SCALES = {
    "per cent": "percent", "pct": "percent", "por ciento": "percent", "pour cent": "percent", "prozent": "percent", "por cento": "percent",
    "k": "thousand", "tausend": "thousand",
    "m": "million", "mn": "million", "mm": "million", "mil": "million", "mio": "million", "millionen": "million", "millones": "million",
    "b": "billion", "bn": "billion", "mrd": "billion", "milliarden": "billion", "milliards": "billion",
}  # fmt: skip
_STATED_SCALE = re.compile(
    rf"(?<!\s)\s*+(?:\||(?:(?<=\d )|(?<=\d))\(|[,;(]\s*+(?:in |scale:? )|[,;]\s*+(?={_SCALE}|none)|[-–/]\s(?={_SCALE})|\[(?={_SCALE})|\bscale:? |\bin (?={_SCALE}s\b))"
    rf"\s*+(?:(?:US)?[$€£¥] ?)?({_SCALE}|none)?s?(?: of (?:U\.?S\.? )?dollars)?\s*+[)\]]?$",
    re.IGNORECASE,
)
_SCALE_FIRST = re.compile(rf"\((?:in )?({_SCALE})s?\):? (?=[-($€£¥\d])", re.IGNORECASE)
_MONEY = r"(?: (?:(?:US )?dollars?|euros?|pounds?))"
_CURRENCY = rf"(?:(?:{CURRENCY_CODES}|Rs\.?) (?=[\d(]))?"
FIGURE = re.compile(
    rf"{HEDGE}{_CURRENCY}(?P<figure>(?:(?:[A-Z]{{2}})?[$€£¥](?=\())?\(?(?:{SIGNED})\)?) ?(?:(?:USD|EUR|GBP|(?:US )?dollars) (?={_SCALE}))?(?P<scale>%|(?:percentage points?|{_SCALE}s?)\b|(?:per cent|pct|por ciento|pour cent|prozent|por cento|millionen|mio|millones|milliarden|mrd|milliards|tausend|k|mn|mm|mil|bn|[mb])\b)?"
    r"\)?(?P<unit>(?: [a-z.]+){0,2}(?: per [a-z]+|(?: of)? CO2e?)?)",
    re.IGNORECASE,
)
#: A figure in words: "twenty-nine million dollars", "five point two percent".
_IN_WORDS = re.compile(
    rf"(?P<number>(?:(?:minus|negative) )?{NUMBER_WORD}\b(?:(?:-| and | point | ){NUMBER_WORD}\b){{0,20}}?)"
    rf"(?:(?: (?P<scale>{_SCALE}))?{_MONEY}?|{_MONEY} (?P<late>{_SCALE})| ?(?P<share>%))",
    re.IGNORECASE,
)
_COUNTRY = re.compile(r"[A-Z]{2}(?=[$€£¥])")
_NAME = re.compile(r" (?!U\.?S|CO2)[A-Z]")
#: Leads to the answer of a sentence.
CLAUSE = re.compile(
    rf"=(?=[-$€£¥(\d])|(?:[=≈→]|->|(?<!\d ):{BOLD_END}?|\b(?:accounts? for|accounted for|ma[dk]es? up|is|was|are|were|includes?|included|represent(?:s|ed)?|equals|amount(?:ed|s) to|came to|stood at|reached|totall?ed|being|namely|consists? of)\b:?)\s+(?=\S)",
    re.IGNORECASE,
)
_OPERATOR = re.compile(r" [-+*/] ")
_YEAR_AND_WORD = re.compile(r"(?:19|20)\d\d [a-z]", re.IGNORECASE)
YEAR = re.compile(r"(?:19|20)\d\d")
_MONTH = rf"(?:{MONTHS}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)"
DATE = re.compile(rf"{_MONTH}\.? \d{{1,2}}, (?=\d{{4}})")
_BETWEEN = re.compile(r",? (?:and|&) |, ")
_ITEM = re.compile(r"[A-Z$€£¥(\d-]")
_LABEL = re.compile(r"^(?:final )?(?:answers?|results?|outputs?)\s*[:=]\s*", re.IGNORECASE)
_INNER_LABEL = re.compile(r"^(?:[A-Z][^:;\n]{1,60}|(?:19|20)\d\d): +(?=[-($€£¥\d])")
_ITEM_YEAR = re.compile(r"(?: \((?:19|20)\d\d\)| (?:in|for) (?:fiscal )?(?:19|20)\d\d)$")
_RESPECTIVELY = re.compile(r"(?: (?:for|in) [^;\n]{1,60}?)?,? respectively$")
_BRACKET = re.compile(
    rf"{BOLD_END}?\s+\((?!in (?!\d)|not |scale\b|{_SCALE}\))[^()]*\)$", re.IGNORECASE
)
#: Pictures after a part; the lookbehind keeps long runs of them in linear time.
_PICTURES = re.compile(
    r"(?<![\s\u2600-\u27bf\ufe0f\U0001f300-\U0001faff])[\s\u2600-\u27bf\ufe0f\U0001f300-\U0001faff]+\Z"
)
_HEDGED = re.compile(
    r",? \(?(?:i (?:think|believe|guess|suppose)|approximately|roughly|approx\.?|or so)\)?$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^an? (?=[$€£¥]?\d)", re.IGNORECASE)
_MINUS = re.compile(r"^(?:minus|negative) (?=[$€£¥]?\d)", re.IGNORECASE)
#: Behind a ratio: "1.35x"; "1.48 : 1", "0.97 to 1".
_MULTIPLE = re.compile(r"(?<=\d) ?[x×]$")
_TO_ONE = re.compile(r"(?<=\.\d)(\d*) ?(?:: ?|to )1$")
_PYTHON_LIST = re.compile(r"\['[^'\n]*'(?:, ?'[^'\n]*')*\]")
_ADVERB = re.compile(r"^(?:therefore|thus|then|hence|also|indeed)[, ]+", re.IGNORECASE)


def is_figure(part: str) -> bool:
    """Return whether a part is only a figure, with or without a scale and a unit."""
    figure = _without_stated_scale(bare(part))[0] if part else ""
    return bool(figure) and bool(FIGURE.fullmatch(figure) or _IN_WORDS.fullmatch(figure))


def bare(part: str) -> str:
    """Return a part without its frame: quotes, bold and box marks, full stop, "respectively", brackets.

    A bracket is removed only after a figure.
    """
    around = f" \t\"“”'*:`{BOLD}{BOLD_END}{BOX}{BOX_END}"
    part = _PICTURES.sub("", part).strip(around)
    if part.count("$") == 1 and part.endswith("$"):  # the end of inline LaTeX
        part = part.rstrip("$")
    part = _MULTIPLE.sub("", part.rstrip("."))
    part = _TO_ONE.sub(r"\1", _MINUS.sub("-", _ARTICLE.sub("", part.rstrip("."))))
    part = _HEDGED.sub("", _RESPECTIVELY.sub("", part.rstrip(".").rstrip(around)))
    bracket = _BRACKET.search(part)
    return (
        part[: bracket.start()] if bracket and FIGURE.fullmatch(part, 0, bracket.start()) else part
    )


def found_spans(text: str, places: list[Place], rule: str, quotes: Quotes) -> Found | None:
    """Return the spans in some parts of a text, or None if there are none."""
    parts: list[str] = []
    scale = ""
    for place in places:
        part = re.sub(f"[{BOLD}{BOLD_END}{BOX}{BOX_END}]", "", text[slice(*place)])
        part = re.sub(" {2,}", " ", part).strip()
        part = _LABEL.sub("", part, count=1)
        if quotes.holds(part):
            parts.append(part)
            continue
        line, stated = _without_stated_scale(bare(_ADVERB.sub("", part, count=1)))
        scale = scale or stated
        if len(places) > 1 and (label := _INNER_LABEL.match(line)):
            line = line[label.end() :]
        for item in _parted(line, quotes):
            figure, stated = _without_stated_scale(item.strip())
            is_scaled = stated and is_figure(figure)
            parts.append(figure if is_scaled else item)
            scale = scale or (stated if is_scaled else "")
    spans = [span for part in parts if (span := part.strip() if quotes.holds(part) else bare(part))]
    if not spans:
        return None
    figures = [(span, "") if quotes.holds(span) else _figure(span, quotes) for span in spans]
    if not scale and not any(found for _, found in figures[:-1]):
        scale = figures[-1][1]  # in "5; 6 million" the scale belongs to both
    elif not scale and len({found for _, found in figures}) == 1:
        scale = figures[0][1]  # "5 million; 6 million"
    if scale or len(spans) == 1:
        spans = [figure for figure, _ in figures]
    return Found(places[0][0], places[-1][1], tuple(spans), rule, scale)


def _in_words(span: str, quotes: Quotes) -> tuple[str, str] | None:
    """Return a figure in words without its scale, and the scale; None if a span is something else.

    The figure is in digits, or as the texts have it: ``twenty-nine million dollars`` -> (``29``, million), or
    (``twenty-nine dollars``, million).
    """
    match = _IN_WORDS.fullmatch(span)
    if match is None:
        return None
    scale = (match["scale"] or match["late"] or (match["share"] and "percent") or "").lower()
    words = match["number"].lower()
    if len(span) > len(words) and quotes.tells(span):
        return span, ""
    units = (" dollars", " dollar", " euros", " pounds", " percent", "")
    for unit in sorted(units, key=lambda unit: unit not in span):  # first as the answer has it
        told = words + unit
        if quotes.has_cell(told) or quotes.holds(told):
            return told, scale
    with suppress(NumdiagError):
        return plain_decimal(parse_words(words.replace("negative", "minus"))), scale
    return None


def _parted(line: str, quotes: Quotes) -> list[str]:
    """Return the items of a line, split at semicolons, or between figures or names at commas and "and"; of a list in JSON or Python."""
    if line.startswith('["'):
        with suppress(ValueError, RecursionError):
            return list(map(str, json.loads(line)))
    if _PYTHON_LIST.fullmatch(line):
        return line[2:-2].replace("','", "', '").split("', '")
    if ";" in line:
        return [_item(part, number) for number, part in enumerate(line.split(";"), 1)]
    if '", "' in line:  # the inside of a JSON list
        return line.split('", "')
    hidden = DATE.sub(lambda match: match[0].replace(", ", "\x00"), line)
    items = [item.replace("\x00", ", ") for item in _BETWEEN.split(hidden)]
    items = [re.sub(r"^(?:and|&) ", "", item) for item in items]
    if dated := dated_figures(line):
        return dated
    if len(items) < 2 or not all(_ITEM.match(item.strip()) for item in items):
        return [line]
    if all(is_figure(item) for item in items):
        return items
    # "Sales and Marketing" is one name; "Bell Wireless and Bell Media" are two, and "UK and Ireland" if each is in the texts alone.
    are_names = (
        all(len(item.split()) > 1 or re.match(r"\d", item) for item in items)
        or len(items) > 2
        or (not quotes.tells(line) and all(map(quotes.tells, items)))
    )
    return items if are_names and not any(len(item.split()) > 6 for item in items) else [line]


def dated_figures(line: str) -> list[str]:
    """Return the figures of a line that has several, each with its year: "$5 (2019), $4 (2018)", "$5 in 2019 and $4 in 2018"."""
    items = [
        re.sub(r"^(?:and|&) ", "", item)
        for item in _BETWEEN.split(_without_stated_scale(bare(line))[0])
    ]
    figures = [_item(item, 0) for item in items]
    # `bare` has removed the last year if it was in brackets; "$5 in 2019 and 2018" is one figure.
    is_dated = len(items) > 1 and all(map(str.__ne__, figures[:-1], items))
    are_figures = all(is_figure(figure) and not YEAR.fullmatch(figure) for figure in figures)
    return figures if is_dated and are_figures else []


def _item(part: str, number: int) -> str:
    """Return an item of a list without its number, "and" and year: "(2) A", "and B", "2019: $5 million", "$5 million in 2019"."""
    part = re.sub(rf"^(?:\({number}\) |{number}[.)] |and )", "", part.strip())
    if label := _INNER_LABEL.match(part):
        part = part[label.end() :]
    lead = CLAUSE.search(part) if number == 1 else None  # "The result is 12; 15"
    if lead and is_figure(part[lead.end() :]):
        part = part[lead.end() :]
    dated = _ITEM_YEAR.search(part)
    return part[: dated.start()] if dated and is_figure(part[: dated.start()]) else part


def _without_stated_scale(line: str) -> tuple[str, str]:
    """Return a line without the scale at its end or start, and the scale: ``91 (in millions)``, ``(in millions) 91``."""
    if first := _SCALE_FIRST.match(line):
        return line[first.end() :], first[1].lower()
    stated = _STATED_SCALE.search(line)
    if stated is None or not line[: stated.start()].strip():
        return line, ""
    scale = (stated[1] or "").lower()
    return line[: stated.start()].strip(), scale if scale in SCALES else ""


def _figure(span: str, quotes: Quotes) -> tuple[str, str]:
    """Return a span without scale and unit, and its scale; text that is more than a figure stays.

    ``$91 million`` -> (``$91``, million), ``12.5%`` -> (``12.5``, percent), ``2019 Plan`` stays.
    """
    match = FIGURE.fullmatch(span)
    if (
        match
        and not _NAME.search(match["unit"])
        and (match["scale"] or not _YEAR_AND_WORD.match(span))
    ):
        scale = (match["scale"] or "").lower()
        scale = _SHORT_SCALES.get(scale, scale.rstrip("s"))
        scale = "percent" if scale.startswith(("%", "percentage")) else scale
        figure = _COUNTRY.sub("", match["figure"].replace(" ", ""))
        if "(" in figure and not quotes.has_cell(figure):  # computed: "($153) thousand"
            return "-" + figure.replace("(", "").replace(")", ""), scale
        return figure + ")" * (figure.count("(") - figure.count(")")), scale  # "(12.5%)"
    if in_words := _in_words(span, quotes):
        return in_words
    # Without spaces it may be a date or a range of years.
    return (evaluated(span) if _OPERATOR.search(span) else span), ""
