"""Arguments that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

_PLACE = "Release directory, or you/numdiag@v1.0.0 on the Hub."
Directory = Annotated[Path, typer.Argument(help=_PLACE)]
Replace = Annotated[
    bool,
    typer.Option(
        "--replace",
        help="Replace a release of other data, or with more configs or rows, as well.",
        show_default=False,
    ),
]
DirectoryOption = Annotated[Path, typer.Option("--dir", help=_PLACE)]
