"""DROP (Dua et al., NAACL 2019) in its official JSON layout -> the questions with a number answer."""

from __future__ import annotations

import re
from typing import Any

from numdiag_datasets.core.data_sets import SPLITS
from numdiag_datasets.core.problem import DOUBTFUL_ANSWER, Problem, answer_values, changed
from numdiag_datasets.sources.source_files import (
    SourceError,
    SourceFile,
    checked_text,
    doubtful_ids,
    hundredth_of,
    parse_json,
    parts,
)

DATASET = "drop_num"

_NUMBER = re.compile(r"-?(?:\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)")


def read_drop(*files: SourceFile) -> tuple[dict[str, list[Problem]], tuple[str, ...]]:
    """Return split -> the questions whose answer is a number, in the order of the files, and no notes.

    Every annotator's number counts as an answer, from ``validated_answers`` or from a repeated question. If
    two differ in value, the question has the lint `DOUBTFUL_ANSWER`. A passage of either file goes into one
    split, by a hash of its text: 80 of 100 into train, 10 into validation and 10 into test. The paper's own
    split was not published.

    Args:
        files: ``drop_dataset_train.json`` and ``drop_dataset_dev.json``.

    Raises:
        SourceError: no JSON, or a passage or question without one of its parts; the message names
            the file and the record.
    """
    found: dict[str, Problem] = {}
    for file in files:
        name = file.place
        passages = parse_json(file.content, name)
        if not isinstance(passages, dict) or not passages:
            raise SourceError(f"{name}: the layout of DROP is expected, passage id -> passage")
        for passage_id, passage in passages.items():
            text, questions = parts(passage, ("passage", "qa_pairs"), f"{name}: {passage_id}")
            checked_text(text, f"{name}: {passage_id}, its passage")
            if not isinstance(questions, list):
                raise SourceError(f"{name}: {passage_id} has no list of qa_pairs")
            for i, entry in enumerate(questions):
                place = f"{name}: {passage_id}, question {i + 1}"
                problem = _problem(entry, passage_id, text, place)
                if problem:
                    found[problem.id] = _merged(found.get(problem.id), problem, place)
    splits: dict[str, list[Problem]] = {split: [] for split in SPLITS}
    for problem in found.values():
        # "93.3" and "83.3" percent: one of them is wrong.
        is_doubtful = len(answer_values(problem)) > 1 or problem.id in doubtful_ids(DATASET)
        lints = (DOUBTFUL_ANSWER,) if is_doubtful else ()
        splits[split_of(problem.context[0])].append(changed(problem, lints=lints))
    return splits, ()


def _merged(first: Problem | None, again: Problem, place: str) -> Problem:
    """Return a question with the answers of its repetition, which may be another annotator's."""
    if first is None:
        return again
    if changed(first, answers=again.answers) != again:
        raise SourceError(f"{place}: query_id {again.id} was another question before")
    return changed(first, answers=tuple(dict.fromkeys((*first.answers, *again.answers))))


def split_of(passage: str) -> str:
    """Return the split of a passage, which depends only on its text."""
    hundredth = hundredth_of(passage)
    return "train" if hundredth < 80 else "validation" if hundredth < 90 else "test"


def _problem(entry: Any, passage_id: str, passage: str, place: str) -> Problem | None:
    """Return the question as a problem, None if its answer is not a number."""
    question, answer, query_id = parts(entry, ("question", "answer", "query_id"), place)
    if not isinstance(question, str) or not question.strip() or not isinstance(query_id, str):
        raise SourceError(f"{place} has no question or no query_id")
    validated = entry.get("validated_answers") or []
    if not isinstance(validated, list):
        raise SourceError(f"{place} has validated_answers that are no list")
    numbers = [_number(answer, f"{place}, answer")]
    if not numbers[0]:
        return None
    numbers += (_number(other, f"{place}, validated answer") for other in validated)
    return Problem(
        id=query_id,
        source_id=query_id,
        group=passage_id,
        dataset=DATASET,
        context=(passage,),
        question=question,
        equation="",
        answers=tuple(dict.fromkeys(number for number in numbers if number)),
        answer_type="number",
    )


def _number(answer: Any, place: str) -> str:
    """Return the number of an answer as it is written, "" if it is a date or a span."""
    (number,) = parts(answer, ("number",), place)
    if not isinstance(number, str):
        raise SourceError(f"{place} has a number that is no string: {number}")
    number = number.strip()
    if number and not _NUMBER.fullmatch(number):
        raise SourceError(f"{place} has the number {number!r}, which is none")
    return number
