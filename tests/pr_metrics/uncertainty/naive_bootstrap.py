"""A naive bootstrap to compare with, which draws rows and counts each sample anew, and rows with two models for it."""

import numpy as np

from pr_metrics import SCHEMES, operating_points

SAMPLES = 2000
NEAR = 0.3  # standard deviations; a 2.5% quantile of 2000 draws is uncertain by about 0.06, and there are two of them


def two_models(seed=5, rows=200, noise=0.3):
    """Return labels and the scores of two correlated models, both with ties."""
    rng = np.random.default_rng(seed)
    label = rng.random(rows) < 0.3
    seen = rng.normal(size=rows) + 1.5 * label
    return label, np.round(seen, 1), np.round(seen + noise * rng.normal(size=rows), 1)


def naive_areas(label, *scores, weight=None, scheme="step"):
    """Return the areas of samples of the rows by model: shape (n_models, SAMPLES)."""
    rng = np.random.default_rng(1)
    weight = np.ones(label.size) if weight is None else weight
    positives, negatives = np.flatnonzero(label), np.flatnonzero(~label)
    found = []
    for _ in range(SAMPLES):
        rows = np.concatenate((rng.choice(positives, positives.size), rng.choice(negatives, negatives.size)))
        drawn = [operating_points(label[rows], score[rows], sample_weight=weight[rows]) for score in scores]
        found.append([SCHEMES[scheme].area(points) for points in drawn])
    return np.array(found).T
