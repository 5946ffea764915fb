"""DROP-num: what is read, what is refused, and one perturbation a passage."""

import json

import pytest

from numdiag_datasets.core.problem import APPLIED, Edit
from numdiag_datasets.perturbations import perturb_split
from numdiag_datasets.perturbations.verbosity.wordings import distractor_in
from numdiag_datasets.sources import load_source
from numdiag_datasets.sources.drop_num.reader import read_drop, split_of
from numdiag_datasets.sources.source_files import LONGEST_TEXT, SourceError, SourceFile
from numdiag_datasets.texts.split import Split

NO_DATE = {"day": "", "month": "", "year": ""}


def answer(number="", spans=()):
    return {"number": number, "date": NO_DATE, "spans": list(spans)}


def question(text="How many?", number="3", query_id="q1", **more):
    return {"question": text, "answer": answer(number), "query_id": query_id, **more}


def read(*questions, passage="Ann has 3 pens.", content=None):
    if content is None:
        passages = {"p1": {"passage": passage, "qa_pairs": list(questions)}}
        content = json.dumps(passages).encode()
    splits, _ = read_drop(SourceFile("train", content, "train.json"))
    return [problem for problems in splits.values() for problem in problems]


def test_only_numbers_are_read_and_those_of_every_annotator():
    span = {"question": "Who?", "answer": answer(spans=["Ann"]), "query_id": "q2"}
    (problem,) = read(question(), span)
    assert (problem.id, problem.group, problem.dataset) == ("q1", "p1", "drop_num")
    assert (problem.answers, problem.answer_type, problem.equation) == (("3",), "number", "")
    # In ``validated_answers``, where spans are left out, or as a question listed again.
    validated = [answer("4"), answer("3"), answer(spans=["three"])]
    (one,) = read(question(validated_answers=validated))
    (two,) = read(question(), question(number="4"), question())
    assert one.answers == two.answers == ("3", "4")


@pytest.mark.parametrize(("numbers", "lints"), [
    (["3"], ()), (["3", "3.0"], ()), (["16,000", "16000"], ()), (["83.3", "93.3"], ("source_answer_doubtful",)),
    (["9" * 5000, "3"], ()), ([".5"], ()), (["-0.09"], ()), (["3.0"], ()), (["0"], ()),
])  # fmt: skip
def test_answers_that_differ_are_doubtful_and_not_perturbed(numbers, lints):
    (one,) = read(question(number=numbers[0], validated_answers=[*map(answer, numbers[1:])]))
    assert (one.lints, one.answers[0]) == (lints, numbers[0])  # as it was published
    (attacked,) = perturb_split(Split([one]), "type")
    assert attacked.reason == (lints[0] if lints else "")


@pytest.mark.parametrize(("trap", "content", "message"), [
    ("cut off", b'{"p1": {"passage": "Ann', "train.json: not valid JSON"),
    ("no text", b"\xff\xfe", "train.json: is not UTF-8 text"),
    ("a list", b"[]", "the layout of DROP is expected"),
    ("nothing", b"{}", "the layout of DROP is expected"),
    ("deep", b"[" * 100_000, "train.json: "),
    ("no passage", {"qa_pairs": []}, "p1 has no 'passage'; it has qa_pairs"),
    ("a misspelt key", {"passage": "A.", "qa_pair": []}, "p1 has no 'qa_pairs'"),
    ("an empty passage", {"passage": " ", "qa_pairs": []}, "p1, its passage has no text"),
    ("questions that are none", {"passage": "A.", "qa_pairs": {}}, "no list of qa_pairs"),
    ("a huge passage", {"passage": "a" * (LONGEST_TEXT + 1), "qa_pairs": []}, "at most"),
    ("a question of another kind", ["How many?"], "question 1 is no record of question"),
    ("no answer", [{"question": "How many?", "query_id": "q"}], "question 1 has no 'answer'"),
    ("no id", [{"question": "How many?", "answer": answer("3")}], "has no 'query_id'"),
    ("no number", [question() | {"answer": {"spans": []}}], "answer has no 'number'"),
    ("an untyped number", [question() | {"answer": {"number": 3}}], "a number that is no string: 3"),
    ("words", [question(number="three")], "number 'three', which is none"),
    ("an empty question", [question(text="")], "has no question or no query_id"),
    ("one id, two questions", [question(), question("How much?")], "was another question"),
    ("answers of another kind", [question(validated_answers="3")], "that are no list"),
])  # fmt: skip
def test_bad_input_names_file_and_record(trap, content, message):
    if isinstance(content, list):
        content = {"passage": "A.", "qa_pairs": content}
    if isinstance(content, dict):
        content = json.dumps({"p1": content}).encode()
    with pytest.raises(SourceError) as error:
        read(content=content)
    assert message in str(error.value), trap
    assert "train.json" in str(error.value)


def test_a_passage_is_in_one_split_and_the_shares_are_right():
    splits = [split_of(f"Passage {i}.") for i in range(5000)]
    assert splits == [split_of(f"Passage {i}.") for i in range(5000)]
    assert 0.78 < splits.count("train") / 5000 < 0.82
    assert 0.08 < splits.count("test") / 5000 < 0.12


def test_the_sample_holds_the_traps():
    source = load_source("drop_num")
    problems = [problem for split in source.splits.values() for problem in split]
    assert all(source.splits.values())
    assert len({problem.group for problem in problems}) >= 12
    text = " ".join(problem.context[0] for problem in problems)
    for trap in ("49ers", "21-17", "41-yard", "&#8212;", "Week 14", "Version 3", ".5 percent", "ö"):
        assert trap in text
    answers = {answer for problem in problems for answer in problem.answers}
    assert {".5", "1,100", "12,000"} <= answers


@pytest.mark.parametrize("name", ["language", "type", "verbosity", "extra"])
def test_a_passage_is_perturbed_once_for_all_of_its_questions(name):
    for problems in load_source("drop_num").splits.values():
        contexts: dict[str, list[Edit]] = {}
        for problem in perturb_split(Split(problems), name):
            if problem.status == APPLIED:
                edits = [edit for edit in problem.edits if edit.field != "question"]
                assert contexts.setdefault(problem.group, edits) == edits


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_distractor_is_no_number_of_any_question_of_the_passage(seed):
    for problems in load_source("drop_num").splits.values():
        split = Split(problems)
        for problem in perturb_split(split, "verbosity", seed):
            known = split.groups[problem.group].values
            for edit in problem.edits:
                distractor = distractor_in(edit, problem.rule)
                assert distractor
                assert distractor not in known
