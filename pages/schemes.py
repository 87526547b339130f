"""Why two numbers for the same rows differ, what every tool and scheme reports, and the effect of ties."""

import streamlit as st

from pr_curve_lab.server import page_run
from pr_curve_lab.views import controls, exports, problems, schemes

cases, messages = page_run.open_page("schemes")
problems.show_query_problems(messages)
areas, numbers = schemes.get_areas(cases.points, messages), schemes.get_tool_numbers(cases, messages)
answer = schemes.show_number_form(schemes.get_sources(cases, messages), numbers, messages)
export_text = schemes.show_title(answer, numbers, messages)
strip_side, report_side = st.columns([31, 13], gap="medium")
with strip_side:
    schemes.show_every_tool(numbers, answer, messages)
with report_side:
    schemes.show_report_text(cases, areas["step"], messages)
    problems.show_clusters(messages)
    schemes.show_tool_info(numbers, messages)
schemes.show_tool_warnings(numbers.reports, cases.points, areas["step"], messages)
scheme = controls.get_scheme(cases.points, "left", messages)
schemes.show_area_range(areas, messages)
schemes.show_scheme_charts(cases.points, schemes.get_joined_areas(cases.points, messages), scheme, messages)
schemes.show_tied_rows(cases, areas, messages)
schemes.show_tool_table(numbers.reports, areas[scheme], messages)
exports.show_schemes(cases, areas, scheme, export_text, messages)
