"""An interval beside an area in words: its name, and why it was found in this way."""

from __future__ import annotations

from collections.abc import Iterable

from pr_curve_lab.analysis.area_intervals import AreaInterval, Method, Reason
from pr_curve_lab.i18n.catalogue import Words

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

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> from pr_metrics import Interval
    >>> interval_name(AreaInterval(Interval(0.1, 0.2, 0.95), "spread"), words_in("en"))
    '95 % logit interval'
    """
    return words.say(_NAMES[beside.method])


def common_name(found: Iterable[AreaInterval], words: Words) -> str | None:
    """The name of intervals that were all found in one way; None of those of two ways, each of which says its own.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> from pr_metrics import Interval
    >>> two = [AreaInterval(Interval(0.1, 0.2, 0.95), reason) for reason in ("spread", "rows")]
    >>> common_name(two[:1], words_in("en")), common_name(two, words_in("en"))
    ('95 % logit interval', None)
    """
    names = {interval_name(beside, words) for beside in found}
    return names.pop() if len(names) == 1 else None


def interval_way(beside: AreaInterval, words: Words) -> str:
    """The way in which an interval was found, beside its numbers where a table has intervals of two ways.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> from pr_metrics import Interval
    >>> interval_way(AreaInterval(Interval(0.1, 0.2, 0.95), "spread"), words_in("en"))
    'logit'
    """
    return words.say(_SHORT[beside.method])


def bootstrap_note(resamples: int, words: Words, *, by_groups: bool) -> str:
    """The sentence on how samples were drawn. by_groups: whether persons, images or queries were, with all their rows.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> bootstrap_note(1000, words_in("en"), by_groups=True)
    'Bootstrap: 1,000 resamples of persons, images or queries, each with all its rows.'
    """
    key = "models.bootstrap_caption_groups" if by_groups else "models.bootstrap_caption"
    return words.say(key, resamples=resamples)


def interval_reason(beside: AreaInterval, words: Words) -> str:
    """The sentence on why an interval was found in this way.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> from pr_metrics import Interval
    >>> interval_reason(AreaInterval(Interval(0.1, 0.2, 0.95), "spread"), words_in("en"))
    'Logit interval, from the area and the number of positives alone: no row shows how the area would vary.'
    """
    return words.say(_REASONS[beside.reason])
