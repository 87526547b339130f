"""Test rows as labeled scores, as pages use them."""

import numpy as np

from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.schema.roles import Roles
from pr_metrics import operating_points


def make_labeled_scores(positive, score, weight=None):
    """Return labeled scores of rows; `positive` has 0 and 1."""
    positive, score = np.asarray(positive, dtype=bool), np.asarray(score, dtype=float)
    points = operating_points(positive, score, sample_weight=weight)
    roles = Roles("y", "1", ("s",))
    return LabeledScores("t", roles, np.arange(score.size), positive, score, weight, points, ("0",), ())
