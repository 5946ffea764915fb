"""The rows of the number-word configs: bare words and sentences go together, and the paper's own rule."""

from collections import Counter

import pytest

from numdiag_datasets.text_pairs.number_words.examples import probe_rows
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.number_words.probe_rows import PAPER, ProbeOptions, ProbeRow, RangeError
from numdiag_datasets.text_pairs.number_words.templates import templates_of

CODES = list(LANGUAGES)
SIZES = {"train": 300, "validation": 100, "test": 100}
BOTH = ("grammaticality", "comparison")


@pytest.fixture(scope="module", params=CODES)
def made(request):
    language, order = LANGUAGES[request.param], ProbeOptions(999_999, 1, SIZES)
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
    options = ProbeOptions(999, 1, SIZES, PAPER)
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


@pytest.mark.parametrize(("most", "sizes", "message"), [
    (30, SIZES, "0 to 30 has 465 pairs for 500 comparisons"),
    (4, dict.fromkeys(SIZES, 2), "0 to 4 has too few pairs of number words .English. that are together no longer"),
])  # fmt: skip
def test_a_range_that_the_papers_rule_cannot_use_is_told(most, sizes, message):
    with pytest.raises(RangeError, match=message):
        probe_rows(LANGUAGES["en"], "grammaticality", ProbeOptions(most, 1, sizes, PAPER))


def test_rows_of_either_label_follow_no_rule(made):
    _, rows = made
    for task in BOTH:
        labels = [row.label for row in rows[task]["bare"]["train"]]
        assert sum(labels) == 150
        assert 90 < sum(label == n % 2 for n, label in enumerate(labels)) < 210
