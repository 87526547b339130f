"""Numbers that people asked about in public threads, made again with rows of our own that have the described shape.

Each names the thread, the rows, the number in question with the tool that it came from, and what the answer must name:
the release or the cause.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd


@dataclass(frozen=True)
class Thread:
    """A thread, rows of its shape, the number that was asked about, and what explains it."""

    address: str
    rows: pd.DataFrame
    number: str
    tool: str
    release: str  # the versions that gave the number; "" if the newest gives it
    says: tuple[str, ...]  # what the answer names
    missed: int = 0


def ranked(labels: list[int]) -> pd.DataFrame:
    """Rows in the order of their scores, which are all different."""
    return pd.DataFrame({"y": labels, "score": np.linspace(0.95, 0.05, len(labels)).round(4)})


def repeated(counts: list[tuple[int, int, float]]) -> pd.DataFrame:
    """Positives, negatives and their score, again and again."""
    labels = [label for positives, negatives, _ in counts for label in [1] * positives + [0] * negatives]
    scores = [score for positives, negatives, score in counts for _ in range(positives + negatives)]
    return pd.DataFrame({"y": labels, "score": scores})


def detections() -> pd.DataFrame:
    """Thirty hits, most of them in front, and sixty false alarms."""
    rng = np.random.default_rng(5)
    hit = np.repeat([1, 0], [30, 60])
    score = np.round(np.where(hit == 1, rng.beta(6, 2, 90), rng.beta(2, 5, 90)), 4)
    return pd.DataFrame({"y": hit, "score": score}).drop_duplicates("score")


def at_rank(hits: tuple[int, ...], n: int) -> list[int]:
    """Labels of n rows with hits at these places."""
    return [int(place in hits) for place in range(n)]
