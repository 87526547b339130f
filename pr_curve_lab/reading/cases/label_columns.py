"""What is true of each row, as the label columns say it: one answer for all models, or one a class, or one a label."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from pr_curve_lab.reading.columns.label_meanings import PLAIN, bare
from pr_curve_lab.reading.columns.label_values import MOST_LABEL_VALUES, label_text, label_values
from pr_curve_lab.reading.columns.scores import classes_by_column
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.roles import Roles


@dataclass(frozen=True, eq=False)
class LabelColumns:
    """The label columns, read; what a task's column is and which of its values is positive."""

    of: Roles
    text: dict[str, np.ndarray]  # by label column, (n_rows,)
    values: dict[str, tuple[str, ...]]  # by label column, the distinct ones
    asked: dict[str, tuple[str, str]]  # by name of the task: its label column and its positive value

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tasks."""
        return tuple(self.asked)

    @property
    def unknown(self) -> dict[str, np.ndarray]:
        """The rows whose cell is empty, by label column."""
        return {column: text == "" for column, text in self.text.items()}

    def roles(self, name: str) -> Roles:
        """The roles with the label and the positive value of one task."""
        column, value = self.asked[name]
        return replace(self.of, label=column, positive=value)

    def negative_values(self, name: str) -> tuple[str, ...]:
        """The label values that count as negative in one task."""
        column, positive = self.asked[name]
        return tuple(value for value in self.values[column] if value != positive)

    def positive(self, keep: np.ndarray) -> np.ndarray:
        """A mask of the kept rows that are positive in each task, shape (n_kept, n_tasks)."""
        answers = {pair: (self.text[pair[0]] == pair[1])[keep] for pair in set(self.asked.values())}
        if len(answers) == 1:
            answer = next(iter(answers.values()))
            return np.broadcast_to(answer[:, None], (answer.size, len(self.asked)))
        return np.column_stack([answers[pair] for pair in self.asked.values()])

    def one_class_left(self, keep: np.ndarray) -> Problem:
        """Why no task has both positives and negatives among the kept rows."""
        column = next(iter(self.asked.values()))[0]
        return Problem("one_class_left", column=column, value=str(self.text[column][keep][0]))


def read_label_columns(table: Table, roles: Roles) -> tuple[LabelColumns | None, list[Problem]]:
    """Read the label columns; without label columns the problems say why, with them what else is wrong.

    >>> table = Table("t", pd.DataFrame({"y": ["a", "b"], "s": [0.9, 0.2]}))
    >>> read_label_columns(table, Roles("y", "a", ("s",)))[0].asked
    {'s': ('y', 'a')}
    """
    columns = roles.labels if roles.kind == "labels" else (roles.label,)
    both = next((column for column in columns if column in roles.scores), None)
    if both is not None:
        return None, [Problem("score_is_label", column=both)]
    if roles.kind == "labels" and len(columns) != len(roles.scores):
        return None, [Problem("labels_unequal", labels=len(columns), scores=len(roles.scores))]
    text = {column: label_text(table, column) for column in columns}
    values = {column: tuple(label_values(table, column)) for column in columns}
    asked, problems = _asked(roles, text, values)
    return LabelColumns(roles, text, values, asked), problems


Texts = dict[str, np.ndarray]
Values = dict[str, tuple[str, ...]]
Asked = dict[str, tuple[str, str]]


def _asked(roles: Roles, text: Texts, values: Values) -> tuple[Asked, list[Problem]]:
    if roles.kind == "labels":
        positive = {column: _positive_of_two(values[column]) for column in roles.labels}
        problems = [Problem("indicator_not_binary", column=one) for one, value in positive.items() if value is None]
        return {column: (column, value or "") for column, value in positive.items()}, problems
    known = values[roles.label]
    if len(known) > MOST_LABEL_VALUES:
        count = int(pd.Series(text[roles.label]).nunique())
        return _same_for_all(roles), [Problem("label_many_values", column=roles.label, count=count)]
    if len(known) == 1:
        return _same_for_all(roles), [Problem("one_class", column=roles.label, value=known[0])]
    return _classes(roles, known) if roles.kind == "classes" else _one_value(roles, text[roles.label], known)


def _same_for_all(roles: Roles) -> Asked:
    return dict.fromkeys(roles.scores, (roles.label, roles.positive or ""))


def _one_value(roles: Roles, text: np.ndarray, values: tuple[str, ...]) -> tuple[Asked, list[Problem]]:
    """One label and its positive value, for one score or for several models."""
    asked = _same_for_all(roles)
    if roles.positive is None and len(values) > 2:
        row = int(np.flatnonzero(text == values[2])[0]) + 1
        listed = ", ".join(values)
        return asked, [Problem("label_not_binary", row=row, column=roles.label, value=values[2], values=listed)]
    return asked, [] if roles.positive in values else [Problem("positive_unknown", column=roles.label)]


def _classes(roles: Roles, values: tuple[str, ...]) -> tuple[Asked, list[Problem]]:
    """Every class against the rest."""
    classes = classes_by_column(values, roles.scores) if values else None
    if classes is not None and len(classes) == len(roles.scores):
        return {classes[score]: (roles.label, classes[score]) for score in roles.scores}, []
    listed = ", ".join(values)
    problem = Problem("class_unmatched", column=roles.label, values=listed, scores=", ".join(roles.scores))
    return _same_for_all(roles), [problem]


def _positive_of_two(values: tuple[str, ...]) -> str | None:
    """The value that says yes; None of values that say neither yes nor no."""
    if set(values) <= {"0", "1"} or set(values) == {"-1", "1"}:
        return "1"
    named = [value for value in values if any(bare(value) in yes for yes, _ in PLAIN)]
    return named[0] if len(named) == 1 and len(values) <= 2 else None
