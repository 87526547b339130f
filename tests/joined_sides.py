"""The differences of two schemes on the same cases, as on pages and in reports."""

from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.scheme_differences import scheme_differences
from pr_curve_lab.plotting.curve import resolution


def differences_of(cases, left, right):
    return scheme_differences(cases, *(joined_area(cases.points, scheme, resolution()) for scheme in (left, right)))
