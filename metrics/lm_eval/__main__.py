"""``python -m metrics.lm_eval``: write the task files of lm-evaluation-harness.

A wheel has this package inside the library: ``python -m numdiag_datasets.metrics.lm_eval``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from numdiag_datasets.cli.running import fail, run
from numdiag_datasets.core.output_files import write_output

from .files import LOCAL_RELEASE, task_files

_NAME = f"python -m {__package__}"
_HERE = Path(__file__).parent

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def main(
    dataset: Annotated[
        str, typer.Option(help="Release directory, or repository of the Hub: you/numdiag.")
    ] = LOCAL_RELEASE,
    revision: Annotated[str, typer.Option(help="Of the repository, such as v1.0.0.")] = "",
    out: Annotated[Path, typer.Option(help="Folder to write to.")] = _HERE,
    check: Annotated[
        bool, typer.Option("--check", help="Only say whether the files are up to date.")
    ] = False,
) -> None:
    """Write a task for every config, and their groups; `lm_eval run --include_path OUT` finds them."""
    if (dataset, revision) != (LOCAL_RELEASE, "") and out == _HERE:
        fail(_NAME, f"tasks of {dataset} need a folder of their own: name it with --out")
    files = task_files(dataset, revision)
    there = {path.relative_to(out).as_posix() for path in out.rglob("*.yaml")}
    stale = sorted(there - files.keys())
    changed = [name for name, text in files.items() if _content(out / name) != text]
    if check:
        if wrong := changed + stale:
            fail(
                _NAME,
                f"{out}: not up to date: {', '.join(wrong[:3])} and so on; run without --check",
            )
        print(f"{out}: {len(files)} files are up to date")
        return
    try:
        for name in changed:
            write_output(out / name, files[name])
        if out == _HERE:
            for name in stale:
                (out / name).unlink()
    except OSError as error:
        fail(_NAME, f"{error.filename}: cannot be written ({error.strerror})")
    print(f"{out}: {len(files)} files, {len(changed)} of them new or changed")


def _content(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


if __name__ == "__main__":
    run(app, _NAME)
