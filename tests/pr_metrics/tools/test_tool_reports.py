import copy
import gc
import pickle
import weakref
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings

from pr_metrics import TOOLS, RejectedInput, tool_reports
from pr_metrics.tools.tool import Reason
from tests.rankings import rankings
from tests.reference import CASES

COLUMNS = {
    "distinct": lambda score: score,
    "three decimals": lambda score: score.round(3),
    "constant": np.zeros_like,
    "hard labels": lambda score: (score > 0.5).astype(float),
    "logits": lambda score: 90 * score - 45,
    "beyond float32": lambda score: score * 1e39,
}


def reports_one_by_one(y_true, y_score, sample_weight=None):
    """Return what each tool alone reports or raises."""
    answers = {}
    for key, tool in TOOLS.items():
        try:
            answers[key] = tool.report(y_true, y_score, sample_weight=sample_weight)
        except RejectedInput as refusal:
            answers[key] = refusal
    return answers


def exact_reports(answers):
    return {
        key: (str(answer), answer.reason) if isinstance(answer, RejectedInput) else float.hex(answer)
        for key, answer in answers.items()
    }


def assert_reports_equal_each_tool(y_true, y_score, sample_weight=None):
    together = tool_reports(y_true, y_score, sample_weight=sample_weight)
    assert list(together) == list(TOOLS)
    assert exact_reports(together) == exact_reports(reports_one_by_one(y_true, y_score, sample_weight))


@pytest.mark.parametrize("case", CASES)
def test_reports_of_stored_cases_equal_each_tool(case):
    assert_reports_equal_each_tool(**{name: CASES[case].get(name) for name in ("y_true", "y_score", "sample_weight")})


@settings(max_examples=50)
@given(rankings())
def test_reports_of_random_rows_equal_each_tool(ranking):
    assert_reports_equal_each_tool(ranking.y_true, ranking.y_score, ranking.sample_weight)


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("weighted", [False, True])
def test_reports_of_many_rows_equal_each_tool(weighted, column):
    rng = np.random.default_rng(4)
    y_true = rng.random(20_000) < 0.2  # enough rows for each way of sorting
    y_score = COLUMNS[column](rng.random(20_000) * 0.7 + 0.3 * y_true)
    assert_reports_equal_each_tool(y_true, y_score, rng.random(20_000) + 0.1 if weighted else None)


def test_a_refusal_does_not_affect_the_other_tools():
    reports = tool_reports(["no", "yes"], [0.5, 1.5], pos_label="yes")
    assert reports["h2o.aucpr"].reason == "score range"
    assert reports["sklearn.average_precision_score"] == 1.0


def test_a_refusal_keeps_no_rows_in_memory():
    score = np.array([0.5, 1.5])
    kept = weakref.ref(score)
    reports = tool_reports([1, 0], score)
    del score
    gc.collect()
    assert isinstance(reports["h2o.aucpr"], RejectedInput)
    assert kept() is None


@pytest.mark.parametrize("reason", get_args(Reason))
@pytest.mark.parametrize("copied", [copy.copy, lambda refusal: pickle.loads(pickle.dumps(refusal))])
def test_a_copied_refusal_has_the_same_reason(copied, reason):
    again = copied(RejectedInput("y_true must have a positive, got none", reason))
    assert isinstance(again, RejectedInput)
    assert (str(again), again.reason) == ("y_true must have a positive, got none", reason)
