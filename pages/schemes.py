"""Why two numbers for the same rows differ, what every tool and scheme reports, and the effect of ties."""

import streamlit as st

from pr_curve_lab.views import controls, exports, page_frame, problems, schemes

labeled_scores = page_frame.open_page("schemes")
areas, numbers = schemes.get_areas(labeled_scores.points), schemes.get_tool_numbers(labeled_scores)
schemes.show_number_form()
schemes.show_signature_check(labeled_scores, numbers)
explanation = schemes.explain_numbers(schemes.get_sources(labeled_scores), numbers)
shown = schemes.select_numbers(labeled_scores, numbers)
source_text = schemes.get_source_text(explanation, shown)
schemes.show_title(source_text)
texts = schemes.get_texts(labeled_scores, areas["step"], shown, source_text)
strip_side, text_side = st.columns([31, 13], gap="medium")
with strip_side:
    schemes.show_every_tool(shown, explanation)
with text_side:
    schemes.show_domain_select()
    schemes.show_tool_select()
    texts[0]()
    problems.show_clusters()
schemes.show_texts(texts[1:])
schemes.show_tool_warnings(shown.reports, labeled_scores.points, areas["step"])
scheme = controls.update_scheme(labeled_scores.points, "left")
schemes.show_schemes(labeled_scores.points, schemes.get_joined_areas(labeled_scores.points), scheme)
schemes.show_tied_rows(labeled_scores, areas)
schemes.show_releases(labeled_scores, numbers)
schemes.show_matches(source_text)
schemes.show_tool_table(shown.reports, areas[scheme])
exports.show_schemes(labeled_scores, areas, source_text)
