"""Several models on the same rows: which one is best under which scheme, why, and how certain that is."""

import streamlit as st

from pr_curve_lab.views import controls, models, page_frame, problems, summary

labeled_scores = page_frame.open_page("models")
if models.has_models():
    schemes = controls.update_schemes(labeled_scores.points)
    ranking = models.get_ranking()
    reversal = models.get_reversal(ranking, schemes)
    pair_tests = models.get_pair_tests(schemes)
    thresholds = models.get_thresholds(ranking.models)
    failing_groups = summary.failing_groups_of_models()
    results = models.get_results(ranking, reversal, pair_tests, schemes, thresholds, failing_groups)
    title_places = models.reserve_title()
    if pair_tests:  # without tests, the title is shown after the bootstrap
        models.show_title(title_places, results)
    models.show_requirement(thresholds)
    summary.show_failing_groups(failing_groups)
    sentence_place = st.container(key="models_sentence")
    models.show_side_by_side(ranking, reversal, schemes)
    results = models.add_bootstrap(results)
    models.show_title(title_places, results)
    with sentence_place:
        models.show_report_sentence(results)
    models.show_intervals(results)
    problems.show_clusters()
    models.show_every_scheme(results)
    models.show_model_exports(results)
else:
    models.show_empty_page()
