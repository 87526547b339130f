"""Sentences about areas, their intervals, points and ties.

Texts of points are made only here, so that a number looks the same while a point is dragged and after it is selected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from pr_curve_lab.analysis.alerts import Deployment, points_at
from pr_curve_lab.analysis.formatting import (
    DISPLAY_DECIMALS,
    NumberText,
    format_area,
    format_count,
    format_distinct,
    format_expected_count,
    format_number,
    format_ratio,
    format_with_limit,
    is_visible_difference,
)
from pr_curve_lab.analysis.intervals import AreaInterval
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.analysis.thresholds import NO_REQUIREMENTS, Requirements
from pr_curve_lab.i18n.messages import MARKDOWN, Messages, SentenceFormat
from pr_curve_lab.schema.dataset import LabeledScores
from pr_metrics import TieBounds, f_score, negative_predictive_value
from pr_metrics.validation import FloatArray

SIDES = ("left", "right")


def alert_unit(deployment: Deployment, messages: Messages, *, is_start: bool = False) -> str:
    """Return the unit of counts: a day, this file, or rows at another prevalence; is_start: starts a sentence."""
    unit = "day" if deployment.per_day else "rows" if deployment.has_target_prevalence else "file"
    return messages.format(f"curve.{'each' if is_start else 'unit'}_{unit}", rows=format_count(deployment.n_rows))


def alert_limit(deployment: Deployment, messages: Messages, *, every_day: bool) -> str:
    """Return the unit of a limit on alerts: every day or the mean of the days if the file has days, else as counts."""
    if deployment.rows_with_day is None:
        return alert_unit(deployment, messages)
    return messages.format(f"curve.limit_{'every_day' if every_day else 'average'}")


def requirements_text(requirements: Requirements, deployment: Deployment, messages: Messages) -> str:
    """Return what is required, such as a precision and a limit on alerts; "" if nothing is.

    >>> from pr_curve_lab.analysis.alerts import build_deployment
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> from pr_metrics import OperatingPoints
    >>> used = build_deployment(OperatingPoints.from_counts([1], [1], [1]))
    >>> requirements_text(Requirements(0.8, alerts=15.0), used, messages_in("en"))
    'precision at least 0.8, at most 15 alerts in this file'
    """
    given = {
        "precision": requirements.precision or None,
        "recall": requirements.recall or None,
        "alerts": requirements.alerts,
    }
    limit = alert_limit(deployment, messages, every_day=requirements.every_day)
    texts = [
        messages.format(f"curve.asked_{name}", **{name: NumberText(f"{value:g}")}, limit=limit, count=value)
        for name, value in given.items()
        if value is not None
    ]
    return messages.format("punctuation.phrases").join(texts)


def areas_title(
    pair: SchemeDifferences,
    messages: Messages,
    format_side: Callable[[str, str], str] = lambda text, _: text,
    fmt: SentenceFormat = MARKDOWN,
    *,
    decimals: int = DISPLAY_DECIMALS,
) -> str:
    """Return both areas, or that joining makes no difference if three decimals do not show any.

    format_side: formats the text about a side, given its scheme.
    """
    joined = [messages.format(f"schemes.{one.scheme}.joined") for one in pair.sides]
    printed = [format_area(one.area, decimals) for one in pair.sides]
    areas = [fmt.tag_text(f"area.{one.scheme}", one.area, text) for one, text in zip(pair.sides, printed, strict=True)]
    if pair.left == pair.right:
        return messages.format("areas.headline_alike", area=areas[0], left=joined[0])
    if is_visible_difference(pair.left_area, pair.right_area):
        sides = [messages.format("areas.side", area=area, joined=how) for area, how in zip(areas, joined, strict=True)]
        return messages.format("areas.headline_two", **_format_sides(sides, pair, format_side))
    finding = "one" if printed[0] == printed[1] else "close"
    values = {"area": areas[0], "other": areas[1], **_format_sides(joined, pair, format_side)}
    return messages.format(f"areas.headline_{finding}", **values)


def _format_sides(
    texts: Sequence[str], pair: SchemeDifferences, format_side: Callable[[str, str], str]
) -> dict[str, str]:
    """Format the texts about the left and the right side."""
    return {side: format_side(text, one.scheme) for side, text, one in zip(SIDES, texts, pair.sides, strict=True)}


def interval_name(interval: AreaInterval, messages: Messages) -> str:
    """Return the name of an interval for the header of a column or row.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> from pr_metrics import Interval
    >>> interval_name(AreaInterval(Interval(0.1, 0.2, 0.95), "spread"), messages_in("en"))
    '95% logit interval'
    """
    return messages.format(f"interval.name_{interval.method}")


def common_interval_name(intervals: Iterable[AreaInterval], messages: Messages) -> str | None:
    """Return the name of intervals if all have the same method, or else None.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> from pr_metrics import Interval
    >>> two = [AreaInterval(Interval(0.1, 0.2, 0.95), reason) for reason in ("spread", "rows")]
    >>> common_interval_name(two[:1], messages_in("en")), common_interval_name(two, messages_in("en"))
    ('95% logit interval', None)
    """
    names = {interval_name(area_interval, messages) for area_interval in intervals}
    return names.pop() if len(names) == 1 else None


def interval_method_name(interval: AreaInterval, messages: Messages) -> str:
    """Return the method of an interval, for tables with intervals of two methods.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> from pr_metrics import Interval
    >>> interval_method_name(AreaInterval(Interval(0.1, 0.2, 0.95), "spread"), messages_in("en"))
    'logit'
    """
    return messages.format(f"interval.short_{interval.method}")


def bootstrap_caption(n_resamples: int, messages: Messages, *, by_clusters: bool) -> str:
    """Return the sentence on resampling. by_clusters: whether whole persons, images or queries were resampled.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> bootstrap_caption(1000, messages_in("en"), by_clusters=True)
    'Bootstrap: 1,000 resamples of persons, images or queries, each with all its rows.'
    """
    key = "models.bootstrap_caption_clusters" if by_clusters else "models.bootstrap_caption"
    return messages.format(key, resamples=n_resamples)


def interval_reason(interval: AreaInterval, messages: Messages) -> str:
    """Return the sentence on why an interval has this method.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> from pr_metrics import Interval
    >>> interval_reason(AreaInterval(Interval(0.1, 0.2, 0.95), "spread"), messages_in("en"))[:65]
    'The logit interval uses only the area and the number of positives'
    """
    return messages.format(f"interval.why_{interval.reason}")


def circle_caption(key: str, circle_counts: tuple[int, int], messages: Messages, **values: Any) -> str:
    """Return the sentence `key`, or if not all points have a circle, its other form with their number.

    circle_counts: how many points have a circle, and how many there are.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> circle_caption("areas.caption", (26, 1469), messages_in("en"))
    '26 of 1,469 measured points are marked, the same in both. The number is the area.'
    """
    shown, total = circle_counts
    if shown == total:
        return messages.format(key, **values)
    return messages.format(f"{key}_some", shown=shown, total=total, **values)


def positives_text(labeled_scores: LabeledScores, messages: Messages) -> str:
    """Return the number of positives among the rows, and of positives without a score if there are any.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> positives_text(example_labeled_scores("ten_rows"), messages_in("en"))
    '6 positive'
    """
    positives = messages.format("data.positives", count=labeled_scores.positive_rows)
    missed = labeled_scores.points.unscored_positives
    if missed == 0:
        return positives
    return messages.format("data.with_missed", positives=positives, missed=format_count(missed))


def format_tie_bounds(bounds: TieBounds) -> dict[str, NumberText]:
    """Format the worst, expected and best area with as many decimals as distinguish worst and best.

    >>> format_tie_bounds(TieBounds(0.79411, 0.79413, 0.79437))
    {'worst': '0.7941', 'expected': '0.7941', 'best': '0.7944'}
    """
    worst, best = format_distinct(bounds.lower, bounds.upper)
    decimals = len(worst.partition(".")[2])
    return {"worst": worst, "expected": NumberText(format_number(bounds.expected, f".{decimals}f")), "best": best}


FormattedPoints = dict[str, list[NumberText]]


def format_points(
    deployment: Deployment, indices: Sequence[int], requirements: Requirements = NO_REQUIREMENTS
) -> FormattedPoints:
    """Format the numbers of some points, with one text per point for each name, distinct from their requirements.

    Names with day_ are expected counts, of a day or of the file at another class balance; they are missing if counts
    are those of the data. Names with dots_ are counts of a day as whole numbers, to be drawn. Names with target_ are
    ratios at another class balance; they are missing without one.

    >>> from pr_curve_lab.analysis.alerts import build_deployment
    >>> from pr_metrics import OperatingPoints
    >>> texts = format_points(build_deployment(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])), [1])
    >>> texts["threshold"], texts["false_positives"], texts["precision"], "day_right" in texts
    (['1'], ['2'], ['0.50'], False)
    """
    texts = _format_observed(deployment, indices, requirements)
    if deployment.has_other_counts:
        texts |= _format_expected(deployment, indices, requirements)
    if deployment.has_target_prevalence:
        there, measured = points_at(deployment.points, indices), points_at(deployment.source_points, indices)
        ratios = [(one, requirements.precision) for one in (there.precision, measured.precision)]
        texts["target_precision"], texts["precision"], texts["recall"] = _format_ratios(
            *ratios, (there.recall, requirements.recall)
        )
        texts["target_npv"] = _format_values(format_ratio, negative_predictive_value(there))
        texts["target_f1"] = _format_values(format_ratio, f_score(there))
    return texts


def format_point(
    deployment: Deployment, index: int, requirements: Requirements = NO_REQUIREMENTS
) -> dict[str, NumberText]:
    """Format the numbers of one point."""
    return {name: texts[0] for name, texts in format_points(deployment, [index], requirements).items()}


def _format_observed(deployment: Deployment, indices: Sequence[int], requirements: Requirements) -> FormattedPoints:
    here = points_at(deployment.source_points, indices)
    true_positives, false_positives = here.true_positives, here.false_positives
    limit = None if deployment.has_other_counts else requirements.alerts
    precision, recall = _format_ratios((here.precision, requirements.precision), (here.recall, requirements.recall))
    return {
        "threshold": [deployment.threshold_text(index) for index in indices],
        "called": [
            format_with_limit(count, limit, format_count) for count in (true_positives + false_positives).tolist()
        ],
        "true_positives": _format_values(format_count, true_positives),
        "false_positives": _format_values(format_count, false_positives),
        "false_negatives": _format_values(format_count, here.positives - true_positives),
        "true_negatives": _format_values(format_count, here.negatives - false_positives),
        "precision": precision,
        "recall": recall,
        "false_positive_rate": _format_values(format_ratio, here.false_positive_rate),
        "npv": _format_values(format_ratio, negative_predictive_value(here)),
        "f1": _format_values(format_ratio, f_score(here)),
    }


def _format_expected(deployment: Deployment, indices: Sequence[int], requirements: Requirements) -> FormattedPoints:
    there = points_at(deployment.day_points, indices)
    right, missed = (
        deployment.to_expected_counts(there.true_positives),
        deployment.to_expected_counts(there.positives - there.true_positives),
    )
    false, rest = (
        deployment.to_expected_counts(there.false_positives),
        deployment.to_expected_counts(there.negatives - there.false_positives),
    )
    limit = None if requirements.every_day else requirements.alerts
    called = deployment.to_expected_counts(there.true_positives + there.false_positives)
    dots = _count_dots({"right": right, "false": false, "missed": missed}) if deployment.per_day else {}
    return {
        **dots,
        "day_called": [format_with_limit(count, limit, format_expected_count) for count in called.tolist()],
        "day_right": _format_values(format_expected_count, right),
        "day_false": _format_values(format_expected_count, false),
        "day_missed": _format_values(format_expected_count, missed),
        "day_rest": _format_values(format_expected_count, rest),
        "day_positives": _format_values(format_expected_count, right + missed),
    }


MAX_DOTS = 90  # rows of a day in a cell that are drawn as dots


def _count_dots(counts: dict[str, FloatArray]) -> FormattedPoints:
    """Return the number of dots for each count of a day, rounded to whole rows; no dots if a count has too many."""
    fits = np.max(list(counts.values()), axis=0) <= MAX_DOTS
    return {f"dots_{name}": _format_values(format_count, np.where(fits, np.rint(n), 0)) for name, n in counts.items()}


def _format_ratios(*ratios: tuple[FloatArray, float | None]) -> list[list[NumberText]]:
    """Format several ratios of points, each with what is required of it, with the same number of decimals in a point.

    >>> _format_ratios((np.array([0.8004, 0.9]), 0.8), (np.array([0.5, 0.5]), None))
    [['0.8004', '0.90'], ['0.5000', '0.50']]
    """
    bounds = [bound for _, bound in ratios]
    texts = []
    for values in zip(*(ratio.tolist() for ratio, _ in ratios), strict=True):
        alone = [format_ratio(value, bound=bound) for value, bound in zip(values, bounds, strict=True)]
        decimals = max(len(text.partition(".")[2]) for text in alone)
        alike = zip(values, bounds, strict=True)
        texts.append([format_ratio(value, bound=bound, decimals=decimals) for value, bound in alike])
    return [list(column) for column in zip(*texts, strict=True)] or [[] for _ in ratios]


def _format_values(formatter: Callable[[float], NumberText], values: FloatArray) -> list[NumberText]:
    return [formatter(value) for value in values.tolist()]
