"""The differences of two schemes on the same rows, as on pages and in reports."""

from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.scheme_differences import scheme_differences
from pr_curve_lab.plotting.curve import resolution


def differences_of(labeled_scores, left, right):
    sides = (joined_area(labeled_scores.points, scheme, resolution()) for scheme in (left, right))
    return scheme_differences(labeled_scores, *sides)
