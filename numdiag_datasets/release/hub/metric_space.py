"""The metric as a Space on the Hub, from where `evaluate.load` takes it."""

from __future__ import annotations

from pathlib import Path

from numdiag_datasets.release.hub.push import Push, plan_push
from numdiag_datasets.release.hub.repository import Content, HubError, Repository

_CARD = "README.md"


def plan_metric(repository: Repository, directory: Path, private: bool = False) -> Push:
    """Find what publishing the metric would change.

    A Space has no tags: `evaluate` looks for one named like its own version before it takes the main branch.

    Args:
        repository: where to, a Space; `evaluate` wants the script to be named like it.
        directory: with a script of its own name and a card.
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
    files = [path for path in sorted(directory.iterdir()) if path.is_file()]
    contents: dict[str, Content] = {path.name: path for path in files}
    contents[f"{repository.name.split('/')[1]}.py"] = contents.pop(script.name)
    head = repository.head()
    return plan_push(
        repository, head, contents, list(contents), "Update the metric", private=private
    )
