"""The numbers that the page of the curve says of its points, as text: of the chosen one, and of those a hand may pass.

They are made in one place, so that a number reads the same while a point is dragged and after it was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pr_curve_lab.analysis.deployment import Deployment, points_at
from pr_curve_lab.analysis.number_texts import NumberText, threshold_text
from pr_curve_lab.analysis.threshold_wishes import NO_WISHES, Wishes
from pr_curve_lab.i18n.numerals import count_text, expected_text, limited_text, predictive_text, ratio_text
from pr_metrics import f_score, negative_predictive_value
from pr_metrics.validation import FloatArray

Texts = dict[str, list[NumberText]]


def point_texts(used: Deployment, indices: Sequence[int], wishes: Wishes = NO_WISHES) -> Texts:
    """Write the numbers of some points, each name with one text a point; what is required of them is told apart.

    Names that begin with day_ are expected counts, of a day or of the file at another class balance, and are there
    where these are not the counts of the data; those that begin with moved_ belong to another class balance, and are
    there where it is not that of the data.

    >>> from pr_curve_lab.analysis.deployment import deployment
    >>> from pr_metrics import OperatingPoints
    >>> texts = point_texts(deployment(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2])), [1])
    >>> texts["threshold"], texts["false_positives"], texts["precision"], "day_right" in texts
    (['1'], ['2'], ['0.50'], False)
    """
    texts = _of_data(used, indices, wishes)
    if used.elsewhere:
        texts |= _of_a_day(used, indices, wishes)
    if used.moved:
        there = points_at(used.points, indices)
        texts["moved_precision"] = _each(partial(ratio_text, bound=wishes.precision), there.precision)
        texts["moved_npv"] = _each(predictive_text, negative_predictive_value(there))
        texts["moved_f1"] = _each(ratio_text, f_score(there))
    return texts


def texts_at(used: Deployment, index: int, wishes: Wishes = NO_WISHES) -> dict[str, NumberText]:
    """Write the numbers of one point."""
    return {name: texts[0] for name, texts in point_texts(used, [index], wishes).items()}


def _of_data(used: Deployment, indices: Sequence[int], wishes: Wishes) -> Texts:
    here = points_at(used.own, indices)
    true_positives, false_positives = here.true_positives, here.false_positives
    limit = None if used.elsewhere else wishes.alerts
    return {
        "threshold": [threshold_text(used.own.threshold, index) for index in indices],
        "called": [limited_text(count, limit, count_text) for count in (true_positives + false_positives).tolist()],
        "true_positives": _each(count_text, true_positives),
        "false_positives": _each(count_text, false_positives),
        "false_negatives": _each(count_text, here.positives - true_positives),
        "true_negatives": _each(count_text, here.negatives - false_positives),
        "precision": _each(partial(ratio_text, bound=wishes.precision), here.precision),
        "recall": _each(partial(ratio_text, bound=wishes.recall), here.recall),
        "false_positive_rate": _each(ratio_text, here.false_positive_rate),
        "npv": _each(predictive_text, negative_predictive_value(here)),
        "f1": _each(ratio_text, f_score(here)),
    }


def _of_a_day(used: Deployment, indices: Sequence[int], wishes: Wishes) -> Texts:
    there = points_at(used.counted, indices)
    right, missed = used.a_day(there.true_positives), used.a_day(there.positives - there.true_positives)
    false, rest = used.a_day(there.false_positives), used.a_day(there.negatives - there.false_positives)
    limit = None if wishes.every_day else wishes.alerts
    called = used.a_day(there.true_positives + there.false_positives)
    return {
        "day_called": [limited_text(count, limit, expected_text) for count in called.tolist()],
        "day_right": _each(expected_text, right),
        "day_false": _each(expected_text, false),
        "day_missed": _each(expected_text, missed),
        "day_rest": _each(expected_text, rest),
        "day_positives": _each(expected_text, right + missed),
    }


def _each(text_of: Callable[[float], NumberText], values: FloatArray) -> list[NumberText]:
    return [text_of(value) for value in values.tolist()]
