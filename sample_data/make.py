"""Write every CSV of this folder: small ones a class can count, and real ones.

    python sample_data/make.py

The real data come with scikit-learn, so nothing is downloaded. The same versions on the same processor write the same
bytes. On another one the last digits of fitted scores differ, those of `breast_cancer` from the fourth figure on: the
files that are kept here are what counts.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

FOLDER = Path(__file__).parent
Rows = list[tuple[object, ...]]

LABEL_AND_SCORE = ("label", "score")
COLUMNS = {  # where they are others
    "four_models": ("label", "logistic", "tree", "forest", "neighbours"),
    "digits": ("digit", "fold", *(f"p_{digit}" for digit in range(10))),
    "five_rows": ("y_a", "y_b", "s_a", "s_b", "sample_weight"),
    "rare_label": ("y_a", "y_b", "s_a", "s_b"),
    "rare_found": ("y_a", "y_b", "s_a", "s_b"),
    "swapped_models": ("label", "early", "steady"),
    "three_curves": ("label", "early", "even", "late"),
}

# Sixteen rows and the first ten of them: P positive, N negative, in the order they were collected.
CLASSES = "PNNPPPNPNPPPPNNN"
CLASS_SCORES = (0.7, 0.3, 0.5, 0.6, 0.55, 0.9, 0.4, 0.2, 0.4, 0.3, 0.7, 0.5, 0.8, 0.2, 0.3, 0.35)


def apples_oranges() -> Rows:
    """Ten fruits ranked from "surely an apple" (10) to "surely an orange" (1); apples are the positives."""
    return list(zip((1, 1, 0, 1, 0, 1, 1, 0, 0, 0), range(10, 0, -1), strict=True))


def sixteen_rows() -> Rows:
    return [(int(letter == "P"), score) for letter, score in zip(CLASSES, CLASS_SCORES, strict=True)]


def ten_rows() -> Rows:
    return sixteen_rows()[:10]


def close_scores() -> Rows:
    """Four rows without ties; with one decimal the last three are tied."""
    return list(zip((1, 0, 1, 0), (0.93, 0.64, 0.61, 0.58), strict=True))


def two_ties() -> Rows:
    """Two groups of tied rows, positives first: every way of joining, starting and breaking ties has its own area."""
    scores = {1: (0.9, 0.7, 0.6, 0.6, 0.6), 0: (0.9, 0.6, 0.6, 0.6, 0.6, 0.6, 0.3)}
    return [(label, score) for label, ranked in scores.items() for score in ranked]


def four_rows() -> Rows:
    """The smallest ranking whose average precision takes some adding: 5/6."""
    return list(zip((1, 0, 1, 0), (0.9, 0.8, 0.7, 0.1), strict=True))


def top_is_negative() -> Rows:
    return list(zip((0, 1, 1, 1, 0, 0, 0), (0.9, 0.8, 0.7, 0.6, 0.3, 0.2, 0.1), strict=True))


def constant() -> Rows:
    """A model that says the same of everybody: 10 positives in 100."""
    return [(int(row < 10), 0.5) for row in range(100)]


def improved() -> Rows:
    """The constant model after it has learned to tell one positive and one negative from the rest."""
    rows = constant()
    rows[0], rows[10] = (1, 0.8), (0, 0.8)
    return rows


def ten_tied() -> Rows:
    """One score for all again, few enough to be dragged apart: 2 positives in 10."""
    return [(int(row < 2), 0.5) for row in range(10)]


def twenty_rows() -> Rows:
    """A ranking where five wishes have five thresholds: no false alarm, few alerts, F1, recall, and costs."""
    ranked = "PPPNPPPNPPNNNPNNPNNN"  # the seventh and the eighth share a score
    scores = (97, 94, 90, 86, 83, 79, 72, 72, 66, 61, 55, 52, 48, 44, 41, 37, 33, 28, 21, 12)
    return [(int(letter == "P"), score / 100) for letter, score in zip(ranked, scores, strict=True)]


def rare_label() -> Rows:
    """Each row has one of two labels, the frequent a or the rare b, and a score for either."""
    frequent = ((95, 10), (92, 6), (88, 15), (84, 30), (76, 20), (70, 45), (58, 25), (35, 50))
    return two_labels(frequent, ((20, 90), (65, 28)))


def rare_found() -> Rows:
    """Another model of the same rows: better on the rare label, worse on the frequent one."""
    frequent = ((90, 12), (80, 8), (74, 18), (71, 33), (60, 22), (52, 48), (46, 27), (40, 42))
    return two_labels(frequent, ((86, 94), (67, 77)))


def two_labels(frequent: Iterable[tuple[int, int]], rare: Iterable[tuple[int, int]]) -> Rows:
    labelled = [((1, 0), scores) for scores in frequent] + [((0, 1), scores) for scores in rare]
    return [(*label, *(score / 100 for score in scores)) for label, scores in labelled]


def thousand_each() -> Rows:
    """A thousand positives and a thousand negatives at ten scores; half of the positives have 0.65 or more."""
    scores = [round(0.95 - 0.1 * step, 2) for step in range(10)]
    counts = {1: (150, 130, 115, 105, 110, 100, 90, 80, 70, 50), 0: (10, 25, 50, 75, 90, 105, 125, 145, 170, 205)}
    at_scores = {label: zip(scores, rows, strict=True) for label, rows in counts.items()}
    return [(label, score) for label, levels in at_scores.items() for score, rows in levels for _ in range(rows)]


def with_positives_at(rows: int, *ranks: Iterable[int]) -> Rows:
    """A column of scores for each model: those that put the positives, the first rows, at its ranks."""
    columns = []
    for places in ranks:
        taken = list(places)
        others = sorted(set(range(1, rows + 1)) - set(taken))
        columns.append([(rows + 0.5 - rank) / rows for rank in (*taken, *others)])
    return [(int(row < len(taken)), *scores) for row, scores in enumerate(zip(*columns, strict=True))]


def swapped_models() -> Rows:
    """Two models of ten positives in a hundred rows: one has half of them on top, one has all of them fairly high."""
    return with_positives_at(100, (1, 2, 3, 4, 5, 40, 50, 60, 70, 80), range(9, 28, 2))


def three_curves() -> Rows:
    """Three models of ten positives in a thousand rows whose average precision is 0.300: found by trying ranks."""
    even, late = (3, 7, 10, 13, 17, 21, 23, 28, 30, 33), (11, 12, 13, 14, 16, 17, 18, 22, 23, 24)
    return with_positives_at(1000, (1, 2, *range(24, 81, 8)), even, late)


def weak_model() -> Rows:
    """A model that hardly knows more than the class balance: 250 positives in 5000, calibrated probabilities."""
    positives, rows, distance = 250, 5000, 0.36  # between the classes, in standard deviations
    label = (np.arange(rows) < positives).astype(int)
    seen = np.random.default_rng(3).standard_normal(rows) + distance * label
    odds = np.exp(distance * seen - distance**2 / 2) * positives / (rows - positives)
    return list(zip(label.tolist(), np.round(odds / (1 + odds), 6).tolist(), strict=True))


def five_rows() -> Rows:
    """Two labels, and three rows that count twice: every average is another number."""
    scores = ((0.5, 0.5), (0.6, 0.4), (0.7, 0.3), (0.8, 0.2), (0.9, 0.1))
    labels, weights = ((1, 0), (1, 0), (0, 1), (0, 1), (0, 1)), (1, 1, 2, 2, 2)
    return [(*label, *score, weight) for label, score, weight in zip(labels, scores, weights, strict=True)]


def breast_cancer() -> Rows:
    """Benign (1) or malignant (0): trained on rows 0-99, scored on rows 100-568."""
    features, target = load_breast_cancer(return_X_y=True)
    model = LogisticRegression(solver="liblinear", C=1.0, random_state=1337).fit(features[:100], target[:100])
    scores = model.predict_proba(features[100:])[:, 1]
    return [(int(label), float(score)) for label, score in zip(target[100:], scores, strict=True)]


def four_models() -> Rows:
    """An eight (1) or another digit (0): four models trained on images 0-1296, scored on images 1297-1796."""
    features, digit = load_digits(return_X_y=True)
    target, first = (digit == 8).astype(int), 1297
    models = (
        make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
        DecisionTreeClassifier(max_depth=5, random_state=0),
        RandomForestClassifier(random_state=0),
        make_pipeline(StandardScaler(), KNeighborsClassifier()),
    )
    fitted = [model.fit(features[:first], target[:first]) for model in models]
    scores = np.column_stack([model.predict_proba(features[first:])[:, 1] for model in fitted])
    return [(int(label), *map(float, row)) for label, row in zip(target[first:], scores, strict=True)]


def digits() -> Rows:
    """Which of ten digits: naive Bayes on five folds, each scored by the model of the other four; six digits kept."""
    features, digit = load_digits(return_X_y=True)
    fold, scores = np.zeros(digit.size, dtype=int), np.zeros((digit.size, 10))
    for number, (others, held_out) in enumerate(StratifiedKFold(5).split(features, digit), start=1):
        fold[held_out] = number
        scores[held_out] = GaussianNB().fit(features[others], digit[others]).predict_proba(features[held_out])
    rows = zip(digit.tolist(), fold.tolist(), scores, strict=True)
    return [(label, number, *(float(f"{value:.6g}") for value in row)) for label, number, row in rows]


MAKERS = (
    apples_oranges,
    sixteen_rows,
    ten_rows,
    four_rows,
    close_scores,
    two_ties,
    top_is_negative,
    constant,
    improved,
    ten_tied,
    five_rows,
    twenty_rows,
    rare_label,
    rare_found,
    thousand_each,
    swapped_models,
    three_curves,
    weak_model,
    breast_cancer,
    four_models,
    digits,
)


def write(name: str, rows: Iterable[tuple[object, ...]]) -> None:
    with (FOLDER / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS.get(name, LABEL_AND_SCORE))
        writer.writerows(rows)


if __name__ == "__main__":
    for maker in MAKERS:
        write(maker.__name__, maker())
