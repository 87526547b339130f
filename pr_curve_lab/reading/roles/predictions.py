"""Confidence in a prediction: high for a sure yes and for a sure no, so it is no score of the positive value."""

from __future__ import annotations

import numpy as np
import pandas as pd

from pr_curve_lab.reading.columns.label_values import MOST_LABEL_VALUES, label_values
from pr_curve_lab.reading.columns.names import words_of
from pr_curve_lab.reading.formats.table import Table, text_of

CONFIDENCE = {"confidence", "confidences", "conf", "certainty", "sureness", "置信度", "把握"}
WHOLES = (1.0, 100.0)  # what two confidences add up to: shares, or per cent


def predictions_of(table: Table, label: str, positive: str | None, score: str) -> str | None:
    """The column of predictions that a score is the confidence of; None where it scores the positive value itself.

    It is named a confidence, a column beside it has the values of the label, and no threshold on it gives that column.

    >>> frame = pd.DataFrame({"y": ["a", "b", "b"], "predicted": ["a", "b", "a"], "confidence": [0.9, 0.8, 0.6]})
    >>> predictions_of(Table("t", frame), "y", "a", "confidence")
    'predicted'
    """
    columns = [name for name in table.frame.columns if name not in (label, score)]
    if not _is_confidence(score, columns):
        return None
    values = label_values(table, label)
    if not 2 <= len(values) <= MOST_LABEL_VALUES:
        return None
    found = (name for name in columns if _has_values_of(table, name, set(values)))
    return next((name for name in found if not _follows(table, name, positive, score)), None)


def about_positive(confidence: np.ndarray, predicted: pd.Series, positive: str | None) -> np.ndarray:
    """Scores of the positive value, shape (n_rows,): the confidence where that is predicted, else what is left of one.

    >>> about_positive(np.array([0.9, 0.8]), pd.Series(["a", "b"]), "a").round(3).tolist()
    [0.9, 0.2]
    """
    whole = next((whole for whole in WHOLES if np.nanmax(confidence, initial=0.0) <= whole), None)
    left = -confidence if whole is None else whole - confidence
    return np.where(text_of(predicted) == positive, confidence, left)


def _is_confidence(score: str, columns: list[str]) -> bool:
    """Whether a name says so; one program calls it prediction beside predicted."""
    words = words_of(score)
    return bool(CONFIDENCE & set(words)) or (words == ("prediction",) and "predicted" in columns)


def _has_values_of(table: Table, name: str, values: set[str]) -> bool:
    found = label_values(table, name) if table.frame[name].dtype.kind != "f" else []
    return 0 < len(found) <= len(values) and set(found) <= values


def _follows(table: Table, name: str, positive: str | None, score: str) -> bool:
    """Whether a threshold on the score gives the predictions: then it scores the positive value."""
    number = pd.to_numeric(table.frame[score], errors="coerce").to_numpy(np.float64, na_value=np.nan)
    yes = text_of(table.frame[name]) == positive
    if not yes.any() or yes.all():
        return False
    return bool(np.nanmin(number[yes], initial=np.inf) >= np.nanmax(number[~yes], initial=-np.inf))
