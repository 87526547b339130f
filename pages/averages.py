"""Averages over classes, labels and folds: their components, and a curve whose area is the average."""

from pr_curve_lab.server import page_run
from pr_curve_lab.views import averages, problems

_, messages = page_run.open_page("averages")
problems.show_query_problems(messages)
selection = averages.get_selection(messages)
if selection.is_empty:
    averages.show_empty_page(messages)
if selection.is_multi_task:
    averages.show_average_title(selection, messages)
    averages.show_task_average(selection, messages)
if selection.has_only_folds:
    averages.show_folds_title(selection, messages)
if selection.has_folds:
    averages.show_fold_average(selection, messages)
if selection.has_only_folds:
    averages.show_by_group(selection, messages)
averages.show_exports(selection, messages)
