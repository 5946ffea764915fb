"""A completion as a prediction: the final answer, cut out, with the place where it stood."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from numdiag_datasets.core.data_sets import AnswerForm, data_set_of
from numdiag_datasets.scoring.answer_extraction.expressions import evaluated
from numdiag_datasets.scoring.answer_extraction.last_turn import final_turn
from numdiag_datasets.scoring.answer_extraction.number_answers import number_answer
from numdiag_datasets.scoring.answer_extraction.plain_text import plain_text
from numdiag_datasets.scoring.answer_extraction.quoted_spans import Quotes
from numdiag_datasets.scoring.answer_extraction.span_answers import span_answer
from numdiag_datasets.scoring.answer_extraction.span_texts import SCALES
from numdiag_datasets.scoring.predictions import Prediction

#: Parts the spans of an answer written in one line, and its scale.
SPAN_SEPARATOR, SCALE_SEPARATOR = "; ", " | "


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """What was read in a completion.

    Attributes:
        prediction: the answer; without spans where none could be read.
        start: where it stands in the completion; 0 where there is none.
        end: where it ends there.
        text: what stands there.
        rule: how it was found (`number_answers.Found`, `span_answers.FoundSpans`); "" where there is none.
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


def read_answer(dataset: str, completion: str, texts: Iterable[str] = ()) -> ReadAnswer:
    """Read the final answer out of what a model wrote, and say where it stands.

    Input -> output: ``The answer is 1,234.5 dollars.`` -> ``1234.5``; for tatqa_a ``$91 million`` -> ``$91`` with the scale
    million.

    Thoughts are passed over, and so are code, Markdown, LaTeX and what a base model makes up behind its answer. What is
    announced counts ("answer is", "Answer:", ``####``, ``\\boxed{}``), else what the text begins with, else what its last
    sentence concludes. An answer that is taken back does not count. Currency signs, units, thousands commas and "(not 30)" are
    cut away from numbers; mixed fractions, powers of ten and, where a text shows them, decimal commas are written as decimals.
    A minus stays, a percent sign goes (tatqa_a: becomes the scale). Nothing is evaluated as code. Where a text gives no
    answer, is cut in the middle of its thought, or leaves a choice, nothing is read: a guess is no answer.

    Args:
        dataset: says what an answer looks like: a number, for asdiv_a also an equation; for tatqa_a
            spans parted by semicolons, and a scale.
        completion: the generated text, without the prompt.
        texts: that were asked about, paragraphs and cells: what a model quotes from them is an answer as it stands (tatqa_a).

    Returns:
        What was read, where it stands, and by which rule.

    Raises:
        SourceError: an unknown data set.
    """
    form = data_set_of(dataset).form
    turn = final_turn(completion)
    if turn is None:
        return ReadAnswer(Prediction(()))
    plain = plain_text(completion, *turn)
    read = _READERS[form](plain.text, Quotes(texts))
    if read is None:
        return ReadAnswer(Prediction(()))
    prediction, start, end, rule = read
    first, last = plain.source(start, end)
    return ReadAnswer(prediction, first, last, completion[first:last], rule)


def read_completion(dataset: str, completion: str, texts: Iterable[str] = ()) -> Prediction:
    """Read the final answer out of what a model wrote: the prediction of `read_answer`.

    Args:
        dataset: as for `read_answer`.
        completion: the generated text, without the prompt.
        texts: that were asked about, as for `read_answer`.

    Returns:
        The prediction; without spans where no answer can be read.

    Raises:
        SourceError: an unknown data set.
    """
    return read_answer(dataset, completion, texts).prediction


def row_texts(row: Mapping[str, Any]) -> list[str]:
    """The texts of a row that a model may quote: its paragraphs and the cells of its table."""
    return [*row["context"], *(cell for cells in row["table"] for cell in cells)]


def answer_line(prediction: Prediction) -> str:
    """A prediction in one line, as logs show it: ``48``; ``$53.0; $39.2 | million``; "" for none.

    A semicolon within a span, which a quoted sentence may have, becomes a comma: scorers take both away.
    """
    spans = SPAN_SEPARATOR.join(span.replace(SPAN_SEPARATOR, ", ") for span in prediction.spans)
    return f"{spans}{SCALE_SEPARATOR}{prediction.scale}" if prediction.scale else spans


def from_answer_line(dataset: str, line: str) -> Prediction:
    """The inverse of `answer_line`."""
    if data_set_of(dataset).form is not AnswerForm.SPANS:
        return Prediction((line,) if line else ())
    spans, bar, scale = line.rpartition(SCALE_SEPARATOR)
    if not bar or scale not in SCALES:  # a bar of the text's own
        spans, scale = line, ""
    return Prediction(tuple(spans.split(SPAN_SEPARATOR)) if spans else (), scale)


_Read = tuple[Prediction, int, int, str]


def _equation_or_number(text: str, quotes: Quotes) -> _Read | None:
    found = number_answer(text)
    if found is None:
        return None
    return Prediction((found.plain,)), found.start, found.end, found.rule


def _number(text: str, quotes: Quotes) -> _Read | None:
    """A number; an expression without its result is worked out."""
    found = number_answer(text)
    if found is None:
        return None
    return Prediction((evaluated(found.plain),)), found.start, found.end, found.rule


def _spans_with_scale(text: str, quotes: Quotes) -> _Read | None:
    found = span_answer(text, quotes)
    if found is None:
        return None
    return Prediction(found.spans, found.scale), found.start, found.end, found.rule


_READERS: dict[AnswerForm, Callable[[str, Quotes], _Read | None]] = {
    AnswerForm.EQUATION: _equation_or_number,
    AnswerForm.SOLUTION: _equation_or_number,
    AnswerForm.NUMBER: _number,
    AnswerForm.SPANS: _spans_with_scale,
}
