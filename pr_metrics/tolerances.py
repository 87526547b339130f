"""All tolerances of the package, within which numbers count as equal, each with its reason.

A tolerance allows for rounding, never for the data, and is never widened to make two results agree.
"""

from __future__ import annotations

AREA_ROUNDING = 1e-12  # area; two ways of adding up the same terms differ by less
LEVEL_ROUNDING = 1e-12  # recall; a level counts as reached if rounding of sums of weights misses it by less
WEIGHT_ROUNDING = 1e-9  # relative; two ways of adding up the same weights differ by less
RANGE_ROUNDING = 1e-9  # area; sums over many rows leave [0, 1] by less

PLOT_TOLERANCE = 1e-6  # area; largest error of a curve that is drawn by its vertices

DOUBLE_PRECISION = 1e-9  # area; largest difference from a tool that counts in float64
SINGLE_PRECISION = 1e-6  # area; largest difference from a tool that counts in float32
FOUR_DECIMALS = 5.1e-5  # area; half a unit of the last decimal that trec_eval prints, plus rounding in float64
