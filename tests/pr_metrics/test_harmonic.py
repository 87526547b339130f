from fractions import Fraction

import numpy as np
import pytest

from pr_metrics.baselines import harmonic_sum, ratio_sum
from tests.exact_sums import exact_reciprocal_sum, exact_share_sum

BEFORE = (0, 1, 15, 16, 17, 100, 999, 10**4, 10**6, 10**9, 10**12)
ROWS = (1, 2, 16, 17, 100, 2 * 10**4, 10**6, 10**9, 10**12)


@pytest.mark.parametrize("before", range(40))
def test_short_sums_are_what_adding_up_gives(before):
    terms = [Fraction(1, before + j) for j in range(1, 41)]
    for rows in range(41):
        reciprocals = sum(terms[:rows])
        assert float(harmonic_sum(before, rows)) == pytest.approx(float(reciprocals), rel=1e-14, abs=0)
        assert float(ratio_sum(before, rows)) == pytest.approx(float(rows - before * reciprocals), rel=1e-13, abs=0)


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("rows", ROWS)
def test_long_sums_keep_their_digits(before, rows):
    assert float(harmonic_sum(before, rows)) == pytest.approx(
        float(exact_reciprocal_sum(before, rows)), rel=1e-14, abs=0
    )
    assert float(ratio_sum(before, rows)) == pytest.approx(float(exact_share_sum(before, rows)), rel=1e-13, abs=0)


def test_sums_of_many_runs_come_at_once():
    before, rows = np.array(BEFORE)[:, None], np.array(ROWS)
    together = ratio_sum(before, rows)
    assert together.shape == (len(BEFORE), len(ROWS))
    assert together[0, 4] == 100.0
    assert together[9, 0] == float(ratio_sum(10**9, 1))
