"""Every scheme as a small picture, what tools would report, where a published number comes from, and what ties hide."""

from pr_app.panels.controls import scheme_picker
from pr_app.panels.exports import offered
from pr_app.panels.frame import problems
from pr_app.panels.schemes import published_number, reports, scheme_panels, tied_rows, tools_table
from pr_app.serving import page_run

cases, words = page_run.enter("schemes")
problems.show_address(words)
areas = reports.areas(cases.points, words)
compared = scheme_picker.settled(cases.points, "left", words)
scheme_panels.show_headline(areas, words)
scheme_panels.show(cases.points, reports.joined(cases.points, words), compared, words)
asked = reports.of_tools(cases, words)
tools_table.show_finding(asked, cases.points, compared, areas[compared], words)
published_number.show(areas, asked, words)
tied_rows.show(cases, areas, words)
tools_table.show_all(asked, areas[compared], words)
offered.show_schemes(cases, areas, compared, words)
