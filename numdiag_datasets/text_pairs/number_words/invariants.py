"""Invariants of rows of number words, checked from the rows alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numdiag_datasets.core.schema import Row
from numdiag_datasets.text_pairs.number_words import comparison, paper_rule, values
from numdiag_datasets.text_pairs.number_words.chunks import chunks_of, has_held_out
from numdiag_datasets.text_pairs.number_words.errors import ERRORS, scope_of, seen_errors
from numdiag_datasets.text_pairs.number_words.grammaticality import ENDS
from numdiag_datasets.text_pairs.number_words.languages import Language, language_of
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    COMPARISON,
    PAPER,
    UNSEEN_COMBINATIONS,
    UNSEEN_ERRORS,
)
from numdiag_datasets.text_pairs.number_words.templates import BARE, Template, templates_of

Found = Iterator[tuple[str, int, str]]
#: Columns that are equal in the two rows of a pair.
_SHARED = ("template", "stratum", "error", "scope")


def check(config: str, splits: Mapping[str, Sequence[Row]], facts: Mapping[str, Any]) -> Found:
    """Yield every violation; see `Family.check`."""
    _, task, variant, code = config.split("-")
    language = language_of(code)
    is_paper = tuple(facts["errors"]) == PAPER
    templates = {t.id: t for t in (templates_of(code) if variant == "sentence" else (BARE,))}
    is_made = task != COMPARISON and not is_paper
    for split, rows in splits.items():
        yield from ((split, number, what) for number, what in _check_balance(rows))
        for number, row in enumerate(rows):
            for what in _check_row(task, row, language, templates, is_paper):
                yield split, number, what
            if (value := max(row["value"] or 0, row.get("value_pair") or 0)) > facts["max_value"]:
                yield (
                    split,
                    number,
                    f"{value:,} is above {facts['max_value']:,}, the highest number",
                )
            if is_made and row["template"] in templates:
                word = templates[row["template"]].number_word(row["text"]) or ""
                for what in _check_held_out(task, row, word, language, facts["errors"]):
                    yield split, number, what
        if is_made:
            for number, what in _check_pairs(rows, language, templates):
                yield split, number, what
        elif not is_paper and len({row["pair"] for row in rows}) < len(rows):
            yield split, 0, "a number of the column pair occurs twice"
    if not is_paper:
        yield from _check_leaks(task, splits, language, templates)


def _check_balance(rows: Sequence[Row]) -> Iterator[tuple[int, str]]:
    """Check that both labels are equally frequent, overall and in each stratum, kind of error and scope."""
    for column in ("", "stratum", "error", "scope"):
        labels = Counter((row[column] if column else "", row["label"]) for row in rows)
        for group in dict.fromkeys(group for group, _ in labels):
            if labels[group, 0] != labels[group, 1]:
                of = f"{column} {group}: " if column else ""
                counted = f"{labels[group, 0]} rows of label 0 and {labels[group, 1]} of label 1"
                yield 0, f"{of}has {counted}"


def _check_row(
    task: str, row: Row, language: Language, templates: Mapping[str, Template], is_paper: bool
) -> Iterator[str]:
    if row["template"] not in templates:
        yield f"template {row['template']!r} is none of this config"
        return
    read = []
    for text in (row["text"], row["text_pair"]) if task == COMPARISON else (row["text"],):
        word = templates[row["template"]].number_word(text)
        if word is None:
            yield f"{text!r} is not the sentence {row['template']}"
            return
        read.append(value := language.read(word))
        if value is not None and word != (spelled := language.spell(value)):
            yield f"{word!r} is another spelling of {spelled!r}"
    if task != COMPARISON:
        yield from _check_judgement(row, read[0], is_paper)
    elif read != [row["value"], row["value_pair"]]:
        yield f"the number words read as {read}, not as the values"
    elif row["value"] == row["value_pair"] or row["label"] != (row["value"] < row["value_pair"]):
        yield f"label {row['label']} is not that of {row['value']} and {row['value_pair']}"
    elif row["stratum"] not in (comparison.STRATA if not is_paper else (paper_rule.STRATUM,)):
        yield f"stratum {row['stratum']!r} is none of comparison"
    elif not is_paper and not comparison.belongs(
        row["stratum"], language, row["value"], row["value_pair"]
    ):
        yield f"{row['value']} and {row['value_pair']} are not what stratum {row['stratum']} says"


def _check_judgement(row: Row, value: int | None, is_paper: bool) -> Iterator[str]:
    if value != row["value"] or (value is None) != (row["label"] == 1):
        yield f"{row['text']!r} reads as {value}, which is not its label or value"
    if is_paper:
        if row["error"] != paper_rule.ERROR:
            yield f"error {row['error']!r} is not that of the paper"
        return
    if row["error"] not in ERRORS:
        yield f"error {row['error']!r} is none"
    if row["stratum"] not in values.STRATA:
        yield f"stratum {row['stratum']!r} is none of grammaticality"
    elif value is not None and value < values.LEAST:
        yield f"{value} is less than {values.LEAST:,}"


def _check_held_out(
    task: str, row: Row, word: str, language: Language, errors: Sequence[str]
) -> Iterator[str]:
    """Check what a row has that train must not have, and its scope."""
    chunks = chunks_of(language)
    shape = chunks.shape(chunks.cut(word))
    if has_held_out(shape) != (task == UNSEEN_COMBINATIONS):
        yield f"{word!r} has a held-out combination where it must not, or none where it must"
    if (row["error"] in seen_errors(errors)) == (task == UNSEEN_ERRORS):
        yield f"error {row['error']} does not belong to {task}"
    if row["label"] and row["scope"] != scope_of(chunks, shape):
        yield f"{word!r} is not {row['scope']}"


def _check_pairs(
    rows: Sequence[Row], language: Language, templates: Mapping[str, Template]
) -> Iterator[tuple[int, str]]:
    """Check that the two rows of a pair have the same characters, and the same words at their ends."""
    pairs: dict[int, list[int]] = defaultdict(list)
    for number in sorted(range(len(rows)), key=lambda number: rows[number]["label"]):
        pairs[rows[number]["pair"]].append(number)
    for pair, numbers in pairs.items():
        members = [rows[number] for number in numbers]
        if [row["label"] for row in members] != [0, 1]:
            yield numbers[0], f"pair {pair} is not one row of either label"
            continue
        one, other = members
        if any(one[column] != other[column] for column in _SHARED):
            yield numbers[0], f"pair {pair}: its rows differ in more than their words"
        elif one["error"] != "repeated" and sorted(one["text"]) != sorted(other["text"]):
            yield numbers[0], f"pair {pair}: its rows are not of the same characters"
        elif one["template"] in templates:
            template = templates[one["template"]]
            found = [language.words(template.number_word(row["text"]) or "") for row in members]
            ends = [(words[:ENDS], words[-ENDS:]) for words in found]
            if ends[0] != ends[1]:
                yield numbers[0], f"pair {pair}: its rows begin or end with other words"


def _check_leaks(
    task: str,
    splits: Mapping[str, Sequence[Row]],
    language: Language,
    templates: Mapping[str, Template],
) -> Found:
    """Check that no two splits share a number or, in grammaticality, a text or a shape."""
    owners: dict[object, str] = {}
    seen: set[str] = set()
    for split, rows in splits.items():
        for number, row in enumerate(rows):
            for what, key in _keys(row, language):
                if owners.setdefault(key, split) != split:
                    yield split, number, f"its {what} is one of {owners[key]} as well"
            if task != COMPARISON and row["template"] in templates:
                word = templates[row["template"]].number_word(row["text"]) or row["text"]
                if word in seen:
                    yield split, number, f"{word!r} stands twice"
                seen.add(word)


def _keys(row: Row, language: Language) -> Iterator[tuple[str, object]]:
    for value in (row["value"], row["value_pair"]):
        if value is not None:
            yield f"value {value}", value
    if row["value_pair"] is None and row["value"] is not None:
        chunks = chunks_of(language)
        shape = chunks.shape(chunks.cut(language.spell(row["value"])))
        yield f"shape {' '.join(shape)}", tuple(sorted(shape))
