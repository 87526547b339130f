"""A log of card payments over sixty days, some of them fraud: the same rows on every machine."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

DAYS = 60
FIRST_DAY = date(2026, 9, 1)


def fraud_log() -> list[tuple[str, int, float]]:
    """Return the rows: day, whether it is fraud, and the score.

    Weekends are busier, and one day in ten has more fraud.
    """
    draw = Random(20260901).random
    rows = []
    for number in range(DAYS):
        day = FIRST_DAY + timedelta(days=number)
        payments = 80 + int(60 * draw()) + 50 * (day.weekday() >= 5)
        wave = number % 10 == 7
        for _ in range(payments):
            fraud = draw() < (0.16 if wave else 0.05)
            score = 1 - draw() ** 2 if fraud else draw() ** (1.6 if wave else 2.2)
            rows.append((day.isoformat(), int(fraud), round(score, 3)))
    return rows


def fraud_csv(*, dates: bool = True) -> str:
    """Return the log as CSV, with or without the column of dates."""
    lines = [f"{day},{fraud},{score}" if dates else f"{fraud},{score}" for day, fraud, score in fraud_log()]
    return "\n".join(["date,is_fraud,score" if dates else "is_fraud,score", *lines]) + "\n"
