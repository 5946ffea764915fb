"""The metric as a Space on the Hub, from which `evaluate.load` loads it."""

from __future__ import annotations

from pathlib import Path

from numdiag_datasets.core.input_files import file_bytes
from numdiag_datasets.release.hub.push import Push, plan_push
from numdiag_datasets.release.hub.repository import HubError, head_of

_CARD = "README.md"


def plan_metric(repo: str, directory: Path, private: bool = False) -> Push:
    """Find the changes that publishing the metric would make.

    A Space has no tags: `evaluate` looks for a tag named like its own version, then uses the main branch.

    Args:
        repo: the target Space; `evaluate` requires the script to have its name.
        directory: contains a script with the name of the directory, and a card; ``index.html`` is included too,
            and nothing else.
        private: make the Space private if it does not exist yet.

    Raises:
        HubError: the directory contains no metric, or the Hub cannot be asked.
    """
    script = directory / f"{directory.name}.py"
    for path in (script, directory / _CARD):
        if not path.is_file():
            raise HubError(
                f"{directory}: holds no {path.name}; without --dir the installed metric is published"
            )
    # No other file is sent: a directory with a user's own metric may contain unrelated files.
    contents = {f"{repo.rpartition('/')[2]}.py": file_bytes(script, HubError)} | {
        name: file_bytes(directory / name, HubError)
        for name in (_CARD, "index.html")
        if (directory / name).is_file()
    }
    head = head_of(repo, "space")
    return plan_push(
        repo, "space", head, contents, list(contents), "Update the metric", private=private
    )
