"""The rows of the number-word configs: errors, comparisons by strata, sentences, and the paper's own rule."""

from collections import Counter

import pytest

from numdiag_datasets.text_pairs.number_words.chunks import chunks_of, has_held_out
from numdiag_datasets.text_pairs.number_words.comparison import STRATA, belongs, comparisons, first_difference
from numdiag_datasets.text_pairs.number_words.errors import ERRORS, GLOBAL, UNSEEN
from numdiag_datasets.text_pairs.number_words.examples import probe_rows
from numdiag_datasets.text_pairs.number_words.grammaticality import word_pairs
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES, MAX_VALUE
from numdiag_datasets.text_pairs.number_words.probe_rows import (
    GRAMMATICALITY,
    PAPER,
    UNSEEN_COMBINATIONS,
    UNSEEN_ERRORS,
    ProbeOptions,
    ProbeRow,
    RangeError,
    split_by_hash,
)
from numdiag_datasets.text_pairs.number_words.templates import templates_of
from numdiag_datasets.text_pairs.number_words.values import STRATA as DRAWS

CODES = list(LANGUAGES)
SIZES = {"train": 1_200, "validation": 400, "test": 400}


@pytest.fixture(scope="module", params=CODES)
def errors(request):
    return LANGUAGES[request.param], word_pairs(LANGUAGES[request.param], ProbeOptions(MAX_VALUE, 1, SIZES))


def test_strata_have_their_shares(errors):
    _, tasks = errors
    assert {task: set(splits) for task, splits in tasks.items()} == {
        GRAMMATICALITY: set(SIZES), UNSEEN_COMBINATIONS: {"test"}, UNSEEN_ERRORS: {"test"},
    }  # fmt: skip
    for splits in tasks.values():
        for split, pairs in splits.items():
            assert Counter(pair.stratum for pair in pairs) == dict.fromkeys(DRAWS, SIZES[split] // 4)


def test_every_kind_of_error_of_a_language_is_made(errors):
    language, tasks = errors
    kinds = {task: {pair.error for pair in splits["test"]} for task, splits in tasks.items()}
    seen = {"scales", "moved"} | ({"connector"} if language.code != "ja" else set())
    seen |= {"vigesimal"} if language.vigesimal_from else set()
    assert kinds[GRAMMATICALITY] == kinds[UNSEEN_COMBINATIONS] == seen
    assert kinds[UNSEEN_ERRORS] == {"repeated", "kanji_order" if language.code == "ja" else "tens_units"}


def test_an_error_is_not_a_number_and_ends_as_its_number_word_does(errors):
    language, tasks = errors
    for pair in (pair for splits in tasks.values() for pairs in splits.values() for pair in pairs):
        assert language.read(pair.error_word) is None
        assert language.read(pair.word) == pair.value
        words, others = language.words(pair.word), language.words(pair.error_word)
        assert (words[:2], words[-2:]) == (others[:2], others[-2:])
        assert pair.error == "repeated" or sorted(pair.word) == sorted(pair.error_word)


def test_a_held_out_combination_is_in_every_row_of_its_test_and_nowhere_else(errors):
    language, tasks = errors
    chunks = chunks_of(language)
    for task, splits in tasks.items():
        for text in (text for pairs in splits.values() for pair in pairs for text in (pair.word, pair.error_word)):
            assert has_held_out(chunks.shape(chunks.cut(text))) == (task == UNSEEN_COMBINATIONS)


def test_no_split_shares_a_number_or_a_shape_with_another(errors):
    """Those of the unseen errors are the test split's."""
    language, tasks = errors
    chunks, owner = chunks_of(language), split_by_hash(ProbeOptions(MAX_VALUE, 1, SIZES))
    for task, splits in tasks.items():
        for split, pairs in splits.items() if task != UNSEEN_COMBINATIONS else ():
            shapes = [chunks.shape(chunks.cut(pair.word)) for pair in pairs]
            assert {owner(" ".join(sorted(shape))) for shape in shapes} == {split}
    values = [pair.value for splits in tasks.values() for pairs in splits.values() for pair in pairs]
    assert len(set(values)) == len(values)


def test_global_errors_have_many_shapes_and_the_word_trigrams_of_number_words(errors):
    """In English and Danish they once had two shapes, which ended as no number word does."""
    language, tasks = errors
    known = {t for pair in tasks[GRAMMATICALITY]["train"] for t in word_trigrams(language, pair.word)}
    chunks = chunks_of(language)
    wrong = [pair for pair in tasks[GRAMMATICALITY]["test"] if pair.scope == GLOBAL]
    assert len(wrong) > 20
    shapes = Counter(chunks.shape(chunks.cut(pair.word)) for pair in wrong)
    assert max(shapes.values()) <= 0.1 * len(wrong) + 1
    new, also_new = (
        sum(t not in known for text in texts for t in word_trigrams(language, text))
        for texts in ([pair.error_word for pair in wrong], [pair.word for pair in wrong])
    )
    assert new <= 1.5 * also_new + 10, (new, also_new)  # number words have new ones too, after so few rows


def word_trigrams(language, text):
    words = ["", *language.words(text), ""]
    return zip(words, words[1:], words[2:], strict=False)


@pytest.mark.parametrize("requested", [("scales",), ("tens_units", "moved")])
def test_requested_kinds_are_seen_and_all_others_unseen(requested):
    options = ProbeOptions(MAX_VALUE, 1, {"train": 60, "validation": 20, "test": 40}, requested)
    made = word_pairs(LANGUAGES["da"], options)
    assert {pair.error for pair in made[GRAMMATICALITY]["train"]} == set(requested)
    unseen = {pair.error for pair in made[UNSEEN_ERRORS]["test"]}
    assert unseen == set(ERRORS) - set(requested) - {"vigesimal", "kanji_order"}  # no such words in Danish
    assert not set(UNSEEN) <= unseen


def test_pairs_are_drawn_alike_again_and_otherwise_with_another_seed():
    few = {"train": 60, "validation": 20, "test": 20}
    first, again, other = (word_pairs(LANGUAGES["ja"], ProbeOptions(MAX_VALUE, seed, few)) for seed in (1, 1, 2))
    assert first == again != other


PAIR_SIZES = {"train": 840, "validation": 280, "test": 280}


@pytest.fixture(scope="module", params=CODES)
def compared(request):
    return LANGUAGES[request.param], comparisons(LANGUAGES[request.param], ProbeOptions(MAX_VALUE, 1, PAIR_SIZES))


def test_labels_are_even_in_every_stratum_and_follow_no_rule(compared):
    """The label was once the parity of the row's number."""
    _, splits = compared
    for split, pairs in splits.items():
        ones = Counter(pair.stratum for pair in pairs if pair.label)
        assert ones == dict.fromkeys(STRATA, PAIR_SIZES[split] // 14)
        parity = sum(pair.label == n % 2 for n, pair in enumerate(pairs))
        assert 0.35 < parity / len(pairs) < 0.65


@pytest.mark.parametrize("stratum", ["misleading", "misleading_later"])
def test_neither_the_first_word_that_differs_nor_the_length_tells_the_larger(compared, stratum):
    """ "nine" against "eleven" once told which number is larger."""
    language, splits = compared
    chunks = chunks_of(language)
    for pairs in splits.values():
        larger: Counter[tuple[str, str]] = Counter()
        longer = 0
        for pair in (pair for pair in pairs if pair.stratum == stratum):
            less, more = (language.spell(n) for n in sorted((pair.first, pair.second)))
            _, words = first_difference(chunks.cut(less), chunks.cut(more))
            larger[words] += 1
            longer += 1 if len(more) > len(less) else -1
        assert larger == {words[::-1]: count for words, count in larger.items()}
        assert longer == 0


@pytest.mark.parametrize(("words", "others", "found"), [
    (["a", "b"], ["a", "c"], (1, ("b", "c"))), (["a"], ["a", "b"], (1, ("", "b"))), (["a"], ["a"], (0, ("", ""))),
])  # fmt: skip
def test_the_first_difference(words, others, found):
    assert first_difference(words, others) == found


@pytest.mark.parametrize(("stratum", "code", "one", "other", "does"), [
    ("below_1000", "en", 0, 999, True),
    ("below_1000", "en", 0, 1000, False),
    ("misleading", "en", 12_000, 13_000, True),
    ("misleading", "en", 90_000, 100_000, True),
    ("misleading", "en", 50_000, 52_000, False),  # nothing against two, which always wins
    ("misleading", "en", 2_500, 2_600, False),  # the same beginning
    ("misleading", "da", 21_000, 31_000, True),  # enogtyve, enogtredive: words and not their parts
    ("last_word", "en", 1_021, 1_022, True),
    ("last_word", "en", 1_021, 1_031, False),  # twenty-one, thirty-one
    ("last_word", "da", 1_021, 1_031, True),  # enogtyve, enogtredive
    ("misleading_later", "en", 12_345, 12_445, True),
    ("misleading_later", "en", 12_300, 12_345, False),  # one is the beginning of the other
    ("misleading_later", "en", 12_345, 13_345, False),
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
    language, order = LANGUAGES[request.param], ProbeOptions(MAX_VALUE, 1, ROW_SIZES)
    return language, {task: probe_rows(language, task, order)[task] for task in BOTH}


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
    words = probe_rows(language, "grammaticality", options)["grammaticality"]["bare"]
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
        for split, found in probe_rows(language, "comparison", options)["comparison"]["bare"].items()
    }
    assert [len(found) for found in pairs.values()] == [300, 100, 100]
    assert not pairs["train"] & pairs["test"]


def papers_rule(language, options):
    return probe_rows(language, "grammaticality", options)


@pytest.mark.parametrize(("make", "options", "message"), [
    (word_pairs, (999, 1, SIZES), "numbers from 1,000 on, so --max-value 999 has none; the paper's rule"),
    (word_pairs, (MAX_VALUE, 1, {"train": 60, "validation": 20, "test": 20}, ("vigesimal",)), "of the kinds vigesimal"),
    (word_pairs, (9_999, 1, SIZES), "0 to 9999 gives the split .* number words too few .English, log_uniform"),
    (comparisons, (9, 1, PAIR_SIZES), "0 to 9 gives the split train too few comparisons"),
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
