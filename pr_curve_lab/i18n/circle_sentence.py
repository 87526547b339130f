"""What a circle is, in a sentence that says how many of the measured points have one where some have no room."""

from __future__ import annotations

from typing import Any

from pr_curve_lab.i18n.catalogue import Words


def say_circles(key: str, circles: tuple[int, int], words: Words, **facts: Any) -> str:
    """Say the sentence `key`, or where not all points have a circle its other form, which says how many have.

    circles: how many points have one, and how many there are.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> say_circles("models.caption", (26, 1469), words_in("en"))
    'Circles: the 26 of 1,469 measured points with room. Numbers are areas.'
    """
    shown, total = circles
    if shown == total:
        return words.say(key, **facts)
    return words.say(f"{key}_some", shown=shown, total=total, **facts)
