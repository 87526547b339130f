"""What ranking returns: one threshold and its two counts for each distinct score, strictest first."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pr_metrics.inputs import FloatArray

CountArray = NDArray[np.float64] | NDArray[np.int32]  # sums of weights, or of rows in a quarter of the room


class Counts(NamedTuple):
    """Thresholds and cumulative counts, each of shape (n_distinct_scores,)."""

    threshold: FloatArray
    true_positives: CountArray
    false_positives: CountArray
