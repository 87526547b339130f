"""The part of the rows that a model is judged by, where others were for its training."""

from __future__ import annotations

from pr_curve_lab.reading.columns.label_values import label_values
from pr_curve_lab.reading.formats.table import Table

TRAINING = {"train", "training", "dev", "训练", "训练集"}
JUDGING = (
    "test", "testing", "holdout", "hold-out", "测试", "测试集",
    "valid", "validation", "val", "eval", "验证", "验证集",
)  # fmt: skip


def guess_part(table: Table, group: str | None) -> str | None:
    """The part of the rows that a model is judged by, where others were for its training.

    >>> import pandas as pd

    >>> guess_part(Table("t", pd.DataFrame({"split": ["train", "Test"]})), "split")
    'Test'
    """
    parts = {} if group is None else {value.casefold(): value for value in label_values(table, group)}
    if not TRAINING & parts.keys():
        return None
    return next((parts[name] for name in JUDGING if name in parts), None)
