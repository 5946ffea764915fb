import pytest

from numdiag_datasets.core.configs import (
    CONFIGS,
    Config,
    ConfigError,
    default_config,
    match_configs,
    parse_config,
    unavailable,
)
from numdiag_datasets.core.data_sets import DATA_SETS
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE


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


def test_globs():
    assert [c.name for c in match_configs("asdiv_a-extra-*")] == [
        "asdiv_a-extra-attack",
        "asdiv_a-extra-defense",
        "asdiv_a-extra-augment",
        "asdiv_a-extra-transfer",
    ]
    assert match_configs("*") == list(CONFIGS.values())
    with pytest.raises(ConfigError, match="no config matches 'x\\*'"):
        match_configs("x*")


def test_the_whole_grid_is_accounted_for():
    """Every data set with every perturbation: built, or unavailable with a reason."""
    built = {f"{c.dataset}-{c.perturbation}" for c in CONFIGS.values() if c.perturbation}
    grid = {f"{dataset}-{name}" for dataset in DATA_SETS for name in PERTURBATION_TABLE}
    assert built.isdisjoint(unavailable())
    assert built | set(unavailable()) == grid


@pytest.mark.parametrize(("trap", "names", "shown"), [
    ("the one of the README", ["asdiv_a", "asdiv_a-type-attack", "asdiv_a-extra-attack"], "asdiv_a-extra-attack"),
    ("without it the first that is attacked", ["drop_num", "drop_num-type-augment", "drop_num-noise-attack", "drop_num-extra-attack"],
     "drop_num-noise-attack"),
    ("originals alone", ["svamp", "gsm8k"], "svamp"),
    ("text pairs", ["number_words-comparison-bare-en", "number_words-comparison-bare-fr"], "number_words-comparison-bare-en"),
])  # fmt: skip
def test_the_config_that_loads_without_a_name(trap, names, shown):
    assert default_config(names) == shown
