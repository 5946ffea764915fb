"""Files that come with the library but are not modules: the metric, the tasks of lm-eval, the recipes."""

from __future__ import annotations

from pathlib import Path

from numdiag_datasets.core.errors import InputError

_LIBRARY = Path(__file__).parents[1]
#: The folder of ``metrics/`` and ``train/``: inside the library in a wheel, next to it in a checkout.
HOME = _LIBRARY if (_LIBRARY / "train").is_dir() else _LIBRARY.parent

_PLACES = {"metric": "metrics/numdiag", "lm_eval": "metrics/lm_eval", "recipes": "train/recipes"}


def path(name: str) -> str:
    """Return where the metric, the tasks of lm-eval or the recipes for training are on this machine.

    ``evaluate.load(numdiag_datasets.path("metric"), "asdiv_a")`` loads the metric.

    Args:
        name: ``metric``, ``lm_eval`` or ``recipes``.

    Returns:
        A path as text, since `evaluate.load` accepts no `Path`.

    Raises:
        InputError: the name is unknown; the message lists the choices.
    """
    if name not in _PLACES:
        raise InputError(f"unknown name {name!r}; choose from {', '.join(_PLACES)}")
    return str(HOME / _PLACES[name])
