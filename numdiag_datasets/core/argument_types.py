"""Checks of argument types, by annotation, where users call the library."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Set
from functools import cache, wraps
from numbers import Integral, Real
from reprlib import repr as short
from types import UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from numdiag_datasets.core.errors import InputError

_P = ParamSpec("_P")
_R = TypeVar("_R")
#: Classes that also stand for those of other libraries, such as numpy.
_NUMBERS: dict[Any, type] = {int: Integral, float: Real}


def checks_arguments(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Return a function that refuses values which do not fit its annotations.

    The elements of lists and tuples are checked too. A text is not a sequence of texts.

    Raises:
        InputError: names the argument.
    """
    parameters = inspect.signature(function)
    hints = cache(
        lambda: get_type_hints(function)
    )  # when it is called, as modules may import each other

    @wraps(function)
    def checked(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        for name, value in parameters.bind(*args, **kwargs).arguments.items():
            place = _misfit(value, hints().get(name, Any))
            if place is not None:
                hint = hints()[name]
                expected = parameters.parameters[name].annotation
                if get_origin(hint) is Literal:
                    expected = f"one of {', '.join(map(str, get_args(hint)))}"
                raise InputError(f"{name} is {short(value)}; {name}{place} does not fit {expected}")
        return function(*args, **kwargs)

    return checked


def _misfit(value: Any, hint: Any) -> str | None:
    """Return the place of a value that does not fit a type: "", or "[3]" for an element; None if all fit."""
    kind, arguments = get_origin(hint) or hint, get_args(hint)
    if kind is Any:
        return None
    if kind in (Union, UnionType):
        return "" if all(_misfit(value, each) is not None for each in arguments) else None
    if kind is Literal:
        return None if value in arguments else ""
    if isinstance(value, bool) and kind in _NUMBERS:
        return ""
    is_text_for_many = isinstance(value, str | bytes) and bool(arguments)
    if is_text_for_many or not isinstance(value, _NUMBERS.get(kind, kind)):
        return ""
    if kind is Iterable and isinstance(value, Mapping | Set):  # without an order, or of keys
        return ""
    keys = value if isinstance(value, Mapping) and arguments else ()
    if any(_misfit(key, arguments[0]) is not None for key in keys):
        return ""
    if isinstance(value, list | tuple) and arguments:
        for number, element in enumerate(value):
            place = _misfit(element, arguments[0])
            if place is not None:
                return f"[{number}]{place}"
    return None
