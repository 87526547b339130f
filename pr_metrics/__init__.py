"""Precision-recall curves under every way of joining their points: from rows to points, from points to numbers.

Rows: labels and scores, one of each a row. `average_precision` takes them to one number, also of several classes or
labels (`average_components`, `average_of_areas`); `tool_reports` and `explain_tool_difference` say what other tools make of them.
Models are compared on the same rows: `paired_difference`, `paired_differences`, `bootstrap_areas`,
`bootstrap_difference`; `noninferiority_test` decides whether a new one may take an old one's place. Rows that have weights, or
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
Areas: `SCHEMES`, by how points are joined; `compare`, `area_terms`, `tie_bounds`; `roc_area`, `area_under_gain`.
Curves: `roc_curve`, `gain_curve`, `gains`, `f_contour`, `mean_curve`.
Thresholds: `choose_threshold`, `nearest_thresholds`, `interpolated_crossing`, `threshold_index`; `f_score`, `net_benefit`,
`precision_at_k`, `negative_predictive_value`.
Chance: `random_average_precision`, `minimum_average_precision`, `minimum_area`, `minimum_precision`,
`chance_corrected_area`, `normalized_area`, `permutation_test`.
Doubt: `area_interval`, `interval_method`, `logit_interval`, `area_standard_error`, `area_bias`, `bootstrap_interval`,
`point_region`, `curve_band`; `area_bounds`, by what is hidden in bins.
Several models: `rank_models`, `rank_reversal`, `holm`. Other tools: `TOOLS`.

>>> round(SCHEMES["step"].area(points), 3), round(SCHEMES["linear"].area(points), 3)
(0.826, 0.806)
"""

from pr_metrics.averages import AverageComponents, average_components, average_of_areas, average_precision, mean_curve
from pr_metrics.baselines import (
    chance_corrected_area,
    minimum_area,
    minimum_average_precision,
    minimum_precision,
    normalized_area,
    random_average_precision,
)
from pr_metrics.bounds import AreaBounds, BinnedCounts, area_bounds, bin_counts, merge_counts
from pr_metrics.comparison import Comparison, ModelRanking, RankReversal, compare, rank_models, rank_reversal
from pr_metrics.interpolation import JoinedCurve, Segments
from pr_metrics.points import OperatingPoints, operating_points
from pr_metrics.prevalence import at_prevalence
from pr_metrics.roc import GainCurve, RocCurve, area_under_gain, gain_curve, gains, roc_area, roc_curve
from pr_metrics.rounding import round_scores
from pr_metrics.schemes import SCHEMES, Scheme
from pr_metrics.terms import AreaTerms, area_terms
from pr_metrics.thresholds import (
    ChosenThreshold,
    at_thresholds,
    choose_threshold,
    f_contour,
    f_score,
    interpolated_crossing,
    nearest_thresholds,
    negative_predictive_value,
    net_benefit,
    precision_at_k,
    threshold_index,
)
from pr_metrics.ties import TieBounds, break_ties, tie_bounds
from pr_metrics.tools import TOOLS, RejectedInput, Tool, ToolDifference, explain_tool_difference, tool_reports
from pr_metrics.uncertainty.area_interval import area_interval, area_interval_of_rows, interval_method
from pr_metrics.uncertainty.bootstrap import bootstrap_areas, bootstrap_difference, bootstrap_interval
from pr_metrics.uncertainty.curve_band import CurveBand, curve_band, curve_band_of_rows
from pr_metrics.uncertainty.influence import area_bias, area_standard_error
from pr_metrics.uncertainty.intervals import Interval, logit_interval
from pr_metrics.uncertainty.noninferiority import NoninferiorityTest, noninferiority_test
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
    "AreaTerms",
    "AverageComponents",
    "BinnedCounts",
    "ChosenThreshold",
    "Comparison",
    "CurveBand",
    "GainCurve",
    "Interval",
    "JoinedCurve",
    "ModelRanking",
    "NoninferiorityTest",
    "OperatingPoints",
    "PairedDifference",
    "PermutationTest",
    "PointRegion",
    "RankReversal",
    "RejectedInput",
    "RocCurve",
    "Scheme",
    "Segments",
    "TieBounds",
    "Tool",
    "ToolDifference",
    "area_bias",
    "area_bounds",
    "area_interval",
    "area_interval_of_rows",
    "area_standard_error",
    "area_terms",
    "area_under_gain",
    "at_prevalence",
    "at_thresholds",
    "average_components",
    "average_of_areas",
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
    "explain_tool_difference",
    "f_contour",
    "f_score",
    "gain_curve",
    "gains",
    "holm",
    "interpolated_crossing",
    "interval_method",
    "logit_interval",
    "mean_curve",
    "merge_counts",
    "minimum_area",
    "minimum_average_precision",
    "minimum_precision",
    "nearest_thresholds",
    "negative_predictive_value",
    "net_benefit",
    "noninferiority_test",
    "normalized_area",
    "operating_points",
    "paired_difference",
    "paired_differences",
    "permutation_test",
    "permutation_weighted_test",
    "point_region",
    "point_region_of_rows",
    "precision_at_k",
    "random_average_precision",
    "rank_models",
    "rank_reversal",
    "roc_area",
    "roc_curve",
    "round_scores",
    "threshold_index",
    "tie_bounds",
    "tool_reports",
]
