"""Rows of every config of a language: number words, bare and in sentences.

The two variants have the same number words row by row, so that the effect of a sentence can be separated
from the effect of other numbers. The two rows of a pair use the same sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.text_pairs.number_words import comparison, grammaticality, paper_rule
from numdiag_datasets.text_pairs.number_words.chunks import chunks_of
from numdiag_datasets.text_pairs.number_words.comparison import NumberComparison
from numdiag_datasets.text_pairs.number_words.grammaticality import WordPair
from numdiag_datasets.text_pairs.number_words.languages import Language
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    STREAM,
    TASKS,
    VARIANTS,
    ProbeOptions,
    ProbeRow,
)
from numdiag_datasets.text_pairs.number_words.templates import Template, templates_of
from numdiag_datasets.text_pairs.number_words.values import shuffled


def probe_rows(
    language: Language, task: str, options: ProbeOptions
) -> dict[str, dict[str, list[ProbeRow]]]:
    """Return variant -> split -> rows, in the requested numbers, half of them with each label.

    Args:
        language: a row of the table.
        task: grammaticality or comparison.
        options: the requested range and sizes.

    Raises:
        RangeError: the range is too small for them.
    """
    made: dict[str, dict[str, list[ProbeRow]]] = {variant: {} for variant in VARIANTS}
    is_grammaticality = task == TASKS[0]
    pairs = _judged(language, options) if is_grammaticality else _compared(language, options)
    for split, found in pairs.items():
        rng = Rng(options.seed, STREAM, f"rows-{language.code}-{split}-{task}")
        bare, in_sentences = [], []
        for rows in found:
            template = _choose(language, rows, rng)
            bare += rows
            in_sentences += [_in_sentence(row, template) for row in rows]
        # Both rows of a pair stand anywhere; comparisons are in random order already.
        order = shuffled(range(len(bare)), rng) if is_grammaticality else range(len(bare))
        for variant, rows in zip(VARIANTS, (bare, in_sentences), strict=True):
            made[variant][split] = [rows[n] for n in order]
    return made


def _judged(language: Language, options: ProbeOptions) -> dict[str, list[list[ProbeRow]]]:
    """Return, for each split, both rows of every pair."""
    rule = paper_rule if options.is_paper else grammaticality
    return {
        split: [_judgements(pair, number) for number, pair in enumerate(pairs)]
        for split, pairs in rule.word_pairs(language, options).items()
    }


def _judgements(pair: WordPair, number: int) -> list[ProbeRow]:
    right = ProbeRow(
        pair.word, "", 0, pair.value, None, "", pair.stratum, pair.error, pair.scope, "", number
    )
    donors = ",".join(map(str, pair.donors))
    return [right, replace(right, text=pair.error_word, label=1, value=None, donors=donors)]


def _compared(language: Language, options: ProbeOptions) -> dict[str, list[list[ProbeRow]]]:
    """Return, for each split, the row of every pair."""
    rule = paper_rule if options.is_paper else comparison
    return {
        split: [[_comparison(language, pair, number)] for number, pair in enumerate(pairs)]
        for split, pairs in rule.comparisons(language, options).items()
    }


def _comparison(language: Language, pair: NumberComparison, number: int) -> ProbeRow:
    values = pair.first, pair.second
    first, second = map(language.spell, values)
    return ProbeRow(first, second, pair.label, *values, "", pair.stratum, "", "", "", number)


def _in_sentence(row: ProbeRow, template: Template) -> ProbeRow:
    pair = row.text_pair and template.filled(row.text_pair)
    return replace(row, text=template.filled(row.text), text_pair=pair, template=template.id)


def _choose(language: Language, rows: Sequence[ProbeRow], rng: Rng) -> Template:
    """Choose a sentence that is natural with all numbers of some rows."""
    values = [v for row in rows for v in (row.value, row.value_pair) if v is not None]
    words = [text for row in rows for text in (row.text, row.text_pair) if text]
    looks_large = any(map(chunks_of(language).looks_large, words))
    fitting = [t for t in templates_of(language.code) if t.fits(values, words, looks_large)]
    return fitting[rng.below(len(fitting))]
