"""Tables of another shape: confusion matrices, counts, points of a curve, models below one another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import SCORES, group_named, is_id, label_named, split_name
from pr_curve_lab.io.files import parse_file
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.io.table import ScoreBins, Table
from pr_curve_lab.schema.column_values import is_numeric_column
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_curve_lab.schema.multi_scores import classes_by_column
from pr_curve_lab.schema.roles import Roles

MAX_CLASSES = 50


def is_confusion_matrix(table: Table) -> bool:
    """Whether each line is a class, each other column counts one, and all are whole numbers.

    >>> import pandas as pd
    >>> is_confusion_matrix(Table("t", pd.DataFrame({"actual": ["a", "b"], "a": [7, 1], "b": [2, 9]})))
    True
    """
    first, *others = table.frame.columns
    names = [str(name) for name in table.frame[first]]
    if table.frame[first].dtype.kind != "O" or not 2 <= len(names) == len(set(names)) <= MAX_CLASSES:
        return False
    whole = all(table.frame[name].dtype.kind in "iu" for name in others)
    return whole and len(others) == len(names) and classes_by_column(names, [str(name) for name in others]) is not None


POSITIVES = {("positives",), ("n", "positives"), ("n", "positive"), ("n", "pos"), ("pos",), ("正例数",), ("正例",)}
NEGATIVES = {("negatives",), ("n", "negatives"), ("n", "negative"), ("n", "neg"), ("neg",), ("负例数",), ("负例",)}
UPPER_BOUND = {("highest",), ("highest", "score"), ("score", "highest")}  # score of a bin, whose lowest is its score
LABEL, COUNT, WEIGHTS = "label", "count", "weights"  # of the lines


def expand_counts(table: Table) -> Table | Problem | None:
    """The table with a line for the positives and one for the negatives of each score, if there are any.

    Sums of weights, which are no whole numbers, become weights of such lines; a group goes along. With a highest
    score beside each score a line is a bin; bins that overlap are a problem.

    >>> frame = pd.DataFrame({"score": [0.9, 0.1], "positives": [3, 0], "negatives": [1, 7]})
    >>> expand_counts(Table("t", frame)).frame.values.tolist()
    [[0.9, 1.0, 3.0], [0.9, 0.0, 1.0], [0.1, 0.0, 7.0]]
    """
    frame = table.frame
    positives = next((name for name in frame.columns if split_name(name) in POSITIVES), None)
    negatives = next((name for name in frame.columns if split_name(name) in NEGATIVES), None)
    groups = [name for name in frame.columns if group_named([name])]
    highest = next((name for name in frame.columns if split_name(name) in UPPER_BOUND), None)
    others = [name for name in frame.columns if name not in (positives, negatives, highest, *groups)]
    scores = [name for name in others if is_numeric_column(frame[name])]
    if positives is None or negatives is None or not scores or not _is_count_frame(frame[[positives, negatives]]):
        return None
    score = next((name for name in scores if split_name(name)[-1:] in [(want,) for want in SCORES]), scores[0])
    counts = frame[[positives, negatives]].to_numpy().ravel()
    lines = {
        **{name: np.repeat(frame[name].to_numpy(), 2) for name in (*groups, score)},
        LABEL: np.tile([1, 0], len(frame)),
        COUNT if counts.dtype.kind in "iu" else WEIGHTS: counts,
    }
    notes = [*table.notes, Problem("counts_read", positives=positives, negatives=negatives, column=score)]
    if counts.dtype.kind == "f":
        notes.append(Problem("sums_read", positives=positives, negatives=negatives))
    bins = None if highest is None else _bins(table, score, highest)
    if isinstance(bins, Problem):
        return bins
    if bins is not None:
        notes.append(Problem("bins_read", count=bins.n_multi_score, column=score, highest=highest))
    return Table(table.name, pd.DataFrame(lines)[counts > 0].reset_index(drop=True), tuple(notes), bins=bins)


def _bins(table: Table, score: str, upper: str) -> ScoreBins | Problem | None:
    """The bins of all lines; None where each line has one score, a problem where one begins in another."""
    low, high = (pd.to_numeric(table.frame[name], errors="coerce").to_numpy(np.float64) for name in (score, upper))
    both = np.unique(np.column_stack((low, high))[np.isfinite(low)], axis=0)
    low, high = both.T
    wrong = ~(high >= low) | np.append(high[:-1] >= low[1:], False)[: low.size]
    if wrong.any():
        return Problem("bins_overlap", column=score, highest=upper, value=str(low[np.argmax(wrong)]))
    return ScoreBins(score, low, high) if (high > low).any() else None


def _is_count_frame(frame: pd.DataFrame) -> bool:
    return all(frame[name].dtype.kind in "iuf" and bool((frame[name] >= 0).all()) for name in frame.columns)


RECALL = {("recall",), ("recalls",), ("rec",), ("sensitivity",), ("tpr",), ("召回率",), ("查全率",)}
PRECISION = {("precision",), ("precisions",), ("prec",), ("ppv",), ("精确率",), ("查准率",), ("精度",)}
THRESHOLD = {("threshold",), ("thresholds",), ("cutoff",), ("阈值",)}
EMPTY = ("", "nan", "na", "none", "null")
# What else tools write beside them, and the number of the row.
OTHER_COLUMNS = {
    *((name,) for name in ("tp", "fp", "fn", "tn", "fpr", "specificity", "accuracy", "index")),
    ("f", "1"), ("f", "1", "score"), ("unnamed", "0"),
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class CurvePoints:
    """Points as they were given, recall rising; every array has shape (n_points,)."""

    name: str  # of the file
    recall: np.ndarray
    precision: np.ndarray
    threshold: np.ndarray  # nan where a point has none
    n_missing: int = 0  # points that lack one of the two, and are left out


def is_curve_table(table: Table) -> bool:
    """Whether a table has recall and precision, between 0 and 1, and beside them thresholds and such at most.

    >>> is_curve_table(Table("t", pd.DataFrame({"recall": [0.5, 1.0], "precision": [1.0, 0.5]})))
    True
    """
    names = {split_name(name): name for name in table.frame.columns}
    found = [names[words] for words in names if words in RECALL | PRECISION]
    if not (RECALL & names.keys() and PRECISION & names.keys()):
        return False
    others = [names[words] for words in names.keys() - RECALL - PRECISION - THRESHOLD - OTHER_COLUMNS]
    if label_named(others) is not None or any(_to_numeric(table.frame[name]) is not None for name in others):
        return False  # words beside them name models: several curves
    numbers = (_to_numeric(table.frame[name]) for name in found)
    return all(one is not None and ((one >= 0) & (one <= 1) | np.isnan(one)).all() for one in numbers)


def is_roc_table(table: Table) -> bool:
    """Whether a table has false and true positive rates, and no precision.

    >>> import pandas as pd
    >>> is_roc_table(Table("t", pd.DataFrame({"fpr": [0.5, 1.0], "tpr": [1.0, 1.0], "threshold": [0.9, 0.1]})))
    True
    """
    names = {split_name(name) for name in table.frame.columns}
    return bool(RECALL & names) and ("fpr",) in names and not names - RECALL - THRESHOLD - OTHER_COLUMNS


def read_points(name: str, content: bytes) -> CurvePoints | None:
    """The points of a curve in a file, if it holds any in an order that can be followed.

    >>> read_points("t.csv", b"precision,recall\\n0.5,1\\n1,0.5\\n1,0\\n").recall.tolist()
    [0.0, 0.5, 1.0]
    """
    tables = parse_file(name, content)
    tables = [] if isinstance(tables, Problem) else tables
    found = [table for table in tables if is_curve_table(table) and _one_curve(table)]
    return points_of(found[0]) if found else None


def points_of(table: Table) -> CurvePoints | None:
    """The points in the order of the file or against it, whichever way recall rises, else by falling threshold.

    >>> frame = pd.DataFrame({"threshold": [1, 3, 2], "recall": [1, 0.2, 0.4], "precision": [0.5, 1, 0.7]})
    >>> points_of(Table("t", frame)).precision.tolist()
    [1.0, 0.7, 0.5]
    """
    columns = {split_name(name): _to_numeric(table.frame[name]) for name in table.frame.columns}
    recall, precision = (next(columns[words] for words in columns if words in of) for of in (RECALL, PRECISION))
    if recall is None or precision is None:
        return None
    threshold = next((columns[words] for words in columns if words in THRESHOLD), None)
    threshold = np.full(recall.size, np.nan) if threshold is None else threshold
    known = ~(np.isnan(recall) | np.isnan(precision))
    given = np.column_stack((recall, precision, threshold))[known]
    if not given.size:
        return None
    by_threshold = np.argsort(-given[:, 2], kind="stable")
    for order in (np.arange(len(given)), np.arange(len(given))[::-1], by_threshold, by_threshold[::-1]):
        if (np.diff(given[order, 0]) >= 0).all():
            recall, precision, threshold = given[order].T
            return CurvePoints(table.name, recall, precision, threshold, int((~known).sum()))
    return None


def _one_curve(table: Table) -> bool:
    """Whether no column names models: several curves below one another are none together."""
    return all(_to_numeric(table.frame[name]) is not None for name in table.frame.columns)


def _to_numeric(series: pd.Series) -> np.ndarray | None:
    """The cells as numbers, nan where one is empty; None where they hold words."""
    if series.dtype.kind in "iuf":
        return series.to_numpy(np.float64)
    text = series.astype(str).str.strip().str.lower()
    values = pd.to_numeric(text, errors="coerce").to_numpy(np.float64, na_value=np.nan)
    return values if (~np.isnan(values) | text.isin(EMPTY).to_numpy()).all() else None


MAX_MODELS = 20
MIN_ROWS = 4  # of a model; fewer have the same labels by chance


def pivot_models(table: Table) -> Table | None:
    """The table with a column for each model, where a text column names models and their labels are the same.

    >>> frame = pd.DataFrame({"model": ["a"] * 4 + ["b"] * 4, "y": [1, 0, 0, 1] * 2, "score": range(8)})
    >>> pivot_models(Table("t", frame)).frame.columns.tolist()
    ['y', 'a', 'b']
    """
    texts = [name for name in table.frame.columns if table.frame[name].dtype.kind == "O"]
    models = [name for name in texts if _can_name_models(table.frame[name])]
    if not models:
        return None
    roles = infer_roles(table)
    if roles.kind != "one":
        return None
    wide = (_side_by_side(table, roles, name) for name in models)
    return next((one for one in wide if one is not None), None)


def _can_name_models(column: pd.Series) -> bool:
    """Whether a column has few values, each as often as the others."""
    counts = column.value_counts()
    few = 2 <= len(counts) <= MAX_MODELS and counts.iloc[0] == counts.iloc[-1] >= MIN_ROWS
    return bool(few) and group_named([str(column.name)]) is None


def _has_equal_counts(model: pd.Series, label: pd.Series) -> bool:
    """Whether every block has each label as often as the others: quickly told, and seldom so by chance."""
    blocks, names = pd.factorize(model, use_na_sentinel=False)
    labels, values = pd.factorize(label, use_na_sentinel=False)
    counts = np.bincount(blocks * len(values) + labels, minlength=len(names) * len(values))
    return bool((counts.reshape(len(names), -1) == counts[: len(values)]).all())


def _side_by_side(table: Table, roles: Roles, model: str) -> Table | None:
    """The blocks of the models side by side; None where their labels differ."""
    if model in (roles.label, *roles.scores) or not _has_equal_counts(table.frame[model], table.frame[roles.label]):
        return None
    blocks = {str(name): block for name, block in table.frame.groupby(model, sort=False)}
    key = _key(table.frame, blocks)
    if key is not None:
        blocks = {name: block.sort_values(key, kind="stable") for name, block in blocks.items()}
    first, *others = [block.reset_index(drop=True) for block in blocks.values()]
    same = [name for name in first.columns if name != model and all(first[name].equals(one[name]) for one in others)]
    score = roles.scores[0]
    if roles.label not in same or score in same or set(blocks) & set(same):
        return None
    scores = {name: block[score].to_numpy() for name, block in blocks.items()}
    frame = pd.concat([first[same], pd.DataFrame(scores)], axis=1)
    note = Problem("long_form", column=model, count=len(blocks), listed=", ".join(blocks))
    return Table(table.name, frame, (*table.notes, note))


def _key(frame: pd.DataFrame, blocks: dict[str, pd.DataFrame]) -> str | None:
    """The column that names the cases, the same in every block."""
    for name in frame.columns:
        values = [set(block[name]) for block in blocks.values()]
        if is_id(str(name)) and all(one == values[0] and len(one) == len(frame) / len(blocks) for one in values):
            return str(name)
    return None
