import pytest

from pr_curve_lab.io.notices import Notice
from pr_curve_lab.views.curve.tables import MAX_THRESHOLDS, read_grid


@pytest.mark.parametrize(
    ("text", "thresholds"),
    [
        ("0.5", [0.5]),
        ("0.1 0.9 0.5", [0.9, 0.5, 0.1]),
        ("0.1,0.9", [0.9, 0.1]),
        ("0,1 0,9", [0.9, 0.1]),
        ("0,1; 0,9", [0.9, 0.1]),
        ("0.1，0.9、1", [1, 0.9, 0.1]),
        (" -1\t2e-3\n", [0.002, -1]),
        ("≥ 0.5", None),
        (">=0.5 ≥0.2", [0.5, 0.2]),
        ("0.5 0.5", [0.5]),
        ("0:1/10", [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0]),
        ("1 : 0 / 2", [1, 0.5, 0]),
        ("-2...2/4", [2, 1, 0, -1, -2]),
    ],
)
def test_thresholds_are_read_strictest_first(text, thresholds):
    if thresholds is None:
        assert read_grid(text) == Notice("grid_not_number", value="≥")
    else:
        assert read_grid(text).tolist() == thresholds


@pytest.mark.parametrize(
    ("text", "value"), [("0.1 high", "high"), ("0.1, nan", "nan"), ("inf", "inf"), ("50%", "50%"), ("a:b/3", "a")]
)
def test_text_that_is_not_a_number_is_reported(text, value):
    assert read_grid(text) == Notice("grid_not_number", value=value)


def test_the_number_of_typed_thresholds_is_limited():
    assert read_grid("0:1/0") == Notice("grid_no_steps", value="0:1/0")
    assert read_grid("0:1/100000") == Notice("grid_too_long", count=100_001, most=MAX_THRESHOLDS)
    assert read_grid("0:1/1000") == Notice("grid_too_long", count=1001, most=MAX_THRESHOLDS)
    assert read_grid(" ".join(map(str, range(MAX_THRESHOLDS)))).size == MAX_THRESHOLDS
