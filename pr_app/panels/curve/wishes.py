"""What is wished of precision, recall and alerts, as the controls say it and as lines in the picture."""

from __future__ import annotations

from pr_app.analysis.deployment import Deployment
from pr_app.analysis.number_texts import NumberText
from pr_app.figures.wish_lines import WishLine
from pr_app.serving.settings import ALERTS, PRECISION, RECALL, REQUIRE
from pr_app.serving.visitor_state import value_of
from pr_app.wording.catalogue import Words
from pr_app.wording.numerals import count_text


def wished() -> tuple[float | None, float | None, float | None]:
    """Precision, recall and alerts a day that are wished; all None where costs or an F-score decide."""
    if value_of(REQUIRE.key) != REQUIRE.default:
        return None, None, None
    return value_of(PRECISION.key), value_of(RECALL.key), value_of(ALERTS.key)


def lines(used: Deployment, words: Words) -> tuple[WishLine, ...]:
    """A line for each wish; so many alerts have the precision prevalence * recall / (alerts / rows)."""
    precision, recall, alerts = wished()
    found = []
    if precision:
        text = words.say("curve.wish_precision", precision=NumberText(f"{precision:.6g}"))
        found.append(WishLine("wish_precision", precision, text))
    if recall:
        found.append(
            WishLine("wish_recall", recall, words.say("curve.wish_recall", recall=NumberText(f"{recall:.6g}")))
        )
    if alerts:
        at = used.points.positives / used.in_points(alerts)
        text = words.say("curve.wish_alerts", alerts=count_text(float(alerts)))
        found.append(WishLine("wish_alerts", at, text))
    return tuple(found)
