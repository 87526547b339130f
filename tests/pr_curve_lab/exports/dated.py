"""An analysis of a day that never passes, for reports that are compared."""

from datetime import date
from functools import partial

from pr_curve_lab.exports.analysis import Analysis

DAY = date(2026, 3, 1)
dated_analysis = partial(Analysis, report_date=DAY)
