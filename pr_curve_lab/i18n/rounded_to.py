"""What scores are rounded to, in words."""

from __future__ import annotations

from pr_curve_lab.i18n.catalogue import Words


def rounded_to(decimals: int | None, words: Words) -> str:
    """The rounding of scores, in words; `None` is nothing.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> rounded_to(2, words_in("en")), rounded_to(-1, words_in("en"))
    ('2 decimals', 'multiples of 10')
    """
    if decimals is None:
        return words.say("areas.as_they_are")
    if decimals == 0:
        return words.say("areas.whole_numbers")
    if decimals < 0:
        return words.say("areas.multiples", step=10**-decimals)
    return words.say("areas.decimals", count=decimals)
