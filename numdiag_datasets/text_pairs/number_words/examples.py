"""The rows of every config of a language: number words, bare and in sentences.

The two variants hold the same number words, row by row, so that what a sentence costs can be told apart from what
other numbers cost; the two rows of a pair stand in the same sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from numdiag_datasets.draws import Draws
from numdiag_datasets.text_pairs.number_words import comparison, grammaticality, paper_rule
from numdiag_datasets.text_pairs.number_words.comparison import Comparison
from numdiag_datasets.text_pairs.number_words.grammaticality import WordPair
from numdiag_datasets.text_pairs.number_words.languages import Language
from numdiag_datasets.text_pairs.number_words.rows import (
    GENERATION,
    TASKS,
    VARIANTS,
    Order,
    ProbeRow,
)
from numdiag_datasets.text_pairs.number_words.templates import Template, templates_of
from numdiag_datasets.text_pairs.number_words.values import shuffled


def probe_rows(
    language: Language, order: Order
) -> dict[tuple[str, str], dict[str, list[ProbeRow]]]:
    """(task, variant) -> split -> rows, as many as are asked for, half of each label.

    Raises:
        RangeError: the range is too small for them.
    """
    rule = paper_rule if order.is_paper else grammaticality
    pairs = rule.word_pairs(language, order)
    rule = paper_rule if order.is_paper else comparison
    compared = rule.comparisons(language, order)
    found: dict[tuple[str, str], dict[str, list[ProbeRow]]] = {
        (task, variant): {} for task in TASKS for variant in VARIANTS
    }
    for split in order.sizes:
        draws = Draws(order.seed, "number_words", GENERATION, f"sentences-{language.code}-{split}")
        _add(found, "grammaticality", split, _judgements(language, pairs[split], draws))
        _add(found, "comparison", split, _comparisons(language, compared[split], draws))
    return found


#: A row, and the same in a sentence.
_Both = tuple[ProbeRow, ProbeRow]


def _add(
    found: Mapping[tuple[str, str], dict[str, list[ProbeRow]]],
    task: str,
    split: str,
    rows: Sequence[_Both],
) -> None:
    for n, variant in enumerate(VARIANTS):
        found[task, variant][split] = [both[n] for both in rows]


def _judgements(language: Language, pairs: Sequence[WordPair], draws: Draws) -> list[_Both]:
    """Both words of every pair, in a random order."""
    rows = []
    for number, pair in enumerate(pairs):
        template = _choose(language, (pair.value,), (pair.word, pair.error_word), draws)
        donors = ",".join(map(str, pair.donors))
        right = ProbeRow(
            pair.word, "", 0, pair.value, None, "", pair.stratum, pair.error, pair.scope, "", number
        )
        wrong = replace(right, text=pair.error_word, label=1, value=None, donors=donors)
        rows += [(row, _in_sentence(row, template)) for row in (right, wrong)]
    return [rows[n] for n in shuffled(range(len(rows)), draws)]


def _comparisons(language: Language, pairs: Sequence[Comparison], draws: Draws) -> list[_Both]:
    rows = []
    for number, pair in enumerate(pairs):
        values = pair.first, pair.second
        first, second = map(language.spell, values)
        row = ProbeRow(first, second, pair.label, *values, "", pair.stratum, "", "", "", number)
        rows.append((row, _in_sentence(row, _choose(language, values, (first, second), draws))))
    return rows


def _in_sentence(row: ProbeRow, template: Template) -> ProbeRow:
    pair = row.text_pair and template.filled(row.text_pair)
    return replace(row, text=template.filled(row.text), text_pair=pair, template=template.id)


def _choose(
    language: Language, values: Sequence[int], words: Sequence[str], draws: Draws
) -> Template:
    """A sentence that is natural with all of some numbers."""
    fitting = [t for t in templates_of(language.code) if t.fits(values, words)]
    return fitting[draws.below(len(fitting))]
