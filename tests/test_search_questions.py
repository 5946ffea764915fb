"""Questions in the style of search logs, written without a look at the rules: what the rules made of them, and what a reader said.

Of two lists of 300, ``a`` and ``b``, the readers' judgements are as they were at the first sight of each; what was found faulty then
is mended, and stays so. A third, ``unread``, is for the next reading: its pairs were not looked at, and nobody should before they are read and counted.
"""

import csv
from pathlib import Path

import pytest

from numdiag_datasets.text_pairs.question_matching.contrasts import CONTRASTS, OF_ANY_QUESTION
from numdiag_datasets.text_pairs.question_matching.questions import read_questions

QUESTIONS = Path(__file__).with_name("search_questions")
READ = Path(__file__).with_name("search_pairs_read.tsv")


def judgements():
    with READ.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def labels_of(contrast, question):
    return {change.of(question): change.label for change in CONTRASTS[contrast].changes(question)}


@pytest.mark.parametrize("row", [row for row in judgements() if row["read"] == "?" or row["written"] == "wrong"], ids=lambda row: row["second"])  # fmt: skip
def test_what_a_reader_found_faulty_is_not_made_again(row):
    """But for those that are another question with like answers: ages of dogs, weeks of pregnancy, days of travel."""
    made = labels_of(row["contrast"], row["question"])
    stays = {"4个月的小狗能打疫苗吗"}
    assert row["second"] not in made or row["second"] in stays


def test_what_is_made_is_what_a_reader_read():
    """No label that a reader set otherwise; and the rules change about as many questions as they did."""
    read = {(row["question"], row["second"]): row["read"] for row in judgements()}
    changed = 0
    for question in (*read_questions(QUESTIONS / "a.txt"), *read_questions(QUESTIONS / "b.txt")):
        for contrast in OF_ANY_QUESTION:
            made = labels_of(contrast, question)
            changed += set(made.values()) == {0, 1}
            for second, label in made.items():
                assert read.get((question, second), str(label)) in (str(label), "?"), second
    assert changed >= 40


def test_the_readings_are_what_the_docs_say():
    """Pairs read, labels that the reader set as the rules did, and pairs without a fault."""
    found = {}
    for name in "ab":
        rows = [row for row in judgements() if row["list"] == name]
        right = sum(row["read"] == row["label"] for row in rows)
        sound = sum(row["read"] == row["label"] and row["written"] != "wrong" for row in rows)
        found[name] = (len(rows), right, sound)
    assert found == {"a": (82, 69, 64), "b": (80, 79, 76)}
