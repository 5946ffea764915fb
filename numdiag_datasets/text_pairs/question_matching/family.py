"""Columns, labels and invariants of question matching, as a family of text pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.data_sets import QUESTION_MATCHING as NAME
from numdiag_datasets.core.problem import Edit, EditError, edit_text
from numdiag_datasets.core.schema import Row
from numdiag_datasets.core.visible_text import visible
from numdiag_datasets.text_pairs.family import Family
from numdiag_datasets.text_pairs.question_matching.contrasts import CONTRASTS
from numdiag_datasets.text_pairs.question_matching.pairs import FIELD, changes_of
from numdiag_datasets.text_pairs.question_matching.surface_baselines import SURFACE_BASELINES
from numdiag_datasets.text_pairs.question_matching.taxonomy import LABELS, operations
from numdiag_datasets.text_pairs.question_matching.units import same_amount

if TYPE_CHECKING:
    import datasets

#: The config of DuQM itself, read from the user's files; never published.
DUQM = f"{NAME}-duqm"


#: The name for results on the user's test files; no release has it.
TEST_FILES = f"{NAME}-test_files"
#: Contrasts whose edits are amounts, so that the edit determines the label.
_OF_AMOUNTS = ("numeral", "measure_word")


def config_name(contrast: str) -> str:
    """Return the name of a config: ``question_matching-numeral``."""
    return f"{NAME}-{contrast}"


def summary_of(config: str) -> str:
    """Return the short description of a config for the manifest and the card."""
    return "pairs of files" if config == DUQM else CONTRASTS[config.partition("-")[2]].summary


def _features(config: str) -> datasets.Features:
    from datasets import ClassLabel, Features, Value

    text = Value("string")
    return Features(
        {
            "text": text,
            "text_pair": text,
            "label": ClassLabel(names=list(LABELS)),
            "contrast": text,
            "category": text,
            "subcategory": text,
            "operation": text,
            "group": text,
            "edits": [{"field": text, "start": Value("int32"), "before": text, "after": text}],
        }
    )


def _check(
    config: str, splits: Mapping[str, Sequence[Row]], facts: Mapping[str, Any]
) -> Iterator[tuple[str, int, str]]:
    """Check that edits make every pair, that its contrast can make it, and that labels are balanced."""
    is_made = config != DUQM
    for split, rows in splits.items():
        if facts["summaries"].get(config) != summary_of(config):
            yield split, 0, f"the manifest tells of {config} what it is not"
        if facts["may_be_published"] and not is_made:
            yield split, 0, "may be published, says the manifest"
        equivalent = sum(row["label"] for row in rows)
        if is_made and 2 * equivalent != len(rows):
            yield split, 0, f"{equivalent} of {len(rows)} pairs are equivalent, not half"
        for number, row in enumerate(rows):
            made = _check_made(row, config.partition("-")[2], split) if is_made else ()
            for what in (*_check_phenomenon(row), *made):
                yield split, number, what


def _check_phenomenon(row: Row) -> Iterator[str]:
    place = operations().get(row["operation"])
    if row["operation"] and place is None:
        yield f"unknown operation {row['operation']!r}"
    elif place and (row["category"], row["subcategory"]) != (place.category, place.subcategory):
        yield f"{row['operation']} is {place.category}, {place.subcategory}"
    if row["label"] not in (0, 1) or not row["text"] or not row["text_pair"]:
        yield "a question is empty, or the label is neither 0 nor 1"


def _check_made(row: Row, name: str, split: str) -> Iterator[str]:
    contrast = CONTRASTS[name]
    if visible(row["text"] + row["text_pair"]) != row["text"] + row["text_pair"]:
        yield "a question has an invisible character"
    if row["contrast"] != name:
        yield f"its contrast is {row['contrast']!r}, not {name!r}"
    if (found := contrast.split_of(row["text"])) != split:
        yield f"its question belongs to {found}"
    if row["group"] != contrast.group_of(row["text"]):
        yield f"its group is {row['group']!r}"
    edits = [Edit(**edit) for edit in row["edits"]]
    try:
        made = edit_text(row["text"], edits)
    except EditError as error:
        yield str(error)
        return
    if made != row["text_pair"] or made == row["text"] or any(e.field != FIELD for e in edits):
        yield f"its edits give {made!r}"
        return
    is_amount = name in _OF_AMOUNTS and row["text"] not in contrast.lexicon.changes
    changes = [(e.start, e.before, e.after, row["label"], row["operation"]) for e in edits]
    if len(changes) != 1 or changes[0] not in changes_of(contrast, row["text"]):
        yield f"{name} cannot make {row['text_pair']!r} of {row['text']!r} with label {row['label']}"
    elif is_amount and same_amount(*changes[0][1:3]) != bool(row["label"]):
        yield f"{changes[0][1]} and {changes[0][2]} do not have the label {row['label']}"


QUESTION_MATCHING = Family(
    name=NAME,
    title="Question matching",
    columns={
        "text": "a question",
        "text_pair": "another question, which differs from it by one edit",
        "label": "0 `different`, 1 `equivalent`",
        "contrast": "what is contrasted, the last part of the config; in `question_matching-duqm` the operation",
        "category": "`lexical`, `syntactic` or `pragmatic`",
        "subcategory": "one of DuQM's 13",
        "operation": "what makes the second of the first: one of DuQM's 32, or a counterpart of the other label",
        "group": "the word, amount, time or things that the edit is about; intervals are clustered by it",
        "edits": "`field`, `start`, `before`, `after`; `start` counts code points of `text`",
    },
    names=[*map(config_name, CONTRASTS), DUQM, TEST_FILES],
    labels=lambda config: LABELS,
    features=_features,
    check=_check,
    baselines=lambda config: SURFACE_BASELINES,
    sources=("sample", "questions", "pairs"),
    facts=("summaries", "may_be_published"),
    about={
        "pretty_name": "numdiag: question matching",
        "language": ["zh"],
        "task_categories": ["text-classification"],
        "task_ids": ["semantic-similarity-classification", "multi-input-text-classification"],
        "tags": ["numerical-reasoning", "robustness", "question-matching", "paraphrase"],
    },
    card=Path(__file__).with_name("card.md.jinja"),
)
