from itertools import pairwise

import numpy as np
import pytest

from pr_app.analysis.alerts_by_day import alerts_by_day, days_of_data
from tests.cases_of import cases_of


def rows(seed, weighted):
    rng = np.random.default_rng(seed)
    label = rng.random(60) < 0.4
    label[:2] = True, False
    weight = rng.integers(1, 4, 60).astype(float) if weighted else None
    return cases_of(label, np.round(rng.random(60), 1), weight), rng.integers(-1, 5, 60)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_alerts_of_each_day_are_those_counted_row_by_row(seed, weighted):
    cases, day = rows(seed, weighted)
    weight = np.ones(60) if cases.weight is None else cases.weight
    for threshold in np.unique(cases.score):
        by_day = [
            sum(w for w, d, s in zip(weight, day, cases.score, strict=True) if d == one and s >= threshold)
            for one in sorted(set(day[day >= 0]))
        ]
        found = alerts_by_day(cases, day, float(threshold), 3.0)
        assert (found.least, found.most) == (min(by_day), max(by_day))
        assert found.days_above == sum(one > 3 for one in by_day)


def test_a_day_has_its_rows_and_no_more():
    cases, day = rows(1, weighted=True)
    found = days_of_data(cases, day)
    assert found.count == len(set(day[day >= 0]))
    assert found.rows_a_day * found.count == pytest.approx(cases.weight[day >= 0].sum())
    assert found.without_day == (day < 0).sum()


def test_a_looser_threshold_has_no_quieter_day():
    cases, day = rows(2, weighted=False)
    found = [alerts_by_day(cases, day, float(one), None) for one in np.unique(cases.score)]
    for loose, strict in pairwise(found):
        assert loose.least >= strict.least
        assert loose.most >= strict.most
        assert loose.days_above == 0
