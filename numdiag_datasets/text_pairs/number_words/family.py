"""Number words as a family of text pairs: columns, labels, and what every row promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets.text_pairs.family import Family, Row
from numdiag_datasets.text_pairs.number_words.examples import (
    GENERATION,
    LABELS,
    TASKS,
    VARIANTS,
    split_values,
)
from numdiag_datasets.text_pairs.number_words.languages import Language, language_of
from numdiag_datasets.text_pairs.number_words.templates import BARE, Template, templates_of

if TYPE_CHECKING:
    import datasets
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES

NAME = "number_words"


def config_name(task: str, variant: str, language: str) -> str:
    """``number_words-comparison-bare-en``."""
    return "-".join((NAME, task, variant, language))


def config_names(languages: Sequence[str]) -> list[str]:
    """Every config of some languages, in the order of the card."""
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
            "split_key": text,
        }
    )


# --- what every row promises ----------------------------------------------------------------------


def _check(
    config: str, splits: Mapping[str, Sequence[Row]], facts: Mapping[str, Any]
) -> Iterator[tuple[str, int, str]]:
    """Read every number word anew; count the labels; look for values of one split in another."""
    _, task, variant, code = config.split("-")
    language = language_of(code)
    templates = {template.id: template for template in (*templates_of(code), BARE)}
    owners: dict[int | str, str] = {}
    for split, rows in splits.items():
        labels = Counter(row["label"] for row in rows)
        if labels[0] != labels[1]:
            yield split, 0, f"has {labels[0]} rows of label 0 and {labels[1]} of label 1"
        for number, row in enumerate(rows):
            for what in _check_row(task, variant, row, language, templates):
                yield split, number, what
            for key in _keys(row, templates) if facts["leak_free"] else ():
                if owners.setdefault(key, split) != split:
                    yield split, number, f"its value {key} is one of {owners[key]} as well"


def _keys(row: Row, templates: Mapping[str, Template]) -> Iterator[int | str]:
    """What no other split may have: the values of a row, and its words where they are no number."""
    yield from split_values(row["split_key"])
    if row["value"] is None and row["template"] in templates:
        yield templates[row["template"]].number_word(row["text"]) or row["text"]


def _check_row(
    task: str,
    variant: str,
    row: Row,
    language: Language,
    templates: Mapping[str, Template],
) -> Iterator[str]:
    if (row["template"] != "") != (variant == "sentence") or row["template"] not in templates:
        yield f"template {row['template']!r} is none of this config"
        return
    values = []
    for text in (row["text"], row["text_pair"]) if task == "comparison" else (row["text"],):
        word = templates[row["template"]].number_word(text)
        if word is None:
            yield f"{text!r} is not the sentence {row['template']}"
            return
        values.append(language.read(word))
    if task == "grammaticality":
        if values[0] != row["value"] or (values[0] is None) != (row["label"] == 1):
            yield f"{row['text']!r} reads as {values[0]}, which is not its label or value"
    elif values != [row["value"], row["value_pair"]]:
        yield f"the number words read as {values}, not as the values"
    elif row["value"] == row["value_pair"] or row["label"] != (row["value"] < row["value_pair"]):
        yield f"label {row['label']} is not that of {row['value']} and {row['value_pair']}"


NUMBER_WORDS = Family(
    name=NAME,
    title="Number words",
    generation=GENERATION,
    columns={
        "text": "a number word, or a sentence with one",
        "text_pair": 'comparison: the second, in the same sentence; "" for grammaticality',
        "label": "grammaticality: 0 `grammatical`, 1 `ungrammatical`; comparison: which is larger, 0 `first`, "
        "1 `second`",
        "value": "what the number word of `text` means; none if it is no number",
        "value_pair": "the same for `text_pair`",
        "template": 'which sentence, such as `en-6`; "" for bare number words',
        "split_key": "the values that put the row into its split: `248`, or two with a comma, also those that "
        "an ungrammatical number word is made of",
    },
    names=config_names(list(LANGUAGES)),
    labels=_labels,
    features=_features,
    check=_check,
    sources=("generated",),
    facts=("about", "languages", "max_value", "leak_free", "alike", "shared_texts"),
    about={
        "pretty_name": "numdiag: number words",
        "task_categories": ["text-classification"],
        "task_ids": ["acceptability-classification", "multi-input-text-classification"],
        "tags": ["numerical-reasoning", "probing", "number-words", "synthetic"],
    },
    card=Path(__file__).with_name("card.md.jinja"),
)
