"""Which day it is for the visitor, who may be where it is already tomorrow."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import streamlit as st

MOST_HOURS_APART = 14  # from UTC: the island of Kiritimati


def today() -> date:
    """The visitor's day; the only place that reads a calendar."""
    return day_of(datetime.now(UTC), st.context.timezone_offset or 0)


def day_of(now: datetime, minutes_behind: int) -> date:
    """The day of a moment, for a browser whose clock is so many minutes behind UTC.

    What no clock on earth has, a browser made up: it counts as the farthest there is.

    >>> night = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    >>> [day_of(night, minutes).year for minutes in (0, -60, 10**9, -(10**9))]
    [2026, 2027, 2026, 2027]
    """
    most = MOST_HOURS_APART * 60
    return (now - timedelta(minutes=max(-most, min(most, minutes_behind)))).date()
