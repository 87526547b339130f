"""What counts the rows, imported when it is asked for: who has no data frame elsewhere needs none of it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

HOW_TO_GET_THEM = "pip install 'pr-curve-lab[engines]'"


def engine(name: str, what: str) -> Any:
    """Import a package that `what` needs.

    Raises
    ------
    ModuleNotFoundError: it is not installed.

    >>> engine("narwhals", "count_scores").__name__
    'narwhals'
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        raise ModuleNotFoundError(f"{what} needs {name}: {HOW_TO_GET_THEM}", name=name) from None
