"""What several columns of scores are: models of one label, classes of one label, or labels with a column of their own.

Guessed from names, because values cannot tell: a class "VF" is scored by a column VF or p_VF, a label y_cat by s_cat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pandas as pd

LABEL_WORDS = ("y", "true", "label", "target", "truth", "is", "actual")
SCORE_WORDS = ("s", "p", "score", "prob", "proba", "probability", "pred", "y", "yhat")
NEARLY = 1e-3  # probabilities of two classes, rounded to a few decimals, sum to one


def classes_by_column(values: Sequence[str], columns: Sequence[str]) -> dict[str, str] | None:
    """The class that each column scores, where all classes have one, alike but for the class: VF, F or p_VF, p_F.

    A further column of the same form scores a class that no row has. None where a class has no column.

    >>> classes_by_column(["a", "b"], ["p_a", "p_b", "p_c"])
    {'p_a': 'a', 'p_b': 'b', 'p_c': 'c'}
    >>> classes_by_column(["a", "c"], ["a", "b"]) is None
    True
    """
    for before, after in _frames(values[0], columns):
        if all(before + value + after in columns for value in values):
            alike = [one for one in columns if one.startswith(before) and one.endswith(after)]
            return {one: one[len(before) : len(one) - len(after)] for one in alike}
    return None


def labels_by_column(labels: Sequence[str], columns: Sequence[str]) -> dict[str, str] | None:
    """The label of each column, by what their names have in common: y_cat and s_cat; None where one stays alone.

    >>> labels_by_column(["y_cat", "y_dog"], ["s_dog", "s_cat"])
    {'s_dog': 'y_dog', 's_cat': 'y_cat'}
    """
    by_stem = {_stem(label, LABEL_WORDS): label for label in labels}
    paired = {column: by_stem.get(_stem(column, SCORE_WORDS)) for column in columns}
    matched = {column: label for column, label in paired.items() if label is not None}
    complete = len(by_stem) == len(labels) == len(matched) == len(set(matched.values())) and "" not in by_stem
    return matched if complete else None


def model_columns(frame: pd.DataFrame, columns: Sequence[str]) -> list[str]:
    """The columns that can be models' probabilities: fractions between 0 and 1, and not two that sum to one.

    >>> model_columns(pd.DataFrame({"a": [0.1, 0.2], "b": [0.9, 0.8], "c": [3, 4]}), ["a", "b", "c"])
    []
    """
    floats = [name for name in columns if frame[name].dtype.kind == "f"]
    between = [name for name in floats if frame[name].between(0, 1).where(frame[name].notna(), True).all()]
    fractions = [name for name in between if (frame[name] != frame[name].round()).any()]
    if len(fractions) == 2 and ((frame[fractions[0]] + frame[fractions[1]] - 1).abs() < NEARLY).all():
        return []
    return fractions


def _frames(value: str, columns: Sequence[str]) -> list[tuple[str, str]]:
    """The text before and after a class in the columns whose names contain it, the barest first."""
    found = {(one[: at.start()], one[at.end() :]) for one in columns for at in re.finditer(re.escape(value), one)}
    return sorted(found, key=lambda frame: (len(frame[0]) + len(frame[1]), frame))


def _stem(name: str, words: Sequence[str]) -> str:
    return " ".join(part for part in re.split(r"[^0-9a-z\u4e00-\u9fff]+", name.lower()) if part and part not in words)
