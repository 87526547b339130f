"""The charts of every report: shapes have the printed areas, points have their counts, and the file is small."""

import re
from functools import partial
from itertools import cycle

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.scheme_differences import scheme_differences
from pr_curve_lab.analysis.thresholds import ThresholdChoice
from pr_curve_lab.exports import page_exports
from pr_curve_lab.exports.report.threshold import draggable_indices
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.io.table import Table
from pr_curve_lab.plotting.prevalence import RESOLUTION
from pr_curve_lab.schema.dataset import build_dataset, build_labeled_scores
from pr_curve_lab.schema.roles import Roles
from pr_metrics import threshold_index
from tests.pr_curve_lab.exports import test_averages_exports, test_balance_exports, test_models_exports
from tests.pr_curve_lab.exports.builders import dated_results, results_of, weighted_results
from tests.pr_curve_lab.exports.reading import Read, circles, enclosed, live, pictures, shapes
from tests.pr_curve_lab.exports.report.test_report import report_of

MOST_BYTES = 450_000
MOST_VERTICES = 2000  # of a path
MANY = 100_000  # rows
EXACT = 1e-12  # area


def many_rows(columns=1, rows=MANY):
    rng = np.random.default_rng(1)
    positive = rng.random(rows) < 0.1
    scores = {f"score {name}": rng.normal(size=rows) + (1 + name / 5) * positive for name in range(columns)}
    return Table("many", pd.DataFrame({"y": positive.astype(int), **scores}))


def of_many_rows():
    table = many_rows()
    return dated_results(build_labeled_scores(table, Roles("y", "1", ("score 0",))), table)


def areas_of_many(language):
    return report_of(of_many_rows(), language).page


def balance_of_many(language):
    return test_balance_exports.exports_of(of_many_rows(), 0.01, language=language).report().decode()


def many_models(language):
    table = many_rows(columns=12, rows=20_000)
    dataset = build_dataset(table, Roles("y", "1", tuple(table.frame.columns[1:]), kind="models"))
    exported, _ = test_models_exports.model_exports_of(dataset, table, ("step", "linear"), language)
    return exported.report().decode()


def many_classes(language):
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 10, 20_000)
    scores = {str(name): rng.normal(size=truth.size) + 2 * (truth == name) for name in range(10)}
    table = Table(
        "classes", pd.DataFrame({"class": truth.astype(str), **scores, "fold": rng.integers(1, 6, truth.size)})
    )
    dataset = build_dataset(table, Roles("class", None, tuple(scores), group="fold", kind="classes"))
    exported = test_averages_exports.exports_of(
        test_averages_exports.averages(dataset, table, "macro", "step"), language
    )
    return exported.report().decode()


LARGE = {"areas": areas_of_many, "balance": balance_of_many, "models": many_models, "averages": many_classes}


@pytest.fixture(scope="module", params=list(zip(LARGE, cycle(LANGUAGES), strict=False)), ids="-".join)
def large(request):
    page, language = request.param
    return LARGE[page](language)


def test_a_report_of_much_data_is_small(large):
    assert len(large.encode()) < MOST_BYTES


def test_charts_of_much_data_have_the_exact_area(large):
    drawn = [shape for key in pictures(large) for shape in shapes(large, key)]
    printed = {float(value) for _, value, _ in Read(large).data}
    assert max(len(shape["recall"]) for shape in drawn) > 500
    for shape in drawn:
        assert len(shape["recall"]) <= MOST_VERTICES
        assert enclosed(shape) == pytest.approx(shape["area"], abs=EXACT)
        assert shape["scheme"] == "difference" or shape["area"] in printed


@pytest.mark.parametrize(
    "results",
    [partial(results_of, "sixteen_rows", threshold=0.5), weighted_results, of_many_rows],
    ids=["few", "weighted", "many"],
)
def test_draggable_points_are_measured_points_with_their_counts(results):
    results = results()
    picture = live(report_of(results).page)["curve_chart"]
    points, moved = results.points, picture["points"]
    at = [threshold_index(points, threshold) for threshold in moved["threshold"]]
    assert moved["threshold"] == points.threshold[at].tolist()
    assert moved["truePositives"] == points.true_positives[at].tolist()
    assert moved["falsePositives"] == points.false_positives[at].tolist()
    assert (moved["positives"], moved["negatives"]) == (points.positives, points.negatives)
    assert at[picture["selectedIndex"]] == results.selected_index
    all_of_them = points.threshold.size <= MOST_VERTICES
    assert len(at) == (points.threshold.size if all_of_them else draggable_indices(results).size) <= MOST_VERTICES
    assert all_of_them or len(at) > 100


def test_the_number_of_draggable_points_is_printed():
    words = messages_in("en")
    assert words.format("report.drag_some", shown=651, total=MANY) in report_of(of_many_rows()).said()
    assert words.format("report.drag") in report_of(results_of("sixteen_rows")).said()


def test_a_circle_stands_where_its_point_was_measured():
    results = results_of("apples_oranges")
    points, (across, up, _) = results.points, circles(report_of(results).page, "right_chart").T
    assert across == pytest.approx(points.recall, abs=test_balance_exports.PLACED)
    assert up == pytest.approx(points.precision, abs=test_balance_exports.PLACED)


def opened_with(report):
    """Return the question at the top of a report."""
    return re.search("<h1>(.*?)</h1>", report)[1]


def test_the_reports_of_all_pages_have_the_same_numbers():
    """Data and Two areas open with the same question, Threshold and All tools with their own."""
    results, words = results_of("sixteen_rows"), messages_in("en")
    joined, lines = (results.joined(scheme, RESOLUTION) for scheme in ("step", "linear"))
    choice = ThresholdChoice(build_deployment(results.points), results.selected_index, "largest_f1")
    exported = [
        page_exports.area_exports(results, scheme_differences(results.rounded_labeled_scores, joined, lines), words),
        page_exports.data_exports(results, words),
        page_exports.curve_exports(results, joined, words, choice=choice),
        page_exports.scheme_exports(results, results.areas, words),
    ]
    reports = [one.report().decode() for one in exported]
    assert reports[0] == reports[1]
    assert len({opened_with(report) for report in reports}) == 3
    numbers = [{(of, value) for of, value, _ in Read(report).data} for report in reports]
    for report, found in zip(reports, numbers, strict=True):
        assert pictures(report) == pictures(reports[0])
        assert found == numbers[0]
        assert len(report.encode()) < MOST_BYTES
