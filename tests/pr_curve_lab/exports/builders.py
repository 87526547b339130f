"""Results with a fixed date, for reports that are compared, and the exports of their pages."""

from datetime import date
from functools import partial

import numpy as np
import pandas as pd

from pr_curve_lab.exports.results import CurveResults
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_labeled_scores
from pr_curve_lab.schema.examples import example_labeled_scores, example_table
from pr_curve_lab.schema.roles import Roles

DAY = date(2026, 3, 1)
HOSTILE = ("<script>alert(1)</script>", "![x](http://y/z.png)", "$x$", '"><img src=http://y/z.png onerror=alert(1)>')
dated_results = partial(CurveResults, report_date=DAY)


def made(exported, key):
    """Make the file with this key from the exports of a page."""
    return next(file for file in exported.files if file.key == key).make()


def results_of(example, **choices):
    return dated_results(example_labeled_scores(example), example_table(example), example, **choices)


def weighted_results(**choices):
    rng = np.random.default_rng(5)
    positive = rng.random(250) < 0.3
    score = np.round(rng.normal(size=250) + positive, 1)
    frame = pd.DataFrame({"y": positive.astype(int), "s": score, "w": rng.random(250) + 0.01})
    table = Table("weighted.csv", frame)
    return dated_results(build_labeled_scores(table, Roles("y", "1", ("s",), weight="w")), table, **choices)
