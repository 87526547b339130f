"""Rows to drag along a score axis: both areas, the ROC curve and the confusion matrix follow."""

from pr_curve_lab.server import page_run
from pr_curve_lab.views import play, problems

cases, messages = page_run.open_page("play")
problems.show_query_problems(messages)
play.show_row_editor(cases, messages)
