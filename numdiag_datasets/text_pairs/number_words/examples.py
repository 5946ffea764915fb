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

#: A row, and the same row in a sentence.
_Both = tuple[ProbeRow, ProbeRow]


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
    made = _judged(language, options) if task == TASKS[0] else _compared(language, options)
    return {
        variant: {split: [both[n] for both in rows] for split, rows in made.items()}
        for n, variant in enumerate(VARIANTS)
    }


def _judged(language: Language, options: ProbeOptions) -> dict[str, list[_Both]]:
    rule = paper_rule if options.is_paper else grammaticality
    return {
        split: _judgements(language, pairs, _draws(language, split, TASKS[0], options))
        for split, pairs in rule.word_pairs(language, options).items()
    }


def _compared(language: Language, options: ProbeOptions) -> dict[str, list[_Both]]:
    rule = paper_rule if options.is_paper else comparison
    return {
        split: _comparisons(language, pairs, _draws(language, split, TASKS[1], options))
        for split, pairs in rule.comparisons(language, options).items()
    }


def _draws(language: Language, split: str, task: str, options: ProbeOptions) -> Rng:
    return Rng(options.seed, STREAM, f"rows-{language.code}-{split}-{task}")


def _judgements(language: Language, pairs: Sequence[WordPair], rng: Rng) -> list[_Both]:
    """Return both words of every pair, in random order."""
    rows = []
    for number, pair in enumerate(pairs):
        template = _choose(language, (pair.value,), (pair.word, pair.error_word), rng)
        donors = ",".join(map(str, pair.donors))
        right = ProbeRow(
            pair.word, "", 0, pair.value, None, "", pair.stratum, pair.error, pair.scope, "", number
        )
        wrong = replace(right, text=pair.error_word, label=1, value=None, donors=donors)
        rows += [(row, _in_sentence(row, template)) for row in (right, wrong)]
    return [rows[n] for n in shuffled(range(len(rows)), rng)]


def _comparisons(language: Language, pairs: Sequence[NumberComparison], rng: Rng) -> list[_Both]:
    rows = []
    for number, pair in enumerate(pairs):
        values = pair.first, pair.second
        first, second = map(language.spell, values)
        row = ProbeRow(first, second, pair.label, *values, "", pair.stratum, "", "", "", number)
        rows.append((row, _in_sentence(row, _choose(language, values, (first, second), rng))))
    return rows


def _in_sentence(row: ProbeRow, template: Template) -> ProbeRow:
    pair = row.text_pair and template.filled(row.text_pair)
    return replace(row, text=template.filled(row.text), text_pair=pair, template=template.id)


def _choose(language: Language, values: Sequence[int], words: Sequence[str], rng: Rng) -> Template:
    """Choose a sentence that is natural with all the given numbers."""
    looks_large = any(map(chunks_of(language).looks_large, words))
    fitting = [t for t in templates_of(language.code) if t.fits(values, words, looks_large)]
    return fitting[rng.below(len(fitting))]
