"""What is required of precision, recall and alerts, as the controls say it and as lines in the picture."""

from __future__ import annotations

from pr_curve_lab.analysis.deployment import Deployment
from pr_curve_lab.analysis.number_texts import NumberText
from pr_curve_lab.analysis.threshold_wishes import NO_WISHES, Wishes
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.numerals import count_text
from pr_curve_lab.plotting.wish_lines import WishLine
from pr_curve_lab.server.settings import ALERTS, LIMIT, PRECISION, RECALL, REQUIRE
from pr_curve_lab.server.visitor_state import value_of
from pr_curve_lab.views.curve import columns_used, deployment


def wished() -> Wishes:
    """Precision, recall and alerts that are required; nothing where costs or an F-score decide."""
    if value_of(REQUIRE.key) != REQUIRE.default:
        return NO_WISHES
    every_day = bool(columns_used.day_column()) and value_of(LIMIT.key) == "every_day"
    return Wishes(value_of(PRECISION.key), value_of(RECALL.key), value_of(ALERTS.key), every_day)


def limit_text(used: Deployment, words: Words) -> str:
    """Say on what alerts are limited: on every day, on the mean of the days, on a day, or in the file."""
    by_days = bool(columns_used.day_column())
    return words.say(f"curve.limit_{value_of(LIMIT.key)}") if by_days else deployment.unit(used, words)


def lines(used: Deployment, words: Words) -> tuple[WishLine, ...]:
    """A line for each requirement; so many alerts have the precision prevalence * recall / (alerts / rows)."""
    wishes = wished()
    found = []
    for name, share in (("precision", wishes.precision), ("recall", wishes.recall)):
        if share:
            text = words.say(f"curve.wish_{name}", **{name: NumberText(f"{share:.6g}")})
            found.append(WishLine(f"wish_{name}", share, text))
    exact = not wishes.every_day and used.counted is used.points
    called = used.in_points(wishes.alerts or 0) if exact else wishes.required(used).get("max_alerts")
    if wishes.alerts and called:
        text = words.say("curve.wish_alerts", alerts=count_text(float(wishes.alerts)), unit=limit_text(used, words))
        found.append(WishLine("wish_alerts", used.points.positives / called, text))
    return tuple(found)
