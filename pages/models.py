"""Several models on the same rows: who wins under which scheme, what decides it, and how sure the areas are."""

from pr_curve_lab.server import page_run
from pr_curve_lab.views import controls, model_intervals, models, problems

cases, words = page_run.enter("models")
problems.show_address(words)
if models.there_are():
    schemes = controls.chosen(cases.points, words)
    ranking = models.ranked(words)
    reversal = models.reversal(ranking, schemes)
    tested = models.pairs(schemes, words)
    top = models.show_early(ranking, schemes, tested, words)
    models.show_side_by_side(ranking, reversal, schemes, words)
    models.show_change(ranking, reversal, schemes, words)
    sampled = model_intervals.drawn(ranking, schemes[0], words)
    compared = models.compared(ranking, schemes[0], tested, sampled)
    models.show_late(top, ranking, schemes, compared, words)
    model_intervals.show_doubt(ranking, schemes, compared, sampled, words)
    problems.show_clusters(words)
    models.show_every_scheme(ranking, schemes[0], words)
    models.show_exported(ranking, reversal, sampled, tested, schemes, words)
else:
    models.show_nothing_to_compare(words)
