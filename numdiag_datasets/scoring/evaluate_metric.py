"""What the metric for `evaluate` is thin over: its columns, its checks, and its scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.data_sets import DATA_SETS, TEXT_PAIR_FAMILIES
from numdiag_datasets.scoring.predictions import to_prediction
from numdiag_datasets.scoring.results import result
from numdiag_datasets.scoring.rows import averages, score_rows
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.scoring.tatqa import Mode

if TYPE_CHECKING:
    import datasets
from numdiag_datasets.core.errors import NumdiagError

#: The names of its configs: data sets, and families of text pairs.
NAMES = (*DATA_SETS, *TEXT_PAIR_FAMILIES)
#: Columns of a row that are scored, named in the breakdowns, or say whether it was perturbed.
_COLUMNS = (
    "id",
    "group",
    "status",
    "touches_answer",
    "equation",
    "answer_type",
    "answer_from",
    "scale",
)
#: Columns of a row with a label that say what it is about.
_PHENOMENA = (
    "contrast",
    "category",
    "subcategory",
    "operation",
    "template",
    "error",
    "stratum",
    "scope",
)
_REPEATED = ("scores", "config", "dataset")


def features(name: str) -> datasets.Features:
    """The columns of predictions and references.

    Args:
        name: one of `NAMES`.

    Raises:
        NumdiagError: it is none of them.
    """
    # Imported here: `datasets` takes a second to load, and the checks do without it.
    from datasets import Features, Value

    if name not in NAMES:
        raise NumdiagError(
            f"numdiag scores by data set: evaluate.load(..., name), where name is one of "
            f"{', '.join(NAMES)}, not {name!r}"
        )
    text, whole = Value("string"), Value("int64")
    if scorer_of(name).is_binary:
        row = {"label": whole} | dict.fromkeys(_PHENOMENA, text)
        return Features({"predictions": whole, "references": row})
    row = {"answers": [text], "published_answers": [text]} | dict.fromkeys(_COLUMNS, text)
    return Features({"predictions": {"answer": [text], "scale": text}, "references": row})


def checked(name: str, predictions: Any, references: Any) -> tuple[list[Any], list[dict[str, Any]]]:
    """Predictions and rows as `features` has them; of the rows the columns that count are kept.

    Raises:
        NumdiagError: none, not as many of both, or one of the wrong kind; names which.
    """
    predictions = [] if predictions is None else list(predictions)
    references = [] if references is None else list(references)
    if not predictions or len(predictions) != len(references):
        raise NumdiagError(
            f"as many predictions as references are needed, and at least one; "
            f"got {len(predictions)} and {len(references)}"
        )
    check = _checked_label if scorer_of(name).is_binary else _checked_answer
    pairs = [check(i, *pair) for i, pair in enumerate(zip(predictions, references, strict=True))]
    return [prediction for prediction, _ in pairs], [row for _, row in pairs]


def _checked_label(number: int, prediction: Any, row: Any) -> tuple[int, dict[str, Any]]:
    if not isinstance(row, Mapping) or row.get("label") not in (0, 1):
        raise NumdiagError(f"reference {number}: a row (a dict with a label, 0 or 1) is expected")
    if prediction not in (0, 1):
        raise NumdiagError(f"prediction {number}: {prediction!r}; a label, 0 or 1, is expected")
    kept = {column: str(row.get(column) or "") for column in _PHENOMENA}
    return int(prediction), {"label": int(row["label"]), **kept}


def _checked_answer(
    number: int, prediction: Any, row: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    if not isinstance(row, Mapping) or not isinstance(row.get("answers"), list | tuple):
        raise NumdiagError(f"reference {number}: a row (a dict with a list of answers) is expected")
    try:
        read = to_prediction(prediction)
    except ValueError as error:
        raise NumdiagError(f"prediction {number}: {error}") from error
    kept = {column: str(row.get(column) or "") for column in _COLUMNS}
    answers = {
        column: [str(answer) for answer in row.get(column) or ()]
        for column in ("answers", "published_answers")
    }
    return {"answer": list(read.spans), "scale": read.scale}, kept | answers


def compute(
    name: str,
    predictions: Sequence[Any],
    references: Sequence[Mapping[str, Any]],
    config: str | Sequence[str] = "",
    revision: str = "",
    mode: Mode = "official",
) -> dict[str, Any]:
    """Every metric in points, and what `Result` has besides; with a config a row also averages.

    Args:
        name: one of `NAMES`.
        predictions, references: as `checked` returns them.
        config: of the rows, or one config a row.
        revision, mode: see `results.result`.

    Raises:
        NumdiagError: not as many configs as rows.
    """
    configs = [config] * len(references) if isinstance(config, str) else list(config)
    if len(configs) != len(references):
        raise NumdiagError(
            f"{len(configs)} configs for {len(references)} rows; give one, or one a row"
        )
    rows = score_rows(name, references, predictions, configs=configs, mode=mode)
    made = result(
        rows, dataset=name, config=", ".join(dict.fromkeys(configs)), revision=revision, mode=mode
    ).to_json()
    if not isinstance(config, str) and not scorer_of(name).is_binary:
        made["averages"] = averages(rows)
    return {**made["scores"], **{key: made[key] for key in made if key not in _REPEATED}}
