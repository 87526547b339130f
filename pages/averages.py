"""Averages over classes, labels and folds: each with the numbers that it is made of, and a curve that has its area."""

from pr_curve_lab.server import page_run
from pr_curve_lab.views.averages import by_group, choice, exported, nothing, over_folds, over_tasks
from pr_curve_lab.views.frame import problems

_, words = page_run.enter("averages")
problems.show_address(words)
averaged = choice.made(words)
if averaged.empty:
    nothing.show(words)
if averaged.several:
    over_tasks.show_headline(averaged, words)
    over_tasks.show(averaged, words)
if averaged.only_folds:
    over_folds.show_headline(averaged, words)
if averaged.in_folds:
    over_folds.show(averaged, words)
if averaged.only_folds:
    by_group.show(averaged, words)
exported.show(averaged, words)
