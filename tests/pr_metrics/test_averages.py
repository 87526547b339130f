import pytest
from hypothesis import given

from pr_metrics import SCHEMES, average_precision, operating_points
from tests.rankings import rankings


def test_average_precision_of_four_rows_by_hand():
    assert average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]) == pytest.approx(5 / 6, abs=1e-15)


def test_text_labels_need_to_be_told_apart():
    assert average_precision(["no", "yes"], [0.1, 0.4], pos_label="yes") == 1.0


@given(rankings())
def test_it_is_the_area_under_the_chosen_scheme(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    for key, scheme in SCHEMES.items():
        if not scheme.applies_to(points):
            continue
        value = average_precision(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight, scheme=key)
        assert value == scheme.area(points)


def test_an_unknown_scheme_is_named():
    with pytest.raises(ValueError, match=r"scheme must be one of .* got 'trapezoid'"):
        average_precision([1, 0], [1, 0], scheme="trapezoid")
