"""What shuffled labels make of the area: long work where there are many rows."""

from __future__ import annotations

from pr_app.analysis.class_balance import Balances, Shuffled
from pr_app.analysis.label_shuffling import shuffled
from pr_app.analysis.progress import predicted_seconds
from pr_app.panels.controls import progress
from pr_app.wording.catalogue import Words

PERMUTATIONS = 1000


def tested(both: Balances, words: Words) -> Shuffled | None:
    """The areas of shuffled labels at the data's own balance; None while they are computed, or were stopped."""
    points = both.own.points
    saying = words.say("balance.shuffling", count=PERMUTATIONS)
    seconds = predicted_seconds(PERMUTATIONS, points.threshold.size)
    asked = progress.Asked("permutations", seconds, saying)
    return progress.result_of(asked, words, shuffled, points, both.scheme, PERMUTATIONS)
