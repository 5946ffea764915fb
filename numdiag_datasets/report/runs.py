"""Results files as outcomes: what a system scored on one config, with what it may be averaged with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from numdiag_datasets.release.configs import dataset_of, parse_config
from numdiag_datasets.report.outcomes import (
    LabelOutcome,
    Outcome,
    ReportError,
    System,
    read_label_outcome,
)
from numdiag_datasets.scoring.scorers import scorer_of
from numdiag_datasets.text_pairs import FAMILIES as PAIR_FAMILIES

RESULTS, DIAGNOSIS = "results.json", "diagnosis.json"
#: Folders of a training that hold JSON files of other kinds.
_PASSED_OVER = ("model", "checkpoint-")


def read_runs(runs: Sequence[str]) -> list[Outcome | LabelOutcome]:
    """Read results.

    Args:
        runs: files, or folders that hold some at any depth; ``NAME=PATH`` names the system.

    Raises:
        ReportError: nothing there, or a file that is no result.
    """
    outcomes: list[Outcome | LabelOutcome] = []
    for run in runs:
        name, equals, rest = run.partition("=")
        named = bool(equals) and "/" not in name and not Path(run).exists()
        path = Path(rest if named else run)
        files = [path] if path.is_file() else _files(path)
        found = [outcome for file in files for outcome in _read(file, name if named else "", path)]
        if not found:
            raise ReportError(
                f"{path}: no results found; give files that `numdiag score --out` wrote, or folders with "
                f"{RESULTS} of the training scripts"
            )
        outcomes += found
    return outcomes


def _files(folder: Path) -> list[Path]:
    """The files of a folder that may hold results; a diagnosis only repeats those below it."""
    if not folder.is_dir():
        raise ReportError(f"{folder}: no such file or folder")
    paths = [
        path
        for path in sorted(folder.rglob("*.json"))
        if not any(part.startswith(_PASSED_OVER) for part in path.relative_to(folder).parts[:-1])
    ]
    told = {parent for path in paths if path.name == RESULTS for parent in path.parents}
    return [path for path in paths if path.name != DIAGNOSIS or path.parent not in told]


def _read(path: Path, name: str, given: Path) -> Iterator[Outcome | LabelOutcome]:
    """The outcomes of a file; none of a file of another kind in a folder."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ReportError(f"{path}: cannot be read as JSON ({error})") from error
    results = content.get("results", [content]) if isinstance(content, dict) else content
    is_told = path == given or path.name == RESULTS
    if not isinstance(results, list) or not all(isinstance(r, dict) for r in results):
        if is_told:
            raise ReportError(f"{path}: neither a result nor a list of results")
        return
    for result in results:
        if "scores" in result and "config" in result:
            called = name or str(result.get("system") or _folder(path, given).name)
            if dataset_of(str(result["config"])) in PAIR_FAMILIES:
                yield read_label_outcome(result, called, str(path))
            else:
                yield _outcome(result, path, called)
        elif is_told:
            raise ReportError(f"{path}: a result lacks `config` or `scores`")


def _folder(path: Path, given: Path) -> Path:
    """What names a result that does not name its system: the folder that was given, or its own."""
    return (given if given.is_dir() else path.parent).resolve()


def _outcome(result: Mapping[str, Any], path: Path, name: str) -> Outcome:
    try:
        config = parse_config(str(result["config"]))
    except ValueError as error:
        raise ReportError(f"{path}: {error}") from error
    scores = dict(result["scores"])
    rows = scores.pop("rows", 0)
    metrics = scorer_of(config.dataset).metrics
    for metric, points in scores.items():
        if metric not in metrics:
            raise ReportError(
                f"{path}: unknown metric {metric!r} of {config.dataset}; choose from {', '.join(metrics)}"
            )
        if not isinstance(points, (int, float)) or not 0 <= points <= 100:
            raise ReportError(f"{path}: {metric} is {points!r}, not points from 0 to 100")
    run = result.get("run") or {}
    trained = parse_config(run["config"]).setting if run.get("config") else ""
    return Outcome(
        system=System(
            name,
            run.get("numbers", ""),
            run.get("target", ""),
        ),
        config=config,
        trained_on="" if trained == config.setting else trained,
        scores=scores,
        rows=rows,
        drop=result.get("drop") or {},
        drop_all_rows=result.get("drop_all_rows") or {},
        applied=result.get("applied") or {},
        breakdown=result.get("breakdown") or {},
        signature=str(result.get("signature", "")),
        seed=(result.get("training") or {}).get("seed"),
        path=str(path),
    )
