import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.deployment_columns import day_codes, day_columns, first_of_dates
from pr_curve_lab.schema.roles import Roles

ROLES = Roles("y", "1", ("s",))


def columns_of(**extra):
    rows = len(next(iter(extra.values())))
    frame = pd.DataFrame({"y": [1, 0] * (rows // 2), "s": [0.1] * rows, **extra})
    return day_columns(Table("t", frame), ROLES, np.arange(rows))


@pytest.mark.parametrize(
    "days",
    [
        ["2026-11-01", "2026-11-01", "2026-11-02", "2026-11-02"],
        ["2026-11-01T08:15:00", "2026-11-01T09:00:00", "2026-11-02T23:59:59Z", "2026-11-02T00:00:01+01:00"],
        ["2026/1/5", "2026/1/5", "2026/1/6", ""],
        ["11/14/2026", "11/14/2026", "11/15/2026", "11/15/2026"],
        ["14.11.2026 09:15", "14.11.2026 10:00", "15.11.2026", "15.11.2026"],
        ["2026年11月14日", "2026年11月14日", "2026年11月15日", ""],
        ["14 Nov 2026", "14 Nov 2026", "15 Nov 2026", ""],
        ["November 14, 2026", "November 14, 2026", "November 15, 2026", ""],
    ],
)
def test_dates_are_days_under_any_column_name(days):
    assert columns_of(seen=days) == ("seen",)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("seen", ["a", "b", "a", "b"]),
        ("age", [31, 31, 40, 40]),
        ("day", [1, 2, 3, 4]),  # none has several rows
        ("date", ["2026-11-01"] * 4),  # there is only one
        ("days_overdue", [1, 1, 2, 2]),
    ],
)
def test_unsuitable_columns_are_not_day_columns(name, values):
    assert columns_of(**{name: values}) == ()


@pytest.mark.parametrize("name", ["day", "日期"])
def test_numbered_days_are_recognized_by_their_header(name):
    assert columns_of(**{name: [1, 1, 2, 2]}) == (name,)


def test_a_label_is_not_a_day_column():
    frame = pd.DataFrame({"date": [1, 0, 1, 0], "s": [0.1] * 4})
    assert day_columns(Table("t", frame), Roles("date", "1", ("s",)), np.arange(4)) == ()


def test_times_of_one_day_have_the_same_day_code():
    assert day_codes(pd.Series(["2026-11-01 08:00", "2026-11-02", "2026-11-01 09:00", "NA", ""])).number.tolist() == [
        0,
        1,
        0,
        -1,
        -1,
    ]
    assert day_codes(pd.Series([3, 3, 1])).number.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("columns", "meant"),
    [
        ({"day": ["Mon", "Tue"], "sent_at": ["2026-11-01 08:00", "2026-11-02 09:00"]}, "sent_at"),
        ({"opened": ["2026-01-02", "2026-01-03"], "date": ["2026-11-01", "2026-11-02"]}, "date"),
        ({"birth_date": ["1990-01-02", "1991-01-03"]}, ""),
        ({"出生日期": ["1990-01-02", "1991-01-03"], "日期": ["2026-11-01", "2026-11-02"]}, "日期"),
        ({"day": ["Mon", "Tue"]}, ""),  # weekdays
        ({"days": [31, 12]}, ""),  # an age in days
        ({"date": [20261101, 20261102]}, "date"),
        ({}, ""),
    ],
)
def test_the_first_column_of_dates_is_not_a_date_of_birth(columns, meant):
    assert first_of_dates(Table("t", pd.DataFrame(columns)), tuple(columns)) == meant
