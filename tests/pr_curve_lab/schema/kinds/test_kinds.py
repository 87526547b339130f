"""Every kind of file is understood as a careful person would."""

from collections import Counter

import pytest
from sklearn.metrics import average_precision_score

from tests.pr_curve_lab.schema.kinds import columns, layouts, real_life, texts
from tests.pr_curve_lab.schema.kinds.kind import FEW_LOW, MANY_LOW, SCORES, average_precision

KINDS = [kind for file in (texts, layouts, columns, real_life) for kind in file.KINDS]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_file_is_understood_as_people_expect(kind):
    assert kind.complaint() == ""


def test_no_two_kinds_have_one_name():
    assert [name for name, count in Counter(kind.name for kind in KINDS).items() if count > 1] == []


@pytest.mark.parametrize("truth", [FEW_LOW, MANY_LOW])
def test_the_area_of_the_tests_is_that_of_scikit_learn(truth):
    positive = [one == "1" for one in truth]
    weights = range(1, 11)
    tied = [round(score, 1) for score in SCORES]
    expected = average_precision_score(positive, tied, sample_weight=list(weights))
    assert average_precision(positive, tied, weights) == pytest.approx(expected, abs=1e-12)
