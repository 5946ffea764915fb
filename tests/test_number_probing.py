"""The rows of the number-word probe: balanced, without a leak, and without a shortcut by length."""

from collections import Counter
from itertools import islice
from statistics import mean

import pytest

from numdiag_datasets.text_pairs.number_words.examples import (
    TASKS,
    VARIANTS,
    RangeError,
    Values,
    probe_rows,
    share_alike,
    shared_texts,
    text_digests,
)
from numdiag_datasets.text_pairs.number_words.languages import LANGUAGES
from numdiag_datasets.text_pairs.number_words.templates import templates_of

#: A hundredth of the rows and of the values: as leak-free as the whole.
SIZES = {"train": 300, "validation": 100, "test": 100}
FULL = Values(9_999, 1, SIZES)
CODES = list(LANGUAGES)


def rows(task, variant, code, split="test", values=FULL):
    return list(probe_rows(task, variant, LANGUAGES[code], split, values))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_grammaticality(code, variant):
    """Half are numbers, and the other half are none in any spelling."""
    language, made = LANGUAGES[code], rows("grammaticality", variant, code)
    assert sorted(row.label for row in made) == [0] * 50 + [1] * 50
    templates = {template.id: template for template in templates_of(code)}
    for row in made:
        assert row.text_pair == ""
        text = row.text
        if variant == "sentence":
            before, after = templates[row.template].text.split("{n}")
            assert text.startswith(before)
            assert text.endswith(after)
            text = text[len(before) : len(text) - len(after)]
        assert language.read(text) == row.value
        assert (row.value is None) == (row.label == 1)


#: A tenth of the rows, and all values, so that the pools are not too small for neighbours of the same words.
REAL = Values(99_999, 1, {"train": 3_000, "validation": 1_000, "test": 1_000})


@pytest.mark.parametrize("code", CODES)
def test_only_the_order_of_words_tells(code):
    """Counts of characters once told every row: now both labels have the same."""
    made = rows("grammaticality", "bare", code, "test", REAL)
    assert share_alike(made) == 1
    counts: Counter[str] = Counter()
    for row in made:
        counts.update(dict.fromkeys(Counter(row.text), (-1) ** row.label))
    assert set(counts.values()) == {0}


@pytest.mark.parametrize("code", CODES)
def test_neighbours_of_a_small_range_are_as_like_as_can_be(code):
    """Up to 99 an English number has no two parts with a hyphen: the same words or the same length have to do."""
    made = rows("grammaticality", "bare", code, "train", Values(99, 1, SIZES))
    good, bad = ([len(row.text) for row in made if row.label == label] for label in (0, 1))
    assert mean(bad) == pytest.approx(mean(good), rel=0.1)
    assert max(bad) <= max(len(LANGUAGES[code].spell(n)) for n in range(100))
    if code == "en":
        assert share_alike(made) == 0


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_comparison(code, variant):
    """Label 0 says that the first is larger; both stand in the same sentence, and no value twice."""
    language, made = LANGUAGES[code], rows("comparison", variant, code)
    assert sum(row.label for row in made) == 50
    for row in made:
        assert (row.value > row.value_pair) == (row.label == 0)
        assert row.split_key == f"{row.value},{row.value_pair}"
        spelled = language.spell(row.value), language.spell(row.value_pair)
        if variant == "bare":
            assert (row.text, row.text_pair) == spelled
        else:
            template = next(t for t in templates_of(code) if t.id == row.template)
            assert (row.text, row.text_pair) == tuple(map(template.filled, spelled))
            assert min(row.value, row.value_pair) >= template.least
    values = [value for row in made for value in (row.value, row.value_pair)]
    assert len(set(values)) == len(values)


@pytest.mark.parametrize("task", TASKS)
def test_splits_share_no_value(task):
    keys = {
        split: {
            value for row in rows(task, "bare", "en", split) for value in row.split_key.split(",")
        }
        for split in SIZES
    }
    assert not keys["train"] & keys["test"]
    assert not keys["train"] & keys["validation"]
    assert not keys["validation"] & keys["test"]
    assert sum(len(FULL.of(split)) for split in SIZES) == 10_000


def test_the_range_of_the_paper_leaks_and_says_how_much():
    small = Values(99, 1, SIZES)
    train, test = (
        text_digests(rows("grammaticality", "bare", "en", split, small))
        for split in ("train", "test")
    )
    assert shared_texts(train, test) > 20
    assert shared_texts(train, train) == len(train)


def test_no_pair_stands_in_two_splits_of_a_small_range():
    values = Values(49, 1, SIZES)
    pairs = {
        split: {
            frozenset((r.value, r.value_pair))
            for r in rows("comparison", "bare", "en", split, values)
        }
        for split in SIZES
    }
    assert [len(found) for found in pairs.values()] == [300, 100, 100]
    assert not pairs["train"] & pairs["test"]


def test_a_range_that_is_too_small():
    with pytest.raises(RangeError, match="0 to 9 has 45 pairs for 500 comparisons"):
        Values(9, 1, SIZES).check()


@pytest.mark.parametrize("task", TASKS)
def test_a_range_that_holds_too_little_ends_in_a_line(task):
    """From 0 to 4 nothing that is no number is as short as "three"; this once went on for ever."""
    sizes = dict.fromkeys(SIZES, 2 if task == "grammaticality" else 20)
    with pytest.raises(RangeError, match="0 to 4 gives the split t"):
        rows(task, "bare", "en", "train", Values(4, 1, sizes))


def test_a_split_with_too_small_a_share_is_named():
    """Twenty rows beside thirty thousand get 66 values, no two of which have so few digits that they could be joined."""
    sizes = {"train": 30_000, "validation": 20, "test": 20}
    with pytest.raises(RangeError, match="give validation, which has 66 of them, a larger share"):
        rows("grammaticality", "bare", "en", "validation", Values(99_999, 1, sizes))


def test_rows_are_drawn_alike_again_and_otherwise_with_another_seed():
    again, other = rows("grammaticality", "bare", "ja"), rows("grammaticality", "bare", "ja", values=Values(9_999, 2, SIZES))  # fmt: skip
    assert rows("grammaticality", "bare", "ja") == again
    assert again != other
    assert list(islice(probe_rows("comparison", "bare", LANGUAGES["fr"], "test", FULL), 3)) == rows("comparison", "bare", "fr")[:3]  # fmt: skip


@pytest.mark.parametrize("code", CODES)
def test_eleven_sentences_a_language(code):
    templates = templates_of(code)
    assert len(templates) == 11
    assert all(template.text.count("{n}") == 1 for template in templates)
    assert sum(template.least == 0 for template in templates) >= 3  # for "zero" and "one"
