from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pr_metrics import SCHEMES, OperatingPoints, area_terms, operating_points
from tests.rankings import rankings


def test_terms_of_four_rows_by_hand():
    points = OperatingPoints.from_counts([0.8, 0.4, 0.35, 0.1], [1, 0, 1, 0], [0, 1, 0, 1])
    terms = area_terms(points, "linear")
    assert terms.threshold.tolist() == [0.8, 0.4, 0.35, 0.1]
    assert terms.height_before.tolist() == pytest.approx([1, 1, 1 / 2, 2 / 3])
    assert terms.height_after.tolist() == pytest.approx([1, 1 / 2, 2 / 3, 1 / 2])
    assert terms.area.tolist() == pytest.approx([1 / 2, 0, 7 / 24, 0])


@given(rankings(), st.sampled_from(list(SCHEMES)))
def test_the_last_total_is_the_area(ranking, scheme):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(SCHEMES[scheme].can_join(points))
    terms = area_terms(points, scheme)
    assert terms.running_total[-1] == pytest.approx(SCHEMES[scheme].area(points), abs=1e-12)
    assert terms.recall_before[0] == 0.0
    assert terms.recall_after[:-1].tolist() == terms.recall_before[1:].tolist()


@given(rankings(weights=("none", "whole")), st.sampled_from(list(SCHEMES)))
def test_exact_terms_are_the_terms_without_rounding(ranking, scheme):
    few = slice(0, 15)
    weight = None if ranking.sample_weight is None else ranking.sample_weight[few]
    assume(ranking.y_true[few].any())
    points = operating_points(ranking.y_true[few], ranking.y_score[few], sample_weight=weight)
    terms = area_terms(points, scheme)
    if points.positives + points.negatives > 50 or scheme == "continuous":
        assert terms.exact is None
        return
    assert float(terms.exact.total) == pytest.approx(SCHEMES[scheme].area(points), abs=1e-14)
    assert [float(term) for term in terms.exact.area] == pytest.approx(terms.area.tolist(), abs=1e-15)
    for width, before, after, area in zip(
        terms.exact.width, terms.exact.height_before, terms.exact.height_after, terms.exact.area, strict=True
    ):
        assert width * (before + after) / 2 == area


def test_four_rows_in_fractions():
    points = OperatingPoints.from_counts([0.8, 0.4, 0.35, 0.1], [1, 0, 1, 0], [0, 1, 0, 1])
    exact = area_terms(points, "step").exact
    assert exact.area == (Fraction(1, 2), 0, Fraction(1, 3), 0)
    assert exact.total == Fraction(5, 6)
    assert area_terms(points, "eleven_point").exact.total == Fraction(28, 33)


def test_many_or_fractional_rows_have_no_exact_terms():
    assert area_terms(OperatingPoints.from_counts([1], [25], [26]), "step").exact is None
    assert area_terms(OperatingPoints.from_counts([1], [25], [25]), "step").exact is not None
    assert area_terms(OperatingPoints.from_counts([1], [0.5], [1]), "step").exact is None


def test_a_level_that_no_point_reaches_has_no_threshold():
    terms = area_terms(OperatingPoints.from_counts([7], [1], [0], total_positives=4), "eleven_point")
    assert terms.threshold[:3].tolist() == [7, 7, 7]
    assert np.isnan(terms.threshold[3:]).all()
