"""Several models on the same rows: who wins under which scheme, what decides it, and how sure the areas are."""

from pr_app import session
from pr_app.panels import problems, scheme_picker
from pr_app.panels.models import areas_table, change, every_scheme, nothing_to_compare, rivals, side_by_side, taken

cases, words = session.enter("pages/models.py")
problems.show_address(words)
if rivals.there_are():
    schemes = scheme_picker.chosen(cases.points, words)
    ranking = rivals.ranked(words)
    turn = rivals.turn(ranking, schemes)
    side_by_side.show_headline(ranking, schemes, words)
    side_by_side.show(ranking, turn, schemes, words)
    change.show(ranking, turn, schemes, words)
    sampled = areas_table.show(ranking, schemes[0], words)
    every_scheme.show(ranking, schemes[0], words)
    taken.show(ranking, turn, sampled, schemes, words)
else:
    nothing_to_compare.show(words)
