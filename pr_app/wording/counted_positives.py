"""How many positives there are, in words: those among the rows, and those that were never scored."""

from __future__ import annotations

from pr_app.reading.cases.cases import Cases
from pr_app.wording.catalogue import Words
from pr_app.wording.numerals import count_text


def counted_positives(cases: Cases, words: Words) -> str:
    """The positives among the rows, and beside them how many more were never scored, if any.

    >>> from pr_app.reading.examples import example_cases
    >>> from pr_app.wording.catalogue import words_in
    >>> counted_positives(example_cases("ten_rows"), words_in("en"))
    '6 positive'
    """
    positives = words.say("data.positives", count=cases.positive_rows)
    missed = cases.points.unreached_positives
    if missed == 0:
        return positives
    return words.say("data.with_missed", positives=positives, missed=count_text(missed))
