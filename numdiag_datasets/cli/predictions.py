"""``numdiag predictions``: what an LLM harness logged, as prediction files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from numdiag_datasets.release.staging import write_whole
from numdiag_datasets.scoring.harness.logs import read_logs
from numdiag_datasets.scoring.predictions import PredictionError

app = typer.Typer()


@app.command(short_help="Turn logs of an LLM harness into files.")
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
) -> None:
    """Turn the logs of an LLM harness into files that `numdiag score --predictions` takes."""
    for config, log in read_logs(logs).items():
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in log.lines)
        try:
            write_whole(out / f"{config}.jsonl", text)
        except OSError as error:
            raise PredictionError(f"{out}: cannot be written ({error.strerror})") from error
        print(f"{out / config}.jsonl: {len(log.lines)} rows of {log.path}")
