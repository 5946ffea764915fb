"""Reading ASDiv: the official layout, its oddities, and files that are not what they should be."""

import pytest

from numdiag_datasets.core.problem import DOUBTFUL_ANSWER
from numdiag_datasets.sources import sample_folder
from numdiag_datasets.sources.asdiv_a.reader import read_asdiv
from numdiag_datasets.sources.source_files import SourceError, SourceFile

PROBLEM = (
    '<Problem ID="a" Grade="2" Source="x"><Body>Sam has 12 pens.</Body><Question>How many?</Question>'
    "<Solution-Type>Addition</Solution-Type><Answer>{answer}</Answer><Formula>{formula}</Formula></Problem>"
)
SPLIT = b"split\tid\ntrain\ta\n"


def read(body, split=SPLIT):
    xml = f"<?xml version='1.0'?><C><ProblemSet>{body}</ProblemSet></C>".encode()
    files = SourceFile("xml", xml, "ASDiv.xml"), SourceFile("split", split, "split_ids.tsv")
    return read_asdiv(*files)[0]


@pytest.mark.parametrize(("formula", "answer", "equation", "value", "unit"), [
    ("7+2=9", "9 (apples)", "7 + 2", "9", "apples"),
    ("222- 155=67", "67", "222 - 155", "67", ""),
    ("2*9+3=21 ", "21 (apples)", "2 * 9 + 3", "21", "apples"),
    ("248/16=15 r8", "15 (days)", "floor(248 / 16)", "15", "days"),
    ("248/16=15 r8", "16 (days)", "ceil(248 / 16)", "16", "days"),
    ("5.00-4.28=0.72", "0.72 (dollars)", "5.00 - 4.28", "0.72", "dollars"),
    ("4.80/4=1.20", "1.20 (dollars)", "4.80 / 4", "1.2", "dollars"),  # no trailing zeros
    ("1+2=3", "1,222 (balloons)", "1 + 2", "1222", "balloons"),  # no commas
    ("1+2=3", "3  ( science books)", "1 + 2", "3", "science books"),
])  # fmt: skip
def test_formula_and_answer(formula, answer, equation, value, unit):
    (problem,) = read(PROBLEM.format(formula=formula, answer=answer))["train"]
    assert (problem.equation, problem.answers, problem.unit) == (equation, (value,), unit)


def test_an_equation_of_another_value_is_doubtful():
    """`numdiag verify` refuses such rows unless they say so."""
    lints = [read(PROBLEM.format(formula=f, answer="3.33"))["train"][0].lints for f in ("10/3=3.33", "10/4=3.33")]
    assert lints == [(), (DOUBTFUL_ANSWER,)]


SOUND = PROBLEM.format(formula="7+2=9", answer="9")


@pytest.mark.parametrize(("body", "split", "message"), [
    (PROBLEM.format(formula="7+2=9", answer="nine"), SPLIT, "a has the answer 'nine'"),
    (PROBLEM.format(formula="7+x=9", answer="9"), SPLIT, "a has the formula '7+x=9'"),
    (PROBLEM.format(formula="7/0=9", answer="9"), SPLIT, "a has the formula '7/0=9'"),
    (PROBLEM.format(formula="7/(3-3)=2 r1", answer="2"), SPLIT, "division by zero"),
    (PROBLEM.format(formula="9/4=2 r1", answer="7"), SPLIT, "neither the quotient nor the next"),
    ('<Problem ID="a"><Body>x</Body></Problem>', SPLIT, "a has no <Question>"),
    ("<Problem><Body>x</Body></Problem>", SPLIT, "problem 1 has no ID"),
    (SOUND * 2, SPLIT, "a occurs twice"),
    (SOUND.replace("<Body>", "<Body>Bo has <b>5</b> pens. "), SPLIT, "a has another element in <Body>"),
    (SOUND.replace("<Body>", "<Body>Other.</Body><Body>"), SPLIT, "a has another element in <Body>, or two"),
    ("", SPLIT, "holds no <Problem>"),
    (PROBLEM.replace('"a"', '"b"').format(formula="7+2=9", answer="9"), SPLIT, "missing, a first"),
    ("<Problem", SPLIT, "not well-formed XML"),
    (SOUND, b"split\tid\ndev\ta\n", "'dev'; splits are train, validation, test"),
    (SOUND, b"a,b\n1,2\n", "columns split and id"),
    (SOUND, b"\xff\xfe", "is not UTF-8 text"),
    (SOUND, b"split\tid\ntrain\ta\ntrain\ta\n", "a is listed twice"),
])  # fmt: skip
def test_a_damaged_file_is_named(body, split, message):
    with pytest.raises(SourceError, match=r"ASDiv\.xml" if split == SPLIT else r"split_ids\.tsv") as error:
        read(body, split)
    assert message in str(error.value)


def test_entity_expansion_is_refused():
    """A "billion laughs" file costs neither memory nor time."""
    bomb = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><C>&b;</C>'
    with pytest.raises(SourceError, match="declares a document type"):
        read_asdiv(SourceFile("xml", bomb, "ASDiv.xml"), SourceFile("split", SPLIT, "s"))


def test_the_sample_covers_the_traps(sample):
    """At least 60 problems; every kind of trap of the real file occurs."""
    problems = [p for split in sample.splits.values() for p in split]
    texts = [f"{p.context[0]} {p.question}" for p in problems]
    everything = "\n".join(texts)
    assert len(problems) >= 60
    assert sum(not any(c.isdigit() for c in text) for text in texts) >= 20  # number words only
    assert sum(p.context[0].rstrip().endswith(",") for p in problems) >= 20
    assert {p.equation.partition("(")[0] for p in problems} >= {"floor", "ceil"}
    for trap in ("$", "%", "-yard", "2015", "7:30", "No. 7", "Week 14", "COVID-19", "a dozen",
                 "&", "—", "ë", "1,410", "$0.25", "one more", "3rd", " dollars"):  # fmt: skip
        assert trap in everything, trap


def test_the_published_split_travels_with_the_project():
    lines = (sample_folder("asdiv_a").parent / "split_ids.tsv").read_text().splitlines()[1:]
    counts = {split: sum(line.startswith(split) for line in lines) for split in ("train", "val", "test")}
    assert counts == {"train": 974, "val": 122, "test": 122}
    assert len({line.split("\t")[1] for line in lines}) == 1218
