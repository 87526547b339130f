"""Every kind of file is read as a careful person would read it."""

from collections import Counter

import pytest
from sklearn.metrics import average_precision_score

from tests.pr_curve_lab.schema.kinds import columns, layouts, real_life, texts
from tests.pr_curve_lab.schema.kinds.kind import FEW_LOW, MANY_LOW, SCORES, average_precision

KINDS = [kind for file in (texts, layouts, columns, real_life) for kind in file.KINDS]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_file_is_read_as_expected(kind):
    assert kind.complaint() == ""


def test_names_of_kinds_are_unique():
    assert [name for name, count in Counter(kind.name for kind in KINDS).items() if count > 1] == []


@pytest.mark.parametrize("truth", [FEW_LOW, MANY_LOW])
def test_average_precision_of_the_tests_equals_scikit_learn(truth):
    positive = [one == "1" for one in truth]
    weights = range(1, 11)
    tied = [round(score, 1) for score in SCORES]
    expected = average_precision_score(positive, tied, sample_weight=list(weights))
    assert average_precision(positive, tied, weights) == pytest.approx(expected, abs=1e-12)
