"""Write every CSV of this folder: small ones a class can count, and a real one.

    python sample_data/make.py

The real data come with scikit-learn, so nothing is downloaded. The same versions write the same bytes.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression

FOLDER = Path(__file__).parent
Rows = list[tuple[object, object]]

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


def breast_cancer() -> Rows:
    """Benign (1) or malignant (0): trained on rows 0-99, scored on rows 100-568."""
    features, target = load_breast_cancer(return_X_y=True)
    model = LogisticRegression(solver="liblinear", C=1.0, random_state=1337).fit(features[:100], target[:100])
    scores = model.predict_proba(features[100:])[:, 1]
    return [(int(label), float(score)) for label, score in zip(target[100:], scores, strict=True)]


MAKERS = (apples_oranges, sixteen_rows, ten_rows, top_is_negative, constant, improved, breast_cancer)


def write(name: str, rows: Iterable[tuple[object, object]]) -> None:
    with (FOLDER / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("label", "score"))
        writer.writerows(rows)


if __name__ == "__main__":
    for maker in MAKERS:
        write(maker.__name__, maker())
