"""Results of trained systems: scores, with the options of the run."""

from __future__ import annotations

import json
import platform
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch
from transformers import TrainingArguments

from numdiag_datasets.core.input_files import json_file
from numdiag_datasets.core.manifest import MANIFEST, Manifest, read_manifest
from numdiag_datasets.core.output_files import write_output
from numdiag_datasets.report.runs import RESULTS
from numdiag_datasets.scoring.results import Result, ResultError

from .arguments import SourceArguments, device_count, global_batch_size

_LIBRARIES = ("torch", "transformers", "accelerate", "datasets", "numdiag")


def write_result(made: Result, folder: Path) -> None:
    """Write ``results.json``, after all other files, as it marks completed work."""
    write_output(folder / RESULTS, json.dumps(made.to_json(), indent=1, default=str) + "\n")


def read_result(path: Path) -> Result:
    """Read a result written by `write_result`.

    Raises:
        ResultError: it is not a result, or damaged.
    """
    return Result.from_json(json_file(path, ResultError))


def what_ran(run: SourceArguments, arguments: TrainingArguments) -> dict[str, Any]:
    """Return options, machine and libraries, for `Result.about`."""
    return {
        "run": asdict(run),
        "training": arguments.to_dict(),
        "global_batch_size": global_batch_size(arguments),
        "devices": device_count(arguments),
        "device": torch.cuda.get_device_name() if torch.cuda.is_available() else "cpu",
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in _LIBRARIES},
    }


def data_revision(run: SourceArguments, config: str) -> str:
    """Return the revision of a config's test rows: a directory's version and checksum, or a Hub revision."""
    manifest = _manifest(run)
    return manifest.revision(config, "test") if manifest else run.revision or ""


def data_source(run: SourceArguments, config: str) -> dict[str, str]:
    """Return the source of a config's rows, for `Result.about`; nothing for a data set on the Hub."""
    manifest = _manifest(run)
    return {"source": manifest.source_of(config)} if manifest else {}


def _manifest(run: SourceArguments) -> Manifest | None:
    folder = Path(run.dataset)
    return read_manifest(folder) if (folder / MANIFEST).is_file() else None
