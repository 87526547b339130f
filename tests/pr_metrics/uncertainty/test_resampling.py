"""Areas of many samples computed as matrices equal those of each sample alone, for every scheme."""

import numpy as np
import pytest

from pr_metrics import SCHEMES, OperatingPoints, bootstrap_areas, permutation_test
from pr_metrics.uncertainty.bootstrap import bootstrap_areas_by_scheme
from pr_metrics.uncertainty.permutation import permutation_test_by_scheme
from pr_metrics.uncertainty.resampling import MAX_THRESHOLDS, area_of_sample, areas_of_counts

TOLERANCE = 1e-12
SAMPLES = 40


def drawn(n_points, most, *, seed=0, weight=1.0):
    """Return cumulative counts of samples, up to `most` rows of a class per threshold; some start without rows."""
    rng = np.random.default_rng(seed)
    true, false = (np.cumsum(rng.integers(0, most + 1, (SAMPLES, n_points)), axis=1) * weight for _ in range(2))
    true[: SAMPLES // 4, : n_points // 2] = false[: SAMPLES // 4, : n_points // 2] = 0
    false[SAMPLES // 2 : SAMPLES // 2 + 4] = 0
    return true, false


def areas_one_by_one(scheme, threshold, true, false, positives, negatives):
    totals = (np.broadcast_to(one, SAMPLES) for one in (positives, negatives))
    each = zip(true, false, *totals, strict=True)
    return [area_of_sample(SCHEMES[scheme], threshold, *one) for one in each]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    ("n_points", "most"), [(1, 3), (2, 1), (7, 1), (60, 2), (60, 40), (900, 1)], ids=lambda value: str(value)
)
@pytest.mark.parametrize("missing", [0, 5])
def test_matrices_give_the_areas_of_each_sample(scheme, n_points, most, missing):
    true, false = drawn(n_points, most)
    true[-2:] = 0  # these samples find no positive
    threshold, totals = -np.arange(n_points, dtype=float), (float(true.max() + missing), float(false.max() + 1))
    found = areas_of_counts([SCHEMES[scheme]], threshold, true, false, *totals)[:, 0]
    assert found == pytest.approx(areas_one_by_one(scheme, threshold, true, false, *totals), abs=TOLERANCE)


@pytest.mark.parametrize("scheme", [key for key in SCHEMES if key != "davis_goadrich"])
@pytest.mark.parametrize("weight", [0.3, 1e-300, 1e300])
def test_weighted_samples_may_have_totals_of_their_own(scheme, weight):
    true, false = drawn(30, 2, weight=weight)
    true[:, -1] += weight
    threshold, totals = -np.arange(30.0), (true[:, -1] * 1.25, false[:, -1] + weight)
    found = areas_of_counts([SCHEMES[scheme]], threshold, true, false, *totals)[:, 0]
    assert found == pytest.approx(areas_one_by_one(scheme, threshold, true, false, *totals), abs=TOLERANCE)


def test_a_perfect_sample_has_an_area_of_exactly_1():
    true, false = np.array([[1.0, 3.0, 3.0]] * 2), np.array([[0.0, 0.0, 7.0]] * 2)
    whole = [scheme for scheme in SCHEMES.values() if scheme.start != "dropped"]
    assert (areas_of_counts(whole, np.array([3.0, 2.0, 1.0]), true, false, 3.0, 7.0) == 1).all()


def test_davis_goadrich_refuses_fractional_counts():
    true, false = drawn(5, 2, weight=0.5)
    with pytest.raises(ValueError, match="davis_goadrich"):
        areas_of_counts([SCHEMES["davis_goadrich"]], -np.arange(5.0), true, false, true.max(), false.max())


def test_samples_with_many_thresholds_are_computed_one_by_one():
    true, false = drawn(MAX_THRESHOLDS + 1, 1)
    threshold, totals = -np.arange(true.shape[1], dtype=float), (true.max(), false.max())
    found = areas_of_counts([SCHEMES["step"]], threshold, true, false, *totals)[:, 0]
    assert found.tolist() == areas_one_by_one("step", threshold, true, false, *totals)


def test_all_schemes_at_once_equal_each_scheme_alone():
    rng = np.random.default_rng(1)
    label = rng.random(80) < 0.3
    scores = [rng.normal(size=80).round(1) + label for _ in range(2)]
    together = bootstrap_areas_by_scheme(label, scores, tuple(SCHEMES), n_resamples=60)
    points = OperatingPoints.from_counts([4, 3, 2, 1], [3, 2, 2, 1], [1, 2, 5, 9])
    tests = permutation_test_by_scheme(points, tuple(SCHEMES), n_permutations=60)
    for column, scheme in enumerate(SCHEMES):
        alone = bootstrap_areas(label, scores, scheme=scheme, n_resamples=60)
        assert together[:, :, column].tolist() == alone.tolist()
        alone_permuted = permutation_test(points, scheme=scheme, n_permutations=60)
        assert tests[scheme].permuted_areas.tolist() == alone_permuted.permuted_areas.tolist()
        assert tests[scheme].p_value == alone_permuted.p_value


def test_groups_are_drawn_with_all_their_rows():
    rng = np.random.default_rng(4)
    label, score = (rng.random(30) < 0.4).repeat(20), rng.normal(size=30).repeat(20)
    group = np.arange(30).repeat(20)
    drawn = [bootstrap_areas_by_scheme(label, [score], ("step",), n_resamples=200, groups=one) for one in (None, group)]
    assert drawn[1].std() > 20**0.5 * drawn[0].std()
    with pytest.raises(ValueError, match="at least 10"):
        bootstrap_areas_by_scheme(label, [score], ("step",), groups=group // 5)
    with pytest.raises(ValueError, match="total_positives cannot be used with groups"):
        bootstrap_areas_by_scheme(label, [score], ("step",), groups=group, total_positives=1000)
