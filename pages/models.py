"""Several models on the same rows: who wins under which scheme, what decides it, and how sure the areas are."""

from pr_curve_lab.server import page_run
from pr_curve_lab.views.controls import scheme_picker
from pr_curve_lab.views.frame import clusters, problems
from pr_curve_lab.views.models import (
    change,
    doubt,
    every_scheme,
    exported,
    finding,
    intervals,
    nothing_to_compare,
    rivals,
    side_by_side,
)

cases, words = page_run.enter("models")
problems.show_address(words)
if rivals.there_are():
    schemes = scheme_picker.chosen(cases.points, words)
    ranking = rivals.ranked(words)
    reversal = rivals.reversal(ranking, schemes)
    tested = rivals.pairs(schemes, words)
    top = finding.show_early(ranking, schemes, tested, words)
    side_by_side.show(ranking, reversal, schemes, words)
    change.show(ranking, reversal, schemes, words)
    sampled = intervals.drawn(ranking, schemes[0], words)
    compared = rivals.compared(ranking, schemes[0], tested, sampled)
    finding.show_late(top, ranking, schemes, compared, words)
    doubt.show(ranking, schemes, compared, sampled, words)
    clusters.show(words)
    every_scheme.show(ranking, schemes[0], words)
    exported.show(ranking, reversal, sampled, tested, schemes, words)
else:
    nothing_to_compare.show(words)
