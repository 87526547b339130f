"""PR Curve Lab where the work is done: in a notebook, on the command line, in a test, beside a warehouse.

The numbers by themselves are in `pr_metrics`, which needs NumPy only. What stands here needs an extra each, and is
imported when it is asked for.

>>> sorted(__all__)[:1]
['__version__']
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pr_metrics import __version__

_MODULES = {  # where each public name is defined
    "assert_no_worse": "pr_app.gate.assertion",
}

__all__ = ["__version__", *_MODULES]


def __getattr__(name: str) -> Any:
    """Public names, each imported from its module when it is first used."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    """Public names, those not yet imported among them."""
    return sorted(__all__)
