"""Bag-of-words classifiers of attacked texts against originals, and of edited against unedited numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.manifest import Manifest, read_rows
from numdiag_datasets.core.problem import APPLIED, Problem, undo
from numdiag_datasets.core.progress import Progress, no_progress
from numdiag_datasets.core.schema import from_row
from numdiag_datasets.english.words import words_of
from numdiag_datasets.perturbations import ATTACKS
from numdiag_datasets.texts.reading import Reading

_FOLDS = 5
_WINDOW = 3  # words on each side of a number


@dataclass(frozen=True, slots=True)
class ToldApart:
    """The accuracy of a bag of words in separating two classes, in cross-validation.

    Attributes:
        config: data set and form.
        texts: the balanced accuracy for attacked texts against originals, 0 to 1; 0.5 is chance.
        numbers: the same for edited against unedited numbers of attacked texts; None if all numbers
            are of one class.
    """

    config: str
    texts: float
    numbers: float | None


def is_installed() -> bool:
    """Return whether scikit-learn is installed."""
    return find_spec("sklearn") is not None


def bag_of_words(
    directory: Path, manifest: Manifest, progress: Progress = no_progress
) -> list[ToldApart]:
    """Train and test the two classifiers on the attacked test rows of each form of word problems.

    Args:
        directory, manifest: of the release.
        progress: see `Progress`.

    Raises:
        ImportError: scikit-learn is not installed.
        ReleaseError: a file of the release cannot be read.
    """
    found = []
    of_words = [name for name in manifest.sources if DATA_SETS[name].kind.is_story]
    for number, dataset in enumerate(of_words):
        for place, form in enumerate(ATTACKS):
            progress("classifying", number * len(ATTACKS) + place, len(of_words) * len(ATTACKS))
            path = f"{dataset}/{form}/test.parquet"
            if path in manifest.files:
                rows = map(from_row, read_rows(directory, [path]))
                attacked = [row for row in rows if row.status == APPLIED]
                if len(attacked) >= _FOLDS:
                    found.append(
                        ToldApart(
                            f"{dataset}-{form}", _texts_told(attacked), _numbers_told(attacked)
                        )
                    )
    return found


def _texts_told(attacked: Sequence[Problem]) -> float:
    pairs = [_text(p) for problem in attacked for p in (problem, undo(problem))]
    groups = [i for i in range(len(attacked)) for _ in range(2)]
    return _told(pairs, [1, 0] * len(attacked), groups)


def _numbers_told(attacked: Sequence[Problem]) -> float | None:
    windows: list[str] = []
    edited: list[int] = []
    groups: list[int] = []
    for i, problem in enumerate(attacked):
        spans = list(_edited_spans(problem))
        for number in Reading(problem).quantities:
            windows.append(_window(number.field_text, number.start, number.end))
            edited.append(
                any(
                    field == number.field and start < number.end and number.start < end
                    for field, start, end in spans
                )
            )
            groups.append(i)
    if not 0 < sum(edited) < len(edited):
        return None
    return _told(windows, edited, groups)


def _text(problem: Problem) -> str:
    return " ".join((*problem.context, problem.question))


def _window(text: str, start: int, end: int) -> str:
    """Return the words around a number, prefixed by their side, and the shape of its numeral."""
    before, after = words_of(text[:start])[-_WINDOW:], words_of(text[end:])[:_WINDOW]
    shape = "".join("9" if c.isdigit() else "a" if c.isalpha() else c for c in text[start:end])
    return " ".join(
        (*(f"before:{word}" for word in before), f"shape:{shape}", *(f"after:{w}" for w in after))
    )


def _edited_spans(problem: Problem) -> Iterator[tuple[str, int, int]]:
    """Yield (field, start, end) of every edit, in the edited text."""
    shift: dict[str, int] = {}
    for edit in problem.edits:
        start = edit.start + shift.get(edit.field, 0)
        yield edit.field, start, start + len(edit.after)
        shift[edit.field] = shift.get(edit.field, 0) + len(edit.after) - len(edit.before)


def _told(texts: Sequence[str], labels: Sequence[int], groups: Sequence[int]) -> float:
    """Return the balanced accuracy of logistic regression over words and word pairs; folds keep problems whole."""
    # Imported here: only developers of perturbations need scikit-learn.
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import balanced_accuracy_score
    from sklearn.model_selection import GroupKFold
    from sklearn.pipeline import make_pipeline

    guesses = list(labels)
    folds = GroupKFold(min(_FOLDS, len(set(groups))))
    for train, test in folds.split(texts, labels, groups):
        known = [labels[i] for i in train]
        if len(set(known)) > 1:
            model: Any = make_pipeline(
                CountVectorizer(analyzer=_words_and_pairs),
                LogisticRegression(max_iter=1000, class_weight="balanced"),
            )
            guessed = model.fit([texts[i] for i in train], known).predict([texts[i] for i in test])
        else:
            guessed = known[:1] * len(test)
        for i, guess in zip(test, guessed, strict=True):
            guesses[i] = int(guess)
    return float(balanced_accuracy_score(labels, guesses))


def _words_and_pairs(text: str) -> list[str]:
    words = text.split()
    return [*words, *map(" ".join, pairwise(words))]
