"""By how much numbers may differ and still be the same: every tolerance of the package, each with its reason.

A tolerance is an allowance for arithmetic, never for the data: no result is made to agree with another by widening it.
"""

from __future__ import annotations

AREA_ROUNDING = 1e-12  # area; two ways of adding up the same terms differ by less
LEVEL_ROUNDING = 1e-12  # recall; a level that is missed by less, as sums of weights may miss it, is reached
WEIGHT_ROUNDING = 1e-9  # relative; two ways of adding up the same weights differ by less
RANGE_ROUNDING = 1e-9  # area; sums over many rows leave [0, 1] by less

PLOTTED_AREA = 1e-6  # area; by how much a curve that is drawn by its vertices may miss its closed form

DOUBLE_PRECISION = 1e-9  # area; what a tool that counts in float64 may differ by
SINGLE_PRECISION = 1e-6  # area; what tools that count in float32 may differ by
FOUR_DECIMALS = 5.1e-5  # area; half a unit of the last decimal that trec_eval prints, and float64's own share
