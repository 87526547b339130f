"""How many positives there are, in words: those among the rows, and those that were never scored."""

from __future__ import annotations

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.numerals import count_text
from pr_curve_lab.reading.cases.cases import Cases


def counted_positives(cases: Cases, words: Words) -> str:
    """The positives among the rows, and beside them how many more were never scored, if any.

    >>> from pr_curve_lab.reading.examples import example_cases
    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> counted_positives(example_cases("ten_rows"), words_in("en"))
    '6 positive'
    """
    positives = words.say("data.positives", count=cases.positive_rows)
    missed = cases.points.unreached_positives
    if missed == 0:
        return positives
    return words.say("data.with_missed", positives=positives, missed=count_text(missed))
