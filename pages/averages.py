"""Averages over classes, labels and folds: each with the numbers that it is made of, and a curve that has its area."""

from pr_app import session
from pr_app.panels import problems
from pr_app.panels.averages import choice, nothing, over_folds, over_questions, taken

_, words = session.enter("pages/averages.py")
problems.show_address(words)
averaged = choice.made(words)
if averaged.empty:
    nothing.show(words)
if averaged.several:
    over_questions.show_headline(averaged, words)
    over_questions.show(averaged, words)
if averaged.only_folds:
    over_folds.show_headline(averaged, words)
if averaged.in_folds:
    over_folds.show(averaged, words)
taken.show(averaged, words)
