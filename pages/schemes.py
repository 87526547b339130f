"""Why two numbers for the same rows differ, what every tool and scheme reports, and the effect of ties."""

import streamlit as st

from pr_curve_lab.views import controls, exports, page_frame, problems, schemes

cases = page_frame.open_page("schemes")
areas, numbers = schemes.get_areas(cases.points), schemes.get_tool_numbers(cases)
answer = schemes.show_number_form(schemes.get_sources(cases), numbers)
export_text = schemes.show_title(answer, numbers)
strip_side, report_side = st.columns([31, 13], gap="medium")
with strip_side:
    schemes.show_every_tool(numbers, answer)
with report_side:
    schemes.show_report_text(cases, areas["step"])
    problems.show_clusters()
    schemes.show_tool_info(numbers)
schemes.show_tool_warnings(numbers.reports, cases.points, areas["step"])
scheme = controls.get_scheme(cases.points, "left")
schemes.show_area_range(areas)
schemes.show_scheme_charts(cases.points, schemes.get_joined_areas(cases.points), scheme)
schemes.show_tied_rows(cases, areas)
schemes.show_tool_table(numbers.reports, areas[scheme])
exports.show_schemes(cases, areas, export_text)
