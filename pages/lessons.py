"""Lessons on data that a class can count: a list, and a player that asks first and shows then."""

from pr_app.panels.frame import problems
from pr_app.panels.lessons import aids, contents, pictures, player, step_top, terms
from pr_app.serving import page_run

_, words = page_run.enter("lessons")
problems.show_address(words)
here = player.at()
if here is None:
    contents.show(words)
    terms.show(words)
else:
    aids.show(here, words)
    player.show_headline(here, words)
    with pictures.show(here, words):
        player.show_question(here, words)
        pictures.show_fractions(here, words)
        player.show_text(here, words)
        player.show_ways(here, words)
    step_top.show(here)
