"""Averages over classes, labels and folds: each with the numbers that it is made of, and a curve that has its area."""

from pr_curve_lab.server import page_run
from pr_curve_lab.views import averages, problems

_, words = page_run.enter("averages")
problems.show_address(words)
averaged = averages.made(words)
if averaged.empty:
    averages.show_nothing(words)
if averaged.several:
    averages.show_tasks_headline(averaged, words)
    averages.show_over_tasks(averaged, words)
if averaged.only_folds:
    averages.show_folds_headline(averaged, words)
if averaged.in_folds:
    averages.show_over_folds(averaged, words)
if averaged.only_folds:
    averages.show_by_group(averaged, words)
averages.show_exported(averaged, words)
