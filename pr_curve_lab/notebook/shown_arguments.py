"""Arguments that a function hands on, in its signature: for `help`, and for whoever types in a notebook."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

Made = TypeVar("Made", bound=Callable[..., Any])


def shows(**handed_on: Any) -> Callable[[Made], Made]:
    """Show the arguments that a function takes as `**options`, each with its default.

    >>> @shows(name=None)
    ... def draw(score, **options): ...
    >>> str(inspect.signature(draw))
    '(score, *, name=None)'
    """

    def shown(function: Made) -> Made:
        own = inspect.signature(function)
        kept = [one for one in own.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        more = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=of) for name, of in handed_on.items()]
        function.__signature__ = own.replace(parameters=[*kept, *more])  # type: ignore[attr-defined]
        return function

    return shown
