"""How many rows a threshold calls positive on each day of the data: a mean hides the busy ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_app.reading.cases.cases import Cases


@dataclass(frozen=True, slots=True)
class DaysOfData:
    """Days of the data, and their rows by weight."""

    count: int
    rows_a_day: float  # on average; positives that were never scored are nobody's
    without_day: int  # rows


@dataclass(frozen=True, slots=True)
class AlertsByDay:
    """The alerts of one threshold on the days of the data."""

    least: float
    most: float
    days_above: int  # on which they are more than wished; 0 where nothing is wished


def days_of_data(cases: Cases, day: np.ndarray) -> DaysOfData:
    """Count the days; day: the number of each row's day, -1 for none.

    >>> from pr_app.reading.examples import example_cases
    >>> days_of_data(example_cases("ten_rows"), np.array([0, 0, 0, 0, 1, 1, 1, 1, 1, -1]))
    DaysOfData(count=2, rows_a_day=4.5, without_day=1)
    """
    rows = _by_day(cases, day, np.ones(day.size, dtype=bool))
    return DaysOfData(rows.size, float(rows.mean()), int((day < 0).sum()))


def alerts_by_day(cases: Cases, day: np.ndarray, threshold: float, limit: float | None) -> AlertsByDay:
    """The rows of each day with a score of at least the threshold, by weight.

    >>> from pr_app.reading.examples import example_cases
    >>> cases = example_cases("ten_rows")
    >>> alerts_by_day(cases, np.arange(10) % 2, float(np.sort(cases.score)[4]), 2.0)
    AlertsByDay(least=2.0, most=5.0, days_above=1)
    """
    alerts = _by_day(cases, day, cases.score >= threshold)
    above = 0 if limit is None else int((alerts > limit).sum())
    return AlertsByDay(float(alerts.min()), float(alerts.max()), above)


def _by_day(cases: Cases, day: np.ndarray, counted: np.ndarray) -> np.ndarray:
    """The weight of the counted rows on each day that has a row."""
    weight = np.ones(day.size) if cases.weight is None else cases.weight
    known = day >= 0
    days = np.unique(day[known])
    counts = np.bincount(day[known], weights=np.where(counted, weight, 0)[known], minlength=int(day.max()) + 1)
    return np.asarray(counts[days])
