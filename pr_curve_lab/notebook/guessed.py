"""How the columns of a table were understood, in one quiet line, where nobody has named them."""

from __future__ import annotations

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.reading.roles.roles import Roles

MOST_LISTED = 3  # columns of scores


def said_roles(roles: Roles, words: Words) -> str:
    """The line of these roles.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> said_roles(Roles("y", "yes", ("p",), weight="w"), words_in("en"))
    'Guessed: label y · positive yes · score p · weight w'
    """
    label = ", ".join(roles.labels[:MOST_LISTED]) if roles.kind == "labels" else roles.label
    more = " …" if len(roles.scores) > MOST_LISTED else ""
    parts = [
        words.say("notebook.label", name=label),
        words.say("notebook.positive", name=roles.positive) if roles.kind in ("one", "models") else "",
        words.say("notebook.score", name=", ".join(roles.scores[:MOST_LISTED]) + more),
        words.say("notebook.weight", name=roles.weight) if roles.weight is not None else "",
    ]
    return words.say("notebook.guessed", roles=" · ".join(filter(None, parts)))
