"""Precision-recall curves under every method of joining their points.

The functions are grouped by what they start from. Rows are turned into operating points, and points into numbers.

Rows: labels and scores, one of each for every row.

- What is the area under the curve? `average_precision` computes it for one problem or for several classes or labels.
  `average_components` also returns the areas that an average consists of, and `average_of_areas` averages known areas.
- What do other tools report? `tool_reports` computes it for the tools in `TOOLS`, `release_reports` also for their
  earlier releases, and `explain_tool_difference` explains a difference.
- What is a reported area? `signature` says in one line how it is computed, `average_signature` does so for an average,
  and `parse_signature` reads such a line.
- Is one model better than another on the same rows? `paired_difference`, `paired_differences` and
  `bootstrap_difference` compare areas, `bootstrap_areas` resamples several models at once, and `noninferiority_test`
  tests whether a new model can replace an old one.
- What if rows have weights or come in groups? `area_interval_of_rows`, `bootstrap_weighted_interval`,
  `permutation_weighted_test`, `point_region_of_rows` and `curve_band_of_rows` take such rows.
- What if scores are tied? `break_ties` puts tied rows into random orders.
- Are scores calibrated probabilities? `calibration_curve` compares them with the share of positives in bins, and
  `brier_score` adds up the squared errors and splits them into parts.

>>> label, score = [1, 1, 0, 1, 0, 1, 1, 0, 0, 0], range(10, 0, -1)
>>> round(average_precision(label, score), 3)
0.826

Points: the counts at each threshold, which are all that a curve needs.

- How are rows counted? `operating_points` counts them at every threshold.
- What would other points look like? `round_scores` rounds the scores, `at_thresholds` selects thresholds, and
  `at_prevalence` changes the prevalence.
- What if there are too many scores? `bin_counts` keeps some exact points of the curve, `merge_counts` adds the counts
  of other rows, and `area_bounds` bounds the area.

>>> points = operating_points(label, score)
>>> points
OperatingPoints(10 points, 5 positives, 5 negatives)

Numbers: areas, curves, thresholds and their uncertainty.

- What is the area under each method of joining? `SCHEMES` holds the methods. `compare` compares two of them,
  `area_terms` lists the terms of an area, and `tie_bounds` gives its range over the orders of tied rows.
- Which other curves are there? `roc_curve` with `roc_area`, `gain_curve` with `gains` and `area_under_gain`, the
  contour of an F score by `f_contour`, and the mean of several curves by `mean_curve`.
- Which threshold should be used? `choose_threshold` chooses one, `nearest_thresholds` and `interpolated_crossing` help
  if no threshold meets all requirements, and `threshold_index` looks up a threshold.
- How good is each threshold? `f_score`, `net_benefit`, `precision_at_k` and `negative_predictive_value` measure it.
- What would chance give? `random_average_precision`, `minimum_average_precision`, `minimum_area` and
  `minimum_precision` are baselines and limits. `chance_corrected_area` and `normalized_area` rescale an area, and
  `permutation_test` tests it.
- How uncertain is the area? `area_interval` (whose method `interval_method` returns), `logit_interval` and
  `bootstrap_interval` compute confidence intervals, `area_standard_error` the standard error, and `area_bias` the bias.
- Are scores calibrated, from counts alone? `calibration_curve_of_points` and `brier_score_of_points` need no rows.
- How uncertain is the curve? `point_region` gives a region for one point, and `curve_band` a band for the whole curve.
- Which of several models is best? `rank_models` ranks them, `rank_reversal` finds why two schemes rank them
  differently, and `holm` adjusts the p-values of several tests.

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
from pr_metrics.calibration import (
    BrierScore,
    CalibrationCurve,
    brier_score,
    brier_score_of_points,
    calibration_curve,
    calibration_curve_of_points,
)
from pr_metrics.comparison import Comparison, ModelRanking, RankReversal, compare, rank_models, rank_reversal
from pr_metrics.interpolation import JoinedCurve, Segments
from pr_metrics.points import OperatingPoints, operating_points
from pr_metrics.prevalence import at_prevalence
from pr_metrics.roc import GainCurve, RocCurve, area_under_gain, gain_curve, gains, roc_area, roc_curve
from pr_metrics.rounding import round_scores
from pr_metrics.schemes import SCHEMES, Scheme
from pr_metrics.signatures import Signature, average_signature, parse_signature, signature
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
from pr_metrics.tools import (
    TOOLS,
    RejectedInput,
    Tool,
    ToolDifference,
    explain_tool_difference,
    release_reports,
    tool_reports,
)
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

__version__ = "0.1.0"  # the only definition; the build and exported files read it

__all__ = [
    "SCHEMES", "TOOLS", "AreaBounds", "AreaTerms", "AverageComponents", "BinnedCounts", "BrierScore",
    "CalibrationCurve", "ChosenThreshold", "Comparison", "CurveBand", "GainCurve", "Interval", "JoinedCurve",
    "ModelRanking", "NoninferiorityTest", "OperatingPoints", "PairedDifference", "PermutationTest", "PointRegion",
    "RankReversal", "RejectedInput", "RocCurve", "Scheme", "Segments", "Signature", "TieBounds", "Tool",
    "ToolDifference", "area_bias", "area_bounds", "area_interval", "area_interval_of_rows", "area_standard_error",
    "area_terms", "area_under_gain", "at_prevalence", "at_thresholds", "average_components", "average_of_areas",
    "average_precision", "average_signature", "bin_counts", "bootstrap_areas", "bootstrap_difference",
    "bootstrap_interval", "bootstrap_weighted_interval", "break_ties", "brier_score", "brier_score_of_points",
    "calibration_curve", "calibration_curve_of_points", "chance_corrected_area", "choose_threshold", "compare",
    "curve_band", "curve_band_of_rows", "explain_tool_difference", "f_contour", "f_score", "gain_curve", "gains",
    "holm", "interpolated_crossing", "interval_method", "logit_interval", "mean_curve", "merge_counts", "minimum_area",
    "minimum_average_precision", "minimum_precision", "nearest_thresholds", "negative_predictive_value", "net_benefit",
    "noninferiority_test", "normalized_area", "operating_points", "paired_difference", "paired_differences",
    "parse_signature", "permutation_test", "permutation_weighted_test", "point_region", "point_region_of_rows",
    "precision_at_k", "random_average_precision", "rank_models", "rank_reversal", "release_reports", "roc_area",
    "roc_curve", "round_scores", "signature", "threshold_index", "tie_bounds", "tool_reports",
]  # fmt: skip
