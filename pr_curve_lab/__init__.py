"""PR Curve Lab where the work is done: in a notebook, on the command line, in a test, beside a warehouse.

The numbers by themselves are in `pr_metrics`, which needs NumPy only. What stands here needs an extra each, and is
imported when it is asked for.

>>> "view" in __all__
True
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pr_metrics import __version__

_MODULES = {  # where each public name is defined
    "PrecisionRecallDisplay": "pr_app.notebook.display",
    "assert_no_worse": "pr_app.gate.assertion",
    "count_files": "pr_app.counting.files",
    "count_scores": "pr_app.counting.frames",
    "counting_sql": "pr_app.counting.sql",
    "view": "pr_app.notebook.view",
}
_EXTRAS = {
    "pr_app.notebook": "app,notebook",
    "pr_app.counting": "engines",
    "pr_app.gate": "app",
}  # what brings the libraries of a package, if not "app"

__all__ = ["__version__", *_MODULES]


def __getattr__(name: str) -> Any:
    """Public names, each imported from its module when it is first used."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(_MODULES[name]), name)
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith(("pr_app", "pr_metrics")):
            raise
        extra = _EXTRAS.get(_MODULES[name].rpartition(".")[0], "app")
        need = f"{name} needs {missing.name}; pip install 'pr-curve-lab[{extra}]' brings it"
    raise ImportError(need)


def __dir__() -> list[str]:
    """Public names, those not yet imported among them."""
    return sorted(__all__)
