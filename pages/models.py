"""Several models on the same rows: who wins under which scheme, what decides it, and how sure the areas are."""

from pr_app.panels.controls import scheme_picker
from pr_app.panels.frame import problems
from pr_app.panels.models import areas_table, change, every_scheme, exported, nothing_to_compare, rivals, side_by_side
from pr_app.serving import page_run

cases, words = page_run.enter("models")
problems.show_address(words)
if rivals.there_are():
    schemes = scheme_picker.chosen(cases.points, words)
    ranking = rivals.ranked(words)
    reversal = rivals.reversal(ranking, schemes)
    pairs = rivals.pairs(schemes, words)
    side_by_side.show_headline(ranking, schemes, pairs, words)
    side_by_side.show(ranking, reversal, schemes, words)
    change.show(ranking, reversal, schemes, words)
    sampled = areas_table.show(ranking, schemes[0], pairs, words)
    every_scheme.show(ranking, schemes[0], words)
    exported.show(ranking, reversal, sampled, pairs, schemes, words)
else:
    nothing_to_compare.show(words)
