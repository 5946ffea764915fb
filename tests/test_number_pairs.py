"""Comparisons by strata: what each says holds, labels are even and in no order, and no split knows another's numbers."""

from collections import Counter

import pytest

from numdiag_datasets.text_pairs.number_words.comparison import STRATA, belongs, comparisons
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.number_words.probe_rows import ProbeOptions, RangeError

CODES = list(LANGUAGES)
SIZES = {"train": 840, "validation": 280, "test": 280}
ORDER = ProbeOptions(999_999, 1, SIZES)


@pytest.fixture(scope="module", params=CODES)
def made(request):
    return LANGUAGES[request.param], comparisons(LANGUAGES[request.param], ORDER)


def test_labels_are_even_in_every_stratum_and_follow_no_rule(made):
    """The label was once the parity of the row's number."""
    _, splits = made
    for split, pairs in splits.items():
        ones = Counter(pair.stratum for pair in pairs if pair.label)
        assert ones == dict.fromkeys(STRATA, SIZES[split] // 14)
        parity = sum(pair.label == n % 2 for n, pair in enumerate(pairs))
        assert 0.35 < parity / len(pairs) < 0.65


@pytest.mark.parametrize(("stratum", "code", "one", "other", "does"), [
    ("below_1000", "en", 0, 999, True),
    ("below_1000", "en", 0, 1000, False),
    ("first_word", "en", 12_000, 13_000, True),
    ("first_word", "en", 12_000, 3_000, False),  # another length
    ("first_word", "da", 21_000, 31_000, False),  # enogtyve, enogtredive
    ("last_word", "en", 1_021, 1_022, True),
    ("last_word", "en", 1_021, 1_031, False),  # twenty-one, thirty-one
    ("last_word", "da", 1_021, 1_031, True),  # enogtyve, enogtredive
    ("later_word", "en", 12_345, 12_445, True),
    ("later_word", "en", 12_345, 12_346, False),
    ("length", "en", 20_000, 1_777, True),
    ("length", "en", 1_000, 20_000, False),
    ("near", "en", 10_000, 10_101, True),
    ("near", "en", 10_000, 10_102, False),
    ("near", "en", 5_000, 5_000, False),
])  # fmt: skip
def test_what_strata_say(stratum, code, one, other, does):
    assert belongs(stratum, LANGUAGES[code], one, other) is does
    assert belongs(stratum, LANGUAGES[code], other, one) is does


def test_a_range_that_holds_too_little_is_told():
    with pytest.raises(RangeError, match=r"0 to 9 gives the split train .* comparisons too few"):
        comparisons(LANGUAGES["en"], ProbeOptions(9, 1, SIZES))
