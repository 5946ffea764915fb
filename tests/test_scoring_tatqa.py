"""TAT-QA's scorer: what the official one gives, and what strict mends.

The figures of `CASES` are those of the official ``tatqa_metric.py`` (commit c54088c) for these inputs.
"""

import numpy as np
import pytest

from numdiag_datasets.scoring.tatqa import score_row
from numdiag_datasets.scoring.tokens import MOST_CHARACTERS, hundredths

#: name, prediction, its scale, gold answers, answer type, gold scale, official (exact match, F1,
#: scale), and strict (exact match, F1) where it differs
CASES = [
    ("the same number", ["8590"], "thousand", ["8590"], "arithmetic", "thousand", (1, 1, 1), None),
    ("a comma and a currency sign are no difference", ["$8,590"], "thousand", ["8590"], "arithmetic", "thousand", (1, 1, 1), None),
    ("the scale may be spelled out in the number", ["8.59 million"], "", ["8590"], "arithmetic", "thousand", (1, 1, 0), None),
    ("or moved into it", ["8590000"], "", ["8590"], "arithmetic", "thousand", (1, 1, 0), None),
    ("another scale is another number", ["8590"], "million", ["8590"], "arithmetic", "thousand", (0, 0, 0), None),
    ("without the scale it is wrong", ["8590"], "", ["8590"], "arithmetic", "thousand", (0, 0, 0), None),
    ("the third decimal does not count", ["12.344"], "million", ["12.34"], "arithmetic", "million", (1, 1, 1), None),
    ("a sign does", ["-12.34"], "percent", ["12.34"], "arithmetic", "percent", (0, 0, 1), None),
    ("a fraction stands for percent", ["0.2342"], "", ["23.42"], "arithmetic", "percent", (1, 1, 0), None),
    ("so does a number with its sign", ["23.42%"], "", ["23.42"], "arithmetic", "percent", (1, 1, 0), None),
    ("percent sign and percent scale", ["23.42%"], "percent", ["23.42"], "arithmetic", "percent", (1, 1, 1), None),
    ("a bare percent", ["23.42"], "", ["23.42"], "arithmetic", "percent", (0, 0, 0), None),
    ("a fraction with four decimals is not rounded to two", ["0.2344"], "", ["23.42"], "arithmetic", "percent", (0, 0, 0), None),
    ("brackets mean negative", ["(17.46)"], "million", ["-17.46"], "arithmetic", "million", (1, 1, 1), None),
    ("but not around a comma", ["(1,746)"], "million", ["-1746"], "arithmetic", "million", (0, 0, 1), (1, 1)),
    ("so this is right officially", ["(1,746)"], "million", ["1746"], "arithmetic", "million", (1, 1, 1), (0, 0)),
    ("brackets with a percent sign", ["(4.5%)"], "", ["-4.5"], "arithmetic", "percent", (0, 0, 0), (1, 1)),
    ("a decimal without its zero is no number", [".5"], "million", ["0.5"], "arithmetic", "million", (0, 0, 1), (1, 1)),
    ("an exponent is cut off", ["5e3"], "", ["5000"], "arithmetic", "", (0, 0, 1), (1, 1)),
    ("and what is left may be right", ["5e3"], "", ["5"], "arithmetic", "", (1, 1, 1), (0, 0)),
    ("a Unicode minus makes text of it", ["−71"], "", ["-71"], "arithmetic", "", (0, 0, 1), (1, 1)),
    ("infinity", ["inf"], "", ["1"], "arithmetic", "", (0, 0, 1), None),
    ("infinity is the word none", ["inf"], "", ["None"], "span", "", (0, 0, 1), None),
    ("an underscore", ["1_000"], "", ["1000"], "arithmetic", "", (0, 0, 1), (1, 1)),
    ("not a number", ["nan"], "", ["1"], "arithmetic", "", (0, 0, 1), None),
    ("half a cent, down: 1.005 is less than that in binary", ["1.005"], "", ["1"], "arithmetic", "", (1, 1, 1), (0, 0)),
    ("half a cent, up", ["1.005"], "", ["1.01"], "arithmetic", "", (0, 0, 1), (1, 1)),
    ("a half goes to the even neighbour", ["0.125"], "", ["0.12"], "arithmetic", "", (1, 1, 1), (0, 0)),
    ("a half goes up", ["0.125"], "", ["0.13"], "arithmetic", "", (0, 0, 1), (1, 1)),
    ("digits of other scripts", ["٣"], "", ["3"], "arithmetic", "", (1, 1, 1), (0, 0)),
    ("arithmetic knows no partial credit", ["8590 dollars"], "", ["8590"], "arithmetic", "", (0, 0, 1), None),
    ("words behind a number make text of it", ["8590 dollars"], "", ["8590"], "span", "", (0, 0, 1), (0, 0.67)),
    ("a count", ["3"], "", ["3"], "count", "", (1, 1, 1), None),
    ("a count as a word", ["three"], "", ["3"], "count", "", (0, 0, 1), None),
    ("no answer", [], "thousand", ["8590"], "arithmetic", "thousand", (0, 0, 0), None),
    ("an empty span is an answer, wrong", [""], "thousand", ["8590"], "arithmetic", "thousand", (0, 0, 1), None),
    ("case, articles and punctuation", ["The Bakery, Division"], "", ["bakery division"], "span", "", (1, 1, 1), None),
    ("partial credit", ["bakery"], "", ["bakery division"], "span", "", (0, 0.67, 1), None),
    ("order of words", ["division bakery"], "", ["bakery division"], "span", "", (0, 1, 1), None),
    ("a word twice counts once", ["bakery bakery division"], "", ["bakery division"], "span", "", (0, 1, 1), None),
    ("a span with a wrong scale", ["bakery"], "thousand", ["bakery"], "span", "", (0, 0.67, 0), None),
    ("a number in a span is a number", ["about $1,200 in cash"], "", ["about 1200 in cash"], "span", "", (1, 1, 1), None),
    ("1200.0 is another token than 1200", ["about 1200.0 in cash"], "", ["about 1200 in cash"], "span", "", (0, 0.75, 1), (1, 1)),
    ("punctuation that hides a number", ["about ~1200 in cash"], "", ["about 1200 in cash"], "span", "", (1, 1, 1), None),
    ("a hyphen joins", ["year-end"], "", ["year end"], "span", "", (0, 0, 1), None),
    ("two spans in any order", ["2019", "2018"], "", ["2018", "2019"], "multi-span", "", (1, 1, 1), None),
    ("one of two spans", ["2019"], "", ["2018", "2019"], "multi-span", "", (0, 0.67, 1), None),
    ("one span too many", ["2019", "2018", "2017"], "", ["2018", "2019"], "multi-span", "", (0, 0.8, 1), None),
    ("spans run together", ["2018 2019"], "", ["2018", "2019"], "multi-span", "", (0, 0, 1), (1, 1)),
    ("spans with their scale", ["12", "15"], "million", ["12", "15"], "multi-span", "million", (1, 1, 1), None),
    ("spans in full", ["12000000", "15000000"], "", ["12", "15"], "multi-span", "million", (1, 1, 0), None),
    ("spans of text and numbers", ["Bread", "12"], "million", ["bread", "12.0"], "multi-span", "million", (1, 1, 1), None),
    ("sorted as text: 9 stands behind 10", ["10", "9"], "", ["9", "10"], "multi-span", "", (1, 1, 1), None),
    ("capitals are sorted before small letters", ["bread", "Cakes"], "", ["Bread", "cakes"], "multi-span", "", (0, 1, 1), None),
    ("a scale word the data does not know", ["3 hundred"], "", ["300"], "arithmetic", "", (1, 1, 1), None),
    ("millions of dollars", ["3 million dollars"], "", ["3"], "arithmetic", "million", (1, 1, 0), None),
    ("nothing but articles", ["the"], "", ["a"], "span", "", (1, 1, 1), None),
    ("white space", ["  12\t"], "", ["12"], "span", "", (1, 1, 1), None),
    ("a year is a number", ["2,019"], "", ["2019"], "span", "", (1, 1, 1), None),
    ("a range", ["5-10"], "", ["5 10"], "span", "", (0, 0, 1), None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "prediction", "scale", "answers", "answer_type", "gold_scale", "official", "strict"),
    CASES,
    ids=[case[0] for case in CASES],
)
def test_cases(name, prediction, scale, answers, answer_type, gold_scale, official, strict):
    scores = score_row(prediction, scale, answers, answer_type, gold_scale)
    assert (scores.exact_match, scores.f1, scores.scale_accuracy) == official, name
    scores = score_row(prediction, scale, answers, answer_type, gold_scale, mode="strict")
    assert (scores.exact_match, scores.f1) == (strict or official[:2]), name
    assert scores.scale_accuracy == official[2]


def test_text_alone_is_one_span():
    assert score_row("8,590", "thousand", ["8590"], "arithmetic", "thousand").exact_match == 1


@pytest.mark.parametrize("mode", ["official", "strict"])
@pytest.mark.parametrize(("trap", "prediction"), [
    ("no number of Python's prints so many digits", "9" * 5000),
    ("no float is so large", "9" * 400),
    ("one is, with its scale", "9" * 305 + " billion"),
    ("too long to be meant", "9" * 1_000_000),
    ("many spans", ["9"] * 200_000),
    ("an exponent", "1e999"),
    ("powers", "9**9**9"),
    ("code", "().__class__"),
    ("brackets", "(" * 100_000),
    ("NUL", "\0"),
    ("right to left", "\u202e0958"),
    ("nan", "nan"),
    ("half a character", "\ud800"),
])  # fmt: skip
def test_hostile_predictions_are_wrong(trap, prediction, mode):
    for answers, kind in ((["8590"], "arithmetic"), (["the bakery"], "span")):
        scores = score_row(prediction, "billion", answers, kind, "thousand", mode=mode)
        assert (scores.exact_match, scores.f1) == (0, 0), trap


def test_the_longest_prediction_that_is_read():
    word = "bakery" + "," * (MOST_CHARACTERS - 7)
    assert score_row(word, "", ["bakery"], "span", "").exact_match == 1
    assert score_row(word + ",", "", ["bakery"], "span", "").exact_match == 0


def test_an_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="official, strict"):
        score_row("1", "", ["1"], "count", "", mode="lenient")  # type: ignore[arg-type]  # on purpose


def test_f1_is_rounded_as_numpy_rounds():
    """Every F1 of sets of up to 80 tokens; 0.175 (7 of 71 and of 9) is one that ``round`` puts down."""
    for common in range(1, 40):
        for predicted in range(common, 80):
            for gold in range(common, 80, 2):
                precision, recall = common / predicted, common / gold
                f1 = 2 * precision * recall / (precision + recall)
                assert hundredths(f1) == float(np.round(np.float64(f1), 2))
