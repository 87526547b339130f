"""Schemes whose areas print alike, as a strip puts them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pr_curve_lab.analysis.printed_areas import PRINTED_DECIMALS
from pr_curve_lab.analysis.rounding import rounded_text
from pr_metrics import SCHEMES, OperatingPoints


@dataclass(frozen=True, slots=True, weakref_slot=True)
class AreaGroup:
    """Areas that print alike, those of chosen schemes first."""

    printed: str
    schemes: tuple[str, ...]
    areas: tuple[float, ...]  # of each scheme
    is_chosen: bool  # whether a chosen scheme is among them

    @property
    def area(self) -> float:
        """That of the first scheme."""
        return self.areas[0]


def area_groups(points: OperatingPoints, *chosen: str) -> tuple[AreaGroup, ...]:
    """The areas of all schemes that can join the points, from the smallest on.

    >>> groups = area_groups(OperatingPoints.from_counts([1], [1], [9]), "step")
    >>> [(group.printed, group.schemes[0], len(group.schemes)) for group in groups]
    [('0.000', 'linear_cut', 1), ('0.100', 'step', 9), ('0.550', 'linear', 1)]
    """
    areas = {key: scheme.area(points) for key, scheme in SCHEMES.items() if scheme.applies_to(points)}
    by_print: dict[str, list[str]] = {}
    for scheme in sorted(areas, key=lambda one: one not in chosen):
        by_print.setdefault(rounded_text(areas[scheme], f".{PRINTED_DECIMALS}f"), []).append(scheme)
    groups = [
        _group(printed, schemes, [areas[one] for one in schemes], chosen) for printed, schemes in by_print.items()
    ]
    return tuple(sorted(groups, key=lambda group: group.area))


def _group(printed: str, schemes: Sequence[str], areas: Sequence[float], chosen: Sequence[str]) -> AreaGroup:
    return AreaGroup(printed, tuple(schemes), tuple(areas), schemes[0] in chosen)
