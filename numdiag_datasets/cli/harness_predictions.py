"""``numdiag predictions``: prediction files from the logs of an LLM harness."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from numdiag_datasets.core.input_files import json_lines
from numdiag_datasets.core.output_files import OutputError, check_output, write_output
from numdiag_datasets.core.visible_text import say
from numdiag_datasets.scoring.harness.logs import read_logs


def predictions(
    logs: Annotated[
        Path,
        typer.Argument(
            help="Folder of lm-eval (--log_samples --output_path) or of inspect-ai (--log-dir), "
            "or one of their files."
        ),
    ],
    out: Annotated[Path, typer.Option(help="Folder to write <config>.jsonl files to.")] = Path(
        "predictions"
    ),
    epoch: Annotated[
        int, typer.Option(help="Of completions that were asked for several times, which to read.")
    ] = 1,
) -> None:
    """Turn the logs of an LLM harness into files that `numdiag score --predictions` takes."""
    found = read_logs(logs, epoch)
    inputs = [log.path for log in found.values()]
    for config, log in found.items():
        check_output(out / f"{config}.jsonl", inputs)
        _check_earlier(out / f"{config}.jsonl", log.system)
    for config, log in found.items():
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in log.lines)
        write_output(out / f"{config}.jsonl", text, inputs)
        unreadable = sum(line["prediction"] is None for line in log.lines)
        say(
            f"{out / config}.jsonl: {len(log.lines)} rows of {log.path}, {unreadable} without an answer that can be read"
        )


def _check_earlier(path: Path, system: str) -> None:
    """Refuse to replace a file that is not of an earlier call for the same system.

    Raises:
        OutputError: it holds something else.
    """
    if not path.exists():
        return
    try:
        _, first = next(json_lines(path, OutputError), ("", {"system": system}))
    except OutputError:
        first = None
    if not isinstance(first, dict) or first.get("system") != system:
        raise OutputError(
            f"{path}: holds something else than predictions of {system}; name another --out, or remove it"
        )
