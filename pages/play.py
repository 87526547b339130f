"""Rows to drag along a score axis: both areas, the ROC curve and the confusion matrix follow."""

from pr_curve_lab.views import page_frame, play

labeled_scores = page_frame.open_page("play")
play.show_row_editor(labeled_scores)
