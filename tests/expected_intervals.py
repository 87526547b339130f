"""The interval of an area as the app prints it, computed only with `pr_metrics` and SciPy."""

from scipy.special import expit, logit

from pr_metrics import (
    SCHEMES,
    Interval,
    area_interval,
    area_interval_of_rows,
    interval_method,
    logit_interval,
    operating_points,
)

BY_NUMBER = ("linear_truncated", "eleven_point", "hundred_one_point")  # leave out a part of recall, or use few levels


def expected_interval(positive, score, scheme="step", *, weight=None, total_positives=None):
    """Return the interval of an area for these rows, and its method."""
    points = operating_points(positive, score, sample_weight=weight, total_positives=total_positives)
    step, area = (SCHEMES[key].area(points) for key in ("step", scheme))
    count = int((positive > 0).sum()) + round(points.unscored_positives)
    if weight is None:
        found, shows_spread = area_interval(points), interval_method(points) == "influence"
    else:
        found = area_interval_of_rows(positive, score, sample_weight=weight, total_positives=total_positives)
        shows_spread = step < 1
    if scheme in BY_NUMBER or not shows_spread or not 0 < area < 1:
        return logit_interval(area, count), "logit"
    low, high = expit(logit([found.lower, found.upper]) + logit(area) - logit(step))
    return (found if scheme == "step" else Interval(float(low), float(high), found.confidence_level)), "influence"
