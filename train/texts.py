"""Text format of rows: a model's input and target, and its output as a prediction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numdiag_datasets.core.data_sets import AnswerForm, data_set_of
from numdiag_datasets.core.equation import EquationError, parse_equation
from numdiag_datasets.core.rationale_layout import FINAL
from numdiag_datasets.scoring.harness.prompts import flat_table
from numdiag_datasets.texts.table.derivation import derived_answer

from .placeholders import Masked, mask_numbers

_SPAN, _SCALE, _RESULT = " ; ", " | ", " = "


@dataclass(frozen=True, slots=True)
class Example:
    """A row as text.

    Attributes:
        question, context: the model's input; the context may be truncated. Tables are flattened by row
            and precede the paragraphs (Zhu et al., ACL 2021, section 4.1).
        target: the expected output: an equation, with or without its result, a worked solution, or answers
            and their scale.
        has_both: whether the output is an equation and its result; the result is then the prediction.
        masked: the numbers of the placeholders; empty if numbers are not masked.
    """

    row: Mapping[str, Any]
    question: str
    context: str
    target: str
    masked: Masked
    has_both: bool = False

    def prediction(self, text: str) -> dict[str, Any]:
        """Convert the model's output to a line of a prediction file."""
        text = self.masked.unmask(text.strip())
        if FINAL in text:  # the answer after a worked solution
            text = text.rpartition(FINAL)[2].strip()
        line = {"id": self.row["id"], "prediction": text}
        if self.has_both:
            equation, _, text = text.rpartition(_RESULT)
            line = {"id": self.row["id"], "prediction": text.strip(), "equation": equation.strip()}
        if data_set_of(self.row["dataset"]).form is not AnswerForm.SPANS:
            return line
        text, _, scale = text.partition(_SCALE)
        spans = [span.strip() for span in text.split(_SPAN)]
        if len(spans) == 1:
            spans = [_evaluated(spans[0])]
        return line | {"prediction": spans, "scale": scale.strip()}


def to_example(row: Mapping[str, Any], target: str, numbers: str) -> Example:
    """Write a row as text.

    Args:
        row: of any config.
        target: ``equation``, ``both`` (an equation and its result, as in table 5 of the paper) or
            ``rationale``, if the row has one, or ``answer``.
        numbers: ``tokens``, or ``placeholders`` in context, table, question and equation.
    """
    texts = [flat_table(row["table"])] if row["table"] else []
    texts += row["context"]
    question, masked = row["question"], Masked((), ())
    if numbers == "placeholders":
        masked = mask_numbers([*texts, question])
        *texts, question = masked.texts
    wanted = answer_text(row)
    if target == "equation" and row["equation"]:
        wanted = row["equation"]
        if numbers == "placeholders":
            wanted = masked.mask_equation(parse_equation(wanted))
        wanted += _scale(row)
    elif target == "both" and row["equation"]:
        wanted = f"{row['equation']}{_RESULT}{wanted}"
    elif target == "rationale":  # without a perturbed solution, the target is only the answer
        wanted = row["rationale"] or f"{FINAL} {row['answers'][0]}"
    return Example(row, question, " ".join(texts), wanted, masked, target == "both")


def answer_text(row: Mapping[str, Any]) -> str:
    """Return the answers of a row, with their scale: ``91 | million``."""
    is_list = data_set_of(row["dataset"]).form is AnswerForm.SPANS
    return _SPAN.join(row["answers"][: None if is_list else 1]) + _scale(row)


def _scale(row: Mapping[str, Any]) -> str:
    return _SCALE + row["scale"] if row["scale"] else ""


def _evaluated(text: str) -> str:
    """Return the value of an equation, as TAT-QA writes answers; other text is unchanged."""
    try:
        equation = parse_equation(text)
        return derived_answer(equation) if equation.steps else text
    except EquationError:
        return text
