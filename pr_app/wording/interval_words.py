"""An interval beside an area in words: its name, and why it was found in this way."""

from __future__ import annotations

from pr_app.analysis.area_intervals import AreaInterval, Reason
from pr_app.wording.catalogue import Words

_REASONS: dict[Reason, str] = {
    "enough": "interval.why_enough",
    "scheme": "interval.why_scheme",
    "weights": "interval.why_weights",
    "spread": "interval.why_spread",
}


def interval_name(beside: AreaInterval, words: Words) -> str:
    """The name of an interval, for the head of a column or a row.

    >>> from pr_app.wording.catalogue import words_in
    >>> from pr_metrics import Interval
    >>> interval_name(AreaInterval(Interval(0.1, 0.2, 0.95), "spread"), words_in("en"))
    '95 % logit interval'
    """
    return words.say("interval.name_influence" if beside.method == "influence" else "interval.name_logit")


def interval_reason(beside: AreaInterval, words: Words) -> str:
    """The sentence on why an interval was found in this way.

    >>> from pr_app.wording.catalogue import words_in
    >>> from pr_metrics import Interval
    >>> interval_reason(AreaInterval(Interval(0.1, 0.2, 0.95), "weights"), words_in("en"))
    'Logit interval: it counts positive rows, whatever they weigh.'
    """
    return words.say(_REASONS[beside.reason])
