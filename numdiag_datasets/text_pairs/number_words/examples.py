"""Rows of every config of a language: number words, bare and in sentences.

The two variants have the same number words row by row, so that the effect of a sentence can be separated
from the effect of other numbers. The two rows of a pair use the same sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from numdiag_datasets.core.rng import Rng
from numdiag_datasets.text_pairs.number_words import comparison, grammaticality, paper_rule
from numdiag_datasets.text_pairs.number_words.comparison import NumberComparison
from numdiag_datasets.text_pairs.number_words.grammaticality import WordPair
from numdiag_datasets.text_pairs.number_words.languages import Language
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    COMPARISON,
    GRAMMATICALITY,
    STREAM,
    VARIANTS,
    ProbeOptions,
    ProbeRow,
)
from numdiag_datasets.text_pairs.number_words.templates import Template, templates_of
from numdiag_datasets.text_pairs.number_words.values import shuffled

#: Split -> rows.
Splits = dict[str, list[ProbeRow]]


def probe_rows(
    language: Language, task: str, options: ProbeOptions
) -> dict[str, dict[str, Splits]]:
    """Return task -> variant -> split -> rows, in the requested numbers, half of them with each label.

    Args:
        language: a row of the table.
        task: comparison, or grammaticality, which is made together with the tests of what is unseen.
        options: the requested range and sizes.

    Raises:
        RangeError: the range is too small for them.
    """
    tasks = _compared(language, options) if task == COMPARISON else _judged(language, options)
    made: dict[str, dict[str, Splits]] = {}
    for name, splits in tasks.items():
        made[name] = {variant: {} for variant in VARIANTS}
        for split, groups in splits.items():
            rng = Rng(options.seed, STREAM, f"rows-{language.code}-{split}-{name}")
            bare, in_sentences = [], []
            for rows in groups:
                template = _choose(language, rows, rng)
                bare += rows
                in_sentences += [_in_sentence(row, template) for row in rows]
            # Both rows of a pair stand anywhere; comparisons are in random order already.
            order = range(len(bare)) if name == COMPARISON else shuffled(range(len(bare)), rng)
            for variant, found in zip(VARIANTS, (bare, in_sentences), strict=True):
                made[name][variant][split] = [found[n] for n in order]
    return made


def _judged(
    language: Language, options: ProbeOptions
) -> Mapping[str, Mapping[str, list[list[ProbeRow]]]]:
    """Return, for each task and split, both rows of every pair."""
    tasks = (
        {GRAMMATICALITY: paper_rule.word_pairs(language, options)}
        if options.is_paper
        else grammaticality.word_pairs(language, options)
    )
    return {
        task: {
            split: [_judgements(pair, number) for number, pair in enumerate(pairs)]
            for split, pairs in splits.items()
        }
        for task, splits in tasks.items()
    }


def _judgements(pair: WordPair, number: int) -> list[ProbeRow]:
    right = ProbeRow(
        pair.word, "", 0, pair.value, None, "", pair.stratum, pair.error, pair.scope, number
    )
    return [right, replace(right, text=pair.error_word, label=1, value=None)]


def _compared(
    language: Language, options: ProbeOptions
) -> Mapping[str, Mapping[str, list[list[ProbeRow]]]]:
    """Return, for each split, the row of every pair."""
    rule = paper_rule if options.is_paper else comparison
    return {
        COMPARISON: {
            split: [[_comparison(language, pair, number)] for number, pair in enumerate(pairs)]
            for split, pairs in rule.comparisons(language, options).items()
        }
    }


def _comparison(language: Language, pair: NumberComparison, number: int) -> ProbeRow:
    values = pair.first, pair.second
    first, second = map(language.spell, values)
    return ProbeRow(first, second, pair.label, *values, "", pair.stratum, "", "", number)


def _in_sentence(row: ProbeRow, template: Template) -> ProbeRow:
    pair = row.text_pair and template.filled(row.text_pair)
    return replace(row, text=template.filled(row.text), text_pair=pair, template=template.id)


def _choose(language: Language, rows: Sequence[ProbeRow], rng: Rng) -> Template:
    """Choose a sentence that is natural with all numbers of some rows."""
    values = [v for row in rows for v in (row.value, row.value_pair) if v is not None]
    words = [text for row in rows for text in (row.text, row.text_pair) if text]
    fitting = [t for t in templates_of(language.code) if t.fits(values, words)]
    return fitting[rng.below(len(fitting))]
