import numpy as np
import pytest

from pr_curve_lab.analysis.tools import CAUSES, blocks, counting_cause, max_component, other_numbers, tool_numbers
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import SCHEMES, TOOLS, tool_reports
from pr_metrics.tools import ToolDifference
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.labeled_scores import make_labeled_scores


def causes(numbers):
    return {one.tool.key: one.cause for one in numbers.numbers}


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_every_number_and_refusal_is_that_of_pr_metrics(example):
    labeled_scores = example_labeled_scores(example)
    numbers = tool_numbers(labeled_scores)
    expected = tool_reports(labeled_scores.positive, labeled_scores.score, sample_weight=labeled_scores.weight)
    others = other_numbers(labeled_scores)
    every = numbers.reports | others.reports
    assert every.keys() >= TOOLS.keys()
    assert list(numbers.reports) == [key for key in TOOLS if key in numbers.reports]
    for key, report in expected.items():
        found = every[key]
        assert (
            found == pytest.approx(report, nan_ok=True) if isinstance(report, float) else found.reason == report.reason
        )
    grouped = [one.tool.key for block in blocks(numbers) for equal in block.equal_numbers for one in equal.members]
    assert sorted(grouped) == sorted(one.tool.key for one in numbers.numbers)
    assert [block.cause for block in blocks(numbers)] == [one for one in CAUSES if one in causes(numbers).values()]


def test_causes_of_differences_without_ties():
    # + - + -: average precision 5/6; a straight line covers 1/24 less, Keras' minoring leaves out the first positive.
    found = causes(tool_numbers(make_labeled_scores([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])))
    assert found["sklearn.average_precision_score"] == found["trec_eval.map"] == found["keras.AUC.majoring"] == "same"
    assert found["sklearn.auc"] == found["PRROC.auc.integral"] == "joining"
    assert found["keras.AUC.minoring"] == found["MLmetrics.PRAUC"] == "start"
    assert found["VOC2007"] == "levels"


def test_tied_rows_differ_by_their_order():
    found = causes(tool_numbers(make_labeled_scores([1, 0], [0.5, 0.5])))
    assert found["COCO"] == found["VOC2010"] == "ties"
    assert found["xgboost.aucpr"] == "same"


def test_scores_that_are_equal_in_float32_differ_by_precision():
    # The scores differ by a billionth and are equal in float32, so the negative comes with or before the positive.
    found = causes(tool_numbers(make_labeled_scores([1, 0, 1, 0], [0.5 + 1e-9, 0.5, 0.3, 0.2])))
    assert found["xgboost.aucpr"] == found["torcheval.binary_auprc"] == found["pytrec_eval.map"] == "precision"
    assert found["trec_eval.map"] == "same"


def test_few_thresholds_are_another_cause_than_bins():
    numbers = tool_numbers(make_labeled_scores([1, 0, 1, 0], [0.9999, 0.9998, 0.9997, 0.1]))
    found = causes(numbers)
    assert found["keras.AUC.interpolation"] == "bins"
    assert found["torchmetrics.binned_5"] == found["torchmetrics.binned_200"] == "coarse"
    assert {one.tool.key for one in numbers.numbers} - {one.tool.key for one in numbers.exact_numbers} == {
        "torchmetrics.binned_5", "torchmetrics.binned_200",
    }  # fmt: skip


def test_equal_numbers_of_one_cause_are_grouped():
    labeled_scores = example_labeled_scores("sixteen_rows")
    step = SCHEMES["step"].area(labeled_scores.points)
    reports = tool_numbers(labeled_scores).reports
    numbers = {key: number for key, number in reports.items() if isinstance(number, float)}
    alike = [key for key, number in numbers.items() if abs(number - step) < TOOLS[key].tolerance]
    (same, *_) = blocks(tool_numbers(labeled_scores))
    assert [(equal.text, [one.tool.key for one in equal.members]) for equal in same.equal_numbers] == [("0.890", alike)]
    led = same.equal_numbers[0].order_by_keys(["torcheval.binary_auprc"])
    assert [one.tool.key for one in led][:2] == ["torcheval.binary_auprc", "sklearn.average_precision_score"]
    for block in blocks(tool_numbers(example_labeled_scores("breast_cancer"))):
        printed = [float(equal.text) for equal in block.equal_numbers]
        assert printed == sorted(set(printed), reverse=True)


def test_the_first_of_the_largest_components_is_the_cause():
    assert max_component(ToolDifference(0.1, -0.1, 0.1)) == "counting"
    assert max_component(ToolDifference(0.0, 0.1, -0.2)) == "joining"


@pytest.mark.parametrize(
    ("key", "has_ties", "cause"),
    [
        ("COCO", True, "ties"),
        ("pytrec_eval.map", True, "ties"),
        ("pytrec_eval.map", False, "precision"),
        ("torchmetrics.exact", True, "precision"),
        ("keras.AUC.minoring", True, "bins"),
        ("torchmetrics.binned_5", True, "coarse"),
        ("supervision.mean_average_precision@0.26.0", False, "counting"),
    ],
)
def test_the_cause_of_a_difference_in_counting(key, has_ties, cause):
    assert counting_cause(TOOLS[key], has_ties=has_ties) == cause


@pytest.mark.filterwarnings("ignore:.*")
def test_tools_without_weights_refuse_weighted_rows():
    numbers = tool_numbers(make_labeled_scores([1, 0, 1], [3, 2, 1], weight=np.array([1.0, 2.0, 1.0])))
    assert numbers.rejected["COCO"].reason == "weights"
    assert "COCO" not in causes(numbers)
