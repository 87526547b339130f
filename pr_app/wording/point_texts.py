"""The numbers that the page of the curve says of its points, as text: of the chosen one, and of those a hand may pass.

They are made in one place, so that a number reads the same while a point is dragged and after it was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pr_app.analysis.deployment import Deployment, points_at
from pr_app.analysis.number_texts import NumberText, threshold_text
from pr_app.wording.numerals import count_text, expected_text, predictive_text, ratio_text
from pr_metrics import f_score, negative_predictive_value
from pr_metrics.inputs import FloatArray

Texts = dict[str, list[NumberText]]


def point_texts(used: Deployment, indices: Sequence[int]) -> Texts:
    """Write the numbers of some points, each name with one text a point.

    Names that begin with day_ are expected counts of a day, and are there where a day is not the data; those that begin
    with moved_ belong to another class balance, and are there where it is not that of the data.

    >>> from pr_app.analysis.deployment import deployment
    >>> from pr_metrics import OperatingPoints
    >>> texts = point_texts(deployment(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])), [1])
    >>> texts["threshold"], texts["false_positives"], texts["precision"], "day_right" in texts
    (['1'], ['2'], ['0.50'], False)
    """
    texts = _of_data(used, indices)
    if used.elsewhere:
        texts |= _of_a_day(used, indices)
    if used.moved:
        there = points_at(used.points, indices)
        texts["moved_precision"] = _each(ratio_text, there.precision)
        texts["moved_npv"] = _each(predictive_text, negative_predictive_value(there))
        texts["moved_f1"] = _each(ratio_text, f_score(there))
    return texts


def texts_at(used: Deployment, index: int) -> dict[str, NumberText]:
    """Write the numbers of one point."""
    return {name: texts[0] for name, texts in point_texts(used, [index]).items()}


def _of_data(used: Deployment, indices: Sequence[int]) -> Texts:
    here = points_at(used.own, indices)
    true_positives, false_positives = here.true_positives, here.false_positives
    return {
        "threshold": [threshold_text(used.own.threshold, index) for index in indices],
        "called": _each(count_text, true_positives + false_positives),
        "true_positives": _each(count_text, true_positives),
        "false_positives": _each(count_text, false_positives),
        "false_negatives": _each(count_text, here.positives - true_positives),
        "true_negatives": _each(count_text, here.negatives - false_positives),
        "precision": _each(ratio_text, here.precision),
        "recall": _each(ratio_text, here.recall),
        "false_positive_rate": _each(ratio_text, here.false_positive_rate),
        "npv": _each(predictive_text, negative_predictive_value(here)),
        "f1": _each(ratio_text, f_score(here)),
    }


def _of_a_day(used: Deployment, indices: Sequence[int]) -> Texts:
    there = points_at(used.points, indices)
    right, missed = used.a_day(there.true_positives), used.a_day(there.positives - there.true_positives)
    return {
        "day_called": _each(expected_text, used.a_day(there.true_positives + there.false_positives)),
        "day_right": _each(expected_text, right),
        "day_positives": _each(expected_text, right + missed),
    }


def _each(text_of: Callable[[float], NumberText], values: FloatArray) -> list[NumberText]:
    return [text_of(value) for value in values.tolist()]
