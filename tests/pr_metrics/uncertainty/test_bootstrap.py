import math
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import norm as normal
from scipy.stats import t as student

import pr_metrics.blocks
from pr_metrics import (
    SCHEMES,
    OperatingPoints,
    at_thresholds,
    bootstrap_areas,
    bootstrap_difference,
    bootstrap_interval,
    bootstrap_weighted_interval,
    logit_interval,
    operating_points,
    permutation_test,
    permutation_weighted_test,
    random_average_precision,
)
from pr_metrics.uncertainty import bootstrap, permutation, resampling
from pr_metrics.uncertainty.t_distribution import t_half_width
from tests.pr_metrics.uncertainty.naive_bootstrap import NEAR, naive_areas, two_models

WAYS = {"draw rows": 10**9, "draw counts": 0}  # ROWS_PER_GROUP at which each way is taken


@pytest.fixture(params=WAYS)
def _each_way(request, monkeypatch):
    monkeypatch.setattr(resampling, "ROWS_PER_GROUP", WAYS[request.param])


def tied_rows(rng, rows=200):
    label = rng.random(rows) < 0.3
    return label, np.round(rng.normal(size=rows) + label, 1)


@pytest.mark.slow
@pytest.mark.usefixtures("_each_way")
def test_limits_agree_with_the_naive_bootstrap():
    label, score = tied_rows(np.random.default_rng(5))
    (naive,) = naive_areas(label, score)
    interval = bootstrap_interval(operating_points(label, score), n_resamples=2000)
    assert (interval.lower, interval.upper) == pytest.approx(
        np.quantile(naive, (0.025, 0.975)), abs=NEAR * np.std(naive)
    )


@pytest.mark.usefixtures("_each_way")
def test_sampled_counts_have_the_mean_and_variance_of_sampled_rows():
    up_to = np.array([3, 3, 10])
    drawn = bootstrap._sample_counts(np.random.default_rng(8), up_to, 12, 4000)
    assert np.mean(drawn, axis=0) == pytest.approx([3, 3, 10], abs=0.1)
    assert np.var(drawn, axis=0) == pytest.approx([12 * 0.25 * 0.75, 12 * 0.25 * 0.75, 12 / 6 * 5 / 6], rel=0.1)


@pytest.mark.usefixtures("_each_way")
def test_shuffled_labels_are_equally_likely():
    seen = [tuple(one) for one in permutation._shuffle_labels(np.random.default_rng(9), np.arange(1, 5), 2, 4, 6000)]
    expected = {tuple(np.cumsum(np.isin(range(4), chosen))) for chosen in combinations(range(4), 2)}
    assert set(seen) == expected
    for one in expected:
        assert seen.count(one) == pytest.approx(1000, abs=5 * np.sqrt(1000 * 5 / 6))


@pytest.mark.usefixtures("_each_way")
@pytest.mark.parametrize("scheme", ["step", "linear", "eleven_point"])
def test_p_value_tends_to_that_of_all_permutations(scheme):
    score = np.array([5, 4, 4, 3, 2, 2, 1])
    points = operating_points([1, 1, 0, 0, 1, 0, 0], score)
    area = SCHEMES[scheme].area(points)
    every = [
        SCHEMES[scheme].area(operating_points(np.isin(range(7), chosen), score)) for chosen in combinations(range(7), 3)
    ]
    exact = np.mean(np.array(every) >= area - 1e-12)
    result = permutation_test(points, scheme=scheme, n_permutations=4000)
    assert result.area == area
    assert result.p_value == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 4000) + 1e-3)
    assert result.permuted_areas.mean() == pytest.approx(np.mean(every), abs=0.02)


def test_the_best_ranking_has_the_smallest_p_value():
    points = operating_points([1] * 10 + [0] * 50, range(60, 0, -1))
    assert permutation_test(points, n_permutations=99).p_value == 0.01


def test_constant_scores_have_the_logit_interval():
    points = operating_points([1] * 10 + [0] * 90, [0.5] * 100)
    interval = bootstrap_interval(points, n_resamples=20)
    assert interval == logit_interval(0.1, 10)  # no sample shows any spread
    assert permutation_test(points, n_permutations=20).p_value == 1.0


def test_the_seed_alone_decides_the_result(monkeypatch):
    points = operating_points(*tied_rows(np.random.default_rng(6)))
    once = bootstrap_interval(points, n_resamples=60, random_state=3)
    assert bootstrap_interval(points, n_resamples=60, random_state=3) == once
    assert bootstrap_interval(points, n_resamples=60, random_state=4) != once
    monkeypatch.setattr(pr_metrics.blocks, "MIN_PARALLEL_ROWS", 1)
    monkeypatch.setattr(pr_metrics.blocks, "_cpu_count", lambda: 2)
    assert bootstrap_interval(points, n_resamples=60, random_state=3) == once


COUNTS = {bootstrap_interval: "n_resamples", permutation_test: "n_permutations"}


@pytest.mark.parametrize("test", COUNTS)
def test_progress_rises_to_1_chunk_by_chunk(test):
    points, heard = operating_points(*tied_rows(np.random.default_rng(6))), []
    test(points, **{COUNTS[test]: 60}, progress=heard.append)
    assert heard == [25 / 60, 50 / 60, 1.0]


@pytest.mark.parametrize("processors", [1, 2])
def test_reporting_progress_changes_no_result(monkeypatch, processors):
    monkeypatch.setattr(pr_metrics.blocks, "MIN_PARALLEL_ROWS", 1)
    monkeypatch.setattr(pr_metrics.blocks, "_cpu_count", lambda: processors)
    points, heard = operating_points(*tied_rows(np.random.default_rng(6))), []
    listened = permutation_test(points, n_permutations=200, progress=heard.append)
    assert listened.permuted_areas.tolist() == permutation_test(points, n_permutations=200).permuted_areas.tolist()
    assert bootstrap_interval(points, n_resamples=200, progress=heard.append) == bootstrap_interval(
        points, n_resamples=200
    )
    assert heard == [*np.arange(25, 201, 25) / 200, *np.arange(25, 201, 25) / 200]


class EnoughError(Exception):
    pass


@pytest.mark.parametrize("test", COUNTS)
@pytest.mark.parametrize("processors", [1, 2])
def test_an_error_in_progress_stops_every_thread(monkeypatch, test, processors):
    monkeypatch.setattr(pr_metrics.blocks, "MIN_PARALLEL_ROWS", 1)
    monkeypatch.setattr(pr_metrics.blocks, "_cpu_count", lambda: processors)
    heard = []

    def progress(share):
        heard.append(share)
        if len(heard) == 3:
            raise EnoughError

    points = operating_points(*tied_rows(np.random.default_rng(6)))
    with pytest.raises(EnoughError):
        test(points, **{COUNTS[test]: 10_000}, progress=progress)
    assert len(heard) == 3  # what the other thread had begun is not reported


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_can_be_resampled(scheme):
    points = operating_points([0, 1, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1])  # a sample may have no row at the first threshold
    interval = bootstrap_interval(points, scheme=scheme, n_resamples=50)
    assert 0 <= interval.lower < interval.upper <= 1
    assert 0 < permutation_test(points, scheme=scheme, n_permutations=50).p_value <= 1


def test_positives_that_were_never_scored_can_be_drawn():
    points = OperatingPoints.from_counts([1], [10], [0], total_positives=20)
    interval = bootstrap_interval(points, n_resamples=400)
    assert interval.lower < 0.5 < interval.upper


@pytest.mark.usefixtures("_each_way")
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_sample_without_scored_positives_has_an_area_of_0(scheme, monkeypatch):
    # Two of six positives were scored: a sample without them, one in eleven, reaches no recall.
    points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 0], total_positives=6)
    seen = []
    monkeypatch.setattr(bootstrap, "interval_of_samples", lambda _, areas, *__, **___: seen.append(areas))
    bootstrap_interval(points, scheme=scheme, n_resamples=200)
    assert seen[0].min() == 0.0
    assert 0 < seen[0].max() <= 1


@pytest.mark.usefixtures("_each_way")
def test_rows_below_the_last_threshold_are_permuted_too():
    perfect = operating_points([1] * 10 + [0] * 90, range(100, 0, -1))
    cut = at_thresholds(perfect, [95.5])  # five rows, all positive
    assert permutation_test(cut, n_permutations=99).p_value == 0.01
    rng = np.random.default_rng(1)
    label, score = tied_rows(rng, rows=100)
    coarse = at_thresholds(operating_points(label, score), [1.0, 2.0])
    naive = [
        SCHEMES["step"].area(at_thresholds(operating_points(rng.permutation(label), score), [1.0, 2.0]))
        for _ in range(500)
    ]
    drawn = permutation_test(coarse, n_permutations=500).permuted_areas
    assert drawn.mean() == pytest.approx(np.mean(naive), abs=5 * np.std(naive) * np.sqrt(2 / 500))


def test_the_interval_follows_from_the_spread_of_the_samples():
    areas = np.array([0.6, 0.7, 0.8, 0.9])
    found = bootstrap.interval_of_samples(0.75, areas, 0.95, n_units=10, positives=10)
    error = areas.std() * np.sqrt(10 / 9) / (0.75 * 0.25)
    odds = [np.log(one / (1 - one)) for one in (found.lower, 0.75, found.upper)]
    assert np.diff(odds) == pytest.approx([t_half_width(0.95, 9) * error] * 2)


def test_a_higher_level_has_a_wider_interval():
    points = operating_points(*tied_rows(np.random.default_rng(6)))
    wide, narrow = (bootstrap_interval(points, confidence_level=level, n_resamples=200) for level in (0.99, 0.5))
    assert wide.lower < narrow.lower < narrow.upper < wide.upper


def test_bad_arguments_are_named():
    points = operating_points([1, 0], [2, 1])
    with pytest.raises(ValueError, match=r"n_resamples must be .* got 0"):
        bootstrap_interval(points, n_resamples=0)
    with pytest.raises(ValueError, match=r"n_permutations must be .* got 0"):
        permutation_test(points, n_permutations=0)
    with pytest.raises(ValueError, match=r"random_state must be a whole number of at least 0, got -1"):
        bootstrap_interval(points, random_state=-1)
    with pytest.raises(ValueError, match=r"n_permutations must be at most 1000000, got 10000000000000"):
        permutation_test(points, n_permutations=10**13)
    with pytest.raises(ValueError, match=r"permutation_test takes fewer than 1000000000 rows, got 2000000002"):
        permutation_test(OperatingPoints.from_counts([2, 1], [10**9, 1], [1, 10**9]))
    with pytest.raises(ValueError, match=r"scheme must be one of .* got 'spline'"):
        bootstrap_interval(points, scheme="spline")


@pytest.mark.usefixtures("_each_way")
def test_positives_that_were_never_scored_keep_their_label():
    rng = np.random.default_rng(4)
    label, score = rng.random(120) < 0.3, rng.permutation(120)
    points = operating_points(label, score, total_positives=label.sum() + 20)
    drawn = permutation_test(points, n_permutations=2000).permuted_areas
    share = label.sum() / (label.sum() + 20)
    expected = share * random_average_precision(int(label.sum()), int((~label).sum()))
    assert drawn.mean() == pytest.approx(expected, abs=5 * drawn.std() / np.sqrt(2000))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["step", "linear"])
def test_limits_of_a_difference_agree_with_the_naive_bootstrap(scheme):
    label, one, other = two_models()
    first, second = naive_areas(label, one, other, scheme=scheme)
    naive = first - second
    interval = bootstrap_difference(label, one, other, scheme=scheme, n_resamples=2000)
    assert (interval.lower, interval.upper) == pytest.approx(np.quantile(naive, (0.025, 0.975)), abs=NEAR * naive.std())


def test_the_difference_of_two_rows_by_hand():
    # One positive and one negative are always drawn: 1 when the positive is first, 1/2 when it is not.
    assert bootstrap_difference([1, 0], [2, 1], [1, 2]) == bootstrap_difference(
        ["a", "b"], [2, 1], [1, 2], pos_label="a"
    )
    interval = bootstrap_difference([1, 0], [2, 1], [1, 2])
    assert (interval.lower, interval.upper, interval.confidence_level) == (0.5, 0.5, 0.95)


def test_pairing_narrows_the_interval_of_a_difference():
    label, one, other = two_models(rows=400)
    pair = bootstrap_difference(label, one, other)
    first, second = (bootstrap_interval(operating_points(label, score)) for score in (one, other))
    assert first.lower < second.upper  # they overlap
    assert second.lower < first.upper
    assert pair.lower > 0  # and yet the first is better
    assert pair.upper - pair.lower < (first.upper - first.lower) / 1.5


def test_without_one_class_a_difference_is_nan_or_0():
    with pytest.warns(UserWarning, match="no positives"):
        assert np.isnan(bootstrap_difference([0, 0], [1, 2], [2, 1]).lower)
    interval = bootstrap_difference([1, 1], [1, 2], [2, 1], n_resamples=10)
    assert (interval.lower, interval.upper) == (0.0, 0.0)


@pytest.mark.parametrize("scheme", ["step", "linear"])
def test_all_models_have_the_areas_of_each_pair(scheme):
    label, one, other = two_models()
    scores = one, other, -one
    areas = bootstrap_areas(label, scores, scheme=scheme, n_resamples=200)
    assert areas.shape == (200, 3)
    smaller = min(label.sum(), (~label).sum())  # with about 50 rows the interval leaves less than 2.5% on each side
    tail = normal.cdf(student.ppf(0.025, smaller - 1) * math.sqrt(smaller / (smaller - 1)))
    for first, second in ((0, 1), (0, 2), (2, 1)):
        found = np.quantile(areas[:, first] - areas[:, second], (tail, 1 - tail))
        pair = bootstrap_difference(label, scores[first], scores[second], scheme=scheme, n_resamples=200)
        assert (pair.lower, pair.upper) == pytest.approx(tuple(found), abs=1e-5)  # Student's t is not exact
    spread = np.quantile(areas[:, 0], (0.025, 0.975))
    alone = bootstrap_interval(operating_points(label, one), scheme=scheme, n_resamples=2000)
    assert (alone.lower, alone.upper) == pytest.approx(tuple(spread), abs=0.05)


@pytest.mark.parametrize("function", [bootstrap_difference, bootstrap_weighted_interval, permutation_weighted_test])
def test_an_unknown_keyword_suggests_the_nearest_one(function):
    wrong = "permutation" if function is permutation_weighted_test else "resample"
    with pytest.raises(TypeError, match=rf"{function.__name__}\(\) got .* '{wrong}'; did you mean 'n_{wrong}s'\?"):
        function([1, 0], [2, 1], [1, 2], **{wrong: 10})


def test_missed_positives_are_drawn_for_both_models():
    label, one, other = two_models()
    total = int(label.sum()) + 30
    share = label.sum() / total
    scored, all_of_them = (
        bootstrap_difference(label, one, other, n_resamples=2000, total_positives=positives)
        for positives in (None, total)
    )
    # The difference shrinks by the share of scored positives, and this share is now uncertain too.
    assert (all_of_them.lower, all_of_them.upper) == pytest.approx(
        (scored.lower * share, scored.upper * share), abs=0.01
    )
    alone = bootstrap_weighted_interval(label, one, np.ones(label.size), n_resamples=2000, total_positives=total)
    counted = bootstrap_interval(operating_points(label, one, total_positives=total), n_resamples=2000)
    assert (alone.lower, alone.upper) == pytest.approx((counted.lower, counted.upper), abs=0.01)
    assert alone.upper < bootstrap_interval(operating_points(label, one), n_resamples=2000).lower
