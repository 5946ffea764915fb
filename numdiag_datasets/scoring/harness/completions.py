"""What a language model wrote after a prompt, read as a prediction: its final answer, cut out."""

from __future__ import annotations

import re
from collections.abc import Callable

from numdiag_datasets.english.number_words import MOST_DIGITS, plain_decimal
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.problems.data_set import AnswerForm
from numdiag_datasets.problems.derivation import rounded
from numdiag_datasets.problems.equation import EquationError, parse_equation
from numdiag_datasets.scoring.predictions import Prediction
from numdiag_datasets.sources import data_set_of

#: Of a longer completion the end is read: there the answer stands.
MOST_CHARACTERS = 20_000

_TYPOGRAPHY = str.maketrans({"×": "*", "÷": "/"} | dict.fromkeys("\u00a0\u202f\u2009", " "))
_MINUS = re.compile(r"[−–－﹣](?= ?[$€£¥]?\.?\d)")
#: What precedes the answer of a model that thinks aloud, and what follows it: the special token of a
#: chat, or another problem that a base model makes up.
_END_OF_THOUGHT = re.compile(r"</think(?:ing)?>")
_NEXT_TURN = re.compile(
    r"<\|[a-z_]+\|>|</s>|<end_of_turn>"
    r"|(?<=\S)[^\S\n]*+\n\s*+(?:Problem|Question|Passage|Table|Text|Q):"
)
_DISTRACTOR = re.compile(r"(?<!\s)\s*+\(not [^()\n]*\)")
_MARKUP = re.compile(r"\*\*|__|`|\\(?:left|right|displaystyle|[()\[\],;! ])|</?answer>(?=\s*$)")
_REWRITTEN = (
    (re.compile(r"\\(?:text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}"), r"(\1) / (\2)"),
    (re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}"), r"\nAnswer: \1\n"),
    (re.compile(r"\\(?:times|cdot)\b"), "*"),
    (re.compile(r"\\div\b"), "/"),
    (re.compile(r"\\([$%])"), r"\1"),
    (re.compile(r"(?<=\d)\{,\}(?=\d)"), ","),
)
_LIST_MARK = re.compile(r"^[ \t]*(?:Step )?(\d{1,2})[.):][ \t]+", re.MULTILINE)

_CUE = re.compile(
    r"(?:####|<answer>)\s*+|\b(?:final |correct )?(?:answer|result)(?: to [^.:\n]{1,80}?)?"
    r"(?: (?:is|was|should be|would be|will be)\b|\s*+[:=])[ \t]*+:?\s*+",
    re.IGNORECASE,
)
_LONGEST_LINE = 200
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")
_HEDGE = r"(?:(?:approximately|about|around|roughly|exactly|only|just|a total of|~|≈)\s*)?"

# Of a longer list, "111,111,...", each is a number.
_MOST_GROUPS = MOST_DIGITS // 3
_DIGITS = rf"(?:\d{{1,3}}(?:,\d{{3}}){{1,{_MOST_GROUPS}}}(?![\d,])|\d+)(?:\.\d+)?|\.\d+"
# A minus after a digit or a closing bracket subtracts; "1st" and the 3 of "COVID3" are no numbers.
_SIGNED = rf"(?<![\w.)])-?(?:[A-Z]{{2}})?[$€£¥]? ?-?(?:{_DIGITS})(?!\d|st\b|nd\b|rd\b|th\b)"
_NUMBER = re.compile(rf"{_SIGNED}|(?<=[-$€£¥])(?:{_DIGITS})(?!\d)")
_TERM = rf"[(\[]*(?:{_SIGNED})[)\]]*(?: ?%| [a-z]{{2,}})?[)\]]*"
_CHAIN = re.compile(rf"{_TERM}(?:[ \t]*[-+*/x][ \t]*{_TERM})*")
_TIMES = re.compile(r"(?<=[\d) ])x(?=[ \d($])")
_UNKNOWN = re.compile(r"[a-zA-Z]{1,10}[ \t]*=[ \t]*")
_EQUALS = re.compile(r"[ \t]*(?:=|≈|equals)[ \t]*\$?")

_SCALES = ("thousand", "million", "billion", "percent")
_SCALE = rf"(?:{'|'.join(_SCALES)})"
_STATED_SCALE = re.compile(
    rf"(?<!\s)\s*+(?:\||[,;(]\s*+(?:in |scale:? )|\bscale:? |\bin (?={_SCALE}s\b))"
    rf"\s*+({_SCALE}|none)?s?\s*+\)?$",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    rf"{_HEDGE}((?:[$€£¥](?=\())?\(?(?:{_SIGNED})\)?) ?(%|(?:percentage points?|{_SCALE}s?)\b)?"
    r"((?: [a-z.]+){0,2})",
    re.IGNORECASE,
)
_NAME = re.compile(r" (?!U\.?S)[A-Z]")
_OPERATOR = re.compile(r" [-+*/] ")
_YEAR_AND_WORD = re.compile(r"(?:19|20)\d\d [a-z]", re.IGNORECASE)
_LAST_CLAUSE = re.compile(
    rf"(?:=|\b(?:is|was|are|were|by|equals))\s*({_HEDGE}\(?(?:{_SIGNED})\)? ?"
    rf"(?:%|percentage points?|{_SCALE}s?)?(?: (?:dollars|USD))?)$",
    re.IGNORECASE,
)
#: A first line of more words than this is reasoning if other lines follow it.
_MOST_WORDS_OF_AN_ANSWER = 12


def read_completion(dataset: str, completion: str) -> Prediction:
    """Read the final answer out of what a model wrote.

    Input -> output: ``The answer is 1,234.5 dollars.`` -> ``1234.5``; for tatqa_a
    ``$91 million`` -> ``$91`` with the scale million.

    Reasoning is passed over: what stands behind the last "answer is", "Answer:", ``####`` or in
    ``\\boxed{}`` counts, else a number that is all the first sentence begins with, else the last
    number. Markdown, LaTeX, currency signs, units, thousands commas and "(not 30)" are cut away from
    numbers. A minus stays, a percent sign goes (tatqa_a: becomes the scale). Numbers in words count
    where there are none in digits. Nothing is evaluated as code.

    Args:
        dataset: says what an answer looks like: a number, for asdiv_a also an equation; for tatqa_a
            spans parted by semicolons, and a scale.
        completion: the generated text, without the prompt.

    Returns:
        the prediction; without spans where nothing was written. Text in which no number can be found is
        kept as it is, cut after its first line, and scores as wrong.

    Raises:
        KeyError: an unknown data set.
    """
    return _READERS[data_set_of(dataset).form](_cleaned(completion))


def _cleaned(completion: str) -> str:
    text = _MINUS.sub("-", completion[-MOST_CHARACTERS:].translate(_TYPOGRAPHY))
    thought = 0
    for tag in _END_OF_THOUGHT.finditer(text):
        thought = tag.end()
    text = text[thought:]
    if turn := _NEXT_TURN.search(text):
        text = text[: turn.start()]
    for pattern, replacement in _REWRITTEN:
        text = pattern.sub(replacement, text)
    text = _MARKUP.sub("", text)
    marks = [int(mark[1]) for mark in _LIST_MARK.finditer(text)]
    # "17. She had 5" is an answer, "1. Add them up" with a "2." further down a list.
    if marks[:2] == [1, 2]:
        text = _LIST_MARK.sub("", text)
    return text.strip()


def _equation_or_number(text: str) -> Prediction:
    return _spans(_answer_number(text) or _first_line(text))


def _number(text: str) -> Prediction:
    """A number; an expression without its result is worked out."""
    return _spans(_evaluated(_answer_number(text)) or _first_line(text))


def _spans_with_scale(text: str) -> Prediction:
    """The spans of an answer, and their scale."""
    line = _answer_line(text)
    line, scale = _without_stated_scale(line.rstrip().removesuffix(".").strip(" \"'*"))
    if clause := _LAST_CLAUSE.search(line):
        line = clause[1]
    spans = [span.strip() for span in line.split(";") if span.strip()]
    figures = [_figure(span) for span in spans]
    if not scale and spans and not any(found for _, found in figures[:-1]):
        scale = figures[-1][1]  # "5; 6 million" says the scale of both
    if scale:
        spans = [_figure(span)[0] for span in spans]
    elif len(spans) == 1:
        spans = [figures[0][0]]
    return Prediction(tuple(spans), scale)


_READERS: dict[AnswerForm, Callable[[str], Prediction]] = {
    AnswerForm.EQUATION: _equation_or_number,
    AnswerForm.SOLUTION: _equation_or_number,
    AnswerForm.NUMBER: _number,
    AnswerForm.SPANS: _spans_with_scale,
}


def _spans(text: str) -> Prediction:
    return Prediction((text,) if text else ())


def _first_line(text: str) -> str:
    return text.partition("\n")[0].strip()[:_LONGEST_LINE]


def _after_cues(text: str) -> list[str]:
    """The lines behind each announcement of an answer, the last one first."""
    starts = [cue.end() for cue in _CUE.finditer(text)]
    lines = [_first_line(text[start : start + _LONGEST_LINE]) for start in starts]
    return [line for line in reversed(lines) if line]


def _answer_number(text: str) -> str:
    """The number that a text gives as its answer, or the expression; "" if there is none."""
    text = _DISTRACTOR.sub("", text)
    for line in _after_cues(text):
        sentence = _sentences(line)[0]
        if found := _leading(line)[0] or _last_result(sentence) or _first_number(sentence):
            return found
    sentences = _sentences(text)
    found, rest = _leading(sentences[0])
    # "17. She had 5" begins with its answer; "5 + 12 = 17", then "17 - 3 = 14", is on its way there.
    goes_on = "=" in sentences[0] and any("=" in sentence for sentence in sentences[1:])
    if found and not goes_on and not _NUMBER.search(rest):
        return found
    for sentence in reversed(sentences):
        if found := _last_result(sentence) or _last_number(sentence):
            return found
    words = [mention for mention in find_numbers(text) if mention.is_quantity]
    return plain_decimal(words[-1].value) if words else ""


def _sentences(text: str) -> list[str]:
    """The sentences, at least one; a point within a number ends none."""
    return [part for part in _SENTENCE_END.split(text) if part.strip()] or [""]


def _leading(text: str) -> tuple[str, str]:
    """The number or expression that a text begins with, of ``5 + 12 = 17`` the result; and the rest."""
    text = re.sub(rf"^[\s:*$]*{_HEDGE}", _kept_currency, text, count=1)
    if unknown := _UNKNOWN.match(text):
        text = text[unknown.end() :]
    found, place, end = "", 0, 0
    while term := _CHAIN.match(text, place):
        found, end = term[0], term.end()
        equals = _EQUALS.match(text, end)
        if equals is None:
            break
        place = equals.end()
    return _plain(found), text[end:]


def _kept_currency(match: re.Match[str]) -> str:
    return "$" if match[0].endswith("$") else ""


def _last_result(sentence: str) -> str:
    """The number behind the last equals sign."""
    _, equals, tail = sentence.rpartition("=")
    return (_leading(tail)[0] or _first_number(tail)) if equals else ""


def _first_number(text: str) -> str:
    if match := _NUMBER.search(text):
        return _plain(match[0])
    mentions = [mention for mention in find_numbers(text) if mention.is_quantity]
    return plain_decimal(mentions[0].value) if mentions else ""


def _last_number(text: str) -> str:
    matches = _NUMBER.findall(text)
    return _plain(matches[-1]) if matches else ""


def _plain(text: str) -> str:
    """A number or expression without commas, currency and units: ``$1,234.5`` -> ``1234.5``."""
    text = _TIMES.sub("*", re.sub(r"(?<=\d),(?=\d{3})", "", text))
    text = re.sub(r"[^-+*/().\d ]", "", text.replace("[", "(").replace("]", ")")).strip()
    if re.fullmatch(r"[-. ()\d]+", text) and len(re.findall(r"[\d.]+", text)) == 1:
        return re.sub(r"[ ()]", "", text)
    return " ".join(text.split())


def _evaluated(text: str) -> str:
    """The value of an expression, with two decimals at most; other text as it is."""
    try:
        equation = parse_equation(text)
        return rounded(equation.value()) if len(equation.operands) > 1 else text
    except EquationError:
        return text


def _answer_line(text: str) -> str:
    if lines := _after_cues(text):
        return lines[0]
    lines = [line for line in text.splitlines() if line.strip()] or [""]
    first = lines[0].strip()
    reasons = first.endswith(":") or len(first.split()) > _MOST_WORDS_OF_AN_ANSWER
    return lines[-1] if reasons else first


def _without_stated_scale(line: str) -> tuple[str, str]:
    """The line and the scale that stands behind it: ``91 (in millions)``, ``91 | million``."""
    stated = _STATED_SCALE.search(line)
    if stated is None or not line[: stated.start()].strip():
        return line, ""
    scale = (stated[1] or "").lower()
    return line[: stated.start()].strip(), scale if scale in _SCALES else ""


def _figure(span: str) -> tuple[str, str]:
    """A span without scale and unit, and its scale; text that is more than a figure stays.

    ``$91 million`` -> (``$91``, million), ``12.5%`` -> (``12.5``, percent), ``2019 Plan`` stays.
    """
    match = _FIGURE.fullmatch(span)
    if match and not _NAME.search(match[3]) and (match[2] or not _YEAR_AND_WORD.match(span)):
        scale = (match[2] or "").lower().rstrip("s")
        scale = "percent" if scale.startswith(("%", "percentage")) else scale
        return match[1].replace(" ", ""), scale
    mentions = find_numbers(span)
    if len(mentions) == 1 and mentions[0].form == "words" and mentions[0].text == span:
        return plain_decimal(mentions[0].value), ""
    # Without spaces it may be a date or a range of years.
    return (_evaluated(span) if _OPERATOR.search(span) else span), ""
