"""Files with groups of rows: four regions of which one fails, and five folds of one model."""

import numpy as np
import pandas as pd

REGIONS = {"North": (600, 72, 1.45), "South": (500, 62, 1.45), "East": (400, 50, 1.45), "West": (500, 30, 0.0)}


def regions():
    """Return two models in four regions; the area of `forest` is .511 to .553, but .073, as by chance, in West."""
    rng, parts = np.random.default_rng(2589), []
    for region, (rows, positives, above) in REGIONS.items():
        label = np.zeros(rows, dtype=int)
        label[rng.choice(rows, positives, replace=False)] = 1
        forest = (above * label + rng.normal(size=rows)).round(3)
        tree = (forest - 0.5 * label * (above > 0) + 0.3 * rng.normal(size=rows)).round(3)
        parts.append(pd.DataFrame({"region": region, "fraud": label, "tree": tree, "forest": forest}))
    return pd.concat(parts, ignore_index=True)


def one_model_in_regions():
    """Return the same rows with the scores of `forest` only."""
    return regions().drop(columns="tree")


def classes_in_regions():
    """Return three classes in four regions; the scores of class `a` are as by chance in West."""
    frame, random = one_model_in_regions(), np.random.default_rng(3).normal(size=(2, 2000)).round(3)
    kind = np.where(frame["fraud"] == 1, "a", np.resize(["b", "c"], len(frame)))
    scores = {"p_a": frame["forest"], "p_b": random[0], "p_c": random[1]}
    return pd.DataFrame({"region": frame["region"], "kind": kind, **scores})


def folds():
    """Return five folds of 100 rows with 20 positives each."""
    rng = np.random.default_rng(4)
    label, fold = np.arange(500) % 5 == 0, np.arange(500) // 100 + 1
    score = (1.5 * label + rng.normal(size=500)).round(3)
    return pd.DataFrame({"fold": fold, "label": label.astype(int), "score": score})


def csv(frame):
    """Return the frame as the bytes of a CSV file."""
    return frame.to_csv(index=False).encode()
