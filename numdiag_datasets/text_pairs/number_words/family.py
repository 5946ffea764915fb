"""Config names, columns and labels of number words, as a family of text pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from numdiag_datasets.core.data_sets import NUMBER_WORDS as NAME
from numdiag_datasets.text_pairs.family import Family
from numdiag_datasets.text_pairs.number_words import comparison, values
from numdiag_datasets.text_pairs.number_words.errors import ERRORS, SCOPES
from numdiag_datasets.text_pairs.number_words.invariants import check
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    GRAMMATICALITY,
    LABELS,
    TASKS,
    UNSEEN,
    VARIANTS,
)
from numdiag_datasets.text_pairs.number_words.surface_baselines import surface_baselines

if TYPE_CHECKING:
    import datasets


def config_name(task: str, variant: str, language: str) -> str:
    """Return the name of a config: ``number_words-comparison-bare-en``."""
    return "-".join((NAME, task, variant, language))


def config_names(languages: Sequence[str], *, is_paper: bool = False) -> list[str]:
    """Return every config name of some languages, in the order of the card; the paper's rule has two tasks."""
    return [
        config_name(task, variant, language)
        for task in TASKS
        if not (is_paper and task in UNSEEN)
        for variant in VARIANTS
        for language in languages
    ]


def is_test_only(config: str) -> bool:
    """Return whether a config has a test split alone, for a classifier trained on grammaticality."""
    return config.split("-")[1] in UNSEEN


def _trained_on(config: str) -> str:
    name, _, variant, language = config.split("-")
    return "-".join((name, GRAMMATICALITY, variant, language)) if is_test_only(config) else config


def _labels(config: str) -> Sequence[str]:
    return LABELS[config.split("-")[1]]


def _features(config: str) -> datasets.Features:
    from datasets import ClassLabel, Features, Value

    text, whole = Value("string"), Value("int64")
    return Features(
        {
            "text": text,
            "text_pair": text,
            "label": ClassLabel(names=list(_labels(config))),
            "value": whole,
            "value_pair": whole,
            "template": text,
            "stratum": text,
            "error": text,
            "scope": text,
            "pair": whole,
        }
    )


def _named(meanings: Mapping[str, str]) -> str:
    return ", ".join(f"`{name}` ({meaning})" for name, meaning in meanings.items())


NUMBER_WORDS = Family(
    name=NAME,
    title="Number words",
    columns={
        "text": "a number word, or a sentence with one",
        "text_pair": 'comparison: the second, in the same sentence; else ""',
        "label": "0 `grammatical`, 1 `ungrammatical`; comparison: which is larger, 0 `first`, 1 `second`",
        "value": "what the number word of `text` means; none if it is not a number",
        "value_pair": "the same for `text_pair`",
        "template": 'which sentence, such as `en-6`; "" for bare number words',
        "stratum": f"how the numbers were drawn: grammaticality: {_named(values.STRATA)}; comparison: "
        f"{_named(comparison.STRATA)}",
        "error": "grammaticality: the kind of error of the ungrammatical row of a pair, given in both: "
        + _named(ERRORS),
        "scope": f"whether three neighbouring words are enough to find the error: {_named(SCOPES)}",
        "pair": "grammaticality: two rows of a split with the same number are a number word and an ungrammatical order of "
        "its words; comparison: the number of the row",
    },
    names=config_names(list(LANGUAGES)),
    labels=_labels,
    features=_features,
    check=check,
    baselines=surface_baselines,
    trained_on=_trained_on,
    sources=("generated",),
    facts=("about", "languages", "max_value", "errors", "shared_texts"),
    about={
        "pretty_name": "numdiag: number words",
        "task_categories": ["text-classification"],
        "task_ids": ["acceptability-classification", "multi-input-text-classification"],
        "tags": ["numerical-reasoning", "probing", "number-words", "synthetic"],
    },
    card=Path(__file__).with_name("card.md.jinja"),
)
