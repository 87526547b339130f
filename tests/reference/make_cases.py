"""Make cases.json: small data sets that separate the tools where they differ, each for one reason.

Run from the root of the checkout: `python -m tests.reference.make_cases`. The seed is fixed, the file is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

SEED = 20260
BINS = 199  # Keras' 200 thresholds and torch.linspace(0, 1, 200) are i / 199
CASES = Path(__file__).parent / "cases.json"
RELEASE_CASES = Path(__file__).parent / "releases" / "cases.json"

Rows = dict[str, list[float]]


def cases(rng: np.random.Generator) -> Iterator[tuple[str, Rows]]:
    """Each case with the reason why it is there."""
    # Ties that rounding makes.
    yield "three_decimals", rows(*skilled(rng, 200, 0.3), decimals=3)
    yield "five_levels", rows(*skilled(rng, 200, 0.4), levels=5)  # in scrambled order: tools that go by input order
    yield "long_gaps", rows(*skilled(rng, 90, 0.5), levels=12)  # several positives a tie: joins between the points
    yield "all_tied", rows(np.array([1, 0, 0, 1, 0, 0, 0, 1]), np.full(8, 0.25))
    yield "same_scores_in_both_classes", rows(np.array([1, 1, 1, 0, 0, 0]), np.array([0.9, 0.5, 0.2, 0.2, 0.9, 0.5]))
    yield "tied_in_float32_only", rows(*tied_in_float32_only(rng, 60))
    # No ties, in several ranges.
    yield "distinct", rows(*skilled(rng, 300, 0.3))
    yield "many_distinct", rows(*skilled(rng, 1000, 0.3), decimals=6)  # more than the 400 thresholds that H2O keeps
    yield "logits", rows(*logits(rng, 150, 0.4, spread=2.0), decimals=4)
    yield "above_one", rows(*logits(rng, 120, 0.4, spread=8.0), decimals=1, shift=30.0)
    yield "on_bin_borders", rows(*on_bin_borders(rng, 120))
    # Few positives, and recalls on round numbers.
    yield "one_positive", rows(*with_positives_at(rng, 60, [22]))
    yield "first_five_negative", rows(*with_positives_at(rng, 80, [5, 6, 9, 14, 15, 16, 30, 41, 42, 70]))
    yield "two_percent", rows(*skilled(rng, 1000, 0.02), decimals=2)
    yield "ten_positives", rows(*with_positives_at(rng, 40, [0, 1, 3, 6, 7, 11, 15, 19, 28, 36]))
    yield "thirty_positives", rows(*with_positives_at(rng, 90, sorted(rng.choice(90, 30, replace=False).tolist())))
    # The smallest, and one class only.
    yield "two_rows", rows(np.array([0, 1]), np.array([0.7, 0.3]))
    yield "only_positives", rows(np.ones(4, int), np.array([0.9, 0.4, 0.4, 0.1]))
    yield "only_negatives", rows(np.zeros(4, int), np.array([0.9, 0.4, 0.4, 0.1]))
    # Weights, for the tools that take them.
    yield "real_weights", rows(*skilled(rng, 120, 0.35), decimals=2, weight=(rng.random(120) * 3 + 0.01).round(4))
    yield "whole_weights", rows(*skilled(rng, 120, 0.35), decimals=2, weight=rng.integers(1, 6, 120))
    yield "weights_with_zeros", rows(*skilled(rng, 80, 0.35), decimals=2, weight=rng.integers(0, 3, 80))
    # What float32 makes of them.
    yield "equal_logits", rows(*equal_logits(rng, 100))  # the tail is 4 rows, on AVX2 and on AVX-512
    yield "equal_logits_by_processor", rows(*equal_logits(rng, 184))  # the tail is 8 rows, or 24
    yield "beside_bin_borders", rows(*beside_bin_borders(rng, 150))
    yield "light_weights", rows(*skilled(rng, 200, 0.4), decimals=3, weight=rng.choice((0.001, 2.0), 200))
    yield "light_positives", light_positives(rng, 200)
    yield "beyond_float32", rows(*beyond_float32(rng, 60, [1e300, -1e300]))
    yield "tied_beyond_float32", rows(*beyond_float32(rng, 60, [1e300, 1e301, 1e39, 1e38, -1e301, -1e300]))


def release_cases(rng: np.random.Generator) -> Iterator[tuple[str, Rows]]:
    """Cases that separate releases of one tool, each with the reason why it is there."""
    # Detections and documents: some positives have no row. The hits of the first are in FIRST_HITS.
    yield "seven_of_fifteen", with_total(*hits_at(24, FIRST_HITS), 15)
    yield "all_found", with_total(*with_positives_at(rng, 40, [0, 1, 3, 6, 7, 11, 15, 19, 28, 36]), 10)
    yield "perfect_detections", with_total(*hits_at(12, range(12)), 12)
    yield "first_wrong", with_total(*hits_at(10, [1, 2, 5, 9]), 6)
    yield "one_hit", with_total(*hits_at(1, [0]), 3)
    yield "no_hit", with_total(*hits_at(5, []), 4)
    yield "half_found", with_total(*skilled(rng, 300, 0.3), 200)
    yield "two_decimals", with_total(*skilled(rng, 120, 0.4), 70, decimals=2)
    yield "low_scores", with_total(*low_scores(rng, 60), 30)
    # Scores that are equal to 1e-8, as numpy.isclose sees them, or a little farther apart.
    yield "equal_within_1e-8", rows(*apart_by(rng, 60, 5e-9))
    yield "chain_within_1e-8", rows(*chain(rng, 40, 8e-9))
    yield "apart_by_1e-7", rows(*apart_by(rng, 60, 1e-7))
    # Scores at both ends, and hard predictions.
    yield "zeros_and_ones", rows(*hard_predictions(rng, 80))
    yield "many_at_zero", rows(*many_at(rng, 100, 0.0))
    yield "many_at_one", rows(*many_at(rng, 100, 1.0))
    yield "distinct_weighted", rows(*skilled(rng, 90, 0.4), weight=rng.integers(1, 5, 90))
    yield "twelve_hundred", rows(*skilled(rng, 1200, 0.4), decimals=6)  # more points than some charts draw


FIRST_HITS = (0, 2, 9, 13, 15, 22, 23)  # by which releases of detection tools differ in the third decimal


def hits_at(n: int, ranks: Iterable[int]) -> tuple[np.ndarray, np.ndarray]:
    """Rows in the order of their scores, from 0.95 down, with the positives at the given ranks."""
    label = np.zeros(n, int)
    label[list(ranks)] = 1
    return label, np.linspace(0.95, 0.05, n).round(4)


def with_total(label: np.ndarray, score: np.ndarray, total: int, *, decimals: int | None = None) -> Rows:
    """Rows beside which there are positives that have none."""
    return rows(label, score, decimals=decimals) | {"total_positives": total}


def low_scores(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Confidences near 0, as detectors leave them."""
    label, score = skilled(rng, n, 0.4)
    return label, score**6


def apart_by(rng: np.random.Generator, n: int, gap: float) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of scores that far apart, now the first higher and now the second."""
    label, score = skilled(rng, n, 0.4)
    score = score.round(3)
    score[1::2] = score[::2] + rng.choice((-gap, gap), n // 2)
    return label, score


def chain(rng: np.random.Generator, n: int, gap: float) -> tuple[np.ndarray, np.ndarray]:
    """Scores of which each is that far above the one before, with a step in the middle."""
    label = (rng.random(n) < 0.4).astype(int)
    score = 0.5 + gap * np.arange(n)
    score[n // 2 :] += 0.1
    order = rng.permutation(n)
    return label[order], score[order]


def hard_predictions(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Predictions of 0 or 1, three in four of them right."""
    label = (rng.random(n) < 0.3).astype(int)
    return label, np.where(rng.random(n) < 0.75, label, 1 - label).astype(float)


def many_at(rng: np.random.Generator, n: int, end: float) -> tuple[np.ndarray, np.ndarray]:
    """Skilled scores, of which a third is at one end."""
    label, score = skilled(rng, n, 0.4)
    score = score.round(2)
    score[rng.random(n) < 1 / 3] = end
    return label, score


def skilled(rng: np.random.Generator, n: int, prevalence: float) -> tuple[np.ndarray, np.ndarray]:
    """Labels, and scores between 0 and 1 that know something of them; at least one row of either class."""
    label = (rng.random(n) < prevalence).astype(int)
    label[:2] = (1, 0)
    label = rng.permutation(label)
    return label, rng.beta(2.0 + label, 3.0 - label)


def logits(rng: np.random.Generator, n: int, prevalence: float, *, spread: float) -> tuple[np.ndarray, np.ndarray]:
    """Labels, and scores on both sides of 0."""
    label = (rng.random(n) < prevalence).astype(int)
    return label, spread * rng.normal(label - 0.5)


def with_positives_at(rng: np.random.Generator, n: int, ranks: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Distinct scores in scrambled order, with the positives at the given ranks, the highest score being rank 0."""
    score = rng.choice(np.arange(1, 2000), n, replace=False) / 2000
    label = np.zeros(n, int)
    label[np.argsort(-score)[ranks]] = 1
    return label, score


def on_bin_borders(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Scores that stand exactly on the borders i / 199 of 200 even thresholds, on 0 and on 1."""
    score = rng.integers(0, BINS + 1, n) / BINS
    score[:8] = (0.0, 0.0, 1.0, 1.0, 1 / BINS, 198 / BINS, 0.25, 0.5)
    return (rng.random(n) < 0.2 + 0.5 * score).astype(int), score


def equal_logits(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Logits that torch's sigmoid rounds one way in the body of an array, and another way in its tail."""
    score = rng.choice((-5.2, -2.58, -1.21, -0.35, 0.33, 1.66), n)
    return (rng.random(n) < 1 / (1 + np.exp(-score))).astype(int), score


def beside_bin_borders(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Scores of float32 on the borders i / 199 of 200 even thresholds, and one float32 above and below them."""
    border = (rng.integers(1, BINS, n) / BINS).astype(np.float32)
    score = np.nextafter(border, border + rng.integers(-1, 2, n).astype(np.float32)).astype(float)
    return (rng.random(n) < 0.2 + 0.5 * score).astype(int), score


def light_positives(rng: np.random.Generator, n: int) -> Rows:
    """Positives of weight 0.001 beside negatives of weight 2."""
    label, score = skilled(rng, n, 0.4)
    return rows(label, score, decimals=3, weight=np.where(label == 1, 0.001, 2.0))


def beyond_float32(rng: np.random.Generator, n: int, scores: list[float]) -> tuple[np.ndarray, np.ndarray]:
    """Scores between 0 and 1, but for a few."""
    label, score = skilled(rng, n, 0.4)
    score = score.round(3)
    score[: len(scores)] = scores
    return label, score


def tied_in_float32_only(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of scores 1e-10 apart, now the first higher and now the second: one threshold in float32."""
    label, score = skilled(rng, n, 0.4)
    score = score.round(3)
    score[1::2] = score[::2] + rng.choice((-1e-10, 1e-10), n // 2)
    return label, score


def rows(
    label: np.ndarray,
    score: np.ndarray,
    *,
    decimals: int | None = None,
    levels: int | None = None,
    shift: float = 0.0,
    weight: np.ndarray | None = None,
) -> Rows:
    """As JSON keeps them; rounded to decimals or to equal levels between 0 and 1."""
    score = score + shift
    if levels is not None:
        score = np.ceil(score * levels) / levels
    if decimals is not None:
        score = score.round(decimals)
    columns = {"y_true": label.tolist(), "y_score": score.tolist()}
    return columns if weight is None else columns | {"sample_weight": weight.tolist()}


def write(path: Path, named: Iterator[tuple[str, Rows]]) -> None:
    """Write cases, a column a line."""
    made = ",\n".join(
        f' "{name}": {{\n  '
        + ",\n  ".join(f'"{key}": {json.dumps(column, separators=(",", ":"))}' for key, column in columns.items())
        + "\n }"
        for name, columns in named
    )
    path.write_text(f"{{\n{made}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    write(CASES, cases(np.random.default_rng(SEED)))
    write(RELEASE_CASES, release_cases(np.random.default_rng(SEED)))
