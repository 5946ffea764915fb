"""Labelled texts and pairs of texts: number words, question matching."""

from __future__ import annotations

from numdiag_datasets.core.configs import ConfigError, dataset_of, parse_config
from numdiag_datasets.text_pairs.family import Family
from numdiag_datasets.text_pairs.number_words.family import NUMBER_WORDS
from numdiag_datasets.text_pairs.question_matching.family import QUESTION_MATCHING

FAMILIES: dict[str, Family] = {family.name: family for family in (NUMBER_WORDS, QUESTION_MATCHING)}


def check_name(config: str) -> None:
    """Raise an error for a config name that is neither a problem config nor one of a family of text pairs.

    Raises:
        ConfigError: the name is unknown; the message lists the choices.
    """
    family = FAMILIES.get(dataset_of(config))
    if family is None:
        parse_config(config)
    elif config not in family.names:
        raise ConfigError(
            f"unknown config {config!r:.60}; {family.name} has {', '.join(family.names)}"
        )
