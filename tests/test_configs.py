"""Configs, and the data sets that they are of."""

import pytest

from numdiag_datasets.core.configs import CONFIGS, Config, ConfigError, match_configs, parse_config, unavailable
from numdiag_datasets.core.data_sets import DATA_SETS, SPLITS
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.perturbations import FORMS
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.sources import SOURCES, load_source, sample_folder


def test_names_and_configs_are_inverse():
    configs = list(CONFIGS.values())
    assert len({config.name for config in configs}) == len(configs)
    assert [parse_config(config.name) for config in configs] == configs


def test_what_a_split_shows():
    assert Config("asdiv_a").parts("test") == ("original",)
    assert Config("asdiv_a", "extra", "attack").parts("train") == ("original",)
    assert Config("asdiv_a", "extra", "attack").parts("test") == ("perturbed",)
    assert Config("asdiv_a", "extra", "defense").parts("train") == ("perturbed",)
    assert Config("asdiv_a", "extra", "augment").parts("train") == ("original", "applied")
    assert Config("asdiv_a", "extra", "augment").parts("test") == ("original",)


@pytest.mark.parametrize(("name", "message"), [
    ("foo-extra-attack", "unknown dataset 'foo'"),
    ("asdiv_a-foo-attack", "choose from language, type, noise"),
    ("asdiv_a-extra-foo", "choose from attack, defense, augment, transfer"),
    ("asdiv_a-extra", "lacks a setting: asdiv_a-extra-attack"),
    ("asdiv_a-extra-attack-x", "unknown setting 'attack-x'"),
    ("drop_num-logic-attack", "gives no derivation"),
    ("drop_num-order-attack", "real events"),
    ("", "unknown dataset ''"),
    ("asdiv_a-order-transfer", "order-transfer is not available: the perturbation has one form; choose from attack, defense, augment"),
    ("tatqa_a-logic-transfer", "logic-transfer is not available: the perturbation has one form"),
    ("drop_num-distribution-transfer", "do not grow tenfold"),
    ("drop_num-order-transfer", "real events"),
])  # fmt: skip
def test_what_cannot_be_had_says_why(name, message):
    with pytest.raises(ConfigError) as error:
        parse_config(name)
    assert message in str(error.value)


def test_globs_and_the_whole_grid():
    names = [f"asdiv_a-extra-{setting}" for setting in ("attack", "defense", "augment", "transfer", "control")]
    assert [c.name for c in match_configs("asdiv_a-extra-*")] == names
    assert match_configs("*") == list(CONFIGS.values())
    with pytest.raises(ConfigError, match="no config matches 'x\\*'"):
        match_configs("x*")
    # Every data set with every perturbation: built, or unavailable with a reason.
    built = {f"{c.dataset}-{c.perturbation}" for c in CONFIGS.values() if c.perturbation}
    grid = {f"{dataset}-{name}" for dataset in DATA_SETS for name in PERTURBATION_TABLE}
    assert built.isdisjoint(unavailable())
    assert built | set(unavailable()) == grid


@pytest.mark.parametrize("data_set", DATA_SETS.values(), ids=DATA_SETS)
def test_its_facts_and_its_sample_are_complete(data_set):
    assert data_set.title
    assert scorer_of(data_set.name).metrics
    source = SOURCES[data_set.name]
    assert source.licence.url.startswith("https://")
    assert source.citation.startswith("@")
    for file in source.official:
        assert (sample_folder(data_set.name) / file.name).is_file()
        assert len(file.sha256) in (0, 64)
    splits = load_source(data_set.name).splits
    assert list(splits) == list(SPLITS)
    assert all(splits.values())
    assert {problem.dataset for split in splits.values() for problem in split} == {data_set.name}


@pytest.mark.parametrize("data_set", DATA_SETS.values(), ids=DATA_SETS)
def test_each_form_perturbs_its_texts_or_gives_a_reason(data_set):
    """A form without a function for the kind of text is not applicable, with a reason."""
    assert data_set.not_applicable.keys() <= FORMS.keys()
    for name, form in FORMS.items():
        listed = {name, name.partition("-")[0]} & data_set.not_applicable.keys()
        assert listed or data_set.kind in form.perturb, name
