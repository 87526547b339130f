import re

import numpy as np
import pytest
from hypothesis import assume, given, settings

from pr_metrics import SCHEMES, TOOLS, RejectedInput, operating_points
from tests.rankings import rankings
from tests.reference import CASES, RELEASE_VALUES, TOOL_VALUES

BEYOND_H2O = {("h2o.aucpr", "many_distinct")}  # H2O merges these scores by the order of rows; we refuse them
NAN_REFUSED = {  # PRROC gives NA for what it does not compute; we raise an error with the reason
    ("PRROC.auc.davis.goadrich", case)
    for case in ("same_scores_in_both_classes", *(case for case, rows in CASES.items() if "sample_weight" in rows))
}
SPLIT_BY_PLACE = {("torchmetrics.exact", "equal_logits_by_processor")}  # on AVX-512; AVX2 gave 0.7776646614074707
TIED_INFINITIES = {("torcheval.binary_auprc", "tied_beyond_float32")}  # ordered by a sort that is not stable
REFUSED_BY_US = BEYOND_H2O | NAN_REFUSED | SPLIT_BY_PLACE | TIED_INFINITIES


STORED = TOOL_VALUES["versions"]


def reported(key, case):
    rows = CASES[case]
    return TOOLS[key].report(rows["y_true"], rows["y_score"], sample_weight=rows.get("sample_weight"))


@pytest.mark.parametrize("key", STORED)
def test_the_stored_number_of_each_tool_is_reported(key):
    for case in CASES:
        stored = TOOL_VALUES["values"][case][key]
        if (key, case) in REFUSED_BY_US or (isinstance(stored, str) and stored.startswith("refused: ")):
            with pytest.raises(RejectedInput, match=r"(y_score|y_true|sample_weight) must .*, got "):
                reported(key, case)
        elif stored == "nan":
            assert np.isnan(reported(key, case)), case
        else:
            assert reported(key, case) == pytest.approx(stored, abs=TOOLS[key].tolerance, rel=0), case


def test_the_registered_versions_are_those_that_were_run():
    assert {key: TOOLS[key].version for key in STORED} == STORED
    assert all(values.keys() == STORED.keys() for values in TOOL_VALUES["values"].values())
    run = {key for key in TOOLS if any(one.obtained == "run" for one in TOOLS.releases(key))}
    assert run == STORED.keys() | RELEASE_VALUES.keys()


@pytest.mark.parametrize("key", [key for key, tool in TOOLS.items() if not tool.takes_weights])
def test_weights_are_refused_by_tools_that_take_none(key):
    message = f"sample_weight must be None for {key}, which takes none, got 2 weights"
    with pytest.raises(RejectedInput, match=message) as refused:
        TOOLS[key].report([1, 0], [0.9, 0.1], sample_weight=[1, 2])
    assert refused.value.reason == "weights"


@pytest.mark.parametrize("key", [key for key, tool in TOOLS.items() if tool.takes_weights])
def test_an_integer_weight_counts_as_repeated_rows(key):
    y_true, y_score, weight = [1, 0, 1, 0, 1], [0.9, 0.8, 0.8, 0.4, 0.1], [1, 3, 2, 1, 4]
    repeated = TOOLS[key].report(np.repeat(y_true, weight), np.repeat(y_score, weight))
    assert TOOLS[key].report(y_true, y_score, sample_weight=weight) == pytest.approx(repeated, abs=1e-12)
    assert TOOLS[key].report(y_true, y_score) != pytest.approx(repeated, abs=1e-3)


@pytest.mark.parametrize(
    ("key", "rows", "reason", "message"),
    [
        ("h2o.aucpr", ([1, 0], [0.5, 1.5]), "score range", "be between 0 and 1 for H2O, got 1.5 at position 1"),
        ("h2o.aucpr", ([1, 0], [-0.5, 1.0]), "score range", "be between 0 and 1 for H2O, got -0.5 at position 0"),
        (
            "h2o.aucpr",
            ([1, *[0] * 400], np.linspace(0, 1, 401)),
            "too many distinct scores",
            "have at most 400 .*, got 401",
        ),
        (
            "torcheval.binary_auprc",
            ([1, 0, 1], [0.5, 1e39, 1e300]),
            "score range",
            "not tie beyond the range of float32 for this tool, .*, got 2 tied rows",
        ),
        (
            "torchmetrics.exact",
            ([0] * 32 + [1] * 24, [-1.21] * 56),  # the last 24 rows are the tail, or the last 8
            "equal scores split by place",
            "give one area wherever the processor .*, got .* and .*",
        ),
        (
            "PRROC.auc.davis.goadrich",
            ([1, 0], [0.5, 0.5]),
            "same scores in both classes",
            "differ between .*, got the same 1 in both",
        ),
        ("precrec", ([1, 1], [0.9, 0.5]), "no negatives", "have a negative for precrec, got none"),
        ("ROCR.aucpr", ([0, 0], [0.9, 0.5]), "no positives", "have a positive for ROCR.aucpr, got none"),
    ],
)
def test_a_refusal_states_the_reason_and_the_value(key, rows, reason, message):
    with pytest.raises(RejectedInput, match=f"^y_(true|score) must {message}") as refused:
        TOOLS[key].report(*rows)
    assert refused.value.reason == reason


@pytest.mark.parametrize("key", ["xgboost.aucpr", "keras.AUC.interpolation", "keras.AUC.minoring"])
@pytest.mark.parametrize("weight", [1e-50, 1e39])
def test_weights_that_float32_cannot_hold_are_refused(weight, key):
    message = re.escape(f"sample_weight must fit float32 for this tool, got {weight} at position 1")
    with pytest.raises(RejectedInput, match=message) as refused:
        TOOLS[key].report([1, 0, 1], [0.9, 0.5, 0.2], sample_weight=[1, weight, 1])
    assert refused.value.reason == "weight range"
    for held in ([1e-44, 1e-44, 1e-44], [1e38, 1, 1e38]):
        assert TOOLS[key].report([1, 0, 1], [0.9, 0.5, 0.2], sample_weight=held) > 0


@pytest.mark.parametrize("key", ["keras.AUC.interpolation", "keras.AUC.minoring"])
def test_weights_whose_sum_float32_cannot_hold_are_refused(key):
    with pytest.raises(
        RejectedInput, match=r"sample_weight must have a sum that fits float32 .*, got 6e\+38"
    ) as refused:
        TOOLS[key].report([1, 0], [0.9, 0.5], sample_weight=[3e38, 3e38])
    assert refused.value.reason == "weight range"


@pytest.mark.parametrize(("key", "case", "taken"), [
    ("torchmetrics.exact", "equal_logits", lambda score: score),
    ("keras.AUC.interpolation", "light_positives", lambda score: np.ceil(score * 199)),
])  # fmt: skip
def test_some_stored_cases_need_float32(key, case, taken):
    rows = CASES[case]
    points = operating_points(rows["y_true"], taken(np.array(rows["y_score"])), sample_weight=rows.get("sample_weight"))
    stored = RELEASE_VALUES[key]["behaviors"][-1]["values"][case]
    departs = stored - SCHEMES[TOOLS[key].scheme].area(points)
    assert abs(departs) > 10 * TOOLS[key].tolerance


@pytest.mark.parametrize("key", ["PRROC.auc.davis.goadrich", "AUCCalculator"])
def test_too_many_positives_are_refused(key, monkeypatch):
    monkeypatch.setattr("pr_metrics.interpolation.MAX_STEPS", 2)
    with pytest.raises(RejectedInput, match="one step a true positive, at most 2, got 3") as refused:
        TOOLS[key].report([1, 1, 1, 0], [4, 3, 2, 1])
    assert refused.value.reason == "too many positives"


@pytest.mark.parametrize(("rows", "message"), [
    (([1, 0], [0.9]), "y_true and y_score must have the same length, got 2 and 1"),
    (([1, 2], [0.9, 0.5]), "y_true must be 0 or 1 .*, got 2 at position 1"),
    (([1, 0], [0.9, np.nan]), "y_score must be finite, got nan at position 1"),
])  # fmt: skip
@pytest.mark.parametrize("key", ["sklearn.auc", "COCO"])
def test_invalid_rows_raise_an_ordinary_value_error(key, rows, message):
    with pytest.raises(ValueError, match=message) as refused:
        TOOLS[key].report(*rows)
    assert not isinstance(refused.value, RejectedInput)


def test_h2o_distinguishes_400_scores():
    y_true, y_score = np.arange(400) % 3 == 0, np.linspace(0, 1, 400)
    expected = SCHEMES["continuous"].area(operating_points(y_true, y_score))
    assert TOOLS["h2o.aucpr"].report(y_true, y_score) == pytest.approx(expected, abs=1e-12)


def is_plain(tool):
    """Return whether a tool's number is the plain area of its scheme."""
    return bool(tool.scheme) and tool.ties == "together" and not tool.bins and tool.start == SCHEMES[tool.scheme].start


@pytest.mark.parametrize("key", [key for key, tool in TOOLS.items() if is_plain(tool)])
@settings(max_examples=50)
@given(ranking=rankings(weights=("none",)))
def test_a_plain_tool_reports_the_area_of_its_scheme(key, ranking):
    positive = ranking.y_true == 1
    assume(np.sort(ranking.y_score[positive]).tolist() != np.sort(ranking.y_score[~positive]).tolist())
    points = operating_points(ranking.y_true, ranking.y_score)
    expected = SCHEMES[TOOLS[key].scheme].area(points)
    assume(not positive.all() or TOOLS[key].without_negatives == "as usual")
    assert TOOLS[key].report(ranking.y_true, ranking.y_score) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("key", [key for key, tool in TOOLS.items() if tool.ties != "no fixed order"])
def test_the_order_of_rows_matters_only_to_tools_that_break_ties_by_it(key):
    y_true, y_score = (np.array(CASES["five_levels"][name])[::-1] for name in ("y_true", "y_score"))
    moved = abs(TOOLS[key].report(y_true, y_score) - reported(key, "five_levels"))
    assert moved > 1e-4 if TOOLS[key].ties in ("input order", "by document name") else moved < 1e-12
