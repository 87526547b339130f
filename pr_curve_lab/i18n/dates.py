"""Dates as a language writes them: its order, its names of the months."""

from __future__ import annotations

from datetime import date

from pr_curve_lab.i18n.catalogue import Words


def date_text(day: date, words: Words) -> str:
    """Write a date.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> date_text(date(2026, 3, 1), words_in("en")), date_text(date(2026, 3, 1), words_in("zh"))
    ('1 March 2026', '2026 年 3 月 1 日')
    """
    return words.say("report.date", day=day.day, month=words.say(f"report.month.{day.month}"), year=day.year)
