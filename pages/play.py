"""Rows to drag along a score axis: both areas, ROC and the matrix move with the hand."""

from pr_curve_lab.server import page_run
from pr_curve_lab.views.frame import problems
from pr_curve_lab.views.play import board

cases, words = page_run.enter("play")
problems.show_address(words)
board.show(cases, words)
