"""The scorers: what the official ones give, and what strict mends.

The figures of `DROP` are those of AllenNLP's ``drop_eval.py``, those of `TATQA` of ``tatqa_metric.py`` (commit c54088c), for these inputs.
"""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numdiag_datasets.core.equation import EquationError, parse_equation
from numdiag_datasets.scoring.drop import score_row as score_drop
from numdiag_datasets.scoring.equation import score_row as score_equation
from numdiag_datasets.scoring.predictions import PredictionError, to_prediction
from numdiag_datasets.scoring.tatqa import score_row as score_tatqa
from numdiag_datasets.scoring.tokens import MOST_CHARACTERS, hundredths

EQUATIONS = [
    ("the gold string", "192 / 4", "192 / 4", "48", (1, 1, 1)),
    ("white space", " 192/4 ", "192 / 4", "48", (1, 1, 1)),
    ("another order", "126 + 81", "81 + 126", "207", (0, 1, 1)),
    ("another order that matters", "81 - 126", "126 - 81", "45", (0, 0, 0)),
    ("other brackets", "(1 + 2) + 3", "1 + (2 + 3)", "6", (0, 1, 1)),
    ("brackets after a minus", "9 - (4 - 3)", "9 - 4 + 3", "8", (0, 1, 1)),
    ("brackets after a slash", "8 / (4 / 2)", "8 * 2 / 4", "4", (0, 1, 1)),
    ("distribution is another expression", "2 * (3 + 4)", "2 * 3 + 2 * 4", "14", (0, 0, 1)),
    ("an operand by value", "12.0 + 1", "12 + 1", "13", (0, 1, 1)),
    ("a plain answer", "48", "192 / 4", "48", (0, 0, 1)),
    ("an answer with a comma and a currency", "$1,200.50", "1200.5 * 1", "1200.5", (0, 0, 1)),
    ("an answer at the end of a sentence", "48.", "192 / 4", "48", (0, 0, 1)),
    ("a plus sign", "+48", "192 / 4", "48", (0, 0, 1)),
    ("a percent sign", "48%", "192 / 4", "48", (0, 0, 1)),
    ("both, and a full stop", " +48 %.", "192 / 4", "48", (0, 0, 1)),
    ("a minus stays", "-48%", "192 / 4", "48", (0, 0, 0)),
    ("a share in a calculation has another value", "48% * 100", "192 / 4", "48", (0, 0, 0)),
    ("an answer with words", "48 apples", "192 / 4", "48", (0, 0, 0)),
    ("an unknown", "x = 192 / 4", "192 / 4", "48", (0, 1, 1)),
    ("with its result", "192 / 4 = 48", "192 / 4", "48", (0, 1, 1)),
    ("with a wrong result", "192 / 4 = 47", "192 / 4", "48", (0, 0, 0)),
    ("two equals signs", "1 = 1 = 1", "1 + 0", "1", (0, 0, 0)),
    ("nothing but an unknown", "x = y", "1 + 0", "1", (0, 0, 0)),
    ("typographic signs", "3 × 8 ÷ 2 − 1", "3 * 8 / 2 - 1", "11", (0, 1, 1)),
    ("square brackets", "[1 + 2] * 3", "(1 + 2) * 3", "9", (0, 1, 1)),
    ("the floor of a remainder problem", "floor(122 / 15)", "floor(122/15)", "8", (1, 1, 1)),
    ("without the floor", "122 / 15", "floor(122 / 15)", "8", (0, 0, 0)),
    ("within the tolerance", "0.3333", "1 / 3", "0.33333", (0, 0, 1)),
    ("at its edge", "1.0001", "1 * 1", "1", (0, 0, 1)),
    ("beyond it", "1.000101", "1 * 1", "1", (0, 0, 0)),
    ("an answer that was cut off", "10 / 3", "10 / 3", "3.333", (1, 1, 1)),
    ("division by zero", "1 / 0", "1 / 1", "1", (0, 0, 0)),
    ("no gold equation", "1 + 1", "", "2", (0, 0, 1)),
    ("nothing predicted", "", "1 + 1", "2", (0, 0, 0)),
    ("only white space", " \t", "1 + 1", "2", (0, 0, 0)),
    ("two equations", "1 + 1; 2", "1 + 1", "2", (0, 0, 0)),
]


@pytest.mark.parametrize(
    ("name", "prediction", "equation", "answer", "scores"), EQUATIONS, ids=[case[0] for case in EQUATIONS]
)
def test_equations(name, prediction, equation, answer, scores):
    found = score_equation(prediction, equation, [answer])
    assert (found.equation_accuracy, found.equation_equivalence, found.answer_accuracy) == scores


def test_any_of_several_answers():
    assert score_equation("3", "", ["2", "3"]).answer_accuracy == 1


def test_a_gold_equation_that_cannot_be_read_is_an_error():
    with pytest.raises(EquationError):
        score_equation("1", "one", ["1"])


@st.composite
def pairs(draw, depth=3, largest=99):
    """An expression, and the same one with operands and brackets changed about."""
    if depth == 0 or draw(st.booleans()):
        number = str(draw(st.integers(1, largest)))
        return number, draw(st.sampled_from([number, f"({number})", f"{number}.0"]))
    kind = draw(st.sampled_from(["swap", "group", "minus", "slash", "negate", "floor"]))
    (a, a2), (b, b2), (c, c2) = (draw(pairs(depth - 1, largest)) for _ in range(3))
    sign = draw(st.sampled_from("+*"))
    return {
        "swap": (f"({a}) {sign} ({b})", f"({b2}) {sign} ({a2})"),
        "group": (f"(({a}) {sign} ({b})) {sign} ({c})", f"({a2}) {sign} (({c2}) {sign} ({b2}))"),
        "minus": (f"({a}) - (({b}) - ({c}))", f"({c2}) + ({a2}) - ({b2})"),
        "slash": (f"({a}) / (({b}) / ({c}))", f"({c2}) * ({a2}) / ({b2})"),
        "negate": (f"-(({a}) - ({b}))", f"({b2}) - ({a2})"),
        "floor": (f"floor({a})", f"floor({a2})"),
    }[kind]


def value(text) -> Fraction | None:
    try:
        return parse_equation(text).value()
    except EquationError:
        return None


@given(pairs())
def test_the_same_expression_is_equivalent(pair):
    one, other = pair
    assert parse_equation(one).normal_form() == parse_equation(other).normal_form()
    if value(one) is not None and value(other) is not None:
        assert value(one) == value(other)
        assert score_equation(other, one, ["0"]).equation_equivalence == 1


@given(pairs(2, 2), pairs(2, 2))
def test_equivalent_expressions_have_one_value(first, second):
    """Small expressions over 1 and 2, so that many of them coincide."""
    one, other = first[0], second[1]
    values = {value(one), value(other)} - {None}
    if parse_equation(one).normal_form() == parse_equation(other).normal_form():
        assert len(values) <= 1


#: name, prediction, references, (exact match, F1)
DROP = [
    ("numbers compare as floats", "4.0", ["4"], (1, 1)),
    ("a comma", "4,000", ["4000"], (1, 1)),
    ("a currency sign", "$4", ["4"], (1, 1)),
    ("a hyphen parts tokens, so the sign is lost", "-4", ["4"], (1, 1)),
    ("a number word is text", "four", ["4"], (0, 0)),
    ("a unit is a token more", "4 yards", ["4"], (0, 0.67)),
    ("a hyphenated unit too", "4-yard", ["4 yard"], (1, 1)),
    ("without the gold number nothing counts", "5 yards", ["4 yards"], (0, 0)),
    ("with it the rest counts in part", "4 points", ["4 yards"], (0, 0.5)),
    ("text without numbers counts in part", "Tom Brady", ["Brady"], (0, 0.67)),
    ("articles, case and punctuation", "The Patriots!", ["patriots"], (1, 1)),
    ("an article behind a hyphen is one", "a-team", ["team"], (1, 1)),
    ("a percent sign", "45%", ["45"], (1, 1)),
    ("a decimal without its zero", ".5", ["0.5"], (1, 1)),
    ("an exponent", "4e0", ["4"], (1, 1)),
    ("infinity is infinity", "1e999", ["inf"], (1, 1)),
    ("an underscore in a number", "1_000", ["1000"], (1, 1)),
    ("the best of several references", "7", ["4", "7"], (1, 1)),
    ("an empty reference does not count", "", ["", "4"], (0, 0)),
    ("no reference", "4", [], (0, 0)),
    ("nothing predicted", [], ["4"], (0, 0)),
    ("an empty prediction", "", ["4"], (0, 0)),
    ("two spans in any order", ["Brady", "Manning"], [["Manning", "Brady"]], (1, 1)),
    ("one of two spans", ["Brady"], [["Manning", "Brady"]], (0, 0.5)),
    ("one span too many", ["Brady", "Manning", "Vick"], [["Manning", "Brady"]], (0, 0.67)),
    ("the same span twice", ["Brady", "Brady"], [["Manning", "Brady"]], (0, 0.5)),
    ("spans are aligned one to one", ["Tom Brady", "Brady"], [["Brady", "Peyton Manning"]], (0, 0.5)),
    ("a list against one span", ["Brady", "Tom"], ["Tom Brady"], (0, 0.33)),
    ("one span against a list", "Tom Brady", [["Tom", "Brady"]], (0, 0.33)),
    ("numbers in spans", ["4 yards", "7 yards"], [["7 yards", "4 yards"]], (1, 1)),
    ("another day", "11 June 2009", ["12 June 2009"], (0, 0.67)),
    ("only white space", " \t ", ["4"], (0, 0)),
    ("a dash", "2-3", ["2"], (0, 0.67)),
]


@pytest.mark.parametrize(("name", "prediction", "answers", "official"), DROP, ids=[case[0] for case in DROP])
def test_drop(name, prediction, answers, official):
    scores = score_drop(prediction, answers)
    assert (scores.exact_match, scores.f1) == official, name


#: name, prediction, its scale, gold answers, answer type, gold scale, official (exact match, F1,
#: scale), and strict (exact match, F1) where it differs
TATQA = [
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
    ("more spans than are read", ["9"] * 3000, "thousand", ["9"], "span", "thousand", (0, 0, 1), None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "prediction", "scale", "answers", "answer_type", "gold_scale", "official", "strict"),
    TATQA,
    ids=[case[0] for case in TATQA],
)
def test_tatqa(name, prediction, scale, answers, answer_type, gold_scale, official, strict):
    scores = score_tatqa(prediction, scale, answers, answer_type, gold_scale)
    assert (scores.exact_match, scores.f1, scores.scale_accuracy) == official, name
    scores = score_tatqa(prediction, scale, answers, answer_type, gold_scale, mode="strict")
    assert (scores.exact_match, scores.f1) == (strict or official[:2]), name
    assert scores.scale_accuracy == official[2]


@pytest.mark.parametrize(("inner", "outer", "scale"), [
    ("", "thousand", "thousand"), (None, "thousand", "thousand"), ("million", "", "million"), ("million", "million", "million"),
])  # fmt: skip
def test_a_scale_in_the_prediction_or_beside_it(inner, outer, scale):
    assert to_prediction({"answer": ["260"], "scale": inner}, outer).scale == scale


def test_two_scales_that_differ_are_refused():
    with pytest.raises(PredictionError, match="two scales"):
        to_prediction({"answer": ["260"], "scale": "million"}, "thousand")


def test_text_alone_is_one_span():
    assert score_tatqa("8,590", "thousand", ["8590"], "arithmetic", "thousand").exact_match == 1


#: No number of Python's prints 5,000 digits; no float has 400, and one of 305 has none left for its scale.
HOSTILE = [
    "9**9**9", "9^9", "().__class__", "__import__('os')", "(" * 100_000, "(" * 400 + ")" * 400, "9" * 1_000_000, "9" * 5000,
    "9" * 4_999, "9" * 400, "9" * 305 + " billion", "9" * 41, "1e999", "nan", "inf", "\0", "\u202e84", "\u202e0958", "\ud800",
    "٤٨", "4_8", "+".join(["1"] * 100_000), "-" * 500 + "48", ["9"] * 200_000,
]  # fmt: skip


@pytest.mark.parametrize("prediction", HOSTILE, ids=lambda prediction: repr(prediction)[:20])
def test_hostile_predictions_are_wrong(prediction):
    if isinstance(prediction, str):
        equation = score_equation(prediction, "192 / 4", ["48"])
        assert (equation.equation_accuracy, equation.answer_accuracy) == (0, 0)
    for answers in (["4"], [["Manning", "Brady"]]):
        assert score_drop(prediction, answers).exact_match == 0
    for answers, kind in ((["8590"], "arithmetic"), (["the bakery"], "span")):
        for mode in ("official", "strict"):
            scores = score_tatqa(prediction, "billion", answers, kind, "thousand", mode=mode)
            assert (scores.exact_match, scores.f1) == (0, 0)


def test_the_longest_prediction_that_is_read():
    word = "bakery" + "," * (MOST_CHARACTERS - 7)
    assert score_tatqa(word, "", ["bakery"], "span", "").exact_match == 1
    assert score_tatqa(word + ",", "", ["bakery"], "span", "").exact_match == 0


def test_an_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="official, strict"):
        score_tatqa("1", "", ["1"], "count", "", mode="lenient")  # type: ignore[arg-type]  # on purpose


def test_f1_is_rounded_as_numpy_rounds():
    """Every F1 of sets of up to 80 tokens; 0.175 (7 of 71 and of 9) is one that ``round`` puts down."""
    for common in range(1, 40):
        for predicted in range(common, 80):
            for gold in range(common, 80, 2):
                precision, recall = common / predicted, common / gold
                f1 = 2 * precision * recall / (precision + recall)
                assert hundredths(f1) == float(np.round(np.float64(f1), 2))
