import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

from pr_metrics import SCHEMES, OperatingPoints, area_terms, operating_points
from tests.rankings import rankings
from tests.reference import TOY_VALUES

POLYGON_TOLERANCE = {"continuous": 1e-6}  # its segments are curved; every other polygon is exact


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("case", TOY_VALUES)
def test_areas_equal_the_reference(case, scheme):
    points = operating_points(TOY_VALUES[case]["y_true"], TOY_VALUES[case]["y_score"])
    assert SCHEMES[scheme].area(points) == pytest.approx(TOY_VALUES[case]["areas"][scheme], abs=1e-9)


@settings(settings.get_profile("many"))
@given(rankings())
def test_step_and_linear_equal_scikit_learn(ranking):
    rows = {"sample_weight": ranking.sample_weight}
    points = operating_points(ranking.y_true, ranking.y_score, **rows)
    precision, recall, _ = precision_recall_curve(ranking.y_true, ranking.y_score, **rows)
    expected = average_precision_score(ranking.y_true, ranking.y_score, **rows)
    assert SCHEMES["step"].area(points) == pytest.approx(expected, rel=0, abs=1e-13)
    assert SCHEMES["linear"].area(points) == pytest.approx(auc(recall, precision), abs=1e-12)


def assert_drawn_as_computed(scheme, points):
    curve, area = SCHEMES[scheme].curve(points), SCHEMES[scheme].area(points)
    tolerance = POLYGON_TOLERANCE.get(scheme, 1e-12)
    assert shoelace(curve.recall, curve.precision) == pytest.approx(area, abs=tolerance), scheme
    assert curve.recall[0] == 0.0, scheme
    assert (np.diff(curve.recall) >= 0).all(), scheme
    end = points.recall[-1] if SCHEMES[scheme].levels is None else 1.0
    assert curve.recall[-1] == pytest.approx(end), scheme


@settings(settings.get_profile("many"))
@given(rankings(), st.integers(0, 3))
def test_the_drawn_polygon_has_the_computed_area(ranking, missed):
    rows = {"y_true": ranking.y_true, "y_score": ranking.y_score, "sample_weight": ranking.sample_weight}
    points = operating_points(**rows, total_positives=operating_points(**rows).positives + missed)
    for scheme in SCHEMES:
        if SCHEMES[scheme].can_join(points):
            assert_drawn_as_computed(scheme, points)


@settings(settings.get_profile("many"))
@given(rankings())
def test_areas_of_schemes_are_ordered(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    area = {key: scheme.area(points) for key, scheme in SCHEMES.items() if scheme.can_join(points)}
    assert all(-1e-12 <= value <= 1 + 1e-12 for value in area.values())
    assert area["envelope"] >= area["step"] - 1e-12
    assert area["linear"] >= area["linear_flat"] - 1e-12
    for between in ("step", "linear_flat", "continuous"):
        assert area["lower"] - 1e-12 <= area[between] <= area["upper"] + 1e-12
    assert area["linear_truncated"] <= area["linear_flat"] + 1e-12


@given(rankings(weights=("none",)))
def test_without_ties_straight_lines_never_exceed_steps(ranking):
    untied = np.arange(ranking.y_true.size)
    points = operating_points(ranking.y_true, untied)
    assert SCHEMES["linear"].area(points) <= SCHEMES["step"].area(points) + 1e-12


@given(rankings())
def test_a_monotonic_transformation_of_the_scores_changes_nothing(ranking):
    _, rank = np.unique(ranking.y_score, return_inverse=True)
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    mapped = operating_points(ranking.y_true, rank**3 - 7, sample_weight=ranking.sample_weight)
    for scheme in SCHEMES.values():
        if scheme.can_join(points):
            assert scheme.area(mapped) == scheme.area(points)


def test_without_positives_every_area_is_nan():
    with pytest.warns(UserWarning, match="no positives"):
        points = operating_points([0, 0, 0], [0.3, 0.2, 0.2])
    for scheme in SCHEMES.values():
        assert np.isnan(scheme.area(points))
        assert scheme.curve(points).recall.size > 0


def test_random_tie_breaking_tends_to_the_continuous_curve():
    rng = np.random.default_rng(7)
    score = np.repeat([3.0, 2.0, 1.0], 20_000)
    label = rng.random(score.size) < np.repeat([0.6, 0.2, 0.05], 20_000)
    points = operating_points(label, score)
    broken = operating_points(label, score + rng.random(score.size) / 2)
    assert SCHEMES["step"].area(broken) == pytest.approx(SCHEMES["continuous"].area(points), abs=2e-3)
    assert abs(SCHEMES["step"].area(points) - SCHEMES["continuous"].area(points)) > 0.01  # the step area differs


def test_a_list_is_refused_as_a_scheme():
    with pytest.raises(ValueError, match=r"scheme must be one of .* got \['step'\]"):
        area_terms(operating_points([1, 0], [2, 1]), ["step"])


PERFECT = [
    scheme for scheme in SCHEMES.values() if scheme.start != "dropped"
]  # a scheme that drops the start is always below 1


@pytest.mark.parametrize("scheme", PERFECT, ids=lambda scheme: scheme.key)
@settings(max_examples=200)
@given(rankings(), st.sampled_from(("ones", "as they are")))
def test_the_area_of_a_perfect_ranking_is_exactly_1(scheme, ranking, weights):
    positive = ranking.y_true == 1
    score = np.where(positive, 1, -1) * (1 + np.abs(ranking.y_score))
    weight = ranking.sample_weight if weights == "as they are" and scheme.key != "davis_goadrich" else None
    assert scheme.area(operating_points(positive, score, sample_weight=weight)) == 1


@pytest.mark.parametrize("positives", [1, 3, 49, 1000])
def test_a_nearly_perfect_ranking_has_an_area_below_1(positives):
    label = np.append(np.ones(positives), [0, 1])
    missed = OperatingPoints.from_counts([2, 1], [positives, 0], [0, 1], total_positives=positives + 1)
    for points in (operating_points(label, -np.arange(positives + 2)), missed):
        assert all(scheme.area(points) < 1 for scheme in PERFECT if scheme.levels is None)


def shoelace(recall, precision):
    """Return the area of the polygon between the vertices and precision 0."""
    x = np.concatenate(([recall[0]], recall, [recall[-1]]))
    y = np.concatenate(([0.0], precision, [0.0]))
    return float(np.abs((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) / 2)
