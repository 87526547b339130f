"""Why two numbers for the same rows differ, what every tool and every scheme makes of them, and what ties hide."""

import streamlit as st

from pr_curve_lab.server import page_run
from pr_curve_lab.views.controls import scheme_picker
from pr_curve_lab.views.exports import offered
from pr_curve_lab.views.frame import clusters, problems
from pr_curve_lab.views.schemes import (
    every_tool,
    reports,
    scheme_panels,
    tied_rows,
    tools_table,
    two_numbers,
    what_to_report,
)

cases, words = page_run.enter("schemes")
problems.show_address(words)
areas, numbers = reports.areas(cases.points, words), reports.of_tools(cases, words)
answer = two_numbers.ask(reports.sources(cases, words), numbers, words)
asked = two_numbers.show_headline(answer, numbers, words)
strip_side, report_side = st.columns([31, 13], gap="medium")
with strip_side:
    every_tool.show(numbers, answer, words)
with report_side:
    what_to_report.show(cases, areas["step"], words)
    clusters.show(words)
    every_tool.show_opened(numbers, words)
tools_table.show_besides(numbers.reports, cases.points, areas["step"], words)
compared = scheme_picker.settled(cases.points, "left", words)
scheme_panels.show_finding(areas, words)
scheme_panels.show(cases.points, reports.joined(cases.points, words), compared, words)
tied_rows.show(cases, areas, words)
tools_table.show_all(numbers.reports, areas[compared], words)
offered.show_schemes(cases, areas, compared, asked, words)
