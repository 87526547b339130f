"""Random rows with scores: heavy ties, weights, extreme prevalence, numbers of every scale."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

LEVELS = (1, 2, 3, 10, 100_000)  # maximum number of distinct scores
PREVALENCES = (0.001, 0.02, 0.3, 0.5, 0.9, 0.999)
SCALES = (1e-300, 1e-3, 1.0, 1e9)
WEIGHTS = ("none", "whole", "real", "some zero", "unequal")


@dataclass(frozen=True)
class Ranking:
    """Rows as a user passes them; at least one positive has a positive weight."""

    y_true: np.ndarray
    y_score: np.ndarray
    sample_weight: np.ndarray | None


@st.composite
def rankings(draw: st.DrawFn, weights: tuple[str, ...] = WEIGHTS) -> Ranking:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rows = draw(st.integers(1, 300))
    score = rng.integers(0, draw(st.sampled_from(LEVELS)), rows) * draw(st.sampled_from(SCALES))
    label = (rng.random(rows) < draw(st.sampled_from(PREVALENCES))).astype(int)
    label[rng.integers(rows)] = 1
    weight = _weights(rng, rows, draw(st.sampled_from(weights)))
    if weight is not None:
        weight[label == 1] = np.maximum(weight[label == 1], 1e-9)  # at least one positive has a positive weight
    return Ranking(label, score - draw(st.sampled_from((0.0, 0.5))), weight)


def _weights(rng: np.random.Generator, rows: int, kind: str) -> np.ndarray | None:
    if kind == "none":
        return None
    if kind == "whole":
        return rng.integers(1, 5, rows).astype(float)
    if kind == "some zero":
        return rng.integers(0, 3, rows).astype(float)
    return rng.random(rows) + 0.01 if kind == "real" else 10.0 ** rng.uniform(-9, 9, rows)
