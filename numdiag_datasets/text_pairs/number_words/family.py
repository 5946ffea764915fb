"""Config names, columns and labels of number words, as a family of text pairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from numdiag_datasets.core.data_sets import NUMBER_WORDS as NAME
from numdiag_datasets.text_pairs.family import Family
from numdiag_datasets.text_pairs.number_words.errors import ERRORS, SCOPES
from numdiag_datasets.text_pairs.number_words.invariants import check
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    LABELS,
    TASKS,
    VARIANTS,
)
from numdiag_datasets.text_pairs.number_words.surface_baselines import surface_baselines

if TYPE_CHECKING:
    import datasets


def config_name(task: str, variant: str, language: str) -> str:
    """Return the name of a config: ``number_words-comparison-bare-en``."""
    return "-".join((NAME, task, variant, language))


def config_names(languages: Sequence[str]) -> list[str]:
    """Return every config name of some languages, in the order of the card."""
    return [
        config_name(task, variant, language)
        for task in TASKS
        for variant in VARIANTS
        for language in languages
    ]


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
            "donors": text,
            "pair": whole,
        }
    )


NUMBER_WORDS = Family(
    name=NAME,
    title="Number words",
    columns={
        "text": "a number word, or a sentence with one",
        "text_pair": 'comparison: the second, in the same sentence; "" for grammaticality',
        "label": "grammaticality: 0 `grammatical`, 1 `ungrammatical`; comparison: which is larger, 0 `first`, "
        "1 `second`",
        "value": "what the number word of `text` means; none if it is no number",
        "value_pair": "the same for `text_pair`",
        "template": 'which sentence, such as `en-6`; "" for bare number words',
        "stratum": "how the numbers were drawn: grammaticality: `below_1000` (all of them), `log_uniform`, `uniform`, `shape` "
        "(each shape as likely); comparison: `below_1000`, `log_uniform`, pairs that differ in the `first_word`, in a "
        "`later_word`, in the `last_word` alone, of which the larger has the shorter text (`length`), that are `near`",
        "error": "grammaticality: the kind of error that parts the two rows of a pair, of which the ungrammatical one has it: "
        + ", ".join(f"`{name}` ({meaning})" for name, meaning in ERRORS.items()),
        "scope": "whether neighbouring words give the error away: "
        + ", ".join(f"`{name}` ({meaning})" for name, meaning in SCOPES.items()),
        "donors": 'the two numbers that an `appended` number word is made of, with a comma; else ""',
        "pair": "grammaticality: two rows of a split with the same number are a number word and an ungrammatical order of "
        "its words; comparison: the number of the row",
    },
    names=config_names(list(LANGUAGES)),
    labels=_labels,
    features=_features,
    check=check,
    baselines=surface_baselines,
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
