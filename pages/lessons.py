"""Lessons on data that a class can count: a list, and a player that asks first and shows then."""

from pr_curve_lab.server import page_run
from pr_curve_lab.views import lessons, problems

_, words = page_run.enter("lessons")
problems.show_address(words)
here = lessons.at()
if here is None:
    lessons.show_contents(words)
    lessons.show_terms(words)
else:
    lessons.show_board(here, words)
    lessons.show_aids(here, words)
