"""Files that users name to other programs: the metric, the tasks of lm-eval and of inspect-ai, the recipes."""

from __future__ import annotations

from pathlib import Path

from numdiag_datasets.core.errors import InputError

_LIBRARY = Path(__file__).parents[1]
#: The folder of ``metrics/`` and ``train/``: inside the library in a wheel, next to it in a checkout.
HOME = _LIBRARY if (_LIBRARY / "train").is_dir() else _LIBRARY.parent

_PLACES = {
    "metric": HOME / "metrics/numdiag",
    "inspect_ai": HOME / "metrics/inspect_ai/numdiag.py",
    "recipes": HOME / "train/recipes",
}


def path(name: str, *, dataset: str = "", revision: str = "") -> str:
    """Return where the metric, the tasks of lm-eval or inspect-ai, or the recipes for training are on this machine.

    ``evaluate.load(numdiag_datasets.path("metric"), "asdiv_a")`` loads the metric. The tasks of lm-eval are
    written into the user's cache first (``$XDG_CACHE_HOME/numdiag``, else ``~/.cache/numdiag``).

    Args:
        name: ``metric``, ``lm_eval``, ``inspect_ai`` or ``recipes``.
        dataset: the data of the tasks: a release directory, by default ``numdiag`` in the folder in which
            lm-eval runs, or a repository of the Hub.
        revision: of the repository, such as a tag.

    Returns:
        A path as text, since `evaluate.load` accepts no `Path`.

    Raises:
        InputError: the name is unknown, with the choices; or data are named that it does not use.
        OutputError: the cache cannot be written.
    """
    if name == "lm_eval":
        # Imported here, as the other paths need none of it.
        from numdiag_datasets.scoring.harness.lm_eval_files import write_tasks

        return str(write_tasks(dataset or "numdiag", revision))
    if name not in _PLACES:
        raise InputError(f"unknown name {name!r:.60}; choose from lm_eval, {', '.join(_PLACES)}")
    if dataset or revision:
        raise InputError(
            f"{name}: is the same for all data; only lm_eval has --dataset, --revision"
        )
    return str(_PLACES[name])
