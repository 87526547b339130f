import math

import numpy as np
import pytest
from scipy.stats import norm as normal
from scipy.stats import t as student

import pr_metrics.blocks
from pr_metrics import (
    SCHEMES,
    bootstrap_areas,
    bootstrap_difference,
    bootstrap_interval,
    bootstrap_weighted_interval,
    operating_points,
    permutation_weighted_test,
)


def two_models(seed=5, rows=200, noise=0.3):
    """Labels, and the scores of two models that see much the same; some rows are tied in either."""
    rng = np.random.default_rng(seed)
    label = rng.random(rows) < 0.3
    seen = rng.normal(size=rows) + 1.5 * label
    return label, np.round(seen, 1), np.round(seen + noise * rng.normal(size=rows), 1)


def naive_differences(label, one, other, times, area):
    rng = np.random.default_rng(1)
    positives, negatives = np.flatnonzero(label), np.flatnonzero(~label)
    found = []
    for _ in range(times):
        drawn = np.concatenate((rng.choice(positives, positives.size), rng.choice(negatives, negatives.size)))
        found.append(area(label[drawn], one[drawn]) - area(label[drawn], other[drawn]))
    return np.array(found)


@pytest.mark.parametrize("scheme", ["step", "linear"])
def test_limits_agree_with_drawing_rows_and_sorting_anew(scheme):
    label, one, other = two_models()

    def area(y_true, y_score):
        return SCHEMES[scheme].area(operating_points(y_true, y_score))

    naive = naive_differences(label, one, other, 2000, area)
    interval = bootstrap_difference(label, one, other, scheme=scheme, n_resamples=2000)
    # A 2.5 % quantile of 2000 draws is uncertain by about 0.06 standard deviations, and there are two of them.
    assert (interval.lower, interval.upper) == pytest.approx(np.quantile(naive, (0.025, 0.975)), abs=0.3 * naive.std())


def test_two_rows_by_hand():
    # One positive and one negative are always drawn: 1 when the positive is first, 1/2 when it is not.
    assert bootstrap_difference([1, 0], [2, 1], [1, 2]) == bootstrap_difference(
        ["a", "b"], [2, 1], [1, 2], pos_label="a"
    )
    interval = bootstrap_difference([1, 0], [2, 1], [1, 2])
    assert (interval.lower, interval.upper, interval.confidence_level) == (0.5, 0.5, 0.95)


def test_the_other_way_round_the_limits_change_sign():
    label, one, other = two_models()
    interval, turned = bootstrap_difference(label, one, other), bootstrap_difference(label, other, one)
    assert (turned.lower, turned.upper) == pytest.approx((-interval.upper, -interval.lower), abs=1e-15)


def test_scores_that_rank_alike_never_differ():
    label, one, _ = two_models()
    assert bootstrap_difference(label, one, np.exp(one), n_resamples=50) == bootstrap_difference(
        label, one, 3 * one - 7, n_resamples=50
    )
    interval = bootstrap_difference(label, one, np.exp(one), n_resamples=50)
    assert (interval.lower, interval.upper) == (0.0, 0.0)


def test_pairing_makes_the_interval_narrower_than_two_of_their_own():
    label, one, other = two_models(rows=400)
    pair = bootstrap_difference(label, one, other)
    first, second = (bootstrap_interval(operating_points(label, score)) for score in (one, other))
    assert first.lower < second.upper  # they overlap
    assert second.lower < first.upper
    assert pair.lower > 0  # and yet the first is better
    assert pair.upper - pair.lower < (first.upper - first.lower) / 1.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_can_be_resampled(scheme):
    label, one, other = two_models(rows=40)
    interval = bootstrap_difference(label, one, other, scheme=scheme, n_resamples=50)
    assert -1 <= interval.lower < interval.upper <= 1


def test_the_seed_decides_and_the_number_of_threads_does_not(monkeypatch):
    rows = two_models()
    once = bootstrap_difference(*rows, n_resamples=60, random_state=3)
    assert bootstrap_difference(*rows, n_resamples=60, random_state=3) == once
    assert bootstrap_difference(*rows, n_resamples=60, random_state=4) != once
    monkeypatch.setattr(pr_metrics.blocks, "MIN_PARALLEL_ROWS", 1)
    monkeypatch.setattr(pr_metrics.blocks, "_cpu_count", lambda: 2)
    assert bootstrap_difference(*rows, n_resamples=60, random_state=3) == once


def test_the_level_is_used():
    rows = two_models()
    wide, narrow = (bootstrap_difference(*rows, confidence_level=level, n_resamples=200) for level in (0.99, 0.5))
    assert wide.lower < narrow.lower < narrow.upper < wide.upper


def test_without_one_of_the_classes():
    with pytest.warns(UserWarning, match="no positives"):
        assert np.isnan(bootstrap_difference([0, 0], [1, 2], [2, 1]).lower)
    interval = bootstrap_difference([1, 1], [1, 2], [2, 1], n_resamples=10)
    assert (interval.lower, interval.upper) == (0.0, 0.0)


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="y_true and y_score must have the same length, got 2 and 3"):
        bootstrap_difference([1, 0], [2, 1], [1, 2, 3])
    with pytest.raises(ValueError, match=r"n_resamples must be .* got 0"):
        bootstrap_difference([1, 0], [2, 1], [1, 2], n_resamples=0)
    with pytest.raises(ValueError, match=r"random_state must be a whole number of at least 0, got -1"):
        bootstrap_difference([1, 0], [2, 1], [1, 2], random_state=-1)
    with pytest.raises(ValueError, match=r"confidence_level must be .* got 1"):
        bootstrap_difference([1, 0], [2, 1], [1, 2], confidence_level=1)
    with pytest.raises(ValueError, match=r"scheme must be one of .* got 'spline'"):
        bootstrap_difference([1, 0], [2, 1], [1, 2], scheme="spline")


def test_progress_rises_to_1_and_changes_nothing():
    rows, heard = two_models(), []
    assert bootstrap_difference(*rows, n_resamples=60, progress=heard.append) == bootstrap_difference(
        *rows, n_resamples=60
    )
    assert heard == [pytest.approx(share) for share in (25 / 60, 50 / 60, 1)]


def test_what_progress_raises_ends_the_work():
    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bootstrap_difference(*two_models(), n_resamples=10_000, progress=stop)


@pytest.mark.parametrize("scheme", ["step", "linear"])
def test_areas_of_many_models_are_those_of_each_pair_on_the_same_samples(scheme):
    label, one, other = two_models()
    scores = one, other, -one
    areas = bootstrap_areas(label, scores, scheme=scheme, n_resamples=200)
    assert areas.shape == (200, 3)
    smaller = min(label.sum(), (~label).sum())  # of 50 rows or so 2.5 % becomes a little less on each side
    tail = normal.cdf(student.ppf(0.025, smaller - 1) * math.sqrt(smaller / (smaller - 1)))
    for first, second in ((0, 1), (0, 2), (2, 1)):
        found = np.quantile(areas[:, first] - areas[:, second], (tail, 1 - tail))
        pair = bootstrap_difference(label, scores[first], scores[second], scheme=scheme, n_resamples=200)
        assert (pair.lower, pair.upper) == pytest.approx(tuple(found), abs=1e-5)  # Student's t is not exact
    spread = np.quantile(areas[:, 0], (0.025, 0.975))
    alone = bootstrap_interval(operating_points(label, one), scheme=scheme, n_resamples=2000)
    assert (alone.lower, alone.upper) == pytest.approx(tuple(spread), abs=0.05)


def test_areas_of_no_model_are_refused_and_without_positives_undefined():
    with pytest.raises(ValueError, match="scores must be those of at least one model, got none"):
        bootstrap_areas([1, 0], [])
    with pytest.warns(UserWarning, match="no positives"):
        areas = bootstrap_areas([0, 0], [[2, 1], [1, 2]], n_resamples=3)
    assert np.isnan(areas).tolist() == [[True, True]] * 3


@pytest.mark.parametrize("function", [bootstrap_difference, bootstrap_weighted_interval, permutation_weighted_test])
def test_an_unknown_keyword_suggests_the_near_one(function):
    wrong = "permutation" if function is permutation_weighted_test else "resample"
    with pytest.raises(TypeError, match=rf"{function.__name__}\(\) got .* '{wrong}'; did you mean 'n_{wrong}s'\?"):
        function([1, 0], [2, 1], [1, 2], **{wrong: 10})


def test_areas_take_no_level():
    with pytest.raises(TypeError, match="confidence_level"):
        bootstrap_areas([1, 0], [[2, 1]], confidence_level=0.9)


def test_missed_positives_are_drawn_for_both_models():
    label, one, other = two_models()
    total = int(label.sum()) + 30
    share = label.sum() / total
    scored, all_of_them = (
        bootstrap_difference(label, one, other, n_resamples=2000, total_positives=positives)
        for positives in (None, total)
    )
    # What one wins over the other counts for so much less, and how many positives were found is now uncertain too.
    assert (all_of_them.lower, all_of_them.upper) == pytest.approx(
        (scored.lower * share, scored.upper * share), abs=0.01
    )
    alone = bootstrap_weighted_interval(label, one, np.ones(label.size), n_resamples=2000, total_positives=total)
    counted = bootstrap_interval(operating_points(label, one, total_positives=total), n_resamples=2000)
    assert (alone.lower, alone.upper) == pytest.approx((counted.lower, counted.upper), abs=0.01)
    assert alone.upper < bootstrap_interval(operating_points(label, one), n_resamples=2000).lower
