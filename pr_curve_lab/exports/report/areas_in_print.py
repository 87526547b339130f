"""An area of the analysis as a report prints it: with the same decimals wherever it stands."""

from __future__ import annotations

from markupsafe import Markup

from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.report.datum import Datum


def area_datum(scheme: str, analysis: Analysis, area: float | None = None, *, of: str = "") -> Datum:
    """The area of one scheme, for a sentence.

    area: the one that is drawn, where it is. of: another name than the scheme's.
    """
    value = analysis.areas[scheme] if area is None else area
    return Datum(of or f"area.{scheme}", value, analysis.decimals_of_areas)


def area_of(scheme: str, analysis: Analysis, area: float | None = None) -> Markup:
    """The area of one scheme, written."""
    value = analysis.areas[scheme] if area is None else area
    return Markup(f"{Datum(f'area.{scheme}', value, analysis.decimals_of_areas):.3f}")
