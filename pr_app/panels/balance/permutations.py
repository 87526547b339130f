"""What shuffled labels make of the area: long work where there are many rows."""

from __future__ import annotations

from pr_app.analysis.class_balance import Shuffled
from pr_app.analysis.label_shuffling import shuffled, shuffled_with_weights
from pr_app.analysis.progress import predicted_seconds
from pr_app.panels.controls import progress
from pr_app.reading.cases.cases import Cases
from pr_app.wording.catalogue import Words

PERMUTATIONS = 1000


def tested(cases: Cases, scheme: str, words: Words) -> Shuffled | None:
    """The areas of shuffled labels at the data's own balance; None while they are computed, or were stopped."""
    saying = words.say("balance.shuffling", count=PERMUTATIONS)
    if not cases.is_weighted:
        seconds = predicted_seconds(PERMUTATIONS, cases.points.threshold.size)
        asked = progress.Asked("permutations", seconds, saying)
        return progress.result_of(asked, words, shuffled, cases.points, scheme, PERMUTATIONS)
    asked = progress.Asked("permutations", predicted_seconds(PERMUTATIONS, cases.size), saying)
    return progress.result_of(asked, words, shuffled_with_weights, cases, scheme, PERMUTATIONS)
