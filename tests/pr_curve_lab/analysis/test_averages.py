import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.analysis.averages import (
    AVERAGE_KINDS,
    average_by_group,
    average_curve,
    compute_average,
    split_by_group,
    task_areas,
    task_matrix,
)
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import example_dataset
from pr_curve_lab.schema.roles import infer_roles
from pr_metrics import SCHEMES

# The five rows of two labels, each with its weight.
FIVE = {
    "y_a": [1, 1, 0, 0, 0],
    "y_b": [0, 0, 1, 1, 1],
    "s_a": [0.5, 0.6, 0.7, 0.8, 0.9],
    "s_b": [0.5, 0.4, 0.3, 0.2, 0.1],
    "sample_weight": [1, 1, 2, 2, 2],
    "fold": [1, 1, 1, 2, 2],
}


def dataset_of(columns):
    table = Table("t.csv", pd.DataFrame(columns))
    return build_dataset(table, infer_roles(table))


def average_of(dataset, kind, scheme):
    matrix = task_matrix(dataset)
    return average_curve(matrix, compute_average(matrix, kind, scheme), scheme, task_areas(matrix, scheme))


def averages_of_groups(dataset, kind):
    groups = split_by_group(task_matrix(dataset), dataset.group_of_row)
    return average_by_group(groups, dataset.group_names, kind, "step")


DIGITS = example_dataset("digits")


@pytest.mark.parametrize(
    ("kind", "area"),
    [("micro", 0.3611111111), ("macro", 0.4176587302), ("weighted", 0.5282738095), ("samples", 0.5625)],
)
def test_the_five_rows_have_four_averages(kind, area):
    averaged = average_of(dataset_of(FIVE), kind, "step")
    assert averaged.components.area == pytest.approx(area)
    assert averaged.thinned.curve.polygon_area == pytest.approx(averaged.components.area, abs=1e-12)


@pytest.mark.parametrize("kind", AVERAGE_KINDS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_curve_of_an_average_has_its_area(kind, scheme):
    averaged = average_of(DIGITS, kind, scheme)
    tolerance = 1e-6 if scheme == "continuous" else 1e-9
    assert averaged.thinned.curve.polygon_area == pytest.approx(averaged.components.area, abs=tolerance)


@pytest.mark.parametrize("kind", AVERAGE_KINDS)
def test_every_fold_has_the_average_of_its_rows(kind):
    folds = averages_of_groups(DIGITS, kind)
    expected = [
        average_precision_score(
            DIGITS.positive[DIGITS.group_of_row == fold], DIGITS.score[DIGITS.group_of_row == fold], average=kind
        )
        for fold in range(5)
    ]
    assert folds.area == pytest.approx(expected)
    assert folds.mean == pytest.approx(np.mean(expected))
    assert folds.std == pytest.approx(np.std(expected, ddof=1))
    assert folds.mean_average.thinned.curve.polygon_area == pytest.approx(np.mean(expected))
    assert folds.rows.tolist() == [360, 360, 359, 359, 359]


def test_a_fold_without_positives_is_left_out_of_the_mean():
    dataset = dataset_of({"label": [1, 0, 0, 0], "score": [0.9, 0.1, 0.8, 0.2], "fold": [1, 1, 2, 2]})
    folds = averages_of_groups(dataset, "micro")
    assert folds.area[0] == 1
    assert np.isnan(folds.area[1])
    assert folds.mean == 1
    assert np.isnan(folds.std)


def test_a_class_without_positives_has_weight_0():
    columns = {"obs": ["a", "b", "c"], "p_a": [0.7, 0.2, 0.1], "p_b": [0.2, 0.5, 0.3], "p_c": [0.1, 0.3, 0.6]}
    averaged = average_of(dataset_of({**columns, "p_d": [0.0, 0.1, 0.2]}), "macro", "step")
    assert np.isnan(averaged.components.component[3])
    assert averaged.components.weight.tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    assert averaged.components.area == 1


def test_weighted_rows_count_in_folds():
    dataset = dataset_of(FIVE)
    matrix = task_matrix(dataset)
    assert matrix.scored_positives.tolist() == [2, 6]
    folds = averages_of_groups(dataset, "weighted")
    assert folds.rows.tolist() == [3, 2]
    assert folds.averages[0].components.weight.tolist() == [0.5, 0.5]
    assert folds.averages[1].components.weight.tolist() == [0, 1]


def folds_with_areas(areas):
    """Return folds with one positive each, below none to all of the negatives, so that their areas are 1 / rank."""
    rank = [round(1 / area) for area in areas]
    rows = [(fold, int(at == place), -at) for fold, place in enumerate(rank, 1) for at in range(1, max(rank) + 1)]
    fold, label, score = zip(*rows, strict=True)
    dataset = dataset_of({"fold": fold, "label": label, "score": score})
    groups = split_by_group(task_matrix(dataset), dataset.group_of_row)
    return average_by_group(groups, dataset.group_names, "micro", "step", column="fold")


def test_the_interval_of_the_mean_over_folds_by_hand():
    folds = folds_with_areas([1, 1 / 2, 1 / 4])
    assert folds.area.tolist() == [1, 0.5, 0.25]
    # mean 7/12, variance (25 + 1 + 16) / 144 / 2 = 7/48; times 1/3 + 1/2: 35/288; t with 2 degrees of freedom: 4.302653
    assert (folds.mean, folds.std**2) == (pytest.approx(7 / 12), pytest.approx(7 / 48))
    assert (folds.interval.lower, folds.interval.upper) == (0, 1)  # 0.5833 -+ 1.5000, inside [0, 1]
    close = folds_with_areas([1 / 4, 1 / 5, 1 / 5, 1 / 4])
    # mean 0.225, variance 4 * 0.025^2 / 3; times 1/4 + 1/3; t with 3 degrees of freedom: 3.182446
    assert close.interval.lower == pytest.approx(0.225 - 3.182446 * (4 * 0.025**2 / 3 * 7 / 12) ** 0.5)
    assert close.interval.upper == pytest.approx(0.225 + 3.182446 * (4 * 0.025**2 / 3 * 7 / 12) ** 0.5)
    assert folds_with_areas([1, 1 / 2]).interval is None
