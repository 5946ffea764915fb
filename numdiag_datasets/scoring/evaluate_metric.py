"""Columns, checks and scores of the metric for `evaluate`, which only wraps them."""

from __future__ import annotations

import hashlib
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numdiag_datasets.core.argument_types import checks_arguments
from numdiag_datasets.core.configs import CONTROLLED, dataset_of, parse_config
from numdiag_datasets.core.data_sets import DATA_SETS, TEXT_PAIR_FAMILIES, AnswerForm
from numdiag_datasets.core.errors import NumdiagError, some
from numdiag_datasets.core.manifest import SAMPLE
from numdiag_datasets.core.perturbation_table import PERTURBATION_TABLE
from numdiag_datasets.core.problem import APPLIED, ORIGINAL, UNCHANGED
from numdiag_datasets.core.schema import checksum
from numdiag_datasets.scoring.equation import check_equation
from numdiag_datasets.scoring.predictions import to_prediction
from numdiag_datasets.scoring.result_warnings import result_warnings
from numdiag_datasets.scoring.results import result
from numdiag_datasets.scoring.scored_rows import (
    NO_ERROR,
    ScoredRow,
    averages,
    check_data_set,
    check_label,
    errors_stated,
    score_rows,
)
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.scoring.tatqa import Mode

if TYPE_CHECKING:
    import datasets

#: The names of its configs: data sets, and families of text pairs.
NAMES = (*DATA_SETS, *TEXT_PAIR_FAMILIES)
#: Columns of a row that are scored, appear in the breakdowns, or show whether it was perturbed.
_COLUMNS = (
    "id",
    "group",
    "status",
    "edits_evidence",
    "equation",
    "answer_type",
    "answer_from",
    "scale",
    "error",
)
#: Columns of a row with a label that describe its content.
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
#: The beginning of the ids of the bundled sample's problems; those of gsm8k are numbered as the published ones.
_SAMPLE_IDS = "sample-"
#: A column with a checksum of the whole row.
_DIGEST = "digest"
#: Fields that the metric leaves out: repeated ones, and types of errors, which need columns that it does not keep.
_LEFT_OUT = ("scores", "config", "dataset", "errors")


def features(name: str) -> datasets.Features:
    """Return the columns of predictions and references.

    Args:
        name: one of `NAMES`.

    Raises:
        NumdiagError: another name.
    """
    # Imported here: `datasets` takes a second to load, and the checks do not need it.
    from datasets import Features, Value

    if name not in NAMES:
        raise NumdiagError(
            f"numdiag scores by data set: evaluate.load(..., name), where name is one of "
            f"{', '.join(NAMES)}, not {name!r}"
        )
    text, whole = Value("string"), Value("int64")
    if scorer_of(name).is_binary:
        row = {"label": whole} | dict.fromkeys((*_PHENOMENA, _DIGEST), text)
        return Features({"predictions": whole, "references": row})
    row = {"answers": [text], "published_answers": [text]}
    row |= dict.fromkeys((*_COLUMNS, _DIGEST), text)
    return Features({"predictions": {"answer": [text], "scale": text}, "references": row})


@checks_arguments
def checked(
    name: str, predictions: Iterable[Any] | None, references: Iterable[Any] | None
) -> tuple[list[Any], list[dict[str, Any]]]:
    """Return the predictions and rows in the form of `features`; rows keep only the columns in use.

    Raises:
        NumdiagError: there are none, their numbers differ, or one is of the wrong kind, which is named.
    """
    predictions = [] if predictions is None else list(predictions)
    references = [] if references is None else list(references)
    if not predictions or len(predictions) != len(references):
        raise NumdiagError(
            f"as many predictions as references are needed, and at least one; "
            f"got {len(predictions)} and {len(references)}"
        )
    check = _checked_label if scorer_of(name).is_binary else _checked_answer
    pairs = [
        check(name, i, *pair) for i, pair in enumerate(zip(predictions, references, strict=True))
    ]
    return [prediction for prediction, _ in pairs], [row for _, row in pairs]


def _checked_label(name: str, number: int, prediction: Any, row: Any) -> tuple[int, dict[str, Any]]:
    if not isinstance(row, Mapping) or row.get("label") not in (0, 1):
        raise NumdiagError(f"reference {number}: a row (a dict with a label, 0 or 1) is expected")
    check_data_set(row, name)
    try:
        check_label(row)
    except NumdiagError as error:
        raise NumdiagError(f"reference {number}: {error}") from error
    if prediction not in (0, 1):
        raise NumdiagError(f"prediction {number}: {prediction!r}; a label, 0 or 1, is expected")
    kept = {column: str(row.get(column) or "") for column in _PHENOMENA}
    return int(prediction), {
        "label": int(row["label"]),
        **kept,
        _DIGEST: checksum(row, sorted(row, key=str)),
    }


def _checked_answer(
    name: str, number: int, prediction: Any, row: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    if not isinstance(row, Mapping) or not isinstance(row.get("answers"), list | tuple):
        raise NumdiagError(f"reference {number}: a row (a dict with a list of answers) is expected")
    check_data_set(row, name)
    if lacking := [c for c in scorer_of(name).columns if row.get(c) is None]:
        raise NumdiagError(f"reference {number}: has no {some(lacking)}")
    try:
        read = to_prediction(prediction)
    except ValueError as error:
        raise NumdiagError(f"prediction {number}: {error}") from error
    kept = {column: str(row.get(column) or "") for column in _COLUMNS}
    try:
        if DATA_SETS[name].form is AnswerForm.EQUATION:
            check_equation(row)
    except NumdiagError as error:
        raise NumdiagError(f"reference {number}: {error}") from error
    if row.get("edits") is not None and bool(row["edits"]) != (row.get("status") == APPLIED):
        raise NumdiagError(
            f"reference {number}: its status is {row.get('status')!r:.40}, with {len(row['edits'])} edits"
        )
    stated = row.get("error_answers")
    if isinstance(stated, list | tuple):
        named = [str(found.get("error") or "") for found in stated if isinstance(found, Mapping)]
        kept["error"] = next(filter(None, named), NO_ERROR)
    answers = {
        column: [str(answer) for answer in row.get(column) or ()]
        for column in ("answers", "published_answers")
    }
    return {"answer": list(read.spans), "scale": read.scale}, kept | answers | {
        _DIGEST: checksum(row, sorted(row, key=str))
    }


@checks_arguments
def compute(
    name: str,
    predictions: Sequence[Any],
    references: Sequence[Mapping[str, Any]],
    config: str | Sequence[str] | None = "",
    revision: str = "",
    mode: Mode = "official",
) -> dict[str, Any]:
    """Return every metric in points, and the other fields of `Result`; with a config per row also averages of each setting.

    Args:
        name: one of `NAMES`.
        predictions, references: as `checked` returns them.
        config: the config of all rows, or one config per row; "" or None if unknown.
        revision, mode: see `results.result`.

    Raises:
        NumdiagError: an option has the wrong type, the numbers of configs and rows differ, a config is unknown or of another data set, or
            there is none for perturbed rows.
    """
    config = config or ""
    if not config and any(row.get("status") in (APPLIED, UNCHANGED) for row in references):
        raise NumdiagError(
            f"these are perturbed rows; name their config, such as config='{name}-extra-attack'"
        )
    revision = revision or _data_of(references)
    configs = [config] * len(references) if isinstance(config, str) else list(config)
    if len(configs) != len(references):
        raise NumdiagError(
            f"{len(configs)} configs for {len(references)} rows; give one, or one a row"
        )
    _check_rows(configs, references)
    rows = score_rows(name, references, predictions, configs=configs, mode=mode)
    scored = result(
        rows, dataset=name, config=", ".join(dict.fromkeys(configs)), revision=revision, mode=mode
    )
    for text, concerned in result_warnings([scored]):
        if concerned:
            warnings.warn(text, stacklevel=2)
    made = scored.to_json()
    if not isinstance(config, str) and not scorer_of(name).is_binary:
        by_setting: dict[str, list[ScoredRow]] = {}
        for each, row in zip(configs, rows, strict=True):
            if each and (named := parse_config(each).setting):
                by_setting.setdefault(named, []).append(row)
        made["averages"] = {each: averages(its) for each, its in by_setting.items()}
    return {**made["scores"], **{key: made[key] for key in made if key not in _LEFT_OUT}}


def _check_rows(configs: Sequence[str], references: Sequence[Mapping[str, Any]]) -> None:
    """Refuse rows that cannot be of their config, and rows that are given twice.

    Raises:
        NumdiagError: names the config or the row.
    """
    seen = Counter(
        (c, row["id"]) for c, row in zip(configs, references, strict=True) if row.get("id")
    )
    if twice := next((id_ for (_, id_), count in seen.items() if count > 1), ""):
        raise NumdiagError(f"row {twice:.60} is given twice for one config")
    for config in filter(None, dict.fromkeys(configs)):
        rows = [row for c, row in zip(configs, references, strict=True) if c == config]
        named = parse_config(config) if dataset_of(config) in DATA_SETS else None
        if named is None or not named.perturbation:
            continue
        if all(row.get("status") == ORIGINAL for row in rows):
            raise NumdiagError(
                f"config is {config:.60}, and all rows are originals; for them config is {named.dataset}"
            )
        told = [errors_stated(row) for row in rows if row.get("status") == APPLIED]
        has_errors = PERTURBATION_TABLE[named.perturbation].error and named.setting != CONTROLLED
        if has_errors and told and not any(told) and None not in told:
            raise NumdiagError(
                f"config is {config:.60}, and no row states the error that it provokes; are they rows of its control?"
            )


def _data_of(references: Sequence[Mapping[str, Any]]) -> str:
    """Return a name for rows, which do not name their release: a checksum, and a mark of the sample, which its ids show."""
    digests = "".join(str(row.get(_DIGEST, "")) for row in references)
    checksum = hashlib.sha256(digests.encode()).hexdigest()[:12] if digests else ""
    is_sample = any(str(row.get("id", "")).startswith(_SAMPLE_IDS) for row in references)
    kind = SAMPLE if is_sample else "rows" * bool(checksum)
    return "@".join(filter(None, (kind, checksum)))
