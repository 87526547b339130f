"""Rows to drag along a score axis: both areas, ROC and the matrix move with the hand."""

from pr_app.panels.frame import problems
from pr_app.panels.play import board
from pr_app.serving import page_run

cases, words = page_run.enter("play")
problems.show_address(words)
board.show(cases, words)
