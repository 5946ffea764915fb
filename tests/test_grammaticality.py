"""Number words and ungrammatical orders of their words: nothing but the order tells, and no split knows another's."""

from collections import Counter

import pytest

from numdiag_datasets.text_pairs.number_words.errors import ERRORS
from numdiag_datasets.text_pairs.number_words.grammaticality import word_pairs
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions, RangeError
from numdiag_datasets.text_pairs.number_words.values import SHARES

CODES = list(LANGUAGES)
SIZES = {"train": 1_200, "validation": 400, "test": 400}
ORDER = ProbeOptions(999_999, 1, SIZES)


@pytest.fixture(scope="module", params=CODES)
def made(request):
    return LANGUAGES[request.param], word_pairs(LANGUAGES[request.param], ORDER)


def test_strata_have_their_shares(made):
    _, splits = made
    for split, pairs in splits.items():
        strata = Counter(pair.stratum for pair in pairs)
        assert strata == {name: share * SIZES[split] // 200 for name, share in SHARES.items()}
        assert all((pair.value < 1000) == (pair.stratum == "below_1000") for pair in pairs)
    log = sorted(p.value for p in splits["train"] if p.stratum == "log_uniform")
    even = sorted(p.value for p in splits["train"] if p.stratum == "uniform")
    assert log[len(log) // 2] < 200_000 < even[len(even) // 2]


def test_every_kind_of_error_of_a_language_is_made(made):
    language, splits = made
    kinds = {pair.error for pair in splits["test"]}
    assert {"appended", "scales", "missing"} < kinds
    own = {"ja": {"kanji_order"}, "en": {"tens_units", "connector"}}
    assert own.get(language.code, {"tens_units", "connector"}) <= kinds
    assert ("vigesimal" in kinds) == (language.code in ("da", "fr", "fr1990"))
    assert {pair.scope for pair in splits["test"]} == {"local", "global"}


def test_no_number_is_put_into_many(made):
    """400 and 600 once made more than half of the test split's."""
    _, splits = made
    for pairs in splits.values():
        donors = Counter(donor for pair in pairs for donor in pair.donors if pair.value >= 1000)
        assert max(donors.values()) <= 3


@pytest.mark.slow
def test_the_papers_sizes_take_every_number_below_1000():
    made = word_pairs(LANGUAGES["en"], ProbeOptions(999_999, 1))
    values = [pair.value for pairs in made.values() for pair in pairs if pair.value < 1000]
    assert sorted(values) == list(range(1000))


@pytest.mark.parametrize("errors", [("scales",), ("appended", "missing")])
def test_chosen_kinds_alone(errors):
    made = word_pairs(LANGUAGES["da"], ProbeOptions(999_999, 1, {"train": 60, "validation": 20, "test": 20}, errors))
    found = Counter(pair.error for pair in made["train"] if pair.value >= 1000)
    assert set(found) == set(errors) < set(ERRORS)


@pytest.mark.parametrize(("order", "message"), [
    (ProbeOptions(4, 1, SIZES), "0 to 4 gives the split train .* number words too few .English, below_1000."),
    (ProbeOptions(99_999, 1, {"train": 60, "validation": 20, "test": 20}, ("vigesimal",)), "of the kinds vigesimal"),
    (ProbeOptions(999, 1, {"train": 600, "validation": 200, "test": 2000}), "number words too few"),
])  # fmt: skip
def test_a_range_that_holds_too_little_is_told(order, message):
    with pytest.raises(RangeError, match=message):
        word_pairs(LANGUAGES["en"], order)


def test_pairs_are_drawn_alike_again_and_otherwise_with_another_seed():
    few = {"train": 60, "validation": 20, "test": 20}
    first, again, other = (word_pairs(LANGUAGES["ja"], ProbeOptions(99_999, seed, few)) for seed in (1, 1, 2))
    assert first == again != other


def test_first_and_last_words_tell_little(made):
    language, splits = made
    for end in (0, -1):
        changed = [language.words(pair.word)[end] != language.words(pair.error_word)[end] for pair in splits["train"]]
        assert sum(changed) <= 0.2 * len(changed)
