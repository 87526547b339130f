"""Every kind of file is understood as a careful person would.

Run as a program it lists what is not: `python -m tests.pr_curve_lab.schema.kinds.test_kinds`.
"""

from collections import Counter

import pytest
from sklearn.metrics import average_precision_score

from tests.pr_curve_lab.schema.kinds import (
    broken,
    column_names,
    dialects,
    extra_rows,
    missed_positives,
    positive_values,
    real_life,
    shapes,
)
from tests.pr_curve_lab.schema.kinds.kind import FEW_LOW, MANY_LOW, SCORES, Kind, average_precision

FILES = (positive_values, column_names, shapes, dialects, broken, real_life, extra_rows, missed_positives)
KINDS = [kind for file in FILES for kind in file.KINDS]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.needs}: {kind.name}")
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


def verdict(kind: Kind) -> str:
    """The complaint; an exception of the app is one too."""
    try:
        return kind.complaint()
    except Exception as error:
        return f"ended with {error!r}"


def report() -> None:
    """Print the failures by the work they belong to, and how many of each pass."""
    verdicts = [(kind, verdict(kind)) for kind in KINDS]
    for needs in dict.fromkeys(kind.needs for kind in KINDS):
        of_these = [(kind, complaint) for kind, complaint in verdicts if kind.needs == needs]
        failed = [(kind.name, complaint) for kind, complaint in of_these if complaint]
        print(f"{needs}: {len(of_these) - len(failed)} of {len(of_these)} pass")
        for name, complaint in failed:
            print(f"    {name}: {complaint}")
    print(f"{sum(not complaint for _, complaint in verdicts)} of {len(KINDS)} pass")


if __name__ == "__main__":
    report()
