"""PR Curve Lab: the app, the command, and the public names for a notebook, a test, or counting in a warehouse.

The numbers alone are in `pr_metrics`, which needs only NumPy. Each public name here needs an optional extra, and is
imported when it is first used.

>>> "view" in __all__
True
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_MODULES = {  # where each public name is defined
    "__version__": "pr_metrics",
    "PrecisionRecallDisplay": "pr_curve_lab.notebook.display",
    "assert_no_worse": "pr_curve_lab.gate.assertion",
    "count_files": "pr_curve_lab.counting.files",
    "count_scores": "pr_curve_lab.counting.frames",
    "counting_sql": "pr_curve_lab.counting.files",
    "view": "pr_curve_lab.notebook.view",
}
_EXTRAS = {
    "pr_curve_lab.notebook": "app,notebook",
    "pr_curve_lab.counting": "engines",
    "pr_curve_lab.gate": "app",
}  # the extra that installs the libraries of a package, if it is not "app"

__all__ = list(_MODULES)


def __getattr__(name: str) -> Any:
    """Import a public name from its module when it is first used."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(_MODULES[name]), name)
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith(("pr_curve_lab", "pr_metrics")):
            raise
        extra = _EXTRAS.get(_MODULES[name].rpartition(".")[0], "app")
        need = f"{name} needs {missing.name}; pip install 'pr-curve-lab[{extra}]' brings it"
    raise ImportError(need)


def __dir__() -> list[str]:
    """Return all public names, also those that are not imported yet."""
    return sorted(__all__)
