from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.analysis.formatting import (
    MINUS,
    format_components,
    format_prevalence,
    format_threshold,
    format_unique,
)

VALUES = st.lists(st.floats(-1e6, 1e6).map(lambda value: value + 0.0), min_size=1, max_size=40, unique=True)


@given(VALUES)
def test_different_numbers_have_different_texts(values):
    texts = format_unique(np.array(sorted(values, reverse=True)))
    assert len(set(texts)) == len(values)


@given(VALUES, st.data())
def test_a_printed_threshold_flags_the_same_rows(values, data):
    thresholds = np.array(sorted(values, reverse=True))
    index = data.draw(st.integers(0, len(values) - 1))
    written = float(format_threshold(thresholds, index))
    assert np.array_equal(thresholds >= written, thresholds >= thresholds[index])
    assert abs(written - thresholds[index]) <= abs(thresholds[index]) * 1e-2


@pytest.mark.parametrize(
    ("thresholds", "texts"),
    [
        ([13.8173, 13.8152], ["13.817", "13.8"]),  # 13.82 would lose the row, 13.81 would take the next
        ([0.937603, 0.93742], ["0.9376", "0.937"]),
        ([0.99962, 0.5], ["0.999", "0.5"]),
        ([-0.12341, -0.12389], ["-0.1235", "-0.124"]),
        ([0.4189, 0.4187, 0.25], ["0.4189", "0.4187", "0.25"]),  # as in the file
        ([0.30000000000000004, 0.3], ["0.30000000000000004", "0.3"]),
        ([5e-324, 0.0], ["4.94e-324", "0"]),
        ([1234567.0, 1234566.0], ["1234567", "1.23e+06"]),
    ],
)
def test_a_threshold_is_rounded_to_flag_the_same_rows(thresholds, texts):
    assert [format_threshold(np.array(thresholds), index) for index in range(len(texts))] == texts


def test_short_numbers_stay_short():
    assert format_unique(np.array([10.0, 9.0, 0.5])) == ["10", "9", "0.5"]


@given(st.floats(1e-9, 1 - 1e-9))
def test_a_class_balance_is_printed_within_five_percent(prevalence):
    written = float(format_prevalence(prevalence))
    assert abs(written - prevalence) <= 0.05 * min(prevalence, 1 - prevalence)


PARTS = st.lists(st.floats(1e-6, 0.5).flatmap(lambda size: st.sampled_from([size, -size])), min_size=1, max_size=4)


@given(PARTS, st.floats(-1, 1))
def test_parts_of_a_difference_add_up_in_print(parts, left_over):
    total = sum(parts) * (1 + 1e-3 * left_over)  # negligible parts are not printed
    if abs(total) < 1e-4:
        return
    whole, texts = (format_components(total, parts, 4)[at] for at in (0, 1))
    numbers = [Decimal(text.replace(MINUS, "-")) for text in (whole, *texts)]
    assert sum(numbers[1:]) == numbers[0]
    assert abs(float(numbers[0]) - total) < 5.1e-5
    allowed = 1e-4 + 1e-3 * abs(total)  # the negligible parts, and rounding
    assert all(abs(float(number) - part) < allowed for number, part in zip(numbers[1:], parts, strict=True))


def test_more_decimals_are_printed_if_rounded_parts_do_not_add_up():
    whole, parts = format_components(0.00376, [0.00614, -0.00238], 4)  # was once printed as .0061 - .0024 = .0038
    assert (whole, parts) == ("+0.00376", ["+0.00614", f"{MINUS}0.00238"])
