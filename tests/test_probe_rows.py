"""The rows of the number-word configs: errors, comparisons by strata, sentences, and the paper's own rule."""

from collections import Counter

import pytest

from numdiag_datasets.text_pairs.number_words.comparison import STRATA, belongs, comparisons
from numdiag_datasets.text_pairs.number_words.errors import ERRORS
from numdiag_datasets.text_pairs.number_words.examples import probe_rows
from numdiag_datasets.text_pairs.number_words.grammaticality import word_pairs
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.number_words.probe_rows import PAPER, ProbeOptions, ProbeRow, RangeError
from numdiag_datasets.text_pairs.number_words.templates import templates_of
from numdiag_datasets.text_pairs.number_words.values import SHARES

CODES = list(LANGUAGES)
SIZES = {"train": 1_200, "validation": 400, "test": 400}


@pytest.fixture(scope="module", params=CODES)
def errors(request):
    return LANGUAGES[request.param], word_pairs(LANGUAGES[request.param], ProbeOptions(999_999, 1, SIZES))


def test_strata_have_their_shares(errors):
    _, splits = errors
    for split, pairs in splits.items():
        strata = Counter(pair.stratum for pair in pairs)
        assert strata == {name: share * SIZES[split] // 200 for name, share in SHARES.items()}
        assert all((pair.value < 1000) == (pair.stratum == "below_1000") for pair in pairs)
    log = sorted(p.value for p in splits["train"] if p.stratum == "log_uniform")
    even = sorted(p.value for p in splits["train"] if p.stratum == "uniform")
    assert log[len(log) // 2] < 200_000 < even[len(even) // 2]


def test_every_kind_of_error_of_a_language_is_made(errors):
    language, splits = errors
    kinds = {pair.error for pair in splits["test"]}
    assert {"appended", "scales", "missing"} < kinds
    own = {"ja": {"kanji_order"}, "en": {"tens_units", "connector"}}
    assert own.get(language.code, {"tens_units", "connector"}) <= kinds
    assert ("vigesimal" in kinds) == (language.code in ("da", "fr", "fr1990"))
    assert {pair.scope for pair in splits["test"]} == {"local", "global"}


def test_no_number_is_put_into_many(errors):
    """400 and 600 once made more than half of the test split's."""
    _, splits = errors
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


def test_pairs_are_drawn_alike_again_and_otherwise_with_another_seed():
    few = {"train": 60, "validation": 20, "test": 20}
    first, again, other = (word_pairs(LANGUAGES["ja"], ProbeOptions(99_999, seed, few)) for seed in (1, 1, 2))
    assert first == again != other


def test_first_and_last_words_tell_little(errors):
    language, splits = errors
    for end in (0, -1):
        changed = [language.words(pair.word)[end] != language.words(pair.error_word)[end] for pair in splits["train"]]
        assert sum(changed) <= 0.2 * len(changed)


PAIR_SIZES = {"train": 840, "validation": 280, "test": 280}


@pytest.fixture(scope="module", params=CODES)
def compared(request):
    return LANGUAGES[request.param], comparisons(LANGUAGES[request.param], ProbeOptions(999_999, 1, PAIR_SIZES))


def test_labels_are_even_in_every_stratum_and_follow_no_rule(compared):
    """The label was once the parity of the row's number."""
    _, splits = compared
    for split, pairs in splits.items():
        ones = Counter(pair.stratum for pair in pairs if pair.label)
        assert ones == dict.fromkeys(STRATA, PAIR_SIZES[split] // 14)
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


ROW_SIZES = {"train": 300, "validation": 100, "test": 100}
BOTH = ("grammaticality", "comparison")


@pytest.fixture(scope="module", params=CODES)
def made(request):
    language, order = LANGUAGES[request.param], ProbeOptions(999_999, 1, ROW_SIZES)
    return language, {task: probe_rows(language, task, order) for task in BOTH}


def test_sentences_hold_the_bare_number_words_row_by_row(made):
    language, rows = made
    templates = {template.id: template for template in templates_of(language.code)}
    for task in BOTH:
        for bare, sentence in zip(rows[task]["bare"]["test"], rows[task]["sentence"]["test"], strict=True):
            template = templates[sentence.template]
            assert sentence.text == template.filled(bare.text)
            assert sentence.text_pair == (bare.text_pair and template.filled(bare.text_pair))
            assert (bare.template, bare.label, bare.value, bare.stratum) == ("", sentence.label, sentence.value, sentence.stratum)  # fmt: skip


def test_a_pair_stands_in_one_sentence_that_fits(made):
    language, rows = made
    templates = {template.id: template for template in templates_of(language.code)}
    found: dict[int, list[ProbeRow]] = {}
    for row in rows["grammaticality"]["sentence"]["train"]:
        found.setdefault(row.pair, []).append(row)
    for pair in found.values():
        right, wrong = sorted(pair, key=lambda row: row.label)
        assert (right.label, wrong.label, right.template) == (0, 1, wrong.template)
        template = templates[right.template]
        assert right.value is not None
        assert template.least <= right.value <= template.most
    texts = [row.text for row in rows["comparison"]["sentence"]["train"]]
    assert not [text for text in texts if language.code == "de" and "eins Menschen" in text]


def test_a_german_one_stands_before_no_noun():
    counted = templates_of("de")[5]
    assert not counted.fits([101], ["einhunderteins"])
    assert counted.fits([100], ["einhundert"])


@pytest.mark.parametrize("code", CODES)
def test_the_papers_rule(code):
    """Two random number words, at most as long as the longest; the splits share numbers."""
    language = LANGUAGES[code]
    options = ProbeOptions(999, 1, ROW_SIZES, PAPER)
    words = probe_rows(language, "grammaticality", options)["bare"]
    longest = max(len(language.spell(n)) for n in range(1000))
    for row in words["train"]:
        assert language.read(row.text) == row.value
        assert len(row.text) <= longest
        assert (row.stratum, row.error, row.scope) == ("uniform", "appended", "")
    assert Counter(row.label for row in words["train"]) == {0: 150, 1: 150}
    texts = {split: {row.text for row in found} for split, found in words.items()}
    assert texts["train"] & texts["test"]
    pairs = {
        split: {frozenset((row.value, row.value_pair)) for row in found}
        for split, found in probe_rows(language, "comparison", options)["bare"].items()
    }
    assert [len(found) for found in pairs.values()] == [300, 100, 100]
    assert not pairs["train"] & pairs["test"]


def papers_rule(language, options):
    return probe_rows(language, "grammaticality", options)


@pytest.mark.parametrize(("make", "options", "message"), [
    (word_pairs, (4, 1, SIZES), "0 to 4 gives the split train .* number words too few .English, below_1000."),
    (word_pairs, (99_999, 1, {"train": 60, "validation": 20, "test": 20}, ("vigesimal",)), "of the kinds vigesimal"),
    (word_pairs, (999, 1, {"train": 600, "validation": 200, "test": 2000}), "number words too few"),
    (comparisons, (9, 1, PAIR_SIZES), "0 to 9 gives the split train .* comparisons too few"),
    (papers_rule, (30, 1, ROW_SIZES, PAPER), "0 to 30 has 465 pairs for 500 comparisons"),
    (papers_rule, (4, 1, dict.fromkeys(ROW_SIZES, 2), PAPER), "0 to 4 has too few pairs of number words .English. that are together no longer"),
])  # fmt: skip
def test_a_range_that_holds_too_little_is_told(make, options, message):
    with pytest.raises(RangeError, match=message):
        make(LANGUAGES["en"], ProbeOptions(*options))


def test_rows_of_either_label_follow_no_rule(made):
    _, rows = made
    for task in BOTH:
        labels = [row.label for row in rows[task]["bare"]["train"]]
        assert sum(labels) == 150
        assert 90 < sum(label == n % 2 for n, label in enumerate(labels)) < 210
