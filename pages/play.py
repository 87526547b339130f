"""Rows to drag along a score axis: both areas, ROC and the matrix move with the hand."""

from pr_curve_lab.server import page_run
from pr_curve_lab.views import play, problems

cases, words = page_run.enter("play")
problems.show_address(words)
play.show_board(cases, words)
