"""What comes with the library without being a module of it: the metric, the tasks of lm-eval, the recipes."""

from __future__ import annotations

from pathlib import Path

from numdiag_datasets.core.errors import InputError

_LIBRARY = Path(__file__).parents[1]
#: The folder of ``metrics/`` and ``train/``: a wheel has them inside the library, a checkout beside it.
HOME = _LIBRARY if (_LIBRARY / "train").is_dir() else _LIBRARY.parent

_PLACES = {"metric": "metrics/numdiag", "lm_eval": "metrics/lm_eval", "recipes": "train/recipes"}


def path(name: str) -> str:
    """Where the metric, the tasks of lm-eval or the recipes for training lie on this machine.

    ``evaluate.load(numdiag_datasets.path("metric"), "asdiv_a")`` loads the metric.

    Args:
        name: ``metric``, ``lm_eval`` or ``recipes``.

    Returns:
        A text, since `evaluate.load` takes no `Path`.

    Raises:
        InputError: there is nothing of that name; the message lists the choices.
    """
    if name not in _PLACES:
        raise InputError(f"unknown name {name!r}; choose from {', '.join(_PLACES)}")
    return str(HOME / _PLACES[name])
