"""The registry of tools: what scikit-learn, XGBoost, PRROC and others report, and why the numbers differ."""

from __future__ import annotations

from pr_metrics.tools import (
    boosting,
    detection,
    displays,
    frameworks,
    keras,
    r_packages,
    retrieval,
    scikit_learn,
    torch_metrics,
    yolo,
)
from pr_metrics.tools.tool_registry import ToolRegistry

FAMILIES = (scikit_learn, r_packages, boosting, keras, torch_metrics, frameworks, displays, detection, yolo, retrieval)
TOOLS = ToolRegistry(behaviors for family in FAMILIES for behaviors in family.BEHAVIORS)
