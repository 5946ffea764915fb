"""Data sets of texts and pairs of texts with a class: number words, question matching."""

from numdiag_datasets.text_pairs.family import Family
from numdiag_datasets.text_pairs.number_words.family import NUMBER_WORDS
from numdiag_datasets.text_pairs.question_matching.family import QUESTION_MATCHING

FAMILIES: dict[str, Family] = {family.name: family for family in (NUMBER_WORDS, QUESTION_MATCHING)}
