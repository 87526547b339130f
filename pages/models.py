"""Several models on the same rows: which one is best under which scheme, why, and how certain that is."""

import streamlit as st

from pr_curve_lab.server import page_run
from pr_curve_lab.views import controls, models, problems

cases, messages = page_run.open_page("models")
problems.show_query_problems(messages)
if models.has_models():
    schemes = controls.get_schemes(cases.points, messages)
    ranking = models.get_ranking(messages)
    reversal = models.get_reversal(ranking, schemes)
    test_results = models.get_pairs(schemes, messages)
    title_place = st.empty()
    if test_results:  # else the title waits for the samples
        comparison = models.compare_pairs(ranking, schemes[0], test_results, None)
        models.show_title(title_place, ranking, schemes, comparison, messages)
    models.show_side_by_side(ranking, reversal, schemes, messages)
    models.show_rank_reversal(ranking, reversal, schemes, messages)
    bootstrap_result = models.cached_bootstrap(ranking, schemes[0], messages)
    comparison = models.compare_pairs(ranking, schemes[0], test_results, bootstrap_result)
    models.show_title(title_place, ranking, schemes, comparison, messages)
    models.show_intervals(ranking, schemes, comparison, bootstrap_result, messages)
    problems.show_clusters(messages)
    models.show_every_scheme(ranking, schemes[0], messages)
    models.show_exports(ranking, reversal, bootstrap_result, test_results, schemes, messages)
else:
    models.show_empty_page(messages)
