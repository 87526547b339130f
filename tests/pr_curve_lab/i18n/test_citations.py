import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.alerts import build_deployment, build_deployment_by_day
from pr_curve_lab.analysis.formatting import format_threshold
from pr_curve_lab.analysis.intervals import StepInterval
from pr_curve_lab.analysis.thresholds import (
    Costs,
    Requirements,
    ThresholdChoice,
    count_class_ties,
    count_class_ties_in_rows,
)
from pr_curve_lab.i18n.citations import (
    SampleSummary,
    area_sentence,
    choice_sentence,
    citations_by_language,
    difference_sentence,
    range_sentence,
    sample_summary,
    short_area_sentence,
    threshold_sentence,
)
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_labeled_scores
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.schema.roles import Roles
from pr_metrics import SCHEMES, logit_interval, operating_points
from pr_metrics.uncertainty.intervals import wilson_interval
from tests.expected_intervals import expected_interval
from tests.kinds_of_rows import EXAMPLES_AND_SCHEMES

ENGLISH, CHINESE = messages_in("en"), messages_in("zh")


def sample(area, rows, positives, *, weight=None, n_excluded_rows=0, **more):
    """Return rows without variance, whose area has a logit interval."""
    frame = pd.DataFrame({"y": np.arange(rows) < positives, "s": np.arange(rows), "w\nx": 2.5})
    labeled_scores = build_labeled_scores(Table("t", frame), Roles("y", "True", ("s",), weight=weight))
    interval = StepInterval(area, logit_interval(area, positives), "logit", positives)
    return SampleSummary(replace(labeled_scores, n_excluded_rows=n_excluded_rows), interval, **more)


def test_the_sentence_names_area_scheme_ties_rows_and_interval():
    rows = sample(0.7265, 20, 10)
    sentence = area_sentence("step", 0.7265, rows, ENGLISH)
    assert sentence == "AP (step, ties together) = 0.727; n = 20, 10 positives; 95% logit interval 0.398-0.914"
    assert area_sentence("step", 0.7265, rows, CHINESE) == (
        "平均查准率 AP（阶梯法，同分并为一点）= 0.727；n = 20，正例 10 个；95% logit 置信区间 0.398 到 0.914"
    )


def test_a_citation_names_only_unusual_facts():
    rows = sample(0.5, 1234, 1, tied=2, n_excluded_rows=1, weight="w\nx", decimals=1)
    assert area_sentence("linear", 0.5, rows, ENGLISH) == (
        "PR AUC (straight lines from (0, 1)) = 0.500; n = 1,234, 1 positive; weighted by w x; "
        "1 row left out; scores rounded to 1 decimal; 2 rows tied with the other class; "
        "95% logit interval 0.019-0.981"
    )


def test_every_sentence_names_the_split_and_the_weights_of_its_rows_and_those_left_out():
    frame = pd.DataFrame({"y": [1, 0, 1, 0] * 2, "s": range(8), "w": 2.5, "part": ["train"] * 4 + ["test"] * 4})
    roles = Roles("y", "1", ("s",), weight="w", split="part", split_value="test")
    labeled_scores = replace(build_labeled_scores(Table("t", frame), roles), n_excluded_rows=1)
    rows, choice = sample_summary(labeled_scores), ThresholdChoice(build_deployment(labeled_scores.points), 1, "hand")
    for words, named in (
        (ENGLISH, "n = 4, 2 positives; only part = test; weighted by w; 1 row left out"),
        (CHINESE, "n = 4，正例 2 个；只计 part = test；按 w 加权；去掉 1 行"),
    ):
        assert named in area_sentence("step", rows.step_interval.area, rows, words)
        assert named in short_area_sentence(rows, words)
        assert choice_sentence(choice, labeled_scores, words).endswith(named)


@pytest.mark.parametrize(("example", "scheme"), EXAMPLES_AND_SCHEMES)
def test_every_scheme_is_cited_with_its_own_area_and_interval(example, scheme):
    labeled_scores = example_labeled_scores(example)
    area = SCHEMES[scheme].area(labeled_scores.points)
    rows = sample_summary(labeled_scores)
    interval, way = expected_interval(labeled_scores.positive, labeled_scores.score, scheme)
    for words in (ENGLISH, CHINESE):
        sentence = area_sentence(scheme, area, rows, words)
        assert words.format(f"exports.scheme.{scheme}") in sentence
        assert re.search(r"= ?(\d\.\d{3})[;；]", sentence)[1] == words.format_number(area, ".3f")
        assert re.findall(r"\d\.\d{3}", sentence)[-2:] == [f"{interval.lower:.3f}", f"{interval.upper:.3f}"]
        assert ("logit" in sentence) == (way == "logit")
    names = [ENGLISH.format(f"exports.scheme.{one}") for one in SCHEMES]
    assert len(set(names)) == len(names)


def test_weighted_rows_have_a_weighted_interval_and_their_number():
    frame = pd.DataFrame({"y": [1, 1, 0, 0], "s": [4, 2, 3, 1], "w": [10, 20, 30, 40]})
    labeled_scores = build_labeled_scores(Table("t", frame), Roles("y", "1", ("s",), weight="w"))
    rows = sample_summary(labeled_scores)
    area = SCHEMES["step"].area(labeled_scores.points)
    interval, _ = expected_interval(labeled_scores.positive, labeled_scores.score, weight=labeled_scores.weight)
    assert f"{interval.lower:.3f}-{interval.upper:.3f}" in area_sentence("step", area, rows, ENGLISH)
    assert "n = 4, 2 positives; weighted by w" in area_sentence("step", area, rows, ENGLISH)


def test_rows_tied_across_classes_are_counted():
    assert count_class_ties(operating_points([1, 0, 1, 1, 0], [3, 3, 2, 2, 1])) == 2
    frame = pd.DataFrame({"y": [1, 0, 1, 1, 0], "s": [3, 3, 2, 2, 1], "w": [0.1, 0.2, 0.3, 0.4, 0.7]})
    table = Table("t", frame)
    assert count_class_ties_in_rows(build_labeled_scores(table, Roles("y", "1", ("s",), weight="w"))) == 2
    assert count_class_ties_in_rows(build_labeled_scores(table, Roles("y", "1", ("s",)))) == 2


@pytest.mark.parametrize(
    ("difference", "written"), [(0.45, "+0.4500"), (-0.1, "-0.1000"), (-0.00002, "-0.00002"), (1e-17, "0")]
)
def test_a_difference_has_a_sign_and_is_not_rounded_to_zero(difference, written):
    assert difference_sentence("step", "envelope", difference, ENGLISH).endswith(f"= {written}")


def test_the_range_names_both_ends():
    areas = {"step": 0.5, "upper": 0.75, "lower": 0.25}
    assert range_sentence(areas, ENGLISH) == (
        "3 ways to join the same points: 0.250 (lower step, the lower of neighboring precisions) "
        "to 0.750 (upper step, the higher of neighboring precisions)"
    )


def test_a_threshold_is_cited_with_its_counts():
    points = operating_points([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    assert threshold_sentence(points, 2, ENGLISH) == (
        "At score >= 0.7: precision 0.667 (2 of 3), recall 1.000 (2 of 2)"
    )
    assert "查准率 0.667（3 个中 2 个）" in threshold_sentence(points, 2, CHINESE)


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ({"reason": "unmet"}, "(no threshold meets precision at least 0.8, at most 2 alerts a day on average)"),
        (
            {"reason": "hand"},
            "(chosen by hand; it does not meet precision at least 0.8, at most 2 alerts a day on average)",
        ),
        ({"reason": "f_beta", "beta": 2.0}, "(largest F2)"),
        (
            {"reason": "cost", "costs": Costs(1, 5, 0), "amount_column": "eur"},
            "(cheapest if a false alarm costs 1, a miss costs 5, and a hit brings 0 (miss and hit times eur))",
        ),
    ],
)
def test_a_chosen_threshold_is_cited_with_reason_intervals_and_days(reason, words):
    ten = example_labeled_scores("ten_rows")  # 6 positives
    used = build_deployment_by_day(ten, np.arange(10) % 2)
    choice = ThresholdChoice(used, 4, requirements=Requirements(0.8, alerts=2.0), n_days=2, max_alerts=3.0, **reason)
    text = choice_sentence(choice, ten, ENGLISH, TaskName("b", "models"))
    found, called = 4, 5
    low, high = wilson_interval(np.array([found / called]), np.array([called]))
    assert text.startswith(f"b: score >= {format_threshold(ten.points.threshold, 4)} {words}: ")
    assert f"precision 0.800 (4 of 5; 95% interval {low[0]:.3f}-{high[0]:.3f}), recall 0.667 (4 of 6; " in text
    assert text.endswith("; 2.5 alerts a day on average, at most 3, over 2 days; n = 10, 6 positives")


def test_precision_at_another_class_balance_is_cited_with_that_of_the_data():
    ten = example_labeled_scores("ten_rows")
    choice = ThresholdChoice(build_deployment(ten.points, prevalence=0.1, rows=100), 4, "hand")
    expected = choice.deployment.expected_counts(4)
    text = choice_sentence(choice, ten, ENGLISH)
    assert f"precision {expected.precision:.3f} at a class balance of 0.10 (0.800 in the data, at 0.60)" in text
    assert f"{expected.alerts:.0f} alerts in 100 rows a day" in text


def test_citations_in_chinese_come_with_english():
    rows = sample(0.5, 4, 2)

    def said(words):
        return [area_sentence("step", 0.5, rows, words)]

    assert len(citations_by_language(said, ENGLISH)) == 1
    assert citations_by_language(said, CHINESE)[1] == citations_by_language(said, ENGLISH)[0]
