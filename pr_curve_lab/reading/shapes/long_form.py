"""Long form: models below one another, each with all the labels. They become columns of scores side by side."""

from __future__ import annotations

import numpy as np
import pandas as pd

from pr_curve_lab.reading.columns.names import group_named, is_id
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.guessed_roles import guess_roles
from pr_curve_lab.reading.roles.roles import Roles

MOST_MODELS = 20
FEWEST_ROWS = 4  # of a model; fewer have the same labels by chance


def widened(table: Table) -> Table | None:
    """The table with a column for each model, where a text column names models and their labels are the same.

    >>> frame = pd.DataFrame({"model": ["a"] * 4 + ["b"] * 4, "y": [1, 0, 0, 1] * 2, "score": range(8)})
    >>> widened(Table("t", frame)).frame.columns.tolist()
    ['y', 'a', 'b']
    """
    texts = [name for name in table.frame.columns if table.frame[name].dtype.kind == "O"]
    models = [name for name in texts if _can_name_models(table.frame[name])]
    if not models:
        return None
    roles = guess_roles(table)
    if roles.kind != "one":
        return None
    wide = (_side_by_side(table, roles, name) for name in models)
    return next((one for one in wide if one is not None), None)


def _can_name_models(column: pd.Series) -> bool:
    """Whether a column has few values, each as often as the others."""
    counts = column.value_counts()
    few = 2 <= len(counts) <= MOST_MODELS and counts.iloc[0] == counts.iloc[-1] >= FEWEST_ROWS
    return bool(few) and group_named([str(column.name)]) is None


def _have_equal_counts(model: pd.Series, label: pd.Series) -> bool:
    """Whether every block has each label as often as the others: quickly told, and seldom so by chance."""
    blocks, names = pd.factorize(model, use_na_sentinel=False)
    labels, values = pd.factorize(label, use_na_sentinel=False)
    counts = np.bincount(blocks * len(values) + labels, minlength=len(names) * len(values))
    return bool((counts.reshape(len(names), -1) == counts[: len(values)]).all())


def _side_by_side(table: Table, roles: Roles, model: str) -> Table | None:
    """The blocks of the models side by side; None where their labels differ."""
    if model in (roles.label, *roles.scores) or not _have_equal_counts(table.frame[model], table.frame[roles.label]):
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
