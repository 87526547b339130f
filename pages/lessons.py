"""Lessons on data that a class can count: a list, and a player that asks first and shows then."""

from pr_app.panels.frame import problems
from pr_app.panels.lessons import aids, board, contents, place, terms
from pr_app.serving import page_run

_, words = page_run.enter("lessons")
problems.show_address(words)
here = place.at()
if here is None:
    contents.show(words)
    terms.show(words)
else:
    board.show(here, words)
    aids.show(here, words)
