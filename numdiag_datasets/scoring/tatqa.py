"""TAT-QA: exact match and numeracy-focused F1 that include the scale (Zhu et al., ACL 2021, section 5.1).

The sorted answers of a row are written as one string. Numbers are rounded to two decimals, multiplied by
their scale and printed with four decimals; other spans are followed by their scale. The strings of prediction
and gold answer are then normalised token by token. Exact match compares the strings, F1 their sets of tokens.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Literal

from numdiag_datasets.core.errors import NumdiagError
from numdiag_datasets.scoring.tokens import Bag, bag_f1, hundredths, is_too_long, without_articles

Mode = Literal["official", "strict"]
MODES: tuple[Mode, ...] = ("official", "strict")

_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "percent": 0.01}
#: The scales that an answer may have.
SCALES = frozenset({"", *_SCALES})
_DELETED_IN_NUMBERS = str.maketrans("", "", "'\"\\$€£¥%(),[]")
_DELETED_IN_WORDS = str.maketrans("", "", string.punctuation)

_FIRST_NUMBER = re.compile(r"([+-]?\d+(?:\.\d+)?)|[+-]?\.\d+")
_BRACKETED = re.compile(r"\([\d.\s]+\)")
_PERCENT = re.compile(r"[\d.\s]%")
_NUMBER_AND_WORD = re.compile(r"(?<![\d.])[\d.]++\s?[a-zA-Z]+")

_STRICT_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]{1,2})?")
_STRICT_BRACKETS = re.compile(r"\(\s*([$€£¥]?[0-9.][0-9,.]*(?:e[0-9]+)?%?)\s*\)", re.IGNORECASE)
_MINUS_SIGNS = str.maketrans({"−": "-", "－": "-", "﹣": "-"})
_MOST_DIGITS = 40
_HUNDREDTH, _TEN_THOUSANDTH = Decimal("0.01"), Decimal("0.0001")


@dataclass(frozen=True, slots=True)
class TatqaScores:
    """The scores of one row, each 0 to 1.

    Attributes:
        exact_match: 1 if answer and scale are right.
        f1: equals exact_match for arithmetic and count questions.
        scale_accuracy: 1 if the scale is right (0 without an answer).
    """

    exact_match: float
    f1: float
    scale_accuracy: float


_WRONG = TatqaScores(0.0, 0.0, 0.0)


def score_row(
    prediction: str | Sequence[str],
    scale: str,
    answers: Sequence[str],
    answer_type: str,
    gold_scale: str,
    *,
    mode: Mode = "official",
) -> TatqaScores:
    """Score one prediction.

    ``official`` returns the scores of the official scorer (``tatqa_metric.py`` of the TAT-QA repository,
    commit c54088c), row for row. It keeps that scorer's slips, which ``strict`` corrects:

    - ``(1,746)`` is read as positive, since the pattern for brackets accepts no comma (and no ``%``);
    - ``.5`` is not a number and stays text;
    - ``5e3`` is read as 5;
    - a Unicode minus (``−71``) turns a number into text;
    - ``inf`` becomes the word ``None``, and ``1_000`` is read as 1;
    - rounding to two decimals works on binary fractions (1.005 becomes 1.0); strict rounds half up.

    If a perturbation changed the wording of a quoted answer, strict scoring also accepts the published one:
    the row is scored against each.

    In either mode a prediction is wrong if it has more than `tokens.MOST_CHARACTERS` characters, or if the
    official scorer cannot read it without an error (4,301 digits).

    Args:
        prediction: the predicted answer, or the spans of a multi-span answer.
        scale: the predicted scale: "", thousand, million, billion or percent.
        answers: the gold answer, one string, or all spans of it.
        answer_type: ``arithmetic``, ``count``, ``span`` or ``multi-span``.
        gold_scale: the gold scale.
        mode: see above.

    Raises:
        NumdiagError: an unknown mode.
    """
    if mode not in MODES:
        raise NumdiagError(f"unknown mode {mode!r}; choose from {', '.join(MODES)}")
    spans = [prediction] if isinstance(prediction, str) else list(prediction)
    if not prediction or not answers:
        return _WRONG
    right_scale = float(scale == gold_scale)
    if is_too_long(*spans):
        return TatqaScores(0.0, 0.0, right_scale)
    try:
        candidates = {_normalised(_joined(spans, scale, mode), mode)}
        if bare := _bare_number(spans, scale, mode):
            candidates.add(_normalised(bare, mode))
    except (ValueError, OverflowError):
        # Thousands of digits: they overflow a float, and int() refuses to read them.
        return TatqaScores(0.0, 0.0, right_scale)
    gold, gold_bag = _gold(tuple(answers), gold_scale, mode)
    match = float(gold in candidates)
    if match or answer_type in ("arithmetic", "count"):
        return TatqaScores(match, match, right_scale)
    f1 = max(bag_f1(frozenset(text.split()), gold_bag) for text in candidates)
    return TatqaScores(match, hundredths(f1), right_scale)


@lru_cache(maxsize=16384)
def _gold(answers: tuple[str, ...], scale: str, mode: Mode) -> tuple[str, Bag]:
    text = _normalised(_joined(answers, scale, mode), mode)
    return text, frozenset(text.split())


def _joined(answers: Sequence[str], scale: str, mode: Mode) -> str:
    """Return the answers as one string, numbers scaled: (5, "thousand") -> "5000.0000"."""
    return " ".join(_scaled(answer, scale, mode) for answer in sorted(answers))


def _scaled(answer: str, scale: str, mode: Mode) -> str:
    value = _READERS[mode](answer)
    if value is None:
        return f"{answer} {scale}" if scale else answer
    if "%" not in answer:
        if isinstance(value, Decimal):
            value = _rounded(value, _HUNDREDTH) * Decimal(str(scale_factor(scale)))
        else:
            value = round(value, 2) * scale_factor(scale)
    return f"{value:.4f}"


def _bare_number(spans: Sequence[str], scale: str, mode: Mode) -> str:
    """Return a lone number without scale or ``%``, unrounded, so that 0.2342 may mean 23.42 percent."""
    if len(spans) != 1 or scale or "%" in spans[0]:
        return ""
    value = _READERS[mode](spans[0])
    return "" if value is None else f"{value:.4f}"


def _normalised(text: str, mode: Mode) -> str:
    token = _TOKENS[mode]
    return " ".join(filter(None, map(token, text.split(" "))))


def plain_scale(scale: str) -> str:
    """Return a scale in the wording of TAT-QA if it has another case or is a plural: "Millions" -> "million"."""
    plain = scale.strip().lower()
    return next((name for name in (plain, plain.removesuffix("s")) if name in SCALES), scale)


def scale_factor(scale: str) -> float:
    """Return the factor of a scale, which may be part of other words ("US$millions")."""
    lowered = scale.lower()
    return next((factor for name, factor in _SCALES.items() if name in lowered), 1)


def _is_official_number(text: str) -> bool:
    """Return whether a text is a number for Python's float(), alone or before a scale word."""
    words = text.translate(_DELETED_IN_NUMBERS).split()
    if not words:
        return False
    try:
        value = float(words[0])
    except ValueError:
        return False
    return value == value and (len(words) == 1 or scale_factor(words[1]) != 1)


def _official_number(text: str) -> float | None:
    """Return the value as the official scorer reads it, to four decimals, or None if it reads none.

    Raises:
        ValueError, OverflowError: more digits than int() or a float can represent.
    """
    if not _is_official_number(text):
        return None
    first = _FIRST_NUMBER.search(text.translate(_DELETED_IN_NUMBERS))
    if first is None or first[1] is None:
        return None
    number = float(first[1]) if "." in first[1] else int(first[1])
    word = _NUMBER_AND_WORD.search(text)
    value = number * (scale_factor(word[0]) if word else 1)
    if _BRACKETED.search(text):
        value *= -1
    if _PERCENT.search(text.strip()):
        value *= 0.01
    return round(value, 4)


def _strict_number(text: str) -> Decimal | None:
    """Return the exact value to four decimals, without the official slips; None if it is not a number."""
    text = _STRICT_BRACKETS.sub(r"-\1", text.translate(_MINUS_SIGNS))
    words = text.translate(_DELETED_IN_NUMBERS).lower().split()
    if not words or len(words[0]) > _MOST_DIGITS or not _STRICT_NUMBER.fullmatch(words[0]):
        return None
    value = Decimal(words[0])
    if len(words) > 1:
        factor = scale_factor(words[1])
        if factor == 1:
            return None
        value *= Decimal(str(factor))
    if _PERCENT.search(text):
        value *= _HUNDREDTH
    return _rounded(value, _TEN_THOUSANDTH)


def _rounded(value: Decimal, unit: Decimal) -> Decimal:
    """Round half up, away from zero on both sides; a zero has no sign."""
    return (value / unit).to_integral_value(ROUND_HALF_UP) * unit + 0


@lru_cache(maxsize=65536)
def _official_token(token: str) -> str:
    token = token.lower()
    if not _is_official_number(token):
        token = token.translate(_DELETED_IN_WORDS)  # this may leave a number: "~5."
    if _is_official_number(token):
        return str(_official_number(token))
    return without_articles(token)


@lru_cache(maxsize=65536)
def _strict_token(token: str) -> str:
    token = token.lower()
    value = _strict_number(token)
    if value is None:
        token = token.translate(_DELETED_IN_WORDS)
        value = _strict_number(token)
    return without_articles(token) if value is None else f"{value:.4f}"


_READERS: dict[Mode, Callable[[str], float | Decimal | None]] = {
    "official": _official_number,
    "strict": _strict_number,
}
_TOKENS: dict[Mode, Callable[[str], str]] = {
    "official": _official_token,
    "strict": _strict_token,
}
