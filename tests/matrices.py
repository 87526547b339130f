"""Random rows with several labels: rounded scores, weights, and a positive in every row and column."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st


@dataclass(frozen=True)
class LabelMatrix:
    """An indicator matrix, its scores and the weights of its rows."""

    y_true: np.ndarray
    y_score: np.ndarray
    sample_weight: np.ndarray | None


@st.composite
def label_matrices(draw: st.DrawFn) -> LabelMatrix:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rows, columns = draw(st.integers(1, 40)), draw(st.integers(2, 6))
    label = (rng.random((rows, columns)) < draw(st.sampled_from((0.0, 0.1, 0.5, 0.9)))).astype(int)
    label[np.arange(rows), rng.integers(columns, size=rows)] = 1
    label[rng.integers(rows, size=columns), np.arange(columns)] = 1
    score = rng.integers(0, draw(st.sampled_from((1, 2, 5, 100_000))), (rows, columns)) / 7
    weight = draw(st.sampled_from((None, rng.integers(1, 5, rows).astype(float), rng.random(rows) + 0.01)))
    return LabelMatrix(label, score, weight)
