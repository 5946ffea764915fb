"""Predictions of a system for each row, read from JSON lines and matched by id."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from numdiag_datasets.core.errors import InputError, short, some
from numdiag_datasets.core.input_files import json_lines
from numdiag_datasets.core.schema import checksum
from numdiag_datasets.scoring.tatqa import plain_scale

#: The mark of an answer that ended at the limit of tokens in a prediction file, and in a result the number of them.
CUT = "cut_at_limit"
#: The key of a result many of whose answers were read from a sentence, as none was announced: the number of them.
INFERRED = "inferred_answers"
#: The rules of `read_answer` that read them, and those that do in a chain of thought.
_INFERRING, _INFERRING_IN_CHAIN = {"result", "conclusion", "words"}, {"leading", "line", "list"}
#: Floats below it are exact integers.
_EXACT = 2**53
#: The key of a result whose predictions have no scale, or an unknown one, though gold answers have one.
NO_SCALES = "no_scales"
#: The key of a result whose predictions are all those for the originals.
OF_ORIGINALS = "of_originals"
#: The key of a result whose predictions are one row too early or too late.
SHIFTED = "shifted"


class PredictionError(InputError):
    """Predictions that cannot be scored; the message names the file, the line and the ids."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """The prediction of a system for one row.

    Attributes:
        spans: the predicted text; several items for a multi-span answer; none for no answer.
        scale: the predicted scale, for TAT-QA.
        prompt: how a language model was asked, see `harness.prompts.Prompting`; "" if unknown.
        system: the name of the system; "" if unknown.
        is_cut: whether the answer ended at the limit of tokens.
        is_inferred: whether the answer was read from a sentence, as none was announced.
        data: the revision of the rows that were asked, see `Manifest.revision`; "" if unknown.
        row: a checksum of the row that was asked, see `schema.checksum`; "" if unknown.
    """

    spans: tuple[str, ...]
    scale: str = ""
    prompt: str = ""
    system: str = ""
    is_cut: bool = False
    is_inferred: bool = False
    data: str = ""
    row: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether it has no answer: none was predicted, or none was found in a completion."""
        return not any(span.strip() for span in self.spans)


def to_prediction(value: Any, scale: Any = "") -> Prediction:
    """Read a prediction in any form that users write: text, a number, a list of spans, or None for no answer.

    ``{"answer": [...], "scale": ""}`` may include its scale.

    Raises:
        PredictionError: any other kind of value, or two scales that differ.
    """
    if isinstance(value, Mapping):
        if unknown := set(value) - {"answer", "scale"}:
            raise PredictionError(
                f"unknown keys {some(sorted(map(str, unknown)))}; answer and scale are read"
            )
        own = value.get("scale") or ""
        if own and scale and own != scale:
            raise PredictionError(f"two scales, {own!r:.60} and {scale!r:.60}")
        if isinstance(value.get("answer"), Mapping):
            raise PredictionError(
                f"an answer is text, a number or a list of them, not {value['answer']!r:.60}"
            )
        return to_prediction(value.get("answer"), own or scale)
    scale = scale or ""
    if not isinstance(scale, str):
        raise PredictionError(f"a scale is text, not {scale!r:.60}")
    spans = list(value) if isinstance(value, list | tuple) else [] if value is None else [value]
    for span in spans:
        if isinstance(span, bool) or not isinstance(span, str | int | float):
            raise PredictionError(
                f"a prediction is text, a number or a list of them, not {span!r:.60}"
            )
    # A blank around a span is none of its text, as in the parts of "2019; 2018".
    return Prediction(tuple(_text(span).strip() for span in spans), plain_scale(scale))


def with_list(prediction: Prediction) -> Prediction:
    """Return a prediction with the items of a JSON list in its text, as of a table whose columns are texts."""
    if len(prediction.spans) == 1 and prediction.spans[0].startswith('["'):
        with suppress(ValueError, RecursionError, PredictionError):
            items = to_prediction(json.loads(prediction.spans[0]))
            return replace(prediction, spans=items.spans)
    return prediction


def _text(span: str | float) -> str:
    """Return a span as text that every later step can encode: a lone surrogate becomes U+FFFD.

    A whole float is written without decimals, since a column with empty cells turns 2019 into 2019.0.

    Raises:
        PredictionError: a whole number of more digits than Python writes.
    """
    try:
        is_whole = isinstance(span, float) and span.is_integer() and abs(span) < _EXACT
        said = str(int(span) if is_whole else span)
    except ValueError as error:
        raise PredictionError("a prediction is a number with too many digits") from error
    return said.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def read_predictions(path: Path) -> dict[str, Prediction]:
    """Read JSON lines ``{"id": ..., "prediction": ...[, "scale": ...][, "prompt": ...][, "system": ...][, "data": ...][, "row": ...]}``; ignore other keys.

    `CUT` marks an answer that ended at the limit of tokens, and ``rule`` says how it was read (`read_answer`).

    Raises:
        PredictionError: the file cannot be read, a line is not such an object, or an id occurs twice.
    """
    return predictions_of(json_lines(path, PredictionError, may_hold_halves=True), str(path))


def predictions_of(lines: Iterable[tuple[str, Any]], whole: str) -> dict[str, Prediction]:
    """Read lines ``{"id": ..., "prediction": ...[, "scale": ...]}``, each with its place for error messages.

    Args:
        lines: (place, line).
        whole: the name of all lines together in error messages.

    Raises:
        PredictionError: see `read_predictions`.
    """
    predictions: dict[str, Prediction] = {}
    for place, record in lines:
        if not isinstance(record, dict) or "id" not in record or "prediction" not in record:
            raise PredictionError(f'{place}: expected an object with "id" and "prediction"')
        identity = str(record["id"])
        if identity in predictions:
            raise PredictionError(f"{place}: id {short(identity)!r} comes a second time")
        try:
            read = to_prediction(record["prediction"], record.get("scale"))
        except PredictionError as error:
            raise PredictionError(f"{place}: {error}") from error
        prompt = str(record.get("prompt") or "").replace("|", " ")
        inferring = _INFERRING | (_INFERRING_IN_CHAIN if prompt.startswith("cot") else set())
        if not isinstance(record.get(CUT, False), bool):
            raise PredictionError(f"{place}: `{CUT}` is {record[CUT]!r:.60}, not true or false")
        if not isinstance(record.get("row", "-"), str) or record.get("row") == "":
            raise PredictionError(
                f"{place}: `row` is {record['row']!r:.60}, not the checksum of a row"
            )
        system, data, row = (str(record.get(key) or "") for key in ("system", "data", "row"))
        predictions[identity] = replace(
            read,
            prompt=prompt,
            system=system,
            is_cut=bool(record.get(CUT)),
            is_inferred=str(record.get("rule")) in inferring,
            data=data,
            row=row,
        )
    if not predictions:
        raise PredictionError(f"{whole}: holds no predictions")
    return predictions


def match_predictions(
    predictions: Mapping[str, Prediction],
    rows: Sequence[Mapping[str, Any]],
    place: str,
    remedy: str = "",
) -> list[Prediction]:
    """Return the predictions in the order of the rows.

    Args:
        predictions: by id.
        rows: all rows to score, with ids.
        place: the name of the predictions in errors, such as the file.
        remedy: advice on rows without a prediction.

    Raises:
        PredictionError: an id has no prediction, a prediction's id belongs to no row, or it was made for a row
            with another text or answer.
    """
    ids = [row["id"] for row in rows]
    faults = []
    if unknown := sorted(predictions.keys() - set(ids)):
        faults.append(f"{len(unknown)} ids are no rows of this config and split: {some(unknown)}")
        remedy = "" if len(unknown) < len(predictions) else "are they of another release (--dir)?"
    if missing := [identity for identity in ids if identity not in predictions]:
        faults.append(f"no prediction for {len(missing)} of {len(ids)} rows: {some(missing)}")
        faults += [remedy] if remedy else []
    if faults:
        raise PredictionError(f"{place}: {'; '.join(faults)}")
    for row in rows:
        made_for = predictions[row["id"]].row
        if made_for and made_for != checksum(row):
            raise PredictionError(
                f"{place}: row {row['id']!r:.60} was asked with another text or answer than here: is it a file of another config, or of another release (--dir)?"
            )
    return [predictions[identity] for identity in ids]
