"""What moves in a picture while the rest stands: so that a chart can be changed in the browser and keep its zoom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Change:
    """What the browser changes in a picture that it has: coordinates of traces by name, all annotations, all shapes."""

    traces: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    annotations: list[dict[str, Any]] = field(default_factory=list)
