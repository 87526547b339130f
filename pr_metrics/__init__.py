"""Precision-recall curves under every way of joining their points: from rows to points, from points to numbers.

Rows: labels and scores, one of each a row. `average_precision` takes them to one number, also of several classes or
labels (`average_parts`, `average_of_areas`); `tool_reports` and `tool_departure` say what other tools make of them.
Models are compared on the same rows: `paired_difference`, `paired_differences`, `bootstrap_areas`,
`bootstrap_difference`; `no_worse` decides whether a new one may take an old one's place. Rows that have weights, or
came in groups: `area_interval_of_rows`, `bootstrap_weighted_interval`, `permutation_weighted_test`,
`point_region_of_rows`, `curve_band_of_rows`. `break_ties` puts tied rows into an order.

>>> label, score = [1, 1, 0, 1, 0, 1, 1, 0, 0, 0], range(10, 0, -1)
>>> round(average_precision(label, score), 3)
0.826

Points: what each threshold does. `operating_points` counts them, and they are all that a curve needs. `round_scores`,
`at_thresholds` and `at_prevalence` move them to coarser scores, chosen thresholds and another class balance.
Where scores are too many, `bin_counts` keeps exact points of the curve; `merge_counts` adds those of other rows.

>>> points = operating_points(label, score)
>>> points
OperatingPoints(10 points, 5 positives, 5 negatives)

Numbers: what points tell.
Areas: `SCHEMES`, by how points are joined; `compare`, `receipt`, `tie_range`; `roc_area`, `area_under_gain`.
Curves: `roc_curve`, `gain_curve`, `gains`, `f_contour`, `mean_curve`.
Thresholds: `choose_threshold`, `nearest_thresholds`, `line_meeting`, `point_in_force`; `f_score`, `net_benefit`,
`precision_at_k`, `negative_predictive_value`.
Chance: `random_average_precision`, `minimum_average_precision`, `minimum_area`, `minimum_precision`,
`chance_corrected_area`, `normalised_area`, `permutation_test`.
Doubt: `area_interval`, `interval_method`, `logit_interval`, `area_standard_error`, `area_bias`, `bootstrap_interval`,
`point_region`, `curve_band`; `area_bounds`, by what is hidden in bins.
Several models: `rank_models`, `winner_change`, `holm`. Other tools: `TOOLS`.

>>> round(SCHEMES["step"].area(points), 3), round(SCHEMES["linear"].area(points), 3)
(0.826, 0.806)
"""

from pr_metrics.averages import AverageParts, average_of_areas, average_parts, average_precision, mean_curve
from pr_metrics.baselines import (
    chance_corrected_area,
    minimum_area,
    minimum_average_precision,
    minimum_precision,
    normalised_area,
    random_average_precision,
)
from pr_metrics.bounds import AreaBounds, BinnedCounts, area_bounds, bin_counts, merge_counts
from pr_metrics.comparison import Comparison, ModelRanking, WinnerChange, compare, rank_models, winner_change
from pr_metrics.interpolation import JoinedCurve, Segments
from pr_metrics.points import OperatingPoints, operating_points
from pr_metrics.prevalence import at_prevalence
from pr_metrics.roc import GainCurve, RocCurve, area_under_gain, gain_curve, gains, roc_area, roc_curve
from pr_metrics.rounding import round_scores
from pr_metrics.schemes import SCHEMES, Scheme
from pr_metrics.terms import Receipt, receipt
from pr_metrics.thresholds import (
    ChosenThreshold,
    at_thresholds,
    choose_threshold,
    f_contour,
    f_score,
    line_meeting,
    nearest_thresholds,
    negative_predictive_value,
    net_benefit,
    point_in_force,
    precision_at_k,
)
from pr_metrics.ties import TieRange, break_ties, tie_range
from pr_metrics.tools import TOOLS, Departure, Refusal, Tool, tool_departure, tool_reports
from pr_metrics.uncertainty.area_interval import area_interval, area_interval_of_rows, interval_method
from pr_metrics.uncertainty.bootstrap import bootstrap_areas, bootstrap_difference, bootstrap_interval
from pr_metrics.uncertainty.curve_band import CurveBand, curve_band, curve_band_of_rows
from pr_metrics.uncertainty.influence import area_bias, area_standard_error
from pr_metrics.uncertainty.intervals import Interval, logit_interval
from pr_metrics.uncertainty.noninferiority import NoWorse, no_worse
from pr_metrics.uncertainty.paired_difference import PairedDifference, paired_difference, paired_differences
from pr_metrics.uncertainty.permutation import PermutationTest, permutation_test
from pr_metrics.uncertainty.point_region import PointRegion, point_region, point_region_of_rows
from pr_metrics.uncertainty.t_distribution import holm
from pr_metrics.uncertainty.weighted_resampling import bootstrap_weighted_interval, permutation_weighted_test

__version__ = "0.1.0"  # the only place: the package and its files read it here

__all__ = [
    "SCHEMES",
    "TOOLS",
    "AreaBounds",
    "AverageParts",
    "BinnedCounts",
    "ChosenThreshold",
    "Comparison",
    "CurveBand",
    "Departure",
    "GainCurve",
    "Interval",
    "JoinedCurve",
    "ModelRanking",
    "NoWorse",
    "OperatingPoints",
    "PairedDifference",
    "PermutationTest",
    "PointRegion",
    "Receipt",
    "Refusal",
    "RocCurve",
    "Scheme",
    "Segments",
    "TieRange",
    "Tool",
    "WinnerChange",
    "area_bias",
    "area_bounds",
    "area_interval",
    "area_interval_of_rows",
    "area_standard_error",
    "area_under_gain",
    "at_prevalence",
    "at_thresholds",
    "average_of_areas",
    "average_parts",
    "average_precision",
    "bin_counts",
    "bootstrap_areas",
    "bootstrap_difference",
    "bootstrap_interval",
    "bootstrap_weighted_interval",
    "break_ties",
    "chance_corrected_area",
    "choose_threshold",
    "compare",
    "curve_band",
    "curve_band_of_rows",
    "f_contour",
    "f_score",
    "gain_curve",
    "gains",
    "holm",
    "interval_method",
    "line_meeting",
    "logit_interval",
    "mean_curve",
    "merge_counts",
    "minimum_area",
    "minimum_average_precision",
    "minimum_precision",
    "nearest_thresholds",
    "negative_predictive_value",
    "net_benefit",
    "no_worse",
    "normalised_area",
    "operating_points",
    "paired_difference",
    "paired_differences",
    "permutation_test",
    "permutation_weighted_test",
    "point_in_force",
    "point_region",
    "point_region_of_rows",
    "precision_at_k",
    "random_average_precision",
    "rank_models",
    "receipt",
    "roc_area",
    "roc_curve",
    "round_scores",
    "tie_range",
    "tool_departure",
    "tool_reports",
    "winner_change",
]
