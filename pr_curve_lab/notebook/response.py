"""Scores of a fitted classifier: its probability of the positive class, or its decision function towards it."""

from __future__ import annotations

from typing import Any

import numpy as np

RESPONSES = ("predict_proba", "decision_function")


def response_of(estimator: Any, X: Any, response_method: str, pos_label: object) -> tuple[np.ndarray, Any]:  # noqa: N803
    """The score of each row, shape (n_rows,), and the positive label: that asked for, else the second class.

    response_method: predict_proba, decision_function, or auto: the first of them that there is.

    Raises
    ------
    ValueError: not two classes; a label that is none of them; no scores; no such method.
    """
    classes = np.asarray(getattr(estimator, "classes_", ()))
    name = type(estimator).__name__
    if classes.shape != (2,):
        raise ValueError(f"estimator must be a fitted classifier of two classes, got {name} with {classes.tolist()}")
    positive = classes[1] if pos_label is None else pos_label
    if positive not in classes.tolist():
        raise ValueError(f"pos_label must be one of the classes {classes.tolist()}, got {pos_label!r}")
    there = [one for one in RESPONSES if hasattr(estimator, one)]
    if not there:
        raise ValueError(f"estimator has neither {' nor '.join(RESPONSES)}, got {name}")
    method = there[0] if response_method == "auto" else response_method
    if method not in there:
        raise ValueError(f"response_method must be one that {name} has of auto, {', '.join(RESPONSES)}, got "
                         f"{response_method!r}")  # fmt: skip
    response = np.asarray(getattr(estimator, method)(X))
    if response.ndim == 2:
        return response[:, classes.tolist().index(positive)], positive
    return response if positive == classes[1] else -response, positive


def rows_at(values: Any, indices: Any) -> Any:
    """Some rows of a table, an array or a list.

    >>> rows_at([5, 6, 7], [2, 0])
    [7, 5]
    """
    if hasattr(values, "iloc"):
        return values.iloc[indices]
    return values[indices] if hasattr(values, "shape") else [values[index] for index in indices]
