"""Question matching as a family of text pairs: columns, labels, and what every row promises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets.problems.problem import Edit, EditError, edit_text
from numdiag_datasets.text_pairs.family import Family, Row
from numdiag_datasets.text_pairs.question_matching.operations import RULES
from numdiag_datasets.text_pairs.question_matching.pairs import (
    FIELD,
    GENERATION,
    proposals,
    split_of,
)
from numdiag_datasets.text_pairs.question_matching.shallow import shallow_solvers
from numdiag_datasets.text_pairs.question_matching.taxonomy import LABELS, operations

if TYPE_CHECKING:
    import datasets

NAME = "question_matching"
#: The config of DuQM itself, read from files that the user holds; never published.
DUQM = f"{NAME}-duqm"


def config_name(operation: str) -> str:
    """``question_matching-replace_numeral``."""
    return f"{NAME}-{operation}"


def told(config: str) -> dict[str, str]:
    """What the manifest and the card say of a config: the label of its pairs, and in a few words what they are."""
    if config == DUQM:
        return {"label": "both", "summary": "DuQM's own pairs"}
    rule = RULES[config.partition("-")[2]]
    return {"label": f"{rule.label} {LABELS[rule.label]}", "summary": rule.summary}


def _features(config: str) -> datasets.Features:
    from datasets import ClassLabel, Features, Value

    text = Value("string")
    return Features(
        {
            "text": text,
            "text_pair": text,
            "label": ClassLabel(names=list(LABELS)),
            "category": text,
            "subcategory": text,
            "operation": text,
            "edits": [{"field": text, "start": Value("int32"), "before": text, "after": text}],
        }
    )


def _check(
    config: str, splits: Mapping[str, Sequence[Row]], facts: Mapping[str, Any]
) -> Iterator[tuple[str, int, str]]:
    """Make every pair again from its edits; ask its operation whether it could have made it."""
    for split, rows in splits.items():
        if facts["operations"].get(config) != told(config):
            yield split, 0, f"the manifest tells of {config} what it is not"
        if config == DUQM and facts["may_be_published"]:
            yield split, 0, "may be published, says the manifest"
        for number, row in enumerate(rows):
            for what in _check_phenomenon(row):
                yield split, number, what
            if config == DUQM:
                continue
            for what in _check_made(row, config.partition("-")[2], split):
                yield split, number, what


def _check_phenomenon(row: Row) -> Iterator[str]:
    place = operations().get(row["operation"])
    if row["operation"] and place is None:
        yield f"unknown operation {row['operation']!r}"
    elif place and (row["category"], row["subcategory"]) != (place.category, place.subcategory):
        yield f"{row['operation']} is {place.category}, {place.subcategory}"
    if row["label"] not in (0, 1) or not row["text"] or not row["text_pair"]:
        yield "a question is empty, or the label is neither 0 nor 1"


def _check_made(row: Row, operation: str, split: str) -> Iterator[str]:
    rule = RULES[operation]
    if row["operation"] != operation or row["label"] != rule.label:
        yield f"its operation is {row['operation']!r} and its label {row['label']}, not {operation!r} and {rule.label}"
    if split_of(row["text"]) != split:
        yield f"its question belongs to {split_of(row['text'])}"
    edits = [Edit(**edit) for edit in row["edits"]]
    try:
        made = edit_text(row["text"], edits)
    except EditError as error:
        yield str(error)
        return
    if made != row["text_pair"] or made == row["text"] or any(e.field != FIELD for e in edits):
        yield f"its edits give {made!r}"
    elif [(e.start, e.before, e.after) for e in edits] not in [
        [proposed] for proposed in proposals(operation, row["text"])
    ]:
        yield f"{operation} cannot make {row['text_pair']!r} of {row['text']!r}"


QUESTION_MATCHING = Family(
    name=NAME,
    title="Question matching",
    generation=GENERATION,
    columns={
        "text": "a question",
        "text_pair": "another question, which differs from it by one operation",
        "label": "0 `different`, 1 `equivalent`",
        "category": "`lexical`, `syntactic` or `pragmatic`",
        "subcategory": "one of DuQM's 13, or `Numeral form`",
        "operation": "what makes the second of the first, a key of the taxonomy",
        "edits": "`field`, `start`, `before`, `after`; `start` counts code points of `text`",
    },
    names=[*map(config_name, RULES), DUQM],
    labels=lambda config: LABELS,
    features=_features,
    check=_check,
    shallow=shallow_solvers,
    sources=("sample", "questions"),
    facts=("operations", "may_be_published"),
    about={
        "pretty_name": "numdiag: question matching",
        "language": ["zh"],
        "task_categories": ["text-classification"],
        "task_ids": ["semantic-similarity-classification", "multi-input-text-classification"],
        "tags": ["numerical-reasoning", "robustness", "question-matching", "paraphrase"],
    },
    card=Path(__file__).with_name("card.md.jinja"),
)
