"""The metric as a Space on the Hub, from where `evaluate.load` takes it."""

from __future__ import annotations

from pathlib import Path

from numdiag_datasets.core.input_files import file_bytes
from numdiag_datasets.release.hub.push import Push, plan_push
from numdiag_datasets.release.hub.repository import Content, HubError, Repository

_CARD, _PAGE = "README.md", "index.html"


def plan_metric(repository: Repository, directory: Path, private: bool = False) -> Push:
    """Find what publishing the metric would change.

    A Space has no tags: `evaluate` looks for one named like its own version before it takes the main branch.

    Args:
        repository: where to, a Space; `evaluate` wants the script to be named like it.
        directory: with a script of its own name and a card; ``index.html`` is taken too, and nothing else.
        private: make the Space private, if it is not there yet.

    Raises:
        HubError: there is no metric in the directory, or the Hub cannot be asked.
    """
    script = directory / f"{directory.name}.py"
    for path in (script, directory / _CARD):
        if not path.is_file():
            raise HubError(
                f"{directory}: holds no {path.name}; without --dir the installed metric is published"
            )
    contents: dict[str, Content] = {
        f"{repository.name.split('/')[1]}.py": file_bytes(script, HubError),
        # No other file of the directory is sent: beside a metric of one's own there may lie anything.
        **{
            name: file_bytes(directory / name, HubError)
            for name in (_CARD, _PAGE)
            if (directory / name).is_file()
        },
    }
    head = repository.head()
    return plan_push(
        repository, head, contents, list(contents), "Update the metric", private=private
    )
