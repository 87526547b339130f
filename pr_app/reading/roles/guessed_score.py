"""The column that is the score of one label: by its name, else by its values."""

from __future__ import annotations

import pandas as pd

from pr_app.reading.columns.kinds import is_row_number
from pr_app.reading.columns.label_values import label_values
from pr_app.reading.columns.names import SCORES, is_day, is_money, is_named, score_named
from pr_app.reading.columns.scores import model_columns, two_class_columns
from pr_app.reading.tables import Table


def score_of_positive(table: Table, label: str, positive: str | None, columns: list[str]) -> str | None:
    """The column that scores the positive value, where both values have one."""
    negative = [value for value in label_values(table, label) if value != positive]
    if positive is None or len(negative) != 1:
        return None
    pair = two_class_columns(table.frame, positive, negative[0], columns)
    return None if pair is None else pair[0]


def named_score(frame: pd.DataFrame, names: list[str], numeric: list[str]) -> str | None:
    """A column called score is the score even if half its cells are not numbers: that is then the problem to name."""
    exact = next((name for name in names if is_named(SCORES, name)), None)
    numbers = [name for name in names if name in numeric]
    varied = [name for name in numbers if frame[name].nunique() > 2]  # two values are decisions, not scores
    return exact or score_named(varied or numbers)


def likeliest_score(frame: pd.DataFrame, names: list[str], numeric: list[str]) -> str:
    """Numbers that do not only count rows; of these probabilities, then no days or money, fractions, the most varied.

    >>> frame = pd.DataFrame({"amount": [12.5, 8.99, 31.0], "logit": [-1.2, 0.3, -1.2], "age": [31, 40, 52]})
    >>> likeliest_score(frame, ["amount", "logit", "age"], ["amount", "logit", "age"])
    'logit'
    >>> likeliest_score(frame.assign(forest=[0.1, 0.7, 0.1]), ["logit", "forest"], ["logit", "forest"])
    'forest'
    """
    probable = model_columns(frame, [name for name in names if name in numeric])

    def likeliness(name: str) -> tuple[bool, ...]:
        column, other = frame[name], is_day(name) or is_money(name)
        return name in numeric, not is_row_number(name, column), name in probable, not other, column.dtype.kind == "f"

    return max(names, key=lambda name: (*likeliness(name), frame[name].nunique()))
