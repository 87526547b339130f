"""Why two numbers for the same rows differ, what every tool and every scheme makes of them, and what ties hide."""

import streamlit as st

from pr_curve_lab.server import page_run
from pr_curve_lab.views import controls, exports, number_sources, problems, schemes

cases, words = page_run.enter("schemes")
problems.show_address(words)
areas, numbers = schemes.areas(cases.points, words), schemes.of_tools(cases, words)
answer = number_sources.ask(schemes.sources(cases, words), numbers, words)
asked = number_sources.show_headline(answer, numbers, words)
strip_side, report_side = st.columns([31, 13], gap="medium")
with strip_side:
    schemes.show_every_tool(numbers, answer, words)
with report_side:
    schemes.show_what_to_report(cases, areas["step"], words)
    problems.show_clusters(words)
    schemes.show_opened(numbers, words)
schemes.show_besides(numbers.reports, cases.points, areas["step"], words)
compared = controls.settled(cases.points, "left", words)
schemes.show_finding(areas, words)
schemes.show_scheme_panels(cases.points, schemes.joined(cases.points, words), compared, words)
number_sources.show_tied_rows(cases, areas, words)
schemes.show_all(numbers.reports, areas[compared], words)
exports.show_schemes(cases, areas, compared, asked, words)
