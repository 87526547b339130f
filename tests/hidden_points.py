"""Check on random data in random bins that every area is within its bounds. To run it by hand on many data sets:

python -m tests.hidden_points 10000
"""

import sys

import numpy as np

from pr_metrics import SCHEMES, OperatingPoints, area_bounds, bin_counts


def random_counts(rng):
    """Return random scores and counts: with or without ties or weights, for any prevalence and shape of the curve."""
    rows = int(10 ** rng.uniform(0, 3.5))
    label = rng.random(rows) < rng.choice([0.002, 0.05, 0.3, 0.5, 0.9, 1.0])
    label[rng.integers(rows)] = True
    score = rng.normal(size=rows) * rng.choice([0, 0.1, 1, 10]) + label * rng.choice([-1, 0, 0.5, 3])
    score = np.round(score, rng.integers(0, 6)) if rng.random() < 0.5 else score
    weight = [np.ones(rows), rng.integers(1, 5, rows), rng.exponential(size=rows), 10 ** rng.uniform(-5, 5, rows)]
    chosen = weight[rng.choice(4, p=[0.5, 0.1, 0.2, 0.2])]
    return score, label * chosen, ~label * chosen


def random_bins(rng, counts):
    """Return the counts in bins from `max_points`, or with random edges."""
    if rng.random() < 0.5:
        return bin_counts(*counts, max_points=int(rng.integers(1, 60)))
    edges = np.unique(np.append(rng.choice(counts[0], rng.integers(1, 20)), rng.normal(size=5)))
    return bin_counts(*counts, edges=edges)


def outside(seed):
    """Return the schemes whose area is not within its bounds for a random data set, with the area and both bounds."""
    rng = np.random.default_rng(seed)
    counts = random_counts(rng)
    binned, points = random_bins(rng, counts), OperatingPoints.from_counts(*counts)
    found = []
    for key, scheme in SCHEMES.items():
        if binned.is_integer or key != "davis_goadrich":
            bounds, area = area_bounds(binned, scheme=key), scheme.area(points)
            if not bounds.lower <= area <= bounds.upper:
                found.append((key, bounds.lower, area, bounds.upper))
    return found


if __name__ == "__main__":
    wrong = {seed: found for seed in range(int(sys.argv[1])) if (found := outside(seed))}
    print(f"{sys.argv[1]} data sets, {len(wrong)} with an area outside its bounds")
    print(*wrong.items(), sep="\n")
    sys.exit(bool(wrong))
