"""A completion as a prediction: its final answer and the answer's offsets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from numdiag_datasets.core.data_sets import AnswerForm, data_set_of
from numdiag_datasets.core.problem import Edit, EditError, edits_by_field, unedit_text
from numdiag_datasets.core.schema import RowError, check_row
from numdiag_datasets.english.asked_unit import asked_unit
from numdiag_datasets.english.numbers import find_numbers
from numdiag_datasets.scoring.answer_extraction.conclusions import Asked
from numdiag_datasets.scoring.answer_extraction.equation_answers import equation_answer
from numdiag_datasets.scoring.answer_extraction.expressions import evaluated
from numdiag_datasets.scoring.answer_extraction.last_turn import final_turn
from numdiag_datasets.scoring.answer_extraction.number_answers import number_answer
from numdiag_datasets.scoring.answer_extraction.plain_text import plain_text
from numdiag_datasets.scoring.answer_extraction.quoted_spans import Quotes
from numdiag_datasets.scoring.answer_extraction.span_answers import span_answer
from numdiag_datasets.scoring.answer_extraction.span_texts import SCALES
from numdiag_datasets.scoring.answer_extraction.whole_amounts import with_whole_amounts
from numdiag_datasets.scoring.harness.prompts import Style, lead
from numdiag_datasets.scoring.predictions import Prediction

#: Separate the spans of an answer written in one line, and its scale.
SPAN_SEPARATOR, SCALE_SEPARATOR = "; ", " | "
_ASKED_IN = re.compile(r"\bhow many (dozen|hundred|thousand|million|billion)s?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """The answer read from a completion.

    Attributes:
        prediction: the answer; without spans if none could be read.
        start: its start in the completion; 0 if there is none.
        end: its end there.
        text: the completion's text from start to end.
        rule: how it was found (`found_numbers.Found`); "" if there is none.
    """

    prediction: Prediction
    start: int = 0
    end: int = 0
    text: str = ""
    rule: str = ""

    @property
    def is_unreadable(self) -> bool:
        """Whether no answer could be read."""
        return not self.prediction.spans


def read_answer(row: Mapping[str, Any], completion: str, style: Style = "direct") -> ReadAnswer:
    """Read the final answer of a model's completion for a row, with its offsets, as `answer_in` describes.

    Args:
        row: of any config. The answer is read better with its texts: "decreased by 5%" is -5 if the question asks
            for a change, and a number that the problem states is seldom its answer.
        completion: the generated text, without the prompt.
        style: how the model was asked, as for `prompt`. A chain of thought ("cot") ends in its answer; for "equation"
            the equation is read: ``12 + 5 = 17`` -> ``12 + 5``.

    Returns:
        The answer, its offsets, and the rule that found it.

    Raises:
        DataSetError: an unknown data set.
        InputError: an unknown style.
        RowError: the row lacks a column that is read, or one has a value of the wrong type.
    """
    check_row(row, ("dataset", "context", "table", "question"))
    lead(style)
    texts = [*row["context"], *(cell for cells in row["table"] for cell in cells)]
    if data_set_of(row["dataset"]).kind.is_story:
        texts.append(row["question"])
    else:
        texts += _published(row)
    return answer_in(
        row["dataset"],
        completion,
        texts,
        question=row["question"],
        as_equation=style == "equation",
        as_chain=style == "cot",
    )


def _published(row: Mapping[str, Any]) -> list[str]:
    """Return the edited paragraphs and cells as published: a quote of the original wording is one, too.

    Raises:
        RowError: the edits are malformed or do not fit the texts.
    """
    if row.get("edits") is None:
        return []
    check_row(row, ("edits",))
    edits = edits_by_field(Edit(**edit) for edit in row["edits"])
    paragraphs = {f"context[{i}]": text for i, text in enumerate(row["context"])}
    try:
        told = [
            unedit_text(paragraphs[field], edits[field])
            for field in sorted(paragraphs.keys() & edits)
        ]
    except EditError as error:
        raise RowError(f"row {row.get('id', '')!s:.60}: {error}") from error
    return told + [e.before for field in sorted(edits.keys() - paragraphs) for e in edits[field]]


def read_completion(row: Mapping[str, Any], completion: str, style: Style = "direct") -> Prediction:
    """Read the final answer of a model's completion for a row: the prediction of `read_answer`.

    Args:
        row: of any config, as for `read_answer`.
        completion: the generated text, without the prompt.
        style: how the model was asked, as for `prompt`.

    Returns:
        The prediction; without spans if no answer can be read.

    Raises:
        DataSetError, InputError, RowError: as for `read_answer`.
    """
    return read_answer(row, completion, style).prediction


def answer_in(
    dataset: str,
    completion: str,
    texts: Iterable[str] = (),
    *,
    question: str = "",
    as_equation: bool = False,
    as_chain: bool = False,
) -> ReadAnswer:
    """Return the final answer of a completion, with its offsets.

    Input -> output: ``The answer is 1,234.5 dollars.`` -> ``1234.5``; for tatqa_a ``$91 million`` ->
    ``$91`` with the scale million.

    Thoughts, code, Markdown, LaTeX and text that a base model invents after its answer are skipped. An
    announced answer counts ("answer is", "Answer:", ``####``, ``\\boxed{}``), else a number alone at the start
    of the text, else the conclusion of its last sentence. An answer that is taken back does not count.

    Currency signs, units, thousands commas and "(not 30)" are removed from numbers. Mixed fractions, powers
    of ten and, if the text uses them, decimal commas are written as decimals. A minus stays; a percent sign
    is removed (in tatqa_a it becomes the scale). "1.5 million" and "3 dollars and 20 cents" are one
    number. No text is evaluated as code. No answer is read if a text has none, breaks off in the middle of a
    thought, leaves a choice, or ends in a time, a ratio, a range or two units: a guess is not an answer.

    Args:
        dataset: determines the form of the answer: a number, for asdiv_a also an equation; for tatqa_a
            spans separated by semicolons, and a scale.
        completion: the generated text, without the prompt.
        texts: the row's paragraphs, cells and, of a word problem, the question: a quote from them is an answer as
            it is (tatqa_a). A number that a word problem states is seldom its answer: "8 boxes hold 480" (asdiv_a,
            gsm8k, svamp).
        question: of the row: if it asks for a change, "decreased by 5%" is -5 (tatqa_a); its own numbers are seldom
            its answer (drop_num).
        as_equation: whether the model was asked for an equation, see `equation_answer`: ``12 + 5 = 17`` -> ``12 + 5``.
        as_chain: whether it was asked for a chain of thought, which ends in its answer.

    Returns:
        The answer, its offsets, and the rule that found it.

    Raises:
        DataSetError: an unknown data set.
    """
    form = data_set_of(dataset).form
    turn = final_turn(completion)
    if turn is None:
        return ReadAnswer(Prediction(()))
    if as_equation:
        if written := equation_answer(completion, *turn):
            first, last, equation = written
            return ReadAnswer(
                Prediction((equation,)), first, last, completion[first:last], "equation"
            )
        return ReadAnswer(Prediction(()))
    plain = plain_text(completion, *turn)
    of_spans = form is AnswerForm.SPANS
    if of_spans:
        found = span_answer(plain.text, Quotes(texts, question))
    else:
        texts = list(texts) if data_set_of(dataset).kind.is_story else []
        asked = frozenset(
            name.lower() for text in (*texts, question) for name in _ASKED_IN.findall(text)
        )
        plain = with_whole_amounts(plain, asked)
        # An answer about a passage is often one of its numbers, but seldom one of the question.
        given = frozenset(n.value for text in texts or [question] for n in find_numbers(text))
        found = number_answer(
            plain.text, Asked(given, asked_unit(" ".join(texts), question), as_chain)
        )
    if found is None:
        return ReadAnswer(Prediction(()))
    # Only scorers of equations read an expression without its result.
    spans = tuple(map(evaluated, found.spans)) if form is AnswerForm.NUMBER else found.spans
    first, last = plain.source(found.start, found.end)
    prediction = Prediction(spans, found.scale)
    return ReadAnswer(prediction, first, last, completion[first:last], found.rule)


def answer_line(prediction: Prediction) -> str:
    """Return a prediction as one line, as in logs: ``48``; ``$53.0; $39.2 | million``; "" for none.

    A semicolon within a span, as in a quoted sentence, becomes a comma: scorers remove both.
    """
    spans = SPAN_SEPARATOR.join(span.replace(SPAN_SEPARATOR, ", ") for span in prediction.spans)
    return f"{spans}{SCALE_SEPARATOR}{prediction.scale}" if prediction.scale else spans


def from_answer_line(dataset: str, line: str) -> Prediction:
    """Return the prediction in a line that `answer_line` made."""
    if data_set_of(dataset).form is not AnswerForm.SPANS:
        return Prediction((line,) if line else ())
    spans, bar, scale = line.rpartition(SCALE_SEPARATOR)
    if not bar or scale not in SCALES:  # the bar is part of the text
        spans, scale = line, ""
    return Prediction(tuple(spans.split(SPAN_SEPARATOR)) if spans else (), scale)
