"""Cells of a column as labels, numbers, weights, days or amounts, with what is wrong with them.

A problem names the first of the rows that have it, and says how many they are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import DAYS, is_amount, is_day, is_named, split_name
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.io.table import MISSING, Table
from pr_curve_lab.schema.column_values import MAX_LABEL_VALUES, YES_NO_PAIRS, label_text, label_values, normalize_value
from pr_curve_lab.schema.multi_scores import classes_by_column
from pr_curve_lab.schema.roles import Roles, other_numeric_columns
from pr_metrics.validation import LARGEST_EXACT_INTEGER

MAX_PLAIN_NUMBER = 1e25  # larger numbers are not identifiers or counts but come with an exponent


@dataclass(frozen=True, eq=False)
class Numbers:
    """A column as float64, the rows where its cell is empty, and what else is wrong with it."""

    values: np.ndarray
    unknown: np.ndarray
    problems: list[Problem]


def read_numbers(role: str, series: pd.Series, column: str) -> Numbers:
    """Read a column as numbers; text, infinity and integers too large are problems, empty cells are unknown."""
    if series.dtype.kind in "iufb":
        values = series.to_numpy(np.float64)
        words = np.zeros(values.shape, dtype=bool)
    else:
        text = series.astype(str)
        values = pd.to_numeric(text, errors="coerce").to_numpy(np.float64, na_value=np.nan)
        words = np.isnan(values) & ~text.str.lower().isin(MISSING).to_numpy()
    wrong = {
        "not_number": words,
        "infinite": np.isinf(values),
        "too_large": _is_not_exact(series, values),
    }
    problems = [
        at_rows(f"{role}_{kind}", rows, column=column, value=str(series.iloc[np.flatnonzero(rows)[0]]))
        for kind, rows in wrong.items()
        if rows.any()
    ]
    return Numbers(values, np.isnan(values) & ~words, problems)


def read_weights(table: Table, column: str) -> Numbers:
    """Read a column as weights: numbers that are not negative, not all 0, and have a finite sum."""
    weight = read_numbers("weight", table.frame[column], column)
    negative = weight.values < 0
    if negative.any():
        value = str(table.frame[column].iloc[np.flatnonzero(negative)[0]])
        weight.problems.append(at_rows("weight_negative", negative, column=column, value=value))
    elif not weight.problems and not (weight.values > 0).any():
        weight.problems.append(Problem("weight_all_zero", column=column))
    with np.errstate(over="ignore"):
        if not weight.problems and np.isinf(np.nansum(weight.values)):
            weight.problems.append(Problem("weight_sum_infinite", column=column))
    return weight


def with_line(problem: Problem, table: Table) -> Problem:
    """Add the line of the file to a problem that names a row, for whoever mends the file in an editor."""
    if "row" not in problem.params:
        return problem
    place = problem.params["row"]
    for row in table.excluded_rows:
        place += row <= place
    if table.line_offset is None:
        return Problem(problem.key, **problem.params | {"row": place})
    return Problem(problem.key, **problem.params, line=place + table.line_offset)


def at_rows(key: str, rows: np.ndarray, **params: Any) -> Problem:
    """A problem that names the first of its rows and says how many there are."""
    return Problem(key, row=int(np.flatnonzero(rows)[0]) + 1, **params, count=int(rows.sum()))


def _is_not_exact(series: pd.Series, values: np.ndarray) -> np.ndarray:
    """Integers that float64 cannot tell apart; integer columns are compared before they are converted.

    Integers of twenty digits, or beside an empty cell, come as float64 already; what is larger still is no identifier
    or count but was written with an exponent.
    """
    if series.dtype.kind in "iu":
        integers = series.to_numpy()
        return np.asarray((integers > LARGEST_EXACT_INTEGER) | (integers < -LARGEST_EXACT_INTEGER))
    size = np.abs(values)
    return np.asarray((size >= LARGEST_EXACT_INTEGER) & (size < MAX_PLAIN_NUMBER) & (np.floor(values) == values))


@dataclass(frozen=True, eq=False)
class LabelColumns:
    """The label columns, read; what a task's column is and which of its values is positive."""

    table_roles: Roles
    text: dict[str, np.ndarray]  # by label column, (n_rows,)
    values: dict[str, tuple[str, ...]]  # by label column, the distinct ones
    targets: dict[str, tuple[str, str]]  # by name of the task: its label column and its positive value

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tasks."""
        return tuple(self.targets)

    @property
    def unknown(self) -> dict[str, np.ndarray]:
        """The rows whose cell is empty, by label column."""
        return {column: text == "" for column, text in self.text.items()}

    def roles(self, name: str) -> Roles:
        """The roles with the label and the positive value of one task."""
        column, value = self.targets[name]
        return replace(self.table_roles, label=column, positive=value)

    def negative_values(self, name: str) -> tuple[str, ...]:
        """The label values that count as negative in one task."""
        column, positive = self.targets[name]
        return tuple(value for value in self.values[column] if value != positive)

    def positive(self, keep: np.ndarray) -> np.ndarray:
        """A mask of the kept rows that are positive in each task, shape (n_kept, n_tasks)."""
        answers = {pair: (self.text[pair[0]] == pair[1])[keep] for pair in set(self.targets.values())}
        if len(answers) == 1:
            answer = next(iter(answers.values()))
            return np.broadcast_to(answer[:, None], (answer.size, len(self.targets)))
        return np.column_stack([answers[pair] for pair in self.targets.values()])

    def one_class_left(self, keep: np.ndarray) -> Problem:
        """Why no task has both positives and negatives among the kept rows."""
        column = next(iter(self.targets.values()))[0]
        return Problem("one_class_left", column=column, value=str(self.text[column][keep][0]))


def read_label_columns(table: Table, roles: Roles) -> tuple[LabelColumns | None, list[Problem]]:
    """Read the label columns; without label columns the problems say why, with them what else is wrong.

    >>> table = Table("t", pd.DataFrame({"y": ["a", "b"], "s": [0.9, 0.2]}))
    >>> read_label_columns(table, Roles("y", "a", ("s",)))[0].targets
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
    asked, problems = _find_labels(roles, text, values)
    return LabelColumns(roles, text, values, asked), problems


Texts = dict[str, np.ndarray]
Values = dict[str, tuple[str, ...]]
Targets = dict[str, tuple[str, str]]


def _find_labels(roles: Roles, text: Texts, values: Values) -> tuple[Targets, list[Problem]]:
    if roles.kind == "labels":
        positive = {column: _boolean_positive(values[column]) for column in roles.labels}
        problems = [Problem("indicator_not_binary", column=one) for one, value in positive.items() if value is None]
        return {column: (column, value or "") for column, value in positive.items()}, problems
    known = values[roles.label]
    if len(known) > MAX_LABEL_VALUES:
        count = int(pd.Series(text[roles.label]).nunique())
        return _same_for_all(roles), [Problem("label_many_values", column=roles.label, count=count)]
    if len(known) == 1:
        return _same_for_all(roles), [Problem("one_class", column=roles.label, value=known[0])]
    return _classes(roles, known) if roles.kind == "classes" else _one_value(roles, text[roles.label], known)


def _same_for_all(roles: Roles) -> Targets:
    return dict.fromkeys(roles.scores, (roles.label, roles.positive or ""))


def _one_value(roles: Roles, text: np.ndarray, values: tuple[str, ...]) -> tuple[Targets, list[Problem]]:
    """One label and its positive value, for one score or for several models."""
    asked = _same_for_all(roles)
    if roles.positive is None and len(values) > 2:
        row = int(np.flatnonzero(text == values[2])[0]) + 1
        listed = ", ".join(values)
        return asked, [Problem("label_not_binary", row=row, column=roles.label, value=values[2], values=listed)]
    return asked, [] if roles.positive in values else [Problem("positive_unknown", column=roles.label)]


def _classes(roles: Roles, values: tuple[str, ...]) -> tuple[Targets, list[Problem]]:
    """Every class against the rest."""
    classes = classes_by_column(values, roles.scores) if values else None
    if classes is not None and len(classes) == len(roles.scores):
        return {classes[score]: (roles.label, classes[score]) for score in roles.scores}, []
    listed = ", ".join(values)
    problem = Problem("class_unmatched", column=roles.label, values=listed, scores=", ".join(roles.scores))
    return _same_for_all(roles), [problem]


def _boolean_positive(values: tuple[str, ...]) -> str | None:
    """The value that says yes; None of values that say neither yes nor no."""
    if set(values) <= {"0", "1"} or set(values) == {"-1", "1"}:
        return "1"
    named = [value for value in values if any(normalize_value(value) in yes for yes, _ in YES_NO_PAIRS)]
    return named[0] if len(named) == 1 and len(values) <= 2 else None


def amount_columns(table: Table, roles: Roles, positives: np.ndarray) -> tuple[str, ...]:
    """The columns of numbers that play no part, those named like money first. positives: the rows, by position.

    Nothing but the positives' amounts is counted: none of them may be below 0, nor all be 0 or empty.

    >>> import pandas as pd

    >>> frame = pd.DataFrame({"y": [1, 1, 0], "s": [0.1, 0.2, 0.3], "age": [9, 5, 7], "loss": [3.5, 0, ""]})
    >>> table, roles = Table("t", frame), Roles("y", "1", ("s",))
    >>> amount_columns(table, roles, np.array([0, 1])), amount_columns(table, roles, np.array([1]))
    (('loss', 'age'), ('age',))
    """
    columns = {name: table.frame[name].iloc[positives] for name in other_numeric_columns(table, roles)}
    possible = [name for name, column in columns.items() if _is_valid_amount(read_numbers("amount", column, name))]
    return tuple(sorted(possible, key=lambda name: not is_amount(name)))


def amounts_of(table: Table, column: str) -> np.ndarray:
    """The amount of each row of the table; nan where the cell is empty.

    >>> import pandas as pd

    >>> amounts_of(Table("t", pd.DataFrame({"loss": ["2", "", "1.5"]})), "loss").tolist()
    [2.0, nan, 1.5]
    """
    return read_numbers("amount", table.frame[column], column).values


def _is_valid_amount(numbers: Numbers) -> bool:
    """Whether all cells that are not empty hold numbers of at least 0, and one is more."""
    return not numbers.problems and not (numbers.values < 0).any() and bool((numbers.values > 0).any())


# A date in the usual orders; the time of day after it is left off. Which of two numbers is the month does not matter.
DATE = (
    r"(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{4}年\d{1,2}月\d{1,2}日"
    r"|\d{1,2}\.? [A-Za-z]{3,9}\.? \d{4}|[A-Za-z]{3,9}\.? \d{1,2}, \d{4})(?:[T ,].*)?"
)
DATE_IN_DIGITS = r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"  # as 20261130
BIRTH_NAMES = ("birth", "born", "dob", "birthday", "birthdate", "geburtsdatum", "出生日期", "生日")
MAX_SAMPLE_ROWS = 1000  # rows


@dataclass(frozen=True, eq=False)
class DayCodes:
    """The days of a column, in the order of their first rows."""

    number: np.ndarray  # of each row's day, shape (n_rows,); -1 where the cell is empty
    name: tuple[str, ...]  # as the cells say it, without the time of day


def day_columns(table: Table, roles: Roles, rows: np.ndarray) -> tuple[str, ...]:
    """The columns of days: named so, or of dates; neither label nor score. rows: those that count, by position.

    >>> frame = pd.DataFrame({"y": [1, 0, 0], "s": [0.5, 0.1, 0.2], "seen": ["2026-01-02", "2026-01-03", "2026-01-03"]})
    >>> table, roles = Table("t", frame), Roles("y", "1", ("s",))
    >>> day_columns(table, roles, np.arange(3)), day_columns(table, roles, np.array([1, 2]))
    (('seen',), ())
    """
    taken = (roles.label, *roles.labels, *roles.scores, roles.weight)
    free = {name: table.frame[name].iloc[rows] for name in table.frame.columns if name not in taken}
    return tuple(
        name
        for name, column in free.items()
        if (is_day(name) or _contains_dates(name, column)) and _is_group_column(column)
    )


def first_of_dates(table: Table, columns: tuple[str, ...]) -> str:
    """The column of days that is meant by "a day" unless another is chosen; none where no column holds dates.

    It holds dates that are not dates of birth: a column "day" of other values may hold weekdays, or an age in days.
    Of several one that has no other word in its name.

    >>> frame = pd.DataFrame({"day": ["Mon"], "birth_date": ["1990-01-02"], "sent": ["2/1/26"], "date": ["2026-01-02"]})
    >>> first_of_dates(Table("t", frame), tuple(frame.columns)), first_of_dates(Table("t", frame), ("day",))
    ('date', '')
    """
    possible = [name for name in columns if _contains_dates(name, table.frame[name]) and not _is_date_of_birth(name)]
    return min(possible, key=lambda name: not is_named(DAYS, name), default="")


def day_codes(column: pd.Series) -> DayCodes:
    """The day of each row.

    >>> days = day_codes(pd.Series(["2026-01-02 10:00", "2026-01-03", "2026-01-02 23:59", ""]))
    >>> days.number.tolist(), days.name
    ([0, 1, 0, -1], ('2026-01-02', '2026-01-03'))
    """
    cell_number, cells = pd.factorize(column.astype(str))  # most rows share their cell with others
    text = pd.Series(np.asarray(cells, dtype=object), dtype=str)
    found = text.str.extract(f"^{DATE}$", expand=False)
    day = found.where(found.notna(), text).mask(text.str.casefold().isin(MISSING))
    number, name = pd.factorize(day)
    return DayCodes(np.append(number, -1)[cell_number], tuple(map(str, name)))


def _contains_dates(name: str, column: pd.Series) -> bool:
    text = column.head(MAX_SAMPLE_ROWS).astype(str)
    if column.dtype.kind in "iufb":
        return is_day(name) and bool(text.str.fullmatch(DATE_IN_DIGITS).mean() > 0.5)
    return bool(text.str.fullmatch(f"{DATE}|{DATE_IN_DIGITS}").mean() > 0.5)


def _is_date_of_birth(name: str) -> bool:
    return any(word in BIRTH_NAMES for word in split_name(name)) or "出生" in name


def _is_group_column(column: pd.Series) -> bool:
    """Whether there are several days, and some of several rows."""
    days = day_codes(column)
    return 1 < len(days.name) < int((days.number >= 0).sum())
