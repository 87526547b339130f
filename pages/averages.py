"""Averages over classes, labels and groups: their components, and a curve whose area is the average."""

from pr_curve_lab.views import averages, page_frame, summary

page_frame.open_page("averages")
selection = averages.update_selection()
if selection.is_empty:
    averages.show_empty_page()
if selection.is_multi_task:
    averages.show_average_title(selection)
    averages.show_task_average(selection)
    averages.show_task_intervals(selection)
if selection.has_only_groups:
    averages.show_group_title(selection)
summary.show_other_failing_groups()
if selection.has_groups:
    averages.show_group_average(selection)
if not selection.is_empty and selection.train_test is None:
    averages.show_other_groups()
averages.show_average_exports(selection)
