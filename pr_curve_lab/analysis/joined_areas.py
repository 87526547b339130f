"""An area with the curve that has it: what a picture shades and the number on it are one value, computed once.

Whoever draws, prints or exports an area takes it from here and computes none of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from pr_curve_lab.analysis.thinning import DrawnCurve, Resolution, drawn_vertices
from pr_metrics import SCHEMES, OperatingPoints

SEEN = 5e-5  # area: half of the last of the four decimals that a report prints


@dataclass(frozen=True, eq=False, kw_only=True)
class DrawnArea:
    """A curve as it is drawn and its area as it is printed; what is nan has no shape.

    Raises
    ------
    ValueError: the curve, closed to 0, has another area.
    """

    curve: DrawnCurve
    area: float

    def __post_init__(self) -> None:
        drawn = self.curve.polygon_area
        if not (math.isnan(self.area - drawn) or math.isclose(self.area, drawn, abs_tol=SEEN)):
            raise ValueError(f"area must be that of the curve, {drawn}, got {self.area}")


@dataclass(frozen=True, eq=False, kw_only=True)
class JoinedArea(DrawnArea):
    """Precision and recall joined by a scheme."""

    scheme: str  # its key


def joined_area(
    points: OperatingPoints, scheme: str, resolution: Resolution, *, area: float | None = None
) -> JoinedArea:
    """Join points by a scheme, for a picture of a certain resolution.

    area: of these points under this scheme, where it is known already.

    Raises
    ------
    ValueError: the scheme does not apply to these points; the area is that of others.

    >>> joined = joined_area(OperatingPoints.from_counts([1], [1], [9]), "step", Resolution(300))
    >>> joined.scheme, joined.area, joined.curve.precision.tolist()
    ('step', 0.1, [0.1, 0.1])
    """
    curve = drawn_vertices(SCHEMES[scheme].curve(points), resolution)
    return JoinedArea(scheme=scheme, curve=curve, area=SCHEMES[scheme].area(points) if area is None else area)


def joined_areas(points: OperatingPoints, resolution: Resolution) -> dict[str, JoinedArea]:
    """Join points by every scheme that applies to them, by its key.

    >>> points = OperatingPoints.from_counts([1], [1], [9])
    >>> list(joined_areas(points, Resolution(300))) == list(SCHEMES)
    True
    """
    return {key: joined_area(points, key, resolution) for key, scheme in SCHEMES.items() if scheme.applies_to(points)}
