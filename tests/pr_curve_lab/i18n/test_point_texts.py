import numpy as np
import pytest

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.formatting import format_count, format_expected_count, format_ratio
from pr_curve_lab.analysis.thresholds import Requirements
from pr_curve_lab.i18n.area_sentences import format_point, format_points
from pr_metrics import negative_predictive_value, operating_points

ELSEWHERE = [{}, {"prevalence": 0.02}, {"rows": 100_000}, {"prevalence": 0.7, "rows": 33}]


def used_points(weighted, named):
    rng = np.random.default_rng(5)
    positive = rng.random(300) < 0.4
    score = np.round(rng.normal(size=300) + positive, 1)
    weight = rng.integers(1, 9, 300) / 4 if weighted else None
    return positive, score, weight, build_deployment(operating_points(positive, score, sample_weight=weight), **named)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("named", ELSEWHERE)
def test_a_point_has_the_same_texts_alone_and_among_all(weighted, named):
    *_, used = used_points(weighted, named)
    indices = range(used.source_points.threshold.size)
    texts = format_points(used, indices)
    for index in indices:
        assert format_point(used, index) == {name: column[index] for name, column in texts.items()}


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("named", ELSEWHERE)
def test_every_text_matches_counts_of_the_rows(weighted, named):
    positive, score, weight, used = used_points(weighted, named)
    weight = np.ones(300) if weight is None else weight
    texts = format_points(used, range(used.source_points.threshold.size))
    for index, threshold in enumerate(used.source_points.threshold):
        called = score >= threshold
        hits, alarms, missed, calm = (
            float(weight[rows].sum())
            for rows in (called & positive, called & ~positive, ~called & positive, ~called & ~positive)
        )
        assert (score >= float(texts["threshold"][index])).tolist() == called.tolist()
        assert texts["called"][index] == format_count(hits + alarms)
        counts = [texts[name][index] for name in ("true_positives", "false_positives", "false_negatives")]
        assert counts == [format_count(one) for one in (hits, alarms, missed)]
        assert texts["true_negatives"][index] == format_count(calm)
        assert texts["precision"][index] == format_ratio(hits / (hits + alarms))
        assert texts["recall"][index] == format_ratio(hits / (hits + missed))
        assert texts["false_positive_rate"][index] == format_ratio(alarms / (alarms + calm))
        assert texts["npv"][index] == format_ratio(calm / (calm + missed) if calm + missed else float("nan"))
        assert texts["f1"][index] == format_ratio(2 * hits / (2 * hits + alarms + missed))


@pytest.mark.parametrize("named", ELSEWHERE[1:])
def test_numbers_per_day_are_those_of_the_deployment(named):
    *_, used = used_points(False, named)
    texts = format_points(used, range(used.source_points.threshold.size))
    negative = negative_predictive_value(used.points)
    for index in range(used.source_points.threshold.size):
        day = used.expected_counts(index)
        assert texts["day_called"][index] == format_expected_count(day.alerts)
        assert texts["day_right"][index] == format_expected_count(day.true_positives)
        assert texts["day_positives"][index] == format_expected_count(day.true_positives + day.false_negatives)
        if used.has_target_prevalence:
            assert texts["target_precision"][index] == format_ratio(day.precision)
            assert texts["target_npv"][index] == format_ratio(negative[index])


def test_precision_and_recall_have_the_same_number_of_decimals():
    required = Requirements(precision=0.8)
    for prevalence in (None, 0.79):
        used = build_deployment(operating_points([1] * 805 + [0] * 200, [1] * 1005), prevalence=prevalence)
        texts = format_points(used, [0], required)
        texts = [texts[name][0] for name in ("precision", "recall", *(["target_precision"] if prevalence else []))]
        assert {len(text.partition(".")[2]) for text in texts} == {3}


def test_dots_are_the_counts_of_a_day_as_whole_rows_and_none_if_a_count_has_too_many():
    counted = operating_points([1, 1, 0, 0, 0, 0], [6, 5, 4, 3, 2, 1])
    few, many = (format_points(build_deployment(counted, rows=rows), range(6)) for rows in (20, 200))
    assert few["day_right"][:2] == ["3.3", "6.7"]
    assert [few[f"dots_{name}"] for name in ("right", "false", "missed")] == [
        ["3", "7", "7", "7", "7", "7"],
        ["0", "0", "3", "7", "10", "13"],
        ["3", "0", "0", "0", "0", "0"],
    ]
    assert many["dots_right"] == ["33", "67", "67", "67", "0", "0"]  # 100 and 133 false positives
    assert "dots_right" not in format_points(build_deployment(counted), [0])
