"""Areas, their intervals, points and ties, in sentences.

The texts of points are made in one place, so that a number reads the same while a point is dragged and after it was
chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from pr_curve_lab.analysis.alerts import Deployment, points_at
from pr_curve_lab.analysis.formatting import NumberText, rounded_text, threshold_text, told_apart
from pr_curve_lab.analysis.intervals import AreaInterval, Method, Reason
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.analysis.thresholds import NO_WISHES, Wishes
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.numbers import count_text, expected_text, limited_text, predictive_text, ratio_text
from pr_curve_lab.schema.dataset import Cases
from pr_metrics import TieRange, f_score, negative_predictive_value
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.validation import FloatArray


def two_areas(pair: SchemeDifferences, words: Words, marked: Callable[[str, str], str]) -> str:
    """Say both areas with as many digits as tell them apart.

    marked: makes of the words for a side, and of its scheme, what stands in the sentence.
    """
    joined = {side: words.say(f"schemes.{one.scheme}.joined") for side, one in zip(SIDES, pair.sides, strict=True)}
    if pair.left == pair.right:
        return words.say("areas.headline_alike", area=pair.left_area, **joined)
    if abs(pair.difference_of_areas) < AREA_ROUNDING:
        return words.say("areas.headline_one", area=pair.left_area, **joined)
    texts = told_apart(pair.left_area, pair.right_area)
    said = {
        side: marked(words.say("areas.side", area=text, joined=joined[side]), one.scheme)
        for side, text, one in zip(SIDES, texts, pair.sides, strict=True)
    }
    return words.say("areas.headline_two", **said)


SIDES = ("left", "right")


_REASONS: dict[Reason, str] = {
    "rows": "interval.why_rows",
    "scheme": "interval.why_scheme",
    "spread": "interval.why_spread",
    "clusters": "interval.why_clusters",
}

_NAMES: dict[Method, str] = {
    "influence": "interval.name_influence",
    "groups": "interval.name_groups",
    "logit": "interval.name_logit",
}
_SHORT: dict[Method, str] = {
    "influence": "interval.short_influence",
    "groups": "interval.short_groups",
    "logit": "interval.short_logit",
}


def interval_name(beside: AreaInterval, words: Words) -> str:
    """The name of an interval, for the head of a column or a row.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> from pr_metrics import Interval
    >>> interval_name(AreaInterval(Interval(0.1, 0.2, 0.95), "spread"), words_in("en"))
    '95 % logit interval'
    """
    return words.say(_NAMES[beside.method])


def common_name(found: Iterable[AreaInterval], words: Words) -> str | None:
    """The name of intervals that were all found in one way; None of those of two ways, each of which says its own.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> from pr_metrics import Interval
    >>> two = [AreaInterval(Interval(0.1, 0.2, 0.95), reason) for reason in ("spread", "rows")]
    >>> common_name(two[:1], words_in("en")), common_name(two, words_in("en"))
    ('95 % logit interval', None)
    """
    names = {interval_name(beside, words) for beside in found}
    return names.pop() if len(names) == 1 else None


def interval_way(beside: AreaInterval, words: Words) -> str:
    """The way in which an interval was found, beside its numbers where a table has intervals of two ways.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> from pr_metrics import Interval
    >>> interval_way(AreaInterval(Interval(0.1, 0.2, 0.95), "spread"), words_in("en"))
    'logit'
    """
    return words.say(_SHORT[beside.method])


def bootstrap_note(resamples: int, words: Words, *, by_groups: bool) -> str:
    """The sentence on how samples were drawn. by_groups: whether persons, images or queries were, with all their rows.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> bootstrap_note(1000, words_in("en"), by_groups=True)
    'Bootstrap: 1,000 resamples of persons, images or queries, each with all its rows.'
    """
    key = "models.bootstrap_caption_groups" if by_groups else "models.bootstrap_caption"
    return words.say(key, resamples=resamples)


def interval_reason(beside: AreaInterval, words: Words) -> str:
    """The sentence on why an interval was found in this way.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> from pr_metrics import Interval
    >>> interval_reason(AreaInterval(Interval(0.1, 0.2, 0.95), "spread"), words_in("en"))
    'Logit interval, from the area and the number of positives alone: no row shows how the area would vary.'
    """
    return words.say(_REASONS[beside.reason])


def say_circles(key: str, circles: tuple[int, int], words: Words, **facts: Any) -> str:
    """Say the sentence `key`, or where not all points have a circle its other form, which says how many have.

    circles: how many points have one, and how many there are.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> say_circles("models.caption", (26, 1469), words_in("en"))
    'Circles: the 26 of 1,469 measured points with room. Numbers are areas.'
    """
    shown, total = circles
    if shown == total:
        return words.say(key, **facts)
    return words.say(f"{key}_some", shown=shown, total=total, **facts)


def counted_positives(cases: Cases, words: Words) -> str:
    """The positives among the rows, and beside them how many more were never scored, if any.

    >>> from pr_curve_lab.schema.examples import example_cases
    >>> from pr_curve_lab.i18n.messages import words_in
    >>> counted_positives(example_cases("ten_rows"), words_in("en"))
    '6 positive'
    """
    positives = words.say("data.positives", count=cases.positive_rows)
    missed = cases.points.unreached_positives
    if missed == 0:
        return positives
    return words.say("data.with_missed", positives=positives, missed=count_text(missed))


def tie_texts(ends: TieRange) -> dict[str, NumberText]:
    """Worst, expected and best with as many decimals as tell the ends apart.

    >>> tie_texts(TieRange(0.79411, 0.79413, 0.79437))
    {'worst': '0.7941', 'expected': '0.7941', 'best': '0.7944'}
    """
    worst, best = told_apart(ends.worst, ends.best)
    decimals = len(worst.partition(".")[2])
    return {"worst": worst, "expected": NumberText(rounded_text(ends.expected, f".{decimals}f")), "best": best}


Texts = dict[str, list[NumberText]]


def point_texts(used: Deployment, indices: Sequence[int], wishes: Wishes = NO_WISHES) -> Texts:
    """Write the numbers of some points, each name with one text a point; what is required of them is told apart.

    Names that begin with day_ are expected counts, of a day or of the file at another class balance, and are there
    where these are not the counts of the data; those that begin with moved_ belong to another class balance, and are
    there where it is not that of the data.

    >>> from pr_curve_lab.analysis.alerts import deployment
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
