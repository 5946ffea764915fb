"""Extraction of the spans that are a text's answer to a question about a table, with their offsets."""

from __future__ import annotations

import re
from dataclasses import replace

from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.scoring.answer_extraction.answer_markers import (
    Announcement,
    announcements,
    last_retraction,
    refuses,
)
from numdiag_datasets.scoring.answer_extraction.asked_forms import as_asked
from numdiag_datasets.scoring.answer_extraction.conclusions import concluding_number
from numdiag_datasets.scoring.answer_extraction.found_numbers import Found
from numdiag_datasets.scoring.answer_extraction.number_answers import is_cut
from numdiag_datasets.scoring.answer_extraction.plain_text import BOLD, BOLD_END, BOX_END
from numdiag_datasets.scoring.answer_extraction.quoted_spans import Quotes
from numdiag_datasets.scoring.answer_extraction.sentences import (
    Place,
    is_aside,
    lines,
    sentences,
    statements,
)
from numdiag_datasets.scoring.answer_extraction.span_texts import (
    CLAUSE,
    DATE,
    FIGURE,
    SCALES,
    YEAR,
    bare,
    dated_figures,
    found_spans,
    is_figure,
)

_HEADING = re.compile(
    r"(?:step[- ]by[- ]step )?(?:solution|explanation|reasoning|calculations?|analysis|steps)",
    re.IGNORECASE,
)
_FIGURE_IS = re.compile(rf"{FIGURE.pattern}(?= (?:is|was|are|were)\b)", re.IGNORECASE)
_OPTION = re.compile(r"\(?[A-H][).:][ \t]+(?=\S)")
_MANNER = re.compile(
    r"(?:an? |the )?(?:(?:percentage |net |total |absolute )?(?:increase|decrease|decline|change|difference|growth|drop|reduction|rise|gain|loss)s? (?:of|by|in)|"
    r"(?:increased|decreased|declined|grew|rose|fell|higher|lower|up|down|calculated|computed|determined|found|equal)\b)",
    re.IGNORECASE,
)
#: The scale of figures, on the next line or after a box: "27", then "Scale: million".
_SCALE_BEHIND = re.compile(
    rf"[\s.$*{BOLD}{BOLD_END}{BOX_END}]*(?:\b(?:the )?scale(?: is|:){BOLD_END}?[ \t]*|(?<={BOX_END} )|\(in )({'|'.join(SCALES)})s?\b|[{BOX_END}{BOLD_END}]\$? ?(%|(?:{'|'.join(SCALES)})s?\b)",
    re.IGNORECASE,
)
#: Before the figure by which something changed: "sales increased by 27.5% in 2019".
_CHANGED = re.compile(
    rf"\b(?:increased?|decreased?|declined?|grew|rose|fell|shrank|went (?:up|down)|improved|widened|narrowed|dropped|gained|reduction|growth|drop|rise|fall|gain|up|down)s?(?: of| by| to)? (?={FIGURE.pattern})",
    re.IGNORECASE,
)
#: A share that is written twice: "0.1585, or 15.85%".
_AGAIN = re.compile(r"-?[\d.]+,? (?:or|i\.e\.,?|which is) (-?[\d.,]*\d ?(?:%|percent))[.)]?$")
#: The two values of a change, or its calculation.
_BESIDE_CHANGE = re.compile(
    r": \(.*|\([^()]*\)|,? (?:from|compared (?:to|with)|versus)\b.*", re.DOTALL
)
#: Behind the figure: "51.2%, a decrease", "51.2%, which is an increase".
_REMARK = re.compile(
    r"(?:(?<=[\d%)])|(?<=illion)|(?<=percent)|(?<=thousand)),? (?:(?:which|that|this) (?:is|was|means|represents) (?:an? )?[a-z ]+|an? (?:increase|decrease|decline|rise|drop|gain|loss|reduction))[.\s]*\Z",
    re.IGNORECASE,
)
#: Behind the figure of a clause: "1.85 in 2019 (2018: 1.62)", "$2.31, versus $2.27", "4.5 percent at year end".
_BEHIND_FIGURE = re.compile(
    r"(?:,? (?:not|because|since)\b|,? (?:versus|compared (?:to|with)|up|down|i\.e\.|rounded)[ ,]|,? or (?:(?:roughly|about|approximately) )?(?=[$€£\d])|: \(|(?<=%) of\b|,? (?:as of|at|in(?! (?:thousand|million|billion)s\b)|for|during|on|with|from|between)\b| \((?!in (?!\d)|not |scale|thousand|million|billion|percent))",
    re.IGNORECASE,
)
_SCALE_BEHIND_BOLD = re.compile(rf"{BOLD_END} ?(?:{'|'.join(SCALES)})s?\b")
#: A year with what happened then: "2019, when revenue was $5 million".
_YEAR_FIRST = re.compile(r"(?:19|20)\d\d(?=, (?:when|as|with|where|because|since)\b)")
_COMPARED = re.compile(r",? (?:versus|compared|up|down|or)\b", re.IGNORECASE)
#: Tells the scale before the answer: "The scale is thousand."
_SCALE_BEFORE = re.compile(rf"\bscale(?: is|:) ({'|'.join(SCALES)})s?\b", re.IGNORECASE)
#: Tells the scale of all figures: "(in thousands)", "All figures are in thousands."
_SCALE_OF_ALL = re.compile(r"\bin (thousand|million|billion)s\b", re.IGNORECASE)
_QUOTIENT = re.compile(r"[/÷%]")
#: Questions for amounts that have no scale in a table "in thousands, except per share data".
_ASKS_UNSCALED = re.compile(r"\b(?:per|eps|ratios?|rates?|percent\w*)\b", re.IGNORECASE)
#: Questions whose answer is a text, even if an amount is part of it.
_ASKS_TEXT = re.compile(
    r"why\b|how (?:is|are|was|were|do|does|did)\b|.*\b(?:reasons?|led to|lead to|caused?|drove|driven)\b",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[ \t]*(?:[-*•·–]|\(?\d{1,2}[.)])[ \t]+(?=\S)", re.MULTILINE)
#: A first line with more words is reasoning, and a clause with more words is not a short answer.
_MOST_WORDS = 12
_BOLD = re.compile(rf"{BOLD}([^{BOLD_END}\n]+){BOLD_END}")
_SO = re.compile(r"\b(?:so|hence|thus|therefore)\b", re.IGNORECASE)
#: A line with one figure that leads to the answer: "High in the third quarter: $14.96".
_FACT = re.compile(rf"[^:\n]{{3,80}}: {FIGURE.pattern}\.?", re.IGNORECASE)
_STEP_ON = re.compile(r"\b(?:so|hence|thus|therefore)\b|=", re.IGNORECASE)
_STEP = re.compile(r"(?:to |step|first|let|given|sure|we |from |in 20)", re.IGNORECASE)


def span_answer(text: str, quotes: Quotes) -> Found | None:
    """Return the spans that are a text's answer, with their scale, or None if there are none.

    An announced answer counts, with the list below it; else a list at the end; else a short first line;
    else the clause after "is" in the last sentence, or its figure. A list without semicolons is split at
    commas and "and" if each part is a figure or begins like a name.

    Args:
        text: plain text (`plain_text.plain_text`).
        quotes: the texts of the question; a quote from them is an answer as it is, see also `asked_forms.as_asked`.
    """
    found = _with_scale_elsewhere(text, quotes)
    return found and as_asked(text, quotes, found)


def _with_scale_elsewhere(text: str, quotes: Quotes) -> Found | None:
    end = len(text.rstrip())
    tail = last_retraction(text, 0, end)
    if tail is None or not _tells(text, tail, end):
        tail = 0
    found = _read(text, quotes, tail, end)
    behind = _SCALE_BEHIND.match(text, found.end) if found and not found.scale else None
    if found and behind and all(map(is_figure, found.spans)):
        scale = (behind[1] or behind[2]).lower().rstrip("s")
        return replace(found, scale="percent" if scale == "%" else scale)
    if found and not found.scale and all(map(is_figure, found.spans)):
        told = {scale.lower() for scale in _SCALE_BEFORE.findall(text, 0, found.start)}
        if len(found.spans) == 1:  # "it shows $10,250, so it was $10,250 thousand"
            again = rf"(?<![\d.,]){re.escape(found.plain)} ({'|'.join(SCALES)})\b"
            told |= {scale.lower() for scale in re.findall(again, text, re.IGNORECASE)}
        if not told and _may_have_scale(text, found, quotes):
            told = {scale.lower() for scale in _SCALE_OF_ALL.findall(text)}
        if len(told) == 1:
            return replace(found, scale=told.pop())
    return found


def _tells(text: str, start: int, end: int) -> bool:
    """Return whether a part of a text begins with a figure, or announces or stresses an answer."""
    line = text[start:end].strip(" :,").partition("\n")[0]
    told = is_figure(line) or announcements(text, start, end) or _bold_in(text, start, end)
    return bool(told)


def _may_have_scale(text: str, found: Found, quotes: Quotes) -> bool:
    """Return whether figures are cells, or the result of a calculation that is neither a quotient nor a count."""
    if _ASKS_UNSCALED.search(quotes.question) or "except" in text.lower():
        return False
    is_quotient_or_count = _QUOTIENT.search(text) or quotes.question.lower().startswith("how many")
    return all(map(quotes.has_cell, found.spans)) or ("=" in text and not is_quotient_or_count)


def _read(text: str, quotes: Quotes, start: int, end: int) -> Found | None:
    told = announcements(text, start, end)
    boxes = [a for a in told if a.rule == "boxed"]
    if boxes:
        # Several boxes at the end are a list.
        places = [
            (a.end, a.stop)
            for a in boxes
            if a.stop > boxes[-1].stop - 200 and "\n\n" not in text[a.stop : boxes[-1].start]
        ]
        return found_spans(text, places, "boxed", quotes)
    for announcement in reversed(told):
        if places := _announced(text, quotes, announcement, end):
            return _unless_refused(text, quotes, places, announcement.rule)
    return _unannounced(text, quotes, start, end)


def _announced(text: str, quotes: Quotes, told: Announcement, end: int) -> list[Place]:
    """Return the parts that are announced: a list, a clause of the line, or of the next one."""
    at = text.rfind("\n", told.start, told.end) + 1
    listed = (_list_below(text, at, end) or _bare_list(text, at, end)) if at else []
    if len(listed) > 1:
        return listed
    line = _line(text, told.end, told.stop)
    if line is None or line[0] >= told.stop:
        next_line = _line(text, told.end, end)
        clause = [_clause_of(text, quotes, next_line)] if next_line else []
        return _list_below(text, told.end, end) or clause
    if len(going_on := _going_on(text, line[0], end)) > 1:
        return going_on
    below = _list_below(text, line[1], end) if text[slice(*line)].endswith(":") else []
    return below or [_clause_of(text, quotes, line, is_announced=True)]


def _unannounced(text: str, quotes: Quotes, start: int, end: int) -> Found | None:
    parts = [
        place
        for place in lines(text, start, end)
        if not (is_aside(text, *place) or _HEADING.fullmatch(bare(text[slice(*place)])))
    ]
    if not parts:
        return None
    if len(going_on := _going_on(text, parts[0][0], end)) > 1:
        return found_spans(text, going_on, "list", quotes)
    if "\n\n" not in text[start:end] and (items := _bare_list(text, parts[0][0], end)):
        return found_spans(text, items, "list", quotes)
    goes_on = len(parts) > 1 and _STEP_ON.search(text, parts[1][0], end)
    if quotes.holds(bare(text[slice(*parts[0])])) and not goes_on:
        return found_spans(text, [_clause_of(text, quotes, parts[0])], "line", quotes)
    bold = _bold_in(text, start, end)
    if bold and is_figure(text[slice(*bold)]) and "=" not in text[bold[1] : end]:
        return found_spans(text, [_with_scale(text, bold, end)], "conclusion", quotes)
    listed = _closing_list(text, parts)
    if listed and not refuses(text, *listed[-1]) and text[listed[-1][1] - 1] not in "$:,(":
        return found_spans(text, listed, "list", quotes)
    if is_cut(text, start, end):
        return None
    first = next(iter(sentences(text, *parts[0])), parts[0])
    if is_figure(text[slice(*first)]):
        return found_spans(text, [first], "leading", quotes)
    if not _begins_reasoning(text, parts):
        return _unless_refused(text, quotes, [_clause_of(text, quotes, parts[0])], "line")
    told = statements(text, start, end)
    for place in reversed(told[-3:]):
        if refuses(text, *place):
            return None
        clause = _clause_of(text, quotes, place)
        if clause != place or len(told) == 1 or find_numbers(text[slice(*place)]):
            return found_spans(text, [clause], "conclusion", quotes)
    return found_spans(text, [told[-1]], "conclusion", quotes) if told else None


def _begins_reasoning(text: str, parts: list[Place]) -> bool:
    """Return whether the first line is no answer yet: long, an introduction, or an unfinished calculation."""
    first = text[slice(*parts[0])]
    is_long = len(first.split()) > _MOST_WORDS
    if len(parts) == 1 or is_long or first.rstrip(f"{BOLD_END} ").endswith(":"):
        return is_long or len(parts) > 1
    later = text[parts[1][0] : parts[-1][1]]
    is_step = ("=" in first or _FACT.fullmatch(first)) and find_numbers(later)
    goes_on = first.endswith(".") or _STEP.match(first) or _STEP_ON.search(later) or is_step
    return bool(goes_on) and not is_figure(first)


def _unless_refused(text: str, quotes: Quotes, places: list[Place], rule: str) -> Found | None:
    is_refusal = len(places) == 1 and refuses(text, *places[0])
    if is_refusal and not quotes.holds(bare(text[slice(*places[0])])):
        return None
    return found_spans(text, places, rule, quotes)


def _line(text: str, start: int, stop: int) -> Place | None:
    return next(iter(lines(text, start, stop)), None)


def _list_below(text: str, start: int, end: int) -> list[Place]:
    """Return the lines with bullets that follow."""
    items = []
    for place in lines(text, start, end):
        mark = _BULLET.match(text, *place)
        if mark is None:
            break
        items.append((mark.end(), place[1]))
    return items


def _going_on(text: str, start: int, end: int) -> list[Place]:
    """Return a line and those that follow as long as each ends in a semicolon."""
    places = []
    for place in lines(text, start, end):
        places.append(place)
        if not text[slice(*place)].rstrip().endswith(";"):
            break
    return places


def _bare_list(text: str, start: int, end: int) -> list[Place]:
    """Return the lines up to the end, if they are several figures or names."""
    items = lines(text, start, end)
    parts = [bare(text[slice(*place)]) for place in items]
    is_list = len(parts) > 1 and all(
        is_figure(part) or (part[:1].isupper() and len(part.split()) < 5 and ":" not in part)
        for part in parts
    )
    return items if is_list and not any(text[b - 1] == "." for _, b in items) else []


def _closing_list(text: str, lines: list[Place]) -> list[Place]:
    """Return the lines with bullets at the end, if they follow a colon or begin with the first line."""
    others = [i for i, line in enumerate(lines) if not _BULLET.match(text, *line)]
    first = others[-1] + 1 if others else 0
    marks = [(_BULLET.match(text, *line), line[1]) for line in lines[first:]]
    items = [(mark.end(), end) for mark, end in marks if mark]
    if others:
        introduces = text[slice(*lines[first - 1])].rstrip(BOLD_END).endswith(":")
        is_list = introduces and all(b - a < 100 and "=" not in text[a:b] for a, b in items)
    else:
        is_list = all(b - a < 80 for a, b in items)
    return items if is_list and len(items) > 1 else []


def _clause_of(text: str, quotes: Quotes, place: Place, *, is_announced: bool = False) -> Place:
    """Return the part of a sentence that is the answer: a quote, a clause after "is", or its final figure."""
    start, end = place
    remark = _REMARK.search(text[start:end])
    if remark and not quotes.holds(bare(text[start:end])):
        end = start + remark.start()
    found = _clause(text, quotes, (start, end), is_announced=is_announced)
    return found if quotes.holds(bare(text[slice(*found)])) else _without_remark(text, found)


def _clause(text: str, quotes: Quotes, place: Place, *, is_announced: bool) -> Place:
    start, end = place
    first = next(iter(sentences(text, start, end)), place)
    for quoted in (place, first):
        if quotes.holds(bare(text[slice(*quoted)])):
            has_verb = CLAUSE.search(text, *quoted)
            return quotes.new_part(text, *quoted) if has_verb else quoted
    if (
        first[1] < end
        and ";" not in text[start:end]
        and len(text[slice(*first)].split()) <= _MOST_WORDS
        and (is_announced or is_figure(text[slice(*first)]))
    ):
        end = first[1]
    if option := _OPTION.match(text, start, end):
        start = option.end()
    if is_announced and (year := _YEAR_FIRST.match(text, start, end)):
        return year.span()
    told = _FIGURE_IS.match(text, start, end)
    if told and not YEAR.fullmatch(told["figure"]):
        return start, max(told.end("figure"), told.end("scale"))
    part = bare(text[start:end])
    if is_figure(part) or ";" in part or dated_figures(part):
        return start, end
    if len(part.split()) > 4 and (bold := _bold_in(text, start, end)):
        is_all = is_figure(text[slice(*bold)])
        return bold if is_all else _clause(text, quotes, bold, is_announced=is_announced)
    clauses = [
        clause
        for clause in CLAUSE.finditer(text, start, end)
        # not within brackets, and no calculation in brackets
        if text.count("(", start, clause.start()) == text.count(")", start, clause.start())
        and not (text[clause.start()] == ":" and text[clause.end()] == "(")
    ]
    after = clauses[-1].end() if clauses else end
    if clauses and dated_figures(text[after:end]):
        return after, end
    if clauses and (not is_announced or len(part.split()) > 4 or is_figure(bare(text[after:end]))):
        if again := _AGAIN.match(text, after, end):
            return again.span(1)
        alone = _without_remark(text, (after, end))
        if alone != (after, end):
            return alone
        rest = bare(text[after:end])
        if is_figure(rest) or (
            not _MANNER.match(rest)
            and (len(rest.split()) <= _MOST_WORDS)
            and not (find_numbers(rest) and len(rest.split()) > 6 and not DATE.search(rest))
        ):
            return after, end
    is_sentence = len(part.split()) > 4
    if is_sentence and _ASKS_TEXT.match(quotes.question):
        return start, end
    concludes = bool(clauses) or len(part.split()) > _MOST_WORDS or _STEP_ON.search(part)
    return (
        _changed_by(text, start, end)
        or (is_sentence and concludes and _concluding_figure(text, start, end))
        or (start, end)
    )


def _with_scale(text: str, bold: Place, end: int) -> Place:
    """Return a bold figure with the scale after it: "**$412.5** million"."""
    scale = _SCALE_BEHIND_BOLD.match(text, bold[1], end)
    return (bold[0], scale.end()) if scale else bold


def _without_remark(text: str, place: Place) -> Place:
    """Return the figure at the start of a clause without what follows it; other clauses as they are."""
    if dated_figures(text[slice(*place)]):
        return place
    start, end = place
    figure = FIGURE.match(text, start, end)
    if figure is None or YEAR.fullmatch(figure["figure"]):
        return place
    stop = max(figure.end("figure"), figure.end("scale"))
    behind = text[stop:end]
    if ";" in behind:
        return place
    is_compared = _COMPARED.match(behind)
    has_another = (
        not is_compared
        and " and " in behind
        and any(not YEAR.fullmatch(n.text) for n in find_numbers(behind))
    )
    is_remark = _BEHIND_FIGURE.match(text, stop, end) and not has_another
    return (start, stop) if is_remark else place


def _changed_by(text: str, start: int, end: int) -> Place | None:
    """Return the offsets of the figure in a sentence about a change; None if it has several that are not years."""
    start = max((so.end() for so in _SO.finditer(text, start, end)), default=start)
    changed = _CHANGED.search(text, start, end)
    figure = FIGURE.match(text, changed.end(), end) if changed else None
    if changed is None or figure is None or YEAR.fullmatch(figure["figure"]):
        return None
    rest = _BESIDE_CHANGE.sub("", text[figure.end("figure") : end])
    others = find_numbers(rest) + find_numbers(text[start : changed.end()])
    if any(not YEAR.fullmatch(number.text) for number in others):
        return None
    return figure.start("figure"), max(figure.end("figure"), figure.end("scale"))


def _concluding_figure(text: str, start: int, end: int) -> Place | None:
    """Return the offsets of the figure that a sentence concludes with, including its scale."""
    found = concluding_number(text, start, end)
    if found is None or YEAR.fullmatch(found.plain):
        return None
    left = start + len(text[start : found.start].rstrip("$€£¥-"))
    if left > start and text[left - 1] == "(" and text[found.end : found.end + 1] == ")":
        left -= 1
    figure = FIGURE.match(text, left, end)
    return (left, max(figure.end("figure"), figure.end("scale"))) if figure else None


def _bold_in(text: str, start: int, end: int) -> Place | None:
    """Return the offsets of the bold text in a part of a text, if there is exactly one."""
    found = list(_BOLD.finditer(text, start, end))
    return found[0].span(1) if len(found) == 1 else None
