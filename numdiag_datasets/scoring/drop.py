"""DROP: exact match and numeracy-focused F1 (Dua et al., NAACL 2019, section 5)."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from numdiag_datasets.scoring.tokens import Bag, bag_f1, hundredths, is_too_long, without_articles

_TOKEN_END = re.compile(r" |-")
_NUMBER = re.compile(r"\d+\.?\d*|\.\d+")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


@dataclass(frozen=True, slots=True)
class DropScores:
    """The scores of one row, each 0 to 1: the best over its alternative answers."""

    exact_match: float
    f1: float


_WRONG = DropScores(0.0, 0.0)


def score_row(
    prediction: str | Sequence[str], answers: Sequence[str | Sequence[str]]
) -> DropScores:
    """Score one prediction like the official evaluator (AllenNLP's ``tools/drop_eval.py``).

    Numbers compare as floats ("4" is "4.0"), other text without case, punctuation and articles; a hyphen
    separates tokens, so -4 is 4. The spans of an answer are aligned one to one with the predicted spans for
    the highest F1; a span with numbers scores 0 unless one of them is predicted. A prediction of more than
    `tokens.MOST_CHARACTERS` characters is wrong and not read.

    Args:
        prediction: the predicted span or number, or several spans.
        answers: the alternatives, each a string, or the list of the spans of one answer.
    """
    spans = [prediction] if isinstance(prediction, str) else list(prediction)
    if not spans or is_too_long(*spans):
        return _WRONG
    predicted = [_normalised(span) for span in spans]
    best = _WRONG
    for answer in answers:
        gold = [answer] if isinstance(answer, str) else list(answer)
        if gold and gold[0].strip():
            scores = _against(predicted, [_normalised(span) for span in gold])
            best = DropScores(max(best.exact_match, scores.exact_match), max(best.f1, scores.f1))
    return best


def is_number(prediction: Sequence[str]) -> bool:
    """Return whether `score_row` reads a prediction as the one number that it contains.

    Words and units make it another text ("5 yards"), and a sign without a space moves the decimal point: "68.3%" is
    read as 683, "68.3 %" as 68.3.
    """
    if len(prediction) != 1 or is_too_long(*prediction):
        return False
    read, found = _normalised(prediction[0]), _NUMBER.search(prediction[0].replace(",", ""))
    return found is not None and _is_number(read) and float(read) == float(found[0])


def _against(predicted: list[str], gold: list[str]) -> DropScores:
    match = float(set(predicted) == set(gold) and len(predicted) == len(gold))
    predicted_bags, gold_bags = map(_bag, predicted), map(_bag, gold)
    if len(predicted) == len(gold) == 1:
        f1 = _span_f1(next(predicted_bags), next(gold_bags))
    else:
        f1 = _aligned_f1(list(predicted_bags), list(gold_bags))
    return DropScores(match, hundredths(f1))


def _aligned_f1(predicted: list[Bag], gold: list[Bag]) -> float:
    """Return the mean F1 of the best one-to-one alignment; a span left over counts as 0."""
    # Imported here: few answers have several spans, and scipy takes half a second to load.
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    f1 = np.array([[_span_f1(span, wanted) for span in predicted] for wanted in gold])
    rows, columns = linear_sum_assignment(f1, maximize=True)
    aligned = np.zeros(max(f1.shape))
    aligned[rows] = f1[rows, columns]
    return float(aligned.mean())


def _span_f1(predicted: Bag, gold: Bag) -> float:
    numbers = set(filter(_is_number, gold))
    return 0.0 if numbers and not numbers & predicted else bag_f1(predicted, gold)


def _bag(normalised: str) -> Bag:
    return frozenset(normalised.split())


def _normalised(text: str) -> str:
    return " ".join(filter(None, map(_normal_token, _TOKEN_END.split(text))))


@lru_cache(maxsize=65536)
def _normal_token(token: str) -> str:
    token = token.lower()
    if not _is_number(token):
        token = token.translate(_PUNCTUATION)  # this may leave a number: "4,000"
    if _is_number(token):
        token = str(float(token))
    return without_articles(token)


def _is_number(token: str) -> bool:
    try:
        float(token)
    except ValueError:
        return False
    return True
