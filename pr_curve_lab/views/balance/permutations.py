"""What shuffled labels make of the area: long work where there are many rows."""

from __future__ import annotations

from pr_curve_lab.analysis.class_balance import Shuffled
from pr_curve_lab.analysis.label_shuffling import shuffled, shuffled_with_weights
from pr_curve_lab.analysis.progress import predicted_seconds
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.views.controls import progress
from pr_metrics import SCHEMES

PERMUTATIONS = 1000


def tested(cases: Cases, scheme: str, words: Words) -> Shuffled | None:
    """The areas of shuffled labels at the data's own balance; None while they are computed, or were stopped."""
    points = cases.size if cases.is_weighted else cases.points.threshold.size
    schemes: tuple[str, ...] = (scheme,)
    if progress.few_rows(points):
        schemes = tuple(key for key, one in SCHEMES.items() if one.applies_to(cases.points))
    saying = words.say("balance.shuffling", count=PERMUTATIONS)
    asked = progress.Asked("permutations", predicted_seconds(PERMUTATIONS, points, areas=len(schemes)), saying)
    if cases.is_weighted:
        found = progress.result_of(asked, words, shuffled_with_weights, cases, schemes, PERMUTATIONS)
    else:
        found = progress.result_of(asked, words, shuffled, cases.points, schemes, PERMUTATIONS)
    return None if found is None else found[scheme]
