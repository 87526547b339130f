"""Lessons on data that a class can count: a list, and a player that asks first and shows then."""

from pr_curve_lab.server import page_run
from pr_curve_lab.views.frame import problems
from pr_curve_lab.views.lessons import aids, board, contents, place, terms

_, words = page_run.enter("lessons")
problems.show_address(words)
here = place.at()
if here is None:
    contents.show(words)
    terms.show(words)
else:
    board.show(here, words)
    aids.show(here, words)
