"""What is known about the data in use in one view: the finding, the curve, what to report and what to watch out for."""

import streamlit as st

from pr_curve_lab.views import page_frame, questions, summary
from pr_curve_lab.views.curve import requirement, threshold_control

opened_scores = page_frame.open_page("summary")
labeled_scores = requirement.at_overall_threshold(opened_scores)
threshold_control.show_threshold_warning(labeled_scores.points)
overview = summary.get_overview(labeled_scores)
summary.show_title(overview)
picture_side, findings_side = st.columns([2, 3], gap="medium")
with picture_side:
    summary.show_picture(overview)
with findings_side:
    summary.show_report_sentence(overview)
    summary.show_findings(overview)
questions.show_questions()
summary.show_exports(overview)
