import math

import pytest

from pr_metrics import SCHEMES, TOOLS, RejectedInput, explain_tool_difference, operating_points
from tests.reference import CASES

STEP = SCHEMES["step"]
BY_START_ALONE = {key for key, tool in TOOLS.items() if tool.start not in ("not needed", "first precision")} - {
    "keras.AUC.majoring"  # of precision 0 and the first precision, the first is higher
}
BY_ORDER_OR_BINS = {key for key, tool in TOOLS.items() if tool.bins or tool.ties in ("input order", "by document name")}


def parts_and_report(key, case):
    """Return the parts and the report of a tool for a stored case, or None if it refuses."""
    given = CASES[case]["y_true"], CASES[case]["y_score"]
    weight = CASES[case].get("sample_weight")
    try:
        return explain_tool_difference(key, *given, sample_weight=weight), TOOLS[key].report(
            *given, sample_weight=weight
        )
    except RejectedInput:
        return None


@pytest.mark.filterwarnings("ignore:.*positive")
@pytest.mark.parametrize("case", CASES)
def test_average_precision_plus_the_parts_is_the_number(case):
    points = operating_points(
        CASES[case]["y_true"], CASES[case]["y_score"], sample_weight=CASES[case].get("sample_weight")
    )
    for key, tool in TOOLS.items():
        if (found := parts_and_report(key, case)) is None or math.isnan(found[1]) or math.isnan(STEP.area(points)):
            continue
        parts, reported = found
        assert STEP.area(points) + parts.total == pytest.approx(reported, abs=1e-12), key
        if key not in BY_ORDER_OR_BINS:
            assert parts.counting == 0, key
        if key not in BY_START_ALONE:
            assert parts.start == pytest.approx(0, abs=1e-12), key
        if tool.scheme == "step":
            assert parts.joining == pytest.approx(0, abs=1e-12), key


def test_tools_that_start_at_zero_omit_the_first_positive():
    # + - + -: the first point has recall 1/2 at precision 1, which Keras' minoring and MLmetrics leave out.
    rows = [1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1]
    for key in ("keras.AUC.minoring", "MLmetrics.PRAUC"):
        assert explain_tool_difference(key, *rows).start == pytest.approx(-0.5, abs=1e-12)
    # The straight line to (1/2, 1) from (0, 1) covers just that step: its start changes nothing.
    assert explain_tool_difference("sklearn.auc", *rows).start == 0
    # From (0, 1) to (1/2, 1/2) it covers a triangle more.
    assert explain_tool_difference("sklearn.auc", [1, 0, 1, 0], [0.9, 0.9, 0.4, 0.1]).start == pytest.approx(
        0.125, abs=1e-15
    )


def test_rocr_starts_where_the_straight_line_does():
    # ROCR interpolates five tied positives one by one: the line from (0, 1) ends at the first of them.
    parts = explain_tool_difference("ROCR.aucpr", [1, 1, 1, 1, 1, 0, 0, 0], [3, 3, 3, 3, 3, 3, 3, 1])
    assert parts.start == pytest.approx(1 / 5 * (1 - 5 / 7) / 2, abs=1e-15)
    assert parts.joining == pytest.approx(0, abs=1e-15)
    # It does not interpolate two tied positives, so the line is scikit-learn's.
    rows = [1, 1, 0, 0], [3, 3, 3, 1]
    assert explain_tool_difference("ROCR.aucpr", *rows).start == pytest.approx(
        explain_tool_difference("sklearn.auc", *rows).start
    )


def test_a_nan_number_has_nan_parts():
    parts = explain_tool_difference("xgboost.aucpr", [1, 1], [0.9, 0.5])
    assert all(map(math.isnan, (parts.counting, parts.start, parts.joining)))


def test_breaking_ties_by_order_is_a_difference_in_counting():
    for key in ("COCO", "VOC2010"):
        parts = explain_tool_difference(key, [1, 0], [0.5, 0.5])
        assert (parts.counting, parts.start, parts.joining) == (0.5, 0, 0)


def test_five_thresholds_are_a_difference_in_counting():
    parts = explain_tool_difference("torchmetrics.binned_5", [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6])
    assert parts.counting == parts.total != 0


def test_unknown_tools_and_refused_rows_raise_errors():
    with pytest.raises(ValueError, match=r"key must be one of sklearn\.average_precision_score, .*, got 'sklearn'"):
        explain_tool_difference("sklearn", [1, 0], [2, 1])
    with pytest.raises(RejectedInput, match="sample_weight must be None for COCO"):
        explain_tool_difference("COCO", [1, 0], [2, 1], sample_weight=[1, 2])
