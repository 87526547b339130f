"""Two schemes on the same points, in one sentence: both areas, or the one that they share."""

from __future__ import annotations

from collections.abc import Callable

from pr_curve_lab.analysis.printed_areas import told_apart
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.i18n.catalogue import Words
from pr_metrics.tolerances import AREA_ROUNDING


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
