"""What is said below the pairs of models."""

import math

import pytest

from pr_curve_lab.analysis.models import PairResult, PairResults
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.i18n.model_sentences import pairs_caption


@pytest.mark.parametrize(("p", "fewer_rows", "is_said"), [(0.2, 12, True), (0.2, 20, False), (math.nan, 12, False)])
def test_a_test_that_finds_differences_too_rarely_is_said_to(p, fewer_rows, is_said):
    pair = PairResult("a", "b", 0.1, -0.1, 0.3, p, 0.8, "open")
    note = pairs_caption(PairResults((pair,), 1, fewer_rows), 1000, messages_in("en"))
    assert ("Below 20 positives or negatives the test finds differences too rarely." in note) == is_said
